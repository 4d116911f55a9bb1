"""Information-flow analysis of hidden state.

Declared variables state their visibility. The rest is inferred conservatively: a local is tainted if a hidden
value flows into it; a choice or chance outcome is secret if its candidates are hidden or it flows into a
hidden variable, unless it flows unchanged into a public one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, assert_never

from rulec.ir import nodes
from rulec.ir.nodes import Block, Expr, Field
from rulec.ir.program import OptionGroup, Program
from rulec.ir.types import SetType
from rulec.ir.walk import READS, parts, rewrite

Seen = Literal["all", "owner", "nobody"]
Source = str | Field  # a local of a rule, or a variable


class Knowledge:
    """The fixpoint of the analysis, solved once per program; names of locals are unique within it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = {one.name: one for one in program.functions}
        self.procedures = {one.name: one for one in program.procedures}
        self.zones = {one.field for one in program.hidden}
        self.hidden: set[Field] = {field for field in program.fields if field.seen != "all"}
        self.tainted: set[str] = set()  # block-local names that something hidden went into
        self._spoken: dict[str, bool] = {}
        self._secret: dict[int, bool] = {}  # resume block -> is what it is given secret?
        self._flows: dict[Source, set[Source]] = {}
        self._kept: set[tuple[str, frozenset[Source]]] = set()
        if self.hidden:
            self._follow()
            self._solve()

    # --- answers --------------------------------------------------------------------------------------

    def seen(self, field: Field) -> Seen:
        return "nobody" if field.seen == "all" and field in self.hidden else field.seen

    def secret_choice(self, group: OptionGroup) -> bool:
        return self._secret.get(group.resume, False)

    def secret_chance(self, end: nodes.Chance) -> bool:
        return self._secret.get(end.resume, False)

    def speaks_of(self, function: str) -> bool:
        """Return whether a function reads hidden state."""
        if function not in self._spoken:
            self._spoken[function] = False
            self._spoken[function] = self._reads_hidden(self.functions[function].result)
        return self._spoken[function]

    # --- the solution ---------------------------------------------------------------------------------

    def _solve(self) -> None:
        before = (-1, -1, -1)
        while before != (now := (len(self.hidden), len(self.tainted), sum(self._secret.values()))):
            before = now
            self._spoken.clear()
            for procedure in self.program.procedures:
                for statement in procedure.body:
                    self._statement(statement, under=False)
            for block in self.program.blocks:
                for statement in block.body:
                    self._statement(statement, under=False)
                if isinstance(block.end, nodes.Chance):
                    drawn = self._reads_hidden(block.end.members) or self._reads_hidden(block.end.weight)
                    self._given(block.end.resume, drawn)
            for decision in self.program.decisions:
                for group in decision.groups:
                    self._given(
                        group.resume, self._reads_hidden(group.legality.locally_legal or group.options)
                    )

    def _reads_hidden(self, node: Any) -> bool:
        for part in parts(self._without_counts(node)):
            if isinstance(part, READS) and part.field in self.hidden:
                return True
            if isinstance(part, nodes.ReadLocal) and part.name in self.tainted:
                return True
            if isinstance(part, nodes.CallFunction) and self.speaks_of(part.function):
                return True
            if isinstance(part, nodes.Can):
                return True  # what is tried out may read anything
        return False

    def _without_counts(self, node: Any) -> Any:
        """Replace the numbers of pieces in hidden zones, which are public, by constants."""
        if not self.zones or node is None:
            return node

        def change(part: Any) -> Any:
            pile = counted(part)
            if pile is None or pile.field not in self.zones or any(map(self._reads_hidden, pile.index)):
                return part
            return nodes.Const(0, part.type)

        return rewrite(node, change)

    def _statement(self, node: nodes.Stmt, under: bool) -> None:
        """Analyse a statement; `under`: its execution depends on hidden state."""
        match node:
            case nodes.Assign(field, _, value):
                if field.role == "frame" and (under or self._reads_hidden(value)):
                    self.hidden.add(field)
            case nodes.SetLocal(name, value):
                if under or self._reads_hidden(value):
                    self.tainted.add(name)
            case nodes.If(condition, then, otherwise):
                inner = under or self._reads_hidden(condition)
                for one in (*then, *otherwise):
                    self._statement(one, inner)
            case nodes.ForEach(var, value, body):
                if self._reads_hidden(value):
                    self.tainted.add(var)
                    under = True
                for one in body:
                    self._statement(one, under)
            case nodes.CallProcedure(name, arguments):
                given = self.procedures[name].parameters
                for (parameter, _), value in zip(given, arguments, strict=True):
                    if under or self._reads_hidden(value):
                        self.tainted.add(parameter)
            case nodes.Require() | nodes.Save():
                pass
            case _ as other:
                assert_never(other)

    def _given(self, resume: int, among_hidden: bool) -> None:
        """Decide whether the parameter of a block, a choice or an outcome, is secret."""
        block = self.program.blocks[resume]
        if block.parameter is None:
            secret = (among_hidden or self._changes(block, "hidden")) and not self._changes(block, "all")
            self._secret[resume] = secret
            return
        goes = self._goes_into(block)
        secret = (among_hidden or "hidden" in goes) and "seen" not in goes
        self._secret[resume] = secret
        if secret:
            self.tainted.add(block.parameter[0])

    def _changes(self, block: Block, seen: Literal["all", "hidden"]) -> bool:
        """Return whether a named option changes public or hidden state."""
        return any(
            isinstance(part, nodes.Assign)
            and part.field.role == "state"
            and (part.field.seen == "all") == (seen == "all")
            for statement in block.body
            for part in parts(statement)
        )

    def _goes_into(self, block: Block) -> set[str]:
        """Return whether public or hidden variables store a block's parameter unchanged."""
        assert block.parameter is not None
        reached: set[Source] = set()
        waiting: list[Source] = [block.parameter[0]]
        while waiting:
            source = waiting.pop()
            if source not in reached:
                reached.add(source)
                waiting += self._flows.get(source, ())
        return {where for where, sources in self._kept if not reached.isdisjoint(sources)}

    def _follow(self) -> None:
        """Track copies of values through locals into state variables."""
        statements = [part for one in self.program.blocks for stmt in one.body for part in parts(stmt)]
        statements += [part for one in self.program.procedures for stmt in one.body for part in parts(stmt)]
        for part in statements:
            match part:
                case nodes.SetLocal(name, value):
                    self._flow(value, name)
                case nodes.Assign(field, index, value) if field.role == "state":
                    told = {source for one in (value, *index) for source in _told_by(one)}
                    self._kept.add(("seen" if field.seen == "all" else "hidden", frozenset(told)))
                case nodes.Assign(field, _, value) if field.role == "frame":
                    self._flow(value, field)
                case nodes.CallProcedure(name, arguments):
                    given = self.procedures[name].parameters
                    for (parameter, _), value in zip(given, arguments, strict=True):
                        self._flow(value, parameter)
                case _:
                    pass

    def _flow(self, value: Expr, goal: Source) -> None:
        for source in _told_by(value):
            self._flows.setdefault(source, set()).add(goal)


def counted(part: Any) -> nodes.ReadField | None:
    """Return the zone whose number of pieces a count or emptiness test reads."""
    match part:
        case nodes.Count(nodes.ReadField() as pile) | nodes.Some(nodes.ReadField() as pile):
            return pile
        case nodes.Fold("sum", var, nodes.Const() as kinds, nodes.ReadField() as pile) | nodes.Exists(
            var, nodes.Const() as kinds, nodes.Compare(">=", nodes.ReadField() as pile, nodes.Const(value=1))
        ):
            every = isinstance(kinds.type, SetType) and kinds.value == kinds.type.domain.full
            if not every or not pile.index or pile.index[-1] != nodes.ReadLocal(var, pile.index[-1].type):
                return None
            return nodes.ReadField(pile.field, pile.index[:-1])
        case _:
            pass
    return None


def _told_by(value: Expr) -> Iterator[Source]:
    """Return the names and variables that this value reveals."""
    match value:
        case nodes.ReadLocal(name):
            yield name
        case nodes.ReadField(field, ()):
            yield field
        case nodes.Arithmetic("+" | "-", left, right):
            yield from (*_told_by(left), *_told_by(right))
        case nodes.Single(inner) | nodes.Listed(inner):
            yield from _told_by(inner)
        case nodes.SetOp(_, left, right) | nodes.Joined(left, right):
            yield from (*_told_by(left), *_told_by(right))
        case _:
            pass
