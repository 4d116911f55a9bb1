"""Decks, draws and hands: what comes how often, who sees it, and what can't be a position."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.compiler import to_examples, to_program
from rulec.errors import RulesError
from rulec.face import Game, State
from rulec.frontend import check, read_source
from rulec.interp.examples import ExampleRunner
from rulec.sim.selftest.information_leaks import check_leaks, told
from rulec.sim.selftest.state_comparison import Difference, Side
from tests.engines import SMALL, engine, engine_by_default, interpreted

PILES = next(path for path in SMALL if path.stem == "piles")
DEPTHS = next(path for path in SMALL if path.stem == "depths")
COPIES = {"salt": 6, "cloth": 5, "silk": 3}


def positions(game: Any, seed: int, players: int = 3, every: int = 3, **options: Any) -> list[Any]:
    rnd, state, found = random.Random(seed), game.State(players, seed=seed, **options), []
    while not state.is_terminal():
        if len(state.history()) % every == 0:
            found.append(state.clone())
        state.apply_action(rnd.choice(state.legal_actions()))
    return [*found, state]


# --- what comes -------------------------------------------------------------------------------------------


def test_outcomes_are_as_likely_as_there_are_pieces(backend: Any) -> None:
    game, met = backend(PILES), Counter[str]()
    for seed in range(6):
        for state in positions(game, seed, every=1, chance="explicit"):
            if state.current_player() != -1:
                continue
            outcomes, content = state.chance_outcomes(), state.to_dict()
            assert sum(one for _, one in outcomes) == pytest.approx(1)
            met[state.decision()] += 1
            if state.decision() != "market":
                continue
            total = sum(content["market"].values())
            for action, probability in outcomes:
                kind = state.action_to_string(action).removeprefix("market: ")
                assert probability == pytest.approx(content["market"][kind] / total)
            assert len(outcomes) == len(content["market"])
    assert set(met) == {"market", "offers", "herd"}


def test_drawn_pieces_come_as_often_as_they_should() -> None:
    """One of six Salt has been dealt before the first is drawn."""
    game, came, games = interpreted(PILES), Counter[str](), 600
    for seed in range(games):
        seen = game.State(2, seed=seed).events(0)
        came[next(one["outcome"] for one in seen if one["chance"] == "market")] += 1
    for kind, left in {"salt": 5, "cloth": 5, "silk": 3}.items():
        assert abs(came[kind] / games - left / 13) < 0.07, came


def test_what_is_discarded_is_shuffled_when_nothing_is_left(backend: Any) -> None:
    state = backend(PILES).State(2, seed=1)
    for _ in range(4):
        state.play("action: refuse")
    offers = state.to_dict()["offers"]
    assert (len(offers["middle"]), len(offers["discard_pile"])) == (0, 4)
    shown = {offers["top_1"], offers["top_2"]}
    assert shown | set(offers["discard_pile"]) == {f"deal_{n}" for n in range(1, 7)}
    state.play("action: refuse")  # five lie beside it, and one of them is turned up
    offers = state.to_dict()["offers"]
    assert (len(offers["middle"]), len(offers["discard_pile"])) == (4, 0)
    assert offers["top_1"] in shown


# --- what lies under a deck -------------------------------------------------------------------------------


def under(state: Any, deck: str = "offers") -> list[Any]:
    """What lies in the layers that hold something, and who sees it."""
    part = state.to_dict()[deck]
    return [(one, part["seen_by"][layer]) for layer, one in part["under"].items() if one]


def test_what_is_put_in_an_order_is_drawn_in_that_order(backend: Any) -> None:
    """Three of eight are drawn, one is kept: the other two lie under the five that are left, in order."""
    state = backend(DEPTHS).State(2, seed=3)
    state.play("action: plan")
    three = state.to_dict()["players"]["plans"]["1"]
    state.play(f"keep: {three[0]}")
    assert under(state) == [([three[1]], ["1"]), ([three[2]], ["1"])]
    for _ in range(4):
        state.play("action: show_off")
    assert under(state)[0] == ([three[1]], ["1"])
    state.play("action: show_off", "action: show_off")
    assert under(state) == [([three[2]], ["1"])]
    assert three[1] in state.to_dict()["row_of_deals"]
    state.play("action: show_off")
    assert under(state) == []
    assert len(state.to_dict()["row_of_deals"]) == 7
    assert state.to_dict()["players"]["won"]["1"] == [three[0]]


def test_a_layer_without_order_comes_by_chance(backend: Any) -> None:
    """The two of a layer are equally likely once everything above them has been drawn."""
    state = backend(DEPTHS).State(2, seed=3, chance="explicit")
    while state.current_player() == -1:
        state.apply_action(state.legal_actions()[0])
    state.play("action: look", "offers: deal_3", "offers: deal_6", "buy: neither")
    assert under(state) == [(["deal_3", "deal_6"], ["1", "2"])]
    for name in ("deal_1", "deal_2", "deal_4", "deal_5", "deal_7"):
        state.play("action: show_off", f"offers: {name}")
    state.play("action: show_off")
    assert len(state.chance_outcomes()) == 1  # the last one above the layer
    state.play("offers: deal_8", "action: show_off")
    assert sorted(state.action_to_string(one) for one, _ in state.chance_outcomes()) == [
        "offers: deal_3",
        "offers: deal_6",
    ]
    assert [one for _, one in state.chance_outcomes()] == [0.5, 0.5]


def test_who_has_seen_what_lies_under_a_deck_knows_it(backend: Any) -> None:
    state = backend(DEPTHS).State(2, seed=3)
    state.play("action: plan")
    three = state.to_dict()["players"]["plans"]["1"]
    state.play(f"keep: {three[2]}")
    mine, other = (state.observation(player)["offers"]["under"] for player in (0, 1))
    assert (mine["1"], mine["2"]) == ([three[0]], [three[1]])
    assert (other["1"], other["2"]) == ({"pieces": 1}, {"pieces": 1})
    drawn = set[tuple[str, str]]()
    for seed in range(40):
        there = under(state.resample(1, seed))
        drawn.add((there[0][0][0], there[1][0][0]))
        assert under(state.resample(0, seed)) == under(state)
    assert len(drawn) > 10
    assert not any(three[2] in one for one in drawn)  # that lies open


def test_equal_pieces_keep_their_number_under_a_deck(backend: Any) -> None:
    """A hand of three goes under what is left of nine; every piece is a layer of its own."""
    state = backend(DEPTHS).State(2, seed=3)
    hand = state.to_dict()["players"]["hand"]["1"]
    state.play("action: sink")
    found: Counter[str] = Counter()
    for one, who in under(state, "market"):
        assert sum(one.values()) == 1
        assert who == ["1"]
        found.update(one)
    assert found == Counter(hand)
    got = state.to_dict()["players"]["hand"]["1"]
    worth = {"salt": 1, "cloth": 2, "silk": 4}
    points = sum(got.values()) + sum(worth[kind] * number for kind, number in got.items())
    assert state.to_dict()["players"]["points"]["1"] == points  # what was drawn, by its name


def test_what_lies_under_a_deck_is_shuffled_in(backend: Any) -> None:
    state = backend(DEPTHS).State(2, seed=3)
    state.play("action: look", "buy: neither")
    assert len(state.to_dict()["offers"]["middle"]) == 6
    state.play("action: stir")
    assert under(state) == []
    assert len(state.to_dict()["offers"]["middle"]) == 8


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"under.2": ["deal_1"]}, "nothing in the layer above it"),
        ({"seen_by.1": ["1"]}, "nobody sees it"),
        ({"under.1": ["deal_1"], "middle": []}, "deal_"),
    ],
)
def test_layers_that_can_not_be_are_refused(backend: Any, changes: dict[str, Any], says: str) -> None:
    game = backend(DEPTHS)
    content = game.State(2, seed=3).to_dict()
    if "under.2" in changes:
        content["offers"]["middle"].remove("deal_1")
    for path, value in changes.items():
        changed(content, f"offers.{path}", value)
    with pytest.raises(ValueError, match=says):
        game.State.from_dict(content)


def test_what_is_drawn_aside_has_to_go_somewhere(tmp_path: Path) -> None:
    """A rule that forgets what it has drawn is a mistake of the rules."""
    forgetful = tmp_path / "forgetful.rules"
    forgetful.write_text(DEPTHS.read_text().replace("      put drawn under offers in random order\n", ""))
    state = rulec.interpret(forgetful).State(2, seed=3)
    state.play("action: look")
    with pytest.raises(RulesError, match="have not been put anywhere"):
        state.play("buy: neither")


# --- who sees it ------------------------------------------------------------------------------------------


def test_a_hand_is_known_to_its_owner(backend: Any) -> None:
    state = backend(PILES).State(3, seed=3)
    whole, mine, other = state.to_dict(), state.observation(0), state.observation(1)
    assert mine["players"]["hand"]["1"] == whole["players"]["hand"]["1"]
    assert other["players"]["hand"]["1"] == {"pieces": 3}
    assert mine["market"] == {"pieces": 14 - 3 * 4}
    assert mine["players"]["herd"]["middle"]["1"] == {"pieces": 1}
    assert other["known"]["players_hand"]["1"] == {"salt": 1}
    drawn = [[one["outcome"] for one in state.events(n) if one["chance"] == "market"] for n in range(3)]
    assert [sum(one is not None for one in seen) for seen in drawn] == [2, 2, 2]
    assert Counter(one for one in drawn[0] if one) + Counter(salt=1) == Counter(whole["players"]["hand"]["1"])


def test_the_tensor_tells_numbers_of_pieces(backend: Any) -> None:
    game = backend(PILES)
    state = game.State(3, seed=3)
    places = {one.name: one.offset for one in game.OBSERVATION_LAYOUT}
    tensor = state.observation_tensor(1)
    assert tensor[places["market.pieces"]] == 2
    assert tensor[places["players.hand.1.pieces"]] == 3
    assert len(tensor) == sum(one.size for one in game.OBSERVATION_LAYOUT)


def test_what_goes_unseen_is_known_no_longer(backend: Any) -> None:
    """One Salt of the three is known; after one piece has gone unseen nothing is."""
    state = backend(PILES).State(2, seed=3)
    assert state.to_dict()["known"]["players_hand"]["1"] == {"salt": 1}
    hidden = next(iter(state.to_dict()["players"]["hand"]["1"]))
    state.play("action: hide", f"hidden: {hidden}")
    assert state.to_dict()["known"]["players_hand"] == {"1": {}, "2": {"salt": 1}, "3": {}}
    assert state.events(0)[-1]["option"] == hidden
    assert state.events(1)[-1]["option"] is None
    state.play("action: boast", "action: boast")
    content = state.to_dict()
    assert content["known"]["players_hand"] == content["players"]["hand"]


@engine_by_default
def test_nothing_shows_that_a_player_can_not_know(backend: Any) -> None:
    game = backend(PILES)
    side, changed = Side("it", cast(Game, game)), 0
    for seed, mode in enumerate(("sampled", "explicit")):
        for state in positions(game, seed, every=4, chance=mode):
            for player in range(3):
                other = check_leaks(side, state, player, seed)
                before, after = state.to_dict(), other.to_dict()
                changed += before["players"] != after["players"]
                assert before["known"] == after["known"]
                assert game.State.from_dict(after) == other
    assert changed > 15


def test_both_draw_the_same() -> None:
    slow, fast = interpreted(PILES), engine(PILES)
    for one, two in zip(positions(slow, 5), positions(fast, 5), strict=True):
        for player in range(3):
            assert one.resample(player, 7).to_bytes() == two.resample(player, 7).to_bytes()
            assert told(one, player) == told(two, player)


def test_every_deal_comes() -> None:
    """Of four pieces that player 2 does not know of each other, all kinds come to every place."""
    state = interpreted(PILES).State(2, seed=3)
    found = {
        tuple(sorted(state.resample(1, seed).to_dict()["players"]["hand"]["1"].items())) for seed in range(80)
    }
    assert len(found) >= 4
    assert all(dict(one)["salt"] >= 1 for one in found)  # that has been seen


# --- leaks ------------------------------------------------------------------------------------------------


class Leaky:
    """A state that tells what lies in one of the hidden zones."""

    def __init__(self, state: Any, way: str) -> None:
        self._state, self._way = state, way

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def resample(self, player: int, seed: int) -> Leaky:
        return Leaky(self._state.resample(player, seed), self._way)

    def observation(self, player: int) -> Any:
        whole = self._state.to_dict()
        zones = {
            "hand": whole["players"]["hand"]["2"],
            "herd": whole["players"]["herd"]["middle"],
            "bag": whole["market"],
            "nobody": whole["chest"],
        }
        return {**self._state.observation(player), "leak": zones.get(self._way)}

    def observation_tensor(self, player: int, *form: str) -> list[float]:
        there = self._state.to_dict()["players"]["hand"]["2"].get("silk", 0) if self._way == "tensor" else 0
        return [*self._state.observation_tensor(player, *form), float(there)]

    def events(self, player: int) -> Any:
        return self._state.events(1 if self._way == "events" else player)


@pytest.mark.parametrize("way", ["hand", "herd", "bag", "nobody", "tensor"])
def test_a_planted_leak_is_found(way: str) -> None:
    game = interpreted(PILES)
    state = game.State(2, seed=4)
    for action in ("hide", "keep", "hide", "keep"):
        state.play(f"action: {action}")
        state.apply_action(state.legal_actions()[-1])

    def look() -> None:
        for seed in range(30):  # a deal can come to what was there
            who = 1 if way == "nobody" else 0  # the first player has hidden what lies there
            check_leaks(Side("it", cast(Game, game)), cast(State, Leaky(state, way)), who, seed)

    with pytest.raises(Difference, match="shows what that player can't know"):
        look()


# --- positions --------------------------------------------------------------------------------------------


def changed(content: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    here, (*outer, last) = content, path.split(".")
    for one in outer:
        here = here[one]
    here[last] = value
    return content


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("market", {"salt": 6}, "there are 6 of `salt`"),
        ("market", {}, "there are"),
        ("market", {"pepper": 1}, "market"),
        ("market", {"salt": -1}, "market"),
        ("chest", {"silk": 3}, "silk"),
        ("players.herd.middle.2", {"cloth": 6}, "cloth"),
        ("players.herd.middle", [], "herd"),
        ("players.herd.lower", {}, "players.herd.lower"),
        ("players.hand.3", {"salt": 1}, "salt"),
        ("known.players_hand.1", {"silk": 3}, "can't be known to lie"),
        ("known.chest", {"salt": 1}, "known"),
        ("offers.top_1", "deal_8", "deal_"),
        ("offers.top_1", None, "deal_"),
        ("offers.discard_pile", ["deal_1", "deal_2", "deal_3", "deal_4"], "deal_"),
    ],
)
def test_what_does_not_add_up_is_refused(backend: Any, path: str, value: Any, says: str) -> None:
    game = backend(PILES)
    content = game.State(2, seed=3).to_dict()
    with pytest.raises(ValueError, match=says):
        game.State.from_dict(changed(content, path, value))


def test_set_up_by_hand(backend: Any) -> None:
    game = backend(PILES)
    state = game.State.setup(2, edits={"players.hand.1": {"cloth": 2}, "stalls": {"cloth": 1}})
    content = state.to_dict()
    assert content["players"]["hand"]["1"] == {"cloth": 2}
    assert content["known"]["players_hand"]["1"] == {}
    herds = sum((Counter(one) for one in content["players"]["herd"]["middle"].values()), Counter[str]())
    everywhere = Counter(content["market"]) + Counter(cloth=3) + herds
    everywhere += Counter(content["players"]["hand"]["2"])
    assert everywhere == Counter(COPIES)
    with pytest.raises(ValueError, match="there are only 3 of `silk`"):
        game.State.setup(2, edits={"stalls": {"silk": 4}})


SHOWN = """\
game "Shown"
  players 2
  length 100

table cards of card, as pieces, count 3:
  card | worth
  low  | 1
  mid  | 2
  high | 3

deck pile of card: from cards, top shown 2
each player has:
  hand: zone of card, seen by owner

play:
  repeat 3 times:
    each player acting: turn

turn:
  choose one as act:
    take: draw 1 from pile to my hand
    stop: end the game

score:
  "Worth": sum of it's worth over my hand

example "what is shown and taken is followed by the next":
  at turn of p1
  given pile's top_1 is high, pile's top_2 is mid, p1's hand is 3 high
  then pile's top_1 is mid, pile's top_2 is low
  then (number of pile) = 4, (number of pile where it is low) = 2

example "as often as it is named":
  at turn of p1
  given p1's hand is high + high + low
  then (number of p1's hand) = 3, (number of p1's hand where it is high) = 2
"""


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    path = tmp_path / "shown.rules"
    path.write_text(SHOWN)
    return path


def pieces_of(state: State) -> Counter[str]:
    parts = state.to_dict()
    found = Counter[str](parts["pile"]["middle"]) + Counter([parts["pile"]["top_1"], parts["pile"]["top_2"]])
    for hand in parts["players"]["hand"].values():
        found += Counter(hand)
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edits", [{"pile.top_1": "low"}, {"pile": {"top_1": "high", "top_2": "low"}}])
def test_what_is_shown_comes_from_the_deck(
    backend: Any, shown: Path, edits: dict[str, Any], seed: int
) -> None:
    state = backend(shown).State.setup(2, seed=seed, edits=edits)
    assert state.to_dict()["pile"]["top_1"] in str(edits)
    assert pieces_of(state) == {"low": 3, "mid": 3, "high": 3}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_missing_comes_out_of_the_deck(backend: Any, shown: Path, seed: int) -> None:
    fresh = backend(shown).State(2, seed=seed).to_dict()["pile"]
    hands = {"1": {"high": fresh["middle"]["high"]}, "2": {"low": 1}}
    state = backend(shown).State.setup(2, seed=seed, edits={"players.hand": hands})
    assert pieces_of(state) == {"low": 3, "mid": 3, "high": 3}
    assert "high" not in state.to_dict()["pile"]["middle"]
    hands = {"1": {"high": 2}, "2": {"high": 2}}
    with pytest.raises(ValueError, match="there are only 3 of `high`, but the edits want 4 in"):
        backend(shown).State.setup(2, seed=seed, edits={"players.hand": hands})


def test_positions_of_examples_with_a_deck(backend: Any, shown: Path) -> None:
    checked = check(read_source(shown))
    outcomes = list(ExampleRunner(to_examples(checked, to_program(checked))).run(backend(shown)))
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []
    assert len(outcomes) == 2
