"""Boolean minimization of tests: drops known operands; absorbs, resolves and factors disjunctions.

Conditions joined over paths repeat their parts: each path brings its own copy of the tests that lead to it,
and the sides of a branch share most of what follows. Evaluation goes from left to right, and a part may be
undefined where those before it fail, so only total parts move ahead of others.
"""

from __future__ import annotations

from rulec.analysis.known_conditions import normal_form
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import FALSE, TRUE, all_of, any_of, both, either, negate
from rulec.ir.walk import always_has_a_value, conjuncts, disjuncts, size

LARGEST = 2_000  # nodes of a test; larger ones are never evaluated

Facts = dict[Expr, bool]  # truth of normalized tests
Terms = tuple[Expr, ...]  # conjuncts of a disjunct, in the order of evaluation


def factored(test: Expr) -> Expr:
    """Return an equivalent test without repeated parts, never a larger one."""
    if size(test) > LARGEST:
        return test
    found = _reduced(test, {})
    return found if size(found) < size(test) else test


def _reduced(test: Expr, facts: Facts) -> Expr:
    """Replace atoms that the facts decide, and minimize disjunctions, bottom-up."""
    match test:
        case Const():
            return test
        case nodes.Logic("and", left, right):
            left = _reduced(left, facts)
            return FALSE if left == FALSE else both(left, _reduced(right, facts | _facts(left, True)))
        case nodes.Logic("or", left, right):
            left = _reduced(left, facts)
            if left == TRUE:
                return TRUE
            right = _reduced(right, facts | _facts(left, False))
            return TRUE if right == TRUE else _joined(_cases(left, right))
        case nodes.Not(nodes.Logic() as inner):
            return negate(_reduced(inner, facts))
        case _:
            pass
    atom, value = _atom(test)
    known = facts.get(atom)
    return test if known is None else TRUE if known == value else FALSE


def _atom(test: Expr) -> tuple[Expr, bool]:
    """Return the normalized atom of a literal, and its polarity."""
    plain = normal_form(test)
    return (plain.value, False) if isinstance(plain, nodes.Not) else (plain, True)


def _facts(test: Expr, holds: bool) -> Facts:
    """Return the truth values of atoms that a test implies."""
    match test:
        case nodes.Logic("and", left, right) if holds:
            return _facts(left, True) | _facts(right, True)
        case nodes.Logic("or", left, right) if not holds:
            return _facts(left, False) | _facts(right, False)
        case nodes.Logic() | Const():
            return {}
        case nodes.Not(nodes.Logic() as inner):
            return _facts(inner, not holds)
        case _:
            pass
    atom, value = _atom(test)
    return {atom: value == holds}


# --- disjunctions -------------------------------------------------------------------------------------------


def _terms(test: Expr) -> Terms:
    return tuple(conjuncts(test))


def _cases(left: Expr, right: Expr) -> list[Terms]:
    return [*map(_terms, disjuncts(left)), *map(_terms, disjuncts(right))]


def _keys(terms: Terms) -> frozenset[tuple[Expr, bool]]:
    return frozenset(map(_atom, terms))


def _joined(cases: list[Terms]) -> Expr:
    """Return the disjunction of the cases, adjacent ones merged where they share parts."""
    cases = _absorbed(cases)
    n = 0
    while n + 1 < len(cases):
        merged = _merged(cases[n], cases[n + 1])
        if merged is None:
            n += 1
            continue
        cases[n : n + 2] = [_terms(one) for one in disjuncts(merged)]
        cases = _absorbed(cases)
        n = max(n - 1, 0)
    return any_of(map(all_of, cases))


def _absorbed(cases: list[Terms]) -> list[Terms]:
    """Drop each case that implies another one; of equal cases keep the first."""
    kept: list[tuple[Terms, frozenset[tuple[Expr, bool]]]] = []
    for one in cases:
        keys = _keys(one)
        if any(other <= keys for _, other in kept):
            continue
        place = next((n for n, (_, other) in enumerate(kept) if keys <= other), len(kept))
        later = [each for each in kept[place:] if not keys <= each[1]]
        # Where the included case holds, those behind it need not be defined.
        if all(map(_is_total, (terms for terms, _ in later))):
            kept[place:] = [*later, (one, keys)]
        elif _is_total(one):
            kept[place:] = [(one, keys), *later]
        else:
            kept.append((one, keys))
    return [terms for terms, _ in kept]


def _is_total(terms: Terms) -> bool:
    return all(map(always_has_a_value, terms))


def _merged(one: Terms, other: Terms) -> Expr | None:
    """Merge two cases by their common conjuncts or by resolution; None if they share nothing."""
    front, left, right = _common(one, other)
    if front:
        return both(all_of(front), _joined(_cases(all_of(left), all_of(right))))
    return _resolved(one, other)


def _common(one: Terms, other: Terms) -> tuple[Terms, Terms, Terms]:
    """Factor out the common conjuncts that may be evaluated first."""
    front: list[Expr] = []
    left, right = list(one), list(other)
    for test in one:
        key = _atom(test)
        place = next((n for n, each in enumerate(right) if _atom(each) == key), None)
        if place is None:
            continue
        if (left[0] is test and place == 0) or always_has_a_value(test):
            front.append(test)
            left.remove(test)
            del right[place]
    return tuple(front), tuple(left), tuple(right)


def _resolved(one: Terms, other: Terms) -> Expr | None:
    """Merge the two sides of a branch: `m and (u or P) or not m and P` is `m and u or P`."""
    test, value = _atom(one[0])
    if _atom(other[0]) != (test, not value):
        return None
    for first, second, head in ((one, other, one[0]), (other, one, other[0])):
        more, fewer = disjuncts(all_of(first[1:])), disjuncts(all_of(second[1:]))
        shared = {_atom(each) for each in fewer}
        rest = [each for each in more if _atom(each) not in shared]
        if len(rest) + len(fewer) == len(more):
            return either(both(head, any_of(rest)), any_of(fewer))
    return None
