"""Kind, type and description of names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.editor.name_index import Key
from rulec.editor.workspace import Analysis
from rulec.semantics import typed
from rulec.semantics.scope import Globals
from rulec.semantics.types import ListType, MemberType, NumberType, SetType, Sort, Type, Unknown

BOX: Final = "pieces that are out of the game, off the board"


@dataclass(frozen=True)
class Meaning:
    """Editor description of a name; `kind` is from a fixed list with editor icons."""

    name: str
    kind: str  # kind, member, pieces, variable, zone, definition, table, rule, decision, option, local ...
    type: str = ""


def all_names(g: Globals) -> Iterator[Meaning]:
    """Yield every name that can be used without an owner."""
    for name in g.places:
        if name.isidentifier():
            yield global_meaning(g, name)
    for name in ("players", "player"):
        yield Meaning(name, "kind", "all who play" if name == "players" else "one of the players")
    yield from (Meaning(name, "decision", "decision") for name in g.decisions)
    if "box" not in g.places and g.pieces:
        yield Meaning("box", "zone", BOX)


def meaning_of_seat(seat: int) -> str:
    return f"player {seat + 1} in seat order"


def global_meaning(g: Globals, name: str) -> Meaning:
    if name in g.variables:
        return Meaning(name, "variable", _stored(g.variables[name]))
    if name in g.constants:
        sort, index = g.constants[name]
        return Meaning(name, "member", f"{MemberType(sort)}, number {index + 1} of {sort.size}")
    if name in g.rules:
        return Meaning(name, "rule", signature(g.rules[name]))
    if name in g.definitions:
        return Meaning(name, "definition", _value(g.definitions[name].type))
    if name in g.lookups:
        return Meaning(
            name,
            "table",
            f"table by {', '.join(str(getattr(k, 'singular', k)) for k in g.lookups[name].keys)}",
        )
    if name in g.zones:
        return Meaning(name, "zone", _zone(g.zones[name]))
    if name in g.pieces:
        return Meaning(name, "pieces", _pieces(g, name))
    for words, what in ((g.sets, "all of them"), (g.members, "one of them")):
        if name in words:
            return Meaning(name, "kind", f"{what}: {_members(words[name])}")
    known = (
        (g.goods, "variable", "goods"),
        (g.accounts, "definition", "account"),
        (g.plans, "definition", "best plan"),
        (g.routes, "rule", "route"),
        (g.payments, "rule", "payment"),
        (g.mixed, "zone", "zone"),
    )
    for table, kind, text in known:
        if name in table:
            return Meaning(name, kind, text)
    return Meaning(name, "name")


def attribute_meaning(sort: Sort, name: str, attribute: object) -> Meaning:
    """Describe a word that members of a kind own."""
    match attribute:
        case typed.Variable():
            return Meaning(name, "property", _stored(attribute))
        case typed.Column():
            keys = "".join(f"({getattr(key, 'singular', 'number')})" for key in attribute.keys[1:])
            return Meaning(name, "property", f"column{keys} of {attribute.table}: {_value(attribute.type)}")
        case typed.Definition():
            return Meaning(name, "definition", _value(attribute.type))
        case typed.Zone():
            return Meaning(name, "zone", _zone(attribute))
        case typed.Place():
            return Meaning(name, "zone", f"place for 1 of {attribute.pieces.plural}")
        case _:
            return Meaning(name, "property", f"of each {sort.singular}")


def meaning_of(analysis: Analysis, key: Key) -> Meaning:
    """Describe a key of the name index."""
    g = analysis.resolution.globals
    if g is None:
        return Meaning(key[-1], "name")
    if key[0] == "global":
        return global_meaning(g, key[1])
    if key[0] == "own":
        sort = g.sets.get(key[1])
        return (
            Meaning(key[2], "name")
            if sort is None
            else attribute_meaning(sort, key[2], g.own[sort].get(key[2]))
        )
    if key[0] == "local":
        return Meaning(key[2], "local", local_type(analysis, key))
    if key[0] == "decision":
        return Meaning(key[1], "decision", _decision(g, key[1], analysis))
    return Meaning(key[-1], key[0])


def local_type(analysis: Analysis, key: Key) -> str:
    found = analysis.resolution.locals
    names = analysis.names
    for one in names.by_key.get(key, ()):
        if one.span in found:
            return _value(found[one.span].type)
    given = {one.span for one in names.by_key.get(key, ()) if one.gives}
    for local in lets_of(analysis):
        if local.var.span in given:
            return _value(local.var.type)
    return ""


def lets_of(analysis: Analysis) -> Iterator[typed.Let]:
    """Yield all `let` statements of an error-free game."""
    from rulec.semantics.typed.walk import parts

    game = analysis.checked.game
    for rule in game.rules if game is not None else ():
        for one in parts(rule.body):
            if isinstance(one, typed.Let) and one.gives:
                yield one


def signature(rule: typed.Rule) -> str:
    parts = [rule.sort if rule.sort != "cell" else "rule", rule.name]
    for word, parameter in zip(rule.words, rule.parameters, strict=False):
        parts += ([word] if word else []) + [parameter.name]
    given = f" giving {', '.join(one.name for one in rule.given)}" if rule.given else ""
    return " ".join(parts) + given


def place_of(g: Globals, name: str) -> Span | None:
    place = g.places.get(name)
    return None if place is None or place == NOWHERE else place


def _decision(g: Globals, name: str, analysis: Analysis) -> str:
    game = analysis.checked.game
    decisions = [one for one in (game.decisions if game is not None else ()) if one.name == name]
    if not decisions:
        return "decision"
    count = count_of_options(decisions[0])
    rules = ", ".join(dict.fromkeys(f"`{one.rule}`" for one in decisions))
    return f"decision of {rules}: up to {count} option{'s' if count != 1 else ''}"


def count_of_options(decision: typed.Decision) -> int:
    return sum(sort.size if sort is not None else 1 for sort, _ in decision.groups)


def _stored(one: typed.Variable) -> str:
    keys = "".join(f"({key.singular})" for key in one.keys)
    owner = f" of each {one.owner.singular}" if one.owner is not None else ""
    seen = "" if one.seen == "all" else f", seen by {one.seen}"
    return f"variable{keys}{owner}: {_value(one.type)}{', fixed before the game' if one.fixed else ''}{seen}"


def _value(type_: Type) -> str:
    if isinstance(type_, Unknown):
        return ""
    if isinstance(type_, NumberType):
        return f"{type_.lo} to {type_.hi}" if type_.lo != type_.hi else f"always {type_.lo}"
    if isinstance(type_, MemberType):
        return f"{'maybe ' if type_.maybe else ''}{type_.sort.singular}"
    if isinstance(type_, SetType):
        return f"set of {type_.sort.singular}"
    return f"list of {type_.sort.singular}" if isinstance(type_, ListType) else str(type_)


value_text = _value


def _zone(zone: typed.Zone) -> str:
    keys = "".join(f"({key.singular})" for key in zone.keys)
    owner = f" of each {zone.owner.singular}" if zone.owner is not None else ""
    what = "deck" if zone.deck is not None else "row" if zone.row is not None else "zone"
    seen = "" if zone.seen == "all" else f", seen by {zone.seen}"
    return f"{what}{keys}{owner}: {zone.pieces.plural}{seen}"


def _pieces(g: Globals, name: str) -> str:
    pieces = g.pieces[name]
    number = "unlimited" if pieces.count is None else str(pieces.count)
    owner = f" for each {pieces.owner.singular}" if pieces.owner is not None else ""
    return f"pieces {pieces.plural} of {pieces.singular}: {number}{owner}"


def _members(sort: Sort) -> str:
    shown = ", ".join(sort.members[:6])
    return f"{sort.size} {sort.plural}" + (
        f" ({shown}{', ...' if sort.size > 6 else ''})" if sort.named else ""
    )
