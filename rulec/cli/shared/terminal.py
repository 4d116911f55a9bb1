"""Rich console adapted to guarded output; the only module here that imports rich at the top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rulec.cli.shared.output_guard import harmless


class QuietConsole(Console):
    """Console that prints only harmless characters and propagates closed pipes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)

    def on_broken_pipe(self) -> NoReturn:
        self.quiet = True
        raise BrokenPipeError
