"""Output of commands: plain text, colour on terminals, JSON for programs.

Rich is reserved for tables and boards, because of its import time.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, Literal, TextIO, cast

from rulec.cli.shared.folding import width_of
from rulec.cli.shared.output_guard import Guarded, colour, harmless, unguarded

if TYPE_CHECKING:
    from rich.console import Console

Style = Literal["bold", "dim", "red", "green", "yellow", "cyan"]

_CODES: dict[Style, str] = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_HEAD = re.compile(r"^(?P<place>\S.*:\d+:\d+): (?P<severity>error|warning) (?P<code>\S+): (?P<text>.*)$")
_HINT = re.compile(r"^  hint: ")
_CARET = re.compile(r"^ +\| *(\^+)$")


def coloured(stream: TextIO | None) -> bool:
    """Check whether the stream is a terminal that wants colour (https://no-color.org)."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def paint(text: str, style: Style, stream: TextIO | None = None) -> str:
    """Colour the text if the stream supports it."""
    if not text or not coloured(stream or sys.stdout):
        return text
    stream = stream or sys.stdout
    return f"{colour(stream, _CODES[style])}{harmless(text)}{colour(stream, '0')}"


def error(message: str, hint: str = "") -> None:
    """Print an error line and an optional hint line."""
    print(f"{paint('error:', 'red', sys.stderr)} {harmless(message)}", file=sys.stderr)
    if hint:
        print(f"{paint('hint:', 'cyan', sys.stderr)} {harmless(hint)}", file=sys.stderr)


def note(message: str) -> None:
    """Print a remark on the error stream."""
    print(f"{paint('note:', 'cyan', sys.stderr)} {harmless(message)}", file=sys.stderr)


def command_line() -> str:
    """Current command as a shell line."""
    import shlex

    return shlex.join(["rulec", *_arguments])


_arguments: list[str] = []


def remember(arguments: list[str]) -> None:
    """Store the arguments for `command_line`."""
    _arguments[:] = arguments


def next_command(command: str) -> None:
    """Print the suggested next command."""
    print(f"{paint('next:', 'dim')} {command}")


def rows(pairs: list[tuple[str, str]]) -> None:
    """Print facts, one per line, with aligned names."""
    width = max((len(name) for name, _ in pairs), default=0)
    for name, text in pairs:
        print(f"  {paint(name.ljust(width), 'dim')}  {text}")


def print_json(data: Any) -> None:
    import json

    text = json.dumps(data, indent=2, ensure_ascii=False)
    shown = "".join(char if char == "\n" or char.isprintable() else json.dumps(char)[1:-1] for char in text)
    exact(sys.stdout).write(f"{shown}\n")


def count(number: int, noun: str) -> str:
    """Number with its noun: `1 problem`, `2 problems`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def problem_text(rendered: str, stream: TextIO | None = None) -> str:
    """Colour the places, carets and hints of rendered diagnostics."""
    stream = stream or sys.stdout
    return "\n".join(_problem_line(line, stream) for line in rendered.splitlines())


def _problem_line(line: str, stream: TextIO) -> str:
    head = _HEAD.match(line)
    if head is not None:
        style: Style = "red" if head["severity"] == "error" else "yellow"
        kind = paint(f"{head['severity']} {head['code']}:", style, stream)
        return f"{paint(head['place'] + ':', 'bold', stream)} {kind} {head['text']}"
    caret = _CARET.match(line)
    if caret is not None:
        return line[: caret.start(1)] + paint(caret[1], "red", stream)
    if _HINT.match(line):
        return f"  {paint('hint:', 'cyan', stream)} {line[8:]}"
    return line


def exact(stream: TextIO) -> TextIO:
    """Stream for verbatim text: unfolded on terminals, unfiltered elsewhere."""
    return unfolded(stream) if stream.isatty() else unguarded(stream)


def unfolded(stream: TextIO) -> TextIO:
    """Stream that does not fold lines, such as for file contents."""
    return cast("TextIO", Guarded(unguarded(stream), folding=False))


def width() -> int:
    """Width for tables and paragraphs; very large if unlimited."""
    return width_of(sys.stdout) or 10_000


def console(stream: TextIO | None = None) -> Console:
    """Rich console, for tables and boards."""
    from rulec.cli.shared.terminal import QuietConsole

    stream = stream or sys.stdout
    colours: Literal["auto"] | None = "auto" if coloured(stream) else None
    return QuietConsole(
        file=unguarded(stream), color_system=colours, highlight=False, markup=False, emoji=False
    )
