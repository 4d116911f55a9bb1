"""Syntax nodes of tables: headings, cells, types of values."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Amount, Expr
from rulec.syntax.ast.leaves import Ident, Parameter, Text
from rulec.syntax.ast.sentences import Sentence


@dataclass(frozen=True)
class Heading:
    """The heading of a column: a name, optionally with members as parameters, or a number."""

    name: Ident | None
    number: int
    parameters: tuple[Ident, ...]
    type: ColumnType | None
    span: Span


CellSort = Literal["blank", "own number", "numbered", "values", "effect", "ability", "mix"]


@dataclass(frozen=True)
class Side:
    """An alternative of an effect: its source text and its sentences."""

    text: str
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Ability:
    """The timing of an ability: `at once: E`, `once a round, in P: E`, `whenever EVENT where C: E`."""

    sort: Literal["at once", "once", "whenever"]
    rule: Ident | None  # the rule during which it is usable once
    inside: Ident | None  # the rule at whose choices it is usable
    event: Ident | None
    parameters: tuple[Parameter, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True)
class Cell:
    """A table cell: `-`, `number`, `r01 to r09`, values, or an effect; `text` is its source."""

    sort: CellSort
    values: tuple[Expr, ...]
    text: str
    span: Span
    sides: tuple[Side, ...] = ()
    ability: Ability | None = None
    mix: tuple[Amount, ...] = ()  # `1 iron + 2 coin`


@dataclass(frozen=True)
class Row:
    cells: tuple[Cell, ...]
    span: Span


@dataclass(frozen=True)
class Assumed:
    """Data that the rulebook does not give, with the reason; in all columns, or the named ones."""

    reason: Text
    columns: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Grid:
    """The body of a table: headings and rows, with as many cells in each row as headings."""

    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    assumed: tuple[Assumed, ...]


@dataclass(frozen=True)
class Table:
    """A kind whose members are the rows of a table."""

    plural: Ident
    singular: Ident
    grid: Grid
    span: Span
    pieces: PieceOptions | None = None
    joins: Joins | None = None  # of a graph


JoinSort = Literal["edges", "one way"]


@dataclass(frozen=True)
class Joins:
    """The edges of a graph: its rows are edges between nodes, or nodes with one-way edges in a column."""

    sort: JoinSort
    name: Ident  # the set of nodes, or the column
    span: Span


@dataclass(frozen=True)
class TableKey:
    """A key of a lookup table: a member, a number of a range, a number of players."""

    sort: Literal["type", "range", "count"]
    name: Ident
    lo: int
    hi: int
    span: Span


@dataclass(frozen=True)
class LookupTable:
    name: Ident
    keys: tuple[TableKey, ...]
    giving: ColumnType | None
    grid: Grid
    span: Span


@dataclass(frozen=True)
class ValueType:
    sort: Literal["range", "flag", "member", "maybe", "set", "list"]
    lo: int
    hi: int
    member: Ident | None
    span: Span


@dataclass(frozen=True)
class EffectType:
    """`effect as alternative`: the type of a column of effects."""

    alternative: Ident | None
    span: Span
    abilities: bool = False  # the cells give the timing, too


@dataclass(frozen=True)
class FormulaType:
    """The type of a column of formulas, evaluated at each read."""

    span: Span


ColumnType = ValueType | EffectType | FormulaType


@dataclass(frozen=True)
class PieceOptions:
    """The home zone of pieces, and the number of copies of each kind."""

    home: Ident | None = None
    copies: int | Ident | None = None  # a number, or a column of the table
