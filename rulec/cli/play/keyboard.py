"""Line input from a terminal or a pipe."""

from __future__ import annotations

import sys

from rulec.cli.shared.output_guard import harmless


def read_line(prompt: str) -> str | None:
    """Read a line; input from a pipe is echoed."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(harmless(prompt))
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    print(line.rstrip(), flush=True)
    return line if line else None
