"""The pass pipeline: passes whose marks both back ends read, then optimizations for the engine alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from rulec.ir.program import Program
from rulec.passes.column_masks import use_column_masks
from rulec.passes.dead_stores_in_trials import mark_dead_in_trials
from rulec.passes.guard_hoisting import hoist_checks
from rulec.passes.index_joins import join_indexes
from rulec.passes.lazy_trials import defer_trials
from rulec.passes.lookup_tables import tabulate
from rulec.passes.loop_exit_conditions import mark_exit_conditions
from rulec.passes.loop_narrowing import narrow_loops
from rulec.passes.needs_search import mark_needs_search
from rulec.passes.option_preconditions import derive_option_preconditions
from rulec.passes.pass_ import EXPRESSIONS, Pass, check_result
from rulec.passes.peephole import simplify_expressions
from rulec.passes.redundant_checks import drop_redundant_checks
from rulec.passes.sparse_iteration import iterate_nonzero_rows
from rulec.passes.tested_set_reuse import reuse_tested_sets
from rulec.passes.trial_order import order_trials

# How the legality of each option is found out. Interpreter and engine both read the marks.
LEGALITY: Final = (
    Pass(
        "redundant-checks",
        "drop checks that hold on every path (available expressions)",
        drop_redundant_checks,
        changes=("statements",),
        marks=("decision.never_empty",),
    ),
    Pass(
        "dead-stores-in-trials",
        "mark statements whose effects no look-ahead reads",
        mark_dead_in_trials,
        marks=("statement.untried",),
    ),
    Pass(
        "guard-hoisting",
        "move checks behind an option to the set of options",
        hoist_checks,
        needs=("redundant-checks",),
        changes=("statements", "options"),
        marks=("decision.never_empty",),
    ),
    Pass(
        "loop-exit-conditions",
        "find a necessary condition for leaving each loop of choices",
        mark_exit_conditions,
        needs=("guard-hoisting",),
        marks=("decision.exit_condition",),
    ),
    Pass(
        "option-preconditions",
        "find sufficient and necessary conditions of options (weakest preconditions)",
        derive_option_preconditions,
        needs=("guard-hoisting",),
        changes=("options",),
        marks=("group.sufficient", "group.necessary", "group.locally_legal", "group.options_are_legal"),
    ),
    Pass(
        "needs-search",
        "mark options that need a look-ahead, and blocks that cannot fail",
        mark_needs_search,
        needs=("guard-hoisting", "option-preconditions"),
        changes=("ends",),
        marks=(
            *("group.needs_search", "group.completable_in_rule"),
            *("decision.completable", "decision.completable_in_rule"),
            *("block.completable_in_rule", "block.ends_search"),
        ),
    ),
    Pass(
        "trial-order",
        "order the options of a look-ahead by their distance to the next commit point",
        order_trials,
        needs=("needs-search",),
        marks=("group.trial_cost", "group.tested_first", "decision.constant_option", "decision.always_asked"),
    ),
)

# How an engine works out expressions. The interpreter works out those of the rules.
SPEED: Final = (
    Pass("peephole", "simplify expressions", simplify_expressions, changes=EXPRESSIONS),
    Pass(
        "lazy-trials",
        "evaluate feasibility probes last, and only where they decide",
        defer_trials,
        needs=("peephole",),
        changes=EXPRESSIONS,
    ),
    Pass(
        "lookup-tables",
        "tabulate pure expressions of few small inputs",
        tabulate,
        needs=("peephole",),
        changes=(*EXPRESSIONS, "tables"),
    ),
    Pass(
        "loop-narrowing",
        "restrict loops to the members that can satisfy their body",
        narrow_loops,
        needs=("peephole",),
        changes=EXPRESSIONS,
    ),
    Pass(
        "column-masks",
        "precompute masks of constant attributes of members",
        use_column_masks,
        needs=("lookup-tables", "loop-narrowing"),
        changes=(*EXPRESSIONS, "tables"),
    ),
    Pass(
        "sparse-iteration",
        "iterate over the non-zero rows of sparse variables",
        iterate_nonzero_rows,
        needs=("loop-narrowing",),
        changes=EXPRESSIONS,
    ),
    Pass(
        "index-joins",
        "iterate over an inverse index in place of a large set",
        join_indexes,
        needs=("column-masks",),
        changes=(*EXPRESSIONS, "tables"),
    ),
    Pass(
        "tested-set-reuse",
        "share a set between the condition that tests it and its body",
        reuse_tested_sets,
        needs=("index-joins",),
        changes=EXPRESSIONS,
    ),
)

PIPELINE: Final = (*LEGALITY, *SPEED)

# Set to check the program after each pass: far too slow for a command, so it is not the default.
CHECKING: Final = "RULEC_CHECK_PASSES"

# Called with each pass and the programs before and after it.
Observe = Callable[[Pass, Program, Program], None]


def after_each_pass(program: Program, passes: Iterable[Pass] = PIPELINE) -> Iterator[tuple[str, Program]]:
    """Yield the program after each pass, as the interpreter can play it.

    Before the pass that marks options for search has run, every option is marked for search.
    """
    marked = False
    for one in passes:
        program = one.run(program)
        marked = marked or "group.needs_search" in one.marks
        yield one.name, program if marked else _searched(program)


def _searched(program: Program) -> Program:
    """Mark every option for search, unless an earlier pass has proven it legal."""
    return replace(
        program,
        decisions=tuple(
            replace(
                one,
                groups=tuple(
                    group.marked(needs_search=not group.legality.options_are_legal) for group in one.groups
                ),
            )
            for one in program.decisions
        ),
    )


def run_passes(program: Program, passes: Iterable[Pass], observe: Observe | None = None) -> Program:
    """Run these passes on a program, in order."""
    checking = check_result if os.environ.get(CHECKING) else None
    watching = tuple(one for one in dict.fromkeys((checking, observe)) if one is not None)
    for one in passes:
        before, program = program, one.run(program)
        for each in watching:
            each(one, before, program)
    return program
