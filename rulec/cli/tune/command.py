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
from rulec.cli.shared.machines import machines
from rulec.cli.shared.parameters import AllJobs, Format, OutputFormat, Players, Ray, RulesFile, Seed
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulec.face import Game
    from rulec.lab.tuning.history import History
    from rulec.lab.tuning.search import TunePlan, Tuning
    from rulec.sim.workers import Jobs, OpenGame
    from rulec.syntax.tunable_numbers import RulesNumber
    from rulec.tunable import Parameter

HELP = (
    "Search for numbers that meet goals, and print them as a variant with the evidence.\n\n"
    "Numbers are cells of tables (`tiles[coal].worth`), whole columns (`tiles.worth`), values and initial "
    "values of variables, optionally with an interval (`money=8..20`); without --number all numbers marked "
    "`assumed`. Goals are about seat spread, decisions, choices, points, margin, ties, the worth of "
    "options beside the mean, and the use of options. One build serves all trials.",
    "rulec tune my.rules --list",
    'rulec tune my.rules --number money=8..20 --goal "seat spread below 2 %" --goal "90 to 110 decisions"',
    'rulec tune my.rules --goal "every main between 0.8 and 1.2" --trials 300 -o tuned.rules',
    'rulec tune my.rules --goal "use of main: build at least 10 %" --resume search.jsonl --seconds 600',
)
_MOST_PROPOSED = 60


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
            help="A number or a column to search; several times.",
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
        int, typer.Option("--games", metavar="N", min=20, max=1_000_000, help="Games of a trial.")
    ] = 1_000,
    trials: Annotated[
        int, typer.Option("--trials", metavar="N", min=1, max=100_000, help="Number of trials.")
    ] = 200,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", min=0, help="Start no trial later.", show_default=False),
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
    from rulec.tunable import numbers_of

    path = require_file(file)
    numbers = numbers_of(path)
    if list_:
        listing.print_numbers(numbers, format_)
        raise typer.Exit(FINE)
    target = _target(out, path)
    chosen = _chosen(numbers, number)
    game, opener, rules = _opened(path, chosen, interpreter)
    plan = _plan(game, chosen, goal or [], players, config, player, (games, trials, seconds, seed))
    with machines(ray, jobs, len(os.sched_getaffinity(0))) as hands:
        away = opener if isinstance(hands, int) else _portable(path, chosen, interpreter)
        tuning = _search(game, plan, rules, resume, hands, away)
    text = _variant(tuning, path, target, rules)
    if target is not None and text:
        target.write_text(text, encoding="utf-8")
    listing.print_tuning(tuning, text, target, format_)
    if tuning.interrupted:
        output.error("interrupted; these are the results so far")
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


def _chosen(numbers: list[RulesNumber], wanted: list[str] | None) -> tuple[Parameter, ...]:
    from rulec.tunable import chosen_parameters, read_intervals

    if wanted:
        return chosen_parameters(numbers, read_intervals(wanted))
    assumed = [one.name for one in numbers if one.assumed and one.proposed[0] < one.proposed[1]]
    if not assumed:
        raise RulecError(
            "no number of these rules is marked `assumed`", "name some: --number; --list shows all"
        )
    if len(assumed) > _MOST_PROPOSED:
        columns = dict.fromkeys(one.group for one in numbers if one.assumed)
        raise RulecError(
            f"{len(assumed)} numbers of these rules are marked `assumed`, too many for one search",
            f"name some: --number {next(iter(columns))}; --list shows all",
        )
    return chosen_parameters(numbers, assumed)


def _opened(
    path: Path, chosen: tuple[Parameter, ...], interpreter: bool
) -> tuple[Game, Callable[[], Game], str]:
    from rulec import facade
    from rulec.cli.shared.open_games import told_unbuildable
    from rulec.lab.requirements import library

    library("optuna", "tune")
    wanted = _intervals(chosen)
    rules = facade.rules_hash(path)
    if interpreter or told_unbuildable(path):
        opener: Any = partial(facade.interpret, path, parameters=wanted)
    else:
        with doing(f"building {path} with {output.count(len(wanted), 'parameter')}"):
            opener = partial(facade.load_module_of, facade.build_tunable(path, wanted))
    return opener(), opener, rules


def _portable(path: Path, chosen: tuple[Parameter, ...], interpreter: bool) -> OpenGame:
    """Opener of the game on the nodes of a cluster, each of which builds its engine."""
    from rulec.cluster import PortableGame

    intervals = tuple(_intervals(chosen).items())
    return PortableGame.of(path, interpreted=interpreter, parameters=intervals)


def _intervals(chosen: tuple[Parameter, ...]) -> dict[str, tuple[int, int]]:
    return {one.name: (one.lo, one.hi) for one in chosen}


def _plan(
    game: Game, chosen: tuple[Parameter, ...], goals: list[str], players: int | None, config: str,
    player: str, budget: tuple[int, int, float | None, int],
) -> TunePlan:  # fmt: skip
    from rulec.cli.sim.command import chosen as configuration_of
    from rulec.lab.tuning.goals import read_goals
    from rulec.lab.tuning.search import SearchedNumber, TunePlan
    from rulec.sim.policies import read_ways

    least = next((one for one in sorted(game.PLAYERS) if one > 1), None)
    configuration = configuration_of(game, players if players or config else least, config)
    if not goals:
        raise RulecError("a search needs a goal", 'for example --goal "seat spread below 2 %"')
    numbers = tuple(
        SearchedNumber(one.name, one.number.value, one.lo, one.hi, _step(one), one.number.patch)
        for one in chosen
    )
    games, trials, seconds, seed = budget
    read = read_goals(goals, game, configuration["players"])
    return TunePlan(numbers, read, configuration, read_ways(player, "--player"), games, trials, seconds, seed)


def _step(one: Parameter) -> int:
    """Step of the printed number, if its interval is wide enough; else 1."""
    return one.number.step if one.hi - one.lo >= 2 * one.number.step else 1


def _search(
    game: Game, plan: TunePlan, rules: str, resume: str | None, jobs: Jobs, opener: OpenGame
) -> Tuning:
    from rulec.cli.shared.progress import bar
    from rulec.lab.tuning.figures import Options
    from rulec.lab.tuning.history import History
    from rulec.lab.tuning.search import TuneRun, Tuning
    from rulec.sim.workers import workers

    history: History | None = None if resume is None else History(Path(resume), plan, rules)
    tuning = Tuning(game, plan, Options(game, plan.goals), list(history.trials) if history else [])
    title = f"{game.TITLE}, {in_words(dict(plan.configuration))}"
    with bar(title, plan.trials, sys.stderr) as shown:
        shown.advance(len(tuning.trials))

        def tell(done: int, what: str) -> None:
            shown.advance(done)
            shown.say(what)

        record = history.add if history else lambda trial: None
        try:
            with workers(game, jobs, opener) as hands:
                TuneRun(tuning, hands, record, tell).search()
        except KeyboardInterrupt:
            tuning.interrupted = True
        if tuning.of("complete"):
            _confirm(tuning, jobs, opener, tell)
    return tuning


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
