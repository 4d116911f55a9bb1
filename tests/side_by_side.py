"""Two back ends through one random game, compared at every decision."""

from __future__ import annotations

import random
from typing import Any

from rulec.errors import RulesError


def view(state: Any) -> tuple[Any, ...]:
    """All that can be seen of a state."""
    return (
        state.to_bytes(),
        state.to_dict(),
        state.decision(),
        state.current_player(),
        state.decision_seat(),
        state.legal_actions(),
        state.legal_actions_mask(),
        state.count_legal(),
        [state.action_to_string(a) for a in state.legal_actions()],
        state.is_terminal(),
        state.score_sheet(),
        state.scores(),
        state.ranking(),
        state.winners(),
        state.returns(),
        state.history(),
        hash(state),
        repr(state),
    )


LOOKED_AT = 5  # of so many decisions, everything that can be seen is compared at one; the state at each


def compare_states(a: Any, b: Any, whole: bool) -> None:
    if whole or a.is_terminal():
        assert view(a) == view(b)
    else:
        assert a.to_bytes() == b.to_bytes()
        assert a.legal_actions() == b.legal_actions()


def play_side_by_side(a: Any, b: Any, rnd: random.Random, every: int = LOOKED_AT) -> int:
    """To the end, or to an error that both run into; the number of decisions."""
    decisions = 0
    while True:
        compare_states(a, b, decisions % every == 0)
        if a.is_terminal():
            return decisions
        action = rnd.choice(a.legal_actions())
        errors = []
        for state in (a, b):
            try:
                state.apply_action(action)
            except RulesError as error:
                errors.append((str(error), error.kind, error.line, error.state, error.action))
        if errors:
            assert len(errors) == 2
            assert errors[0] == errors[1]
            assert view(a) == view(b)  # neither has changed
            return decisions
        decisions += 1
