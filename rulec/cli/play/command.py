"""Command `rulec play`: a game in the terminal, on the engine if built, else interpreted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared import output, restricted_play
from rulec.cli.shared.configurations import parse_partial
from rulec.cli.shared.dead_end_hints import hint_for
from rulec.cli.shared.files import require_file
from rulec.cli.shared.open_games import BackEnd, open_game
from rulec.cli.shared.parameters import Forbid, NotOnEngine, Players, Prefer, RulesFile, within_64_bits
from rulec.errors import RulecError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rulec.face import Game, State
    from rulec.insight.glossary import Glossary
    from rulec.play.record import Played, Record
    from rulec.play.seats import Sitting
    from rulec.play.session import Show
    from rulec.policies.restrictions import Restricted

HELP = (
    "Play a game in the terminal, alone or with others, or watch one.\n\n"
    "Options are chosen by number or by name; `help` while playing lists all commands. "
    "No C compiler is needed: the engine is used if it is built, otherwise the interpreter.",
    "rulec play games/classics/connect_four.rules",
    "rulec play games/classics/connect_four.rules --seats human,human",
    "rulec play games/classics/connect_four.rules --seats human,mcts:1000",
    "rulec play games/classics/connect_four.rules --seats random --seed 7",
    "rulec play my.rules --players 3 --config map=western",
    "rulec play my.rules --seats human,mcts:100 --forbid 'p2: main: telegraph'",
    "rulec play games/classics/connect_four.rules --replay my.trace",
    "rulec play games/classics/connect_four.rules --picture four.html",
)


def run(
    file: RulesFile,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="KIND,...",
            help=(
                "Who plays each seat: human, random, greedy, or a searching player, mcts:100 or flat:100 "
                "(100 simulations for each decision); the last one also plays the seats that follow. By "
                "default you are player 1 and the others play at random."
            ),
        ),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            metavar="C",
            help="Options of the game, as map=western; the others keep their defaults.",
        ),
    ] = None,
    forbid: Forbid = None,
    prefer: Prefer = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="STATE", help="Begin at a saved position (JSON or bytes).")
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option("--replay", metavar="TRACE", help="Play a recorded game, then go on from there."),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example", metavar="TEXT", help="Begin at the end of the example with TEXT in its title."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            help="Seed of the game; by default a new one.",
            callback=within_64_bits,
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save", metavar="FILE", help="Save the game as a trace, or the position if FILE ends in .json."
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            "--picture",
            metavar="OUT",
            help="Keep a picture of the position up to date beside the game: .svg, .html or .png.",
        ),
    ] = None,
    interpreter: NotOnEngine = False,
) -> None:
    from rulec.cli.play.keyboard import read_line
    from rulec.cli.shared.legality_explainer import Explainer
    from rulec.cli.shared.start_position import begin, begin_at_example
    from rulec.play.save_files import require_writable
    from rulec.play.screen import Screen
    from rulec.play.seats import players_named, read_seats
    from rulec.play.session import Session

    _one_beginning(from_, replay, example)
    if save is not None:
        require_writable(save)
    show = None if picture is None else _kept_picture(picture)
    game, back_end = open_game(
        require_file(file), BackEnd.interpreter if interpreter else None, announced=True
    )
    if seed is None and replay is None:
        seed = _fresh_seed()
    screen = Screen(game, output.console(), _glossary(require_file(file)))
    named, options = parse_partial(config, game)
    if None not in (players, named) and players != named:
        raise RulecError(f"--config is of {named} players, --players says {players}")
    players = players or named
    begun = next((one for one in (from_, replay, example) if one is not None), None)
    if options and begun is not None:
        raise RulecError(
            "--config can't be given with --from, --replay or --example", "these say how the game was begun"
        )
    if players is None and begun is None:
        players = players_named(seats, game.PLAYERS)
    moves: Iterator[Played] = iter(())
    if example is not None:
        record = begin_at_example(game, require_file(file), example, seed or 0)
    else:
        record, moves = begin(game, players, from_, replay, seed, options, require_file(file))
    chairs = read_seats(seats, record.state.to_dict()["seats"])
    limits = _limits(game, record, chairs, forbid, prefer)
    about = f"{game.TITLE}: {', '.join(chair.word for chair in chairs)}; {back_end.value}, seed {record.seed}"
    screen.line(about, "dim")
    why, hint_of = Explainer(require_file(file), game), partial(hint_for, require_file(file))
    session = Session(record, chairs, screen, read_line, why, show, limits, hint_of)
    try:
        for number, _ in enumerate(moves, start=1):
            session.log(number, open_=True)
        finished = session.run()
    except RulesError as problem:
        problem.hint = hint_of(problem)
        raise
    finally:
        if save is not None:
            session.save(save)
    if not finished:
        kept = f"; it is kept in {save}" if save is not None else ""
        screen.line(f"You left the game after {output.count(len(record.moves), 'decision')}{kept}.", "dim")


def _one_beginning(from_: str | None, replay: str | None, example: str | None) -> None:
    """Raise an error for more than one of --from, --replay, --example."""
    if from_ is not None and replay is not None:
        raise RulecError(
            "--from and --replay can't be given together", "a trace holds the position it begins at"
        )
    if example is not None and (from_ is not None or replay is not None):
        raise RulecError("--example can't be given with --from or --replay", "it says where the game begins")


def _limits(
    game: Game, record: Record, chairs: list[Sitting], forbid: list[str] | None, prefer: list[str] | None
) -> tuple[Restricted, ...]:
    """Restrictions of program-controlled seats; none for humans."""
    from rulec.play.seats import Seat

    position = record.state.to_dict()
    configuration = {"players": position["seats"], **position.get("options", {})}
    found, limits = restricted_play.read(game, configuration, forbid, prefer)
    for one in found:
        named = next((seat for seat in one.players if chairs[seat] is Seat.human), None)
        if named is not None:
            option = "--prefer" if one.prefers else "--forbid"
            raise RulecError(
                f"{option}: player {named + 1} is a person and chooses freely",
                "name a player that the program plays, or none",
            )
    return limits


def _kept_picture(target: str) -> Show:
    """Return a callback that rewrites the picture file at every displayed position."""
    from rulec.cli.shared.picture_files import Shown, drawn, form_of, require_replaceable, write_picture

    form = form_of(target)
    require_replaceable(target)

    def show(state: State, before: State | None, viewer: int) -> None:
        write_picture(target, drawn(Shown(state, before), viewer + 1 if viewer >= 0 else None, form))

    return show


def _glossary(path: Path) -> Glossary:
    """Glossary of the rules file, for `?` and for notes on options."""
    from rulec.frontend import logical_lines, read_source
    from rulec.insight.glossary import read_glossary

    return read_glossary(logical_lines(read_source(path)))


def _fresh_seed() -> int:
    """Random seed short enough to retype."""
    import secrets

    return secrets.randbelow(1_000_000)
