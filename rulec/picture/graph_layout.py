"""Deterministic layouts of graphs without coordinates.

Undirected graphs are laid out by stress majorization (SMACOF) of shortest path lengths, directed graphs in
layers folded into rows like a trail on a board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

Point = tuple[float, float]
Joins = tuple[tuple[int, int], ...]

_ROUNDS = 250
_PUSHES = 400
_BOX = (0.9, 0.7)  # node box with margin, in edge units
_COLUMNS = 13  # layers per row


@lru_cache(maxsize=64)
def stress_layout(size: int, joins: Joins) -> tuple[Point, ...]:
    """Layout by stress majorization: distances approximate shortest path lengths."""
    import numpy

    wanted = _distances(size, joins)
    points = _begin(wanted, numpy)
    weights = 1 / numpy.maximum(wanted, 1) ** 2
    numpy.fill_diagonal(weights, 0)
    total = -weights
    numpy.fill_diagonal(total, weights.sum(axis=1))
    inverse = numpy.linalg.pinv(total)
    for _ in range(_ROUNDS):
        between = points[:, None, :] - points[None, :, :]
        length = numpy.maximum(numpy.sqrt((between**2).sum(axis=2)), 1e-9)
        ratio = -weights * wanted / length
        numpy.fill_diagonal(ratio, 0)
        numpy.fill_diagonal(ratio, -ratio.sum(axis=1))
        points = inverse @ (ratio @ points)
    points = _spread(_rotated(points, numpy), numpy)
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in points)


def _distances(size: int, joins: Joins) -> Any:
    """Shortest path lengths; separate components are slightly farther apart than any path."""
    import numpy

    beside: list[list[int]] = [[] for _ in range(size)]
    for start, end in joins:
        beside[start].append(end)
        beside[end].append(start)
    found = numpy.full((size, size), -1.0)
    for start in range(size):
        waiting = deque([start])
        found[start, start] = 0
        while waiting:
            node = waiting.popleft()
            for other in beside[node]:
                if found[start, other] < 0:
                    found[start, other] = found[start, node] + 1
                    waiting.append(other)
    longest = max(1.0, float(found.max()))
    found[found < 0] = min(longest + 1, size**0.5 + 1)
    return found


def _begin(wanted: Any, numpy: Any) -> Any:
    """Initial points by classical multidimensional scaling, perturbed to be distinct."""
    size = len(wanted)
    centre = numpy.eye(size) - numpy.ones((size, size)) / size
    values, vectors = numpy.linalg.eigh(-0.5 * centre @ (wanted**2) @ centre)
    best = numpy.argsort(values)[::-1][:2]
    points = vectors[:, best] * numpy.sqrt(numpy.maximum(values[best], 1e-6))
    if points.shape[1] < 2:
        points = numpy.hstack([points, numpy.zeros((size, 2 - points.shape[1]))])
    for column in range(2):  # normalize the sign of eigenvectors
        peak = numpy.argmax(numpy.abs(numpy.round(points[:, column], 6)))
        if points[peak, column] < 0:
            points[:, column] *= -1
    turns = numpy.arange(size) * 2.399963
    return points + 0.05 * numpy.stack([numpy.cos(turns), numpy.sin(turns)], axis=1)


def _rotated(points: Any, numpy: Any) -> Any:
    """Rotate the longest axis of the points to the horizontal."""
    points = points - points.mean(axis=0)
    values, vectors = numpy.linalg.eigh(points.T @ points)
    axis = vectors[:, int(numpy.argmax(values))]
    if axis[0] < 0:
        axis = -axis
    turned = points @ numpy.array([[axis[0], -axis[1]], [axis[1], axis[0]]])
    if turned[0, 0] > 0:  # first node on the left
        turned[:, 0] *= -1
    return turned


def _spread(points: Any, numpy: Any) -> Any:
    """Push overlapping node boxes apart, along the axis of less overlap."""
    for _ in range(_PUSHES):
        across = points[:, None, 0] - points[None, :, 0]
        down = points[:, None, 1] - points[None, :, 1]
        wide, high = _BOX[0] - numpy.abs(across), _BOX[1] - numpy.abs(down)
        meeting = (wide > 1e-6) & (high > 1e-6)
        numpy.fill_diagonal(meeting, False)
        if not meeting.any():
            break
        order = numpy.sign(numpy.arange(len(points))[:, None] - numpy.arange(len(points))[None, :])
        sideways = meeting & (wide <= high)
        push_x = numpy.where(
            sideways, (wide + 0.01) / 2 * numpy.where(across == 0, order, numpy.sign(across)), 0
        )
        upwards = meeting & ~sideways
        push_y = numpy.where(upwards, (high + 0.01) / 2 * numpy.where(down == 0, order, numpy.sign(down)), 0)
        points = points + numpy.stack([push_x.sum(axis=1), push_y.sum(axis=1)], axis=1)
    return points


@lru_cache(maxsize=64)
def layered_layout(size: int, joins: Joins) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
    """Layered layout of a directed graph, folded into rows.

    Returns the points of the nodes, and the bends of each edge in the layers between its ends.
    """
    forward = _without_circles(size, joins)
    layers = _layers(size, forward)
    alone = sorted(set(range(size)) - {node for pair in joins for node in pair})
    last = max((layers[node] for node in range(size) if node not in alone), default=-1)
    for place, node in enumerate(alone, start=1):  # isolated nodes follow the last layer
        layers[node] = last + place
    chains = _chains(joins, forward, layers)
    onward: list[list[int]] = [[] for _ in layers]
    for chain in chains.values():
        for start, end in pairwise(chain):
            onward[start].append(end)
    points = _folded(layers, _lanes(layers, onward))
    bends = tuple(
        tuple(points[node] for node in chains.get(number, (0, 0))[1:-1]) for number in range(len(joins))
    )
    return tuple(points[:size]), bends


def _chains(joins: Joins, forward: list[list[int]], layers: list[int]) -> dict[int, list[int]]:
    """Replace edges across layers by chains of dummy nodes; extends `layers`."""
    found = {}
    for number, (start, end) in enumerate(joins):
        if end in forward[start]:
            first = len(layers)
            layers += range(layers[start] + 1, layers[end])
            found[number] = [start, *range(first, len(layers)), end]
    return found


def _folded(layers: Sequence[int], lanes: Sequence[float]) -> list[Point]:
    """Coordinates of nodes with layers folded in boustrophedon order."""
    columns = max(layers) + 1
    rows = -(-columns // _COLUMNS)
    per_row = -(-columns // rows)
    points: list[Point] = [(0.0, 0.0)] * len(layers)
    top = 0.0
    for row in range(rows):
        inside = [node for node in range(len(layers)) if layers[node] // per_row == row]
        if not inside:
            continue
        least = min(lanes[node] for node in inside)
        for node in inside:
            column = layers[node] % per_row
            x = column if row % 2 == 0 else per_row - 1 - column
            points[node] = (float(x), top + lanes[node] - least)
        top += max(lanes[node] for node in inside) - least + 1.2
    return points


def _without_circles(size: int, joins: Joins) -> list[list[int]]:
    """Adjacency lists without back edges (depth-first search)."""
    onward: list[list[int]] = [[] for _ in range(size)]
    for start, end in joins:
        onward[start].append(end)
    state = [0] * size
    kept: list[list[int]] = [[] for _ in range(size)]
    targets = {end for _, end in joins}
    for root in sorted(range(size), key=lambda node: (node in targets, node)):
        stack = [(root, iter(onward[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while stack:
            node, left = stack[-1]
            following = next(left, None)
            if following is None:
                state[node] = 2
                stack.pop()
            elif state[following] != 1:
                kept[node].append(following)
                if not state[following]:
                    state[following] = 1
                    stack.append((following, iter(onward[following])))
    return kept


def _layers(size: int, onward: list[list[int]]) -> list[int]:
    """Longest-path layer of each node."""
    before = [0] * size
    for goals in onward:
        for goal in goals:
            before[goal] += 1
    layers = [0] * size
    waiting = deque(node for node in range(size) if not before[node])
    while waiting:
        node = waiting.popleft()
        for goal in onward[node]:
            layers[goal] = max(layers[goal], layers[node] + 1)
            before[goal] -= 1
            if not before[goal]:
                waiting.append(goal)
    return layers


def _lanes(layers: Sequence[int], onward: list[list[int]]) -> list[float]:
    """Lane of each node within its layer, by the barycentre of its predecessors."""
    lanes = [0.0] * len(layers)
    sources: list[list[int]] = [[] for _ in layers]
    for start, goals in enumerate(onward):
        for goal in goals:
            sources[goal].append(start)
    for layer in range(max(layers) + 1):
        inside = [node for node in range(len(layers)) if layers[node] == layer]

        def wish(node: int) -> float:
            return sum(lanes[one] for one in sources[node]) / len(sources[node]) if sources[node] else 0.0

        inside.sort(key=lambda node: (wish(node), node))
        middle = sum(wish(node) for node in inside) / max(len(inside), 1)
        for place, node in enumerate(inside):
            lanes[node] = middle + place - (len(inside) - 1) / 2
    return lanes
