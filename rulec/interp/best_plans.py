"""Best plans by branch and bound: one piece after the other, with a bound on the rest."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.interp.value_maker import Cells, Env, Value, ValueMaker
from rulec.ir import nodes


@dataclass
class _Unit:
    """One piece, with the needs and gains of each of its fates."""

    ways: tuple[int, ...]
    like: bool  # the one before is the same kind in the same group
    needs: dict[int, list[int]]  # fate -> what it takes of each thing
    brings: dict[int, list[int]]  # fate -> what it adds to each term


def best_plan(maker: ValueMaker, node: nodes.BestPlan) -> Value:
    copies, needs, have, weights = (
        [maker.value(one) for one in some] for some in (node.copies, node.needs, node.have, node.weights)
    )
    goals, result = [maker.value(one) for one in node.goals], maker.value(node.result)

    def units(cells: Cells, inner: Env) -> list[_Unit]:
        found: list[_Unit] = []
        for kind in range(node.domain.size):
            inner[node.var] = kind
            for group, number in enumerate(copies):
                for n in range(number(cells, inner)):
                    if n:
                        one = found[-1]
                        found.append(_Unit(one.ways, True, one.needs, one.brings))
                        continue
                    taken = [[0] * domain.size for _, domain in node.stocks]
                    for use, (name, domain) in enumerate(node.stocks):
                        for member in range(domain.size):
                            inner[name] = member
                            taken[use][member] = needs[use](cells, inner)
                    brings = [one(cells, inner) for one in weights]
                    ways = node.fates[group]
                    found.append(
                        _Unit(
                            ways,
                            False,
                            {
                                fate: [
                                    some if fate == used else 0
                                    for used, row in zip(node.using, taken, strict=True)
                                    for some in row
                                ]
                                for fate in ways
                            },
                            {
                                fate: [
                                    some if fate == weighed else 0
                                    for weighed, some in zip(node.weighed, brings, strict=True)
                                ]
                                for fate in ways
                            },
                        )
                    )
        return found

    def value(cells: Cells, env: Env) -> int:
        inner = dict(env)
        left: list[int] = []
        for (name, domain), one in zip(node.stocks, have, strict=True):
            for member in range(domain.size):
                inner[name] = member
                left.append(one(cells, inner))

        def worth(terms: list[list[int]]) -> list[int]:
            """Evaluate the goals, each over its own terms."""
            found = []
            for goal, given in zip(goals, terms, strict=True):
                inner.update(zip(node.terms, given, strict=True))
                found.append(goal(cells, inner))
            return found

        kept = _search(node, units(cells, inner), left, worth)
        inner.update(zip(node.terms, kept, strict=True))
        return result(cells, inner)

    return maker.checked(node.type, value)


def _search(node: nodes.BestPlan, units: list[_Unit], left: list[int], worth: object) -> list[int]:
    """Search for the terms of the best plan."""
    assert callable(worth)
    count = len(node.terms)
    most, least = [[0] * count], [[0] * count]  # what the pieces from here on can add to each term
    for unit in reversed(units):
        each = list(zip(*unit.brings.values(), strict=True))
        most.append([a + max(b) for a, b in zip(most[-1], each, strict=True)])
        least.append([a + min(b) for a, b in zip(least[-1], each, strict=True)])
    most.reverse()
    least.reverse()
    best: list[int] | None = None
    kept = [0] * count
    seen: set[tuple[int, ...]] = set()

    def go(at: int, first: int, left: list[int], terms: list[int]) -> None:
        nonlocal best, kept
        if at == len(units):
            found = worth([terms] * len(node.goals))
            if best is None or found > best:
                best, kept = found, terms
            return
        if best is not None:
            hopes = [
                [
                    a + (b if grows else c)
                    for a, b, c, grows in zip(terms, most[at], least[at], up, strict=True)
                ]
                for up in node.grows
            ]
            if not worth(hopes) > best:
                return
        unit = units[at]
        first = first if unit.like else 0
        key = (at, first, *left, *terms)
        if key in seen:
            return
        seen.add(key)
        for way, fate in enumerate(unit.ways[first:], start=first):
            rest = [a - b for a, b in zip(left, unit.needs[fate], strict=True)]
            if min((a for a, b in zip(rest, unit.needs[fate], strict=True) if b), default=0) >= 0:
                go(at + 1, way, rest, [a + b for a, b in zip(terms, unit.brings[fate], strict=True)])

    go(0, 0, left, [0] * count)
    return kept
