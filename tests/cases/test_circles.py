"""Groups that lead back to themselves, against what is found by following everything from everywhere."""

from __future__ import annotations

import random

from rulec.semantics.strong_components import circles


def reached(graph: dict[int, list[int]], start: int) -> set[int]:
    found, waiting = set[int](), [start]
    while waiting:
        for one in graph[waiting.pop()]:
            if one not in found:
                found.add(one)
                waiting.append(one)
    return found


def test_groups_of_random_graphs() -> None:
    rnd = random.Random(3)
    for _ in range(2_000):
        size = rnd.randrange(1, 9)
        graph = {node: sorted({rnd.randrange(size) for _ in range(rnd.randrange(3))}) for node in range(size)}
        reach = {node: reached(graph, node) for node in graph}
        expected = {
            frozenset(other for other in graph if other in reach[node] and node in reach[other])
            for node in graph
            if node in reach[node]
        }
        found = [frozenset(group) for group in circles(graph, graph.__getitem__)]
        assert set(found) == expected
        assert len(found) == len(expected)
