"""Command groups that suggest the closest command for a typo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from pathlib import Path
from typing import Any, Final

from typer.core import TyperGroup

from rulec.errors import RulecError


class LazyCommands(MutableMapping[str, Any]):
    """Commands by name, in a fixed order; each is built when first looked up."""

    def __init__(self, names: Iterable[str], build: Callable[[str], Any]) -> None:
        self._built: dict[str, Any] = dict.fromkeys(names)
        self._build = build

    def __getitem__(self, name: str) -> Any:
        if self._built[name] is None:
            self._built[name] = self._build(name)
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._built)

    def __len__(self) -> int:
        return len(self._built)

    def __contains__(self, name: object) -> bool:
        return name in self._built


# What other tools call a command.
_OTHER_NAMES: Final = {
    **dict.fromkeys(("arena", "elo", "league", "match", "rate", "tournament"), "ladder"),
    **dict.fromkeys(("bench", "benchmark", "playout", "playouts", "rollout", "run", "simulate"), "sim"),
    **dict.fromkeys(("lint", "validate"), "check"),
    **dict.fromkeys(("compile", "make"), "build"),
    **dict.fromkeys(("draw", "render", "show"), "picture"),
    **dict.fromkeys(("gui", "serve", "server", "web"), "studio"),
    "create": "new",
    "format": "fmt",
    "init": "new",
    "optimize": "tune",
}


class Commands(TyperGroup):
    """Command group that rejects unknown commands with a suggestion."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0]
        if self.get_command(ctx, word) is None and not word.startswith("-"):
            raise RulecError(f"{ctx.command_path} has no command `{word}`", self._suggestion(ctx, args))
        return super().resolve_command(ctx, args)

    def _suggestion(self, ctx: Any, args: list[str]) -> str:
        from rulec.base.diagnostics import did_you_mean

        if "play" in self.commands and (args[0].endswith(".rules") or Path(args[0]).is_file()):
            return f"did you mean `{ctx.command_path} play {' '.join(args)}`?"
        other = _OTHER_NAMES.get(args[0].lower(), "")
        if other in self.commands:
            return f"did you mean `{other}`?"
        return did_you_mean(args[0], self.commands) or f"`{ctx.command_path} --help` lists the commands"
