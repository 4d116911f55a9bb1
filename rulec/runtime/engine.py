"""Game-independent parts of a compiled engine: module attributes, random playouts.

Kept out of the generated text, so that it is not compiled for every game.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, SupportsIndex

from rulec.runtime import codec, rng, schema
from rulec.runtime.batch import MakeMany, batch_class
from rulec.runtime.face import Face, Playouts, checked_count, in_threads, replay
from rulec.runtime.game_classes import Reduced, attribute_of
from rulec.runtime.named_queries import open_queries
from rulec.runtime.search_tree import MakeTree, SearchTree
from rulec.runtime.state import StateFace, state_class

# Plays games first .. end-1 of a seed into four arrays without the GIL; returns the first fault, or -1.
PlayRange = Callable[..., int]


def open_module(names: dict[str, Any], schema_bytes: bytes) -> tuple[Face, bytes]:
    """Install the describing attributes in a module; return its face and the body of an unstarted game."""
    described = schema.decode(schema_bytes)
    face = Face(
        described,
        lambda data: (
            names["_restore_state"],
            (described.name, described.rules_hash, names["__file__"], data, str(names["_SOURCE"])),
        ),
        lambda: open_queries(names["_SOURCE"], described.rules_hash),
        lambda: str(names["_SOURCE"]),
    )

    def playout_seed(seed: SupportsIndex, index: SupportsIndex) -> int:
        """Seed of game `index` of `playouts(..., seed)`."""
        return rng.playout_seed(face.seed(seed), face.seed(index))

    def begin_with() -> None:
        names["_begin_with"](codec.pack(described, face.view.fresh()))

    parameters = face.parameters(begin_with)
    names.update(face.constants())
    names.update(
        action_table=face.action_table,
        chance_table=face.chance_table,
        describe=face.describe,
        playout_seed=playout_seed,
        parameters=parameters.values,
        set_parameters=parameters.set,
        BUILD_ID="",
        _SOURCE="",
        _restore_state=None,
        _restore_engine=None,
        _adopt_parameters=parameters.adopt,
    )
    return face, codec.pack(described, face.view.fresh())


def soundness(face: Face) -> bytes:
    """Invariant table that a debug engine checks."""
    from rulec.runtime.soundness import table

    return table(face.view)


@dataclass(frozen=True)
class RandomPlay:
    """Random games of one engine; a pickle of its method refers to the engine."""

    face: Face
    state: type[StateFace]
    play_range: PlayRange
    game: Callable[[], Reduced]

    def playouts(
        self,
        n: SupportsIndex,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 0,
        *,
        first_game: SupportsIndex = 0,
        count_choices: bool = True,
        **options: Any,
    ) -> Playouts:
        """Play n random games natively without the GIL, from number `first_game` of the seed on.

        The result does not depend on `threads`. Without `count_choices`, `choices` is None, and games with a
        look-ahead are faster: nothing has to prove that a second option exists.
        """
        import numpy

        chosen = self.face.chosen(players, "sampled", options)
        seats = chosen[0]
        key = self.face.seed(seed)
        count = checked_count(n)
        workers = checked_count(threads, "threads") or len(os.sched_getaffinity(0))
        scores = numpy.zeros((count, seats), dtype=numpy.int32)
        winners = numpy.zeros((count, seats), dtype=bool)
        decisions = numpy.zeros(count, dtype=numpy.int32)
        choices = numpy.zeros(count, dtype=numpy.int32) if count_choices else None
        first = checked_count(first_game, "first_game")
        arrays = scores, winners, decisions, choices
        # The engine writes game i to row i, so it is told where row 0 would lie.
        places = (
            0 if one is None else (one.ctypes.data - first * one.strides[0]) % (1 << 64) for one in arrays
        )

        def play(begin: int, end: int, *given: Any) -> int:
            return self.play_range(first + begin, first + end, *given)

        faults = in_threads(play, count, workers, chosen, key, *places)
        if faults:
            replay(self.state, seats, rng.playout_seed(key, min(faults)), options)
        return Playouts(scores, winners, decisions, choices)

    def __reduce__(self) -> tuple[Any, ...]:
        return _random_play, (self.game(),)


def _random_play(game: Reduced) -> Any:
    return attribute_of(game, "playouts").__self__


def close_module(
    names: dict[str, Any], face: Face, core: type, play_range: PlayRange, many: MakeMany, make_tree: MakeTree
) -> None:
    """Install the classes and functions of play: State, Batch, playouts, search."""

    def pickled() -> tuple[Any, ...]:
        rules, place = names["RULES_HASH"], names["__file__"]
        given = names["NAME"], rules, place, names["_SOURCE"], names["parameters"]()
        return names["_restore_engine"], given

    state = state_class(core, face, names["__name__"], make_tree, pickled)
    batch = batch_class(face, state, many, native=True, module=names["__name__"], game=pickled)
    names.update(
        State=state, playouts=RandomPlay(face, state, play_range, pickled).playouts, Batch=batch,
        SearchTree=SearchTree, deserialize_state=state.deserialize,
    )  # fmt: skip
