"""How far a long run is: one line on a terminal, nothing anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:

    class Played(Protocol):
        """What came of games so far."""

        games: int
        decisions: int


@contextmanager
def bar(title: str, total: int, stream: TextIO) -> Iterator[Callable[[int], None]]:
    """A function to be told how many more are done. The bar is gone when all are."""
    if not stream.isatty():
        yield lambda done: None
        return
    from rich.progress import Progress

    from rulec.cli.output import console

    with Progress(console=console(stream), transient=True) as shown:
        task = shown.add_task(title, total=total)
        yield lambda done: shown.advance(task, done)


_EVERY = 0.1  # seconds


@contextmanager
def progress(title: str, stream: TextIO) -> Iterator[Callable[[Played], None]]:
    """A function to be told of every game. The line is gone when the run is over."""
    if not stream.isatty():
        yield lambda report: None
        return
    from rulec.cli.output import console

    screen = console(stream)
    with screen.status(f"{title}: starting", spinner="line") as status:
        last = 0.0

        def tell(report: Played) -> None:
            nonlocal last
            now = screen.get_time()
            if now - last >= _EVERY:
                last = now
                status.update(f"{title}: {report.games:,} games, {report.decisions:,} decisions")

        yield tell
