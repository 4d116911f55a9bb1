"""Contents of a zone in `given` lines of examples: `p1's own is 4 white + 1 orange`."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.expressions.list_terms import constants_in_order
from rulec.semantics.sentences.base import Context
from rulec.semantics.sentences.checker import SentenceChecker
from rulec.semantics.sentences.moves import MoveChecker
from rulec.semantics.typed import examples as evidence
from rulec.semantics.types import MemberType, NoneType, NumberType, SetType, Unknown
from rulec.syntax import ast

Part = tuple[typed.Sentence, ...] | evidence.Contents


def given_parts(
    checker: SentenceChecker, given: tuple[ast.Sentence, ...], context: Context
) -> tuple[Part, ...]:
    """Split `given` lines into sentences and zone contents, in order."""
    found: list[Part] = []
    plain: list[ast.Sentence] = []
    moving = MoveChecker(checker, context)
    for one in given:
        zone = _zone(moving, one)
        if zone is None and not isinstance(one, ast.Contents):
            plain.append(one)
            continue
        if plain:
            found.append(checker.body(tuple(plain), context))
            plain = []
        contents = _contents(moving, one, zone)
        found += [contents] if contents is not None else []
    if plain or not given:
        found.append(checker.body(tuple(plain), context))
    return tuple(found)


def _zone(moving: MoveChecker, node: ast.Sentence) -> typed.ZoneValue | None:
    if isinstance(node, ast.Contents) or (isinstance(node, ast.Change) and node.op == "set"):
        value = moving.expressions.tried(node.target, moving.scope)
        return value if isinstance(value, typed.ZoneValue) else None
    return None


def _contents(
    moving: MoveChecker, node: ast.Sentence, zone: typed.ZoneValue | None
) -> evidence.Contents | None:
    assert isinstance(node, ast.Contents | ast.Change)
    if zone is None:
        value = moving.expressions.expr(node.target, moving.scope)
        if not isinstance(value.type, Unknown):
            hint = "amounts lie in a zone; other things are given one value"
            moving._error("R835", node.target.span, f"this is {value.type}, not a zone", hint)
        return None
    if isinstance(node, ast.Contents):
        counts = [_count(moving, zone, one) for one in node.mix]
        known = tuple(one for one in counts if one is not None)
        return evidence.Contents(zone, known, None, node.span) if len(known) == len(counts) else None
    if isinstance(node.value, ast.Logic):
        message = f"`{node.value.op}` joins conditions, but pieces lie here"
        moving._error("R316", node.value.span, message, "put `+` between several of them, as in `a + b`")
        return None
    value = moving.expressions.expr(node.value, moving.scope)
    pieces = zone.zone.pieces
    match value.type:
        case Unknown():
            return None
        case NoneType():
            return evidence.Contents(zone, (), None, node.span)
        case NumberType():
            if isinstance(value, typed.Constant) and value.value == 0:
                return evidence.Contents(zone, (), None, node.span)
            if (
                pieces.kinds is not None
                and pieces.kinds.size > 1
                and not pieces.owned
                and pieces.held is None
            ):
                message = f"this does not say which of the {pieces.plural} is meant"
                hint = f"write `0`, or name the kind, as in `2 {_example(zone)}`"
                moving._error("R836", node.value.span, message, hint)
                return None
            kind = moving.kind_there(zone, node.value.span)
            return None if kind is None else evidence.Contents(zone, ((kind, value),), None, node.span)
        case MemberType(sort) | SetType(sort) if sort is pieces.kinds and not getattr(
            value.type, "counted", False
        ):
            in_row = constants_in_order(value)
            if in_row:  # with repetitions; a row keeps this order
                one = typed.Constant(1, NumberType(1, 1), node.span)
                return evidence.Contents(zone, tuple((kind, one) for kind in in_row), None, node.span)
            return evidence.Contents(zone, (), value, node.span)
    hint = f"write how many of each, as in `2 {_example(zone)}`, or `0` for none of them"
    message = f"{pieces.plural} lie here, and this is {value.type}"
    moving._error("R316", node.value.span, message, hint)
    return None


def _count(
    moving: MoveChecker, zone: typed.ZoneValue, one: ast.Amount
) -> tuple[typed.Expr, typed.Expr] | None:
    """Read `4 white` as a kind and its number."""
    number = moving.expressions.number(one.number, moving.scope, "how many there are")
    if one.name is not None:
        found = moving._kind(ast.Moved("count", one.number, one.name, None, one.span), zone)
    else:
        assert one.kind is not None
        kind = moving.expressions.expr(one.kind, moving.scope)
        pieces = moving.pieces_of(kind.type.sort) if isinstance(kind.type, MemberType) else None
        found = None if pieces is None else (pieces, kind)
        if pieces is None and not isinstance(kind.type, Unknown):
            moving._error("R836", one.kind.span, f"{kind.type} is not a kind of piece")
    if found is None or isinstance(number.type, Unknown):
        return None
    if found[0] is not zone.zone.pieces:
        message = f"this has room for {zone.zone.pieces.plural}, not {found[0].plural}"
        moving._error("R316", one.span, message)
        return None
    return found[1], number


def _example(zone: typed.ZoneValue) -> str:
    kinds = zone.zone.pieces.kinds
    return kinds.members[0] if kinds is not None and kinds.members else zone.zone.pieces.singular
