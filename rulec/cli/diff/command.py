"""Command `rulec diff`: compares two games by their rules and, optionally, by play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.completion import complete_rules
from rulec.cli.shared import output
from rulec.cli.shared.configurations import check_seats
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, PROBLEMS
from rulec.cli.shared.files import STANDARD_INPUT, read_rules, require_file
from rulec.cli.shared.kept_files import kept_file
from rulec.cli.shared.parameters import (
    Format,
    Jobs,
    OnInterpreter,
    OutputFormat,
    Players,
    Report,
    Resume,
    Seats,
    Seed,
    find_file,
)
from rulec.cli.shared.progress import doing
from rulec.cli.shared.report_files import prepare
from rulec.errors import RulecError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulec.cli.sim.play_games import Played
    from rulec.cli.sim.rule_counts import RuleCoverage
    from rulec.face import Game
    from rulec.frontend import Checked
    from rulec.insight.rule_passages import Difference
    from rulec.sim.simulate import SimulationPlan

HELP = (
    "Compare two games: their rules by name, and with -n their play.\n\n"
    "A variant is compared with all of its base. Layout, comments, citations and examples do not count. "
    "With -n so many games of each are played; differences in length, scores, victories, decisions and "
    "options have 95 % intervals and a verdict corrected for the number of figures; the first games are "
    "traced sentence by sentence, to count how often each rule is carried out. "
    "The status is 0 if the rules are the same, else 1.",
    "rulec diff my.rules my_variant.rules",
    "rulec diff old.rules new.rules -n 1000 --jobs 2",
    "rulec diff old.rules new.rules -n 300 --config players=3 --seats random,first --format json",
)


def run(
    left: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A rules file, or the name of a game.",
            show_default=False,
            callback=find_file,
            autocompletion=complete_rules,
        ),
    ],
    right: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="A second one.",
            show_default=False,
            callback=find_file,
            autocompletion=complete_rules,
        ),
    ],
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", min=0, help="Number of games of each; 0: none.")
    ] = 0,
    players: Players = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            metavar="C",
            help="Configuration, as players=3,map=western; other options keep their defaults.",
        ),
    ] = None,
    seats: Seats = "random",
    jobs: Jobs = 1,
    everything: Annotated[
        bool, typer.Option("--all", help="List every figure, not only differences.")
    ] = False,
    interpreter: OnInterpreter = False,
    rules: Annotated[
        int | None,
        typer.Option(
            "--rules",
            metavar="N",
            min=0,
            help="Number of games in which uses of rules are counted; 0: none.",
            show_default="those of the first 5,000 steps",
        ),
    ] = None,
    report: Report = None,
    resume: Resume = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.frontend import logical_lines
    from rulec.insight.rule_diff import differences
    from rulec.sim.policies import read_ways

    if left == right == STANDARD_INPUT:
        raise RulecError("standard input can be one of the two files only")
    ways = read_ways(seats)
    if not games and (players is not None or config is not None):
        raise RulecError("--players and --config are about games that are played", "say how many with -n")
    for option, given in (("--report", report), ("--resume", resume)):
        if given is not None and not games:
            raise RulecError(f"{option} is about games that are played", "say how many with -n")
    save = None if report is None else prepare(report)
    files = [require_file(name) if games else name for name in (left, right)]
    with doing("comparing the rules"):
        sides = [_accepted(str(name)) for name in files]
        found = differences(*(logical_lines(one.source) for one in sides))
    played: list[Played] = []
    seen: list[RuleCoverage] = []
    if games and found:

        def planned(number: int) -> Callable[[Game], SimulationPlan]:
            return lambda game: _plan(game, sides, players, config, ways, (games, number * games, seed))

        from rulec import facade
        from rulec.cli.sim.play_games import play

        with kept_file(resume) as session:
            hashes = [facade.rules_hash(Path(name)) for name in files]
            session.open("diff", hashes, games=games, players=players, config=config, seats=ways, seed=seed)
            try:
                for n, name in enumerate(files):
                    played.append(play(Path(name), planned(n), jobs, interpreter, session=session))
                    if played[-1].interrupted:  # partial results are not comparable
                        raise KeyboardInterrupt
            except KeyboardInterrupt:
                output.error("interrupted before all games were played", session.how_to_go_on)
                raise typer.Exit(INTERRUPTED) from None
        if rules != 0:
            from rulec.cli.sim.rule_counts import count_rules

            seen = [
                count_rules(Path(name), one, at_most=rules) for name, one in zip(files, played, strict=True)
            ]
    if save is not None and played:
        save(_page(sides, found, played, seen))
    _tell(sides, found, played, seen, games, everything, format_)
    stopped = any(one.tally.stopped for one in played)
    raise typer.Exit(PROBLEMS if found or stopped else FINE)


def _accepted(name: str) -> Checked:
    from rulec.frontend import check, refusal

    checked = check(read_rules(name))
    if not checked.ok:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    return checked


def _tell(
    sides: list[Checked],
    found: tuple[Difference, ...],
    played: list[Played],
    seen: list[RuleCoverage],
    games: int,
    everything: bool,
    format_: Format,
) -> None:
    from rulec.cli.diff import tables

    names = [one.source.name for one in sides]
    if format_ is Format.json:
        output.print_json(tables.as_json(names, found, played, seen))
        return
    tables.print_rules(names, found)
    if played:
        tables.print_play(names, found, played, seen, everything)
    elif games:
        print("The rules are the same: there is nothing to play for.")
    elif found:
        output.next_command(f"rulec diff {names[0]} {names[1]} -n 1000")


def _page(
    sides: list[Checked], found: tuple[Difference, ...], played: list[Played], seen: list[RuleCoverage]
) -> bytes:
    """Report of the games played."""
    from rulec.cli.diff.tables import sides_of
    from rulec.cli.shared.configurations import in_words
    from rulec.lab.report.diff_page import Side, page
    from rulec.sim.contrast_words import in_words as contrast_in_words
    from rulec.sim.play_diff import contrast

    shown = [
        Side(
            side.source.name,
            one.game.TITLE,
            one.game.RULES_HASH,
            one.plan.games,
            in_words(one.plan.configuration),
        )
        for side, one in zip(sides, played, strict=True)
    ]
    command = output.command_line()
    sides_played, plan = sides_of(played, seen), played[0].plan
    contrasted = contrast(*sides_played)
    words = contrast_in_words(contrasted, *sides_played, plan.ways)
    return page(shown, contrasted, words, len(found), plan.seed, command)


# --- what is played -------------------------------------------------------------------------------------


def _plan(
    game: Game,
    sides: list[Checked],
    players: int | None,
    config: str | None,
    ways: tuple[str, ...],
    numbers: tuple[int, int, int],
) -> SimulationPlan:
    """Simulation plan of one side; the two sides use independent random numbers."""
    from rulec.sim.simulate import SimulationPlan

    games, first, seed = numbers
    explicit = game.MAX_CHANCE_OUTCOMES > 0
    configuration = _configuration(game, sides, players, config)
    check_seats(ways, configuration)
    return replace(SimulationPlan(games, configuration, ways, seed, explicit), first=first)


def _configuration(
    game: Game, sides: list[Checked], players: int | None, config: str | None
) -> dict[str, Any]:
    from rulec.cli.shared.configurations import in_words, most_default, parse_partial
    from rulec.frontend import players_of

    named, options = parse_partial(config, game)
    if None not in (players, named) and players != named:
        raise RulecError(f"--config is of {named} players, --players says {players}")
    both = set.intersection(*(set(players_of(one)) for one in sides))
    if not both:
        counts = " and ".join(" or ".join(map(str, players_of(one))) for one in sides)
        raise RulecError(f"the games are played with {counts} players: no number is common to both")
    wanted = players or named or min(both)
    if wanted not in both:
        counts = " or ".join(map(str, sorted(both)))
        raise RulecError(f"both games are played with {counts} players, not with {wanted}")
    fixed = {"players": wanted, **options}
    fitting = [one for one in game.CONFIGURATIONS if fixed.items() <= one.items()]
    if not fitting:
        raise RulecError(f"{game.TITLE} has no configuration with {in_words(fixed)}")
    return most_default(game, fitting)
