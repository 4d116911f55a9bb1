"""Hints for errors of the rules, worked out from the rules file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.errors import RulesError


def hint_for(path: Path, fault: RulesError) -> str:
    """Return the hint for an error of the rules; for a dead end, with its causes."""
    from rulec.compiled import Compiled
    from rulec.insight import dead_ends

    return dead_ends.hint_for(lambda: Compiled(path).reasons, fault)
