"""What is typed: at a terminal, or through a pipe as a script would."""

from __future__ import annotations

import sys

from rulec.cli.shared.output_guard import harmless


def read_line(prompt: str) -> str | None:
    """A line from the keyboard; from a pipe too, then shown as if it had been typed."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(harmless(prompt))
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    print(line.rstrip(), flush=True)
    return line if line else None
