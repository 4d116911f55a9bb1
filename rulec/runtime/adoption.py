"""A position saved under other rules: an older version of a file, or the game that a variant changes.

What has the same name and fits is taken over, all else is as when a game starts. The place where the game
stood is only kept if it surely is the same one; else the turn or phase begins anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulec.runtime import control, hidden, positions, setup
from rulec.runtime.options import option_values
from rulec.runtime.schema import CheckpointInfo, Schema
from rulec.runtime.view import View


class Adopted(NamedTuple):
    cells: list[int]  # not yet validated
    others: tuple[str, ...]  # names of what could not be taken over as it was
    at: tuple[str, ...]  # checkpoints at which the game can go on, the best first; none: where it stood


def adopt(view: View, data: Any) -> Adopted:
    if not isinstance(data, dict):
        raise ValueError(f"a position is a dictionary, not {type(data).__name__}")
    cells = view.fresh()
    others: list[str] = []
    meta = {**data, "options": _options(view.schema, data.get("options"), others)}
    positions.read_meta(view, cells, meta, adopt=True)
    for name in positions.state_names(view):
        found, content = positions.find(data, name)
        if not found or not _take_over(view, cells, name, content):
            others.append(name)
    others += positions.unknown_names(view, data)
    _empty_chairs(view, cells)
    setup.fill_all_homes(view, cells, {})
    hidden.forget_what_is_gone(view, cells)
    at = _where(view, cells, data)
    if at:
        setup.fall_back(view, cells)
    return Adopted(cells, tuple(others), at)


def _empty_chairs(view: View, cells: list[int]) -> None:
    """Players who do not take part have what they start with."""
    present = view.get(cells, control.SEATS)
    for slot in view.schema.slots:
        if slot.role == "state" and slot.dims and slot.dims[0] == view.schema.seats:
            each = slot.cells // len(slot.dims[0])
            for cell in range(present * each, slot.cells):
                view.put(cells, slot.name, slot.start_of(cell), cell)


def _options(schema: Schema, given: Any, others: list[str]) -> dict[str, Any]:
    """Those options of the position that the game has."""
    kept: dict[str, Any] = {}
    for name, value in (given if isinstance(given, dict) else {}).items():
        try:
            option_values(schema, {name: value})
        except ValueError:
            others.append(name)
        else:
            kept[name] = value
    return kept


def _take_over(view: View, cells: list[int], name: str, content: Any) -> bool:
    """Write what fits of one variable; is that all of it, and the whole variable?"""
    before = list(cells)
    try:
        positions.write(view, cells, name, content)
        return True
    except ValueError:
        cells[:] = before
    usual = positions.state_part(view, cells)[name]
    try:
        positions.write(view, cells, name, _merged(usual, content))
    except ValueError:
        cells[:] = before
    return False


def _merged(usual: Any, content: Any) -> Any:
    """What a variable starts with, and for the members that the position knows what it says of them."""
    if not isinstance(usual, dict) or not isinstance(content, dict):
        return content
    return {key: _merged(value, content[key]) if key in content else value for key, value in usual.items()}


# --- where the game goes on -------------------------------------------------------------------------------


def _where(view: View, cells: list[int], data: dict[str, Any]) -> tuple[str, ...]:
    """Read what was pending if these are the same rules; else the checkpoints to stand at."""
    pending = data.get("pending")
    if pending is None or data.get("rules") == view.schema.rules_hash:
        positions.read_pending(view, cells, data)
        return ()
    if not isinstance(pending, dict):
        raise ValueError("`pending` is a dictionary, or None when the game is over")
    names = pending.get("locals")
    asked = {"choose", "rule", "seat", "locals", "stack"}
    if isinstance(names, dict) and set(pending) == asked and pending["stack"] == []:
        now = list(cells)
        try:
            positions.read_pending(view, cells, data)
        except ValueError:
            cells[:] = now
        else:
            info = view.schema.decisions[view.get(cells, control.PENDING) - 1]
            if set(info.locals) == set(names):
                return ()
            cells[:] = now
    return _checkpoints(view, pending)


def _checkpoints(view: View, pending: dict[str, Any]) -> tuple[str, ...]:
    """The rules with checkpoints that ran, the innermost first."""
    running, names = pending.get("running", {}), pending.get("locals", {})
    if not isinstance(running, dict) or not isinstance(names, dict):
        raise ValueError("`pending.locals` and `pending.running` are dictionaries")
    points = [
        one
        for one in view.schema.checkpoints
        if not one.parameters
        and all(running.get(name) for name in one.running)
        and (one.seat is None or names.get(one.seat) is not None)
    ]
    ran = [one for one in points if one.name == pending.get("rule")]
    ran += [one for one in reversed(points) if running.get(f"{one.name}.running")]
    ran += [one for one in points if one.seat is not None][:1]
    if not ran:
        raise ValueError("`pending`: this position stands in no turn or phase at which the game could go on")
    return tuple(dict.fromkeys(_called(one, names) for one in ran))


def _called(point: CheckpointInfo, names: dict[str, Any]) -> str:
    return point.name if point.seat is None else f"{point.name} of {names[point.seat]}"
