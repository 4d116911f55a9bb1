"""Command `rulec perft`: counts decision sequences by depth."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.files import require_file
from rulec.cli.shared.open_games import BackEnd, open_game
from rulec.cli.shared.parameters import Format, OutputFormat, Players, RulesFile, Seed
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game, State
    from rulec.sim.perft import PathCounter

HELP = (
    "Count the sequences of decisions (and of chance outcomes) from the start of a game.\n\n"
    "Equal positions are counted once and remembered, unless --every is given. The engine is used if it is "
    "built, otherwise the interpreter.",
    "rulec perft games/classics/tic_tac_toe.rules --depth 9",
    "rulec perft games/classics/connect_four.rules --depth 6 --divide --engine",
)


def run(
    file: RulesFile,
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=1, max=500, help="Depth in decisions.")
    ] = 5,
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by the first decision.")] = False,
    engine: Annotated[bool, typer.Option("--engine", help="Use the engine, built if necessary.")] = False,
    interpreter: Annotated[bool, typer.Option("--interpreter", help="Use the interpreter.")] = False,
    every: Annotated[
        bool, typer.Option("--every", help="Walk every sequence, without a transposition table.")
    ] = False,
    players: Players = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.sim.perft import PathCounter

    if engine and interpreter:
        raise RulecError("--engine and --interpreter can't be given together", "run it twice and compare")
    wanted = BackEnd.engine if engine else BackEnd.interpreter if interpreter else None
    game, back_end = open_game(require_file(file), wanted, announced=True)
    state = _start(game, players, seed)
    walk = PathCounter(remember=not every)
    if format_ is Format.text:
        print(f"{game.TITLE}, {back_end.value}")
        print(output.paint(f"{'depth':>6}  {'sequences':>20}  {'seconds':>9}", "dim"))
    counts = []
    for level in range(1, depth + 1):
        started = time.perf_counter()
        number = walk.count(state, level)
        counts.append({"depth": level, "sequences": number})
        if format_ is Format.text:
            print(f"{level:>6}  {number:>20,}  {time.perf_counter() - started:>9.2f}", flush=True)
    shares = _shares(walk, state, depth) if divide else []
    if format_ is Format.json:
        about = {"game": game.NAME, "back_end": back_end.value, "rules": game.RULES_HASH, "counts": counts}
        output.print_json({**about, "divide": shares} if divide else about)
    else:
        _print_shares(shares, depth)


def _start(game: Game, players: int | None, seed: int) -> State:
    try:
        return game.State(players, seed, chance="explicit", record=False)
    except ValueError as problem:
        raise RulecError(str(problem)) from None


def _shares(walk: PathCounter, state: State, depth: int) -> list[dict[str, Any]]:
    return [
        {"action": share.action, "label": share.label, "sequences": share.sequences}
        for share in walk.divide(state, depth)
    ]


def _print_shares(shares: list[dict[str, Any]], depth: int) -> None:
    if not shares:
        return
    print(output.paint(f"\nby the first decision, depth {depth}", "dim"))
    width = max(len(share["label"]) for share in shares)
    for share in shares:
        print(f"  {share['label'].ljust(width)}  {share['sequences']:>16,}")
