"""Bit-parallel filters: one word operation for a whole run of members.

The steps of a board in one direction stand side by side, and where they start and where they lead to goes up
from one to the next. So "starts at a man of mine" is, for all of them at once, the bits of my men at the
squares where these steps start, pushed together; and "does not lead to one of mine" likewise.
"""

from __future__ import annotations

from typing import Any

from rulec.analysis.member_runs import WORD_BITS, Run, asked_sets, feature_tables, split_runs
from rulec.analysis.total_expressions import is_all
from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    Piece,
    Statement,
    call,
    code,
    grouped,
    operation,
    piece,
    when,
)
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.schema import words
from rulec.ir.types import SetType


def filter_by_runs(text: ExpressionWriter, node: nodes.Filter, helper: Helper) -> None:
    type_ = node.type
    assert isinstance(type_, SetType)
    tables = feature_tables(node.condition)
    count = words(type_)
    those = list(dict.fromkeys(those for those, _ in asked_sets(node.condition)))
    names = {one: f"those_{n}" for n, one in enumerate(those)}
    whole = is_all(node.value, type_)
    c_type, into, among = text.plan.c_type(type_), "&out", "&among"
    if count > 1:
        into, among = "out.w", "among.w"
    lines: list[Statement] = [
        Declaration(text.plan.c_type(one.type), name, text.text(one)) for one, name in names.items()
    ]
    lines += [Declaration(c_type, "out", call(f"set{count}_none")), Declaration("uint64_t", "run")]
    if not whole:
        lines.append(Declaration(c_type, "among", text.text(node.value)))
    for run in split_runs(tables, type_.domain.size):
        where = (str(run.first), str(run.length))
        bits = _bits(node.condition, run, names)
        if whole:
            mask = _hex((1 << run.length) - 1)
            lines.append(call("rulec_put_run", into, *where, code("{} & {}", bits, mask)))
        else:
            lines.append(code("run = {}", call("rulec_run", among, *where)))
            lines.append(when("run", call("rulec_put_run", into, *where, code("run & {}", bits))))
    helper.body = [*lines, "return out"]


def _bits(test: Any, run: Run, names: dict[Expr, str]) -> Code:
    """Evaluate a test for every member of a run, one bit each; bits beyond the run are undefined."""
    match test:
        case nodes.Logic(op, left, right):
            return operation(_bits(left, run, names), "&" if op == "and" else "|", _bits(right, run, names))
        case nodes.Not(inner):
            return grouped(_bits(inner, run, names), "~")
        case nodes.Contains(those, nodes.Lookup(table, _)):
            word = table.values[run.first] // WORD_BITS
            places = [place % WORD_BITS for place in table.values[run.first : run.first + run.length]]
            assert isinstance(those.type, SetType)
            bits: Piece = f"{names[those]}.w[{word}]" if those.type.domain.size > WORD_BITS else names[those]
            if places[-1] - places[0] == run.length - 1:
                return operation(bits, ">>", str(places[0])) if places[0] else piece(bits)
            return call("rulec_pushed", bits, _hex(sum(1 << place for place in places)))
        case nodes.Lookup(table, _):
            values = table.values[run.first : run.first + run.length]
            return piece(_hex(sum(1 << n for n, value in enumerate(values) if value)))
        case _:
            pass
    raise AssertionError(test)


def _hex(value: int) -> str:
    return f"{hex(value)}ULL"
