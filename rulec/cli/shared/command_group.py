"""Command groups that suggest the closest command for a typo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from rulec.errors import RulecError


class Commands(TyperGroup):
    """Command group of `rulec` and `rulec cache`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0]
        if self.get_command(ctx, word) is None and not word.startswith("-"):
            raise RulecError(f"{ctx.command_path} has no command `{word}`", self._suggestion(ctx, args))
        return super().resolve_command(ctx, args)

    def _suggestion(self, ctx: Any, args: list[str]) -> str:
        from rulec.base.diagnostics import did_you_mean

        if "play" in self.commands and (args[0].endswith(".rules") or Path(args[0]).is_file()):
            return f"did you mean `{ctx.command_path} play {' '.join(args)}`?"
        return did_you_mean(args[0], self.commands) or f"`{ctx.command_path} --help` lists the commands"
