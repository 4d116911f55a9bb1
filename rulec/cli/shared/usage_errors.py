"""Usage errors in rulec's wording, with the closest valid alternative."""

from __future__ import annotations

import re
from typing import Any

from rulec.base.diagnostics import did_you_mean

_NUMBER = re.compile(r"is not a valid (int|integer|float)( range)?$")
_CHOICE = re.compile(r"'(?P<word>[^']*)' is not one of (?P<choices>'.*')")


def explain(problem: Any, arguments: list[str]) -> tuple[str, str]:
    """Message and hint for a usage error of any supported typer or click version."""
    message = re.sub(r"\s+", " ", problem.format_message()).strip().rstrip(".").replace("Value error, ", "")
    return _lower(message), _nearest(problem, message) or _help(problem, arguments)


def _nearest(problem: Any, message: str) -> str:
    wrong = getattr(problem, "option_name", None)
    context = getattr(problem, "ctx", None)
    if wrong is not None and type(problem).__name__ == "NoSuchOption" and context is not None:
        return did_you_mean(wrong, [name for one in context.command.params for name in one.opts])
    choice = _CHOICE.search(message)
    if choice is not None:
        return did_you_mean(choice["word"], re.findall(r"'([^']*)'", choice["choices"]))
    return ""


def _help(problem: Any, arguments: list[str]) -> str:
    context = getattr(problem, "ctx", None)
    command = context.command_path if context is not None else f"rulec {arguments[0]}"
    return f"`{command} --help` shows how it is used"


def _lower(message: str) -> str:
    """Lower-case the first letter and name types in plain words; user input keeps its case."""
    message = re.sub(r" \(Possible options: .*\)$", "", message)
    message = _NUMBER.sub(
        lambda found: f"is no {'number' if found[1] == 'float' else 'whole number'}", message
    )
    return message[:1].lower() + message[1:]
