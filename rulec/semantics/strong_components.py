"""Strongly connected components of a graph, in linear time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def circles(nodes: Iterable[T], following: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """Yield the strongly connected components that contain a cycle (Tarjan, without recursion)."""
    number: dict[T, int] = {}
    lowest: dict[T, int] = {}
    open_: dict[T, None] = {}  # visited, component not finished
    for start in nodes:
        path: list[tuple[T, Iterator[T]]] = [] if start in number else [(start, iter(following(start)))]
        while path:
            node, waiting = path[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_[node] = None
            after = next((one for one in waiting if one not in number or one in open_), None)
            if after is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    group = _group(open_, node)
                    if len(group) > 1 or node in following(node):
                        yield group
            elif after in number:
                lowest[node] = min(lowest[node], number[after])
            else:
                path.append((after, iter(following(after))))


def _group(open_: dict[T, None], first: T) -> list[T]:
    """Pop the finished component off the stack of open nodes."""
    group: list[T] = []
    while not group or group[-1] != first:
        group.append(open_.popitem()[0])
    return group
