"""Hints for errors of the rules, worked out from the rules file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.errors import RulecError, RulesError

if TYPE_CHECKING:
    from pathlib import Path


def hint_for(path: Path, fault: RulesError) -> str:
    """Return the hint for an error of the rules; for a dead end, with its causes."""
    if fault.kind != "dead end":
        return fault.hint
    from rulec.compiled import Compiled
    from rulec.insight.dead_ends import dead_end_hint

    try:
        return dead_end_hint(Compiled(path).reasons, fault)
    except RulecError:  # the file has been changed since
        return fault.hint
