"""Connection to a Ray cluster, and the games played on it."""

from __future__ import annotations

import os
import socket
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulec.cluster.portable_game import PortableGame
from rulec.cluster.ray_pool import RayPool
from rulec.errors import RulecError
from rulec.sim.pool import Executor, Initializer
from rulec.sim.workers import workers

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.runtime.face import Playouts
    from rulec.sim.self_play import SelfPlay, SelfPlayGames

    Named = str | os.PathLike[str] | PortableGame

AUTO, LOCAL = "auto", "local"
_PLAYOUTS = 5_000  # random games of a task
_ANSWER = 5.0  # seconds in which a cluster answers


@contextmanager
def connect(address: str = AUTO) -> Iterator[Nodes]:
    """Context manager for a connection to a cluster; one that exists already is used and left open.

    `auto` is the cluster that this machine belongs to, `local` one of this machine alone; else
    `HOST:PORT` or `ray://HOST:PORT`.
    """
    ray = _ray()
    if ray.is_initialized():
        yield Nodes(ray)
        return
    _require_answer(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster started here reports to nobody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of its next version
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", namespace="rulec")
    except (ConnectionError, RuntimeError, ValueError, ImportError) as problem:
        raise RulecError(f"no Ray cluster at {address}: {_first_line(problem)}", _STARTED) from None
    try:
        yield Nodes(ray)
    finally:
        ray.shutdown()


_STARTED = "`ray start --head` starts one, `--ray local` takes this machine alone"


class Nodes:
    """Nodes of a cluster; all results are those of one process with the same seed."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def __str__(self) -> str:
        alive = [one for one in self._ray.nodes() if one["Alive"]]
        count = int(self._ray.cluster_resources().get("CPU", 0))
        return f"{len(alive)} {'node' if len(alive) == 1 else 'nodes'}, {count} processors"

    @contextmanager
    def processes(
        self, initializer: Initializer | None = None, arguments: tuple[Any, ...] = ()
    ) -> Iterator[Executor]:
        """Context manager for an executor on all nodes; leaving early cancels its tasks."""
        pool = RayPool(self._ray, initializer, arguments)
        try:
            yield pool
        except BaseException:
            pool.kill()
            raise

    def playouts(self, game: Named, n: int, *, seed: int = 0, **configuration: Any) -> Playouts:
        """Play n random games natively, as `playouts` of an engine."""
        import numpy

        from rulec.runtime.face import Playouts

        parts = list(self._each(game, _random_games(n, seed, configuration)))
        columns = zip(*parts, strict=True)
        return Playouts(*(None if one[0] is None else numpy.concatenate(one) for one in columns))

    def self_play(self, game: Named, plan: SelfPlay) -> Generator[SelfPlayGames, None, None]:
        """Yield batches of games that searching players play against themselves, in order."""
        yield from self._each(game, plan.tasks())

    def _each(self, game: Named, tasks: Sequence[Any]) -> Iterator[Any]:
        opener = game if isinstance(game, PortableGame) else PortableGame.of(game)
        here: Any = None  # nothing is played in this process
        with workers(here, self, opener) as crew:
            yield from crew.each(tasks)


@dataclass(frozen=True)
class RandomGames:
    """Task: consecutive random games."""

    count: int
    first: int
    seed: int
    configuration: dict[str, Any]

    def run(self, game: Game) -> Playouts:
        found: Playouts = game.playouts(
            self.count, seed=self.seed, threads=1, first_game=self.first, **self.configuration
        )
        return found


def _random_games(n: int, seed: int, configuration: dict[str, Any]) -> list[RandomGames]:
    firsts = range(0, n, _PLAYOUTS) if n else [0]
    return [RandomGames(min(_PLAYOUTS, n - first), first, seed, configuration) for first in firsts]


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise RulecError("Ray is not installed", "run `pip install 'rulec[cluster]'`") from None
    return ray


def _require_answer(address: str) -> None:
    """Raise an error for an address at which nothing listens: Ray itself would try for minutes."""
    if address in (AUTO, LOCAL):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or not 0 < int(port) < 1 << 16 or not host:
        raise RulecError(
            f"`{address}` is not an address of a Ray cluster", "as auto, local, HOST:PORT or ray://HOST:PORT"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _ANSWER).close()
    except OSError as problem:
        raise RulecError(f"no Ray cluster at {address}: {problem.strerror or problem}", _STARTED) from None


def _first_line(problem: BaseException) -> str:
    return str(problem).strip().partition("\n")[0] or type(problem).__name__
