"""What a compiled engine is made of besides its rules: the names of its module, and its random games.

All of it could stand in the generated text; but then it would be compiled again for every game.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, SupportsIndex

from rulec.runtime import codec, rng, schema
from rulec.runtime.batch import MakeMany, batch_class
from rulec.runtime.face import Face, Playouts, checked_count, in_threads, replay
from rulec.runtime.search_tree import MakeTree, SearchTree
from rulec.runtime.state import state_class
from rulec.runtime.words import open_words

# Games first .. end-1 of a seed into four arrays, without the GIL; the first one with a fault, or -1.
PlayRange = Callable[..., int]


def open_module(names: dict[str, Any], schema_bytes: bytes) -> tuple[Face, bytes]:
    """Give a module the names that describe its game; its face, and a game that has not begun."""
    described = schema.decode(schema_bytes)
    face = Face(
        described,
        lambda data: (
            names["_restore_state"],
            (described.name, described.rules_hash, names["__file__"], data),
        ),
        lambda: open_words(names["_SOURCE"], described.rules_hash),
        lambda: str(names["_SOURCE"]),
    )

    def playout_seed(seed: SupportsIndex, index: SupportsIndex) -> int:
        """The seed of game `index` of `playouts(..., seed)`."""
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
    )
    return face, codec.pack(described, face.view.fresh())


def soundness(face: Face) -> bytes:
    """What an engine of a debug build is to look at."""
    from rulec.runtime.soundness import table

    return table(face.view)


def close_module(
    names: dict[str, Any], face: Face, core: type, play_range: PlayRange, many: MakeMany, make_tree: MakeTree
) -> None:
    """Give a module its class of states, its random games, its batches and its search."""
    state = state_class(core, face, names["__name__"], make_tree)

    def playouts(
        n: SupportsIndex,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 0,
        **options: Any,
    ) -> Playouts:
        """n random games, natively and without the GIL; the same result for any number of threads."""
        import numpy

        chosen = face.chosen(players, "sampled", options)
        seats = chosen[0]
        key = face.seed(seed)
        count = checked_count(n)
        workers = checked_count(threads, "threads") or len(os.sched_getaffinity(0))
        scores = numpy.zeros((count, seats), dtype=numpy.int32)
        winners = numpy.zeros((count, seats), dtype=bool)
        decisions = numpy.zeros(count, dtype=numpy.int32)
        choices = numpy.zeros(count, dtype=numpy.int32)
        places = scores.ctypes.data, winners.ctypes.data, decisions.ctypes.data, choices.ctypes.data
        faults = in_threads(play_range, count, workers, chosen, key, *places)
        if faults:
            replay(state, seats, rng.playout_seed(key, min(faults)), options)
        return Playouts(scores, winners, decisions, choices)

    batch = batch_class(face, state, many, native=True, module=names["__name__"])
    names.update(
        State=state, playouts=playouts, Batch=batch, SearchTree=SearchTree,
        deserialize_state=state.deserialize,
    )  # fmt: skip
