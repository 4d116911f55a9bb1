"""Interpreter and engine at every decision of random games: the same in every respect."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.errors import RulesError
from tests.engines import CLASSICS, engine, interpreted, plain
from tests.large import by_default
from tests.side_by_side import LOOKED_AT, play_side_by_side


def compare(rules: Path, games: int, debug: bool = True, enough: int | None = None, every: int = 1) -> int:
    """`enough` decisions end it, but each configuration has a game to its end."""
    slow, fast = plain(rules), engine(rules, debug)
    decisions = 0
    for seed in range(max(2, min(games, 75 // len(slow.CONFIGURATIONS)))):
        for configuration in slow.CONFIGURATIONS:
            a, b = slow.State(seed=seed, **configuration), fast.State(seed=seed, **configuration)
            decisions += play_side_by_side(a, b, random.Random(seed), every)
        if enough is not None and decisions >= enough:
            break
    return decisions


def test_games_agree(rules: Path) -> None:
    assert compare(rules, 25, enough=80, every=LOOKED_AT) > 0


@pytest.mark.long
def test_more_games_agree(rules: Path) -> None:
    assert compare(rules, 25) > 0


@pytest.mark.parametrize("path", by_default(CLASSICS, "breakthrough", "connect_four"))
def test_games_agree_without_checks(path: Path) -> None:
    """As players get them, but for the optimising."""
    assert compare(path, 4, debug=False, every=LOOKED_AT) > 0


@pytest.mark.long
@pytest.mark.parametrize("path", CLASSICS, ids=lambda path: path.stem)
def test_a_thousand_games_agree(path: Path) -> None:
    assert compare(path, 1000, debug=False) > 5000


@pytest.mark.long
def test_all_games_agree_without_checks(rules: Path) -> None:
    assert compare(rules, 25, debug=False) > 0


def test_the_face_is_the_same(rules: Path) -> None:
    slow, fast = interpreted(rules), engine(rules)
    names = "TITLE NAME PLAYERS OPTIONS CONFIGURATIONS DECISIONS NUM_ACTIONS MAX_DECISIONS SCORE_CATEGORIES"
    for name in [*names.split(), "RULES_HASH", "LAYOUT_HASH", "MAX_CHANCE_OUTCOMES"]:
        assert getattr(slow, name) == getattr(fast, name), name
    assert slow.action_table() == fast.action_table()
    assert [row.id for row in fast.action_table()] == list(range(fast.NUM_ACTIONS))
    assert len({row.label for row in fast.action_table()}) == fast.NUM_ACTIONS
    decisions = {row.label: row.decision for row in fast.action_table()}
    assert all(decisions[row.label] == row.decision for row in fast.action_table())
    assert len({one.name for one in fast.DECISIONS}) == len(fast.DECISIONS)


def test_single_options_carried_out_inside(sampled_rules: Path) -> None:
    for game in (interpreted(sampled_rules), engine(sampled_rules)):
        plain, skipping = game.State(seed=3), game.State(seed=3, auto_forced=True)
        rnd = random.Random(3)
        try:
            while not skipping.is_terminal():
                assert skipping.count_legal() > 1
                while plain.count_legal() == 1:
                    plain.apply_index(0)
                assert plain == skipping
                assert plain.history() == skipping.history()
                action = rnd.choice(skipping.legal_actions())
                plain.apply_action(action)
                skipping.apply_action(action)
        except RulesError:
            continue
        while not plain.is_terminal():
            plain.apply_index(0)
        assert plain == skipping
