"""The rounds of a loop as lines of Cython: over the members of a set, or the entries of a list."""

from __future__ import annotations

from rulec.analysis.total_expressions import is_all
from rulec.codegen.function import indented
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir.schema import FEW_WORDS, words
from rulec.ir.types import ListType, SetType


def members(
    writer: ExpressionWriter,
    var: str,
    value: nodes.Expr,
    body: list[str],
    alone: str = "",
    steady: list[tuple[str, nodes.Expr]] | None = None,
    found: str = "",
) -> list[str]:
    """Lines of a loop over the members of a set; of one member, or none, it is `alone` that comes of it.

    In `alone` the set is called `{all}`, its first member `{first}`. What is `steady` is worked out
    before the loop begins, if there is a first round. What is `found` of each of many words is put into a
    set of that name.
    """
    type_ = value.type
    assert isinstance(type_, SetType)
    if isinstance(type_, ListType):
        return _entries(writer, var, value, type_, body)
    name = writer.plan.local(var)
    lines = [f"cdef int {name}"]
    if is_all(value, type_) and not (found and words(type_) > 1):
        return [
            *lines,
            *_before(writer, steady, "1"),
            f"for {name} in range({type_.domain.size}):",
            *indented(body),
        ]
    count = words(type_)
    if count == 1:
        return [
            *lines,
            f"cdef uint64_t rest_{name} = {writer.text(value)}",
            *_alone(writer, alone, type_, f"rest_{name}"),
            *_before(writer, steady, f"rest_{name}"),
            f"while rest_{name}:",
            *indented([f"{name} = rulec_first(rest_{name})", f"rest_{name} &= rest_{name} - 1", *body]),
        ]
    return [
        *lines,
        f"cdef set{count} all_{name} = {writer.text(value)}",
        *_alone(writer, alone, type_, f"all_{name}"),
        *_before(writer, steady, writer.call_set("some", type_, f"all_{name}")),
        f"cdef uint64_t rest_{name}",
        f"cdef int word_{name}",
        *_each_word(name, count),
        *indented(
            [
                f"rest_{name} = all_{name}.w[word_{name}]",
                *(["found = 0"] if found else []),
                f"while rest_{name}:",
                *indented(
                    [
                        f"{name} = 64 * word_{name} + rulec_first(rest_{name})",
                        f"rest_{name} &= rest_{name} - 1",
                        *body,
                    ]
                ),
                *([f"{found}.w[word_{name}] = found"] if found else []),
            ]
        ),
    ]


def _each_word(name: str, count: int) -> list[str]:
    """The head of a loop over the words of a set; of many only over those that hold any."""
    if not FEW_WORDS < count <= 64:
        return [f"for word_{name} in range({count}):"]
    return [
        f"cdef uint64_t filled_{name} = rulec_filled(all_{name}.w, {count})",
        f"while filled_{name}:",
        f"    word_{name} = rulec_first(filled_{name})",
        f"    filled_{name} &= filled_{name} - 1",
    ]


def _before(writer: ExpressionWriter, steady: list[tuple[str, nodes.Expr]] | None, any_: str) -> list[str]:
    """What is the same in every round, worked out where there is one."""
    if not steady:
        return []
    named = [(writer.plan.local(name), one) for name, one in steady]
    declared = [
        f"cdef {writer.plan.c_type(one.type)} {name} = {writer.empty(one.type)}" for name, one in named
    ]
    return [*declared, f"if {any_}:", *indented([f"{name} = {writer.text(one)}" for name, one in named])]


def _alone(writer: ExpressionWriter, result: str, type_: SetType, members: str) -> list[str]:
    if not result:
        return []
    number, first = (writer.call_set(what, type_, members) for what in ("count", "first"))
    return [f"if {number} <= 1:", f"    return {result.format(all=members, first=first)}"]


def _entries(
    writer: ExpressionWriter, var: str, value: nodes.Expr, type_: ListType, body: list[str]
) -> list[str]:
    """Lines of a loop over the entries of a list."""
    name, count = writer.plan.local(var), words(type_)
    entry = f"rulec_list_entry(<uint64_t*>&all_{name}, {count}, {type_.digit}, place_{name})"
    return [
        f"cdef int {name}",
        f"cdef {writer.plan.c_type(type_)} all_{name} = {writer.text(value)}",
        f"cdef int place_{name} = 0",
        "while True:",
        *indented([f"{name} = {entry}", f"if {name} < 0:", "    break", f"place_{name} += 1", *body]),
    ]
