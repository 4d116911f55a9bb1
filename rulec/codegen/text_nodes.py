"""Nodes of generated Cython: expressions are trees of pieces, function bodies lists of statements.

Nothing behind a node reads text. A local is a node, so that a function can name it when all of its locals
are known; brackets are nodes, so that a long line is broken where the tree says that it may be; a declaration
is a node, so that its variable can be declared at the top of the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias

NAME_LENGTH = 24  # characters of a name that is given later, roughly


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of the enclosing function, by the IR's name of its value."""

    key: str
    role: str = ""  # a variable beside it: `rest`, the members that a loop has not come to


@dataclass(frozen=True, slots=True)
class Bracket:
    """Bracketed items: `opening item, item closing`. Lines may break at each item."""

    opening: Code
    items: tuple[Code, ...]
    separator: str
    closing: str
    operator: str = ""  # of an operation, whose first operand may be one with the same operator

    def push(self, waiting: list[Any]) -> None:
        """Push the parts onto a stack, the first on top."""
        waiting.append(self.closing)
        separator = f"{self.separator} "
        for item in self.items[:0:-1]:
            waiting += item.parts[::-1]
            waiting.append(separator)
        for item in (*self.items[:1], self.opening):
            waiting += item.parts[::-1]


@dataclass(frozen=True, slots=True)
class Called:
    """A called function of the rules, by name."""

    function: str


Part: TypeAlias = "str | Local | Called | Bracket"


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of Cython within a line."""

    parts: tuple[Part, ...]

    def __format__(self, spec: str) -> str:
        raise TypeError("a node of generated code is not text: put it into `code(...)`, not into an f-string")

    __str__ = None  # type: ignore[assignment]

    @property
    def size(self) -> int:
        """Estimate the number of characters."""
        return sum(len(part) if isinstance(part, str) else NAME_LENGTH for part in self.all_parts())

    def all_parts(self) -> Iterator[str | Local | Called]:
        """Yield all parts, without structure."""
        waiting: list[Part] = list(self.parts[::-1])
        while waiting:
            part = waiting.pop()
            if isinstance(part, Bracket):
                part.push(waiting)
            else:
                yield part


Piece: TypeAlias = "str | Local | Called | Code"


def piece(given: Piece) -> Code:
    return given if isinstance(given, Code) else Code((given,))


def code(template: str, *given: Piece) -> Code:
    """Build a piece from a format with `{}` for inner pieces."""
    parts: list[Part] = []
    rest = iter(given)
    for text, place in _parsed(template):
        if text:
            parts.append(text)
        if place:
            one = next(rest)
            if isinstance(one, Code):
                parts += one.parts
            else:
                parts.append(one)
    assert next(rest, None) is None, template
    return Code(tuple(parts))


@lru_cache(maxsize=1024)
def _parsed(template: str) -> tuple[tuple[str, bool], ...]:
    return tuple((text, place is not None) for text, place, _, _ in Formatter().parse(template))


def _bracket(
    opening: Piece, items: tuple[Piece, ...], separator: str, closing: str, operator: str = ""
) -> Code:
    return Code((Bracket(piece(opening), tuple(map(piece, items)), separator, closing, operator),))


def call(function: Piece, *given: Piece) -> Code:
    """Build `function(a, b)`."""
    return _bracket(code("{}(", function), given, ",", ")")


def element(array: Piece, index: Piece) -> Code:
    """Build `array[index]`."""
    return _bracket(code("{}[", array), (index,), "", "]")


def grouped(value: Piece, before: str = "") -> Code:
    """Build `(value)`, with an optional unary operator inside the brackets."""
    return _bracket("(", (code(f"{before}{{}}", value),), "", ")")


def operation(left: Piece, op: str, right: Piece) -> Code:
    """Build `(left op right)`."""
    return _bracket("(", (left, code("{} {}", op, right)), "", ")", op)


def either(condition: Piece, then: Piece, otherwise: Piece) -> Code:
    """Build `(then if condition else otherwise)`."""
    return _bracket("(", (then, code("if {}", condition), code("else {}", otherwise)), "", ")")


def chained(op: str, operands: Sequence[Piece]) -> Code:
    """Build `(a op b op c)`; a single operand stays as it is."""
    first, *others = operands
    if not others:
        return piece(first)
    return _bracket("(", (first, *(code("{} {}", op, one) for one in others)), "", ")")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line."""

    text: str


@dataclass(frozen=True, slots=True)
class Declaration:
    """Declaration: `cdef type name` or `cdef type name = value`."""

    type: str
    name: Piece
    value: Piece | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """A head ending in a colon, with the statements below it."""

    head: Piece
    body: Sequence[Statement]
    remark: str = ""


Statement: TypeAlias = "str | Code | Comment | Declaration | Suite"


def when(test: Piece, *body: Statement, remark: str = "") -> Suite:
    """Build `if test:` with its body."""
    return Suite(code("if {}:", test), list(body), remark)


def below(head: Piece, *body: Statement) -> Suite:
    """Build a suite: `while ...:` with its body."""
    return Suite(head, list(body))


@dataclass
class FunctionText:
    """One function of the generated module."""

    name: str
    result: str
    parameters: list[Piece]
    body: list[Statement]
    remark: str = ""
    inline: bool = True


def pieces_of(body: Iterable[Statement]) -> Iterator[Code]:
    """Yield all pieces of a body's lines, in the order of the text."""
    for one in body:
        match one:
            case Suite(head, inner):
                yield piece(head)
                yield from pieces_of(inner)
            case Declaration(_, name, value):
                yield piece(name)
                if value is not None:
                    yield piece(value)
            case Comment():
                pass
            case _:
                yield piece(one)
