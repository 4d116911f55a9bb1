"""Choice of processes: those of this machine, or of the nodes of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rulec.cli.shared.open_games import BackEnd, built_engine, chosen_opener, open_interpreter
from rulec.errors import RulecError

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.face import Game
    from rulec.sim.workers import Jobs, OpenGame


@contextmanager
def machines(ray: str | None, jobs: int | None, usual: int) -> Iterator[Jobs]:
    """Context manager for the cluster at the address `ray`, else the number of processes."""
    if ray is None:
        yield usual if jobs is None else jobs
        return
    if jobs is not None:
        raise RulecError(
            "--jobs is for processes of this machine; --ray takes all processors of a cluster",
            "leave one of them out",
        )
    from rulec.cli.shared.progress import doing
    from rulec.cluster import connect

    with ExitStack() as stack:
        with doing(f"connecting to {ray}"):
            nodes = stack.enter_context(connect(ray))
        yield nodes


def told_machines(jobs: Jobs) -> str:
    """Description of a cluster for the line about the games; empty for this machine."""
    return "" if isinstance(jobs, int) else f" of {jobs}"


def opener_for(path: Path, interpreter: bool, jobs: Jobs) -> OpenGame:
    """Opener of a game in other processes, or on other machines, which may not have the file."""
    if isinstance(jobs, int):
        from rulec.cli.shared.open_games import open_engine

        return partial(open_interpreter if interpreter else open_engine, path)
    from rulec.cluster import PortableGame

    return PortableGame.of(path, interpreted=interpreter)


def open_for(path: Path, interpreter: bool, jobs: Jobs) -> tuple[Game, OpenGame, BackEnd]:
    """Game in this process, its opener in others, and the back end that plays.

    Nothing is built here for a cluster.
    """
    if isinstance(jobs, int):
        opener, back_end = chosen_opener(path, interpreter)
        return opener(path), partial(opener, path), back_end
    game = (None if interpreter else built_engine(path)) or open_interpreter(path)
    back_end = BackEnd.interpreter if interpreter else BackEnd.engine
    return game, opener_for(path, interpreter, jobs), back_end
