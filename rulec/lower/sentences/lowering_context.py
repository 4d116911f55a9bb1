"""Shared state of sentence lowering: drafts of the program, bodies of sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.program import Procedure
from rulec.lower.blocks.block_builder import BlockBuilder
from rulec.lower.blocks.block_drafts import Cursor, DraftCheckpoint, DraftDecision, DraftProbe
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.sentences.legality_clauses import Telling
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics.typed.walk import parts


class LoweringContext(BlockBuilder, ABC):
    """Base of the sentence lowering; a class for each sort of sentence recurs through it."""

    def __init__(self, game: typed.Game, stores: Stores, expressions: ExpressionLowering) -> None:
        super().__init__(stores, expressions)
        self.game = game
        self.decisions: dict[typed.Decision, DraftDecision] = {}
        self.probes: list[DraftProbe] = []
        self.procedures: dict[typed.Rule, Procedure] = {}
        self.entries: dict[typed.Rule, int] = {}
        self.checkpoints: dict[typed.Rule, DraftCheckpoint] = {}
        self.telling: Telling | None = None  # where somebody asks why options are offered

    @abstractmethod
    def sentences(self, sentences: tuple[typed.Sentence, ...], place: Cursor) -> None:
        """Lower sentences at the insertion point."""

    def promise(self, what: Literal["begins", "ends"], place: Cursor, span: Span) -> None:
        """Begin or end a region certified as completable."""
        block = self.next_block(place, span, f"promise {what}")
        self.drafts[block].promise, self.drafts[block].solid = what, True
        facts = place.facts.copy()
        self.end(nodes.Goto(block))
        self.begin(block, place)
        place.facts.known = facts.known

    def stops(self, sentences: tuple[typed.Sentence, ...]) -> bool:
        """Return whether any sentence ends a block."""
        return any(
            isinstance(one, typed.BLOCK_TERMINATORS) or (isinstance(one, typed.CallRule) and one.rule.stops)
            for one in parts(sentences)
        )

    def nested(
        self, sentences: tuple[typed.Sentence, ...], place: Cursor, condition: Expr
    ) -> tuple[tuple[nodes.Stmt, ...], KnownFacts]:
        """Lower sentences without block ends to a statement body, and return the facts behind it."""
        out: list[nodes.Stmt] = []
        facts = place.facts.copy()
        facts.learn(condition)
        inner = place.inside(out=out, facts=facts)
        self.sentences(sentences, inner)
        return tuple(out), inner.facts
