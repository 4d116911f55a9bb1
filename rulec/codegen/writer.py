"""Shared services of expression emission: cells, sets, helper functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from rulec.analysis.repeated_parts import RepeatedParts, is_quick
from rulec.codegen.descriptions import described
from rulec.codegen.memoized_predicates import OWNER, Memo
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.names import plain, without_numbers
from rulec.codegen.shapes import Shape, shape_of
from rulec.codegen.text_nodes import Code, Local, Piece, Statement, call, code, element, grouped, piece, when
from rulec.ir import nodes
from rulec.ir.schema import cell_bytes, is_narrow, words
from rulec.ir.types import SetType, Type
from rulec.ir.walk import locals_read, parts


@dataclass
class Helper:
    """A helper function of an expression."""

    name: str
    result: str
    parameters: list[tuple[str, Local]]
    body: list[Statement] = field(default_factory=list)
    inline: bool = True


class ExpressionWriter(ABC):
    """Emits expressions; a module for each kind of node."""

    def __init__(self, plan: NamePlan) -> None:
        self.plan = plan
        self.helpers: list[Helper] = []
        self._without_branches = False
        self._known: dict[nodes.Expr, tuple[str, list[Piece]]] = {}
        self.repeated_parts = RepeatedParts({one.name: one.result for one in plan.program.functions})
        self._shapes: dict[Shape, str] = {}  # helper names, by body up to renaming of variables

    def words(self, type_: Type) -> int:
        assert isinstance(type_, SetType)
        return words(type_)

    def call_set(self, operation: str, type_: Type, *arguments: Piece) -> Code:
        return call(f"set{self.words(type_)}_{operation}", *arguments)

    def set_constant(self, value: int, type_: SetType) -> str:
        return self.plan.set_constant(value, type_.domain)

    @abstractmethod
    def text(self, node: nodes.Expr) -> Code:
        """Emit an expression."""

    # --- cells ------------------------------------------------------------------------------------------

    def cell(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> Code:
        name = f"s.{self.plan.fields[field_.name]}"
        if not index:
            return piece(name)
        if field_.rows:
            return element(self.row(field_, index[:1]), self.offset(index[1:], (field_.dims[1].size,)))
        return element(name, self.offset(index, tuple(d.size for d in field_.dims)))

    def row(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> Code:
        """Emit the address of a row of a variable of which only rows that hold anything are stored."""
        return call(self.plan.row_of[field_.name], "s", self.offset(index, (field_.dims[0].size,)))

    def loaded(self, field_: nodes.Field, cell: Code) -> Code:
        """Emit the value of a cell, widened if it is a set or list of fewer bytes."""
        if not is_narrow(field_):
            return cell
        if self.words(field_.type) == 1:
            return grouped(cell, "<uint64_t>")
        return self.call_set("loaded", field_.type, code("&{}", cell), str(cell_bytes(field_)[0]))

    def list_as_stored(self, value: nodes.Expr) -> tuple[str, Code, int]:
        """Emit a list for reading, in its words of the state: C type, value, number of words."""
        count = self.words(value.type)
        if not isinstance(value, nodes.ReadField) or not is_narrow(value.field):
            return self.plan.c_type(value.type), self.text(value), count
        cell, size = self.cell(value.field, value.index), cell_bytes(value.field)[0]
        if size > 8:
            return self.plan.cell_type(value.field.name), cell, size // 8
        return "uint64_t", grouped(cell, "<uint64_t>"), 1

    def stored(self, field_: nodes.Field, cell: Code, value: Code) -> Code:
        """Emit the assignment of a cell; a set or list is cut to its bytes there."""
        if is_narrow(field_) and self.words(field_.type) > 1:
            size = str(cell_bytes(field_)[0])
            return self.call_set("store", field_.type, code("&{}", cell), value, size)
        return code("{} = {}", cell, value)

    def coded(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> tuple[Piece, Piece, Piece]:
        """Return the codes of disjoint sets, their number, and the code of one set."""
        assert isinstance(field_.type, SetType)
        number = code("{} + 1", grouped(self.offset(index, tuple(dim.size for dim in field_.dims))))
        return f"s.{self.plan.fields[field_.name]}", str(field_.type.domain.size), number

    def offset(self, index: tuple[nodes.Expr, ...], sizes: tuple[int, ...]) -> Code:
        """Emit a cell's offset; a debug build checks every index."""
        shown: Code | None = None
        for one, size in zip(index, sizes, strict=True):
            part = self.text(one)
            if not isinstance(one, nodes.Const):
                part = call("rulec_index", part, str(size))
            shown = part if shown is None else code(f"{{}} * {size} + {{}}", grouped(shown), part)
        return piece("0") if shown is None else shown

    def bit(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> tuple[Code, Code, int]:
        """For a variable stored as sets: return the set of a cell, its bit there, and the number of words."""
        axis = field_.axis
        assert axis is not None
        column = self.column(field_, (*index[:axis], *index[axis + 1 :]))
        return (
            column,
            self.offset(index[axis : axis + 1], (field_.dims[axis].size,)),
            self._axis_words(field_),
        )

    def column(self, field_: nodes.Field, index: tuple[nodes.Expr, ...]) -> Code:
        sizes = tuple(dim.size for n, dim in enumerate(field_.dims) if n != field_.axis)
        return element(f"s.{self.plan.fields[field_.name]}", self.offset(index, sizes))

    def _axis_words(self, field_: nodes.Field) -> int:
        assert field_.axis is not None
        return words(SetType(field_.dims[field_.axis]))

    def total(self, cell: nodes.ReadField | nodes.Assign) -> Code | None:
        """Return the maintained sum over the last index of a variable, if any."""
        total = self.plan.total_of(cell.field)
        if not total:
            return None
        sizes = tuple(dim.size for dim in cell.field.dims)
        return element(f"s.{total}", self.offset(cell.index[:-1], sizes[:-1]))

    def of_many(self, test: nodes.Expr) -> Code:
        """Emit a test for use in loops: branch-free if cheap."""
        self._without_branches = is_quick(test)
        text = self.text(test)
        self._without_branches = False
        return text

    # --- helpers ----------------------------------------------------------------------------------------

    def helper(self, node: nodes.Expr, base: str, write: Callable[[Helper], None]) -> Code:
        """Emit a call of the expression's helper; equal expressions share one."""
        known = self._known.get(node)
        if known is None:
            free = {
                part.name: part.type
                for part in parts(node)
                if isinstance(part, nodes.ReadLocal) and part.name in locals_read(node)
            }
            memo, owner = self.plan.memos.of(node)
            if memo is not None and owner is not None and OWNER not in free:
                self.text(memo.value)
                known = self._known[memo.value][0], [self.text(owner)]
            else:
                helper = Helper("", self.plan.c_type(node.type), [])
                helper.parameters = [(self.plan.c_type(t), Local(n)) for n, t in sorted(free.items())]
                write(helper)
                name = self._shared(helper, described(base, node))
                if memo is not None:
                    name = self._memo_guard(memo, name, helper)
                known = name, [Local(n) for n in sorted(free)]
            self._known[node] = known
        return call(known[0], "s", *known[1])

    def _memo_guard(self, memo: Memo, name: str, helper: Helper) -> str:
        """Name the function that calls this helper unless its memo is valid."""
        owner = Local(OWNER)
        bit, place = piece(f"{hex(memo.bits)}ULL"), piece(f"s.{memo.name}")
        given: list[Piece] = ["s"]
        if helper.parameters:
            bit = grouped(code(f"<uint64_t>1 << ({memo.first_bit} + {{}})", owner))
            place = element(place, owner)
            given.append(owner)
        body: list[Statement] = [
            when(
                code("not s.memos & {}", bit),
                code("{} = {}", place, call(name, *given)),
                code("s.memos |= {}", bit),
            ),
            code("return {}", place),
        ]
        self.plan.memos.emitted[memo] = helper.result, name
        return self._shared(Helper("", helper.result, helper.parameters, body), f"known__{name}")

    def _shared(self, helper: Helper, base: str) -> str:
        """Return the helper's name, or that of an equal one."""
        shape = shape_of(helper.result, helper.parameters, helper.body)
        if shape not in self._shapes:
            helper.name = self._shapes[shape] = self.plan.names.new(base)
            self.helpers.append(helper)
        return self._shapes[shape]

    def cleared(self, fields: list[nodes.Assign]) -> Code:
        """Emit a call that resets many variables to their null values."""
        values = {self.plan.fields[one.field.name]: one for one in fields}
        lines: list[Statement] = [
            self.stored(one.field, self.cell(one.field, ()), self.text(one.value))
            for _, one in sorted(values.items())
        ]
        lines += self.forgets(*(one.field for one in fields))
        helper = Helper("", "void", [], lines, inline=False)
        first = plain(without_numbers(fields[0].field.name))
        return call(self._shared(helper, f"clear__{first}"), "s")

    def forgets(self, *fields: nodes.Field) -> list[Statement]:
        """Emit the invalidation of memos on assignment to these fields."""
        gone = reduce(or_, map(self.plan.memos.cleared_by, fields), 0)
        return [f"s.memos &= ~{hex(gone)}ULL"] if gone else []

    def empty(self, type_: Type) -> Code:
        if not isinstance(type_, SetType) or words(type_) == 1:
            return piece("0")
        return call(f"set{words(type_)}_none")
