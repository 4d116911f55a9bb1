"""No node is dropped in silence: a class that is planted in a union of nodes is found wherever it matters.

A `match` over sentences, statements, declarations or ends of blocks ends in `assert_never`; mypy and the
run hold it to; tables by class are total.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

import rulec
from rulec.codegen import expressions as text_of_expressions
from rulec.codegen.blocks import BlockText
from rulec.interp import evaluate, statements
from rulec.interp.machine import Machine
from rulec.ir import control_flow, nodes
from rulec.ir.monotone import _Monotone
from rulec.ir.reports import statement_printer
from rulec.lower.expressions import lowering as lowered_expressions
from rulec.lower.sentences.statements import StatementLowering
from rulec.passes.needs_search import _goes_on
from rulec.semantics import typed
from rulec.semantics.declarations.collect import SymbolTableBuilder
from rulec.semantics.expressions import checker as expressions
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.sentences import checker as sentences
from rulec.syntax import ast

UNIONS: dict[str, tuple[type, ...]] = {
    "sentences": get_args(ast.Sentence),
    "expressions": get_args(ast.Expr),
    "declarations": get_args(ast.Declaration),
    "typed sentences": typed.SENTENCES,
    "typed expressions": typed.EXPRESSIONS,
    "IR expressions": get_args(nodes.Expr),
    "IR statements": get_args(nodes.Stmt),
    "ends of blocks": get_args(nodes.End),
}
TOTAL = (
    (sentences._CHECKERS, "sentences"),
    (expressions._CHECKERS, "expressions"),
    (lowered_expressions._LOWERERS, "typed expressions"),
    (evaluate._MAKERS, "IR expressions"),
    (statements._MAKERS, "IR statements"),
    (text_of_expressions._WRITERS, "IR expressions"),
)
# Seen to before a table is asked: rewritten to other sentences, part of an example, part of another node.
BEFORE = {ast.FinishTurn, ast.FinishRound, ast.Contents, typed.Parts}
# Tables of fewer classes by their meaning; what is not in them is seen to by their callers.
PARTIAL = {
    ("rulec.ir.offerable_ids", "_HANDLERS"),  # of what is not in it any value is assumed
    ("rulec.semantics.sentences.decks", "DECK_SENTENCES"),
    ("rulec.semantics.flow.constant_conditions", "_WRITTEN"),
    ("rulec.semantics.sentence_walk", "_FIELDS"),  # of sentences with bodies
    ("rulec.semantics.typed.walk", "_FIELDS"),  # of all that is frozen, unions or not
}


@dataclass(frozen=True)
class Planted:
    """A node of which nobody knows."""

    span: Any = None
    name: Any = None


@pytest.mark.parametrize(("table", "union"), TOTAL, ids=[f"{n}-{name}" for n, (_, name) in enumerate(TOTAL)])
def test_tables_have_every_class(table: dict[type, object], union: str) -> None:
    assert set(UNIONS[union]) - BEFORE <= set(table)
    assert not BEFORE & set(table)
    assert Planted not in table


@pytest.mark.parametrize(
    ("base", "union"), [(ExprNode, "typed expressions"), (typed.Sentence, "typed sentences")]
)
def test_unions_have_every_class_of_their_base(base: type, union: str) -> None:
    def below(one: type) -> Iterator[type]:
        for sub in one.__subclasses__():
            yield sub
            yield from below(sub)

    # A subclass of a member needs no place of its own: a `match` meets it by its base.
    assert {one for one in below(base) if not issubclass(one.__base__ or base, UNIONS[union])} == set(
        UNIONS[union]
    )


def tables() -> Iterator[tuple[str, str, dict[type, object]]]:
    """The tables by class of all modules."""
    for one in pkgutil.walk_packages(rulec.__path__, "rulec."):
        if one.name.startswith(("rulec.shipped", "rulec.__main__", "rulec.adapters")):
            continue
        module = importlib.import_module(one.name)
        for name, value in vars(module).items():
            if isinstance(value, dict) and value and all(isinstance(key, type) for key in value):
                yield one.name, name, value


def test_no_table_by_class_is_overlooked() -> None:
    classes = {one for union in UNIONS.values() for one in union}
    total = [table for table, _ in TOTAL]
    partial = {id(getattr(importlib.import_module(module), name)) for module, name in PARTIAL}
    seen = {id(table) for table in total} | partial
    assert [
        (module, name)
        for module, name, table in tables()
        if classes & set(table) and name not in {"_known", "_fields"} and id(table) not in seen
    ] == []


def lower_sentence(node: Any) -> object:
    flow = StatementLowering.__new__(StatementLowering)
    flow.chances = cast(Any, SimpleNamespace(before=lambda node, place: None))
    return flow._sentence(node, cast(Any, None))


def without_state(cls: type, method: str) -> Callable[[Any], object]:
    def call(node: Any) -> object:
        return getattr(cls.__new__(cls), method)(node)

    return call


DISPATCHES: dict[str, Callable[[Any], object]] = {
    "lowering of sentences": lower_sentence,
    "targets of a block": lambda node: control_flow.targets(cast(Any, SimpleNamespace(end=node))),
    "blocks reached": lambda node: control_flow.reached(node, lambda number: []),
    "retargeted ends": lambda node: control_flow.retarget(node, lambda number: number),
    "listed statements": lambda node: list(statement_printer.statements((node,), 0)),
    "must-succeed analysis": lambda node: _goes_on(node, [], []),
    "monotone ends": lambda node: list(cast(Any, without_state(_Monotone, "_ends")(node))),
    "interpreted ends": without_state(Machine, "_go"),
    "declarations": without_state(SymbolTableBuilder, "_declare_one"),
    "text of ends": lambda node: BlockText.__new__(BlockText)._end(0, node),
}


@pytest.mark.parametrize("name", DISPATCHES)
def test_a_planted_node_is_refused(name: str) -> None:
    with pytest.raises(AssertionError, match="Planted"):
        DISPATCHES[name](Planted())
