"""`--resume`: an interrupted command goes on, and prints what it would have printed without an interrupt."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from rulec.sim.kept_results import KeptResults
from tests.cli.tools import DICE, NIM, ROOT, Cli, Ran, finish, start

SIM = ("sim", NIM, "-n", "300")
SEARCHING = ("sim", NIM, "-n", "6", "--seats", "mcts:5,random", "--forbid", "p1: take: one")
LADDER = ("ladder", NIM, "--players", "random,greedy,first", "-n", "30")
CARD = str(ROOT / "tests" / "lab" / "games" / "dear_card.rules")
BALANCE = ("balance", CARD, "--games", "3", "--ladder", "random,first", "--player", "greedy")
DIFF = ("diff", NIM, "other.rules", "-n", "200", "--rules", "0")
COMMANDS = {"sim": SIM, "ladder": LADDER, "balance": BALANCE, "diff": DIFF}


@pytest.fixture(autouse=True)
def other_rules(elsewhere: Path) -> None:
    (elsewhere / "other.rules").write_text(Path(NIM).read_text().replace("Nim", "Other nim", 1) + "\n")


def interrupt_after(results: int, patch: pytest.MonkeyPatch) -> None:
    """Type Ctrl-C as soon as so many results are kept."""
    real, counted = KeptResults.add, [0]

    def add(self: KeptResults, *given: Any) -> None:
        real(self, *given)
        counted[0] += 1
        if counted[0] == results:
            raise KeyboardInterrupt

    patch.setattr(KeptResults, "add", add)


def interrupted(cli: Cli, results: int, *arguments: str) -> Ran:
    with pytest.MonkeyPatch.context() as patch:
        interrupt_after(results, patch)
        ran = cli(*arguments, "--interpreter", "--resume", "run.kept")
    assert ran.status == 130, ran.err
    return ran


def told(ran: Ran) -> Any:
    """The document without what is measured in seconds."""
    assert ran.status in (0, 1), ran.err

    def bare(one: Any) -> Any:
        if isinstance(one, dict):
            return {name: bare(value) for name, value in one.items() if name != "seconds"}
        return [bare(value) for value in one] if isinstance(one, list) else one

    return bare(json.loads(ran.out))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_resumed_run_is_the_uninterrupted_one(command: str, cli: Cli, elsewhere: Path) -> None:
    arguments = COMMANDS[command]
    whole = told(cli(*arguments, "--interpreter", "--json"))
    for results in (1, 2, 3):
        ran = interrupted(cli, results, *arguments)
        assert ran.hint == "hint: the same command goes on; its results are in run.kept"
    lines = len((elsewhere / "run.kept").read_text().splitlines())
    assert lines == 1 + 1 + 2 + 3
    again = cli(*arguments, "--interpreter", "--json", "--resume", "run.kept")
    assert told(again) == whole
    complete = (elsewhere / "run.kept").read_bytes()
    assert told(cli(*arguments, "--interpreter", "--json", "--resume", "run.kept")) == whole
    assert (elsewhere / "run.kept").read_bytes() == complete  # nothing was played again


def test_other_processes_go_on_with_the_results_of_one(cli: Cli) -> None:
    whole = told(cli(*LADDER, "--interpreter", "--json"))
    interrupted(cli, 4, *LADDER)
    assert told(cli(*LADDER, "--interpreter", "--json", "--resume", "run.kept", "--jobs", "2")) == whole


def test_searching_players_lose_no_more_than_a_game(cli: Cli) -> None:
    ran = interrupted(cli, 2, *SEARCHING)
    assert ran.error == "error: interrupted after 1 game of 6"  # the second was kept, and not yet counted
    whole = told(cli(*SEARCHING, "--interpreter", "--json"))
    assert told(cli(*SEARCHING, "--interpreter", "--json", "--resume", "run.kept")) == whole


def test_more_games_go_on_from_fewer(cli: Cli) -> None:
    for command in (SIM, LADDER):
        name = f"{command[0]}.kept"
        assert cli(*command[:-1], "10", "--interpreter", "--resume", name).status == 0
        more = cli(*command, "--interpreter", "--resume", name, "--json")
        assert told(more) == told(cli(*command, "--interpreter", "--json"))


def test_text_tells_of_earlier_sessions(cli: Cli) -> None:
    for command in (SIM, LADDER, BALANCE):
        name = f"{command[0]}.kept"
        assert "resumed" not in cli(*command, "--interpreter", "--resume", name).out
        again = cli(*command, "--interpreter", "--resume", name)
        assert f"results of earlier sessions, {name}" in again.out
        assert "a second" not in again.out


@pytest.mark.parametrize(
    ("first", "other", "said"),
    [
        (SIM, (*SIM, "--seed", "1"), "--seed is 0 there, 1 here"),
        (SIM, (*SIM, "--players", "3"), "the configuration is players=2 there, players=3 here"),
        (SIM, (*SIM, "--seats", "first"), "--seats is random there, first here"),
        (SIM, ("sim", DICE, "-n", "300"), "the rules differ"),
        (SIM, LADDER, "the command is sim there, ladder here"),
        (LADDER, (*LADDER, "--prefer", "p1: take: one"), "--prefer is not given there, p1: take: one here"),
        (BALANCE, ("balance", CARD, "--games", "9", *BALANCE[4:]), "--games is 3 there, 9 here"),
        (DIFF, (*DIFF, "--players", "3"), "--players is not given there, 3 here"),
    ],
)
def test_another_run_is_refused(
    first: tuple[str, ...], other: tuple[str, ...], said: str, cli: Cli, elsewhere: Path
) -> None:
    interrupted(cli, 1, *first)
    before = (elsewhere / "run.kept").read_bytes()
    ran = cli(*other, "--interpreter", "--resume", "run.kept")
    assert ran.status == 2
    assert ran.error.startswith("error: --resume: run.kept is of another run: ")
    assert said in ran.error
    assert (elsewhere / "run.kept").read_bytes() == before


def test_without_the_option_an_interrupt_tells_of_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.sim import counters

    real = counters.Tally.merge

    def merge(self: counters.Tally, other: counters.Tally) -> None:
        real(self, other)
        raise KeyboardInterrupt

    monkeypatch.setattr(counters.Tally, "merge", merge)
    ran = cli(*SIM, "--interpreter")
    assert ran.status == 130
    assert ran.hint.startswith("hint: with --resume FILE ")


def test_diff_keeps_nothing_where_nothing_is_played(cli: Cli) -> None:
    ran = cli("diff", NIM, "other.rules", "--resume", "run.kept")
    assert ran.status == 2
    assert "--resume is about games that are played" in ran.error


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_goes_on(jobs: str, cli: Cli, elsewhere: Path) -> None:
    kept = elsewhere / "run.kept"
    more = ("sim", NIM, "-n", "2000", "--seats", "greedy", "--interpreter", "--resume", "run.kept")
    process = start(*more, "--jobs", jobs)
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 5):
        threading.Event().wait(0.02)
    process.kill()
    finish(process)
    found = kept.read_bytes().count(b"\n") - 1
    assert 4 <= found < 2000
    less = ("sim", NIM, "-n", str(found + 2), *more[4:])
    again = told(cli(*less, "--json"))
    assert kept.read_bytes().count(b"\n") == found + 3
    assert again == told(cli(*less[:-2], "--json"))
