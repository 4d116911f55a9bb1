"""Command `rulec picture`: renders a position as SVG, HTML or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.configurations import parse_partial
from rulec.cli.shared.files import STANDARD_INPUT, read_bytes, require_file
from rulec.cli.shared.open_games import BackEnd, open_game
from rulec.cli.shared.parameters import NotOnEngine, Players, RulesFile, Seed
from rulec.cli.shared.picture_files import Shown, drawn, form_of, require_replaceable, write_picture
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game

HELP = (
    "Draw a position: as SVG, as an HTML page in one file, or as PNG.\n\n"
    "The position is that of a saved state, of a recorded game after some move, or of a random game after "
    "some moves; by default the start of a game. The suffix of the output selects the format. With "
    "--observer the picture shows only the knowledge of that player.",
    "rulec picture games/classics/connect_four.rules --moves 12 -o four.svg",
    "rulec picture my.rules --moves 80 --observer 1 -o map.html",
    "rulec picture games/classics/connect_four.rules --replay my.trace --move 8 -o eight.png",
)


def run(
    file: RulesFile,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="STATE", help="A saved position (JSON or bytes).")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="TRACE", help="A recorded game, after --move moves.")
    ] = None,
    move: Annotated[
        int | None,
        typer.Option("--move", metavar="N", min=0, help="With --replay: number of moves; by default all."),
    ] = None,
    moves: Annotated[
        int | None, typer.Option("--moves", metavar="K", min=0, help="Number of random moves from the start.")
    ] = None,
    observer: Annotated[
        int | None,
        typer.Option(
            "--observer",
            metavar="P",
            min=1,
            help="Show only the knowledge of player P; by default everything.",
        ),
    ] = None,
    players: Players = None,
    config: Annotated[
        str | None,
        typer.Option("--config", metavar="C", help="Options of the game, as map=western."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="Output file: .svg, .html or .png; - writes SVG to standard output.",
        ),
    ] = None,
    interpreter: NotOnEngine = False,
    seed: Seed = 0,
) -> None:
    if from_ is not None and replay is not None:
        raise RulecError(
            "--from and --replay can't be given together", "a trace holds the position it begins at"
        )
    if move is not None and replay is None:
        raise RulecError("--move is a move of a recorded game", "give it with --replay, or say --moves")
    path = require_file(file)
    target = f"{path.stem}.svg" if to is None else to
    form = form_of(target)
    require_replaceable(target)
    game, _ = open_game(path, BackEnd.interpreter if interpreter else None, announced=True)
    named, options = parse_partial(config, game)
    if None not in (players, named) and players != named:
        raise RulecError(f"--config is of {named} players, --players says {players}")
    shown = _begin(game, path, from_, replay, move, players or named, seed, options)
    for number in range(moves or 0):
        if shown.state.is_terminal():
            break
        legal = shown.state.legal_actions()
        action = legal[shown.state.drawn(game.playout_seed(seed, number))]
        shown = Shown(shown.state.child(action), shown.state, action)
    data = drawn(shown, observer, form)
    if target == STANDARD_INPUT:
        output.exact(sys.stdout).write(data.decode())
        return
    write_picture(target, data)
    print(f"{target}: {game.TITLE} after {output.count(shown.state.to_dict()['decisions'], 'decision')}")


def _begin(
    game: Game,
    path: Path,
    from_: str | None,
    replay: str | None,
    move: int | None,
    players: int | None,
    seed: int,
    options: dict[str, Any],
) -> Shown:
    from rulec.cli.shared.start_position import begin, new_game

    if replay is not None:
        return _replayed(game, replay, move)
    if from_ is not None:
        record, _ = begin(game, players, from_, None, seed, options, path)
        return Shown(record.state)
    return Shown(new_game(game, players, seed, options))


def _replayed(game: Game, name: str, move: int | None) -> Shown:
    """Position of a recorded game after a number of moves."""
    from rulec.cli.shared.start_position import expect_game, new_game
    from rulec.play.save_files import position_from
    from rulec.traces.replay import replayed
    from rulec.traces.trace_text import read_trace

    trace = read_trace(name, read_bytes(name, "trace"))
    expect_game(game, name, trace)
    if move is not None and move > len(trace.moves):
        raise RulecError(f"{name} has {output.count(len(trace.moves), 'move')}, not {move}")
    if trace.start is not None:
        state = position_from(game, name, trace.start)
    else:
        state = new_game(game, trace.players, trace.seed, trace.options, trace.chance)
    shown = Shown(state.clone())
    for number, one in enumerate(replayed(name, game, state, trace), start=1):
        if move is not None and number > move:
            break
        before = shown.state
        shown = Shown(state.clone(), before, before.string_to_action(one.label))
    return shown
