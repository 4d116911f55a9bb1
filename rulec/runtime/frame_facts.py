"""Checks control variables of a position from outside against the invariants of its stop."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.runtime.list_codec import bits, entries
from rulec.runtime.schema import FrameInvariant, Slot, Stop
from rulec.runtime.value_text import shown
from rulec.runtime.view import View


def check(view: View, cells: list[int], pending: int, stack: tuple[int, ...]) -> None:
    """Hold a pending decision or chance node and all active calls to their invariants."""
    for stop in _stops(view, pending, stack):
        facts = view.frame_invariants.get(stop)
        if facts is not None:
            _check_facts(view, cells, facts)


def _stops(view: View, pending: int, stack: tuple[int, ...]) -> Iterator[tuple[Stop, int]]:
    decisions = len(view.schema.decisions)
    yield ("decision", pending - 1) if pending <= decisions else ("chance", pending - 1 - decisions)
    for back in stack:
        yield "return", back


def _check_facts(view: View, cells: list[int], facts: FrameInvariant) -> None:
    """Raise a ValueError for control variables that no course of the game brings about together."""

    def told(name: str) -> str:
        return _told(view.slots[name], view.get(cells, name))

    for name, values in facts.values:
        if view.get(cells, name) not in values:
            raise ValueError(f"`{name}` is {told(name)}, which can't be here")
    for one, other in facts.same:
        if view.get(cells, one) != view.get(cells, other):
            raise ValueError(
                f"`{other}` is {told(other)}, but `{one}` is {told(one)}: here they are the same"
            )
    for member, several in facts.apart:
        if _holds(view.slots[several], view.get(cells, several), view.get(cells, member)):
            raise ValueError(f"`{several}` still has {told(member)}, which `{member}` is")
    for one, other in facts.less:
        if view.get(cells, one) >= view.get(cells, other):
            raise ValueError(f"`{one}` is {told(one)}, not less than `{other}`, which is {told(other)}")

    for name in facts.once:
        held = list(entries(view.get(cells, name), bits(len(view.slots[name].members))))
        if len(set(held)) < len(held):
            raise ValueError(f"`{name}` holds a member twice, which can't be here")


def _holds(slot: Slot, value: int, member: int) -> bool:
    if slot.sort == "list":
        return member in entries(value, bits(len(slot.members)))
    return member >= 0 and bool(value >> member & 1)


def _told(slot: Slot, value: int) -> str:
    if slot.sort == "member":
        return "none" if value < 0 else slot.members[value]
    if slot.sort == "set":
        return shown([label for n, label in enumerate(slot.members) if value >> n & 1])
    return ("yes" if value else "no") if slot.sort == "flag" else str(value)
