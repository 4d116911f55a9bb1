"""Drops checks that cannot fail, by a forward analysis of available conditions.

`draw a tile` checks that a tile is left. Where the loop around it ends without a tile, and its other branch
is taken only if no tile lies open, the check always holds; dropping it spares a search of earlier options.

The facts at a block are the tests that hold on every path into it. Across a decision only the facts implied
by its options survive, because a loaded state recomputes the options and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any, assert_never, cast

from rulec.analysis.case_proofs import holds_in_all_cases
from rulec.analysis.effects import Effects, statements_in
from rulec.analysis.known_conditions import keep, learn, learn_member, nonempty, normal_form, proves
from rulec.analysis.symbolic_state import own_cells
from rulec.ir import nodes
from rulec.ir.nodes import Block, Const, Expr, Field, Stmt
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.simplify import any_of
from rulec.ir.types import ElemType, IntType, ListType, SetType
from rulec.ir.walk import READS, locals_read, parts, rewrite, substitute

Known = frozenset[Expr]


def drop_redundant_checks(program: Program) -> Program:
    bodies = (statement for block in program.blocks for statement in statements_in(block.body))
    checks = any(isinstance(one, nodes.Require) for one in bodies)
    return _Flow(program).result() if checks else program


class _Flow:
    """Data-flow analysis of the conditions known at block entry: greatest fixpoint over predecessors."""

    def __init__(self, program: Program) -> None:
        self.program, self.effects = program, Effects.of(program)
        self.at: dict[int, Known] = {}  # blocks that have been reached
        self._reads = cache(self.effects.read_by)

    def result(self) -> Program:
        for entry in self._entries():
            self._enter(entry, frozenset())
        waiting = list(self.at)
        while waiting:
            number = waiting.pop()
            for target, known in self._ways_on(self.program.blocks[number], self.at[number]):
                if self._enter(target, known):
                    waiting.append(target)
        blocks = tuple(
            replace(block, body=self._kept(block.body, set(self.at.get(number, frozenset()))))
            for number, block in enumerate(self.program.blocks)
        )
        return replace(self.program, blocks=blocks, decisions=self._decisions())

    def _decisions(self) -> tuple[Decision, ...]:
        """Mark the decisions that always have an option."""
        offered = [True] * len(self.program.decisions)
        for number, block in enumerate(self.program.blocks):
            if isinstance(block.end, nodes.Ask):
                facts = set(self.at.get(number, frozenset()))
                for statement in block.body:
                    self._pass(statement, facts)
                groups = self.program.decisions[block.end.decision].groups
                tests = [normal_form(nonempty(group.options)) for group in groups if group.free_action < 0]
                if offered[block.end.decision]:
                    offered[block.end.decision] = _one_holds(facts, tests)
        return tuple(
            decision.marked(never_empty=True) if there else decision
            for decision, there in zip(self.program.decisions, offered, strict=True)
        )

    def _entries(self) -> set[int]:
        program = self.program
        found = {program.start, *(one.block for one in program.checkpoints)}
        found |= {one.block for one in program.probes}
        for block in program.blocks:
            match block.end:
                case nodes.Call(_, back):
                    found.add(back)
                case nodes.Unwind(_, target):
                    found.add(target)
                case nodes.Chance(resume=resume):
                    found.add(resume)
                case (
                    nodes.Goto()
                    | nodes.Branch()
                    | nodes.Switch()
                    | nodes.Ask()
                    | nodes.Return()
                    | nodes.Finish()
                    | nodes.Cut()
                    | nodes.ProbeSuccess()
                ):
                    pass
                case _ as other:
                    assert_never(other)
        return found

    def _enter(self, number: int, known: Known) -> bool:
        """Intersect the facts at a block's entry; return whether they changed."""
        before = self.at.get(number)
        after = known if before is None else before & known
        self.at[number] = after
        return after != before

    # --- from block to block ----------------------------------------------------------------------------

    def _ways_on(self, block: Block, known: Known) -> list[tuple[int, Known]]:
        facts = set(known)
        for statement in block.body:
            self._pass(statement, facts)
        match block.end:
            case nodes.Goto(target) | nodes.Cut(target) | nodes.ProbeSuccess(_, target) | nodes.Call(target):
                return [(target, _kept_over(facts))]
            case nodes.Branch(condition, then, otherwise):
                yes, no = _either_way(facts, condition)
                return [(then, _kept_over(yes)), (otherwise, _kept_over(no))]
            case nodes.Switch(value, cases, otherwise):
                found = [(otherwise, _kept_over(facts))]
                for number, target in cases:
                    one = set(facts)
                    learn(one, nodes.Compare("==", value, Const(number, value.type)))
                    found.append((target, _kept_over(one)))
                return found
            case nodes.Ask(number, nothing):
                decision = self.program.decisions[number]
                found = [(group.resume, self._chosen(group)) for group in decision.groups]
                if nothing is not None:
                    for group in decision.groups:
                        if not group.is_noop:
                            learn(facts, nodes.Not(nonempty(group.options)))
                    found.append((nothing, _kept_over(facts)))
                return found
            case nodes.Return() | nodes.Finish() | nodes.Chance() | nodes.Unwind():
                pass
            case _ as other:
                assert_never(other)
        return []

    def _chosen(self, group: OptionGroup) -> Known:
        """Derive facts from the choice of an option."""
        facts: set[Expr] = set()
        parameter = self.program.blocks[group.resume].parameter
        if parameter is None:
            learn(facts, nonempty(group.options))
        else:
            member = nodes.ReadLocal(*parameter)
            learn_member(facts, group.options, member)
        # facts about the member hold within the block only
        return frozenset(facts)

    # --- through statements -----------------------------------------------------------------------------

    def _pass(self, statement: Stmt, facts: set[Expr]) -> None:
        match statement:
            case nodes.Assign(field, index, value):
                about = (
                    self._facts_about(value, facts) if not index and field not in self._reads(value) else []
                )
                self._overwrite(facts, field, index)
                _learn_of(facts, about, nodes.ReadField(field, ()))
            case nodes.SetLocal(name, value):
                for fact in [one for one in facts if name in locals_read(one)]:
                    facts.discard(fact)
                if name not in locals_read(value):
                    _learn_of(facts, self._facts_about(value, facts), nodes.ReadLocal(name, value.type))
            case nodes.Require(condition):
                learn(facts, condition)
            case nodes.If(condition, then, otherwise):
                yes, no = _either_way(facts, condition)
                for body, branch in ((then, yes), (otherwise, no)):
                    for one in body:
                        self._pass(one, branch)
                facts.clear()
                facts |= yes & no
            case nodes.ForEach(_, _, body):
                self._forget(facts, self.effects.changed_by(body))
                set_here = {one.name for one in statements_in(body) if isinstance(one, nodes.SetLocal)}
                facts -= {one for one in facts if locals_read(one) & set_here}
            case nodes.CallProcedure(name):
                self._forget(facts, self.effects.changes.get(name, frozenset()))
            case nodes.Save(fields):
                self._forget(facts, frozenset(fields))

    def _facts_about(self, value: Expr, facts: set[Expr]) -> list[Expr]:
        """Return the facts about a value, stated of a placeholder local."""
        it = nodes.ReadLocal(_IT, value.type)
        match _narrowed(value, facts):
            case nodes.ReadLocal(name):
                return [substitute(one, name, it) for one in facts if name in locals_read(one)]
            case nodes.ReadField(field, ()):

                def change(part: Any) -> Any:
                    return it if part == value else part

                return [cast(Expr, rewrite(one, change)) for one in facts if field in self._reads(one)]
            case Const() if isinstance(value.type, ElemType):
                return [nodes.Compare("==", it, value)]
            case nodes.Arithmetic("min", left, right):
                return [nodes.Compare(">=", left, it), nodes.Compare(">=", right, it)]
            case nodes.Pick(value=among) | nodes.Best(value=among) if not isinstance(among.type, ListType):
                one = normal_form(
                    nodes.Compare("==", nodes.Count(among, IntType(0, 1)), Const(1, IntType(1, 1)))
                )
                there = normal_form(nonempty(among)) in facts or _same_count(facts, one)
                return [nodes.Contains(among, it)] if there else []
            case nodes.ReadField() | nodes.Lookup() | nodes.Arithmetic() | nodes.Count() | nodes.Fold():
                plain = normal_form(value)

                def named(part: Any) -> Any:
                    return it if type(part) is type(plain) and part == plain else part

                rewritten = ((one, cast(Expr, rewrite(one, named))) for one in facts)
                return [new for one, new in rewritten if new != one]
            case _:
                pass
        return []

    def _overwrite(self, facts: set[Expr], field: Field, index: tuple[Expr, ...]) -> None:
        """Forget the facts about a cell; those about provably different cells stay."""
        facts -= {one for one in facts if field in self._reads(one) and not self._apart(one, field, index)}

    def _apart(self, fact: Expr, field: Field, index: tuple[Expr, ...]) -> bool:
        """Return whether a fact reads other cells of the variable only."""
        for part in parts(fact):
            if isinstance(part, nodes.CallFunction) and field in self._reads(part):
                return False
            if isinstance(part, READS) and part.field == field:
                where = part.index if isinstance(part, nodes.ReadField) else ()
                pairs = zip(where, index, strict=False)
                if not any(
                    isinstance(one, Const) and isinstance(other, Const) and one.value != other.value
                    for one, other in pairs
                ):
                    return False
        return True

    def _forget(self, facts: set[Expr], fields: Iterable[Field]) -> None:
        changed = set(fields)
        facts -= {one for one in facts if not changed.isdisjoint(self._reads(one))}

    def _kept(self, body: tuple[Stmt, ...], facts: set[Expr]) -> tuple[Stmt, ...]:
        """Remove the checks that the facts prove, and branches left empty."""
        kept: list[Stmt] = []
        for one in body:
            match one:
                case nodes.Require(condition):
                    kept += [] if proves(facts, normal_form(condition)) else [one]
                case nodes.If(condition, then, otherwise):
                    yes, no = _either_way(facts, condition)
                    inner = replace(one, then=self._kept(then, yes), otherwise=self._kept(otherwise, no))
                    kept += [inner] if inner.then or inner.otherwise else []
                case nodes.ForEach(_, value, inner_body):
                    inside = set(facts)
                    self._pass(one, inside)
                    learn_member(inside, value, _member_of(one))
                    inside |= self._of_own_cells(one, facts)
                    kept.append(replace(one, body=self._kept(inner_body, inside)))
                case _:
                    kept.append(one)
            self._pass(one, facts)
        return tuple(kept)

    def _of_own_cells(self, loop: nodes.ForEach, facts: set[Expr]) -> set[Expr]:
        """Instantiate facts about all members for the member of a loop, of which nothing has changed yet."""
        axes = own_cells(loop, self.effects)
        if axes is None:
            return set()
        member = _member_of(loop)
        found: set[Expr] = set()
        for fact in facts:
            match fact:
                case nodes.Not(nodes.Exists(var, among, condition)) if _is_whole(among) or (
                    among == normal_form(loop.value)
                ):
                    one = substitute(condition, var, member)
                    if _reads_own_cells(one, axes, member, self._reads):
                        learn(found, nodes.Not(one))
                case _:
                    pass
        return found


_IT = "#it"


def _either_way(facts: set[Expr], condition: Expr) -> tuple[set[Expr], set[Expr]]:
    """Return the facts where a condition holds, and where it does not."""
    yes, no = set(facts), set(facts)
    learn(yes, condition)
    learn(no, nodes.Not(condition))
    return yes, no


def _one_holds(facts: set[Expr], tests: list[Expr]) -> bool:
    """Return whether one of several tests always holds."""
    if any(proves(facts, test) for test in tests):
        return True
    return holds_in_all_cases(facts, any_of(tests))


def _is_whole(members: Expr) -> bool:
    """Return whether a set is its whole domain."""
    type_ = members.type
    return (
        isinstance(members, Const)
        and isinstance(type_, SetType)
        and not isinstance(type_, ListType)
        and members.value == type_.domain.full
    )


def _reads_own_cells(
    test: Expr, axes: dict[Field, int], member: Expr, reads: Callable[[Expr], frozenset[Field]]
) -> bool:
    """Return whether a test reads, of these variables, cells of the member alone."""
    for part in parts(test):
        if isinstance(part, nodes.CallFunction) and not reads(part).isdisjoint(axes):
            return False
        if isinstance(part, READS) and part.field in axes:
            own = isinstance(part, nodes.ReadField) and part.index[axes[part.field]] == member
            if not own:
                return False
    return True


def _narrowed(value: Expr, facts: set[Expr]) -> Expr:
    """Drop alternatives that the facts exclude, as in the conversion of a member that may be none."""
    match value:
        case nodes.IfElse(condition, then, otherwise):
            if proves(facts, normal_form(nodes.Not(condition))):
                return _narrowed(otherwise, facts)
            if proves(facts, normal_form(condition)):
                return _narrowed(then, facts)
        case nodes.Arithmetic("max", inner, Const(0) as least):
            if proves(facts, normal_form(nodes.Compare(">=", inner, least))):
                return inner
        case _:
            pass
    return value


def _learn_of(facts: set[Expr], about: list[Expr], what: Expr) -> None:
    for one in about:
        learn(facts, substitute(one, _IT, what))


def _same_count(facts: set[Expr], test: Expr) -> bool:
    """Return whether the facts determine that a set has one member, for any type of its count."""
    assert isinstance(test, nodes.Compare)
    return any(
        isinstance(fact, nodes.Compare)
        and fact.op == "=="
        and isinstance(fact.left, nodes.Count)
        and isinstance(test.left, nodes.Count)
        and fact.left.value == test.left.value
        and fact.right == test.right
        for fact in facts
    )


def _member_of(loop: nodes.ForEach) -> nodes.ReadLocal:
    found = (
        part
        for one in loop.body
        for part in parts(one)
        if isinstance(part, nodes.ReadLocal) and part.name == loop.var
    )
    return next(found, nodes.ReadLocal(loop.var, loop.value.type))


def _kept_over(facts: set[Expr]) -> Known:
    """Drop facts about locals: they do not outlive the block."""
    for fact in [one for one in facts if isinstance(one, nodes.Logic) and one.op == "or"]:
        for one, other in ((fact.left, fact.right), (fact.right, fact.left)):
            if normal_form(nodes.Not(other)) in facts:
                keep(facts, one)  # one of two holds, and the other does not
    return frozenset(one for one in facts if not locals_read(one))
