"""What players know, what they have seen, and that nothing else shows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest

from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.sim.selftest.information_leaks import check_leaks, told
from rulec.sim.selftest.state_comparison import Difference, Side
from tests.engines import SMALL, engine, engine_by_default, interpreted

SECRETS = next(path for path in SMALL if path.stem == "secrets")
PEEKING = next(path for path in SMALL if path.stem == "peeking")


def positions(game: Any, seed: int, every: int = 3, **options: Any) -> list[Any]:
    rnd, state, found = random.Random(seed), game.State(3, seed=seed, **options), []
    count = 0
    while not state.is_terminal():
        if state.current_player() == -1:
            state.apply_action(state.sample_outcome())
            continue
        if count % every == 0:
            found.append(state.clone())
        state.apply_action(rnd.choice(state.legal_actions()))
        count += 1
    return [*found, state]


def test_observation(backend: Any) -> None:
    state = backend(SECRETS).State(3, seed=4)
    whole, known = state.to_dict(), state.observation(1)
    assert known["player"] == "2"
    assert known["chest"] == "?"
    assert known["round"] == 1
    assert known["players"]["secret"] == {"1": "?", "2": whole["players"]["secret"]["2"], "3": "?"}
    assert known["players"]["money"] == whole["players"]["money"]
    assert known["pending"] == {
        "rule": "bidding",
        "choose": "offer",
        "seat": "1",
        "locals": {"play.player": "1"},
    }
    assert "rng" not in known
    assert "chest: ?\n" in state.observation_string(1)
    for wrong in (-1, 3, True, None, "1"):
        with pytest.raises(ValueError, match="there is no player"):
            state.observation(wrong)


def test_tensor(backend: Any) -> None:
    game = backend(SECRETS)
    parts = {part.name: part for part in game.OBSERVATION_LAYOUT}
    assert len(parts) == len(game.OBSERVATION_LAYOUT)
    offset = 0
    for part in game.OBSERVATION_LAYOUT:
        assert part.offset == offset
        assert part.size == len(part.labels)
        offset += part.size
    for state in positions(game, 2):
        for player in range(3):
            tensor = state.observation_tensor(player)
            assert len(tensor) == offset

            def at(name: str, tensor: list[float] = tensor) -> dict[str, float]:
                part = parts[name]
                return dict(zip(part.labels, tensor[part.offset : part.offset + part.size], strict=True))

            whole = state.to_dict()
            assert at("player") == {str(n + 1): float(n == player) for n in range(3)}
            assert at("chest") == {"number": 0.0, "unknown": 1.0}
            for seat in range(3):
                secret = whole["players"]["secret"][str(seat + 1)]
                expected = dict.fromkeys(("red", "green", "blue", "white", "unknown"), 0.0)
                expected[secret if seat == player else "unknown"] = 1.0
                assert at(f"players.secret.{seat + 1}") == expected
                guessed = whole["players"]["guessed"][str(seat + 1)]
                assert {name for name, one in at(f"players.guessed.{seat + 1}").items() if one} == set(
                    guessed
                )
            assert at("pending")["over"] == float(state.is_terminal())


def test_events(backend: Any) -> None:
    game = backend(SECRETS)
    state = game.State(2, seed=1)
    state.play("offer: low", "offer: copy", "guess: change", "new_secret: white")
    assert state.events(0)[:3] == [
        {"chance": "content", "outcome": None},
        {"chance": "secret", "outcome": None},
        {"chance": "secret", "outcome": None},
    ]
    offers = [one for one in state.events(1) if one.get("decision") == "offer"]
    assert offers == [
        {"player": "1", "decision": "offer", "option": None},
        {"player": "2", "decision": "offer", "option": "copy"},
    ]
    assert [one for one in state.events(1) if one.get("decision") == "new_secret"] == [
        {"player": "1", "decision": "new_secret", "option": None}
    ]
    assert [one for one in state.events(0) if one.get("decision") == "new_secret"] == [
        {"player": "1", "decision": "new_secret", "option": "white"}
    ]
    rolls = [one for one in state.events(0) if one.get("chance") == "luck"]
    assert len(rolls) == 2
    assert all(one["outcome"] in "123" for one in rolls)


def test_events_are_the_same_where_chance_is_asked_for(backend: Any) -> None:
    game = backend(SECRETS)
    one, two = positions(game, 5)[-1], positions(game, 5, chance="explicit")[-1]
    for player in range(3):
        assert one.events(player) == two.events(player)


def test_states_without_a_record(backend: Any) -> None:
    game = backend(SECRETS)
    with pytest.raises(RulecError, match="keeps no history"):
        game.State(2, seed=1, record=False).events(0)
    state = game.State(2, seed=1)
    state.play("offer: low")
    later = game.State.from_bytes(state.to_bytes())
    assert later.events(0) == []
    later.play("offer: high")
    assert later.events(1)[0] == {"player": "2", "decision": "offer", "option": "high"}
    assert later.events(0)[0] == {"player": "2", "decision": "offer", "option": None}
    for other in (later, game.State.from_dict(state.to_dict()), state.rollout(1)):
        drawn = {other.resample(0, seed).to_dict()["chest"] for seed in range(20)}
        assert len(drawn) > 4
        for seed in range(5):
            assert other.resample(0, seed).observation(0) == other.observation(0)


def test_what_is_drawn_anew_is_uniform(backend: Any) -> None:
    state = backend(SECRETS).State(3, seed=8)
    count = 480
    secrets: Counter[Any] = Counter()
    chests: Counter[int] = Counter()
    for seed in range(count):
        drawn = state.resample(1, seed).to_dict()
        secrets[drawn["players"]["secret"]["1"], drawn["players"]["secret"]["3"]] += 1
        chests[drawn["chest"]] += 1
        assert drawn["players"]["secret"]["2"] == state.to_dict()["players"]["secret"]["2"]
    assert len(secrets) == 16
    assert max(secrets.values()) < 2.2 * count / 16
    assert len(chests) == 10
    assert max(chests.values()) < 1.8 * count / 10


def test_what_was_seen_stays_true(backend: Any) -> None:
    """A guess that was wrong rules a colour out, also for those who only looked on."""
    game = backend(SECRETS)
    state = game.State.setup(3, seed=3, play=["offer: low", "offer: low", "offer: low"])
    truth = state.to_dict()["players"]["secret"]["2"]
    wrong = next(colour for colour in ("red", "green", "blue", "white") if colour != truth)
    state.play(f"guess: {wrong}")
    assert state.to_dict()["players"]["hits"]["1"] == 0
    found = Counter(state.resample(2, seed).to_dict()["players"]["secret"]["2"] for seed in range(120))
    assert wrong not in found
    assert len(found) == 3
    # a bid that was paid is known
    paid = game.State(2, seed=3)
    paid.play("offer: high", "offer: low", "guess: open")
    assert {paid.resample(1, seed).to_dict()["players"]["bid"]["1"] for seed in range(20)} == {5}


def test_a_clone_drawn_anew(backend: Any) -> None:
    state = positions(backend(SECRETS), 9)[2]
    drawn = state.resample(0, 5)
    assert drawn == state.resample(0, 5)
    assert drawn != state.resample(0, 6)
    assert drawn.history() == []
    assert drawn.events(0) == state.events(0)
    with pytest.raises(RulecError, match="drawn anew for player 0"):
        drawn.events(1)
    before = state.events(0)
    drawn.apply_index(0)
    assert drawn.events(0)[: len(before)] == before
    assert len(drawn.events(0)) > len(before)
    assert type(state).from_bytes(drawn.to_bytes()) == drawn
    again = drawn.resample(0, 1)
    assert again.observation(0) == drawn.observation(0)


def test_public_scores(backend: Any) -> None:
    for state in positions(backend(SECRETS), 11):
        for player in range(3):
            known = state.public_scores(player)
            assert known == state.resample(player, 3).public_scores(player)
            red = int(state.to_dict()["players"]["secret"][str(player + 1)] == "red")
            sheet = state.score_sheet()
            assert known[player] == sheet["Hits"][player] + sheet["Money"][player] + red


# --- leaks ------------------------------------------------------------------------------------------------


@engine_by_default
def test_nothing_shows_that_a_player_can_not_know(backend: Any) -> None:
    game = backend(SECRETS)
    side = Side("it", cast(Game, game))
    changed = 0
    for mode in ("sampled", "explicit"):
        for seed in range(2):
            for state in positions(game, seed, chance=mode):
                for player in range(3):
                    other = check_leaks(side, state, player, seed)
                    changed += other.to_dict()["players"] != state.to_dict()["players"]
    assert changed > 60


def test_both_draw_the_same() -> None:
    slow, fast = interpreted(SECRETS), engine(SECRETS)
    for one, two in zip(positions(slow, 3), positions(fast, 3), strict=True):
        for player in range(3):
            assert one.resample(player, 7).to_bytes() == two.resample(player, 7).to_bytes()
            assert told(one, player) == told(two, player)


class Leaky:
    """A state that tells more than it may, in one of the ways it could."""

    def __init__(self, state: Any, way: str) -> None:
        self._state, self._way = state, way

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def resample(self, player: int, seed: int) -> Leaky:
        return Leaky(self._state.resample(player, seed), self._way)

    def observation(self, player: int) -> Any:
        known = self._state.observation(player)
        if self._way == "observation":
            known["players"]["secret"] = self._state.to_dict()["players"]["secret"]
        return known

    def observation_tensor(self, player: int, *form: str) -> Any:
        known = self._state.observation_tensor(player, *form)
        return [*known, float(self._state.to_dict()["chest"])] if self._way == "tensor" else known

    def observation_string(self, player: int) -> Any:
        known = self._state.observation_string(player)
        return known + str(self._state.to_dict()["chest"]) if self._way == "string" else known

    def public_scores(self, player: int) -> Any:
        return self._state.scores() if self._way == "scores" else self._state.public_scores(player)

    def events(self, player: int) -> Any:
        told = self._state.events(player)
        if self._way == "events":
            told = [*told, {"chance": "content", "outcome": self._state.to_dict()["chest"]}]
        return told

    def legal_actions(self) -> Any:
        legal = self._state.legal_actions()
        red = self._state.to_dict()["players"]["secret"]["2"] == "red"
        return legal[:-1] if self._way == "options" and red else legal

    def action_to_string(self, action: int) -> str:
        label: str = self._state.action_to_string(action)
        return f"{label} {self._state.to_dict()['chest']}" if self._way == "labels" else label


@pytest.mark.parametrize("way", ["observation", "tensor", "string", "scores", "events", "options", "labels"])
def test_a_planted_leak_is_found(way: str) -> None:
    game = interpreted(SECRETS)
    side = Side("it", cast(Game, game))
    state = game.State(3, seed=2)
    state.play("offer: high", "offer: low", "offer: copy")
    leaky = cast(State, Leaky(state, way))

    def look() -> None:
        for seed in range(20):  # a draw can come to what was there
            check_leaks(side, leaky, 0, seed)

    with pytest.raises(Difference, match="shows what that player can't know"):
        look()


# --- what one player alone knows --------------------------------------------------------------------------

PASSING = next(path for path in SMALL if path.stem == "passing")
HANDS = {
    "players.hand.1": {"low": 2},
    "players.hand.2": {"mid": 1, "high": 1},
    "players.hand.3": {"high": 2},
    "pile": {"low": 1, "mid": 2, "high": 0},
    "players.mail.1": ["alpha"],
    "players.mail.2": ["beta"],
    "players.mail.3": ["gamma"],
}


LONG_ON_THE_INTERPRETER = ["engine", pytest.param("interpreter", marks=pytest.mark.long)]


DRAWS, ENOUGH = 120, 15


def assert_certain(state: Any, player: int, zone: str, seat: str, expected: dict[str, int]) -> None:
    """What is the same however the rest is dealt: drawing goes on until nothing else is left of it."""
    found: Counter[str] | None = None
    for seed in range(DRAWS):
        drawn = state.resample(player, seed)
        if seed < 3:
            assert drawn.observation(player) == state.observation(player)
            assert type(state).from_bytes(drawn.to_bytes()) == drawn
        place = drawn.to_dict()
        here = Counter(place["players"][zone][seat] if seat else place[zone])
        found = here if found is None else found & here
        assert found >= Counter(expected)
        if found == Counter(expected) and seed >= ENOUGH * bool(expected):
            return
    raise AssertionError(f"all {DRAWS} deals have {found}")


def passing(backend: Any, *labels: str) -> Any:
    return backend(PASSING).State.setup(3, seed=5, edits=HANDS, play=labels)


def give(action: str, to: str, what: str) -> tuple[str, str, str]:
    name = "gift" if action == "pass" else "sent"
    return f"action: {action}", f"neighbour: {to}", f"{name}: {what}"


@engine_by_default
def test_who_passes_a_card_on_knows_where_it_is(backend: Any) -> None:
    state = passing(backend, *give("pass", "2", "low"), "action: take")
    assert_certain(state, 0, "hand", "2", {"low": 1})
    assert_certain(state, 2, "hand", "2", {})
    assert_certain(state, 1, "hand", "1", {})  # one low is left there, but the other need not have been one
    # the second goes the same way, and is told apart from the first by nobody
    state.play("action: take", *give("pass", "2", "low"))
    assert_certain(state, 0, "hand", "2", {"low": 2})
    state.play(*give("pass", "3", "low"))
    assert_certain(state, 0, "hand", "2", {"low": 1})
    assert_certain(state, 0, "hand", "3", {})
    # two highs and two others are left for three places in that hand and one in the pile
    assert_certain(state, 1, "hand", "3", {"low": 1, "high": 1})


def test_what_lies_open_is_seen_to_go(backend: Any) -> None:
    state = passing(backend, *give("pass", "2", "low"), "action: lay", "laid: low")
    assert_certain(state, 0, "hand", "2", {})
    state = passing(backend, *give("pass", "2", "low"), "action: lay", "laid: mid")
    assert_certain(state, 0, "hand", "2", {"low": 1})
    state.play("action: pick", "picked: mid", *give("pass", "3", "low"), "action: take")
    assert_certain(state, 0, "hand", "3", {"mid": 1, "low": 1})
    assert_certain(state, 1, "hand", "3", {"mid": 1})


def test_what_is_put_back_is_known_till_somebody_takes(backend: Any) -> None:
    state = passing(backend, "action: put_back", "back: low")
    assert state.to_dict()["noticed"]["pile"] == {"1": {"low": 1}, "2": {}, "3": {}}
    assert state.observation(1)["noticed"]["pile"] == {"1": "?", "2": {}, "3": "?"}
    state.play("action: boast", "action: take")
    assert_certain(state, 0, "hand", "2", {"mid": 1, "high": 1})
    assert state.to_dict()["noticed"]["pile"]["1"] == {}
    assert state.to_dict()["noticed"]["players_hand"]["1"]["2"] == {"mid": 1, "high": 1}


@pytest.mark.parametrize("backend", LONG_ON_THE_INTERPRETER, indirect=True)
def test_what_goes_whole_stays_known(backend: Any) -> None:
    state = passing(backend, "action: swap", "neighbour: 2", *give("pass", "3", "low"), "action: boast")
    assert_certain(state, 0, "hand", "2", {"low": 1})  # there were two, and one went unseen
    assert_certain(state, 1, "hand", "1", {"mid": 1, "high": 1})
    assert_certain(state, 2, "hand", "1", {})
    assert_certain(state, 2, "hand", "2", {})
    state.play("action: swap", "neighbour: 3")  # all have seen what 3 had, and 2 part of it
    for player in (1, 2):
        assert_certain(state, player, "hand", "1", {"high": 2, "low": 1})
    assert_certain(state, 1, "hand", "3", {"mid": 1, "high": 1})


@pytest.mark.parametrize("backend", LONG_ON_THE_INTERPRETER, indirect=True)
def test_letters_each_of_which_there_is_one_of(backend: Any) -> None:
    state = passing(backend, *give("send", "2", "alpha"), "action: post_it")
    assert_certain(state, 0, "box", "", {"alpha": 1})
    assert_certain(state, 2, "box", "", {})
    state.play("action: fetch")
    assert_certain(state, 0, "mail", "3", {"alpha": 1})
    assert_certain(state, 1, "mail", "3", {"alpha": 1, "beta": 1})
    state.play("action: boast", "action: boast", *give("send", "1", "gamma"))
    assert_certain(state, 0, "mail", "3", {"alpha": 1})  # who gets a letter sees which it is
    assert_certain(state, 1, "mail", "3", {})
    assert_certain(state, 2, "mail", "1", {"gamma": 1})


def test_more_than_lies_there_is_not_known(backend: Any) -> None:
    game = backend(PASSING)
    state = passing(backend, *give("pass", "2", "low"))
    kept = state.to_dict()
    kept["noticed"]["players_hand"]["1"]["2"] = {"low": 2}
    with pytest.raises(ValueError, match="1 can't know of 2 of `low` in `players.hand.2`, where there are 1"):
        game.State.from_dict(kept)
    put_back = ["action: put_back", "back: mid"]
    for number, left in ((2, {"mid": 1}), (3, {})):  # what is missing for the hand comes out of the pile
        edits = {"players.hand.2": {"mid": number}}
        edited = game.State.setup(3, seed=5, before=put_back, edits=edits)
        assert edited.to_dict()["pile"] == {**left, "high": 1}
        assert edited.to_dict()["noticed"]["pile"]["1"] == left


# --- shown to some ----------------------------------------------------------------------------------------


def _hands_known(state: Any, player: int) -> set[str]:
    """The seats of whose hands this player knows everything."""
    drawn = [state.resample(player, seed).to_dict()["players"]["hand"] for seed in range(25)]
    truth = state.to_dict()["players"]["hand"]
    return {seat for seat in truth if all(one[seat] == truth[seat] for one in drawn)}


@engine_by_default
def test_a_hand_is_shown_to_one_player(backend: Any) -> None:
    game = backend(PEEKING)
    state = game.State(3, seed=4)
    state.play("deed: look 2")
    assert [_hands_known(state, player) for player in range(3)] == [{"1", "2"}, {"2"}, {"3"}]
    state.play("deed: tell 1")
    state.play("deed: boast")  # the first has looked, so the second alone sees it
    assert [_hands_known(state, player) for player in range(3)] == [{"1", "2"}, {"2", "3"}, {"3"}]


def test_a_chest_is_shown_to_one_player(backend: Any) -> None:
    state = backend(PEEKING).State(3, seed=4)
    state.play("deed: open_chest")
    truth = state.to_dict()["chest"]
    seen = [
        {tuple(state.resample(player, seed).to_dict()["chest"]) for seed in range(25)} for player in range(3)
    ]
    assert seen[0] == {tuple(truth)}
    assert len(seen[1]) > 2
    assert len(seen[2]) > 2
