"""Go told in three ways, held to a referee that shares nothing with rulec."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.captures.referee import Go
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

HERE = Path(__file__).parent
GAMES = sorted(path.stem for path in HERE.glob("*.rules"))
KOMI = 7


def of_side(name: str, side: int, folder: Path) -> Path:
    text = (HERE / f"{name}.rules").read_text()
    text = text.replace("9 columns by 9 rows", f"{side} columns by {side} rows").replace(
        "162", str(2 * side**2)
    )
    path = folder / f"{name}_{side}.rules"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [5, 9])
def test_games_of_the_referee(name: str, side: int, tmp_path: Path) -> None:
    path = of_side(name, side, tmp_path)
    captures = kos = 0
    for seed in range(200 // side**2 + 4):
        rnd, state, referee = random.Random(seed), engine(path).State(), Go(side)
        while not referee.is_over():
            options = referee.options()
            assert sorted(state.legal_labels()) == sorted(options)
            # Passing only where little else is left: long games have the captures.
            chosen = rnd.choice([one for one in options if one != "play: pass" or len(options) < 3])
            before = sum(map(bool, referee.stones))
            referee = options[chosen]
            captures += sum(map(bool, referee.stones)) < before
            kos += referee.ko >= 0
            state.play(chosen)
        assert state.is_terminal()
        first, second = referee.areas()
        assert state.scores() == [first, second + KOMI]
    assert min(captures, kos) > 0


@pytest.mark.parametrize("name", GAMES)
def test_both_back_ends(name: str, tmp_path: Path) -> None:
    path = of_side(name, 5, tmp_path)
    for seed in range(2):
        slow, fast = interpreted(path).State(seed=seed), engine(path).State(seed=seed)
        play_side_by_side(slow, fast, random.Random(seed), every=25)


def paths(state: Any, depth: int) -> int:
    if not depth or state.is_terminal():
        return 1
    return sum(paths(state.child(one), depth - 1) for one in state.legal_actions())


def referee_paths(go: Go, depth: int) -> int:
    if not depth or go.is_over():
        return 1
    return sum(referee_paths(then, depth - 1) for then in go.options().values())


@pytest.mark.parametrize("name", GAMES)
def test_paths_from_the_start(name: str, tmp_path: Path) -> None:
    """All courses of so many moves; two of them on 25 points: 25 behind each stone and 26 behind a pass."""
    state = engine(of_side(name, 5, tmp_path)).State()
    assert [paths(state, depth) for depth in (1, 2)] == [26, 25 * 25 + 26]
    small = of_side(name, 2, tmp_path)
    for depth in (4, 7):
        assert paths(engine(small).State(), depth) == referee_paths(Go(2), depth)
