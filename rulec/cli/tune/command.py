"""Command `rulec tune`: searches numbers of the rules that meet goals, and writes a variant."""

from __future__ import annotations

import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.configurations import in_words
from rulec.cli.shared.exit_status import FINE, INTERRUPTED
from rulec.cli.shared.files import require_file
from rulec.cli.shared.kept_files import KeptFile
from rulec.cli.shared.machines import machines
from rulec.cli.shared.parameters import AllJobs, Format, OutputFormat, Players, Ray, RulesFile, Seed, finite
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulec.face import Game
    from rulec.lab.tuning.history import History
    from rulec.lab.tuning.numbers import SearchedNumber
    from rulec.lab.tuning.search import TunePlan, Tuning
    from rulec.sim.workers import Jobs, OpenGame

HELP = (
    "Search for numbers that meet goals, and print them as a variant with the evidence.\n\n"
    "Numbers are cells of tables (`tiles[coal].worth`), whole columns (`tiles.worth`), values and initial "
    "values of variables, optionally with an interval (`money=8..20`); `tiles.worth=50..150%` searches one "
    "factor for a whole column; without --number all numbers marked `assumed`. Goals are about seat spread, "
    "decisions, choices, points and lines of the score, margin, ties, and options: their worth beside the "
    "mean, their use, and how often they are taken. One build serves all trials.",
    "rulec tune my.rules --list",
    'rulec tune my.rules --number money=8..20 --goal "seat spread below 2 %" --goal "90 to 110 decisions"',
    'rulec tune my.rules --goal "every main between 0.8 and 1.2" --trials 300 -o tuned.rules',
    'rulec tune my.rules --number "tiles.cost=50..150%" --goal "60 to 80 decisions" --player mcts:20',
    'rulec tune my.rules --goal "use of main: build at least 10 %" --resume search.jsonl --seconds 600',
    'rulec tune my.rules --goal "points of Network at least 5" --goal "main: build 3 to 6 times a game"',
)
_GAMES = {"random": 1_000, "first": 1_000, "last": 1_000, "same": 1_000, "greedy": 200}  # of a trial
_GAMES_OF_SEARCHING = 40
_WORTH_TELLING = 60  # seconds of a search


def run(
    file: RulesFile,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="TEXT", help="A goal; several times.", show_default=False),
    ] = None,
    number: Annotated[
        list[str] | None,
        typer.Option(
            "--number",
            metavar="NAME[=LO..HI]",
            help="A number or a column to search, or a column as a whole (=50..150%); several times.",
            show_default="numbers marked `assumed`",
        ),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the numbers of the rules, and stop.")] = False,
    players: Players = None,
    config: Annotated[
        str, typer.Option("--config", metavar="C", help="Players and options, as players=2,map=western.")
    ] = "",
    player: Annotated[
        str, typer.Option("--player", metavar="KIND", help="Player of all seats: random, greedy, mcts:50.")
    ] = "random",
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=20, max=1_000_000, help="Games of a trial.",
            show_default="1000, 200 of greedy and 40 of searching players",
        ),
    ] = None,
    trials: Annotated[
        int, typer.Option("--trials", metavar="N", min=1, max=100_000, help="Number of trials.")
    ] = 200,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", min=0, help="Start no trial later; the confirmation comes after.",
            callback=finite,
            show_default=False,
        ),
    ] = None,
    jobs: AllJobs = None,
    ray: Ray = None,
    interpreter: Annotated[
        bool, typer.Option("--interpreter", help="On the interpreter; nothing is built.")
    ] = False,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", metavar="FILE", help="Keep trials in this file, and resume from those in it.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the variant here.", show_default=False),
    ] = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:  # fmt: skip
    from rulec.cli.tune import listing
    from rulec.cli.tune.chosen_numbers import chosen_numbers
    from rulec.tunable import numbers_of

    path = require_file(file)
    numbers = numbers_of(path)
    if list_:
        listing.print_numbers(numbers, format_)
        raise typer.Exit(FINE)
    target = _target(out, path)
    chosen = chosen_numbers(numbers, number or [])
    game, opener, rules = _opened(path, chosen.intervals, interpreter)
    plan = _plan(game, chosen.searched, goal or [], players, config, player, (games, trials, seconds, seed))
    with machines(ray, jobs, len(os.sched_getaffinity(0))) as hands:
        away = opener if isinstance(hands, int) else _portable(path, chosen.intervals, interpreter)
        tuning = _search(game, plan, rules, resume, hands, away)
    text = _variant(tuning, path, target, rules)
    if target is not None and text:
        target.write_text(text, encoding="utf-8")
    listing.print_tuning(tuning, text, target, format_)
    if tuning.interrupted:
        output.error("interrupted; these are the results so far", KeptFile(resume).how_to_go_on)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FINE)


def _target(out: str | None, path: Path) -> Path | None:
    """Validate the output file before anything is played."""
    if out is None:
        return None
    from rulec.native.names import is_game_name

    target = Path(out)
    if target.suffix != ".rules" or not is_game_name(target.stem):
        raise RulecError(
            f"`{out}` can't be a rules file", "small letters, digits and `_`, and `.rules` behind"
        )
    if target.exists():
        raise RulecError(f"{target} is there already", "choose another name; nothing was played")
    if not target.parent.is_dir():
        raise RulecError(f"there is no folder {target.parent}")
    if target.stem == path.stem:
        raise RulecError(f"a variant needs another name than its game, {path.stem}", "choose another one")
    return target


def _opened(
    path: Path, wanted: Mapping[str, tuple[int, int]], interpreter: bool
) -> tuple[Game, Callable[[], Game], str]:
    from rulec import facade
    from rulec.cli.shared.open_games import told_unbuildable
    from rulec.lab.requirements import library

    library("optuna", "tune")
    rules = facade.rules_hash(path)
    if interpreter or told_unbuildable(path):
        opener: Any = partial(facade.interpret, path, parameters=wanted)
    else:
        with doing(f"building {path} with {output.count(len(wanted), 'parameter')}"):
            opener = partial(facade.load_module_of, facade.build_tunable(path, wanted))
    return opener(), opener, rules


def _portable(path: Path, wanted: Mapping[str, tuple[int, int]], interpreter: bool) -> OpenGame:
    """Opener of the game on the nodes of a cluster, each of which builds its engine."""
    from rulec.cluster import PortableGame

    return PortableGame.of(path, interpreted=interpreter, parameters=tuple(wanted.items()))


def _plan(
    game: Game, numbers: tuple[SearchedNumber, ...], goals: list[str], players: int | None, config: str,
    player: str, budget: tuple[int | None, int, float | None, int],
) -> TunePlan:  # fmt: skip
    from rulec.cli.sim.command import chosen as configuration_of
    from rulec.lab.tuning.goals import read_goals
    from rulec.lab.tuning.search import TunePlan
    from rulec.sim.policies import read_ways

    least = next((one for one in sorted(game.PLAYERS) if one > 1), None)
    configuration = configuration_of(game, players if config or players is not None else least, config)
    if not goals:
        raise RulecError("a search needs a goal", 'for example --goal "seat spread below 2 %"')
    games, trials, seconds, seed = budget
    read, ways = read_goals(goals, game, configuration["players"]), read_ways(player, "--player")
    games = games or min(_GAMES.get(way, _GAMES_OF_SEARCHING) for way in ways)
    return TunePlan(numbers, read, configuration, ways, games, trials, seconds, seed)


def _search(
    game: Game, plan: TunePlan, rules: str, resume: str | None, jobs: Jobs, opener: OpenGame
) -> Tuning:
    from rulec.cli.shared.progress import bar
    from rulec.lab.tuning.figures import Options
    from rulec.lab.tuning.history import History
    from rulec.lab.tuning.search import TuneRun, Tuning
    from rulec.sim.workers import workers

    history: History | None = None if resume is None else History(Path(resume), plan, rules, output.note)
    logged = list(history.trials) if history else []
    tuning = Tuning(game, plan, Options(game, plan.goals), logged, resumed=len(logged))
    title = f"{game.TITLE}, {in_words(dict(plan.configuration))}"
    with bar(title, plan.trials, sys.stderr) as shown:
        shown.advance(len(tuning.trials))

        def tell(done: int, what: str) -> None:
            shown.advance(done)
            shown.say(what)

        record = history.add if history else lambda trial: None
        try:
            with workers(game, jobs, opener) as hands:
                run = TuneRun(tuning, hands, record, tell)
                _tell_time(plan, len(tuning.trials), run.seconds_a_game(), jobs)
                run.search()
        except KeyboardInterrupt:
            tuning.interrupted = True
        if tuning.of("complete"):
            if tuning.interrupted:
                output.note(
                    "interrupted; confirming the best trials with other games (Ctrl-C: leave that out)"
                )
            _confirm(tuning, jobs, opener, tell)
    return tuning


def _tell_time(plan: TunePlan, done: int, a_game: float, jobs: Jobs) -> None:
    """Print the estimated duration of a search longer than a minute."""
    at_once = jobs if isinstance(jobs, int) else None
    if at_once is None:  # the size of a cluster changes while it works
        return
    whole = (plan.trials - done) * plan.games * a_game / at_once
    search = whole if plan.seconds is None else min(whole, plan.seconds)
    confirming = plan.confirming_games * a_game / at_once
    if search + confirming > _WORTH_TELLING:
        output.note(
            f"the search takes up to {_duration(search)}, the confirmation up to {_duration(confirming)}: "
            f"{_short(a_game)} a game, {plan.games:,} games a trial, {plan.trials:,} trials"
        )


def _short(seconds: float) -> str:
    return f"{1_000 * seconds:.3g} ms" if seconds < 0.1 else f"{seconds:.1f} s"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 5_400 else f"{seconds / 3_600:.1f} hours"


def _confirm(tuning: Tuning, jobs: Jobs, opener: OpenGame, tell: Callable[[int, str], None]) -> None:
    """Replay the best trials; an interrupt keeps the trials only."""
    from rulec.lab.tuning.search import TuneRun
    from rulec.sim.workers import workers

    try:
        with workers(tuning.game, jobs, opener) as hands:
            TuneRun(tuning, hands, lambda trial: None, tell).confirm()
    except KeyboardInterrupt:
        tuning.interrupted = True


def _variant(tuning: Tuning, path: Path, target: Path | None, rules: str) -> str:
    """Text of the variant, checked by the front end; empty if no number changes."""
    from rulec.base.source_text import SourceText
    from rulec.frontend import Library, check, files_of, read_source, refusal
    from rulec.lab.tuning.variant import variant_text

    if tuning.found is None or tuning.found.values == tuning.plan.printed:
        return ""
    title = f"{tuning.game.TITLE}, tuned" if target is None else re.sub("_", " ", target.stem).capitalize()
    text = variant_text(tuning, path.stem, title.replace('"', ""), output.command_line(), rules)
    source = SourceText(str(target or path.with_name("tuned.rules")), text)
    checked = check(source, Library({one.stem: read_source(one) for one in files_of(path)}))
    if not checked.ok:
        raise refusal(source.name, checked.files, checked.diagnostics)
    return text
