"""Games in progress: each saved on disk, with a worker process while somebody plays it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.server.builds import Builds
from rulec.studio.server.library import Library
from rulec.studio.server.openings import Opened, Opening
from rulec.studio.server.preparations import Preparations
from rulec.studio.server.store import Saved, Store, new_id
from rulec.studio.worker.client import Worker, WorkerLost, warm

T = TypeVar("T")
Progress = Callable[[dict[str, Any]], None] | None
_THREADS = 64  # each waits for a worker process
_SCOUTS = 3  # opened games not yet started
_FIRST_VIEW = 1.0  # seconds in which a game that is begun at once is drawn; its plan waits for them
_OF_A_PLAN = {"step", "undo", "why", "options"}  # they search, or draw hidden information anew


@dataclass
class Playing:
    """A game in progress, with its worker process, if any, and its listeners."""

    saved: Saved
    worker: Worker | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    version: int = 0
    epoch: int = 0  # number of changes to its history
    state: dict[str, Any] = field(default_factory=dict)
    inquiry: dict[str, Any] = field(default_factory=dict)  # progress of the question that is asked
    problem: str = ""
    paused: bool = False
    listeners: set[asyncio.Queue[int]] = field(default_factory=set)
    drive: asyncio.Task[None] | None = None
    stepping: bool = False  # a program or chance is moving
    plan: asyncio.Task[None] | None = None  # until its options are planned
    begun: bool = False  # a person has moved, or it goes on from moves made elsewhere


class Games:
    """All games of the studio."""

    def __init__(self, library: Library, store: Store, builds: bool = True) -> None:
        self.library, self.store = library, store
        self.builds = Builds(self._built) if builds else None
        self._threads = ThreadPoolExecutor(_THREADS, "studio")
        self._scouts: dict[str, Opening] = {}
        self._guess: tuple[str, Opening] | None = None  # the game at which the pointer rests
        self._openings: dict[str, Opening] = {}  # the last one of each game
        self._plans: WeakKeyDictionary[Worker, asyncio.Task[None]] = WeakKeyDictionary()  # of unplanned games
        self.preparations = Preparations(self.in_thread, lambda game: str(library.path(game)))
        self._ahead: asyncio.Task[None] | None = None
        self._games = {one.id: Playing(one, begun=bool(one.lines)) for one in store.games()}

    # --- all games --------------------------------------------------------------------------------

    def all(self) -> list[Saved]:
        return sorted((one.saved for one in self._games.values()), key=lambda one: -one.changed)

    def get(self, game_id: str) -> Playing:
        found = self._games.get(game_id)
        if found is None:
            raise RulecError("there is no such game in progress")
        return found

    def of_rules(self, game: str) -> list[Playing]:
        return [one for one in self._games.values() if one.saved.game == game]

    def remove(self, playing: Playing) -> None:
        self._games.pop(playing.saved.id, None)
        self._end(playing)
        self.store.remove(playing.saved)

    def close(self) -> None:
        for playing in self._games.values():
            self._end(playing)
        if self._ahead is not None:
            self._ahead.cancel()
        self.preparations.close()
        guesses = () if self._guess is None else (self._guess[1],)
        for opening in {*self._scouts.values(), *self._openings.values(), *guesses}:
            opening.end()
        if self.builds is not None:
            self.builds.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _end(self, playing: Playing) -> None:
        for task in (playing.drive, playing.plan):
            if task is not None:
                task.cancel()
        if playing.worker is not None:
            playing.worker.end()
            playing.worker = None

    async def in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def warm(self) -> None:
        """Preload the modules of worker processes while the first page is read."""
        self._threads.submit(warm)

    def prepare(self, first: Sequence[str] = ()) -> None:
        """Compile games ahead, and build engines: those played before, then those of the folder."""
        self._ahead = asyncio.get_running_loop().create_task(self._prepare(first))

    @property
    def is_preparing(self) -> bool:
        """Whether games are compiled ahead in this run."""
        return self._ahead is not None

    async def _prepare(self, first: Sequence[str]) -> None:
        entries = await asyncio.to_thread(self.library.entries)
        listed = sorted((one.id for one in entries), key=lambda game: not self.library.is_own(game))
        played = [one.game for one in self.all() if one.game in listed]
        likely = list(dict.fromkeys([*first, *played, *listed]))
        await self.preparations.run(likely)
        if self.builds is not None:
            own = (one for one in likely if one in self.preparations.ready and self.library.is_own(one))
            missing = [one for one in own if one not in self.preparations.engines][: limits.ENGINES]
            self.builds.want_ahead([str(self.library.path(one)) for one in missing])

    # --- beginning --------------------------------------------------------------------------------

    async def describe(self, game: str) -> dict[str, Any]:
        """Return players and options of a game; its worker process waits for the start of the game."""
        found = self._scouts.pop(game, None) or self._guessed(game)
        if found is not None and not await self._is_current(found):
            found.end()
            found = None
        while len(self._scouts) >= _SCOUTS:
            self._scouts.pop(next(iter(self._scouts))).end()
        found = self._scouts[game] = found or self._open(game, at_once=True)
        try:
            return await found.about()
        except RulecError:
            if self._scouts.get(game) is found:
                del self._scouts[game]
            raise

    def foresee(self, game: str) -> None:
        """Begin to open a game that somebody points at, instead of the last such game."""
        if game in self._scouts or (self._guess is not None and self._guess[0] == game):
            return
        if self._guess is not None:
            self._guess[1].end()
        self._guess = game, self._open(game, at_once=True, guessed=True)

    def _guessed(self, game: str) -> Opening | None:
        """Return the opening of this game that `foresee` has begun, and let its plan follow."""
        if self._guess is None or self._guess[0] != game:
            return None
        opening, self._guess = self._guess[1], None
        opening.guessed = False
        task = opening.task
        if task is not None and task.done() and not task.cancelled() and task.exception() is None:
            self._plan(game, *task.result())
        return opening

    async def _is_current(self, opening: Opening) -> bool:
        """Check that the files of an opened game have not changed since; a game that loads is current."""
        task = opening.task
        if task is None or not task.done():
            return task is not None
        try:
            worker = task.result()[0]
            found = await self.in_thread(partial(worker.ask, "is_current", limits.VIEW))
        except (RulecError, asyncio.CancelledError):
            return False
        return bool(found["current"])

    async def opening(self, game: str) -> dict[str, Any]:
        """Return the progress of opening a game; raise the problems of its rules."""
        found = self._openings.get(game)
        if found is None or found.task is None or found.task.cancelled():
            return {"ready": False, "stage": "", "share": 0}
        if not found.task.done():
            return {"ready": False, "stage": found.stage, "share": found.share}
        return {**found.task.result()[1], "ready": True}

    def _open(self, game: str, at_once: bool = False, guessed: bool = False) -> Opening:
        loop = asyncio.get_running_loop()
        path, opening = str(self.library.path(game)), Opening(loop, guessed=guessed)
        opening.task = loop.create_task(self._opened_by(opening, game, path, at_once))
        opening.task.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._openings[game] = opening
        return opening

    async def _opened(self, game: str, at_once: bool = False) -> Opened:
        task = self._open(game, at_once).task
        assert task is not None
        return await task

    async def _opened_by(self, opening: Opening, game: str, path: str, at_once: bool) -> Opened:
        self._make_room()
        with contextlib.nullcontext() if opening.guessed else self.preparations.held(game):
            worker = opening.worker = await self.in_thread(lambda: Worker("table"))
            try:
                given = {"path": path, "at_once": at_once}
                asked = partial(worker.ask, "open", limits.OPEN, opening.progress, **given)
                about = await self.in_thread(asked)
            except RulecError:
                worker.end()
                raise
        if not opening.guessed:
            self._plan(game, worker, about)
        return worker, about

    def _plan(self, game: str, worker: Worker, about: dict[str, Any]) -> None:
        """Compile the rest of a game that has been opened at once."""
        if about["planned"]:
            self.preparations.opened(game)
        else:
            plan = asyncio.get_running_loop().create_task(self._hasten(game))
            plan.add_done_callback(lambda task: task.cancelled() or task.exception())
            self._plans[worker] = plan

    async def _hasten(self, game: str) -> None:
        await asyncio.sleep(_FIRST_VIEW)
        await self.preparations.hasten(game)

    def _make_room(self) -> None:
        live = [one for one in self._games.values() if one.worker is not None]
        idle = sorted((one for one in live if not one.lock.locked()), key=_last_used)
        for playing in idle[: max(0, len(live) - limits.LIVE + 1)]:
            if playing.worker is not None:
                playing.worker.end()
                playing.worker = None

    async def begin(
        self, game: str, players: int, options: dict[str, Any], seed: int, seats: list[str], designer: bool
    ) -> Playing:
        scout = self._scouts.pop(game, None) or self._guessed(game)
        worker, about = await (scout.task if scout is not None and scout.task else self._opened(game, True))
        if scout is not None and not await self._is_current(scout):
            scout.end()
            worker, about = await self._opened(game, True)
        saved = Saved(new_id(), game, about["title"], seats, designer, created=time.time())
        arguments: dict[str, Any] = {
            "players": players,
            "options": options,
            "seed": seed,
            "seats": seats,
        }
        try:
            state = await self.in_thread(
                partial(worker.ask, "begin", limits.CHOOSE, designer=designer, **arguments)
            )
            trace = await self.in_thread(partial(worker.ask, "trace", limits.VIEW))
        except RulecError:
            worker.end()
            raise
        return self._seat(saved, worker, state, trace["trace"])

    async def load(
        self, game: str, trace: str, seats: list[str], designer: bool, branched: str = ""
    ) -> Playing:
        """Start a game from a trace, which has to replay fully if its rules are the same."""
        worker, about = await self._opened(game, True)
        try:
            state = await self.in_thread(
                partial(worker.ask, "restore", limits.OPEN, trace=trace, seats=seats, designer=designer)
            )
        except RulecError:
            worker.end()
            raise
        saved = Saved(new_id(), game, about["title"], seats, designer, created=time.time(), branched=branched)
        saved.note = state.pop("note", "")
        return self._seat(saved, worker, state, state.pop("trace"))

    def _seat(self, saved: Saved, worker: Worker, state: dict[str, Any], trace: str) -> Playing:
        saved.take(trace)
        saved.over = bool(state["over"])
        playing = Playing(saved, worker, state=state, begun=bool(saved.lines))
        self._games[saved.id] = playing
        self.store.write(saved)
        self._go_over(playing, worker)
        self.go_on(playing)
        return playing

    def _go_over(self, playing: Playing, worker: Worker) -> None:
        """Let a game go over to its planned program, or to an engine, once there is one."""
        plan = self._plans.pop(worker, None)
        if plan is None:
            playing.plan = None
            self._build(playing)
        else:
            playing.plan = asyncio.get_running_loop().create_task(self._planned(playing, worker, plan))

    async def _planned(self, playing: Playing, worker: Worker, plan: asyncio.Task[None]) -> None:
        """Switch a game to its planned program once it is compiled."""
        try:
            await plan
            async with playing.lock:
                if playing.worker is worker:  # else another process plays it, and has a plan of its own
                    state = await self._ask(playing, "plan", limits.OPEN)
                    playing.saved.take(state["trace"])
                    self._know(playing, state)
                    self.store.write(playing.saved)
        except RulecError:
            pass  # it goes on as it is
        finally:
            if playing.plan is asyncio.current_task():
                playing.plan = None
        self.preparations.opened(playing.saved.game)
        self._build(playing)
        self.publish(playing)
        self.go_on(playing)

    async def _when_planned(self, playing: Playing) -> None:
        """Wait for the plan before hidden information is drawn anew."""
        if playing.state.get("hidden"):
            await self.when_planned(playing)

    async def when_planned(self, playing: Playing) -> None:
        """Wait for the plan, if any: only then the digest of the rules is that of their file."""
        if playing.plan is not None:
            await asyncio.wait({playing.plan})

    # --- asking -----------------------------------------------------------------------------------

    async def ask(self, playing: Playing, do: str, seconds: float, **arguments: Any) -> dict[str, Any]:
        """Send a request to a game's worker process; start and restore it if necessary."""
        async with playing.lock:
            return await self._ask(playing, do, seconds, **arguments)

    async def _ask(
        self, playing: Playing, do: str, seconds: float, progress: Progress = None, **arguments: Any
    ) -> dict[str, Any]:
        worker = await self._restored(playing, at_once=do not in _OF_A_PLAN)
        try:
            return await self.in_thread(partial(worker.ask, do, seconds, progress, **arguments))
        except WorkerLost:
            playing.worker = None
            raise

    async def inquire(self, playing: Playing, do: str, **arguments: Any) -> dict[str, Any]:
        """Send a request that may take long; `playing.inquiry` holds its progress."""
        await self._when_planned(playing)
        async with playing.lock:
            playing.inquiry = {}
            try:
                return await self._ask(
                    playing, do, limits.EXPLAIN, lambda told: playing.inquiry.update(told), **arguments
                )
            finally:
                playing.inquiry = {}

    async def _restored(self, playing: Playing, at_once: bool) -> Worker:
        if playing.worker is not None and playing.worker.alive:
            return playing.worker
        saved = playing.saved
        worker, _ = await self._opened(saved.game, at_once)
        arguments: dict[str, Any] = {
            "trace": saved.trace,
            "seats": saved.seats,
            "designer": saved.designer,
        }
        try:
            state = await self.in_thread(partial(worker.ask, "restore", limits.OPEN, **arguments))
        except RulecError:
            worker.end()
            raise
        if state["note"]:
            self.store.set_aside(saved)
            saved.note = state["note"]
            saved.take(state["trace"])
            playing.epoch += 1
            self.store.write(saved)
        playing.worker = worker
        self._know(playing, state)
        self._go_over(playing, worker)
        return worker

    def _know(self, playing: Playing, state: dict[str, Any]) -> None:
        playing.state = {key: state[key] for key in ("moves", "over", "seat", "waits", "back_end", "hidden")}
        playing.saved.over = bool(state["over"])

    # --- moves ------------------------------------------------------------------------------------

    async def choose(self, playing: Playing, action: int, moves: int, seat: int | None) -> None:
        async with playing.lock:
            state = await self._ask(playing, "choose", limits.CHOOSE, action=action, moves=moves, seat=seat)
            playing.begun = True
            self._entered(playing, state)
        self.go_on(playing)

    def _entered(self, playing: Playing, state: dict[str, Any]) -> None:
        self._know(playing, state)
        self.store.add(playing.saved, state["line"])
        if playing.saved.over:
            self.store.write_about(playing.saved)
        playing.problem = ""
        self.publish(playing)

    async def undo(self, playing: Playing) -> None:
        await self._when_planned(playing)
        async with playing.lock:
            state = await self._ask(playing, "undo", limits.STEP)
            playing.saved.take(state["trace"])
            self._know(playing, state)
            playing.epoch += 1
            self.store.write(playing.saved)
            self.publish(playing)
        self.go_on(playing)

    async def branch(self, playing: Playing, at: int) -> Playing:
        """Start a copy of the game that continues from an earlier move."""
        saved = playing.saved
        copy = Saved("", saved.game, saved.title, saved.seats, head=saved.head, lines=saved.lines[:at])
        return await self.load(saved.game, copy.trace, saved.seats, saved.designer, saved.id)

    async def adopt(self, playing: Playing) -> None:
        """Continue under the current rules, or under the old ones if the position does not fit."""
        async with playing.lock:
            saved = playing.saved
            try:
                kept = await self._ask(playing, "position", limits.VIEW)
                worker, _ = await self._opened(saved.game, True)
                state = await self.in_thread(
                    partial(
                        worker.ask,
                        "adopt",
                        limits.OPEN,
                        position=kept["position"],
                        seed=kept["seed"],
                        seats=saved.seats,
                        designer=saved.designer,
                    )
                )
            except RulecError as problem:
                listed = "\n" in problem.message  # problems with their lines, which the rules page has
                why = "the new ones have problems" if listed else problem.message
                saved.note = f"goes on under the old rules: {why}"
                self.store.write_about(saved)
                self.publish(playing)
                return
            if playing.worker is not None:
                playing.worker.end()
            playing.worker = worker
            self.store.set_aside(saved)
            saved.note = _adopted(len(saved.lines), state)
            saved.take(state["trace"])
            self._know(playing, state)
            playing.epoch += 1
            self.store.write(saved)
            self.publish(playing)
        self._go_over(playing, worker)
        self.go_on(playing)

    # --- programs that play -----------------------------------------------------------------------

    def go_on(self, playing: Playing) -> None:
        """Let programs and chance move while it is their turn."""
        waits = playing.state.get("waits", True) or playing.state.get("over", False)
        waits = waits or (playing.plan is not None and self._searches(playing))
        if not waits and not playing.paused and (playing.drive is None or playing.drive.done()):
            playing.drive = asyncio.get_running_loop().create_task(self._drive(playing))

    async def _drive(self, playing: Playing) -> None:
        while not playing.paused:
            await self._pause(playing)
            try:
                async with playing.lock:
                    playing.stepping = True
                    state = await self._ask(playing, "step", limits.STEP)
                    if not state["moved"]:
                        return
                    self._entered(playing, state)
            except RulecError as problem:
                playing.problem = f"{problem.message}; {problem.hint}" if problem.hint else problem.message
                self.publish(playing)
                return
            finally:
                playing.stepping = False
            if state["over"] or state["waits"] or (playing.plan is not None and self._searches(playing)):
                return

    async def _pause(self, playing: Playing) -> None:
        """Slow programs down, once people have moved; the log has all moves before."""
        waits = playing.begun or "human" not in playing.saved.seats
        await asyncio.sleep(playing.saved.pace / 1000 if waits else 0)

    def _searches(self, playing: Playing) -> bool:
        """Check whether the player to move tries out games, which takes long before the game is planned."""
        seat = playing.state["seat"]
        return 0 <= seat < len(playing.saved.seats) and playing.saved.seats[seat] not in ("human", "random")

    async def seats(self, playing: Playing, seats: list[str]) -> None:
        """Seat other players from the next move on."""
        async with playing.lock:
            self._know(playing, await self._ask(playing, "seats", limits.CHOOSE, seats=seats))
            playing.saved.seats = seats
            playing.epoch += 1  # other people may read the log
            self.store.write_about(playing.saved)
            self.publish(playing)
        self.go_on(playing)

    def move_now(self, playing: Playing) -> None:
        """End the search of a program at its turn."""
        if playing.stepping and playing.worker is not None:
            playing.worker.stop()

    def pace(self, playing: Playing, milliseconds: int, paused: bool) -> None:
        playing.saved.pace, playing.paused = max(0, min(milliseconds, 10_000)), paused
        self.store.write_about(playing.saved)
        self.publish(playing)
        self.go_on(playing)

    # --- listeners --------------------------------------------------------------------------------

    def publish(self, playing: Playing) -> None:
        playing.version += 1
        for queue in playing.listeners:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(playing.version)

    def streams(self) -> int:
        """Return the number of open event streams."""
        return sum(len(one.listeners) for one in self._games.values())

    @contextlib.contextmanager
    def listening(self, playing: Playing) -> Any:
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        playing.listeners.add(queue)
        try:
            yield queue
        finally:
            playing.listeners.discard(queue)

    # --- engines ----------------------------------------------------------------------------------

    def _build(self, playing: Playing) -> None:
        if self.builds is not None and playing.state.get("back_end") == "interpreter":
            with contextlib.suppress(RulecError):
                self.builds.want(str(self.library.path(playing.saved.game)))

    def want_engine(self, path: str) -> None:
        """Build the engine of a game that the lab plays, unless there is one."""
        if self.builds is not None:
            self.builds.want(path)

    async def _built(self, path: str) -> None:
        """Switch the games of a rules file to its finished engine."""
        for playing in list(self._games.values()):
            with contextlib.suppress(RulecError):
                same = str(self.library.path(playing.saved.game)) == path
                if same and playing.worker is not None and playing.state.get("back_end") == "interpreter":
                    found = await self.ask(playing, "engine", limits.OPEN)
                    playing.state["back_end"] = found["back_end"]
                    self.publish(playing)


def _last_used(playing: Playing) -> float:
    return playing.worker.used if playing.worker is not None else 0.0


def _adopted(moves: int, state: dict[str, Any]) -> str:
    told = f"goes on under the new rules, behind {moves} moves under the old ones"
    if state["left"]:
        told += f"; not as it was: {', '.join(state['left'][:12])}"
    if state["anew"]:
        told += f"; `{state['anew'][0]}` begins anew"
    return told
