"""Command `rulec trace`: records, replays and compares games as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.command_group import Commands
from rulec.cli.shared.exit_status import FINE, PROBLEMS, tell
from rulec.cli.shared.files import read_bytes, require_file
from rulec.cli.shared.open_games import BackEnd, open_game
from rulec.cli.shared.parameters import (
    Chance,
    ChanceMode,
    Format,
    NotOnEngine,
    OutputFormat,
    RulesFile,
    Seats,
    Seed,
    command,
)
from rulec.cli.shared.progress import bar
from rulec.cli.shared.replay_page import Html, Observer, ReplayPage, require_page
from rulec.errors import RulecError, RulesError

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.traces.trace_text import Move, Trace

app = typer.Typer(
    cls=Commands,
    help="Record, replay and compare games as text, one decision a line.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_RECORD = (
    "Play games without people and write them down.\n\nOne game goes to standard output, several to --to. "
    "--html writes one game as a page with a slider, to look at in a browser."
)


@app.command(
    **command(
        _RECORD,
        "rulec trace record games/classics/connect_four.rules --seed 7 --to my.trace",
        "rulec trace record my.rules --games 100 --config players=3 --to traces",
        "rulec trace record games/classics/connect_four.rules --seed 7 --html my.html",
    )
)
def record(
    file: RulesFile,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 1,
    config: Annotated[
        str,
        typer.Option(
            "--config", metavar="C", help="Configuration, as players=2,map=western; by default all in turn."
        ),
    ] = "",
    seats: Seats = "random",
    chance: Chance = ChanceMode.explicit,
    to: Annotated[
        str, typer.Option("--to", metavar="PATH", help="Output file; for several games a folder.")
    ] = "",
    html: Html = "",
    observer: Observer = None,
    interpreter: NotOnEngine = False,
    seed: Seed = 0,
) -> None:
    from rulec.sim.policies import read_ways

    ways = read_ways(seats)
    if games > 1 and html:
        raise RulecError("--html is a page of one game", "record it with --games 1 and a --seed")
    require_page(html, observer)
    game, _ = open_game(
        require_file(file), BackEnd.interpreter if interpreter else None, announced=bool(html)
    )
    if games > 1 and not to:
        raise RulecError("several games go to a folder", "name it with --to")
    plan = _configurations(game, config)
    with bar(f"{game.TITLE}, recorded", games, sys.stderr) as shown:
        for number in range(games):
            one = game.playout_seed(seed, number) if games > 1 else seed
            options = plan[number % len(plan)]
            page = ReplayPage(html, observer) if html else None
            trace = _record(game, options, one, ways, chance.value, page)
            if page is not None:
                page.write()
            if to or not html:
                _write(trace, to, f"{game.NAME}-{number:04}" if games > 1 else "")
            shown.advance(1)
    if to:
        print(f"{to}: {output.count(games, 'game')} recorded")
    if html:
        print(f"{html}: {output.count(len(trace.moves), 'move')} to look at in a browser")


def _write(trace: Trace, to: str, name: str) -> None:
    """Write a trace to standard output, to a file, or under a name into a folder."""
    from rulec.play.save_files import write_file
    from rulec.traces.trace_text import write_trace

    text = write_trace(trace)
    if not to:
        output.exact(sys.stdout).write(text)
    elif name:
        write_file(str(_folder(to) / f"{name}.trace"), text.encode())
    else:
        write_file(to, text.encode())


def _configurations(game: Game, config: str) -> tuple[dict[str, Any], ...]:
    from rulec.cli.shared.configurations import matching

    return matching(config, game) if config else game.CONFIGURATIONS


def _record(
    game: Game,
    options: dict[str, Any],
    seed: int,
    ways: tuple[str, ...],
    chance: str,
    page: ReplayPage | None,
) -> Trace:
    """Record one game, on a page too if given; an error of the rules ends it."""
    from rulec.sim.policies import Players
    from rulec.traces.trace_text import Move, Trace, digest_of, who_name

    players = Players(ways, seed)
    state = game.State(seed=seed, chance=chance, record=False, **options)
    moves: list[Move] = []
    decided = 0
    if page is not None:
        page.begin(state)
    while not state.is_terminal():
        seat = state.current_player()
        index, legal = players.choose(state, decided)
        label = state.action_to_string(legal[index])
        try:
            state.apply_index(index)
        except RulesError as problem:
            tell(problem)
            break
        moves.append(Move(label, digest_of(state), who=who_name(seat)))
        if page is not None:
            page.add(state, label)
        decided += seat >= 0
    about = state.to_dict()
    return Trace(
        game=game.NAME,
        rules=game.RULES_HASH,
        players=about["seats"],
        options=about["options"],
        seed=seed,
        chance=chance,
        moves=tuple(moves),
        result=tuple(state.scores()) if state.is_terminal() else None,
    )


def _folder(name: str) -> Path:
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise RulecError(f"the folder {name} can't be made: {problem.strerror}") from None
    return Path(name)


_REPLAY = (
    "Play recorded games again and compare the position after every line.\n\n"
    "The first line of each that does not fit is named. Under other rules than it was recorded with, a game "
    "is played as far as its lines are legal."
)


@app.command(**command(_REPLAY, "rulec trace replay games/classics/connect_four.rules my.trace"))
def replay(
    file: RulesFile,
    traces: Annotated[
        list[str], typer.Argument(metavar="TRACE...", help="Recorded games.", show_default=False)
    ],
    html: Html = "",
    observer: Observer = None,
    interpreter: NotOnEngine = False,
    format_: OutputFormat = Format.text,
) -> None:
    names = list(dict.fromkeys(traces))
    if len(names) > 1 and html:
        raise RulecError("--html is a page of one game", "name one trace")
    require_page(html, observer)
    game, _ = open_game(
        require_file(file), BackEnd.interpreter if interpreter else None, announced=bool(html)
    )
    page = ReplayPage(html, observer) if html else None
    results = [_replay(game, name, format_, page) for name in names]
    if page is not None:
        page.write()
        if format_ is Format.text:
            print(f"{html}: {output.count(results[0]['lines'], 'move')} to look at in a browser")
    if format_ is Format.json:
        output.print_json(results)
    raise typer.Exit(FINE if all(one["ok"] for one in results) else PROBLEMS)


def _replay(game: Game, name: str, format_: Format, page: ReplayPage | None) -> dict[str, Any]:
    from rulec.cli.shared.start_position import expect_game, new_game
    from rulec.play.save_files import position_from
    from rulec.traces.replay import ReplayMismatch, replayed
    from rulec.traces.trace_text import read_trace

    trace = read_trace(name, read_bytes(name, "trace"))
    expect_game(game, name, trace)
    if trace.start is not None:
        state = position_from(game, name, trace.start)
    else:
        state = new_game(game, trace.players, trace.seed, trace.options, trace.chance)
    done, wrong = 0, ""
    if page is not None:
        page.begin(state)
    try:
        for move in replayed(name, game, state, trace):
            done += 1
            if page is not None:
                page.add(state, move.label)
    except (ReplayMismatch, RulesError) as problem:
        wrong = problem.message
        if format_ is Format.text:
            tell(problem)
    if format_ is Format.text and not wrong:
        end = f"over, scores {', '.join(map(str, state.scores()))}" if state.is_terminal() else "not over"
        print(f"{name}: {output.count(done, 'line')} as recorded; {end}")
    return {"trace": name, "ok": not wrong, "lines": done, "problem": wrong, "over": state.is_terminal()}


@app.command(
    **command("Show the first line in which two recorded games differ.", "rulec trace diff a.trace b.trace")
)
def diff(
    left: Annotated[str, typer.Argument(metavar="A", help="A recorded game.", show_default=False)],
    right: Annotated[str, typer.Argument(metavar="B", help="A second one.", show_default=False)],
    context: Annotated[int, typer.Option("--context", metavar="N", min=0, help="Lines of context.")] = 3,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.traces.trace_diff import differing_heads, parting
    from rulec.traces.trace_text import read_trace

    one, two = (read_trace(name, read_bytes(name, "trace")) for name in (left, right))
    heads, parted = differing_heads(one, two), parting(one, two, context)
    same = parted is None and all(name == "rules" for name, _, _ in heads)
    if format_ is Format.json:
        output.print_json(
            {
                "same": same,
                "head": {name: [ours, theirs] for name, ours, theirs in heads},
                "line": None if parted is None else parted.place + 1,
                "left": None if parted is None else [str(move) for move in parted.left],
                "right": None if parted is None else [str(move) for move in parted.right],
            }
        )
        raise typer.Exit(FINE if same else PROBLEMS)
    for name, ours, theirs in heads:
        print(f"{output.paint(name, 'dim')}: {ours} | {theirs}")
    if parted is None:
        lines = output.count(len(one.moves), "line")
        print(f"the same game: {lines}" if same else f"{lines} alike, under different heads")
        raise typer.Exit(FINE if same else PROBLEMS)
    print(f"line {parted.place + 1} of the game differs:")
    for move in parted.before:
        print(f"    {move}")
    sides: tuple[tuple[str, output.Style, tuple[Move, ...]], ...] = (
        ("-", "red", parted.left),
        ("+", "green", parted.right),
    )
    for sign, style, moves in sides:
        for shown in map(str, moves) if moves else ("(no more lines)",):
            print(output.paint(f"  {sign} {shown}", style))
    raise typer.Exit(PROBLEMS)
