"""Drafts of blocks and decisions during lowering."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.program import OptionGroup
from rulec.ir.types import Type
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.names import Names
from rulec.semantics import typed


@dataclass
class BlockDraft:
    """A block under construction."""

    name: str
    rule: str
    root: str  # the rule whose frame its names belong to: rules that are called from one place are part of it
    span: Span
    body: list[nodes.Stmt] = field(default_factory=list)
    end: nodes.End | None = None
    parameter: tuple[str, Type] | None = None
    owed: bool = False
    promise: Literal["", "begins", "ends"] = ""  # see `nodes.Block`
    solid: bool = False  # not to be passed over even if it is empty: it tells two returns apart
    gives: tuple[str, ...] = ()  # where it ends in a call or a return: names that the called rule sets


@dataclass
class DraftDecision:
    decision: typed.Decision
    rule: str
    root: str
    decider: str
    who: Expr  # the player
    actor: Expr | None  # for whom the decision is, where that is known
    groups: list[OptionGroup]
    dead_end: int
    span: Span
    helps: Expr | None = None
    unfinished: Expr | None = None
    collection: str = ""  # `set` or `bag`, if it is asked member by member


@dataclass
class Cursor:
    """The insertion point of lowering: names, rule, known facts."""

    names: Names
    rule: str
    root: str
    facts: KnownFacts
    out: list[nodes.Stmt] | None = None  # where statements go; None: the current block

    def inside(self, **changes: object) -> Cursor:
        inner = Cursor(self.names, self.rule, self.root, self.facts, self.out)
        for name, value in changes.items():
            setattr(inner, name, value)
        return inner


@dataclass
class DraftProbe:
    """A feasibility probe under construction; see `ir.program.Probe`."""

    block: int
    parameters: list[str]
    span: Span


@dataclass
class DraftCheckpoint:
    """An entry point for positions made by hand, under construction: its actor and arguments."""

    block: int
    me: Expr | None
    given: tuple[nodes.ReadLocal, ...]
    around: tuple[typed.Rule, ...]  # rules that are watched, and run there
    begins: int  # where all that leads there is done
