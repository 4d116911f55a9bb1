"""`rulec sim`: figures of many games."""

from __future__ import annotations

import json
import random
import re
import statistics
from pathlib import Path

import pytest

import rulec
from rulec.sim.counters import RunningMoments, Tally, share_interval
from rulec.sim.simulate import SimulationPlan
from tests.backends.test_cooperative_games import RESCUE
from tests.cli.tools import DICE, FARM, NIM, SOWING, TIC_TAC_TOE, TRIED, Cli

NEVER = """\
game "Never"
    players 2
    length 20
kind coins of coin: heads, tails
the game has:
    left: 0 to 3, starts 0
play:
    each player acting:
        choose one as main:
            go: nothing_much
            stay when left >= 1: nothing_much
        if left >= 1:
            choose coin from coins as other
rule nothing_much:
    if left >= 1: end the game
score:
    "Points": 3
"""


def figures(cli: Cli, file: str, *more: str) -> dict[str, object]:
    ran = cli("sim", file, "--interpreter", "--format", "json", *more)
    assert ran.status == 0, ran.err
    found: dict[str, object] = json.loads(ran.out)
    return found


def test_the_games_are_those_of_playouts(cli: Cli) -> None:
    found = json.loads(
        cli("sim", TIC_TAC_TOE, "-n", "60", "--seed", "5", "--interpreter", "--format", "json").out
    )
    games = rulec.interpret(TIC_TAC_TOE).playouts(60, seed=5)
    assert found["games"] == 60
    assert found["decisions"]["mean"] == pytest.approx(games.decisions.mean())
    assert found["choices"]["most"] == games.choices.max()
    for seat in range(2):
        points = [int(one) for one in games.scores[:, seat]]
        assert found["totals"][seat]["mean"] == pytest.approx(statistics.mean(points))
        margin = 1.959964 * statistics.stdev(points) / len(points) ** 0.5
        assert found["totals"][seat]["margin"] == pytest.approx(margin)
    shares = games.winners / games.winners.sum(axis=1, keepdims=True)
    assert [one["share"] for one in found["wins"]] == pytest.approx(list(shares.mean(axis=0)))
    assert sum(one["times"] for one in found["uses"].values()) == games.decisions.sum()
    assert found["asked"]["mark"]["options"] == pytest.approx(
        {"mean": found["asked"]["mark"]["options"]["mean"], "least": 1, "most": 9, "margin": 0.1}, abs=0.2
    )
    assert found["asked"]["mark"]["times"] == games.decisions.sum()


@pytest.mark.parametrize("more", [["--jobs", "2"], ["--jobs", "3"]])
def test_the_same_whatever_the_jobs(cli: Cli, more: list[str]) -> None:
    one = figures(cli, NIM, "-n", "120", "--players", "3")
    assert figures(cli, NIM, "-n", "120", "--players", "3", *more) == one
    assert figures(cli, NIM, "-n", "120", "--players", "3", "--seed", "1") != one


def test_seats(cli: Cli) -> None:
    found = figures(cli, NIM, "-n", "20", "--seats", "first")
    assert found["decisions"]["margin"] == 0  # type: ignore[index]
    assert list(found["uses"]) == ["take: one"]  # type: ignore[call-overload]
    assert found["never_taken"] == {"take": ["two", "three"]}


def test_who_searches_wins(cli: Cli) -> None:
    found = figures(cli, TIC_TAC_TOE, "-n", "12", "--seats", "mcts:40,random", "--alternate")
    assert found["seats"] == ["mcts:40", "random"]
    assert found["wins"][0]["share"] > 0.75  # type: ignore[index]
    assert figures(cli, TIC_TAC_TOE, "-n", "12", "--seats", "mcts:40,random", "--alternate") == found


def test_seats_change_from_game_to_game() -> None:
    plan = SimulationPlan(9, {"players": 3}, ("first", "last"), alternate=True)
    assert [plan.seated(number) for number in range(4)] == [
        ("first", "last", "last"),
        ("last", "first", "last"),
        ("last", "last", "first"),
        ("first", "last", "last"),
    ]


def test_scores_of_those_who_change_seats_are_theirs(cli: Cli) -> None:
    """Two who play alike: seats that stay give the first player's share, seats that change add both up."""
    more = ["-n", "40", "--seats", "first,last", "--seed", "2"]
    stay, change = figures(cli, NIM, *more, "--players", "2"), figures(cli, NIM, *more, "--alternate")
    turned = figures(cli, NIM, "-n", "40", "--seats", "last,first", "--seed", "2", "--players", "2")
    first = [(one["wins"][0]["share"], one["wins"][1]["share"]) for one in (stay, turned)]  # type: ignore[index]
    shares = [one["share"] for one in change["wins"]]  # type: ignore[attr-defined]
    # Neither draws anything at random, so all games with the same seats are alike.
    assert shares == [(first[0][0] + first[1][1]) / 2, (first[0][1] + first[1][0]) / 2]
    out = cli("sim", TIC_TAC_TOE, "-n", "4", "--interpreter", "--seats", "mcts:30,first", "--alternate").out
    assert "seats  mcts:30, first, who change seats from game to game; seed 0" in out
    assert re.search(r"scores +mcts:30 +first\n", out)
    assert re.search(r"victories +mcts:30 +first\n", out)


def test_tables(cli: Cli) -> None:
    out = cli("sim", SOWING, "-n", "30", "--interpreter").out
    for part in (
        "Sowing, players=1",
        "length ",
        "scores ",
        "decisions ",
        "options taken ",
        "  games  30 on the ",
    ):
        assert part in out
    assert "\nvictories" not in out  # nobody wins alone
    assert "more (--all)" in out
    assert "more (--all)" not in cli("sim", SOWING, "-n", "30", "--interpreter", "--all").out


def test_what_never_comes_is_named(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "never.rules").write_text(NEVER)
    out = cli("sim", "never.rules", "-n", "5", "--interpreter").out
    assert "\nnever asked: other\n" in out
    assert "\nnever taken\n  main: stay\n" in out
    out = cli("sim", TIC_TAC_TOE, "-n", "60", "--interpreter").out
    assert out.endswith("\nevery decision came and every option was taken\n")


def test_rules_that_stop(cli: Cli, dead_end: str) -> None:
    ran = cli("sim", dead_end, "-n", "7", "--interpreter")
    assert ran.status == 1
    assert "7 games stopped by the rules: dead_end.rules:" in ran.out
    assert ": dead end (seed " in ran.out
    hint = r"\n  hint: `.+` \(dead_end.rules:\d+\) stops.*; say what happens where this can't be done: `if`"
    assert re.search(hint, ran.out)


def test_what_is_not_said_is_at_its_default(cli: Cli, tmp_path: Path) -> None:
    farm = tmp_path / "farm.rules"
    farm.write_text(f"""{FARM}  choose n from 0 to 1 as crop
  set my crops to n
score:
  "Crops": my crops
""")
    head = cli("sim", str(farm), "-n", "5", "--interpreter").out.splitlines()[0]
    assert head == "Farm, players=1,weather=dry"
    head = cli("sim", str(farm), "-n", "5", "--interpreter", "--players", "3").out.splitlines()[0]
    assert head == "Farm, players=3,weather=dry"


def test_wrong_calls(cli: Cli) -> None:
    assert cli("sim", NIM, "--players", "9").error == "error: nim is played with 2 or 3 or 4 players, not 9"
    assert cli("sim", NIM, "--seats", "best").status == 2
    assert cli("sim", NIM, "--seats", "mtcs:100").hint == "hint: did you mean `mcts`?"
    for word in ("mcts:", "mcts:0", "flat:1e3", "mcts:-1", "mcts:1000001"):
        ran = cli("sim", NIM, "--seats", word)
        assert ran.error == f"error: --seats: `{word}` does not say how many games are tried out"
        assert "1 to 1,000,000" in ran.hint
    for more in ((), ("--alternate",)):
        ran = cli("sim", TIC_TAC_TOE, "--interpreter", "--seats", "mcts,random,random", *more)
        assert ran.error == "error: --seats names 3 players, but the game has 2"
    assert (
        "is of 2 players, --players says 3"
        in cli("sim", NIM, "--config", "players=2", "--players", "3", "--interpreter").err
    )


def test_on_the_engine(cli: Cli, builds: Path) -> None:
    ran = cli("sim", TIC_TAC_TOE, "-n", "60", "--format", "json")
    assert json.loads(ran.out) == figures(cli, TIC_TAC_TOE, "-n", "60")


def test_sums_add_up_in_any_order() -> None:
    rnd = random.Random(3)
    values = [rnd.randrange(-50, 50) for _ in range(100)]
    whole, parts = RunningMoments(), [RunningMoments() for _ in range(4)]
    for number, value in enumerate(values):
        whole.add(value)
        parts[number % 4].add(value)
    for order in ([0, 1, 2, 3], [3, 1, 0, 2]):
        merged = RunningMoments()
        for place in order:
            merged.merge(parts[place])
        assert merged == whole
    assert whole.mean == pytest.approx(statistics.mean(values))
    assert (whole.least, whole.most) == (min(values), max(values))
    empty = Tally()
    empty.merge(Tally())
    assert empty == Tally()


def test_intervals_of_shares() -> None:
    """Against figures worked out by hand from Wilson's formula."""
    low, high = share_interval(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=5e-5)
    low, high = share_interval(0, 10)
    assert (low, high) == pytest.approx((0.0, 0.2775), abs=5e-5)
    assert share_interval(0, 0) == (0.0, 1.0)


def test_outcomes_of_chance_are_counted(cli: Cli) -> None:
    found = json.loads(cli("sim", DICE, "-n", "40", "--interpreter", "--format", "json").out)
    games = rulec.interpret(DICE).playouts(40)
    assert found["decisions"]["mean"] == pytest.approx(games.decisions.mean())
    assert sum(number for label, number in found["chance"].items() if label.startswith("small: ")) == 40
    assert "\nchance " in cli("sim", DICE, "-n", "5", "--interpreter").out


# --- while the engine is built --------------------------------------------------------------------------


class _Built:
    """A build that is done when it has been looked at so many times."""

    seconds = 1.0
    looks = 0

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> _Built:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    @property
    def running(self) -> bool:
        _Built.looks -= 1
        return _Built.looks >= 0

    def result(self) -> None:
        pass


@pytest.mark.parametrize("looks", [0, 1, 300, 1_000_000])
def test_what_plays_a_game_makes_no_difference(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, looks: int, builds: Path
) -> None:
    """No game on the interpreter, one that is given up, some, all: the figures are the same."""
    more = ["-n", "70", "--format", "json"]
    expected = cli("sim", TIC_TAC_TOE, "--interpreter", *more).out
    monkeypatch.setattr("rulec.cli.sim.play_games.built_engine", lambda path: None)
    monkeypatch.setattr("rulec.cli.sim.play_games._PATIENCE", 0.0)
    monkeypatch.setattr("rulec.cli.sim.background_build.Building", _Built)
    _Built.looks = looks
    assert cli("sim", TIC_TAC_TOE, *more).out == expected
    _Built.looks = looks
    out = cli("sim", TIC_TAC_TOE, "-n", "70").out
    told = {
        0: "70 on the engine, ",
        1: "70 on the engine, ",
        300: "of them on the interpreter while it was built",
        1_000_000: "70 on the interpreter, ",
    }
    assert told[looks] in out


def test_games_that_are_over_soon_need_no_build(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulec.cli.sim.play_games._PATIENCE", 1000.0)
    monkeypatch.setattr("rulec.cli.sim.background_build.Building", None)  # is not asked for
    assert "  games  5 on the interpreter, " in cli("sim", NIM, "-n", "5").out


def test_a_build_that_can_not_be_says_what_is_missing(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulec.cli.sim.background_build import Building
    from rulec.errors import RulecError

    monkeypatch.setenv("CC", "no-such-compiler")
    with Building(Path(NIM)) as building, pytest.raises(RulecError) as problem:
        building.result()
    assert "no-such-compiler" in problem.value.message + problem.value.hint
    assert not building.running


def test_a_build_that_is_not_needed_any_more_is_ended() -> None:
    from rulec.cli.sim.background_build import Building

    with Building(Path(NIM)) as building:
        assert building.running
    assert not building.running


def test_rules_that_are_never_carried_out(cli: Cli, tmp_path: Path) -> None:
    rules = tmp_path / "tried.rules"
    rules.write_text(TRIED, encoding="utf-8")
    ran = cli("sim", str(rules), "-n", "20", "--interpreter", "--rules", "--seats", "first")
    assert ran.status == 0, ran.err
    assert "never carried out in the first 20 games (160 steps), of 7 rules" in ran.out
    assert re.search(r"^  burn +.*tried\.rules:27$", ran.out, re.MULTILINE)
    told = json.loads(cli("sim", str(rules), "-n", "20", "--rules", "--format", "json").out)
    assert set(told["rules_carried_out"]["came"]) >= {"burn", "squander"}
    assert {one["rule"] for one in told["rules_carried_out"]["never"]} <= {
        "imagine",
        "burn",
        "nowhere",
        "sing",
    }


@pytest.mark.parametrize(("chance", "told"), [("depth = 6", False), ("depth = 6 and round > 8", True)])
def test_a_cooperative_game_is_won_by_all_or_by_nobody(
    cli: Cli, tmp_path: Path, chance: str, told: bool
) -> None:
    file = tmp_path / "rescue.rules"
    file.write_text(RESCUE.replace("depth = 6", chance), encoding="utf-8")
    out = cli("sim", str(file), "-n", "60", "--players", "2", "--interpreter").out
    share = re.search(r"victories +share +from +to\n  all players together +(\d+)\.\d%", out)
    assert share is not None
    assert ("nobody won" in out) is told
    assert (int(share[1]) == 0) is told
