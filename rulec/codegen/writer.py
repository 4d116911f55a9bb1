"""What the text of every expression is written with: cells, sets, helper functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from rulec.analysis.loop_invariants import LoopInvariants, is_quick
from rulec.codegen.keeping import OWNER, Answer
from rulec.codegen.plan import Plan
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import SetType, Type
from rulec.ir.walk import locals_read, parts


@dataclass
class Helper:
    """A function that an expression needs."""

    name: str
    result: str
    parameters: list[tuple[str, str]]
    body: list[str] = field(default_factory=list)
    inline: bool = True


class ExpressionWriter(ABC):
    """Writes expressions; each kind of node is left to a module of its own."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.helpers: list[Helper] = []
        self._without_branches = False
        self._known: dict[nodes.Expr, tuple[str, list[str]]] = {}
        self.steadiness = LoopInvariants({one.name: one.result for one in plan.program.functions})
        self._shapes: dict[str, str] = {}  # what a helper does, whatever its variables are called -> its name

    def words(self, type_: Type) -> int:
        assert isinstance(type_, SetType)
        return words(type_)

    def call_set(self, operation: str, type_: Type, *arguments: str) -> str:
        return f"set{self.words(type_)}_{operation}({', '.join(arguments)})"

    def set_constant(self, value: int, type_: SetType) -> str:
        return self.plan.set_constant(value, type_.domain)

    @abstractmethod
    def text(self, node: nodes.Expr) -> str:
        """An expression of C."""

    # --- cells ------------------------------------------------------------------------------------------

    def cell(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> str:
        name = f"s.{self.plan.fields[field_.name]}"
        return name if not index else f"{name}[{self.offset(index, tuple(d.size for d in field_.dims))}]"

    def offset(self, index: tuple[nodes.Expr, ...], sizes: tuple[int, ...]) -> str:
        """Where a cell is; in a debug build every index is looked at."""
        shown = ""
        for one, size in zip(index, sizes, strict=True):
            part = self.text(one)
            if not isinstance(one, nodes.Const):
                part = f"rulec_index({part}, {size})"
            shown = part if not shown else f"({shown}) * {size} + {part}"
        return shown

    def bit(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> tuple[str, str, int]:
        """Of a variable kept as sets: the set of a cell, its bit there, and the number of words."""
        axis = field_.axis
        assert axis is not None
        column = self.column(field_, (*index[:axis], *index[axis + 1 :]))
        return (
            column,
            self.offset(index[axis : axis + 1], (field_.dims[axis].size,)),
            self._axis_words(field_),
        )

    def column(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> str:
        sizes = tuple(dim.size for n, dim in enumerate(field_.dims) if n != field_.axis)
        return f"s.{self.plan.fields[field_.name]}[{self.offset(index, sizes) if index else '0'}]"

    def _axis_words(self, field_: nodes.Field) -> int:
        assert field_.axis is not None
        return words(SetType(field_.dims[field_.axis]))

    def total(self, cell: nodes.ReadField | nodes.Assign) -> str:
        """The sum over the last index of a variable, if it is kept."""
        total = self.plan.total_of(cell.field)
        if not total:
            return ""
        sizes = tuple(dim.size for dim in cell.field.dims)
        return f"s.{total}[{self.offset(cell.index[:-1], sizes[:-1]) or '0'}]"

    def of_many(self, test: nodes.Expr) -> str:
        """A test that is asked of many: all of it is worked out, if that is quick, and nothing is guessed."""
        self._without_branches = is_quick(test)
        text = self.text(test)
        self._without_branches = False
        return text

    # --- helpers ----------------------------------------------------------------------------------------

    def helper(self, node: nodes.Expr, base: str, write: Callable[[Helper], None]) -> str:
        """A call of the helper for this expression; the same expression has one helper."""
        known = self._known.get(node)
        if known is None:
            free = {
                part.name: part.type
                for part in parts(node)
                if isinstance(part, nodes.ReadLocal) and part.name in locals_read(node)
            }
            answer, owner = self.plan.kept.of(node)
            if answer is not None and owner is not None and OWNER not in free:
                self.text(answer.value)
                known = self._known[answer.value][0], [self.text(owner)]
            else:
                name = f"{base}_{len(self.helpers) + 1}"
                helper = Helper(name, self.plan.c_type(node.type), [])
                helper.parameters = [
                    (self.plan.c_type(t), self.plan.local(n)) for n, t in sorted(free.items())
                ]
                write(helper)
                name = self._shared(helper, base)
                if answer is not None:
                    name = self._asked_once(answer, name, helper)
                known = name, [self.plan.local(n) for n in sorted(free)]
            self._known[node] = known
        return f"{known[0]}({', '.join(['s', *known[1]])})"

    def _asked_once(self, answer: Answer, name: str, helper: Helper) -> str:
        """The name of the function that asks this helper if its answer is not known."""
        owner = self.plan.local(OWNER)
        is_known, place, given = f"s.kept & {hex(answer.bits)}ULL", f"s.{answer.name}", "s"
        bit = f"{hex(answer.bits)}ULL"
        if helper.parameters:
            bit = f"(<uint64_t>1 << ({answer.first_bit} + {owner}))"
            is_known, place, given = f"s.kept & {bit}", f"{place}[{owner}]", f"s, {owner}"
        body = [
            f"if not {is_known}:",
            f"    {place} = {name}({given})",
            f"    s.kept |= {bit}",
            f"return {place}",
        ]
        self.plan.kept.asked[answer] = helper.result, name
        return self._shared(Helper("", helper.result, helper.parameters, body), "known")

    def _shared(self, helper: Helper, base: str) -> str:
        """The name of the helper, or of one that does the same."""
        shape = self.plan.without_names(
            [helper.result, *(f"{t} {n}" for t, n in helper.parameters), *helper.body]
        )
        if shape not in self._shapes:
            helper.name = self._shapes[shape] = f"{base}_{len(self.helpers) + 1}"
            self.helpers.append(helper)
        return self._shapes[shape]

    def cleared(self, fields: list[nodes.Assign]) -> str:
        """A call that gives many variables the values they have when they mean nothing."""
        lines = sorted(f"{self.cell(one.field, ())} = {self.text(one.value)}" for one in fields)
        lines += self.forgets(*(one.field for one in fields))
        return f"{self._shared(Helper('', 'void', [], lines, inline=False), 'clear')}(s)"

    def forgets(self, *fields: nodes.Field) -> list[str]:
        """Answers that are kept are not known any more when these are assigned."""
        gone = reduce(or_, map(self.plan.kept.gone_with, fields), 0)
        return [f"s.kept &= ~{hex(gone)}ULL"] if gone else []

    def empty(self, type_: Type) -> str:
        return "0" if not isinstance(type_, SetType) or words(type_) == 1 else f"set{words(type_)}_none()"
