"""Rich's console, made to fit: the only module of the command line that imports rich at its top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rulec.cli.shared.output_guard import harmless


class QuietConsole(Console):
    """A console that draws harmless characters alone, and leaves a closed pipe to whoever runs it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)

    def on_broken_pipe(self) -> NoReturn:
        self.quiet = True
        raise BrokenPipeError
