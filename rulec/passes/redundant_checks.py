"""Drops checks that cannot fail, by a forward analysis of available conditions.

`draw a tile` checks that a tile is left. Where the loop around it ends without a tile, and its other branch
is taken only if no tile lies open, the check always holds; dropping it spares a search of earlier options.

The facts at a block are the tests that hold on every path into it. Across a decision only the facts implied
by its options survive, because a loaded state recomputes the options and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, assert_never, cast

from rulec.analysis.effects import Effects, statements_in
from rulec.analysis.partial_evaluation import settled
from rulec.base import limits
from rulec.ir import nodes
from rulec.ir.nodes import Block, Const, Expr, Field, Stmt
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.types import BOOL, ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import locals_read, parts, rewrite, size, substitute, with_plain_names

_LOOKED_AT = 400  # parts of a test; larger ones are not remembered

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
                tests = [_plain(_some(group.options)) for group in groups if group.free_action < 0]
                offered[block.end.decision] &= any(_proves(facts, test) for test in tests)
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
                yes, no = set(facts), set(facts)
                _learn(yes, condition)
                _learn(no, nodes.Not(condition))
                return [(then, _kept_over(yes)), (otherwise, _kept_over(no))]
            case nodes.Switch(value, cases, otherwise):
                found = [(otherwise, _kept_over(facts))]
                for number, target in cases:
                    one = set(facts)
                    _learn(one, nodes.Compare("==", value, Const(number, value.type)))
                    found.append((target, _kept_over(one)))
                return found
            case nodes.Ask(number, nothing):
                decision = self.program.decisions[number]
                found = [(group.resume, self._chosen(group)) for group in decision.groups]
                if nothing is not None:
                    for group in decision.groups:
                        if not group.is_noop:
                            _learn(facts, nodes.Not(_some(group.options)))
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
            _learn(facts, _some(group.options))
        else:
            member = nodes.ReadLocal(*parameter)
            _learn_member(facts, group.options, member)
        # what is said of the member is only known within the block
        return frozenset(facts)

    # --- through statements -----------------------------------------------------------------------------

    def _pass(self, statement: Stmt, facts: set[Expr]) -> None:
        match statement:
            case nodes.Assign(field, index, value):
                about = (
                    self._facts_about(value, facts) if not index and field not in self._reads(value) else []
                )
                self._forget(facts, {field})
                _learn_of(facts, about, nodes.ReadField(field, ()))
            case nodes.SetLocal(name, value):
                for fact in [one for one in facts if name in locals_read(one)]:
                    facts.discard(fact)
                if name not in locals_read(value):
                    _learn_of(facts, self._facts_about(value, facts), nodes.ReadLocal(name, value.type))
            case nodes.Require(condition):
                _learn(facts, condition)
            case nodes.If(condition, then, otherwise):
                yes, no = set(facts), set(facts)
                _learn(yes, condition)
                _learn(no, nodes.Not(condition))
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
        match value:
            case nodes.ReadLocal(name):
                return [substitute(one, name, it) for one in facts if name in locals_read(one)]
            case nodes.ReadField(field, ()):

                def change(part: Any) -> Any:
                    return it if part == value else part

                return [cast(Expr, rewrite(one, change)) for one in facts if field in self._reads(one)]
            case nodes.Arithmetic("min", left, right):
                return [nodes.Compare(">=", left, it), nodes.Compare(">=", right, it)]
            case nodes.Pick(_, among) if not isinstance(among.type, ListType):
                one = _plain(nodes.Compare("==", nodes.Count(among, IntType(0, 1)), Const(1, IntType(1, 1))))
                there = _plain(_some(among)) in facts or _same_count(facts, one)
                return [nodes.Contains(among, it)] if there else []
        return []

    def _forget(self, facts: set[Expr], fields: Iterable[Field]) -> None:
        changed = set(fields)
        facts -= {one for one in facts if not changed.isdisjoint(self._reads(one))}

    def _kept(self, body: tuple[Stmt, ...], facts: set[Expr]) -> tuple[Stmt, ...]:
        """Remove the checks that the facts prove."""
        kept: list[Stmt] = []
        for one in body:
            if isinstance(one, nodes.Require) and _proves(facts, _plain(one.condition)):
                continue
            if isinstance(one, nodes.If):
                yes, no = set(facts), set(facts)
                _learn(yes, one.condition)
                _learn(no, nodes.Not(one.condition))
                inner = replace(one, then=self._kept(one.then, yes), otherwise=self._kept(one.otherwise, no))
                kept += [inner] if inner.then or inner.otherwise else []
            elif isinstance(one, nodes.ForEach):
                inside = set(facts)
                self._pass(one, inside)
                _learn_member(inside, one.value, _member_of(one))
                kept.append(replace(one, body=self._kept(one.body, inside)))
            else:
                kept.append(one)
            self._pass(one, facts)
        return tuple(kept)


_IT = "#it"


def _learn_of(facts: set[Expr], about: list[Expr], what: Expr) -> None:
    for one in about:
        _learn(facts, substitute(one, _IT, what))


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
            if _plain(nodes.Not(other)) in facts:
                _keep(facts, one)  # one of two holds, and the other does not
    return frozenset(one for one in facts if not locals_read(one))


# --- tests in one form ----------------------------------------------------------------------------------


def _some(options: Expr) -> Expr:
    """Return the test that a set is not empty, in terms of its inputs."""
    match options:
        case nodes.IfElse(condition, then, Const(value=0)):
            return nodes.Logic("and", condition, _some(then))
        case nodes.Filter(var, value, condition) if not isinstance(value.type, ListType):
            return nodes.Exists(var, value, condition)
        case Const(value):
            return Const(int(value != 0), BOOL)
        case _:
            pass
    return nodes.Some(options)


@lru_cache(maxsize=20_000)
def _plain(test: Expr) -> Expr:
    """Normalize a test: alpha-renamed, with canonical comparisons."""
    return cast(Expr, with_plain_names(rewrite(test, _simpler)))


def _simpler(part: Any) -> Any:
    match part:
        case Const(value, IntType()):
            return Const(value, IntType(value, value))
        case nodes.Not(nodes.Not(value)):
            return value
        case nodes.Not(Const(value)):
            return Const(1 - value, BOOL)
        case nodes.Compare("!=", left, right):
            return nodes.Not(nodes.Compare("==", left, right))
        case nodes.Compare("<", left, right) if not isinstance(left.type, SetType):
            return nodes.Not(_simpler(nodes.Compare(">=", left, right)))
        case nodes.Compare("<=", left, Const(value, IntType())):
            return nodes.Not(_simpler(nodes.Compare(">=", left, _number(value + 1))))
        case nodes.Compare(">", left, Const(value, IntType())):
            return _simpler(nodes.Compare(">=", left, _number(value + 1)))
        case nodes.Compare("<=", left, right) if not isinstance(left.type, SetType):
            return _simpler(nodes.Compare(">=", right, left))
        case nodes.Arithmetic("+", left, Const(value=0)):
            return left
        case nodes.Compare(">=", nodes.IfElse(condition, then, Const(value=0)), Const(value) as least) if (
            value >= 1
        ):
            return nodes.Logic("and", condition, _simpler(nodes.Compare(">=", then, least)))
        case nodes.Compare(">=", nodes.Fold("sum", var, value, formula, 0), Const(value=1) as one) if bounds(
            formula.type
        ).lo >= 0 and not isinstance(value.type, ListType):
            return nodes.Exists(var, value, cast(Expr, _simpler(nodes.Compare(">=", formula, one))))
        case nodes.Fold("sum", type=IntType(_, most)) if most != limits.OPEN_END:
            # Whoever asks may take more or less into account.
            return replace(part, type=IntType(part.type.lo, limits.OPEN_END))
        case nodes.Some(nodes.Filter() | Const() as value):
            return _some(value)
        case nodes.Some(nodes.IfElse() as value):
            return _some(value)
        case _:
            pass
    return part


def _number(value: int) -> Const:
    return Const(value, IntType(value, value))


# --- learning and proving -------------------------------------------------------------------------------


def _learn(facts: set[Expr], test: Expr) -> None:
    if size(test) <= _LOOKED_AT:
        _keep(facts, _plain(test))


def _keep(facts: set[Expr], test: Expr) -> None:
    match test:
        case nodes.Logic("and", left, right):
            _keep(facts, left)
            _keep(facts, right)
        case nodes.Not(nodes.Logic("or", left, right)):
            _keep(facts, _plain(nodes.Not(left)))
            _keep(facts, _plain(nodes.Not(right)))
        case nodes.Contains(value, member):
            facts.add(test)
            _keep_member(facts, value, member)
        case nodes.Not(nodes.Compare(">=", less, more)) if _is_more_than_nothing(more, less):
            facts.add(test)
            facts.add(_plain(nodes.Compare(">=", more, _number(1))))
        case Const():
            pass
        case _:
            facts.add(test)


def _is_more_than_nothing(value: Expr, than: Expr) -> bool:
    """Return whether `value > than` implies that the value is at least 1."""
    return isinstance(value.type, IntType) and isinstance(than.type, IntType) and bounds(than.type).lo >= 0


def _learn_member(facts: set[Expr], value: Expr, member: Expr) -> None:
    if size(value) <= _LOOKED_AT:
        _keep_member(facts, _plain(value), member)


def _keep_member(facts: set[Expr], value: Expr, member: Expr) -> None:
    """Add the fact that a member is in a set."""
    match value:
        case nodes.Filter(var, inner, condition):
            _keep(facts, _plain(substitute(condition, var, member)))
            _keep_member(facts, inner, member)
        case nodes.SetOp("&", left, right):
            _keep_member(facts, left, member)
            _keep_member(facts, right, member)
        case nodes.SetOp("-", left, right):
            _keep_member(facts, left, member)
            facts.add(_plain(nodes.Not(nodes.Contains(right, member))))
        case nodes.IfElse(condition, then, Const(value=0)):
            _keep(facts, _plain(condition))
            _keep_member(facts, then, member)
        case _:
            pass
    facts.add(_plain(nodes.Contains(value, member)))


def _proves(facts: set[Expr], test: Expr) -> bool:
    if test in facts:
        return True
    match test:
        case Const(value):
            return value != 0
        case nodes.Logic("and", left, right):
            return _proves(facts, left) and _proves(facts, right)
        case nodes.Logic("or", left, right):
            return _proves(facts, left) or _proves(facts, right)
        case nodes.Not(nodes.Logic("and", left, right)):
            return _proves(facts, _plain(nodes.Not(left))) or _proves(facts, _plain(nodes.Not(right)))
        case nodes.Compare(">=", left, Const(least)):
            return _at_least(facts, left, least)
        case nodes.Not(nodes.Compare(">=", left, Const(least, IntType()))):
            return _at_most(facts, left) < least
        case nodes.Compare(">=", left, right) if isinstance(right.type, IntType):
            return _at_most(facts, right) <= bounds(left.type).lo
        case nodes.Exists(var, value, condition):
            return _has_first(facts, var, value, condition)
        case _:
            pass
    return False


def _has_first(facts: set[Expr], var: str, value: Expr, condition: Expr) -> bool:
    """Does the first candidate pass all filters? As where a number from 0 to an amount is chosen."""
    conditions = [condition]
    while isinstance(value, nodes.Filter):
        member = nodes.ReadLocal(var, ElemType(value.type.domain))
        conditions.append(substitute(value.condition, value.var, member))
        value = value.value
    if not isinstance(value, Const) or not value.value or not isinstance(value.type, SetType):
        return False
    first = Const((value.value & -value.value).bit_length() - 1, ElemType(value.type.domain))
    tests = (cast(Expr, rewrite(substitute(one, var, first), settled)) for one in conditions)
    return all(_proves(facts, _plain(one)) for one in tests)


def _at_most(facts: set[Expr], value: Expr) -> int:
    """Bound a number from above."""
    if isinstance(value, nodes.Arithmetic) and value.op == "+":
        return _at_most(facts, value.left) + _at_most(facts, value.right)
    less = (
        fact.value.right.value - 1
        for fact in facts
        if isinstance(fact, nodes.Not)
        and isinstance(fact.value, nodes.Compare)
        and fact.value.op == ">="
        and fact.value.left == value
        and isinstance(fact.value.right, Const)
    )
    known = limits.INT_MAX if isinstance(value, nodes.Arithmetic) else bounds(value.type).hi
    return min([known, *less])


def _at_least(facts: set[Expr], value: Expr, least: int) -> bool:
    # The type of what is reckoned may say what only a check makes sure of.
    typed = isinstance(value.type, IntType) and not isinstance(value, nodes.Arithmetic)
    if typed and bounds(value.type).lo >= least:
        return True
    return any(
        isinstance(fact, nodes.Compare)
        and fact.op == ">="
        and fact.left == value
        and isinstance(fact.right, Const)
        and fact.right.value >= least
        for fact in facts
    )
