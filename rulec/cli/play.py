"""`rulec play`: a game in the terminal, on the engine if it is built, otherwise on the interpreter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli import output
from rulec.cli.files import read_bytes, require_file
from rulec.cli.games import BackEnd, open_game
from rulec.cli.parameters import Players, RulesFile
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game, State
    from rulec.play.record import Played, Record
    from rulec.play.trace import Trace

HELP = (
    "Play a game in the terminal, alone, with others or by watching.\n\n"
    "Options are chosen by number or by name; `help` while playing lists what else can be typed. "
    "No C compiler is needed: the engine is used if it is built, otherwise the interpreter.",
    "rulec play games/classics/connect_four.rules",
    "rulec play games/classics/connect_four.rules --seats human,human",
    "rulec play games/classics/connect_four.rules --seats random --seed 7",
    "rulec play games/classics/connect_four.rules --replay my.trace",
)


def run(
    file: RulesFile,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="KIND,...",
            help="Who plays each seat: human or random; the last one counts for all that follow. "
            "If not given, you are player 1 and the others play at random.",
        ),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="STATE", help="Begin at a saved position (JSON or bytes).")
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option("--replay", metavar="TRACE", help="Play a recorded game, then go on from there."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="The same game again; if not given, a new one."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save", metavar="FILE", help="Keep the game: a trace; the position if FILE ends in .json."
        ),
    ] = None,
    interpreter: Annotated[
        bool, typer.Option("--interpreter", help="Not on the engine, even if it is built.")
    ] = False,
) -> None:
    from rulec.play.screen import Screen
    from rulec.play.seats import read_seats
    from rulec.play.session import Session

    if from_ is not None and replay is not None:
        raise RulecError(
            "--from and --replay can't be given together", "a trace holds the position it begins at"
        )
    game, back_end = open_game(require_file(file), BackEnd.interpreter if interpreter else None)
    if seed is None and replay is None:
        seed = _fresh_seed()
    screen = Screen(game, output.console())
    record, moves = _begin(game, players, from_, replay, seed)
    chairs = read_seats(seats, record.state.to_dict()["seats"])
    about = (
        f"{game.TITLE}: {', '.join(chair.value for chair in chairs)}; {back_end.value}, seed {record.seed}"
    )
    screen.line(about, "dim")
    session = Session(record, chairs, screen, _read_line)
    try:
        for number, played in enumerate(moves, start=1):
            screen.move(number, played.seat, played.label)
        finished = session.run()
    finally:
        if save is not None:
            session.save(save)
    if not finished:
        kept = f"; it is kept in {save}" if save is not None else ""
        screen.line(f"You left the game after {output.count(len(record.moves), 'decision')}{kept}.", "dim")


def _begin(
    game: Game, players: int | None, from_: str | None, replay: str | None, seed: int | None
) -> tuple[Record, Iterator[Played]]:
    """The game to play, and the moves of the trace that it is to be brought to."""
    from rulec.play.record import Record
    from rulec.play.saves import load_position, position_from
    from rulec.play.trace import read_trace

    if replay is not None:
        trace = read_trace(replay, read_bytes(replay, "trace"))
        _expect_game(game, replay, trace, players)
        if trace.start is not None:
            state = position_from(game, replay, trace.start)
        else:
            state = _new(game, trace.players, trace.seed, trace.options)
        record = Record(game, state, trace.seed if seed is None else seed, trace.start is not None)
        return record, record.replay(replay, trace)
    if from_ is not None:
        state = load_position(game, from_, read_bytes(from_, "position"))
        if players is not None and players != state.to_dict()["seats"]:
            raise RulecError(f"{from_} is a position of {state.to_dict()['seats']} players, not of {players}")
        return Record(game, state, seed or 0, from_position=True), iter(())
    return Record(game, _new(game, players, seed or 0, {}), seed or 0), iter(())


def _expect_game(game: Game, name: str, trace: Trace, players: int | None) -> None:
    if trace.game != game.NAME:
        raise RulecError(f"{name} is a trace of {trace.game}, not of {game.NAME}")
    if players is not None and players != trace.players:
        raise RulecError(f"{name} is a game of {trace.players} players, not of {players}")
    if trace.rules != game.RULES_HASH:
        note = f"note: {name} was recorded under other rules; it is played as far as it goes"
        print(output.paint(note, "yellow", sys.stderr), file=sys.stderr)


def _new(game: Game, players: int | None, seed: int, options: dict[str, Any]) -> State:
    try:
        return game.State(players, seed, **options)
    except (ValueError, TypeError) as problem:
        raise RulecError(str(problem)) from None


def _fresh_seed() -> int:
    """Small enough to be typed again."""
    import secrets

    return secrets.randbelow(1_000_000)


def _read_line(prompt: str) -> str | None:
    """A line from the keyboard; from a pipe too, then shown as if it had been typed."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    line = sys.stdin.readline()
    print(f"{prompt}{line.rstrip()}" if line else prompt.rstrip(), flush=True)
    return line if line else None
