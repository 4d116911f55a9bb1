"""Shell completion: scripts, installation, completion of arguments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rulec.errors import RulecError

VARIABLE = "_RULEC_COMPLETE"  # environment variable set by completion scripts
SHELLS = ("bash", "zsh", "fish")
_MANY = 200  # maximal number of offered files


def answer(command: Any) -> int:
    """Print the completions requested by the shell; 0 on success."""
    from typer._completion_classes import completion_init

    completion_init()
    try:
        command._main_shell_completion({}, "rulec", VARIABLE)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except RulecError:  # an earlier word is invalid: no completions
        return 0
    return 0


def script(shell: str) -> str:
    """Completion script for a shell."""
    from typer._completion_shared import get_completion_script

    return get_completion_script(prog_name="rulec", complete_var=VARIABLE, shell=shell) + "\n"


def detected_shell() -> str:
    """Current shell by parent process, else by `SHELL`."""
    import shellingham  # type: ignore[import-untyped]

    try:
        found = str(shellingham.detect_shell()[0])
    except (shellingham.ShellDetectionFailure, OSError):
        found = os.path.basename(os.environ.get("SHELL", ""))
    if found not in SHELLS:
        known = ", ".join(SHELLS)
        raise RulecError(
            f"completion is not available for {f'the shell {found}' if found else 'an unknown shell'}",
            f"it is there for {known}: run the command in one, or set SHELL to its path",
        )
    return found


def install(shell: str) -> tuple[Path, Path | None]:
    """Write the script and, if needed, its line in the start-up file; return both paths."""
    home = Path.home()
    if shell == "fish":
        target, start_up, before = home / ".config/fish/completions/rulec.fish", None, ""
    else:
        target = home / f".local/share/rulec/completion.{shell}"
        start_up = home / f".{shell}rc"
        before = "autoload -Uz compinit && compinit -i; " if shell == "zsh" else ""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(script(shell), encoding="utf-8")
    if start_up is not None:
        line = f'[ -f "{target}" ] && {{ {before}. "{target}"; }}  # completion of rulec'
        text = start_up.read_text(encoding="utf-8", errors="surrogateescape") if start_up.exists() else ""
        if line not in text.splitlines():
            with open(start_up, "a", encoding="utf-8") as file:
                file.write(f"{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n")
    return target, start_up


def complete_rules(incomplete: str) -> list[str]:
    """Rules files below the typed path, and names of games."""
    from rulec.native.engines import game_names

    names = [] if "/" in incomplete else game_names()
    return sorted({*_files(incomplete), *(one for one in names if one.startswith(incomplete))})


def complete_codes(incomplete: str) -> list[str]:
    """Diagnostic codes, rules files and games."""
    from rulec.base.diagnostic_codes import known_codes

    typed = incomplete.upper()
    found = [code for code in known_codes() if code.startswith(typed)] if typed else []
    return [*sorted(found), *complete_rules(incomplete)]


def _files(incomplete: str) -> list[str]:
    folder, _, begun = incomplete.rpartition("/")
    root = Path(os.path.expanduser(folder)) if folder else Path("/" if incomplete.startswith("/") else ".")
    found: list[str] = []
    try:
        for path in sorted(root.glob(f"{_literal(begun)}*.rules")):
            found.append(f"{folder}/{path.name}" if "/" in incomplete else path.name)
        for inner in sorted(root.glob(f"{_literal(begun)}*/**/*.rules")) if incomplete else ():
            below = inner.relative_to(root).as_posix()
            if not any(part.startswith(".") for part in inner.relative_to(root).parts):
                found.append(f"{folder}/{below}" if "/" in incomplete else below)
            if len(found) >= _MANY:
                break
    except OSError:
        return found
    return found


def _literal(text: str) -> str:
    import glob

    return glob.escape(text)
