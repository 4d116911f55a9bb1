"""`rulec selftest`, and that it finds what it is there to find: engines that were tampered with."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.runtime import rng
from rulec.runtime.errors import IllegalAction, RulesError
from rulec.sim.policies import chooser
from rulec.sim.selftest.configurations import configurations_to_play
from rulec.sim.selftest.plan import Report, SelftestPlan
from rulec.sim.selftest.reproducibility import check_repeated
from rulec.sim.selftest.run import selftest
from rulec.sim.selftest.state_comparison import Difference
from rulec.sim.tasks import Task
from tests.cli.tools import CONNECT_FOUR, EXPEDITION, NIM, POOL, TIC_TAC_TOE, Cli

SHORT = SelftestPlan(games=2)


class Tampered:
    """A game that answers as another does, except where it lies."""

    def __init__(self, game: Any, lies: dict[str, Any], state_lies: dict[str, Any]) -> None:
        self._game = game
        self._lies = lies
        self.State = type("State", (game.State,), {"__slots__": (), **state_lies})

    def __getattr__(self, name: str) -> Any:
        return self._lies[name] if name in self._lies else getattr(self._game, name)


def against(
    lies: dict[str, Any] | None = None, path: str = TIC_TAC_TOE, plan: SelftestPlan = SHORT, **state_lies: Any
) -> Report:
    """The self-test of a game against itself, the second one tampered with."""
    honest = rulec.interpret(path)
    return selftest((cast(Game, honest), cast(Game, Tampered(honest, lies or {}, state_lies))), plan)


def changed(name: str, change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """A method whose answer `change(state, answer)` alters."""
    original = getattr(rulec.interpret(TIC_TAC_TOE).State, name)

    def method(self: Any, *arguments: Any) -> Any:
        return change(self, original(self, *arguments))

    return method


def test_a_game_agrees_with_itself() -> None:
    report = against()
    assert report.ok
    assert report.games == 5  # two random ones, and the first, last and same
    assert report.longest == 9
    assert 3 * 7 + 2 * 5 <= report.decisions <= 45
    assert report.copies > 5 * report.decisions


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TITLE", "Other"),
        ("PLAYERS", (3,)),
        ("NUM_ACTIONS", 10),
        ("MAX_DECISIONS", 8),
        ("SCORE_CATEGORIES", ()),
        ("COOPERATIVE", True),
        ("RULES_HASH", "0"),
        ("LAYOUT_HASH", "0"),
        ("action_table", lambda: ()),
    ],
)
def test_lies_about_the_game_are_found(name: str, value: Any) -> None:
    report = against({name: value})
    assert not report.agree
    assert name in report.findings[0].what


def late(answer: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """From the third decision on."""
    return lambda state, honest: answer(honest) if len(state.history()) >= 2 else honest


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("legal_actions", late(lambda ids: ids[:-1])),
        ("legal_actions", late(lambda ids: ids[::-1])),
        ("legal_actions_mask", late(lambda mask: mask[::-1])),
        ("count_legal", late(lambda count: count + 1)),
        ("current_player", late(lambda seat: 1 - seat if seat >= 0 else seat)),
        ("decision_seat", late(lambda seat: seat + 1)),
        ("decision", late(lambda name: "other")),
        ("is_terminal", late(lambda over: not over)),
        ("scores", late(lambda points: [p + 1 for p in points])),
        ("score_sheet", late(lambda sheet: {name: [p + 1 for p in row] for name, row in sheet.items()})),
        ("winners", late(lambda seats: [*seats, 7])),
        ("ranking", late(lambda places: [[seat] for group in places for seat in group][::-1])),
        ("returns", late(lambda utilities: [float(u) + 1 for u in utilities])),
        ("to_dict", late(lambda data: {**data, "decisions": 0})),
        ("to_bytes", late(lambda data: data + b"\0")),
        ("history", lambda state, actions: actions[:-1]),
        ("action_to_string", lambda state, label: label.upper()),
        ("clone", lambda state, other: type(state)()),
        ("__copy__", lambda state, other: type(state)()),
        ("__deepcopy__", lambda state, other: type(state)(seed=1)),
        ("__eq__", lambda state, same: False),
    ],
)
def test_lies_of_a_state_are_found(name: str, change: Callable[[Any, Any], Any]) -> None:
    report = against(**{name: changed(name, change)})
    assert not report.agree
    assert report.findings[0].decision <= 2 + (name == "history")


def test_half_done_actions_are_found() -> None:
    def apply_action(self: Any, action: int) -> None:
        try:
            super(type(self), self).apply_action(action)
        except IllegalAction:
            if len(self.history()) >= 2:
                super(type(self), self).apply_index(0)
            raise

    report = against(apply_action=apply_action)
    assert report.findings[0].what == "engine: a refused action changed the state"


def test_illegal_actions_that_are_carried_out_are_found() -> None:
    def apply_action(self: Any, action: int) -> None:
        legal = self.legal_actions()
        super(type(self), self).apply_action(action if action in legal else (legal or [0])[0])

    assert "is not offered, but was carried out" in against(apply_action=apply_action).findings[0].what


def test_copies_that_go_their_own_way_are_found() -> None:
    """A loaded state that looks the same and plays on otherwise."""
    honest: Any = rulec.interpret(TIC_TAC_TOE).State

    def from_bytes(cls: Any, data: bytes) -> Any:
        state = honest.from_bytes.__func__(cls, data)
        state.adopted = ("a copy",)
        return state

    def apply_index(self: Any, index: int) -> None:
        honest.apply_index(self, 0 if self.adopted and self.count_legal() < 8 else index)

    report = against(from_bytes=classmethod(from_bytes), apply_index=apply_index)
    assert not report.agree
    assert "a copy by bytes, made at decision" in report.findings[0].what
    assert "decisions later" in report.findings[0].what


def test_other_errors_are_findings_too() -> None:
    def scores(self: Any) -> list[int]:
        raise KeyError("x")

    assert "an error that nobody may see: KeyError" in against(scores=scores).findings[0].what


def test_playouts_are_compared() -> None:
    honest = rulec.interpret(TIC_TAC_TOE)

    def playouts(n: int, **more: Any) -> Any:
        return honest.playouts(n, **{**more, "seed": 5})

    report = against({"playouts": playouts})
    assert "playouts(...)" in report.findings[0].what


def test_rules_that_stop_a_game_are_told_apart(dead_end: str) -> None:
    report = against(path=dead_end)
    assert report.agree
    assert not report.ok
    finding = report.findings[0]
    assert finding.in_the_rules
    assert "there is nothing to choose from" in finding.what
    assert (finding.decision, len(finding.played)) == (2, 3)


def test_a_side_that_does_not_stop_is_found(dead_end: str) -> None:
    honest: Any = rulec.interpret(dead_end).State

    def apply_index(self: Any, index: int) -> None:
        with contextlib.suppress(RulesError):
            honest.apply_index(self, index)

    report = against(path=dead_end, apply_index=apply_index, apply_action=apply_index)
    assert not report.agree


class Ten:
    """As much of a state as random play looks at, with ten options."""

    def drawn(self, number: int) -> int:
        return rng.below(number, 10)


def test_the_ways_to_choose() -> None:
    same, state = chooser("same", 0), cast(State, Ten())
    assert [same(n, legal, state) for n, legal in enumerate([[3, 5], [3, 4], [1, 3], [4, 6], [4, 9]])] == [
        0,
        0,
        1,
        0,
        0,
    ]
    assert chooser("last", 0)(0, [1, 2, 3], state) == 2
    assert chooser("first", 0)(0, [1, 2, 3], state) == 0
    draws = [chooser("random", 1)(n, range(10), state) for n in range(200)]
    assert set(draws) == set(range(10))
    with pytest.raises(ValueError, match="nobody plays"):
        chooser("best", 0)


def test_plans() -> None:
    """Every configuration at least once; as many decisions as wanted; one game alone."""
    assert against(path=NIM, plan=SelftestPlan(games=1, stubborn=False)).games == 3
    report = against(path=NIM, plan=SelftestPlan(games=1, decisions=80, stubborn=False))
    assert report.decisions >= 80
    alone = against(path=NIM, plan=SelftestPlan(only=100))
    assert (alone.games, alone.ok) == (1, True)


# --- swift games ----------------------------------------------------------------------------------------

SWIFT = SelftestPlan(games=1, decisions=600, stubborn=False)
SHORT_FIRST = 6  # with this seed the first game of Tic-Tac-Toe has only six decisions


def test_decisions_add_swift_games(cli: Cli, builds: Path) -> None:
    report = against(path=NIM, plan=SWIFT)
    assert report.ok
    assert report.games >= 3 * 20  # twenty of each configuration
    assert 0 < report.thorough < report.decisions / 4
    assert (
        against(path=NIM, plan=SelftestPlan(games=2)).thorough
        == against(path=NIM, plan=SelftestPlan(games=2)).decisions
    )
    ran = cli("selftest", TIC_TAC_TOE, "--games", "1", "--decisions", "300")
    (line,) = (one for one in ran.out.splitlines() if one.startswith("  of these"))
    counts = [int(word) for word in line.split() if word.isdigit()]
    assert f"  decisions  {sum(counts)} compared" in ran.out


def in_swift_games(change: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """A lie that no thorough game meets, and no game at its beginning: only random ones are long."""
    return lambda state, honest: change(honest) if len(state.history()) >= 7 else honest


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("legal_actions", in_swift_games(lambda ids: ids[:-1])),
        ("count_legal", in_swift_games(lambda count: count + 1)),
        ("legal_actions_mask", in_swift_games(lambda mask: mask[::-1])),
        ("decision_seat", in_swift_games(lambda seat: seat + 1)),
        ("is_terminal", in_swift_games(lambda over: not over)),
        ("score_sheet", in_swift_games(lambda sheet: {"x": [1, 1]})),
        ("winners", in_swift_games(lambda seats: [*seats, 7])),
        ("to_bytes", in_swift_games(lambda data: data + b"\0")),
    ],
)
def test_lies_are_found_in_swift_games_too(name: str, change: Callable[[Any, Any], Any]) -> None:
    plan = SelftestPlan(games=1, decisions=2000, stubborn=False, seed=SHORT_FIRST)
    report = against(plan=plan, **{name: changed(name, change)})
    assert report.findings[0].task.swift
    assert name in report.findings[0].what


def test_everything_comes_up_in_swift_games() -> None:
    """What is looked at now and then only is looked at somewhere else in every game."""
    places = set()

    def to_dict(state: Any, honest: Any) -> Any:
        places.add(len(state.history()))
        return honest

    plan = SelftestPlan(games=1, decisions=16_000, stubborn=False)
    assert against(plan=plan, to_dict=changed("to_dict", to_dict)).ok
    assert places >= set(range(9))


def test_on_the_engine(cli: Cli, builds: Path) -> None:
    ran = cli("selftest", TIC_TAC_TOE, "--games", "3", "--seed", "4")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(
        "Tic-Tac-Toe: interpreter and engine agree\n  games      6 in 1 configuration\n"
    )
    assert "  seed       4\n" in ran.out


def test_on_two_processes(cli: Cli, builds: Path) -> None:
    one = json.loads(cli("selftest", TIC_TAC_TOE, "--games", "4", "--format", "json").out)
    two = json.loads(cli("selftest", TIC_TAC_TOE, "--games", "4", "--jobs", "2", "--format", "json").out)
    assert one == two
    assert one["ok"] is True
    assert one["games"] == 7


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that only this process has: another one can't play them."""
    monkeypatch.setattr("rulec.sim.selftest.run.check_repeated", lambda *given: None)


def test_a_difference_is_told_with_how_to_see_it_again(
    cli: Cli, builds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = rulec.interpret(TIC_TAC_TOE)
    wrong = Tampered(honest, {}, {"scores": changed("scores", late(lambda points: [0, 1]))})
    alone(monkeypatch)
    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", lambda path, *more: (honest, wrong))
    ran = cli("selftest", TIC_TAC_TOE, "--games", "3")
    assert ran.status == 1
    assert ran.out.startswith("Tic-Tac-Toe: 3 findings\n")
    assert "not as it must be: scores()\n" in ran.out
    assert "  where        players=2, game 0 (first), decision 2\n" in ran.out
    assert "  interpreter  [0, 0]\n" in ran.out
    assert "  engine       [0, 1]\n" in ran.out
    assert "  played       mark: a1; mark: b1\n" in ran.out
    ran = cli("selftest", TIC_TAC_TOE, "--only", "2", "--seed", "9")
    assert f"again: rulec selftest {TIC_TAC_TOE} --seed 9 --only 2\n" in ran.out
    found = json.loads(cli("selftest", TIC_TAC_TOE, "--only", "2", "--format", "json").out)["findings"][0]
    assert (found["what"], found["sides"]) == ("scores()", {"interpreter": "[0, 0]", "engine": "[0, 1]"})


def test_configurations(cli: Cli, builds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rulec.interpret(NIM)
    alone(monkeypatch)
    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", lambda path, *more: (honest, honest))
    for text in ("players=3", "3", " players = 3 "):
        ran = cli("selftest", NIM, "--only", "0", "--config", text, "--format", "json")
        assert json.loads(ran.out)["configurations"] == 1
    assert json.loads(cli("selftest", NIM, "--only", "0", "--format", "json").out)["configurations"] == 3
    ran = cli("selftest", NIM, "--config", "players=9")
    assert ran.error == "error: there is no configuration with `players=9`"
    assert ran.hint == "hint: there are players=2, players=3, players=4"
    ran = cli("selftest", NIM, "--config", "colour=red")
    assert "has no option `colour`" in ran.error


def test_configurations_that_are_told_in_part(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rulec.interpret(EXPEDITION)
    alone(monkeypatch)
    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", lambda path, *more: (honest, honest))
    every = honest.CONFIGURATIONS
    for text, those in {
        "players=2": [one for one in every if one["players"] == 2],
        "harsh=yes": [one for one in every if one["harsh"]],
        "harsh=no, players=2, rounds=2": [
            one for one in every if (one["harsh"], one["players"], one["rounds"]) == (False, 2, 2)
        ],
    }.items():
        assert 1 <= len(those) < len(every)
        ran = cli("selftest", EXPEDITION, "--only", "0", "--config", text, "--format", "json")
        assert json.loads(ran.out)["configurations"] == len(those)
    ran = cli("selftest", EXPEDITION, "--config", "players=9")
    assert ran.hint.startswith(f"hint: there are {len(every)}: players=1,map=northeast,rounds=2,harsh=no, ")
    assert ran.hint.endswith(" ...")


def test_rules_that_stop(cli: Cli, dead_end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rulec.interpret(dead_end)
    alone(monkeypatch)
    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", lambda path, *more: (honest, honest))
    ran = cli("selftest", dead_end)
    assert ran.status == 1
    assert ran.out.startswith("Dead end: interpreter and engine agree, but the rules stop a game\n")


@pytest.mark.parametrize("option", ["--games", "--jobs"])
def test_at_least_one(cli: Cli, option: str) -> None:
    assert cli("selftest", CONNECT_FOUR, option, "0").status == 2


# --- another process ------------------------------------------------------------------------------------


def open_two() -> tuple[Any, Any]:
    return rulec.interpret(NIM), rulec.interpret(NIM)


def open_by_hash_seed() -> tuple[Any, Any]:
    """A game in which something depends on the hash seed of the process."""
    honest: Any = rulec.interpret(NIM)
    wrong = changed_of(honest, "to_bytes", lambda state, data: data + str(hash("x")).encode())
    return honest, Tampered(honest, {}, {"to_bytes": wrong})


def changed_of(game: Any, name: str, change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    original = getattr(game.State, name)
    return lambda self, *given: change(self, original(self, *given))


def test_the_same_bytes_in_another_process() -> None:
    report = selftest(open_two(), SHORT, open_two)
    assert report.ok
    assert report.repeated == 3


def test_bytes_that_depend_on_the_process_are_found() -> None:
    pair = open_by_hash_seed()
    tasks = [Task(pair[0].CONFIGURATIONS[0], 0, pair[0].playout_seed(0, 0), "random")]
    with pytest.raises(Difference, match="engine: game 0 has other bytes in another process"):
        check_repeated(pair, tasks, open_by_hash_seed)
    assert "PYTHONHASHSEED" not in os.environ or os.environ["PYTHONHASHSEED"] not in ("1234", "4321")


# --- runs that are stopped and go on --------------------------------------------------------------------


def kept(tmp_path: Path, plan: SelftestPlan, path: str = NIM) -> tuple[Report, int]:
    """The report, and how many games were really played."""
    played = []
    game = cast(Game, rulec.interpret(path))
    return selftest((game, game), plan, None, lambda report: played.append(1), tmp_path / "state"), len(
        played
    )


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = selftest((cast(Game, rulec.interpret(NIM)),) * 2, SelftestPlan(games=12))
    first, played = kept(tmp_path, SelftestPlan(games=5))
    assert (first.games, played) == (5 + 9, 5 + 9)
    second, played = kept(tmp_path, SelftestPlan(games=12))
    assert played == 7
    assert (second.games, second.decisions, second.copies, second.longest) == (
        whole.games, whole.decisions, whole.copies, whole.longest,
    )  # fmt: skip
    third, played = kept(tmp_path, SelftestPlan(games=12))
    assert (third.games, played) == (whole.games, 0)


def test_what_was_played_swiftly_is_not_called_thorough(tmp_path: Path) -> None:
    first, _ = kept(tmp_path, SelftestPlan(games=3, decisions=600, stubborn=False))
    second, played = kept(tmp_path, SelftestPlan(games=3, decisions=800, stubborn=False))
    assert first.thorough < second.thorough < second.decisions
    assert 0 < played < second.games
    with pytest.raises(RulecError, match="were played swiftly"):
        kept(tmp_path, SelftestPlan(games=40, decisions=800, stubborn=False))


def test_games_with_findings_come_again(tmp_path: Path, dead_end: str) -> None:
    for _ in range(2):
        report, played = kept(tmp_path, SelftestPlan(games=2), dead_end)
        assert played == 3
        assert len(report.findings) == 3


def test_the_state_of_another_run_is_refused(cli: Cli, builds: Path, tmp_path: Path) -> None:
    call = ("selftest", TIC_TAC_TOE, "--games", "1", "--state", "done.json")
    assert cli(*call).status == 0
    assert cli(*call, "--seed", "5").error == (
        "error: done.json belongs to a run with other rules, seed, configurations or oracle"
    )
    Path("done.json").write_text("{}")
    assert cli(*call).error == "error: done.json is not what a self-test keeps"


# --- options that can't be carried out ------------------------------------------------------------------


def test_an_offered_option_that_cannot_be_carried_out_is_found() -> None:
    """Nobody takes it, and it is found all the same."""

    def apply_index(self: Any, index: int) -> None:
        if index == 8:
            raise RulesError("x.rules:1: nothing is left", kind="dead end")
        super(type(self), self).apply_index(index)

    report = against(apply_index=apply_index, plan=SelftestPlan(only=3))
    assert report.findings[0].what == "x.rules:1: nothing is left"
    assert report.findings[0].decision == 0
    assert report.findings[0].played == ("mark: c3 (tried)",)


def test_a_long_range_of_numbers_is_played_at_its_ends_and_its_default() -> None:
    pool = rulec.interpret(POOL)
    assert {one["cities"] for one in pool.CONFIGURATIONS} == set(range(21))
    assert {one["cities"] for one in configurations_to_play(pool)} == {0, 6, 20}
    expedition = rulec.interpret(EXPEDITION)  # 2 to 4 rounds: all of them
    assert configurations_to_play(expedition) == tuple(expedition.CONFIGURATIONS)
