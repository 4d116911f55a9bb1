"""Filters terminal output: passes printable text and rulec's own colours only.

Titles, names, labels, options and file names come from others. All output passes through `Guarded`; colours
carry a mark secret to this process, and any other control or direction-changing character becomes `?`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast
from unicodedata import category

from rulec.cli.shared.folding import NARROWEST, fold, width_of

_MARK = f"\x1b<{secrets.token_hex(8)}>"
_OURS = re.compile(f"{_MARK}(\\d+)m")
_JOINERS = "\u200c\u200d"  # zero-width joiner of emoji
_READ = {*"\n\t", *_JOINERS}


def harmless(text: str) -> str:
    """Replace characters that could control a terminal."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char.isprintable() or char in _READ:
        return char
    return " " if category(char) == "Zs" else "?"


class Guarded:
    """Stream filter for harmless text and rulec's own colours."""

    def __init__(self, stream: TextIO, folding: bool = True) -> None:
        self.unguarded = stream
        self.folding = folding
        self.column = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)

    def write(self, text: str) -> int:
        if self.folding:
            text = self._folded(text)
        if _MARK not in text:
            return self.unguarded.write(harmless(text))
        parts = _OURS.split(text)  # text, code, text, code ... text
        for place in range(len(parts)):
            parts[place] = f"\x1b[{parts[place]}m" if place % 2 else harmless(parts[place])
        return self.unguarded.write("".join(parts))

    def _folded(self, text: str) -> str:
        before, rest = self.column, text.rpartition("\n")[2]
        if text:
            self.column = len(_visible(rest)) + (0 if "\n" in text else before)
        if before + len(text) <= NARROWEST:
            return text
        width = width_of(self.unguarded)
        return fold(text, width, before, _visible) if width else text

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)


def _visible(text: str) -> str:
    return _OURS.sub("", text) if _MARK in text else text


def guarded(stream: TextIO) -> TextIO:
    return stream if isinstance(stream, Guarded) else cast(TextIO, Guarded(stream))


def unguarded(stream: TextIO) -> TextIO:
    """Underlying stream, for trusted or verbatim text."""
    return stream.unguarded if isinstance(stream, Guarded) else stream


def colour(stream: TextIO, code: str) -> str:
    """Colour code in this stream's encoding."""
    return f"{_MARK}{code}m" if isinstance(stream, Guarded) else f"\x1b[{code}m"


@contextmanager
def streams_guarded() -> Iterator[None]:
    """Guard standard output and standard error within the context."""
    import sys

    out, err = sys.stdout, sys.stderr
    sys.stdout = out and guarded(out)
    # Logs and programs match messages by line: fold on terminals only.
    sys.stderr = err and cast(TextIO, Guarded(err, folding=err.isatty()))
    try:
        yield
    finally:
        if isinstance(sys.stdout, Guarded):
            sys.stdout = out
        if isinstance(sys.stderr, Guarded):
            sys.stderr = err
