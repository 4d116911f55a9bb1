"""`resample` against the posterior: hands that contradict nothing that was seen, each as likely as it is."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.runtime.origin import Origin
from rulec.runtime.resampling import courses, events
from rulec.sim.selftest.information_leaks import told
from tests.engines import SMALL, engine, engine_by_default, interpreted
from tests.knowledge.posteriors import CHANCE, at, chi_square, placed, posterior, seen
from tests.large import in_long_runs

GAMES = {path.stem: path for path in SMALL}
HANDS = ("kuhn_poker", "leduc_poker", "love_letter", "voids", "fishing")


def played(game: Any, players: int, seed: int, decisions: int, **more: Any) -> Any:
    """A position so many random decisions into a game."""
    rnd, state = random.Random(seed), game.State(players, seed=seed, **more)
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state.apply_action(state.sample_outcome())
        elif decisions == 0:
            break
        else:
            state.apply_action(rnd.choice(state.legal_actions()))
            decisions -= 1
    return state


def drawn(state: Any, player: int, count: int, *paths: str) -> Counter[str]:
    return Counter(placed(state.resample(player, seed), *paths) for seed in range(count))


def fits(found: Counter[str], expected: dict[str, Fraction]) -> None:
    statistic, limit = chi_square(found, expected)
    assert statistic < limit, (statistic, limit, found, expected)


# --- against every course of the game ---------------------------------------------------------------------

POSITIONS = [
    *(("kuhn_poker", 2, seed, 2) for seed in (0, 2)),
    *(("leduc_poker", 2, seed, 3) for seed in (1, 4)),
    *(("love_letter", 2, seed, decisions) for seed, decisions in ((0, 3), (1, 4))),
    ("fishing", 2, 2, 6),
    *in_long_runs(
        *(("love_letter", 2, seed, decisions) for seed, decisions in ((2, 3), (5, 6))),
        ("love_letter", 3, 3, 4),
        ("fishing", 2, 1, 6),
    ),
]


@pytest.mark.parametrize(("name", "players", "seed", "decisions"), POSITIONS)
def test_positions_are_as_likely_as_their_courses(name: str, players: int, seed: int, decisions: int) -> None:
    fast, slow = (
        played(game(GAMES[name]), players, seed, decisions, chance="explicit")
        for game in (engine, interpreted)
    )
    for player in range(players):
        expected = posterior(fast, player)
        fits(drawn(fast, player, 400), expected)
        for key in range(5):
            assert fast.resample(player, key).to_bytes() == slow.resample(player, key).to_bytes()


def test_what_was_drawn_anew_is_drawn_anew_by_the_same_odds() -> None:
    state = played(engine(GAMES["love_letter"]), 2, 2, 3, chance="explicit")
    again = state.resample(0, 5)
    fits(drawn(again, 0, 400), posterior(state, 0))


# --- counted by hand --------------------------------------------------------------------------------------


def dealt(game: Any, players: int, **hands: str) -> Any:
    """A game in which chance deals these hands first."""
    state = game.State(players, chance="explicit")
    state.play(*(f"pile: {card}" for hand in hands.values() for card in hand.split()))
    return state


def test_kuhn_poker(backend: Any) -> None:
    """Two cards are left for the other, whatever was bet; a showdown that was won tells which."""
    state = dealt(backend(GAMES["kuhn_poker"]), 2, one="queen", two="jack")
    state.play("deed: check", "deed: bet")
    path = "players.hand.2"
    half = Fraction(1, 2)
    fits(drawn(state, 0, 300, path), {_only(path, ["jack"]): half, _only(path, ["king"]): half})
    state.play("deed: call")
    assert state.to_dict()["players"]["chips"] == {"1": 2, "2": -2}
    assert set(drawn(state, 0, 100, path)) == {_only(path, ["jack"])}


def _only(path: str, content: Any) -> str:
    return json.dumps({path: content}, sort_keys=True)


def test_leduc_poker(backend: Any) -> None:
    """Of six cards two are seen: of the four others one is a jack, one a queen, two are kings."""
    state = dealt(backend(GAMES["leduc_poker"]), 2, one="jack", two="king")
    state.play("deed: check", "deed: check", "pile: queen", "deed: bet")
    path = "players.hand.2"
    odds = {"jack": Fraction(1, 4), "queen": Fraction(1, 4), "king": Fraction(1, 2)}
    fits(drawn(state, 0, 400, path), {_only(path, {card: 1}): share for card, share in odds.items()})


COPIES = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2, "king": 1, "countess": 1,
          "princess": 1}  # fmt: skip


@engine_by_default
def test_a_guess_that_missed(backend: Any) -> None:
    """The other had no priest when it was asked, and has drawn one card since."""
    state = dealt(backend(GAMES["love_letter"]), 2, one="baron", two="king")
    state.play("pile: guard", "play_card: guard", "guarded: 2", "named: priest", "pile: countess")
    left = Counter(COPIES) - Counter(["baron", "guard"])
    odds: Counter[tuple[str, ...]] = Counter()
    for held, new in permutations(left.elements(), 2):
        if held != "priest":
            odds[tuple(sorted((held, new)))] += 1
    total = sum(odds.values())
    path = "players.hand.2"
    order = list(COPIES)
    expected = {
        _only(path, {card: pair.count(card) for card in order if card in pair}): Fraction(count, total)
        for pair, count in odds.items()
    }
    fits(drawn(state, 0, 500, path), expected)


SOLVED = pytest.mark.parametrize(
    ("backend", "easy"),
    [
        pytest.param(engine, courses.EASY, id="engine-tried"),
        pytest.param(engine, -1, id="engine-solved"),
        pytest.param(interpreted, courses.EASY, id="interpreter-tried", marks=pytest.mark.long),
        pytest.param(interpreted, -1, id="interpreter-solved", marks=pytest.mark.long),
    ],
)


@SOLVED
def test_who_does_not_follow_has_none(backend: Any, easy: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clubs are led, the second plays a heart, the third a club: no clubs are left to the second."""
    monkeypatch.setattr(courses, "EASY", easy)
    game = backend(GAMES["voids"])
    state = dealt(game, 3, one="c1 c2 h1 s1", two="h2 h3 s2 s3", three="c3 c4 h4 s4")
    state.play("play_card: c1", "play_card: h2", "play_card: c3")
    unseen = {"c4", "h3", "h4", "s2", "s3", "s4"}
    deals = [set(hand) for hand in combinations(sorted(unseen), 3) if "c4" not in hand]
    path = "players.hand.2"
    expected = {_only(path, sorted(hand)): Fraction(1, len(deals)) for hand in deals}
    assert len(deals) == 10
    fits(drawn(state, 0, 400, path), expected)
    # a position that was saved behind the deal keeps what is seen from then on
    saved = dealt(game, 3, one="c1 c2 h1 s1", two="h2 h3 s2 s3", three="c3 c4 h4 s4")
    later = type(saved).from_bytes(saved.to_bytes())
    later.play("play_card: c1", "play_card: h2", "play_card: c3")
    fits(drawn(later, 0, 400, path), expected)


@SOLVED
def test_who_was_asked_in_vain_had_none(backend: Any, easy: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "EASY", easy)
    state = dealt(backend(GAMES["fishing"]), 2, one="ace ace two", two="six six ten")
    state.play("asked: 2", "wanted: ace", "pile: six")
    unseen = Counter(dict.fromkeys(("ace", "two", "six", "ten"), 3)) - Counter(["ace", "ace", "two", "six"])
    hands: Counter[tuple[str, ...]] = Counter(
        hand for hand in combinations(sorted(unseen.elements()), 3) if "ace" not in hand
    )
    path = "players.hand.2"
    expected = {
        _only(path, {card: hand.count(card) for card in sorted(hand)}): Fraction(count, sum(hands.values()))
        for hand, count in hands.items()
    }
    fits(drawn(state, 0, 400, path), expected)


def test_what_hands_lack_is_solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nine cards each, several suits shown to be missing: the first deal fits, where few would."""
    text = GAMES["voids"].read_text()
    for old, new in (("to c4", "to c9"), ("to h4", "to h9"), ("to s4", "to s9"), ("draw 4", "draw 9"),
                     ("repeat 4", "repeat 9"), ("0 to 4", "0 to 9"), ("length 40", "length 90")):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "long_voids.rules"
    path.write_text(text)
    monkeypatch.setattr(courses, "EASY", -1)
    for decisions in (10, 14, 18):
        course = courses.history_of(played(interpreted(path), 3, 3, decisions), 0)
        assert course is not None
        start, draws = course.work, courses.Draws(decisions)
        actions = len(course.actions)
        for _ in range(8):
            assert course.last is None
            before = course.work
            course.drawn(draws)
            assert course.work == start == before
        assert course.proposal is not None
        assert course.proposal.sharing is not None
        assert all(course._attempt(draws) is not None for _ in range(8))
        assert course.work == start - 8 * (actions + 1)


@pytest.mark.parametrize("name", ["leduc_poker", "love_letter"])
def test_courses_that_are_changed_come_to_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bound nothing is contradicted either, and small games are mixed well."""
    monkeypatch.setattr(courses, "WORK", 0)
    monkeypatch.setattr(courses, "CHAIN", 600)
    state = played(engine(GAMES[name]), 2, 2, 3, chance="explicit")
    for player in range(2):
        fits(drawn(state, player, 150), posterior(state, player))


# --- nothing that was seen is contradicted ----------------------------------------------------------------


def missed_guesses(state: Any, player: int) -> list[tuple[str, str]]:
    """Who was asked for what in vain, if that hand is the same since then; read off what the player saw."""
    found: list[tuple[str, str]] = []
    target = ""
    for event in state.events(player):
        option = event.get("option")
        if event.get("decision") == "guarded":
            target = option
        elif event.get("decision") == "named":
            found.append((target, option))
        elif event.get("decision") in ("renewed", "traded_with"):
            found = [one for one in found if one[0] not in (option, event["player"])]
        elif event.get("decision") == "play_card":
            found = [one for one in found if one[0] != event["player"]]
    out = state.to_dict()["players"]["out"]
    return [one for one in found if not out[one[0]]]


def contradictions(state: Any, drawn_state: Any, player: int) -> int:
    hands = drawn_state.to_dict()["players"]["hand"]
    turn = state.to_dict()["pending"]["seat"]
    return sum(
        hands[seat].get(card, 0) > (1 if seat == turn else 0)
        for seat, card in missed_guesses(state, player)
        if seat != str(player + 1)
    )


def test_a_position_alone_tells_less_than_its_course() -> None:
    """The same positions with and without a record: cards that were asked for in vain are dealt only where
    nobody has kept that."""
    game = engine(GAMES["love_letter"])
    with_record = without = looked_at = 0
    for seed in range(60):
        state = played(game, 2, seed, 3)
        for player in range(2):
            if state.is_terminal() or not missed_guesses(state, player):
                continue
            bare = state.clone()
            bare.recording = False
            for key in range(8):
                looked_at += 1
                with_record += contradictions(state, state.resample(player, key), player)
                without += contradictions(state, bare.resample(player, key), player)
    assert looked_at > 60
    assert without > 0
    assert with_record == 0


HIDDEN = ("kuhn_poker", "leduc_poker", "love_letter", "voids", "fishing", "passing", "peeking", "piles",
          "rows", "depths", "companies", "secrets")  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_drawn_has_come_about_as_was_seen(name: str) -> None:
    _follow_courses(name, range(6))


@pytest.mark.long
@pytest.mark.parametrize("name", HIDDEN)
def test_thousands_of_positions_have_come_about_as_was_seen(name: str) -> None:
    _follow_courses(name, range(6, 150))


def _follow_courses(name: str, seeds: range) -> None:
    """The course that a state was drawn with, played again, shows the player the same at every step."""
    game = engine(GAMES[name])
    followed = 0
    for seed in seeds:
        players = game.PLAYERS[seed % len(game.PLAYERS)]
        state = played(game, players, seed, 2 + 3 * (seed % 4))
        for player in range(players):
            other = state.resample(player, seed)
            assert told(other, player) == told(state, player)
            earlier = other.origin.earlier
            if earlier is None:
                continue
            followed += 1
            steps = list(events.all_steps(state))[-len(earlier.actions) :] if earlier.actions else []
            walk = events.begin(other, Origin(body=earlier.body))
            for step, action in zip(steps, earlier.actions, strict=True):
                assert seen(walk, player) == seen(step.before, player)
                assert events.knows(step, player) <= (action == step.action)
                walk._apply(action)
            assert seen(walk, player) == seen(state, player)
            assert placed(walk) == placed(other)
    assert followed > len(seeds) // 2


# --- what a search makes of it ----------------------------------------------------------------------------

ASKING = """\
game "Asking"
  players 2
  length 10
table cards of card, as pieces, count 4:
  card
  red
  black
deck pile of card: from cards
the game has:
  answered: flag
each player has:
  hand: zone of card, seen by owner
  points: 0 to 20
setup:
  each player: draw 2 from pile to player's hand
play:
  each player acting in seat order: asking
  each player acting in seat order: turn
rule asking:
  choose one as question:
    ask:
      if some players where ((it is not me) and (red in it's hand)): set answered to yes
turn:
  choose one as bet:
    red: claim
    safe: raise my points by 4
rule claim:
  if some players where ((it is not me) and (red in it's hand)): raise my points by 9
score:
  "Points": my points
"""


def test_a_search_is_not_misled(backend: Any, tmp_path: Path) -> None:
    """Most hands hold a red card, but this one was said to hold none: nobody bets on it any more."""
    path = tmp_path / "asking.rules"
    path.write_text(ASKING)
    state = dealt(backend(path), 2, one="red black", two="black black")
    state.play("question: ask", "question: ask")
    bare = state.clone()
    bare.recording = False
    assert state.mcts(200, seed=1).label == "bet: safe"
    assert bare.mcts(200, seed=1).label == "bet: red"


def test_paths_lead_to_what_they_name() -> None:
    assert at({"players": {"hand": {"2": ["a"]}}}, "players.hand.2") == ["a"]


@pytest.mark.parametrize("backend", [interpreted, engine])
def test_many_positions_look_the_same_to_the_player(backend: Any) -> None:
    state = played(backend(GAMES["voids"]), 3, 5, 8)
    seat = state.current_player()
    many = list(state.resample_many(seat, range(6)))
    assert len({one.to_bytes() for one in many}) > 1
    assert all(one.observation(seat) == state.observation(seat) for one in many)
    assert [one.events(seat) for one in many] == [state.events(seat)] * 6
    assert next(state.resample_many(seat, [4])) == state.resample(seat, 4)


SUNK = """\
game "Sunk"
  players 2
table cards of card, as pieces, count 1, home pile:
  card | worth
  c1 to c4 | number
deck pile of card: from cards
the game has:
  laid: row of card, at most 2
  bid: 0 to 9
each player has:
  hand: zone of card, seen by owner
  secret: 0 to 9, seen by owner
play:
  each player acting in the first 1 of players: turn
  each player acting: close
turn:
  draw 2 from pile to my hand
  choose card from my hand as sunk
  put card under pile
  choose n from 1 to 6 as secret
  set my secret to n
  set bid to my secret
  move (the first of my hand) to laid
turn close:
  choose one as closing:
    fine: nothing
score:
  "Bid": bid
"""


def test_a_draw_beyond_its_budget_leaves_later_draws_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "sunk.rules"
    rules.write_text(SUNK)
    state = rulec.interpret(rules).State(2, chance="explicit")
    state.play("pile: c1", "pile: c3", "sunk: c3", "secret: 5")
    assert state.current_player() == 0
    expected = posterior(state, 1, "pile.under.1")
    assert sorted(expected.values()) == [Fraction(1, 3)] * 3  # c1 is laid, any other card was sunk
    monkeypatch.setattr(courses, "WORK", 150)  # too few actions for one draw in eight
    found = Counter(placed(one, "pile.under.1") for one in state.resample_many(1, range(400)))
    fits(found, expected)
