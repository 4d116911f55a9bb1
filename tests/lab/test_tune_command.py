"""`rulec tune`: what it prints and writes, what it refuses, what it keeps."""

from __future__ import annotations

import json
import re
import resource
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulec.frontend import check, read_source
from tests.cli.conftest import cli, elsewhere  # noqa: F401 - fixtures
from tests.cli.tools import Cli
from tests.lab.tools import GAMES

CARD = str(GAMES / "dear_card.rules")
SMALL = ("--interpreter", "--jobs", "1", "--games", "40", "--trials", "16")
FAIR = ("--number", "cards.worth", "--goal", "every pick between 0.8 and 1.2")

ASSUMED = """\
game "Guesses"
  players 2
  length 12

table cards of card:
  card | worth | display
  red  | 9     | "Red"
  blue | 2     | "Blue"
  assumed "the picture is lost" for worth

each player has:
  points: 0 to 90

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose card from cards as pick
  raise my points by card's worth

score:
  "Points": my points
"""


@pytest.fixture
def optuna() -> None:
    pytest.importorskip("optuna")


def test_numbers_are_listed_assumed_ones_first(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    (elsewhere / "guesses.rules").write_text(ASSUMED)
    ran = cli("tune", "guesses.rules", "--list")
    assert ran.status == 0
    assert "assumed numbers" in ran.out
    assert "the picture is lost" in ran.out
    listed = json.loads(cli("tune", "guesses.rules", "--list", "--json").out)
    assert [(one["name"], one["value"], one["assumed"]) for one in listed] == [
        ("cards[red].worth", 9, "the picture is lost"),
        ("cards[blue].worth", 2, "the picture is lost"),
    ]
    assert [one["from"] for one in listed] == [4, 0]


def test_assumed_columns_of_a_track_are_listed(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    track = """\
track progress(card) of slot for each player, starts 1, never down:
  card | slot | worth | fee
  red  | 1    | 4     | 1
  red  | 2    | 6     | 3
  blue | 1    | 2     | 2
  blue | 2    | 3     | 5
  assumed "the board is lost" for worth

each player has:
"""
    (elsewhere / "guesses.rules").write_text(ASSUMED.replace("each player has:\n", track))
    listed = json.loads(cli("tune", "guesses.rules", "--list", "--json").out)
    assert {one["column"]: one["assumed"] for one in listed} == {
        "cards.worth": "the picture is lost",
        "progress.worth": "the board is lost",
        "progress.fee": None,
    }


@pytest.mark.usefixtures("optuna")
def test_the_variant_is_printed_with_its_evidence(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setenv("COLUMNS", "80")
    ran = cli("tune", CARD, *FAIR, *SMALL)
    assert ran.status == 0, ran.err
    assert "goals, in 160 other games" in ran.out
    assert 'variant "Dear card, tuned" of dear_card:' in ran.out
    assert "  change worth of ruby in cards to " in ran.out
    assert "# 5\n" in ran.out
    assert ran.err == ""


@pytest.mark.usefixtures("optuna")
def test_assumed_numbers_are_searched_if_none_is_named(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    (elsewhere / "guesses.rules").write_text(ASSUMED)
    ran = cli("tune", "guesses.rules", "--goal", "every pick between 0.9 and 1.1", *SMALL, "-o", "fair.rules")
    assert ran.status == 0, ran.err
    assert "next: rulec check fair.rules" in ran.out
    assert check(read_source("fair.rules")).ok
    assert 'variant "Fair" of guesses:' in (elsewhere / "fair.rules").read_text()
    again = cli("tune", "guesses.rules", "--goal", "points above 3", *SMALL, "-o", "fair.rules")
    assert again.status == 2
    assert "fair.rules is there already" in again.err


@pytest.mark.long
@pytest.mark.usefixtures("optuna")
def test_the_same_for_a_seed_whatever_jobs(cli: Cli) -> None:  # noqa: F811
    told = []
    for jobs in ("1", "2"):
        ran = cli(
            "tune", CARD, *FAIR, "--goal", "points at least 8", "--interpreter", "--games", "30",
            "--trials", "8", "--jobs", jobs, "--json",
        )  # fmt: skip
        assert ran.status == 0, ran.err
        found = json.loads(ran.out)
        found.pop("seconds")
        found["variant"] = (found["variant"] or "").partition("\nvariant")[2]
        told.append(found)
    assert told[0] == told[1]
    assert told[0]["trials"]["complete"] + told[0]["trials"]["pruned"] == 8


@pytest.mark.usefixtures("optuna")
def test_a_factor_for_a_whole_column(cli: Cli) -> None:  # noqa: F811
    factor = ("--number", "cards.worth=50..200%", "--goal", "points at least 12")
    ran = cli("tune", CARD, *factor, *SMALL)
    assert ran.status == 0, ran.err
    assert "numbers  1 number" in ran.out
    assert "100 %" in ran.out
    assert "50 to 200 %" in ran.out
    assert "  change worth of ruby in cards to " in ran.out
    refused = cli("tune", CARD, *factor, "--number", "cards[ruby].worth", *SMALL)
    assert refused.status == 2
    assert "`cards[ruby].worth` is searched twice" in refused.err
    cheap = cli("tune", CARD, "--number", "cards.worth=50..80%", "--goal", "points at least 12", *SMALL)
    assert "an interval of a factor has 100 % in it" in cheap.err


@pytest.mark.usefixtures("optuna")
def test_a_long_search_tells_its_time(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    from rulec.lab.tuning import search

    monkeypatch.setattr(search.TuneRun, "seconds_a_game", lambda self: 0.5)
    told = cli("tune", CARD, *FAIR, "--interpreter", "--jobs", "1", "--player", "mcts:2", "--trials", "4")
    assert told.status == 0, told.err
    assert "note: the search takes up to 80 s, the confirmation up to 6 minutes" in told.err
    assert "0.5 s a game, 40 games a trial, 4 trials" in told.err
    assert "40 of mcts:2 players a trial" in told.out


@pytest.mark.usefixtures("optuna")
def test_a_search_goes_on(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    first = cli("tune", CARD, *FAIR, *SMALL, "--resume", "search.jsonl")
    assert first.status == 0, first.err
    lines = (elsewhere / "search.jsonl").read_text().splitlines()
    assert len(lines) == 17
    second = cli("tune", CARD, *FAIR, *SMALL[:-1], "20", "--resume", "search.jsonl")
    assert second.status == 0, second.err
    assert "20" in second.out
    assert (elsewhere / "search.jsonl").read_text().splitlines()[:17] == lines
    other = cli("tune", CARD, *FAIR, *SMALL, "--seed", "3", "--resume", "search.jsonl")
    assert other.status == 2
    assert "of another search: seed differ" in other.err


@pytest.mark.usefixtures("optuna")
def test_a_full_disk_ends_the_keeping_not_the_search(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_200, hard))
    try:
        ran = cli("tune", CARD, *FAIR, *SMALL, "--resume", "search.jsonl")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert ran.status == 0, ran.err
    assert ran.err.count("further trials are not kept") == 1
    assert "trials   16 (" in ran.out
    again = cli("tune", CARD, *FAIR, *SMALL, "--resume", "search.jsonl")
    assert again.status == 0, again.err
    assert re.search(r"trials   16.*: [1-9]\d* resumed", again.out), again.out


@pytest.mark.usefixtures("optuna")
def test_whoever_interrupts_gets_what_was_found(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    from rulec.lab.tuning import search

    keep = search.TuneRun._keep

    def interrupted(self: search.TuneRun, trial: search.Trial) -> None:
        keep(self, trial)
        if len(self.tuning.trials) == 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(search.TuneRun, "_keep", interrupted)
    ran = cli("tune", CARD, *FAIR, *SMALL)
    assert ran.status == 130
    assert "interrupted; these are the results so far" in ran.err
    assert "trials   6 (" in ran.out
    assert "goals, in 160 other games" in ran.out
    assert "note: interrupted; confirming the best trials" in ran.err
    assert ran.hint.startswith("hint: with --resume FILE ")


@pytest.mark.usefixtures("optuna")
def test_an_interrupted_search_counts_its_time_and_its_own_trials(
    cli: Cli,  # noqa: F811
    elsewhere: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rulec.lab.tuning import search

    clock = iter(range(0, 10**6, 7))
    assert cli("tune", CARD, *FAIR, *SMALL, "--resume", "search.jsonl").status == 0
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    keep = search.TuneRun._keep
    monkeypatch.setattr(search.TuneRun, "_keep", lambda self, trial: keep(self, trial) or interrupted())
    monkeypatch.setattr(search.TuneRun, "_again", interrupted)  # the second Ctrl-C
    ran = cli("tune", CARD, *FAIR, *SMALL[:-1], "40", "--resume", "search.jsonl")
    assert ran.status == 130
    assert re.search(r"trials   17.*: 16 resumed, 1 in [1-9][0-9]* s", ran.out), ran.out
    assert "trials are finished, none confirmed by other games" in ran.out
    assert len((elsewhere / "search.jsonl").read_text().splitlines()) == 18


def test_starting_processes_is_not_time_of_games() -> None:
    """The first game of a search waits for the processes; the others tell how long games take."""
    from rulec.lab.tuning import search

    clock = 0.0

    def play(_: Any) -> Any:
        nonlocal clock
        clock += 0.25 if clock else 100.0
        yield None

    run: Any = object.__new__(search.TuneRun)
    run.plan = SimpleNamespace(printed={}, seed=0)
    run.workers, run._play = SimpleNamespace(each=play), lambda *given: given
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "time", SimpleNamespace(monotonic=lambda: clock))
        assert run.seconds_a_game() == 0.25


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "a search needs a goal"),
        (("--goal", "fun above 3"), "unknown name `fun`"),
        (("--goal", "points above 3", "--number", "cards.wroth"), "did you mean `cards.worth`"),
        (("--goal", "points above 3", "--number", "cards.worth=9"), "is not a number with an interval"),
        (("--goal", "points above 3", "--number", "cards[ruby].worth=7..9"), "is not in 7 to 9"),
        (("--goal", "points above 3", "--number", "cards.worth", "-o", "x.txt"), "can't be a rules file"),
        (("--goal", "points above 3", "--player", "bob"), "nobody plays `bob`"),
        (("--goal", "points above 3", "--players", "5"), "is played with 2 players, not 5"),
    ],
)
@pytest.mark.usefixtures("optuna")
def test_wrong_calls_are_told(cli: Cli, arguments: tuple[str, ...], said: str) -> None:  # noqa: F811
    named = () if "--number" in arguments else ("--number", "cards.worth")
    ran = cli("tune", CARD, *arguments, *named, *SMALL)
    assert ran.status == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_rules_without_assumed_numbers_ask_for_names(cli: Cli) -> None:  # noqa: F811
    ran = cli("tune", CARD, "--goal", "points above 3", *SMALL)
    assert ran.status == 2
    assert "no number of these rules is marked `assumed`" in ran.err


def test_optuna_that_is_missing_is_told_in_a_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setitem(sys.modules, "optuna", None)
    ran = cli("tune", CARD, *FAIR, *SMALL)
    assert ran.status == 2
    assert ran.err.splitlines() == ["error: optuna is not installed", "hint: run `pip install 'rulec[tune]'`"]
