"""Ambiguous bare words inside filters and folds, rejected with a suggestion of the full form.

The member that a filter iterates over is `it` or the name of its kind; its attributes can be bare words. No
such word may hide an outer binding (a local, the member of an enclosing filter, a global), nor be hidden by
one. Where two members of one sort own a word, it resolves to the innermost member.
"""

from __future__ import annotations

import re
from typing import Literal

from rulec.base.diagnostics import Note
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.desugar.filter_names import (
    compared_with_itself,
    compared_with_member,
    free_name,
    with_member_named,
)
from rulec.semantics.scope import Filtered, Scope, it_sort
from rulec.semantics.types import Local, MemberType, SetType, Sort
from rulec.syntax import ast


@dataclass(frozen=True)
class Interpretation:
    """One candidate meaning of a bare word: the filter's member or attribute, a local, a global."""

    sort: Literal["own", "kind", "local", "game"]
    of: Filtered | None
    local: Local | None


def refused(node: ast.Name, scope: Scope) -> bool:
    """Report a bare word with two possible meanings inside a filter."""
    if not scope.filters:
        return False
    found = _readings(node, scope)
    inner = scope.filters[-1]
    if found and inner.named and not inner.mentioned and _owned(node, inner, scope):
        found.insert(
            0, Interpretation("own" if _attribute(node, inner, scope) else "kind", inner, inner.local)
        )
    clash = next((one for one in found[1:] if _differ(found[0], one, node, scope)), None)
    if clash is None:
        return False
    word, first = node.name.text, found[0]
    message = f"`{word}` could be {_said(first, word, scope)} or {_said(clash, word, scope)}"
    notes = (
        [Note(clash.local.span, "named here")] if clash.sort == "local" and clash.local is not None else []
    )
    scope.globals.report.error("R212", node.name.span, message, _fix(node, first, clash, scope), notes)
    return True


def taken(name: ast.Ident, scope: Scope) -> bool:
    """Report a new name with an existing binding."""
    g = scope.globals
    before = scope.locals.get(name.text)
    if before is not None:
        notes = [Note(before.span, "named here")]
        message, hint = f"`{name.text}` is already named above", "give one of the two another name"
        g.report.error("R217", name.span, message, hint, notes)
        return True
    if any(name.text in names for names in (g.sets, g.constants, g.variables, g.definitions, g.rules)):
        g.report.error("R202", name.span, f"`{name.text}` is declared already", "use another name")
        return True
    return False


def refused_adjective(node: ast.Name, sort: Sort, scope: Scope) -> bool:
    """Report `square is corner` where squares have that adjective and a local has that name."""
    word = node.name
    local = scope.locals.get(word.text)
    if local is None or not isinstance(local.type, MemberType) or local.type.sort is not sort:
        return False
    message = f"`{word.text}` could be what {sort.plural} are asked, or the one named above"
    hint = f"call the one above `{word.text}_2`"
    scope.globals.report.error("R212", word.span, message, hint, [Note(local.span, "named here")])
    return True


def refused_it(span: Span, scope: Scope) -> bool:
    """Record a use of `it`; report nested uses for two members of one sort."""
    chain = [one for one in scope.filters if not one.named]
    if not chain:
        return False
    inner = chain[-1]
    inner.local.called_it = inner.local.called_it or span
    for outer in chain[:-1]:
        outer.local.inner_it = outer.local.inner_it or (span, inner)
    for outer in chain:
        further, found = outer.local.called_it, outer.local.inner_it
        if further is None or found is None or not _kin(it_sort(outer.local), it_sort(found[1].local)):
            continue
        one = it_sort(outer.local)
        assert one is not None
        message = f"`it` stands for two {one.plural} in one line: that of this filter, and the one around it"
        changed = with_member_named(found[1], "", scope)
        hint = (
            f"write `{changed[1]}` for `{changed[0]}`" if changed else f"write `{one.singular}` for the other"
        )
        scope.globals.report.error("R246", found[0], message, hint, [Note(further, "the other one")])
        return True
    return False


# --- candidate meanings -------------------------------------------------------------------------------


def _readings(node: ast.Name, scope: Scope) -> list[Interpretation]:
    """Return all meanings of a bare word, innermost first; empty unless it belongs to a filter's member."""
    word, alone = node.name.text, not node.arguments
    found: list[Interpretation] = []
    for one in reversed(scope.filters):
        if one.named:
            continue
        if _attribute(node, one, scope) is not None:
            found.append(Interpretation("own", one, one.local))
        sort = it_sort(one.local)
        # Second alternative: the name of a chosen member, or of a definition's subject.
        if alone and sort is not None and word in {sort.singular, one.local.name}:
            found.append(Interpretation("kind", one, one.local))
    if not found:
        return []
    local = scope.locals.get(word) or scope.left.get(word)
    filtered = any(local is one.local for one in scope.filters)
    if alone and not filtered and (local is not None or word in scope.left):
        found.append(Interpretation("local", None, local))
    if _of_the_game(word, alone, scope):
        found.append(Interpretation("game", None, None))
    if len(found) > 1 and found[0].sort == "kind" and _candidate(found[0].of, word):
        del found[0]  # `choose other from squares where other is next to square`
    return found


def _candidate(one: Filtered | None, word: str) -> bool:
    """Return whether a chosen member has a name of its own and the condition uses it."""
    return one is not None and one.local.name not in {"it", word} and one.mentioned


def _attribute(node: ast.Name, one: Filtered, scope: Scope) -> object:
    sort = it_sort(one.local)
    return None if sort is None else scope.globals.attribute(sort, node.name.text)


def _owned(node: ast.Name, one: Filtered, scope: Scope) -> bool:
    sort = it_sort(one.local)
    kind = sort is not None and node.name.text == sort.singular and not node.arguments
    return kind or _attribute(node, one, scope) is not None


def _of_the_game(word: str, alone: bool, scope: Scope) -> bool:
    g = scope.globals
    if alone and (word in g.constants or word in g.labels or word in g.shared_labels):
        return True
    if alone and word in g.sets:
        return not any(one.name == word for one in g.markers)  # a marker is called like its track
    if word in g.mixed and g.mixed[word].owner is None:
        return True
    return word in g.variables or word in g.zones or word in g.lookups or word in g.definitions


def _differ(first: Interpretation, other: Interpretation, node: ast.Name, scope: Scope) -> bool:
    """Return whether two readings of a word denote different things."""
    g, word = scope.globals, node.name.text
    if first.of is not None and other.of is not None:
        if first.of.local is other.of.local:
            return first.sort != other.sort and first.of.local.name == "it"
        if first.sort == other.sort == "own":
            same = _attribute(node, first.of, scope) is _attribute(node, other.of, scope)
            return not same or first.of.named
    if other.sort != "game" or first.sort != "own" or first.of is None:
        return True
    if word not in g.constants and word not in g.labels:
        return True
    sort = (g.constants.get(word) or g.labels[word])[0]
    type_ = getattr(_attribute(node, first.of, scope), "type", None)
    return isinstance(type_, MemberType | SetType) and type_.sort is sort


def _kin(one: Sort | None, other: Sort | None) -> bool:
    if one is None or other is None:
        return False
    return one is other or one in other.parts or other in one.parts


# --- messages and hints --------------------------------------------------------------------------------


def _said(reading: Interpretation, word: str, scope: Scope) -> str:
    if reading.sort == "local":
        return "the one named above"
    if reading.of is None:
        return "all of them" if word in scope.globals.sets else "that of the game"
    sort = it_sort(reading.local)
    assert sort is not None
    innermost = reading.of is scope.filters[-1]
    if reading.sort == "own":
        return f"the {sort.singular}'s own" if innermost else f"that of the {sort.singular} around it"
    if word != sort.singular:
        return f"the {sort.singular} of that name"
    return f"the {sort.singular} that is looked at" if innermost else f"the {sort.singular} around it"


def _fix(node: ast.Name, first: Interpretation, other: Interpretation, scope: Scope) -> str:
    """Return a hint: the full form of the inner reading, or a name for the filter's member."""
    word = node.name.text
    assert first.of is not None
    innermost = first.of is scope.filters[-1]
    if innermost and other.sort == "kind" and (both := _both_meant(first.of, word, scope)):
        return both
    named = with_member_named(first.of, word, scope) if innermost else None
    beside = compared_with_member(first.of, node, scope) or compared_with_itself(first.of, node)
    if innermost and beside and (around := _owned_around(other, word, scope)):
        return f"write `{around}`"
    if named is not None and (beside or first.of.local.name != "it"):
        return f"write `{named[1]}` for `{named[0]}`"
    if beside and other.sort == "local":
        return f"call the one above `{word}_2`"
    pronoun = first.of.local.name if first.of.named else _pronoun(first.of, scope)
    full = pronoun if first.sort == "kind" else f"{pronoun}'s {word}"
    if pronoun and other.sort == "local":
        second = f"{word}_2"
        known = second in scope.locals  # so are the keys of a deck called
        return f"write `{full}`, or " + (
            f"`{second}` for the one above" if known else f"call the one above `{second}`"
        )
    if pronoun and named is not None:
        return f"write `{full}`, or `{named[1]}` for the other"
    return f"write `{full}`" if pronoun else _named_around(first.of, word, scope)


def _both_meant(one: Filtered, word: str, scope: Scope) -> str:
    """Return the hint for `suit is it` where `it` can only be the suit around a filter of cards."""
    attribute = scope.globals.attribute(sort, word) if (sort := it_sort(one.local)) is not None else None
    type_ = getattr(attribute, "type", None)
    if sort is None or not isinstance(type_, MemberType) or type_.sort is sort:
        return ""
    named = with_member_named(one, "", scope)
    name = free_name(sort, scope)
    if named is None or type_.sort.singular != word:
        return ""
    meant, times = re.subn(rf"\b({name}'s {word} (?:is(?: not)?|=) ){name}(?!\w|')", rf"\1{word}", named[1])
    return f"write `{meant}` for `{named[0]}`" if times == 1 else ""


def _pronoun(one: Filtered, scope: Scope) -> str:
    """Return a word that refers to this member unambiguously, or an empty text."""
    unnamed = [other for other in scope.filters if not other.named]
    if one is unnamed[-1]:
        return "it"
    if one.local.name in scope.locals:
        return one.local.name
    return _kind_word(one, scope)


def _named_around(one: Filtered, word: str, scope: Scope) -> str:
    """Return the hint to name an enclosing member that no word denotes."""
    sort = it_sort(one.local)
    if sort is None or one.local.name != "it":
        return "give one of the two another name"
    name = free_name(sort, scope)
    return f"name the {sort.singular} around it, as in `{name} in {sort.plural}`, and write `{name}'s {word}`"


def _owned_around(reading: Interpretation, word: str, scope: Scope) -> str:
    """Return the full form of a reading as an attribute of an enclosing member, or an empty text."""
    if reading.sort != "own" or reading.of is None or reading.of.named:
        return ""
    pronoun = _pronoun(reading.of, scope)
    return f"{pronoun}'s {word}" if pronoun else ""


def _kind_word(one: Filtered, scope: Scope) -> str:
    """Return the word for the kind of an enclosing member if nothing else here is called so."""
    sort = it_sort(one.local)
    if sort is None or scope.around.get(sort.singular) is not one.local:
        return ""
    word, nearer = sort.singular, scope.filters[scope.filters.index(one) + 1 :]
    if word in scope.locals or word in scope.left or _of_the_game(word, True, scope):
        return ""
    if any((kind := it_sort(two.local)) and scope.globals.attribute(kind, word) for two in nearer):
        return ""
    return word
