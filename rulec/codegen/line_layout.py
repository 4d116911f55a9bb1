"""Lays out statements as lines of Cython: breaks long lines at brackets, names locals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rulec.codegen.names import LocalNames
from rulec.codegen.text_nodes import (
    Bracket,
    Called,
    Code,
    Comment,
    Declaration,
    FunctionText,
    Local,
    Part,
    Piece,
    Statement,
    Suite,
    code,
    piece,
)

WIDTH: Final = 120  # a line is broken where it would be longer
LONGEST: Final = 160  # no line is longer than this
_STEP: Final = 4
_DEEPEST: Final = 64  # columns; lines nested more deeply are filled regardless of structure


def function_lines(function: FunctionText) -> Iterator[str]:
    """Lay out a function, signature included."""
    names = LocalNames()
    inline = "inline " if function.inline else ""
    given = ("S* s", *function.parameters)
    head = Bracket(
        code(f"cdef {inline}{function.result} {function.name}("), tuple(map(piece, given)), ",", ")"
    )
    yield from _laid(Code((head, " noexcept nogil:")), 0, names)
    yield from lines_of(function.body, _STEP, names)


def statement(value: Piece, indentation: int) -> str:
    """Lay out one statement, for a template."""
    return "\n".join(_laid(piece(value), indentation, LocalNames()))


def lines_of(body: Iterable[Statement], indentation: int, names: LocalNames) -> Iterator[str]:
    for one in body:
        match one:
            case Suite(head, inner, remark):
                if remark:
                    yield f"{' ' * indentation}# {remark[0].upper()}{remark[1:]}."
                yield from _laid(piece(head), indentation, names)
                yield from lines_of(inner, indentation + _STEP, names)
            case Declaration(type_, name, None):
                yield from _laid(code("cdef {} {}", type_, name), indentation, names)
            case Declaration(type_, name, value):
                assert value is not None
                yield from _laid(code("cdef {} {} = {}", type_, name, value), indentation, names)
            case Comment(text):
                yield f"{' ' * indentation}# {text}"
            case _:
                yield from _laid(piece(one), indentation, names)


class _Text:
    """A piece as text with named locals, and the positions of its brackets.

    A line that is broken asks at every depth how long the brackets further in are: each is written once.
    """

    def __init__(self, value: Code, names: LocalNames) -> None:
        words: list[str] = []
        self.places: dict[int, tuple[int, int]] = {}  # of a bracket, by its identity
        length = 0
        waiting: list[Part | tuple[Bracket, int]] = list(value.parts[::-1])
        while waiting:
            part = waiting.pop()
            if isinstance(part, tuple):
                bracket, start = part
                self.places[id(bracket)] = start, length
                continue
            if isinstance(part, Bracket):
                waiting.append((part, length))
                part.push(waiting)
                continue
            word = part if isinstance(part, str) else _word(part, names)
            words.append(word)
            length += len(word)
        self.whole = "".join(words)

    def of(self, bracket: Bracket) -> str:
        start, end = self.places[id(bracket)]
        return self.whole[start:end]


def _word(part: str | Local | Called, names: LocalNames) -> str:
    if isinstance(part, str):
        return part
    return names.of(part) if isinstance(part, Local) else part.function


class _Lines:
    def __init__(self, indentation: int) -> None:
        self.done: list[str] = []
        self.current = " " * indentation

    def next(self, indentation: int) -> None:
        self.done.append(self.current.rstrip())
        self.current = " " * indentation


def _laid(value: Code, indentation: int, names: LocalNames) -> list[str]:
    text = _Text(value, names)
    if indentation + len(text.whole) <= WIDTH:
        return [" " * indentation + text.whole]
    out = _Lines(indentation)
    _Layout(out, names, text).put(value, indentation, 0)
    return [*out.done, out.current]


class _Layout:
    def __init__(self, out: _Lines, names: LocalNames, text: _Text) -> None:
        self.out, self.names, self.text = out, names, text

    def put(self, value: Code, indentation: int, behind: int) -> None:
        """Write a piece followed by so many characters; continuation lines are indented.

        Of the brackets of a piece that is too long the longest is broken, then others until the rest fits.
        """
        texts = [
            self.text.of(part) if isinstance(part, Bracket) else _word(part, self.names)
            for part in value.parts
        ]
        room = WIDTH - len(self.out.current) - behind - sum(map(len, texts))
        broken = set()
        if room < 0:
            brackets = [n for n, part in enumerate(value.parts) if isinstance(part, Bracket)]
            for n in sorted(brackets, key=lambda n: -len(texts[n])):
                if room < 0:
                    broken.add(n)
                    room += len(texts[n])
        for n, (part, text) in enumerate(zip(value.parts, texts, strict=True)):
            if n in broken:
                self._break(part, indentation)
            else:
                self.out.current += text

    def _break(self, part: Part, indentation: int) -> None:
        assert isinstance(part, Bracket)
        inner = indentation + _STEP
        if inner > _DEEPEST:
            self._fill(part, indentation)
            return
        opening, items, closing = _unrolled(part)
        self.put(opening, indentation, 0)
        for number, item in enumerate(items):
            separator = part.separator if number + 1 < len(items) else ""
            self.out.next(inner)
            self.put(item, inner, len(separator))
            self.out.current += separator
        self.out.next(indentation)
        self.out.current += closing

    def _fill(self, part: Part, indentation: int) -> None:
        """Fill lines: within brackets a line may break between any two words."""
        for one in Code((part,)).all_parts():
            text = _word(one, self.names)
            if len(self.out.current) + len(text) > WIDTH and len(self.out.current) > indentation:
                self.out.next(indentation)
            self.out.current += text


def _unrolled(bracket: Bracket) -> tuple[Code, list[Code], str]:
    """Flatten the operands of `(((a or b) or c) or d)`, with a closing bracket behind each but the last."""
    openings, items = [bracket.opening], list(bracket.items)
    first = items[0] if items else Code(())
    while bracket.operator and len(first.parts) == 1:
        (inner,) = first.parts
        if not isinstance(inner, Bracket) or inner.operator != bracket.operator:
            break
        openings.append(inner.opening)
        *others, last = inner.items
        items[0:1] = [*others, code("{}{}", last, inner.closing)]
        first = items[0]
    return Code(tuple(part for one in openings for part in one.parts)), items, bracket.closing
