"""Public API of a game in progress, shared by engine and interpreter.

`StateFace` has all methods except the hot ones, which each back end adds as its core (see
`rulec.runtime.core`); `state_class` combines both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self, SupportsIndex, cast

from rulec.runtime import (
    codec,
    control,
    foreign_names,
    handmade,
    knowledge,
    montecarlo,
    notebook,
    rng,
    state_dict,
    values,
)  # fmt: skip
from rulec.runtime.description import Description
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER, NO_PLAYER, Face, is_compact
from rulec.runtime.game_classes import GameClass, Reduced
from rulec.runtime.montecarlo import Search
from rulec.runtime.numbers import whole
from rulec.runtime.positions import position_migration
from rulec.runtime.positions import sparse_dict as sparse_positions
from rulec.runtime.puct import Evaluate
from rulec.runtime.resampling import events, resample
from rulec.runtime.search_arguments import AT_ONCE, CUTOFF, EXPLORATION
from rulec.runtime.search_tree import MakeTree, SearchTree, Stop
from rulec.runtime.state_base import StateBase


class StateFace(StateBase):
    """A game in progress."""

    __slots__ = ()
    _search_tree: MakeTree  # set per back end

    def drawn(self, number: SupportsIndex) -> int:
        """Index of the option that 64 random bits choose uniformly; `playouts` makes the same choice.

        Options that need a search are tested in random order, up to the first legal one.
        """
        bits = self._face.seed(number)
        pending = self._pending()
        decisions = self._face.schema.decisions
        if 0 < pending <= len(decisions) and decisions[pending - 1].searched:
            return rng.first_of(bits, self.legal_actions())
        return rng.below(bits, self.count_legal())

    @classmethod
    def description(cls) -> Description:
        """Declarations of this game, for tools that display positions."""
        return cls._face.description

    @classmethod
    def rules_file(cls) -> str:
        """Path of the rules file; empty if unknown."""
        return cls._face.rules_file()

    # --- other ways to be made ------------------------------------------------------------------------

    @classmethod
    def setup(
        cls,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        before: Sequence[str] = (),
        edits: Mapping[str, Any] | None = None,
        at: str | None = None,
        play: Sequence[str] = (),
        chance: str = "sampled",
        record: bool = True,
        **options: Any,
    ) -> Self:
        """Build a position by hand: decisions by label, edits by name, a checkpoint, decisions by label."""
        first, then = handmade.labels_of("before", before), handmade.labels_of("play", play)
        state = handmade.start_game(cls, first, at, (players, cls._face.seed(seed), chance, record, options))
        if edits or at is not None:
            state = handmade.edited(state, edits or {}, at, chance == "sampled")
        return handmade.play_after(state, then, edits or {})

    def edited(
        self, edits: Mapping[str, Any] | None = None, at: str | None = None, play: Sequence[str] = ()
    ) -> Self:
        """Return an edited copy, made as by `setup`; this state is unchanged."""
        then = handmade.labels_of("play", play)
        state = handmade.edited(self, edits or {}, at, False)
        return handmade.play_after(state, then, edits or {})

    @classmethod
    def from_dict(cls, data: dict[str, Any], adopt: bool = False) -> Self:
        """Restore a state from `to_dict`; `adopt` migrates it from other rules (see `position_migration`)."""
        data = sparse_positions.expanded(cls._face.view, data)
        if not adopt:
            return cls._checked(state_dict.from_dict(cls._face.view, data), None)
        found = position_migration.adopt(cls._face.view, data)
        state, at = cls._adopted(found)
        state.adopted = (*found.others, *([f"from {at}"] if at else []))
        return state

    @classmethod
    def _adopted(cls, found: position_migration.MigratedPosition) -> tuple[Self, str]:
        """Resume at the pending decision, or at the first checkpoint from which the game can go on."""
        problem: ValueError | None = None
        if found.resumed is not None:
            try:
                return cls._checked(found.resumed, None), ""
            except ValueError as error:
                problem = error
        for at in found.at:
            try:
                return cls._at_checkpoint(list(found.cells), at, None), at
            except ValueError as error:
                problem = error
            except RulecError as error:
                problem = ValueError(f"`pending`: the game can't go on from {at}: {error.message}")
        assert problem is not None
        raise problem

    # --- who and what ---------------------------------------------------------------------------------

    def decision_seat(self) -> int:
        """Deciding seat: an index into `SEATS`, or a special value of `current_player()`.

        Where members act for players: the acting member's seat, or -3 if a player decides for none of them.
        """
        if not self._face.schema.actors or self.current_player() < 0:
            return self.current_player()
        member = values.acting(self._face.view, self._cells())
        return NO_PLAYER if member is None else member

    # --- moving on ------------------------------------------------------------------------------------

    def rollout(self, seed: SupportsIndex = 0) -> Self:
        """Clone the state and play it to the end at random; `seed` drives chance as well."""
        state = self.clone()
        state.recording = False
        state.past = None
        fault = state._play_out(rng.key_of(self._face.seed(seed)))
        if fault >= 0:
            raise self._face.fault(fault, self.to_bytes(), None)
        return state

    def mcts(
        self,
        count: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        method: str = "uct",
        exploration: float = EXPLORATION,
        cutoff: SupportsIndex | None = CUTOFF,
        *,
        time: float | None = None,
        threads: SupportsIndex = 1,
        tree: SearchTree | None = None,
        solver: bool = True,
        evaluate: Evaluate | None = None,
        batch: SupportsIndex = AT_ONCE,
        simulations: SupportsIndex | None = None,
        avoid: Mapping[int, Iterable[int]] | None = None,
        stop: Stop | None = None,
    ) -> Search:
        """Search for the best option by `count` simulations or for `time` seconds; return statistics.

        `evaluate` replaces random playouts: see `rulec.runtime.puct`. `avoid` maps seats to action ids that
        they take only if nothing else is legal, throughout the tree; playouts ignore it. `stop` is asked many
        times a second whether the search is to end with what it has found.
        """
        request = montecarlo.requested(
            self._face, self.num_players(), count, seed, method, exploration, cutoff, time, threads, tree,
            solver, evaluate, batch, simulations, avoid, stop,
        )  # fmt: skip
        return montecarlo.search(self, self._search_tree, request)

    # --- results --------------------------------------------------------------------------------------

    def score_sheet(self) -> dict[str, list[int]]:
        """Points by category and player, as if the game ended now: {category: [points]}."""
        seats = range(self.num_players())
        return {
            label: [self._score(n, s) for s in seats] for n, label in enumerate(self._face.schema.categories)
        }

    def scores(self) -> list[int]:
        """Points of each player, as if the game ended now."""
        lines = range(len(self._face.schema.categories))
        return [sum(self._score(line, seat) for line in lines) for seat in range(self.num_players())]

    def score_sheets(self) -> dict[str, list[int | None]]:
        """Points by category and seat; None for members that score for nobody.

        Seats are in the order of `SEATS`: acting members, or players.
        """
        if not self._face.schema.scored:
            return {label: [*points] for label, points in self.score_sheet().items()}
        members = [
            number if self._scored(number) else None for number in range(len(self._face.schema.actors))
        ]
        return {
            label: [None if one is None else self._line(line, one) for one in members]
            for line, label in enumerate(self._face.schema.categories)
        }

    def public_scores(self, player: SupportsIndex) -> list[int]:
        """Scores as that player can know them: hidden state is replaced by its start values."""
        seat = self._seat(player)
        if not self._face.schema.secret_lines:
            return self.scores()
        cells = knowledge.forgotten(self._face.view, self._cells(), seat)
        return self._of(cells, self).scores()

    def public_score_sheet(self, player: SupportsIndex) -> dict[str, list[int]]:
        """Score sheet as that player can know it; see `public_scores`."""
        seat = self._seat(player)
        if not self._face.schema.secret_lines:
            return self.score_sheet()
        cells = knowledge.forgotten(self._face.view, self._cells(), seat)
        return self._of(cells, self).score_sheet()

    # --- knowledge ------------------------------------------------------------------------------------

    def observation(self, player: SupportsIndex) -> dict[str, Any]:
        """Observation of that player as a dictionary; `"?"` marks hidden values."""
        return knowledge.observation(self._face.view, self._cells(), self._seat(player))

    def observation_string(self, player: SupportsIndex) -> str:
        """Observation of that player as text."""
        return knowledge.text(self.observation(player))

    def observation_tensor(self, player: SupportsIndex, form: str = "wide") -> list[float]:
        """Observation as numbers: `wide` (`OBSERVATION_LAYOUT`) or `compact` (`observation_layout`)."""
        seat = self._seat(player)
        if not is_compact(form):
            return self._tensor(seat, None)
        return self._tensor(seat, self._face.compact(self._configuration()))

    @classmethod
    def observation_layout(
        cls, players: SupportsIndex | None = None, **options: Any
    ) -> tuple[knowledge.ObservationPart, ...]:
        """Layout of compact observations in this configuration."""
        return cls._face.compact(cls._face.chosen(players, "sampled", options)).parts

    @classmethod
    def inexact_in_bytes(cls, players: SupportsIndex | None = None, **options: Any) -> tuple[str, ...]:
        """Names of the parts of compact observations that uint8 does not tell exactly."""
        compact = cls._face.compact(cls._face.chosen(players, "sampled", options))
        told = zip(compact.parts, compact.ranges, strict=True)
        return tuple(part.name for part, numbers in told if not numbers.fits_bytes)

    @classmethod
    def observation_ranges(
        cls, players: SupportsIndex | None = None, **options: Any
    ) -> tuple[tuple[float, float], ...]:
        """Smallest and greatest possible number of each part of `observation_layout`."""
        compact = cls._face.compact(cls._face.chosen(players, "sampled", options))
        return tuple((numbers.low, numbers.high) for numbers in compact.ranges)

    @classmethod
    def offerable_actions(cls, players: SupportsIndex | None = None, **options: Any) -> tuple[int, ...]:
        """Ascending ids of the actions that may be offered in this configuration; no other ever is."""
        return cls._face.offerable(cls._face.chosen(players, "sampled", options))

    def _configuration(self) -> tuple[int, ...]:
        """Configuration of this game: number of players, option values."""
        return codec.configuration(self._face.schema, self.num_players(), self._body)

    def events(self, player: SupportsIndex) -> list[dict[str, Any]]:
        """Events that the player has observed: decisions and chance outcomes; hidden ones are None."""
        return events.seen_so_far(self, self._seat(player))

    def event(self, action: SupportsIndex, player: SupportsIndex) -> dict[str, Any]:
        """Event that the player would observe if this action or outcome were applied now."""
        chosen = whole(action)
        if chosen is None or chosen not in self.legal_actions():
            self._illegal(action)
        return events.event_of(self, chosen, self._seat(player))

    def resample(self, player: SupportsIndex, seed: SupportsIndex) -> Self:
        """Determinize: clone with everything the player cannot know resampled; deterministic by seed."""
        key = rng.key_of(self._face.seed(seed))
        return cast(Self, resample.resample(self, self._seat(player), key))

    def resample_many(self, player: SupportsIndex, seeds: Iterable[SupportsIndex]) -> Iterator[Self]:
        """Determinize once per seed, each when it is asked for, and analyse the history once."""
        keys = (rng.key_of(self._face.seed(seed)) for seed in seeds)  # taken when they are needed
        return cast(Iterator[Self], resample.determinize_each(self, self._seat(player), keys))

    def _ties(self, scores: list[int]) -> list[tuple[int, ...]]:
        """Tie-break keys by seat; empty for seats with unique points."""
        keys = range(self._face.schema.ties)
        return [
            tuple(self._tie(key, seat) for key in keys) if scores.count(points) > 1 else ()
            for seat, points in enumerate(scores)
        ]

    def ranking(self) -> list[list[int]]:
        """Seats grouped by rank after tie-breaks, best first."""
        scores = self.scores()
        return self._face.ranking(scores, self._ties(scores))

    def winners(self) -> list[int]:
        scores = self.scores()
        return self._face.winners(scores, self._ties(scores))

    def returns(self) -> list[float]:
        """Utilities of the players: zeros before the end, then 1 shared among the winners."""
        over = self.is_terminal()
        return self._face.returns(over, self.num_players(), self.winners() if over else [])

    # --- copies ---------------------------------------------------------------------------------------

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def to_dict(self, sparse: bool = False) -> dict[str, Any]:
        """Convert the state to a dictionary; `sparse` omits variables equal to their start value."""
        write = sparse_positions.to_dict if sparse else state_dict.to_dict
        return write(self._face.view, self._cells())

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def position_hash(self) -> int:
        """Hash for transposition tables; ignores the random generator, stable across processes."""
        cells = self._cells()
        self._face.view.put(cells, control.KEY, 0)
        self._face.view.put_draws(cells, [])
        body = codec.pack(self._face.schema, cells)
        return int.from_bytes(hashlib.blake2b(body, digest_size=8).digest(), "little", signed=True)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._face.pickled(self.to_bytes())

    if not TYPE_CHECKING:  # where every name would seem to be known

        def __getattr__(self, name: str) -> NoReturn:
            raise foreign_names.missing("a State", name, dir(type(self)), foreign_names.OF_STATES)

    def _repr_svg_(self) -> str | None:
        """SVG picture for notebooks."""
        return notebook.drawn(self, "svg")

    def _repr_html_(self) -> str | None:
        return notebook.drawn(self, "html")

    def __repr__(self) -> str:
        seat = self.current_player()
        who = "chance" if seat == CHANCE_PLAYER else str(seat + 1)
        what = "over" if self.is_terminal() else f"{self.decision()} of {who}"
        return f"<{self._face.schema.name} State: {what}>"


def state_class(
    core: type, face: Face, module: str, make_tree: MakeTree, game: Callable[[], Reduced]
) -> type[StateFace]:
    """Create the class `State` of one game; `game` gives its reduced form for pickles."""
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": module,
        "__doc__": StateFace.__doc__,
        "_face": face,
        "_game": staticmethod(game),
    }
    namespace["_search_tree"] = staticmethod(make_tree)
    return cast(type[StateFace], GameClass("State", (StateFace, core), namespace))
