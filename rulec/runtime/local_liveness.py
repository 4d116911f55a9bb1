"""Liveness of rule locals at decisions and calls, and their interference.

A local is live at decisions that mention it, and during calls that return to a use of it. Locals without
interference can share encoding places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.runtime import control
from rulec.runtime.schema import ChanceInfo, DecisionInfo, Schema, Slot
from rulec.runtime.view import View


@dataclass(frozen=True)
class LiveRange:
    """Live range of a local: pending decisions and return addresses."""

    pendings: frozenset[int]
    returns: frozenset[int]

    def now(self, pending: int, stack: tuple[int, ...]) -> bool:
        return pending in self.pendings or not self.returns.isdisjoint(stack)


def _asked(schema: Schema) -> list[DecisionInfo | ChanceInfo]:
    """Decision and chance nodes in the order of their numbers, which begin at 1."""
    return [*schema.decisions, *schema.chances]


def held_slots(schema: Schema) -> dict[str, LiveRange]:
    """Compute the live range of each local; dead locals are omitted."""
    pendings: dict[str, set[int]] = {}
    returns: dict[str, set[int]] = {}
    for number, node in enumerate(_asked(schema)):
        for name in node.locals:
            pendings.setdefault(name, set()).add(number + 1)
    for back in schema.returns:
        for name in back.locals:
            returns.setdefault(name, set()).add(back.number)
    none = frozenset[int]()
    return {
        name: LiveRange(frozenset(pendings.get(name, none)), frozenset(returns.get(name, none)))
        for name in {**pendings, **returns}
    }


class Interference:
    """Interference between locals."""

    def __init__(self, schema: Schema) -> None:
        self._roots = {number + 1: set(node.roots) for number, node in enumerate(_asked(schema))}
        self._returns = {one.number: one for one in schema.returns}
        calls: dict[int, set[int]] = {}
        for one in schema.returns:
            calls.setdefault(one.caller, set()).add(one.called)
        self._below = {root: _closure(root, calls) for root in {one.called for one in schema.returns}}

    def may(self, one: LiveRange, other: LiveRange) -> bool:
        if one.pendings & other.pendings or one.returns & other.returns:
            return True
        return self._calls(one, other) or self._calls(other, one)

    def _calls(self, outer: LiveRange, inner: LiveRange) -> bool:
        """Check whether a call live in `outer` can be active where `inner` is live."""
        below: set[int] = set()
        for back in outer.returns:
            below |= self._below[self._returns[back].called]
        if any(self._roots[pending] & below for pending in inner.pendings):
            return True
        return any(self._returns[back].caller in below for back in inner.returns)


def _closure(root: int, calls: dict[int, set[int]]) -> set[int]:
    """Transitive closure of the call graph from a rule, the rule included."""
    found, waiting = {root}, [root]
    while waiting:
        for one in calls.get(waiting.pop(), set()) - found:
            found.add(one)
            waiting.append(one)
    return found


def lanes(
    slots: list[tuple[Slot, LiveRange]], together: Interference
) -> Iterator[list[tuple[Slot, LiveRange]]]:
    """Group locals of equal shape into lanes without interference (greedy colouring)."""
    found: list[list[tuple[Slot, LiveRange]]] = []
    for slot, held in slots:
        fitting = (lane for lane in found if not any(together.may(held, other) for _, other in lane))
        lane = next(fitting, None)
        if lane is None:
            found.append([(slot, held)])
        else:
            lane.append((slot, held))
    yield from found


def now(view: View, cells: list[int]) -> tuple[int, tuple[int, ...]]:
    """Pending node and call stack of a state."""
    return view.get(cells, control.PENDING), view.stack(cells)
