"""`rulec explain`: codes, names, the protocol."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulec
from tests.cli.test_check import GAMES
from tests.cli.tools import CONNECT_FOUR, ROOT, TIC_TAC_TOE, Cli
from tests.large import all_but_large

ORDERS = str(ROOT / "tests" / "games" / "orders.rules")
STONES = str(ROOT / "tests" / "games" / "stones.rules")
FISH = """\
game "Fish"
  players 2
kind seasons of season: dry, wet
table fishes of fish, as pieces, count 3, home box:
  fish | worth
  cod  | 1
  eel  | 2
deck pond of fish: from fishes
each player has:
  net: zone of fish
  paid: 0 to 99
table tolls by season, fish, depth 1 to 2:
  season | fish | 1 | 2
  dry | cod | 1 | 2
  wet | cod | 2 | 3
  dry | eel | 2 | 2
  wet | eel | 4 | 1
turn:
  draw up to 1 from pond to my net giving aside
  choose n from 1 to 2 as bid
  raise my paid by n * sum of tolls(dry, it, 1) over aside
play:
  repeat 2 times:
    each player acting in seat order: turn
score:
  "Paid": my paid
"""


def test_codes(cli: Cli) -> None:
    out = cli("explain", "r201").out
    assert out.startswith("R201: Nothing has this name\n")
    assert "    if some sqares where mine: end the game" in out
    assert json.loads(cli("explain", "R201", "--format", "json").out)["code"] == "R201"
    ran = cli("explain", "R999")
    assert (ran.status, ran.error) == (2, "error: there is no code R999")


def test_a_decision(cli: Cli) -> None:
    (one,) = json.loads(cli("explain", STONES, "square", "--format", "json").out)
    assert one["kind"] == "decision"
    assert [row["text"].split("  ")[0] for row in one["words"]] == ["square is empty when piece is none"]
    assert "choose square from squares where empty" in one["rows"][0]["text"]
    assert ["cites", "ST-001, D1"] in one["facts"]
    out = cli("explain", CONNECT_FOUR).out
    assert "choose column from columns where" in out
    assert "decision drop" in out


def test_other_names(cli: Cli) -> None:
    out = cli("explain", STONES, "money").out
    assert "money: 0 to 20, starts 5" in out
    assert "raise my money by 1" in out
    ran = cli("explain", STONES, "mony")
    assert (ran.status, ran.hint) == (2, "hint: did you mean `money`?")
    assert cli("explain", STONES, "money", "--protocol").status == 2
    assert cli("explain", "missing.rules").status == 2


@pytest.mark.parametrize(
    ("game", "name", "line"),
    [
        ("routes", "way", "route way from here over spaces"),
        ("routes", "selling", "payment selling: pays coin"),
        ("expedition", "rounds", "option rounds: 2 to 4"),
        ("loading", "run", "account run along cars:"),
        ("hamlet", "layout", "best layout:"),
        ("orders", "birch", "kind towns of town: ash, birch"),
        ("loading", "score", "score:"),
    ],
)
def test_a_declaration_of_each_sort_is_found(cli: Cli, game: str, name: str, line: str) -> None:
    ran = cli("explain", str(ROOT / "tests" / "games" / f"{game}.rules"), name)
    assert (ran.status, f" | {line}" in ran.out.split("named in")[0]) == (0, True), ran.out + ran.err


def test_declarations_stand_before_uses_of_the_name(cli: Cli, tmp_path: Path) -> None:
    rules = tmp_path / "fish.rules"
    rules.write_text(FISH)
    assert cli("explain", str(rules), "pond").out.startswith("name pond\n      8 | deck pond of fish:")
    out = cli("explain", str(rules), "cod").out
    assert out.startswith("row of fishes and tolls: cod\n  worth  1\n      6 |   cod  | 1\n     14 | ")
    assert cli("explain", str(rules), "dry").out.startswith(
        "key of tolls: dry\n      3 | kind seasons of season: dry, wet\n     14 |   dry | cod | 1 | 2\n"
    )
    assert cli("explain", str(rules), "aside").out.startswith("name aside\n  named in\n     19 | ")
    assert cli("explain", str(rules), "to").status == 2


def test_names_that_are_no_decisions_need_no_passes(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("rulec.compiler.run_passes")
    assert "money: 0 to 20, starts 5" in cli("explain", STONES, "money").out
    assert "run_passes" in cli("explain", STONES, "square").err  # a decision


def test_a_rule_is_shown_with_its_body(cli: Cli) -> None:
    (one,) = json.loads(cli("explain", ORDERS, "railroad", "--format", "json").out)
    texts = [row["text"].strip() for row in one["rows"]]
    assert one["kind"] == "rule"
    assert texts[0].startswith("rule railroad")
    assert any(text.startswith("any order as effect") for text in texts)
    below = Path(ORDERS).read_text().splitlines()[one["rows"][-1]["line"] :]
    assert not next(text for text in below if text.strip()).startswith(" ")  # the next declaration


def test_an_option_with_a_name(cli: Cli) -> None:
    (one,) = json.loads(cli("explain", ORDERS, "payment", "--format", "json").out)
    assert one["kind"] == "option of effect:"
    assert [group["what"] for group in one["options"]] == [
        "effect in `railroad`",
        "effect in `thank_helpers`",
    ]
    assert any(row["text"].strip().startswith("must payment") for row in one["uses"])


def test_lines_of_examples_are_counted_only(cli: Cli, elsewhere: Path) -> None:
    example = """
example "{}":
  then p1's money = 5
"""
    path = elsewhere / "more.rules"
    path.write_text(Path(STONES).read_text() + example.format("one") + example.format("two"))
    counted = [
        json.loads(cli("explain", one, "money", "--format", "json").out)[0] for one in (STONES, str(path))
    ]
    assert counted[1]["in_examples"] == counted[0]["in_examples"] + 2
    assert counted[1]["uses"] == counted[0]["uses"]
    assert f"and in {counted[1]['in_examples']} lines of examples" in cli("explain", str(path), "money").out


AS_TEXT = GAMES[::6]  # each is compiled for it once more


def paths_of(path: str, value: object, known: set[str]) -> set[str]:
    """The names below this one that the protocol tells apart, or this one."""
    if not isinstance(value, dict) or not any(one.startswith(f"{path}.") for one in known):
        return {path}
    return {found for key, inner in value.items() for found in paths_of(f"{path}.{key}", inner, known)}


@pytest.mark.parametrize("path", all_but_large(GAMES, 3))
def test_the_protocol_is_what_the_game_does(cli: Cli, path: object) -> None:
    table = json.loads(cli("explain", str(path), "--protocol", "--format", "json").out)
    game = rulec.interpret(str(path))
    assert list(dict.fromkeys(one["name"] for one in table["decisions"])) == [
        one.name for one in game.DECISIONS
    ]
    labels = {
        f"{one['name']}: {label}"
        for one in table["decisions"]
        for group in one["options"]
        for label in group["labels"]
    }
    assert labels == {row.label for row in game.action_table()}
    state = game.State(seed=1)
    facts = state.to_dict()
    paths = {one["path"] for one in (*table["names"], *table["meta"])}
    found = {path for key, value in facts.items() for path in paths_of(key, value, paths)}
    assert found <= paths
    assert {one["path"] for one in table["names"]} <= found
    if path in AS_TEXT:
        text = cli("explain", str(path), "--protocol").out
        assert all(one["path"] in text for one in table["names"])


def test_one_decision_at_several_places(cli: Cli) -> None:
    orders = str(ROOT / "tests" / "games" / "orders.rules")
    table = json.loads(cli("explain", orders, "--protocol", "--format", "json").out)
    rows = [one for one in table["decisions"] if one["name"] == "effect"]
    assert [(one["rule"], one["place"], one["places"]) for one in rows] == [
        ("railroad", 1, 2),
        ("thank_helpers", 2, 2),
    ]
    text = cli("explain", orders, "--protocol").out
    assert "effect (one decision, asked at 2 places): in `railroad`" in text
    assert "    and in `thank_helpers`" in text
    named = cli("explain", orders, "effect").out
    assert "1: lay" in named
    assert "2: gift" in named


def test_meanings_and_lines(cli: Cli) -> None:
    table = json.loads(cli("explain", TIC_TAC_TOE, "--protocol", "--format", "json").out)
    assert [one["form"] for one in table["checkpoints"]] == ["turn of PLAYER"]
    assert all(one["line"] for one in table["names"])
    (decision,) = table["decisions"]
    assert (decision["label"], decision["then"]) == ("mark: <one of squares>", ["mark"])


def test_a_patched_rule_is_shown_as_it_is_now(cli: Cli) -> None:
    """Lines of the base and of the variant, in the order in which they count."""
    variant = ROOT / "tests" / "games" / "variants" / "calm_orders.rules"
    shown = cli("explain", str(variant), "railroad").out.partition("named in")[0]
    assert shown.count("must payment ") == 1
    assert "pay_out with cost, raise my fame by 1" in shown
    assert "instead of all rest when my money <= 20" in shown
    assert "sell_first" not in shown
