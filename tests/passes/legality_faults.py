"""Wrong versions of the passes of legality."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, negate
from rulec.ir.walk import rewrite_program
from tests.passes.faults import Fault, blocks, decisions, faults, groups, patched, result

Keeps = Callable[..., Any]


def instead(answer: Any) -> Callable[[Any], Any]:
    """A function that gives one answer whatever it is asked."""
    return lambda original: lambda *given: answer


def all_found(group: OptionGroup) -> Expr:
    return nodes.ReadLocal(FOUND, group.options.type)


def none_found(group: OptionGroup) -> Expr:
    return Const(0, group.options.type)


def without_requirements(program: Program) -> Program:
    def kept(body: Iterable[nodes.Stmt]) -> tuple[nodes.Stmt, ...]:
        return tuple(one for one in body if not isinstance(one, nodes.Require))

    return replace(program, blocks=tuple(replace(block, body=kept(block.body)) for block in program.blocks))


def first_is_there(decision: Decision) -> Decision:
    return decision.marked(constant_option=decision.groups[0].first)


REDUNDANT_CHECKS = faults(
    "redundant-checks",
    ("every check is dropped", "tests/passes/games/stall", result(without_requirements)),
    (
        "a test is proved by any fact",
        "tests/passes/games/stall",
        patched(
            "redundant_checks:proves", lambda proves: lambda facts, test: bool(facts) or proves(facts, test)
        ),
    ),
    (
        "at least n is proved by n - 1",
        "tests/passes/games/stall",
        patched(
            "analysis.known_conditions:_at_least",
            lambda least: lambda facts, left, n: least(facts, left, n - 1),
        ),
    ),
    (
        "an assignment forgets no fact",
        "tests/passes/games/stall",
        patched("redundant_checks:_Flow._overwrite", instead(None)),
    ),
    (
        "a loop forgets no fact",
        "tests/passes/games/bundles",
        patched("redundant_checks:_Flow._forget", instead(None)),
    ),
    (
        "one way into a block is enough",
        "tests/games/wells",
        patched("redundant_checks:_Flow._enter", lambda enter: _any_way),
    ),
    (
        "one alternative proves both",
        "tests/passes/games/stall",
        patched("redundant_checks:proves", lambda proves: _either_proves(proves)),
    ),
    (
        "one option is known behind another",
        "tests/passes/games/stall",
        patched("redundant_checks:_Flow._chosen", lambda chosen: _of_any_option(chosen)),
    ),
    (
        "facts about other cells hold of the one assigned",
        "tests/passes/games/bundles",
        patched("redundant_checks:_Flow._apart", instead(True)),
    ),
    (
        "what holds before a loop holds in each iteration",
        "tests/passes/games/bundles",
        patched("redundant_checks:_Flow._of_own_cells", lambda _: lambda flow, loop, facts: set(facts)),
    ),
    (
        "every decision has an option",
        "tests/probes/pool",
        decisions(lambda one: one.marked(never_empty=True)),
    ),
)


def _any_way(flow: Any, number: int, known: frozenset[Expr]) -> bool:
    before = flow.at.get(number)
    after = known if before is None else before | known
    flow.at[number] = after
    return bool(after != before)


def _either_proves(proves: Keeps) -> Keeps:
    def wrong(facts: set[Expr], test: Expr) -> bool:
        if isinstance(test, nodes.Logic) and test.op == "and":
            return wrong(facts, test.left) or wrong(facts, test.right)
        return bool(proves(facts, test))

    return wrong


def _of_any_option(chosen: Keeps) -> Keeps:
    def wrong(flow: Any, group: OptionGroup) -> frozenset[Expr]:
        together = next(one.groups for one in flow.program.decisions if group in one.groups)
        return frozenset[Expr]().union(*(chosen(flow, one) for one in together))

    return wrong


DEAD_STORES = faults(
    "dead-stores-in-trials",
    (
        "every call and loop is dead",
        "tests/passes/games/ledger",
        result(
            lambda program: rewrite_program(
                program,
                lambda part: (
                    replace(part, untried=True)
                    if isinstance(part, nodes.CallProcedure | nodes.ForEach)
                    else part
                ),
            )
        ),
    ),
    (
        "nothing is decisive",
        "tests/passes/games/ledger",
        patched("dead_stores_in_trials:_decisive", instead(set())),
    ),
    (
        "what decides is not followed back",
        "tests/passes/games/ledger",
        patched("dead_stores_in_trials:_decisive", lambda decisive: _not_followed),
    ),
    (
        "ends of blocks and options decide nothing",
        "tests/passes/games/ledger",
        patched(
            "dead_stores_in_trials:_deciding",
            lambda deciding: (
                lambda program, obstacles: (
                    part
                    for part in deciding(
                        replace(
                            program,
                            decisions=(),
                            blocks=tuple(replace(b, end=nodes.Finish()) for b in program.blocks),
                        ),
                        obstacles,
                    )
                )
            ),
        ),
    ),
    (
        "obstacles are overlooked",
        "tests/passes/games/ledger",
        patched("dead_stores_in_trials:FaultSites.within", instead(False)),
    ),
)


def _not_followed(program: Program, effects: Any, obstacles: Any, checked: Any) -> set[Any]:
    from rulec.passes import dead_stores_in_trials as module

    found: set[Any] = set()
    for expression in (*module._deciding(program, obstacles), *checked):
        found |= effects.read_by(expression)
    return found


GUARD_HOISTING = faults(
    "guard-hoisting",
    (
        "a hoisted guard is dropped",
        "tests/games/wells",
        patched("guard_hoisting:_only", lambda only: lambda options, guard, parameter: options),
    ),
    (
        "a hoisted guard is negated",
        "tests/games/wells",
        patched(
            "guard_hoisting:_only",
            lambda only: lambda options, guard, parameter: only(options, nodes.Not(guard), parameter),
        ),
    ),
    (
        "assignments are passed without effect",
        "tests/games/skirmish",
        patched("guard_hoisting:_Reading.change", instead(True)),
    ),
    (
        "blocks with several entries are hoisted from",
        "tests/games/wells",
        patched(
            "guard_hoisting:_entered",
            lambda entered: lambda program: dict.fromkeys(range(len(program.blocks)), 1),
        ),
    ),
    (
        "checks behind the end of a block are dropped",
        "tests/games/wells",
        patched("guard_hoisting:_hoist", lambda hoist: _one_guard_too_few(hoist)),
    ),
    (
        "a guard on the member is put to all",
        "tests/games/loans",
        patched(
            "guard_hoisting:_only",
            lambda only: (
                lambda options, guard, parameter: (
                    options if parameter is not None else only(options, guard, parameter)
                )
            ),
        ),
    ),
)


def _one_guard_too_few(hoist: Keeps) -> Keeps:
    def wrong(program: Program, group: OptionGroup, *more: Any) -> OptionGroup:
        after = cast(OptionGroup, hoist(program, group, *more))
        if after == group:
            return group
        options = after.options
        inner = (
            options.then
            if isinstance(options, nodes.IfElse)
            else options.value
            if isinstance(options, nodes.Filter)
            else options
        )
        return replace(after, options=inner)

    return wrong


EXIT_CONDITIONS = faults(
    "loop-exit-conditions",
    (
        "a loop can never be left",
        "tests/games/wells",
        decisions(
            lambda one: one if one.legality.exit_condition is None else one.marked(exit_condition=FALSE)
        ),
    ),
    (
        "an exit condition is negated",
        "tests/games/wells",
        decisions(
            lambda one: (
                one
                if one.legality.exit_condition is None
                else one.marked(exit_condition=negate(one.legality.exit_condition))
            )
        ),
    ),
    (
        "nothing helps to leave",
        "tests/games/orders",
        patched("loop_exit_conditions:_Loop._helpers", instead([])),
    ),
    (
        "gains are forgotten",
        "tests/games/wells",
        patched("loop_exit_conditions:_Loop._with_gains", lambda gains: lambda loop, amount, found: amount),
    ),
    (
        "of two ways the first counts",
        "tests/games/orders",
        patched(
            "loop_exit_conditions:_or", lambda either: lambda left, right: right if left == FALSE else left
        ),
    ),
    (
        "an exit demands all that any way demands",
        "tests/games/wells",
        patched(
            "loop_exit_conditions:_or",
            lambda either: (
                lambda left, right: (
                    nodes.Logic("and", left, right)
                    if FALSE not in (left, right)
                    else right
                    if left == FALSE
                    else left
                )
            ),
        ),
    ),
)

PRECONDITIONS = faults(
    "option-preconditions",
    (
        "every option has enough",
        "tests/games/wells",
        groups(lambda one: one if one.legality.sufficient is None else one.marked(sufficient=all_found(one))),
    ),
    (
        "no option has what it needs",
        "tests/games/wells",
        groups(lambda one: one.marked(necessary=none_found(one))),
    ),
    (
        "a case of a disjunction loses a conjunct",
        "tests/games/duties",
        patched(
            "analysis.factoring:_joined", lambda of: lambda cases: of([one[:-1] or one for one in cases])
        ),
    ),
    (
        "what is needed is taken for enough",
        "tests/games/duties",
        patched(
            "option_preconditions:_Preconditions._foreseen", lambda foreseen: _needed_is_enough(foreseen)
        ),
    ),
    ("every option is foreseen", "tests/games/wells", groups(lambda one: one.marked(options_are_legal=True))),
    (
        "a condition is not put to the options",
        "tests/games/wells",
        patched("option_preconditions:only", lambda only: lambda options, test, member: options),
    ),
    (
        "a condition is negated",
        "tests/games/wells",
        patched(
            "option_preconditions:only",
            lambda only: lambda options, test, member: only(options, negate(test), member),
        ),
    ),
    (
        "a test on the way is forgotten",
        "tests/games/wells",
        patched("path_preconditions:PathBounds.after", lambda after: lambda demand, test: demand),
    ),
    (
        "what is enough is demanded",
        "tests/games/wells",
        patched(
            "option_preconditions:_Preconditions._foreseen", lambda foreseen: _enough_is_needed(foreseen)
        ),
    ),
    (
        "one of two demands is forgotten",
        "tests/games/wells",
        patched("path_preconditions:PathBounds.or_else", lambda or_else: lambda demand, other: demand),
    ),
    (
        "a branch is told the other way round",
        "tests/games/triggers",
        patched("path_preconditions:either_way", lambda either: lambda test, yes, no: either(test, no, yes)),
    ),
    (
        "a loop checks nothing",
        "tests/passes/games/bundles",
        patched("analysis.symbolic_state:Reading._unrolled", instead([])),
    ),
    (
        "a loop over many checks nothing",
        "tests/passes/games/bundles",
        patched("analysis.symbolic_state:Reading._for_every", instead([])),
    ),
    (
        "every loop is of independent iterations",
        "tests/passes/games/bundles",
        patched("analysis.symbolic_state:own_cells", instead({})),
    ),
    (
        "tests inside and outside of a subset change places",
        "tests/games/valley",
        patched("analysis.path_conditions:_distinguished", lambda split: _inside_out(split)),
    ),
    (
        "a member passes every test",
        "tests/passes/games/bundles",
        patched("analysis.path_conditions:not_implied", instead([])),
    ),
    (
        "a mistake on the way is no obstacle",
        "tests/games/wells",
        patched("path_preconditions:PathBounds.exact", lambda exact: property(lambda demand: True)),
    ),
)


def _inside_out(split: Keeps) -> Keeps:
    def wrong(test: Expr, member: Any) -> Any:
        found = split(test, member)
        return found and (found[0], found[2], found[1])

    return wrong


def _needed_is_enough(foreseen: Keeps) -> Keeps:
    def wrong(foresight: Any, decision: Decision, group: OptionGroup) -> OptionGroup:
        found = cast(OptionGroup, foreseen(foresight, decision, group))
        return (
            found.marked(sufficient=found.legality.necessary)
            if found.legality.necessary is not None
            else found
        )

    return wrong


def _enough_is_needed(foreseen: Keeps) -> Keeps:
    def wrong(foresight: Any, decision: Decision, group: OptionGroup) -> OptionGroup:
        found = cast(OptionGroup, foreseen(foresight, decision, group))
        return (
            found.marked(necessary=found.legality.sufficient)
            if found.legality.sufficient is not None
            else found
        )

    return wrong


NEEDS_SEARCH = faults(
    "needs-search",
    ("no option is searched", "tests/games/wells", groups(lambda one: one.marked(needs_search=False))),
    (
        "every decision is completable",
        "tests/games/wells",
        decisions(lambda one: one.marked(completable=True)),
    ),
    (
        "every decision is completable in its rule",
        "tests/games/wells",
        decisions(lambda one: one.marked(completable_in_rule=True)),
    ),
    (
        "every rule can be ended",
        "tests/games/tunnels",
        blocks(lambda one: replace(one, completable_in_rule=True)),
    ),
    ("a rule has no callers", "tests/games/duties", patched("needs_search:_callers", instead({}))),
    (
        "one completable branch is enough",
        "tests/games/payments",
        patched("needs_search:_goes_on", lambda goes_on: _either_branch(goes_on)),
    ),
    (
        "a completable option need not be there",
        "tests/games/wells",
        patched(
            "needs_search:_is_completable",
            lambda is_completable: (
                lambda decision, nothing, completable: any(
                    completable[group.resume] for group in decision.groups
                )
            ),
        ),
    ),
    (
        "what is owed is taken as met",
        "tests/games/loans",
        patched(
            "needs_search:_solve",
            lambda solve: lambda program, callers, met=False: solve(program, callers, True),
        ),
    ),
    ("checks are overlooked", "tests/games/wells", patched("needs_search:_checked", instead([]))),
    (
        "every option of a searched decision is completable",
        "tests/games/wells",
        groups(lambda one: one.marked(needs_search=False) if one.legality.sufficient is not None else one),
    ),
)


def _either_branch(goes_on: Keeps) -> Keeps:
    def wrong(end: nodes.End, completable: list[bool], decisions: list[bool]) -> bool:
        if isinstance(end, nodes.Branch):
            return completable[end.then] or completable[end.otherwise]
        return bool(goes_on(end, completable, decisions))

    return wrong


TRIAL_ORDER = faults(
    "trial-order",
    (
        "what may tell is asked of free actions",
        "tests/games/companies",
        patched(
            "trial_order:_has_static_test", lambda told: lambda group: group.legality.sufficient is not None
        ),
    ),
    (
        "enough is asked of groups without",
        "tests/games/wells",
        groups(lambda one: one.marked(tested_first=True)),
    ),
    (
        "what may tell is asked of many members",
        "tests/games/companies",
        groups(lambda one: one.marked(tested_first=one.legality.sufficient is not None)),
    ),
)

# What no interpreter reads.
ON_THE_ENGINE = (
    Fault(
        "the first option of every decision is there",
        "trial-order",
        "tests/games/wells",
        decisions(first_is_there),
        "engine",
    ),
    Fault(
        "somebody is asked in any case",
        "trial-order",
        "tests/games/loading",
        decisions(lambda one: one.marked(always_asked=True)),
        "engine",
    ),
    Fault(
        "a look-ahead stops at every block",
        "needs-search",
        "tests/games/wells",
        blocks(lambda one: replace(one, ends_search=True)),
        "engine",
    ),
    Fault(
        "every option is completable in its rule",
        "needs-search",
        "tests/games/tunnels",
        groups(lambda one: one.marked(completable_in_rule=one.legality.needs_search)),
        "engine",
    ),
)

LEGALITY_FAULTS = (
    *REDUNDANT_CHECKS,
    *DEAD_STORES,
    *GUARD_HOISTING,
    *EXIT_CONDITIONS,
    *PRECONDITIONS,
    *NEEDS_SEARCH,
    *TRIAL_ORDER,
    *ON_THE_ENGINE,
)
