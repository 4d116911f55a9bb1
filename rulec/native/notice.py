"""One-line notice on standard error for builds triggered implicitly."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TextIO

_CLEAR_LINE = "\r\x1b[2K"


@contextlib.contextmanager
def announced(name: str, stream: TextIO | None) -> Iterator[Callable[[str], None]]:
    """Announce the build of `name` while it runs; yields a callback for stage names.

    A terminal shows the current stage, other streams the start and end on one line. An unwritable stream
    never fails the build.
    """
    shown = "".join(char if char.isprintable() else "?" for char in name)
    head = f"rulec: compiling {shown} for its first use"
    stream = getattr(stream, "unguarded", stream)  # commands filter control characters
    terminal = stream is not None and not stream.closed and stream.isatty()
    started = time.monotonic()

    def write(text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            if stream is not None:
                stream.write(text)
                stream.flush()

    def stage(running: str) -> None:
        if terminal:
            write(f"{_CLEAR_LINE}{head}: {running} ({time.monotonic() - started:.0f} s)")

    write(f"{head} ...")
    ending = "stopped"
    try:
        yield stage
        ending = "done"
    finally:
        line = f"{_CLEAR_LINE}{head}:" if terminal else ""
        write(f"{line} {ending} after {time.monotonic() - started:.0f} s\n")
