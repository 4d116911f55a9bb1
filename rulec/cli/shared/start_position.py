"""Starts a game: new, from a saved position, or from a trace."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.files import read_bytes
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game, State
    from rulec.play.record import Played, Record
    from rulec.traces.trace_text import Trace


def begin(
    game: Game,
    players: int | None,
    from_: str | None,
    replay: str | None,
    seed: int | None,
    options: dict[str, Any],
    file: Path,
) -> tuple[Record, Iterator[Played]]:
    """Start the game, with the moves of the trace to replay; the rules are in `file`."""
    from rulec.play.record import Record
    from rulec.play.save_files import load_position, position_from
    from rulec.traces.trace_text import read_trace

    if replay is not None:
        trace = read_trace(replay, read_bytes(replay, "trace"))
        expect_game(game, replay, trace, players)
        if trace.start is not None:
            state = position_from(game, replay, trace.start)
        else:
            state = new_game(game, trace.players, trace.seed, trace.options, trace.chance)
        record = Record(
            game, state, trace.seed if seed is None else seed, trace.start is not None, trace.chance
        )
        return record, record.replay(replay, trace)
    if from_ is not None:
        state = load_position(game, from_, read_bytes(from_, "position"), _bases(file))
        _tell_adopted(from_, state)
        if players is not None and players != state.to_dict()["seats"]:
            raise RulecError(f"{from_} is a position of {state.to_dict()['seats']} players, not of {players}")
        return Record(game, state, seed or 0, True, state.to_dict()["chance"]), iter(())
    return Record(game, new_game(game, players, seed or 0, options), seed or 0), iter(())


def begin_at_example(game: Game, file: Path, title: str, seed: int) -> Record:
    """Start the game at the position of an example."""
    from rulec.facade import example_position
    from rulec.play.record import Record

    state = example_position(game, file, title)
    return Record(game, state, seed, True, state.to_dict()["chance"])


def _bases(file: Path) -> tuple[str, ...]:
    """Names of a variant's base games."""
    from rulec.frontend import files_of

    return tuple(path.stem for path in files_of(file)[1:])


def _tell_adopted(name: str, state: State) -> None:
    """Note the losses of a migrated position."""
    if not state.adopted:
        return
    points = [one.removeprefix("from ") for one in state.adopted if one.startswith("from ")]
    names = [one for one in state.adopted if not one.startswith("from ")]
    told = f"note: {name} was saved under other rules; what fits is taken over"
    if names:
        told += f"; not as it was there: {', '.join(names)}"
    if points:
        told += f"; `{points[0]}` begins anew"
    print(output.paint(told, "yellow", sys.stderr), file=sys.stderr)


def expect_game(game: Game, name: str, trace: Trace, players: int | None = None) -> None:
    if trace.game != game.NAME:
        raise RulecError(f"{name} is a trace of {trace.game}, not of {game.NAME}")
    if players is not None and players != trace.players:
        raise RulecError(f"{name} is a game of {trace.players} players, not of {players}")
    if trace.rules != game.RULES_HASH:
        note = f"note: {name} was recorded under other rules; it is played as far as it goes"
        print(output.paint(note, "yellow", sys.stderr), file=sys.stderr)


def new_game(
    game: Game, players: int | None, seed: int, options: dict[str, Any], chance: str = "sampled"
) -> State:
    try:
        return game.State(players, seed, chance=chance, **options)
    except (ValueError, TypeError) as problem:
        raise RulecError(str(problem)) from None
