"""Display texts of options, shown beside their labels."""

from __future__ import annotations

from rulec.face import State
from rulec.runtime.english import plain


def beside(state: State, action: int, label: str) -> str:
    """Display text of an option; empty if it adds nothing to the label."""
    if state.is_player_node() and not state.description().wording.is_worded(action):
        return ""
    text = state.action_text(action)
    option = plain(label.partition(": ")[2]).casefold()
    return "" if text.casefold() == option or text.casefold().endswith(f": {option}") else text
