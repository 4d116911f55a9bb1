"""Modules that import each other in a circle, imports for type checkers and inside functions counted.

`acyclic_siblings` of import-linter forbids circles everywhere else; here stand those that are left, by name.
The lists only shrink: whoever opens a circle takes its modules out, and nothing is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

import grimp

PACKAGE = "rulec.semantics"
# Checkers of single sentences and expressions, which come back to the whole for their parts.
CHECKERS = """
declarations.accounts declarations.deck_layers declarations.formula_columns declarations.rows
declarations.zone_goods
expressions.best_plans expressions.boards expressions.chance expressions.checker expressions.coercions
expressions.goods expressions.lists expressions.lookups expressions.mixed_zones expressions.owned_pieces
expressions.sets expressions.tracks expressions.zones
flow.narrowing
sentences.ability_events sentences.any_order sentences.board_removal sentences.checker sentences.choices
sentences.decks sentences.loops sentences.moves sentences.rule_calls
"""
# Effects of cells, and those that are abilities.
ABILITIES = "declarations.abilities sentences.effect_cells"


def circles(imports: Mapping[str, Set[str]]) -> Iterator[frozenset[str]]:
    """The strongly connected components of more than one module."""
    reached = {one: _reached(one, imports) for one in imports}
    seen: set[str] = set()
    for one in sorted(imports):
        if one in seen:
            continue
        found = frozenset(two for two in reached[one] if one in reached[two])
        if found:
            seen |= found
            yield found


def _reached(start: str, imports: Mapping[str, Set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += imports[one]
    return found


def test_a_circle_is_found_whatever_leads_into_it_and_out_of_it() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"d", "b"}, "d": {"e"}, "e": set[str]()}
    assert list(circles(imports)) == [frozenset("bc")]


def test_only_these_modules_stand_in_circles() -> None:
    graph = grimp.build_graph("rulec", exclude_type_checking_imports=False, cache_dir=None)
    imports = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    left = {frozenset(f"{PACKAGE}.{one}" for one in names.split()) for names in (CHECKERS, ABILITIES)}
    assert set(circles(imports)) == left
