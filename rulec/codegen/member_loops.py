"""Loop skeletons in Cython: over the members of a set, or the entries of a list."""

from __future__ import annotations

from collections.abc import Callable

from rulec.analysis.total_expressions import is_all
from rulec.codegen.text_nodes import Code, Declaration, Local, Piece, Statement, below, call, code, when
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir.schema import FEW_WORDS, words
from rulec.ir.types import ListType, SetType

Alone = Callable[
    [Piece, Piece], Piece
]  # the result for a set with one member or none: of the set, its first member


def the_set(members: Piece, first: Piece) -> Piece:
    return members


def the_member(members: Piece, first: Piece) -> Piece:
    return first


def members(
    writer: ExpressionWriter,
    var: str,
    value: nodes.Expr,
    body: list[Statement],
    alone: Alone | None = None,
    steady: list[tuple[str, nodes.Expr]] | None = None,
    found: str = "",
) -> list[Statement]:
    """Emit a loop over the members of a set; for a set of at most one member, `alone` emits the result.

    What is `steady` is worked out before the loop begins, if there is a first round. What is `found` of each
    of many words is put into a set of that name.
    """
    type_ = value.type
    assert isinstance(type_, SetType)
    if isinstance(type_, ListType):
        return _entries(writer, var, value, type_, body)
    name, rest, word, every = Local(var), Local(var, "rest"), Local(var, "word"), Local(var, "all")
    lines: list[Statement] = [Declaration("int", name)]
    if is_all(value, type_) and not (found and words(type_) > 1):
        every_round = below(code(f"for {{}} in range({type_.domain.size}):", name), *body)
        return [*lines, *_before(writer, steady, "1"), every_round]
    count = words(type_)
    if count == 1:
        return [
            *lines,
            Declaration("uint64_t", rest, writer.text(value)),
            *_alone(writer, alone, type_, rest),
            *_before(writer, steady, rest),
            below(
                code("while {}:", rest),
                code("{} = rulec_first({})", name, rest),
                code("{} &= {} - 1", rest, rest),
                *body,
            ),
        ]
    return [
        *lines,
        Declaration(f"set{count}", every, writer.text(value)),
        *_alone(writer, alone, type_, every),
        *_before(writer, steady, writer.call_set("some", type_, every)),
        Declaration("uint64_t", rest),
        Declaration("int", word),
        *_each_word(
            var,
            count,
            code("{} = {}.w[{}]", rest, every, word),
            *(["found = 0"] if found else []),
            below(
                code("while {}:", rest),
                code("{} = 64 * {} + rulec_first({})", name, word, rest),
                code("{} &= {} - 1", rest, rest),
                *body,
            ),
            *([code(f"{found}.w[{{}}] = found", word)] if found else []),
        ),
    ]


def _each_word(var: str, count: int, *body: Statement) -> list[Statement]:
    """Emit a loop over the words of a set; for wide sets, over the non-empty words."""
    word, filled = Local(var, "word"), Local(var, "filled")
    if not FEW_WORDS < count <= 64:
        return [below(code(f"for {{}} in range({count}):", word), *body)]
    return [
        Declaration("uint64_t", filled, code(f"rulec_filled({{}}.w, {count})", Local(var, "all"))),
        below(
            code("while {}:", filled),
            code("{} = rulec_first({})", word, filled),
            code("{} &= {} - 1", filled, filled),
            *body,
        ),
    ]


def _before(
    writer: ExpressionWriter, steady: list[tuple[str, nodes.Expr]] | None, any_: Piece
) -> list[Statement]:
    """Emit the loop invariants, computed once if the loop runs at all."""
    if not steady:
        return []
    declared = [
        Declaration(writer.plan.c_type(one.type), Local(name), writer.empty(one.type)) for name, one in steady
    ]
    return [*declared, when(any_, *(code("{} = {}", Local(name), writer.text(one)) for name, one in steady))]


def _alone(writer: ExpressionWriter, result: Alone | None, type_: SetType, members: Piece) -> list[Statement]:
    if result is None:
        return []
    number, first = (writer.call_set(which, type_, members) for which in ("count", "first"))
    return [when(code("{} <= 1", number), code("return {}", result(members, first)))]


def _entries(
    writer: ExpressionWriter, var: str, value: nodes.Expr, type_: ListType, body: list[Statement]
) -> list[Statement]:
    """Emit a loop over the entries of a list."""
    name, every, place = Local(var), Local(var, "all"), Local(var, "place")
    c_type, whole, count = writer.list_as_stored(value)
    digits = (str(count), str(type_.digit))
    entry: Code = call("rulec_list_entry", code("<uint64_t*>&{}", every), *digits, place)
    return [
        Declaration("int", name),
        Declaration(c_type, every, whole),
        Declaration("int", place, "0"),
        below(
            "while True:",
            code("{} = {}", name, entry),
            when(code("{} < 0", name), "break"),
            code("{} += 1", place),
            *body,
        ),
    ]
