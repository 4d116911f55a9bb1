"""Command `rulec why`: explains the legality of an option, with the deciding lines of the rules."""

from __future__ import annotations

import dataclasses
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared import output
from rulec.cli.shared.configurations import parse_partial
from rulec.cli.shared.files import require_file
from rulec.cli.shared.legality_explainer import LegalityPrinter
from rulec.cli.shared.open_games import BackEnd, open_game
from rulec.cli.shared.parameters import Format, NotOnEngine, OutputFormat, Players, RulesFile, Seed
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError
from rulec.insight.legality_answers import whole_label

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.face import Game, State
    from rulec.play.record import Record

HELP = (
    "Explain why an option is legal or not in a position, with the lines of the rules that decide.\n\n"
    "ACTION is an option as `rulec play` and traces call it, `drop: c`; without one all options of the "
    "pending decision are explained. The position is one that was saved (--from), one of a recorded game "
    "(--replay), or the one after --moves random decisions and those of --play.",
    'rulec why games/classics/connect_four.rules "drop: c" --play "drop: c, drop: c"',
    'rulec why my.rules "main: buy" --from my.json',
    'rulec why my.rules "main: buy" --seed 7 --moves 20',
    "rulec why my.rules --replay my.trace --moves 12",
)


def run(
    file: RulesFile,
    action: Annotated[
        str, typer.Argument(metavar="[ACTION]", help="An option, as `drop: c`.", show_default=False)
    ] = "",
    from_: Annotated[
        str | None, typer.Option("--from", metavar="STATE", help="A saved position (JSON or bytes).")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="TRACE", help="A recorded game, or its first --moves.")
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option(
            "--moves", metavar="N", min=0, help="Number of random decisions, or of lines of the trace."
        ),
    ] = None,
    play: Annotated[
        list[str] | None,
        typer.Option("--play", metavar="LABELS", help="Then play these moves, as `drop: c, drop: a`."),
    ] = None,
    players: Players = None,
    config: Annotated[
        str | None, typer.Option("--config", metavar="C", help="Options of the game, as map=western.")
    ] = None,
    interpreter: NotOnEngine = False,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.compiled import Compiled

    path = require_file(file)
    game, _ = open_game(path, BackEnd.interpreter if interpreter else None, announced=True)
    record = _position(path, game, from_, replay, moves, players, config, seed)
    for labels in play or ():
        for label in labels.split(","):
            _play(record.state, label.strip())
    state = record.state
    with doing(f"compiling {path}"):
        teller = LegalityPrinter(game, state, Compiled(path).reasons)
    label = whole_label(game, state, action) if action else ""
    answers = [teller.answer(one) for one in ([label] if action else teller.labels())]
    if format_ is Format.json:
        output.print_json(
            {"position": teller.about(), "answers": [dataclasses.asdict(one) for one in answers]}
        )
        return
    print(teller.about())
    if action:
        teller.show(answers[0])
    else:
        teller.show_all(answers)


# --- the position ---------------------------------------------------------------------------------------


def _position(
    file: Path,
    game: Game,
    from_: str | None,
    replay: str | None,
    moves: int | None,
    players: int | None,
    config: str | None,
    seed: int,
) -> Record:
    from rulec.cli.shared.start_position import begin

    if from_ is not None and (replay is not None or moves is not None):
        raise RulecError("--from is a position by itself", "go on from there with --play")
    named, options = parse_partial(config, game)
    if options and (from_ is not None or replay is not None):
        raise RulecError(
            "--config can't be given with --from or --replay", "these say how the game was begun"
        )
    record, played = begin(game, players or named, from_, replay, seed, options, file)
    if replay is not None:
        for _ in islice(played, moves):
            pass  # each is applied as displayed
        return record
    if moves:
        from rulec.sim.policies import Players as Choosers

        choosers = Choosers(("random",), seed)
        for number in range(moves):
            if record.state.is_terminal():
                raise RulecError(
                    f"the game is over after {output.count(number, 'decision')}", "give fewer --moves"
                )
            record.state.apply_index(choosers.choose(record.state, number)[0])
    return record


def _play(state: State, label: str) -> None:
    legal = {state.action_to_string(one): one for one in state.legal_actions()}
    chosen = legal.get(label)
    if chosen is None:
        from rulec.base.diagnostics import did_you_mean

        hint = did_you_mean(label, legal) or f"offered are {', '.join(list(legal)[:8])}" if legal else ""
        raise RulecError(f"--play: `{label}` is not offered there", hint or "the game is over there")
    state.apply_action(chosen)
