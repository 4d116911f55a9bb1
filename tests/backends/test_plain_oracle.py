"""The plain oracle: legality by search on the program as lowered, against the marks of the passes."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulesError
from rulec.facade import interpret_plainly
from rulec.interp import oracle
from tests.engines import CLASSICS, ROOT, SMALL, interpreted

GAMES = ROOT / "tests" / "games"
# Where much is owed, paid, nested or probed.
SEARCHED = [
    GAMES / f"{name}.rules" for name in ("chores", "depths", "duties", "loans", "rows", "sowing", "wires")
]
PROBES = sorted((ROOT / "tests" / "probes").glob("*.rules"))


def play(plain: Any, marked: Any, games: int, most: int = 150) -> int:
    """Play random games on both; the number of positions at which the same was offered."""
    positions = 0
    for seed in range(games):
        configuration = marked.CONFIGURATIONS[seed % len(marked.CONFIGURATIONS)]
        one, two = (game.State(seed=seed, **configuration) for game in (plain, marked))
        rnd = random.Random(seed)
        for _ in range(most):
            assert one.to_bytes() == two.to_bytes()
            assert one.legal_actions() == two.legal_actions(), two.decision()
            positions += 1
            if two.is_terminal():
                break
            action = rnd.choice(two.legal_actions())
            errors = []
            for state in (one, two):
                try:
                    state.apply_action(action)
                except RulesError as error:
                    errors.append(str(error))
            if errors:
                assert errors == [errors[0]] * 2
                break
    return positions


@pytest.mark.parametrize("path", SEARCHED, ids=lambda path: path.stem)
def test_marks_say_what_plain_search_finds(path: Path) -> None:
    plain = interpret_plainly(path, sampled=False)
    assert play(plain, interpreted(path), 2) > 20
    assert plain.oracle is not None
    assert plain.oracle.counts.searched > 20
    assert plain.oracle.counts.skipped == plain.oracle.counts.given_up == 0


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *PROBES], ids=lambda path: path.stem)
def test_marks_say_what_plain_search_finds_in_every_game(path: Path) -> None:
    plain = interpret_plainly(path, sampled=False)
    play(plain, interpreted(path), max(4, len(plain.CONFIGURATIONS)))
    assert plain.oracle is not None
    assert plain.oracle.counts.given_up == 0


def test_both_share_one_layout_and_one_name() -> None:
    plain, marked = interpret_plainly(SEARCHED[0]), interpreted(SEARCHED[0])
    assert (plain.RULES_HASH, plain.LAYOUT_HASH) == (marked.RULES_HASH, marked.LAYOUT_HASH)
    assert marked.oracle is None


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "MOST_TRIALS", 1)
    plain = interpret_plainly(SEARCHED[2], sampled=False)
    assert play(plain, interpreted(SEARCHED[2]), 1) > 20
    assert plain.oracle is not None
    assert plain.oracle.counts.given_up > 20
    assert plain.oracle.counts.skipped == 0


def test_dear_positions_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "TRIALS_EARNED", 1)
    counts = []
    for _ in range(2):
        plain = interpret_plainly(SEARCHED[2])
        play(plain, interpreted(SEARCHED[2]), 2)
        assert plain.oracle is not None
        counts.append((plain.oracle.counts.searched, plain.oracle.counts.skipped))
    assert min(counts[0]) > 5
    assert counts[0] == counts[1]  # it follows from the game, not from a clock


def test_copies_ask_once() -> None:
    plain: Any = interpret_plainly(SEARCHED[0])
    state = plain.State(seed=1)
    offered, searched = state.legal_actions(), plain.oracle.counts.searched
    for other in (state.clone(), plain.State.from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state))):
        assert other.legal_actions() == offered
    assert plain.oracle.counts.searched == searched
