"""Straight lines and steps of boards as bit operations in Cython.

All spaces follow their lines at once, by doubling: spaces two, four, eight steps on are derived from those
one, two, four steps on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    Piece,
    Statement,
    call,
    chained,
    code,
    grouped,
    operation,
    piece,
    when,
)
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import SetType

_WORD = (1 << 64) - 1


class SetText:
    """Operations on named sets of one type, of one word or many."""

    def __init__(self, type_: SetType, writer: ExpressionWriter) -> None:
        self.type, self.writer, self.words = type_, writer, words(type_)
        self.c_type = "uint64_t" if self.words == 1 else f"set{self.words}"
        self.none = "0" if self.words == 1 else f"set{self.words}_none()"

    def join(self, a: Piece, b: Piece) -> Code:
        return code("{} | {}", a, b) if self.words == 1 else call(f"set{self.words}_or", a, b)

    def meet(self, a: Piece, b: Piece) -> Code:
        return code("{} & {}", a, b) if self.words == 1 else call(f"set{self.words}_and", a, b)

    def some(self, a: Piece) -> Code:
        return code("{} != 0", a) if self.words == 1 else call(f"set{self.words}_some", a)

    def moved(self, name: Piece, moves: nodes.Move) -> Code:
        """Shift a named set."""
        moved: list[Piece] = []
        for delta, keep in moves:
            mask = self.writer.set_constant(keep, self.type)
            kept = self.meet(name, mask)
            if self.words == 1:
                moved.append(operation(grouped(kept), "<<" if delta >= 0 else ">>", str(abs(delta))))
            else:
                moved.append(call(f"set{self.words}_shift", kept, str(delta)))
        if not moved:
            return piece(self.none)
        if self.words == 1:
            return chained("|", moved)
        return reduce(self.join, moved[1:], piece(moved[0]))

    def along(self, name: str, source: str, over: str, moves: tuple[nodes.Move, ...]) -> Iterator[Code]:
        """Emit a ray: `name` becomes all of `over` reached from `source` in one direction."""
        yield code(f"{name} = {{}}", self.meet(self.moved(source, moves[0]), over))
        yield code(f"way = {over}")
        for number, move in enumerate(moves):
            further = self.brackets(self.meet("way", self.moved(name, move)))
            yield code(f"{name} = {{}}", self.join(name, further))
            if number + 1 < len(moves):
                yield code("way = {}", self.meet("way", self.moved("way", move)))

    def brackets(self, text: Code) -> Code:
        return grouped(text) if self.words == 1 else text


def run_starts(node: nodes.RunStarts, writer: ExpressionWriter) -> list[Statement]:
    sets = SetText(node.type, writer)
    lines: list[Statement] = [
        Declaration(sets.c_type, "room", writer.text(node.over)),
        Declaration(sets.c_type, "last", writer.text(node.to)),
        Declaration(sets.c_type, "found", sets.none),
        Declaration(sets.c_type, "run, way"),
    ]
    for ray in node.rays:
        lines += sets.along("run", "last", "room", ray.back)
        lines.append(code("found = {}", sets.join("found", sets.moved("run", ray.back[0]))))
    return [*lines, "return found"]


def run_between(node: nodes.RunBetween, writer: ExpressionWriter) -> list[Statement]:
    """Emit a run in both directions: backwards only where the other end was reached."""
    sets = SetText(node.type, writer)
    lines: list[Statement] = [
        Declaration(sets.c_type, "first", writer.text(node.start)),
        Declaration(sets.c_type, "room", writer.text(node.over)),
        Declaration(sets.c_type, "last", writer.text(node.to)),
        Declaration(sets.c_type, "found", sets.none),
        Declaration(sets.c_type, "run, back, ends, way"),
    ]
    for ray in node.rays:
        lines += sets.along("run", "first", "room", ray.there)
        lines.append(code("ends = {}", sets.meet(sets.moved("run", ray.there[0]), "last")))
        back = sets.along("back", "ends", "run", ray.back)
        lines.append(when(sets.some("ends"), *back, code("found = {}", sets.join("found", "back"))))
    return [*lines, "return found"]


def steps(node: nodes.Steps, writer: ExpressionWriter) -> list[Statement]:
    """Emit the starts of each direction, pushed together behind those of the previous ones."""
    type_ = node.type
    count = words(type_)
    starts = [one.type for one in node.starts]
    assert isinstance(starts[0], SetType)
    spaces = SetText(starts[0], writer)
    into = "&out" if count == 1 else "out.w"
    out: list[Statement] = [
        Declaration(writer.plan.c_type(type_), "out", "0" if count == 1 else f"set{count}_none()"),
        Declaration(spaces.c_type, "here"),
    ]
    first = 0
    for start, keep in zip(node.starts, node.keeps, strict=True):
        lines: list[Statement] = []
        for word in range(spaces.words):
            mask = keep >> (64 * word) & _WORD
            if not mask:
                continue
            source = "here" if spaces.words == 1 else f"here.w[{word}]"
            length = mask.bit_count()
            lines.append(call("rulec_put_run", into, str(first), str(length), _pushed(source, mask)))
            first += length
        if isinstance(start, nodes.Const) and start.value == 0:
            continue
        if isinstance(start, nodes.IfElse) and _is_empty(start.otherwise):
            begun = code("here = {}", writer.text(start.then))
            out.append(when(writer.text(start.condition), begun, *lines))
        else:
            out += [code("here = {}", writer.text(start)), *lines]
    return [*out, "return out"]


def _pushed(source: str, mask: int) -> Code:
    """Return the bits of a word within a mask, pushed together at the low end."""
    least = (mask & -mask).bit_length() - 1
    if mask >> least & (mask >> least) + 1:
        return call("rulec_pushed", source, f"{hex(mask)}ULL")
    kept = piece(source) if mask == _WORD else operation(source, "&", f"{hex(mask)}ULL")
    return operation(grouped(kept), ">>", str(least)) if least else kept


def _is_empty(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const) and node.value == 0
