"""Compiles typed examples against a lowered program."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulec.base.example_labels import Offered, Over, Play
from rulec.base.source_text import Span
from rulec.ir import examples as ir
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.program import Program
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.names import Names
from rulec.lower.sentences.statements import StatementLowering
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics.typed import examples as evidence

_OWN_NAMES = 1_000_000  # names made here are none of the program's


def lower_examples(game: typed.Game, program: Program) -> ir.Examples:
    """Compile the examples of a game, executable on states of `program`."""
    return _Lowering(game, program).run(program)


class _Lowering:
    def __init__(self, game: typed.Game, program: Program) -> None:
        self.game, self.lines_of = game, program.lines_of
        stores = Stores(game)  # fields are known by their names, so these fit the states of the program
        self.expressions = ExpressionLowering(stores, first_name=_OWN_NAMES)
        self.flow = StatementLowering(game, stores, self.expressions)
        self.flow.faults += program.faults  # those of the examples are numbered behind them

    def run(self, program: Program) -> ir.Examples:
        examples = tuple(self._example(one) for one in self.game.examples)
        procedures = {one.name: one for one in (*program.procedures, *self.flow.procedures.values())}
        own = replace(
            program,
            functions=(*program.functions, *self.expressions.functions.values()),
            procedures=tuple(procedures.values()),
            faults=tuple(self.flow.faults),
        )
        return ir.Examples(own, examples)

    def _example(self, one: evidence.Example) -> ir.Example:
        lines = tuple(self._line(line) for line in one.lines)
        return ir.Example(one.title, one.players, one.options, lines, one.citations, one.span)

    def _line(self, line: evidence.Line) -> ir.Line:
        match line:
            case evidence.At(rule, player, arguments, span):
                who = None if player is None else self._value(player)
                return ir.At(rule.point, who, tuple(map(self._value, arguments)), span)
            case evidence.Given(parts, span):
                return ir.Given(
                    tuple(
                        self._contents(one) if isinstance(one, evidence.Contents) else self._given(one)
                        for one in parts
                    ),
                    span,
                )
            case Play() | Offered() | Over():
                return line
            case evidence.Then(conditions, span):
                return ir.Then(tuple(map(self._condition, conditions)), span)
            case _ as other:
                assert_never(other)

    def _value(self, node: typed.Expr) -> Expr:
        return self.expressions.expr(node, Names())

    def _given(self, sentences: tuple[typed.Sentence, ...]) -> tuple[nodes.Stmt, ...]:
        body: list[nodes.Stmt] = []
        self.flow.sentences(sentences, Cursor(Names(), "example", "example", KnownFacts(), body))
        return tuple(body)

    def _contents(self, one: evidence.Contents) -> ir.Contents:
        zone = one.zone
        index = self.expressions.index(zone.owner, zone.keys, Names())
        counts = tuple((self._value(kind), self._value(number)) for kind, number in one.counts)
        kinds = None if one.kinds is None else self._value(one.kinds)
        return ir.Contents(self.expressions.stores.zone(zone.zone), index, counts, kinds, one.span)

    def _condition(self, one: evidence.Condition) -> ir.Condition:
        value = None if one.value is None else self._value(one.value)
        text = "" if one.value is None else self._text(one.value.span)
        return ir.Condition(self._value(one.test), value, self._text(one.span), text, one.span)

    def _text(self, span: Span) -> str:
        """Return the source text of a span on one line."""
        lines = list(self.lines_of(span.file)[span.line - 1 : span.end_line])
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(part.strip() for part in lines)
