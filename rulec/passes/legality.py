"""How the legality of each option is found out: decided once, before any back end sees the program."""

from __future__ import annotations

from rulec.ir.program import Program
from rulec.passes.foresight import foresee
from rulec.passes.hoist import hoist_checks
from rulec.passes.hopes import mark_hopes
from rulec.passes.known import drop_known_checks
from rulec.passes.nearness import order_trials
from rulec.passes.sureness import mark_searched
from rulec.passes.unread import leave_out_what_nobody_reads


def plan_legality(program: Program) -> Program:
    """Checks moved up to the options where that can be done; the other options marked as to be tried out."""
    checked = leave_out_what_nobody_reads(drop_known_checks(program))
    return order_trials(mark_searched(foresee(mark_hopes(hoist_checks(checked)))))
