"""Which options can be completed, found by trying everything, without a look at the compiler's own search.

Works on `rulec.interpret(FILE, lookahead=False)`, through the public face alone: that game offers every
option that is possible by itself and finds out only on the way that something can't be carried out.
"""

from __future__ import annotations

from typing import Any

from rulec.errors import RulesError


def completes(state: Any, action: int, decider: int, limit: list[int]) -> bool:
    """Is there a way on, by the own decisions of one player, until somebody else is asked?"""
    limit[0] -= 1
    if limit[0] < 0:
        raise TooLong
    after = state.clone()
    try:
        after.apply_action(action)
    except RulesError as error:
        return error.kind != "dead end"
    if after.is_terminal() or after.current_player() != decider:
        return True
    return any(completes(after, one, decider, limit) for one in after.legal_actions())


class TooLong(Exception):
    """More was tried than a test has time for: this position is left out."""


def completable(state: Any, tries: int = 4_000) -> list[int]:
    """The options of a position of the game without look-ahead that can be completed."""
    decider = state.current_player()
    limit = [tries]
    return [one for one in state.legal_actions() if completes(state, one, decider, limit)]
