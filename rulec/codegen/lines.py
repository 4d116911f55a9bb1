"""Straight lines and steps of boards as lines of Cython.

A line is followed in all directions at once for all spaces: what lies two, four, eight steps on is found
from what lies one, two, four steps on.
"""

from __future__ import annotations

from collections.abc import Iterator

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

    def join(self, a: str, b: str) -> str:
        return f"{a} | {b}" if self.words == 1 else f"set{self.words}_or({a}, {b})"

    def meet(self, a: str, b: str) -> str:
        return f"{a} & {b}" if self.words == 1 else f"set{self.words}_and({a}, {b})"

    def some(self, a: str) -> str:
        return f"{a} != 0" if self.words == 1 else f"set{self.words}_some({a})"

    def moved(self, name: str, moves: nodes.Move) -> str:
        """A set that has a name, moved."""
        out = ""
        for delta, keep in moves:
            mask = self.writer.set_constant(keep, self.type)
            if self.words == 1:
                one = f"(({name} & {mask}) {'<<' if delta >= 0 else '>>'} {abs(delta)})"
            else:
                one = f"set{self.words}_shift({self.meet(name, mask)}, {delta})"
            out = one if not out else self.join(out, one)
        return f"({out})" if self.words == 1 and len(moves) > 1 else out or self.none

    def along(self, name: str, source: str, over: str, moves: tuple[nodes.Move, ...]) -> Iterator[str]:
        """`name`: all of `over` that is reached from `source`, going on and on in one direction."""
        yield f"{name} = {self.meet(self.moved(source, moves[0]), over)}"
        yield f"way = {over}"
        for number, move in enumerate(moves):
            yield f"{name} = {self.join(name, self.brackets(self.meet('way', self.moved(name, move))))}"
            if number + 1 < len(moves):
                yield f"way = {self.meet('way', self.moved('way', move))}"

    def brackets(self, text: str) -> str:
        return f"({text})" if self.words == 1 else text


def run_starts(node: nodes.RunStarts, writer: ExpressionWriter) -> list[str]:
    sets = SetText(node.type, writer)
    lines = [
        f"cdef {sets.c_type} room = {writer.text(node.over)}",
        f"cdef {sets.c_type} last = {writer.text(node.to)}",
        f"cdef {sets.c_type} found = {sets.none}",
        f"cdef {sets.c_type} run, way",
    ]
    for ray in node.rays:
        lines += sets.along("run", "last", "room", ray.back)
        lines.append(f"found = {sets.join('found', sets.moved('run', ray.back[0]))}")
    return [*lines, "return found"]


def run_between(node: nodes.RunBetween, writer: ExpressionWriter) -> list[str]:
    """Forwards from the start; back only where the other end was come to."""
    sets = SetText(node.type, writer)
    lines = [
        f"cdef {sets.c_type} first = {writer.text(node.start)}",
        f"cdef {sets.c_type} room = {writer.text(node.over)}",
        f"cdef {sets.c_type} last = {writer.text(node.to)}",
        f"cdef {sets.c_type} found = {sets.none}",
        f"cdef {sets.c_type} run, back, ends, way",
    ]
    for ray in node.rays:
        lines += sets.along("run", "first", "room", ray.there)
        lines.append(f"ends = {sets.meet(sets.moved('run', ray.there[0]), 'last')}")
        lines.append(f"if {sets.some('ends')}:")
        lines += [f"    {line}" for line in sets.along("back", "ends", "run", ray.back)]
        lines.append(f"    found = {sets.join('found', 'back')}")
    return [*lines, "return found"]


def steps(node: nodes.Steps, writer: ExpressionWriter) -> list[str]:
    """The starts of each direction, moved together, behind those of the directions before it."""
    type_ = node.type
    count = words(type_)
    out = ["cdef uint64_t out = 0"] if count == 1 else [f"cdef set{count} out = set{count}_none()"]
    starts = [one.type for one in node.starts]
    assert isinstance(starts[0], SetType)
    spaces = SetText(starts[0], writer)
    out += [f"cdef {spaces.c_type} here", "cdef uint64_t part, moved"]
    first = 0
    for start, keep in zip(node.starts, node.keeps, strict=True):
        lines = []
        for word in range(spaces.words):
            mask = keep >> (64 * word) & _WORD
            lines += _packed("here" if spaces.words == 1 else f"here.w[{word}]", mask, first, count)
            first += mask.bit_count()
        if isinstance(start, nodes.Const) and start.value == 0:
            continue
        if isinstance(start, nodes.IfElse) and _is_empty(start.otherwise):
            out += [f"if {writer.text(start.condition)}:", f"    here = {writer.text(start.then)}"]
            out += [f"    {line}" for line in lines]
        else:
            out += [f"here = {writer.text(start)}", *lines]
    return [*out, "return out"]


def _is_empty(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const) and node.value == 0


def _packed(source: str, mask: int, first: int, count: int) -> list[str]:
    """Bits of a word that are in the mask, moved together and put behind `first` others."""
    if not mask:
        return []
    lines = [f"part = {source} & {hex(mask)}ULL"]
    for moving, by in packing(mask):
        lines += [f"moved = part & {hex(moving)}ULL", f"part = (part ^ moved) | (moved >> {by})"]
    word, bit = divmod(first, 64)
    target = "out" if count == 1 else f"out.w[{word}]"
    lines.append(f"{target} |= part << {bit}")
    if bit + mask.bit_count() > 64:
        lines.append(f"out.w[{word + 1}] |= part >> {64 - bit}")
    return lines


def packing(mask: int) -> list[tuple[int, int]]:
    """How the bits of a mask are moved together at the low end: which go how far, one after the other.

    Each bit has as far to go as there are gaps below it; that number is made up of 1, 2, 4 ... in turn.
    """
    at = {bit: bit for bit in range(64) if mask >> bit & 1}
    far = {bit: bit - rank for rank, bit in enumerate(at)}
    found = []
    for power in range(6):
        moving = sum(1 << at[bit] for bit in at if far[bit] >> power & 1)
        if moving:
            found.append((moving, 1 << power))
            at = {bit: now - (1 << power if far[bit] >> power & 1 else 0) for bit, now in at.items()}
    return found
