"""`rulec diff`: rules by name, and play with verdicts."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from statistics import NormalDist

import pytest

from rulec.sim.simulate import SimulationPlan
from rulec.sim.statistics import Sample, compare, counted, holm, share, two_sided
from tests.cli.tools import ROOT, TIC_TAC_TOE, Cli
from tests.large import in_long_runs

GAMES = ROOT / "tests" / "games"
OLD = """\
game "Shop"
    players 2
    length 60

option rich: flag, default no "more to begin with"

table wares of ware:
    ware       | price 1 to 9 | worth 0 to 9
    tea        | 2            | 1
    silk       | 5            | 4
    a1 to a3   | 3            | 2

the game has:
    rounds: 0 to 9

each player has:
    coins: 0 to 99, starts 9
    shop_vp: 0 to 99

play:
    repeat until rounds = 5:
        raise rounds by 1
        each player acting in seat order: turn

turn:
    choose one as main:
        buy when some wares where price <= my coins: buying
        wait: raise my coins by 2

action buying:
    choose ware from wares where price <= my coins as bought
    lower my coins by ware's price
    raise my shop_vp by ware's worth

player is wealthy when my coins >= 5

score:
    "Wares": my shop_vp
    "Coins": my coins div 3

example "one ware":
    play "main: buy", "bought: tea"
    then p1's coins = 7
"""


@pytest.fixture
def shop(elsewhere: Path) -> str:
    (elsewhere / "old.rules").write_text(OLD)
    return OLD


def changed(cli: Cli, elsewhere: Path, *pairs: tuple[str, str]) -> list[tuple[str, str, str, int, int]]:
    """Owner, name, kind, and both lines of every difference to the game with these words changed."""
    text = OLD
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (elsewhere / "new.rules").write_text(text)
    ran = cli("diff", "old.rules", "new.rules", "--format", "json")
    assert ran.status == 1, ran.err
    return [
        (
            one["owner"],
            one["name"],
            one["kind"],
            one["left"]["line"] if one["left"] else 0,
            one["right"]["line"] if one["right"] else 0,
        )
        for one in json.loads(ran.out)["rules"]
    ]


def test_the_same_rules_in_another_dress(cli: Cli, shop: str, elsewhere: Path) -> None:
    text = OLD.partition("\nexample")[0].replace("    ", "  ").replace("tea        |", "tea | # dear\n ", 1)
    text = text.replace(" # dear\n  2", "    2").replace('"Shop"', '"Shop"     # a comment')
    text = text.replace("each player acting in seat order: turn", "each player acting in seat order:   turn")
    (elsewhere / "new.rules").write_text(text)
    ran = cli("diff", "old.rules", "new.rules")
    assert (ran.status, ran.out) == (0, "old.rules and new.rules: the same rules\n")
    ran = cli("diff", "old.rules", "new.rules", "-n", "10", "--interpreter")
    assert ran.status == 0
    assert "there is nothing to play for" in ran.out


def test_values_rows_cells_and_headings(cli: Cli, shop: str, elsewhere: Path) -> None:
    assert changed(cli, elsewhere, ("length 60", "length 70"), ("starts 9", "starts 8")) == [
        ("game", "length", "changed", 3, 3),
        ("each player", "coins", "changed", 17, 17),
    ]
    assert changed(
        cli,
        elsewhere,
        ("worth 0 to 9", "worth 0 to 12"),
        ("silk       | 5            | 4", "silk       | 6            | 4\n    fur        | 4            | 3"),
        ("a1 to a3   | 3            | 2", "a1 to a2   | 3            | 2\n    a3   | 3            | 5"),
    ) == [
        ("table wares", "heading of worth", "changed", 8, 8),
        ("table wares", "price of silk", "changed", 10, 10),
        ("table wares", "worth of a3", "changed", 11, 13),
        ("table wares", "row fur", "added", 0, 11),
    ]
    found = changed(
        cli,
        elsewhere,
        ("tea        | 2            | 1\n    silk", "tee        | 2            | 1\n    silk"),
        ('"bought: tea"', '"bought: tee"'),
    )
    assert found == [("table wares", "row tea", "removed", 9, 0), ("table wares", "row tee", "added", 0, 9)]


def test_columns_and_the_order_of_rows(cli: Cli, shop: str, elsewhere: Path) -> None:
    swapped = "silk       | 5            | 4\n    tea        | 2            | 1"
    assert changed(
        cli, elsewhere, ("tea        | 2            | 1\n    silk       | 5            | 4", swapped)
    ) == [("table wares", "order of the rows", "moved", 9, 9)]
    assert changed(
        cli,
        elsewhere,
        ("price 1 to 9 | worth 0 to 9", "price 1 to 9 | worth 0 to 9 | rare flag"),
        ("| 2            | 1", "| 2            | 1 | no"),
        ("| 5            | 4", "| 5            | 4 | yes"),
        ("| 3            | 2", "| 3            | 2 | no"),
    ) == [("table wares", "column rare", "added", 0, 8)]


PAID = """\
payment price with n:
    source | from     | worth
    wares  | my goods | 1
    covers n
    nothing superfluous

track way(lane) of step for each player:
    lane | step | worth
    a    | 1    | 1
    a    | 2    | 3
    b    | 1    | 2

board fields of field: 3 columns by 2 rows
    drawn when wide: land's sign
        "fff"
        "fgf"
"""


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("covers n", "covers n + 1", ("payment price", "covers", "changed")),
        ("    nothing superfluous\n", "", ("payment price", "nothing", "removed")),
        ("| my goods | 1", "| my goods | 2", ("payment price", "worth of wares", "changed")),
        ("b    | 1 ", "b    | 3 ", ("track way", "row b 1", "removed")),
        ("a    | 2    | 3", "a    | 2    | 4", ("track way", "worth of a 2", "changed")),
        ('"fgf"', '"fgg"', ("board fields", "drawn > line", "changed")),
    ],
)
def test_what_stands_beside_rows_and_rows_with_several_keys(
    old: str, new: str, named: tuple[str, str, str]
) -> None:
    from rulec.base.source_text import SourceText
    from rulec.frontend import logical_lines
    from rulec.insight.rule_diff import differences

    assert PAID.count(old) == 1
    texts = PAID, PAID.replace(old, new)
    found = differences(*(logical_lines(SourceText("shop.rules", text)) for text in texts))
    assert (found[0].owner, found[0].name, found[0].kind) == named
    assert len(found) == (2 if named[2] == "removed" and named[1].startswith("row") else 1)


def test_rules_options_words_scores_and_what_is_declared(cli: Cli, shop: str, elsewhere: Path) -> None:
    assert changed(
        cli,
        elsewhere,
        ('default no "more', 'default yes "more'),
        ("wait: raise my coins by 2", "wait: raise my coins by 3\n        skip_it: nothing"),
        (
            "lower my coins by ware's price",
            "lower my coins by ware's price\n    if my coins = 0: raise my shop_vp by 1",
        ),
        ("my coins >= 5", "my coins >= 6"),
        ('"Coins": my coins div 3', '"Purse": my coins div 3'),
        ("    shop_vp: 0 to 99\n", "    shop_vp: 0 to 99\n    debts: 0 to 9\n"),
    ) == [
        ("option rich", "", "changed", 5, 5),
        ("each player", "debts", "added", 0, 19),
        ("player is wealthy", "", "changed", 35, 38),
        ("turn", "main > wait", "changed", 28, 29),
        ("turn", "main > skip_it", "added", 0, 30),
        ("action buying", "sentence", "added", 0, 35),
        ("score", '"Coins"', "removed", 39, 0),
        ("score", '"Purse"', "added", 0, 42),
    ]


def test_a_rule_under_another_name(cli: Cli, shop: str, elsewhere: Path) -> None:
    found = changed(
        cli,
        elsewhere,
        ("costs: buying" if "costs" in OLD else "coins: buying", "coins: purchase"),
        ("action buying:", "action purchase:"),
    )
    assert ("action buying -> action purchase", "", "renamed", 30, 30) in found
    assert ("turn", "main > buy", "changed", 27, 27) in found
    assert len(found) == 2


def test_a_variant_against_its_base_tells_its_own_lines(cli: Cli) -> None:
    ran = cli("diff", str(GAMES / "orders.rules"), str(GAMES / "variants" / "calm_orders.rules"))
    assert ran.status == 1
    variant = GAMES / "variants" / "calm_orders.rules"
    number = variant.read_text().splitlines().index("  set rails to 4") + 1
    assert f"+ {variant}:{number}: rails: 0 to 8, starts 4\n" in ran.out
    assert "\n    helped\n" in ran.out
    assert ran.out.splitlines()[-1].startswith("next: rulec diff ")


@pytest.mark.parametrize(
    ("arguments", "status", "error"),
    [
        (["old.rules", "nowhere.rules"], 2, "there is no file nowhere.rules"),
        (["old.rules", "bad.rules"], 1, "bad.rules has 1 problem"),
        (["-", "-"], 2, "standard input can be one of the two files only"),
        (
            ["old.rules", "-", "-n", "3"],
            2,
            "this command needs a file; it can't read the rules from standard input",
        ),
        (
            ["old.rules", "new.rules", "--players", "2"],
            2,
            "--players and --config are about games that are played",
        ),
        (
            ["old.rules", "new.rules", "-n", "3", "--players", "3"],
            2,
            "both games are played with 2 players, not with 3",
        ),
        (["old.rules", "new.rules", "-n", "3", "--seats", "randm"], 2, "--seats: nobody plays `randm`"),
        (
            ["old.rules", "three.rules", "-n", "3"],
            2,
            "the games are played with 2 and 3 players: no number is common to both",
        ),
    ],
)
def test_wrong_calls(
    cli: Cli, shop: str, elsewhere: Path, arguments: list[str], status: int, error: str
) -> None:
    (elsewhere / "bad.rules").write_text(OLD.replace("choose ware", "chose ware"))
    (elsewhere / "new.rules").write_text(OLD.replace("length 60", "length 61"))
    (elsewhere / "three.rules").write_text(OLD.replace("players 2", "players 3"))
    ran = cli("diff", *arguments, stdin=OLD)
    assert (ran.status, ran.error) == (status, f"error: {error}")


def test_standard_input_is_one_of_the_two(cli: Cli, shop: str) -> None:
    ran = cli("diff", "old.rules", "-", stdin=OLD.replace("length 60", "length 61"))
    assert ran.status == 1
    assert "length: length 60 -> length 61   (old.rules:3, <standard input>:3)" in ran.out


# --- play -----------------------------------------------------------------------------------------------


def figures(cli: Cli, elsewhere: Path, old: str, new: str, *more: str) -> dict[str, dict[str, object]]:
    (elsewhere / "new.rules").write_text(OLD.replace(old, new))
    ran = cli("diff", "old.rules", "new.rules", "--interpreter", "--format", "json", *more)
    assert ran.status == 1, ran.err
    found = json.loads(ran.out)["play"]
    return {f"{one['group']}/{one['name']}/{one['player']}": one for one in found["figures"]}


def test_what_differs_clearly_is_said_and_what_can_not_be_seen_is_not(
    cli: Cli, shop: str, elsewhere: Path
) -> None:
    found = figures(cli, elsewhere, "rounds = 5", "rounds = 7", "-n", "150")
    assert found["length/decisions/None"]["verdict"] == "clearly more"
    assert found["scores/Wares/1"]["verdict"] == "clearly more"
    assert found["decisions asked/main/None"]["verdict"] == "no difference seen"
    assert found["victories/share/1"]["verdict"] == "too few games to say"
    few = figures(cli, elsewhere, "rounds = 5", "rounds = 7", "-n", "2")
    assert {one["verdict"] for one in few.values()} == {"too few games to say"}
    for one in found.values():
        low, high = one["interval"]  # type: ignore[misc]
        assert low <= one["difference"] <= high


def test_the_same_whatever_the_jobs_and_with_another_seed_not(cli: Cli, shop: str, elsewhere: Path) -> None:
    one = figures(cli, elsewhere, "starts 9", "starts 8", "-n", "60")
    assert figures(cli, elsewhere, "starts 9", "starts 8", "-n", "60", "--jobs", "2") == one
    assert figures(cli, elsewhere, "starts 9", "starts 8", "-n", "60", "--seed", "1") != one


def test_what_only_one_has_is_told_apart(cli: Cli, shop: str, elsewhere: Path) -> None:
    text = OLD.replace("wait: raise my coins by 2", "rest: raise my coins by 2").replace('"Coins"', '"Purse"')
    (elsewhere / "new.rules").write_text(text)
    out = cli("diff", "old.rules", "new.rules", "-n", "20", "--interpreter").out
    assert "only in A, games in which it came\n  scores: Coins " in out
    assert "options taken: main: rest" in out.partition("only in B")[2]
    assert "Holm" in out


COUNTED = """\
game "Counted"
    players 2
    length 60

the game has:
    rounds: 0 to 9

each player has:
    coins: 0 to 99
    gems: 0 to 99

play:
    repeat until rounds = 5:
        raise rounds by 1
        each player acting in seat order: turn

turn:
    choose one as main:
        dig: dig
        rest: rest
    if my coins > 3: tithe
    if my gems > 2: scout

rule dig:
    choose n from 1 to 3 as depth
    raise my gems by n

free action beg:
    open at every choice of mine in turn
    once a turn
    raise my coins by 1

rule scout:
    choose n from 1 to 2 as where_to
    lower my gems by n

effect rest:
    raise my coins by 2

effect tithe: lower my coins by 1

score:
    "All": my gems + my coins
"""


def test_how_often_rules_are_carried_out(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "old.rules").write_text(COUNTED)
    new = COUNTED.replace("raise my coins by 2", "raise my coins by 2\n    feast").replace(
        "effect tithe", "effect feast: raise my coins by 1\n\neffect tithe"
    )
    (elsewhere / "new.rules").write_text(new)
    more = ["-n", "12", "--interpreter"]
    play = json.loads(cli("diff", "old.rules", "new.rules", *more, "--format", "json").out)["play"]
    found = {(one["group"], one["name"]): one for one in play["figures"]}
    assert play["rules_looked_at"] == [12, 12]
    turns = found["rules carried out", "turn"]
    assert (turns["a"], turns["b"], turns["verdict"]) == (10, 10, "no difference seen")
    for side in "ab":
        # What is taken at a decision is counted by itself, and leads to its rule.
        assert found["rules carried out", "rest"][side] == found["options taken", "main: rest"][side]
        begged = [one[side] for (_, name), one in found.items() if name.endswith(": beg")]
        assert found["rules carried out", "free action beg"][side] == pytest.approx(sum(begged))
        # The first question of this one is asked again after the free action: it is known that it came.
        assert found["rules that came", "dig"][side] == found["decisions asked", "depth"][side]
        assert found["rules that came", "scout"][side] == found["decisions asked", "where_to"][side] > 0
    assert found["rules carried out", "tithe"]["b"] > found["rules carried out", "tithe"]["a"] > 0
    (feast,) = [one for one in play["alone"] if one["name"] == "feast"]
    assert (feast["in"], feast["of"]) == ("B", 12)
    assert feast["times"] == found["rules carried out", "rest"]["b"]


def test_a_rule_that_is_changed_is_told_of_whatever_came_of_it(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "old.rules").write_text(COUNTED)
    (elsewhere / "new.rules").write_text(COUNTED.replace("my coins by 2", "my coins by 3"))
    out = cli("diff", "old.rules", "new.rules", "-n", "9", "--rules", "3", "--interpreter").out
    assert "  rules  gone through in 3 of A and 3 of B, sentence by sentence\n" in out
    rules = out.partition("rules carried out, times a game")[2]
    assert rules.splitlines()[1].startswith("  rest ")
    out = cli("diff", "old.rules", "new.rules", "-n", "9", "--rules", "0", "--interpreter").out
    assert "rules carried out" not in out


def test_games_that_the_rules_stop_are_told(cli: Cli, shop: str, elsewhere: Path) -> None:
    (elsewhere / "new.rules").write_text(OLD.replace("length 60", "length 7"))
    ran = cli("diff", "old.rules", "new.rules", "-n", "4", "--interpreter")
    assert ran.status == 1
    assert "  B: 4 games stopped by the rules: " in ran.out


def test_the_options_of_a_game_are_chosen(cli: Cli, shop: str, elsewhere: Path) -> None:
    (elsewhere / "new.rules").write_text(OLD.replace("length 60", "length 61"))
    more = ["-n", "2", "--interpreter", "--config", "rich=yes", "--format", "json"]
    play = json.loads(cli("diff", "old.rules", "new.rules", *more).out)["play"]
    assert play["configurations"] == [{"players": 2, "rich": True}] * 2


# --- how sure a difference is ---------------------------------------------------------------------------


def test_students_t_against_known_values() -> None:
    # Tables of Student's t: two-sided 5 % points, and tails.
    for freedom, point in (
        (1, 12.7062),
        (2, 4.30265),
        (5, 2.57058),
        (10, 2.22814),
        (30, 2.04227),
        (120, 1.97993),
    ):
        assert two_sided(point, freedom) == pytest.approx(0.05, abs=2e-6)
    assert two_sided(1.0, 1) == pytest.approx(0.5)
    assert two_sided(3.0, 1e7) == pytest.approx(2 * NormalDist().cdf(-3.0), rel=1e-4)


def test_means_against_welchs_own_numbers() -> None:
    one = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]
    other = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.9]
    samples = [counted(len(s), sum(s), sum(x * x for x in s)) for s in (one, other)]
    found = compare(*samples)
    # t = 2.8, 27.9 degrees of freedom (worked out by the formulas of the test).
    error = math.sqrt(sum(s.variance / s.count for s in samples))
    assert found.difference / error == pytest.approx(2.83, abs=0.06)
    assert 0.005 < found.chance < 0.012
    assert found.low < found.difference < found.high


def test_shares_against_newcombes_own_numbers() -> None:
    found = compare(share(48, 80), share(56, 70))  # Newcombe 1998, example (a): 56/70 - 48/80
    assert (found.low, found.high) == (pytest.approx(0.0524, abs=2e-4), pytest.approx(0.3339, abs=2e-4))
    none = compare(share(0, 20), share(0, 20))
    assert none.chance == 1.0
    assert none.low < 0 < none.high


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@pytest.mark.parametrize("comparisons", [40, *in_long_runs((100,))])
def test_chance_alone_is_seldom_called_a_difference(comparisons: int) -> None:
    """Of 40 figures without any difference: at most a tenth of such comparisons may call one clear."""
    draw = random.Random(7)
    wrong = 0
    for _ in range(comparisons):
        chances = []
        for _ in range(40):
            sides = []
            for _ in range(2):
                values = [draw.randint(0, 6) for _ in range(30)]
                sides.append(counted(30, sum(values), sum(v * v for v in values)))
            chances.append(compare(*sides).chance)
        wrong += min(holm(chances)) < 0.05
    assert wrong <= comparisons / 10


def test_figures_that_never_vary() -> None:
    assert compare(Sample(10, 3.0, 0.0), Sample(10, 3.0, 0.0)).chance == 1.0
    assert compare(Sample(3, 3.0, 0.0), Sample(3, 4.0, 0.0)).chance == pytest.approx(0.1)
    assert compare(Sample(2000, 3.0, 0.0), Sample(2000, 4.0, 0.0)).chance < 1e-100
    assert compare(Sample(1, 3.0, 0.0), Sample(1, 4.0, 0.0)).chance == 1.0


def test_the_second_side_plays_games_of_its_own() -> None:
    from rulec.facade import interpret
    from rulec.sim.counters import Tally
    from rulec.sim.simulate import simulate

    game = interpret(TIC_TAC_TOE)
    whole, parts = Tally(), Tally()
    for one in simulate(game, SimulationPlan(8, {"players": 2}), 1, lambda: game):
        whole.merge(one)
    for first in (0, 5):
        count = 5 if first == 0 else 3
        for one in simulate(game, SimulationPlan(count, {"players": 2}, first=first), 1, lambda: game):
            parts.merge(one)
    assert parts == whole


def test_play_begins_with_plain_words(cli: Cli) -> None:
    freight = str(GAMES / "freight.rules")
    ran = cli("diff", freight, str(GAMES / "loans.rules"), "-n", "20", "--interpreter", "--rules", "0")
    before, _, after = ran.out.partition("\nlength")
    assert "Nobody played to win" in " ".join(before.split())
    assert "Nobody played to win" not in after
