"""Maps a pending decision to changed rules: same decision, same rules, same locals around it.

Block numbers and compiler-made names differ between versions: calls are matched by caller and callee, names
by their stem and order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulec.runtime import state_dict
from rulec.runtime.schema import ChanceInfo, DecisionInfo
from rulec.runtime.view import View


def resumed(view: View, cells: list[int], data: dict[str, Any]) -> list[int] | None:
    """Write the pending decision into the cells; None if these rules have no such choice point."""
    pending = data["pending"]
    if pending is not None and data.get("rules") != view.schema.rules_hash:
        pending = _translated(view, pending)
        if pending is None:
            return None
    found = list(cells)
    try:
        state_dict.read_pending(view, found, {"pending": pending})
    except ValueError:
        return None
    return found


def _translated(view: View, pending: Any) -> dict[str, Any] | None:
    """Translate the pending decision into the names and numbers of these rules."""
    if not isinstance(pending, dict):
        return None
    node = _asked(view, pending)
    stack = _stack(view, pending)
    if node is None or stack is None:
        return None
    held = list(
        dict.fromkeys([*node.locals, *(name for back in stack for name in view.returns[back].locals)])
    )
    locals_ = _renamed(pending.get("locals"), held)
    if locals_ is None:
        return None
    out = {**pending, "locals": locals_, "stack": stack}
    if "saved" in pending:
        given = pending["saved"]
        if not isinstance(given, list) or len(given) != len(stack):
            return None
        saved = [_renamed(one, view.returns[back].saved) for one, back in zip(given, stack, strict=True)]
        if None in saved:
            return None
        out["saved"] = saved
    running = _running(view, pending)
    return None if running is None else {**out, "running": running}


def _asked(view: View, pending: dict[str, Any]) -> DecisionInfo | ChanceInfo | None:
    """Choice point or chance node of the same name, rule, ordinal and number of occurrences."""
    schema = view.schema
    known: list[tuple[str, DecisionInfo | ChanceInfo]] = [(one.name, one) for one in schema.decisions]
    if "chance" in pending:
        known = [(schema.events[one.event].name, one) for one in schema.chances]
    for name, node in known:
        same = (name, node.rule) == (pending.get("choose", pending.get("chance")), pending.get("rule"))
        places = state_dict.occurrences(view, node)
        place = (pending.get("place", 1), pending.get("places", 1))
        if same and place == (node.place, places):
            return node
    return None


def _stack(view: View, pending: dict[str, Any]) -> list[int] | None:
    """Return addresses with the names of the stacked calls."""
    if not pending.get("stack"):
        return []
    calls = pending.get("calls")
    by_name = {one.name: one.number for one in view.schema.returns}
    if not isinstance(calls, list) or not all(isinstance(one, str) and one in by_name for one in calls):
        return None
    return [by_name[one] for one in calls]


def _running(view: View, pending: dict[str, Any]) -> dict[str, Any] | None:
    """Data of running rules, restricted to the slots of these rules."""
    given = pending.get("running", {})
    if not isinstance(given, dict):
        return None
    slots = {slot.name for slot in view.schema.slots if slot.role == "running"}
    return {name: value for name, value in given.items() if name in slots}


def _renamed(given: Any, names: Sequence[str]) -> dict[str, Any] | None:
    """Rename locals by order of their numbers; None if the names differ otherwise."""
    if not isinstance(given, dict) or not all(isinstance(one, str) for one in given):
        return None
    if set(given) == set(names):
        return given
    old, new = _in_order(given), _in_order(names)
    if [_base(one) for one in old] != [_base(one) for one in new]:
        return None
    return {now: given[before] for before, now in zip(old, new, strict=True)}


def _in_order(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda one: (_base(one), _number(one)))


def _base(name: str) -> str:
    """Strip compiler-made numbers from a name."""
    return ".".join(part.partition("~")[0] for part in name.split("."))


def _number(name: str) -> tuple[int, ...]:
    parts = (part.partition("~")[2] for part in name.split("."))
    return tuple(int(one) if one.isdecimal() and len(one) < 10 else 0 for one in parts)
