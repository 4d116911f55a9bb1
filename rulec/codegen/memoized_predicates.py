"""Memoizes expensive expressions beside the state, and invalidates them on assignment.

"Is a milestone complete?" runs through the milestones of all players and the demands of each, and tests of
twenty options evaluate it. The memo of such an expression lies beside the state, valid until a variable that
the expression reads is assigned. Undoing a trial restores the memos with the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from rulec.codegen.descriptions import subjects
from rulec.codegen.names import distinct
from rulec.ir import nodes
from rulec.ir.constant_folding import LOOPS
from rulec.ir.nodes import Expr, Field
from rulec.ir.program import Program
from rulec.ir.schema import words
from rulec.ir.types import ElemType, ListType, SetType, bounds
from rulec.ir.walk import (
    READS,
    children,
    locals_read,
    parts,
    parts_of_program,
    rewrite,
    with_plain_names,
)
from rulec.runtime import control

_ASKED_OFTEN = 6  # least number of places that evaluate the expression
_COSTLY = 400  # least estimated number of evaluated nodes
_MEMBERS = 4  # assumed rounds of a loop over at least so many members
_MOST_BITS = 64  # validity bits of all memos
_MOST_OWNERS = 6  # members with a memo each
OWNER = "owner~"  # the local that stands for the member


@dataclass(frozen=True)
class Memo:
    """A memo of an expression, or one per member of a small domain."""

    name: str
    value: Expr  # of OWNER, if there is one
    owners: int
    first_bit: int  # validity bit of the first member; the others follow
    fields: frozenset[Field]  # read by the expression

    @property
    def bits(self) -> int:
        return (1 << self.owners) - 1 << self.first_bit


class MemoizedPredicates:
    """Decides which expressions of a program are memoized."""

    def __init__(self, program: Program) -> None:
        self._memos: dict[Expr, Memo] = {}
        bits = 0
        for value, owners, fields in _worth_memoizing(program):
            if bits + owners <= _MOST_BITS:
                taken = [one.name for one in self._memos.values()]
                name = distinct(f"memo_{subjects(value)}", taken)
                self._memos[with_plain_names(value)] = Memo(name, value, owners, bits, fields)
                bits += owners
        # The memos in the generated text, each with its type and the function that computes it.
        self.emitted: dict[Memo, tuple[str, str]] = {}

    def of(self, value: Expr) -> tuple[Memo | None, Expr | None]:
        """Return the memo of an expression and its member, if memoized."""
        if not self._memos:
            return None, None
        asked, owner = _about(value)
        return self._memos.get(with_plain_names(asked)), owner

    def cleared_by(self, field: Field) -> int:
        """Return the validity bits that an assignment to this variable clears."""
        return sum(one.bits for one in self._memos.values() if field in one.fields)


def _worth_memoizing(program: Program) -> Iterator[tuple[Expr, int, frozenset[Field]]]:
    """Yield expressions of the state and a member, most costly first.

    Each comes with the number of members and the variables read.
    """
    asked: Counter[Expr] = Counter()
    owners: dict[Expr, int] = {}
    for part in parts_of_program(program):
        if isinstance(part, LOOPS) and _is_one_word(part):
            value, owner = _about(part)
            if locals_read(value) <= {OWNER}:
                plain = with_plain_names(value)
                asked[plain] += 1
                owners[plain] = 1 if owner is None else bounds(owner.type).hi + 1
    work = _Work(program)
    often = ((work.of(value), value) for value, places in asked.items() if places >= _ASKED_OFTEN)
    for much, value in sorted(often, key=lambda one: -one[0]):
        fields = work.looked_at(value)
        if much >= _COSTLY and fields and all(map(_is_of_the_rules, fields)):
            yield value, owners[value], fields


def _about(value: Expr) -> tuple[Expr, Expr | None]:
    """Abstract an expression over its single free member, a local or a variable.

    Return the expression with OWNER in the member's place, and the member.
    """
    inputs = {one for one in parts(value) if _is_free(one, value)}
    if len(inputs) != 1:
        return value, None
    (owner,) = inputs
    if bounds(owner.type).lo < 0 or bounds(owner.type).hi >= _MOST_OWNERS:
        return value, None
    local = nodes.ReadLocal(OWNER, owner.type)
    return cast(Expr, rewrite(value, lambda one: local if one == owner else one)), owner


def _is_free(node: Any, value: Expr) -> bool:
    """Return whether a node is a free member of the expression."""
    if not isinstance(getattr(node, "type", None), ElemType):
        return False
    if isinstance(node, nodes.ReadLocal):
        return node.name in locals_read(value)
    return isinstance(node, nodes.ReadField) and node.field.role == "frame" and not node.index


def _is_one_word(value: Expr) -> bool:
    if isinstance(value.type, SetType):
        return not isinstance(value.type, ListType) and words(value.type) == 1
    return True


def _is_of_the_rules(field: Field) -> bool:
    """Do rules alone assign the field? The number of players never changes."""
    return field.name == control.SEATS or field.name[:1] != control.MARK


class _Work:
    """Cost estimates of expressions, over called functions."""

    def __init__(self, program: Program) -> None:
        self.functions = {one.name: one.result for one in program.functions}
        self._known: dict[str, int] = {}
        self._fields: dict[str, frozenset[Field] | None] = {}

    def of(self, node: Any) -> int:
        """Estimate the number of evaluated nodes."""
        inner = sum(self.of(child) for child in children(node))
        if isinstance(node, LOOPS):
            set_ = self.of(node.value)
            assert isinstance(node.value.type, SetType)
            return 1 + set_ + (inner - set_) * min(node.value.type.domain.size, _MEMBERS)
        if isinstance(node, nodes.CallFunction):
            if node.function not in self._known:
                self._known[node.function] = 0  # while it is not known
                self._known[node.function] = self.of(self.functions[node.function])
            inner += self._known[node.function]
        return 1 + inner

    def looked_at(self, node: Any) -> frozenset[Field] | None:
        """Return the variables read; None if the expression looks ahead, or reads which rules run."""
        fields: set[Field] = set()
        for part in parts(node):
            if isinstance(part, nodes.Can | nodes.Depth):
                return None
            if isinstance(part, READS):
                fields.add(part.field)
            elif isinstance(part, nodes.CallFunction):
                if part.function not in self._fields:
                    self._fields[part.function] = frozenset()  # while it is not known
                    self._fields[part.function] = self.looked_at(self.functions[part.function])
                within = self._fields[part.function]
                if within is None:
                    return None
                fields |= within
        return frozenset(fields)
