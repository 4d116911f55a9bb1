"""Must-succeed analysis: which options need a search, and which are completable in every state.

A block is completable if neither it nor a block behind it can fail before the next cut. A decision is
completable if a completable option always exists, or if a completable else-edge continues without one. Both
are greatest fixpoints: a cycle without a failing check is completable.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulec.analysis.effects import FaultSites
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.control_flow import following, following_within, without_options
from rulec.ir.nodes import Const
from rulec.ir.program import Decision, OptionGroup, Program


@dataclass(frozen=True)
class MustSucceed:
    """Blocks and decisions completable in every state, and the return sites of each rule."""

    completable: list[bool]  # by block, up to the next cut
    completable_decisions: list[bool]  # by decision, up to the next cut
    callers: dict[int, set[int]]  # the blocks that may follow a block that returns
    completable_in_rule: list[bool]  # by block, up to the end of its rule, for every caller
    decisions_completable_in_rule: list[bool]  # by decision, up to the end of its rule, for every caller
    completable_if_met: list[bool]  # by block, provided that all obligations are met and stay so

    @classmethod
    def of(cls, program: Program) -> MustSucceed:
        callers = _callers(program)
        blocks, decisions = _solve(program, callers)
        if_met = _solve(program, callers, met=True)[0] if program.duties else blocks
        return cls(blocks, decisions, callers, *_solve(program, {}), if_met)

    def marked(self, group: OptionGroup) -> OptionGroup:
        searched = not (self.completable[group.resume] or group.legality.options_are_legal)
        return group.marked(
            needs_search=searched, completable_in_rule=searched and self.completable_in_rule[group.resume]
        )


def mark_needs_search(program: Program) -> Program:
    """Mark options that need a search, and decisions and blocks at which a search may stop."""
    known = MustSucceed.of(program)
    blocks = tuple(
        replace(block, end=nodes.Cut(block.end.target))
        if block.promise == "begins" and known.completable[number] and isinstance(block.end, nodes.Goto)
        else block
        for number, block in enumerate(program.blocks)
    )
    ends = _search_ends(program, known)
    blocks = tuple(
        replace(block, completable_in_rule=known.completable_in_rule[n], ends_search=n in ends)
        for n, block in enumerate(blocks)
    )
    decisions = tuple(
        replace(decision, groups=tuple(map(known.marked, decision.groups))).marked(
            completable=known.completable_decisions[number],
            completable_in_rule=known.decisions_completable_in_rule[number],
        )
        for number, decision in enumerate(program.decisions)
    )
    return replace(program, decisions=decisions, blocks=blocks)


def _search_ends(program: Program, known: MustSucceed) -> set[int]:
    """Return the completable blocks entered from one that may fail: a look-ahead may end there.

    Blocks at which an obligation is pending are excluded: the search tests there whether it is met.
    """
    found: set[int] = set()
    for number in range(len(program.blocks)):
        if known.completable[number]:
            continue
        after = {*following(program, number), *known.callers.get(number, ())}
        found |= {one for one in after if known.completable[one] and not program.blocks[one].owed}
    return found


def _solve(
    program: Program, callers: dict[int, set[int]], met: bool = False
) -> tuple[list[bool], list[bool]]:
    obstacles = FaultSites.of(program)
    completable = [not obstacles.within(_checked(program, block, met)) for block in program.blocks]
    owing = bool(program.duties) and not met
    # Behind a cut no obligation can be met any more, so a pending one makes the cut a possible failure.
    for number, block in enumerate(program.blocks):
        if block.owed and owing and _is_cut(block.end):
            completable[number] = False
    decisions = [True] * len(program.decisions)
    for block in program.blocks:
        if block.owed and owing and isinstance(block.end, nodes.Ask):
            decisions[block.end.decision] = False
    promised = {
        number: _ends_of_promise(program, number, obstacles)
        for number, block in enumerate(program.blocks)
        if block.promise == "begins"
    }
    nothing = without_options(program.blocks)
    changed = True
    while changed:
        changed = False
        for number, decision in enumerate(program.decisions):
            if decisions[number] and not _is_completable(decision, nothing.get(number), completable):
                decisions[number], changed = False, True
        for number, block in enumerate(program.blocks):
            ends = promised.get(number)
            if ends is not None:
                fine = all(completable[end] for end in ends)
            else:
                fine = _goes_on(block.end, completable, decisions) and all(
                    completable[to] for to in callers.get(number, ())
                )
            if completable[number] and not fine:
                completable[number], changed = False, True
    return completable, decisions


def _checked(program: Program, block: nodes.Block, met: bool) -> list[nodes.Stmt]:
    """Return the statements of a block, without checks of obligations if these are met."""
    owed = {duty.function for duty in program.duties} if met else set()
    return [one for one in block.body if not (isinstance(one, nodes.Require) and _calls(one.condition, owed))]


def _calls(test: nodes.Expr, functions: set[str]) -> bool:
    return isinstance(test, nodes.CallFunction) and test.function in functions


def _ends_of_promise(program: Program, first: int, obstacles: FaultSites) -> set[int] | None:
    """Return the blocks that end a certified completable region; None if something inside may fail.

    Some path through the region passes the region's own checks; checks in rules that its changes trigger are
    not certified. Pending obligations may fail, too, so with obligations no region is.
    """
    if program.duties:
        return None
    promised = {number for number, fault in enumerate(program.faults) if fault.promised}
    strange = replace(obstacles, faults=obstacles.faults - promised)
    ends: set[int] = set()
    seen, waiting = {first}, [first]

    while waiting:
        number = waiting.pop()
        block = program.blocks[number]
        if block.promise == "ends":
            ends.add(number)
            continue
        if strange.within(block.body) or isinstance(block.end, nodes.Unwind):
            return None
        after = following(program, number)
        waiting += [one for one in after if one not in seen]
        seen.update(after)
    return ends


def _is_cut(end: nodes.End) -> bool:
    if isinstance(end, nodes.Chance):
        return not end.certain
    return isinstance(end, nodes.Cut | nodes.Ask)


def _goes_on(end: nodes.End, completable: list[bool], decisions: list[bool]) -> bool:
    match end:
        case nodes.Goto(target) | nodes.ProbeSuccess(_, target) | nodes.Unwind(_, target):
            return completable[target]
        case nodes.Branch(Const(value), then, otherwise):
            return completable[then if value else otherwise]
        case nodes.Branch(_, then, otherwise):
            return completable[then] and completable[otherwise]
        case nodes.Switch(_, cases, otherwise):
            return completable[otherwise] and all(completable[block] for _, block in cases)
        case nodes.Call(target, back):
            return completable[target] and completable[back]
        case nodes.Ask(decision):
            return decisions[decision]
        case nodes.Chance(resume=resume, certain=True):
            return completable[resume]
        case nodes.Return() | nodes.Finish() | nodes.Cut() | nodes.Chance():
            pass
        case _ as other:
            assert_never(other)
    return True  # the end of the game, a cut, the end of a rule (`_callers` tells where that goes on)


def _callers(program: Program) -> dict[int, set[int]]:
    """Map each returning block to the blocks that may follow its rule, over all call sites."""
    backs: dict[int, set[int]] = {}
    for block in program.blocks:
        if isinstance(block.end, nodes.Call):
            backs.setdefault(block.end.target, set()).add(block.end.back)

    found: dict[int, set[int]] = {}
    for entry, behind in backs.items():
        seen, waiting = {entry}, [entry]
        while waiting:
            number = waiting.pop()
            end = program.blocks[number].end
            if isinstance(end, nodes.Return):
                found.setdefault(number, set()).update(behind)
            after = following_within(program, number)
            waiting += [one for one in after if one not in seen]
            seen.update(after)
    return found


def _is_completable(decision: Decision, nothing: int | None, completable: list[bool]) -> bool:
    if nothing is not None:
        return completable[nothing]
    if decision.legality.never_empty and all(completable[group.resume] for group in decision.groups):
        return True
    return any(completable[group.resume] and group.always_there for group in decision.groups)
