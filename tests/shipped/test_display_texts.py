"""Options of the shipped games are told in words, and none like another that is offered with it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulec.face import Game
from tests.engines import CLASSICS, interpreted
from tests.large import all_but_large

GAMES = Path(__file__).resolve().parents[2] / "games"
LARGE = sorted(GAMES.glob("*.rules"))
SMALL = 100  # spaces of a board whose steps are options
SHORT = 40  # decisions: what lies behind is looked at in a long run
CODE = re.compile(r"[a-z]+[0-9]+[a-z]?|\w*_\w*")


@pytest.mark.parametrize("path", all_but_large([*LARGE, *CLASSICS]))
def test_no_option_is_told_by_its_code(path: Path) -> None:
    game = interpreted(path)
    shown = game.State().description()
    told = [(row.label, shown.wording.action(row.id)) for row in game.action_table()]
    told += [(row.label, shown.wording.outcome(row.id)) for row in game.chance_table()]
    spaces = {space for board in printed(game) for space in board}
    for label, text in told:
        words = re.findall(r"[\w-]+", text)
        assert not [word for word in words if CODE.fullmatch(word) and word not in spaces], (label, text)


def printed(game: Game) -> list[tuple[str, ...]]:
    """Spaces of boards in columns and rows are called by both, in print too."""
    shown = game.State().description()
    squares = {one.kind for one in shown.maps if one.places}
    boards = [kind.members for kind in shown.kinds if kind.name in squares]
    return [
        *boards,
        *(tuple(f"{a}-{b}" for b in board) for board in boards if len(board) < 100 for a in board),
    ]


@pytest.mark.parametrize("path", all_but_large(LARGE))
def test_every_decision_has_a_text(path: Path) -> None:
    """Options that are no member, and say `yes` or `no`, may go without one; a choice of members may not."""
    game = interpreted(path)
    words = game.State().description().wording
    left = {row.label for row in game.action_table() if row.kind and not words.is_worded(row.id)}
    assert not left


@pytest.mark.parametrize("path", all_but_large([*LARGE, *CLASSICS]))
def test_options_offered_together_are_told_apart(path: Path) -> None:
    play(interpreted(path), 1, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("path", [*LARGE, *CLASSICS], ids=lambda path: path.stem)
def test_options_offered_together_are_told_apart_in_whole_games(path: Path) -> None:
    play(interpreted(path), 5, 10_000)


def play(game: Game, count: int, most: int) -> None:
    dice = random.Random(count)
    for seed in range(count):
        state = game.State(seed=seed, **dict(dice.choice(game.CONFIGURATIONS)))
        for _ in range(most):
            if state.is_terminal():
                break
            texts = state.legal_texts()
            assert len(set(texts)) == len(texts), sorted(text for text in texts if texts.count(text) > 1)
            assert not [text for text in texts if "_" in text]
            state.apply_index(dice.randrange(len(texts)))
