"""Owned pieces: one kind for each owner, with neutral ones, or one for every row of a table."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.declarations import configurations
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.scope import BuiltIn, Globals, Scope
from rulec.semantics.types import Local, MemberType, PieceSort, Sort, Unknown
from rulec.syntax import ast


def unnamed_kinds(declarer: DeclarationContext, one: ast.Pieces, labels: tuple[str, ...]) -> Sort:
    """Declare a sort of unnamed kinds for these pieces."""
    sort = Sort(one.plural.text, one.singular.text, labels, one.span)
    declarer.globals.own[sort] = {}
    return sort


def with_owners(
    declarer: DeclarationContext, one: ast.Pieces, labels: tuple[str, ...], owner: Sort
) -> PieceSort:
    """Declare `13 for each player and 7 neutral`: a kind per owner, and one without owner."""
    copies: tuple[int | None, ...] = (one.count,) * owner.size
    name, span = one.singular.text, one.span
    if not one.neutral:
        sort = unnamed_kinds(declarer, one, labels)
        declarer.globals.own[sort]["owner"] = BuiltIn("owner", sort, owner)
        return PieceSort(one.plural.text, name, one.count, span, sort, copies, owner)
    sort = unnamed_kinds(declarer, one, (*labels, f"neutral {name}"))
    owners = (*range(owner.size), -1)
    _belongs(declarer.globals, sort, owner, owners)
    declarer.game.sorts.append(sort)
    found = PieceSort(one.plural.text, name, one.count, span, sort, (*copies, one.neutral), owner)
    found.owners = owners
    return found


def owned_rows(
    declarer: DeclarationContext, one: ast.Pieces, rows: Sort, copies: tuple[int | None, ...], owner: Sort
) -> PieceSort:
    """Declare `from buildings for each player`: a piece per owner and row, with the row's attributes.

    `where` restricts those rows; pieces of other rows have no owner.
    """
    pairs = [(who, row) for who in range(owner.size) for row in range(rows.size)]
    labels = tuple(f"{rows.members[row]} of {owner.members[who]}" for who, row in pairs)
    if one.each_where is not None:
        pairs += [(-1, row) for row in range(rows.size)]
        labels += rows.members
    sort = unnamed_kinds(declarer, one, labels)
    plural, span = one.plural.text, one.span
    owners = tuple(who for who, _ in pairs)
    _belongs(declarer.globals, sort, owner, owners)
    row_of = tuple(row for _, row in pairs)
    sort.rows = typed.Column(plural, "row", (sort,), MemberType(rows), row_of, span)
    everyone = tuple(range(owner.size * rows.size))
    held = typed.Column(plural, "piece", (owner, rows), MemberType(sort), everyone, span)
    declarer.game.sorts.append(sort)
    copies = tuple(copies[row] for _, row in pairs)
    found = PieceSort(plural, one.singular.text, one.count, span, sort, copies, owner)
    found.owners, found.held = owners, held
    if one.each_where is not None:
        others = tuple(range(len(everyone), len(pairs)))
        found.unheld = typed.Column(plural, "piece of nobody", (rows,), MemberType(sort), others, span)
    return found


def _belongs(globals_: Globals, sort: Sort, owner: Sort, owners: tuple[int, ...]) -> None:
    type_ = MemberType(owner, maybe=-1 in owners)
    globals_.own[sort]["owner"] = typed.Column(sort.plural, "owner", (sort,), type_, owners, sort.span)


def leave_out(
    pieces: PieceSort, rows: Sort, where: ast.Expr, split: bool, expressions: ExpressionChecker, scope: Scope
) -> None:
    """Evaluate `from buildings where private` statically, and set the copies of other rows to 0.

    `split`: owners have the matching pieces, and the others have no owner.
    """
    it = Local("it", MemberType(rows), where.span)
    test = expressions.flag(where, scope.with_it(it), "the value after `where`")
    if isinstance(test.type, Unknown):
        return
    kept = []
    for kind, count in enumerate(pieces.copies):
        try:
            fits = bool(configurations.value(test, -1, {it: kind % rows.size}))
            kept.append(count if fits == (not split or pieces.owner_of(kind) >= 0) else 0)
        except configurations.NotFixed as problem:
            message = "which pieces there are depends on the columns of the table alone"
            hint = "leave this out: it is only known while a game runs"
            scope.globals.report.error("R839", problem.span, message, hint)
            return
    pieces.copies = tuple(kept)
    if not any(kept):
        message = "no row matches, so there are no such pieces"
        scope.globals.report.error("R839", where.span, message, "change the condition, or the table")
