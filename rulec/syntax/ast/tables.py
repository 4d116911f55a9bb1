"""Tables as they are written: headings, cells, types of values."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Amount, Expr
from rulec.syntax.ast.leaves import Ident, Parameter, Text
from rulec.syntax.ast.sentences import Sentence


@dataclass(frozen=True)
class Heading:
    """The first cell of a column: a name, perhaps with members it is kept for, or a number."""

    name: Ident | None
    number: int
    parameters: tuple[Ident, ...]
    type: ColumnType | None
    span: Span


CellSort = Literal["blank", "own number", "numbered", "values", "effect", "ability", "mix"]


@dataclass(frozen=True)
class Side:
    """One of the alternatives of an effect: what is done, and how it was written."""

    text: str
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Ability:
    """`at once: E`, `once a round, in P: E`, `whenever EVENT where C: E`: when what a cell says is done."""

    sort: Literal["at once", "once", "whenever"]
    rule: Ident | None  # for how long it can be used once
    inside: Ident | None  # the rule beside whose choices it can be used
    event: Ident | None
    parameters: tuple[Parameter, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True)
class Cell:
    """`-`, `number`, `r01 to r09`, values, or an effect; `text` is what was written."""

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
    """Data that the rulebook does not give, with the reason; of all columns, or of some."""

    reason: Text
    columns: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Grid:
    """What stands below a table: headings and rows, as many cells in each."""

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
    """What a graph joins: its rows are edges between nodes, or nodes with one-way edges in a column."""

    sort: JoinSort
    name: Ident  # all of the nodes, or the column
    span: Span


@dataclass(frozen=True)
class TableKey:
    """What a lookup table is asked with: a member, a number of a range, a number of players."""

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
    """`effect as alternative`: the cells of a column say what is done."""

    alternative: Ident | None
    span: Span
    abilities: bool = False  # the cells say when it is done, too


@dataclass(frozen=True)
class FormulaType:
    """The cells of a column are worked out when they are read."""

    span: Span


ColumnType = ValueType | EffectType | FormulaType


@dataclass(frozen=True)
class PieceOptions:
    """Where pieces begin and end, and how many there are of each kind."""

    home: Ident | None = None
    copies: int | Ident | None = None  # a number, or a column of the table
