"""Invariants of a single back end's states."""

from __future__ import annotations

from rulec.face import State
from rulec.runtime.errors import IllegalAction
from rulec.runtime.face import CHANCE_PLAYER
from rulec.sim.selftest.state_comparison import Difference, Side


def check_options(side: Side, state: State, decisions: int) -> list[int]:
    """Check for dead ends and endless games; return the options."""
    legal = state.legal_actions()
    if state.is_terminal() == bool(legal):
        raise Difference(
            f"{side.name}: " + ("options after the end" if legal else "a dead end: nothing to choose from")
        )
    if legal != sorted(set(legal)):
        raise Difference(f"{side.name}: the options are not ascending: {legal}")
    if decisions > side.game.MAX_DECISIONS:
        raise Difference(f"{side.name}: a game of more than {side.game.MAX_DECISIONS} decisions")
    return legal


def check_state(side: Side, state: State, decisions: int) -> None:
    """Check options, score sums and the round-trip of labels."""
    legal = check_options(side, state, decisions)
    if state.current_player() == CHANCE_PLAYER and any(state.legal_actions_mask()):
        raise Difference(f"{side.name}: the mask shows outcomes of chance, which have ids of their own")
    for action in legal:
        label = state.action_to_string(action)
        if state.string_to_action(label) != action:
            raise Difference(f"{side.name}: the label {label!r} does not lead back to {action}")
    _check_scores(side, state)


def _check_scores(side: Side, state: State) -> None:
    sheet = list(state.score_sheet().values())
    sums = [sum(column) for column in zip(*sheet, strict=True)]
    if sheet and sums != state.scores():
        raise Difference(f"{side.name}: the score sheet comes to {sums}, scores() to {state.scores()}")
    placed = sorted(seat for group in state.ranking() for seat in group)
    if placed != list(range(len(state.scores()))):
        raise Difference(f"{side.name}: ranking() does not place every player once: {state.ranking()}")


def check_illegal(side: Side, state: State, pick: int) -> None:
    """Check that illegal ids raise and change nothing; `pick` selects one of them."""
    legal = set(state.legal_actions())
    by_chance = state.current_player() == CHANCE_PLAYER  # chance outcomes have separate ids
    size = side.game.MAX_CHANCE_OUTCOMES if by_chance else side.game.NUM_ACTIONS
    others = [action for action in range(size) if action not in legal]
    wrong = [-1, size]
    if others:
        wrong.append(others[pick % len(others)])
    before, history = state.to_bytes(), state.history()
    for action in wrong:
        _check_refused(side, state, action)
    try:
        state.apply_index(len(legal))
    except IllegalAction:
        pass
    else:
        raise Difference(f"{side.name}: apply_index({len(legal)}) of {len(legal)} options was carried out")
    if state.to_bytes() != before or state.history() != history:
        raise Difference(f"{side.name}: a refused action changed the state")


def _check_refused(side: Side, state: State, action: int) -> None:
    try:
        state.apply_action(action)
    except IllegalAction:
        return
    raise Difference(f"{side.name}: action {action} is not offered, but was carried out")
