"""Rich's console, made to fit: the only module of the command line that imports rich at its top."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class QuietConsole(Console):
    """A console that leaves a closed pipe to whoever runs the command."""

    def on_broken_pipe(self) -> NoReturn:
        self.quiet = True
        raise BrokenPipeError
