"""Sparse position dictionaries, which omit start values: `to_dict(sparse=True)` and its inverse.

They are marked (`"sparse": True`), so that a missing name elsewhere remains an error. Boards and zones are
omitted or given as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulec.runtime import state_dict
from rulec.runtime.schema import PLAYERS, Slot
from rulec.runtime.seats import unmarked
from rulec.runtime.value_text import key_text, shown
from rulec.runtime.view import View

KEY: Final = "sparse"
_SAME: Final = object()


def to_dict(view: View, cells: list[int]) -> dict[str, Any]:
    out = {**state_dict.meta(view, cells), KEY: True}
    start = view.fresh()
    for name, content in state_dict.state_part(view, cells).items():
        slot, begun = _variable(view, name), state_dict.content_of(view, start, name)
        told = _told(slot, 0, content, begun) if slot is not None else _whole(content, begun)
        if told is not _SAME:
            state_dict.nest(out, name, told)
    return out


def _variable(view: View, name: str) -> Slot | None:
    """Slot of a variable; None for boards."""
    return None if any(board.name == name for board in view.schema.boards) else view.slots[name]


def _whole(now: Any, start: Any) -> Any:
    return _SAME if now == start else now


def _told(slot: Slot, depth: int, now: Any, start: Any) -> Any:
    """Difference from the start value, or `_SAME`."""
    if depth >= len(slot.dims) - slot.sparse:
        return _whole(now, start)
    found = {key: _told(slot, depth + 1, content, start[key]) for key, content in now.items()}
    return {key: content for key, content in found.items() if content is not _SAME} or _SAME


def expanded(view: View, data: Any) -> Any:
    """Expand a sparse dictionary; return any other input unchanged."""
    if not isinstance(data, dict) or KEY not in data:
        return data
    if not isinstance(data[KEY], bool):
        raise ValueError(f"`{KEY}` is True or False, not {shown(data[KEY])}")
    given = {key: content for key, content in data.items() if key != KEY}
    if not data[KEY]:
        return given
    out = _copied(given)
    start = view.fresh()
    for name in state_dict.state_names(view):
        found, content = state_dict.find(given, name)
        begun = state_dict.content_of(view, start, name)
        slot = _variable(view, name)
        if not found:
            _put(out, name, begun)
        elif slot is not None:
            _put(out, name, _filled(slot, 0, content, begun))
    return out


def _copied(data: dict[Any, Any]) -> dict[Any, Any]:
    """Copy the dictionary two levels deep."""
    return {
        key: dict(content) if isinstance(content, dict) and key not in state_dict.META else content
        for key, content in data.items()
    }


def _put(out: dict[str, Any], name: str, content: Any) -> None:
    *sorts, last = name.split(".")
    for sort in sorts:
        inner = out.setdefault(sort, {})
        if not isinstance(inner, dict):
            return
        out = inner
    out[last] = content


def _filled(slot: Slot, depth: int, given: Any, start: Any) -> Any:
    if depth >= len(slot.dims) - slot.sparse or not isinstance(given, Mapping):
        return given
    seats = slot.kept_for[depth] == PLAYERS
    told = {unmarked(key_text(key)) if seats else key_text(key): content for key, content in given.items()}
    known = {key: content for key, content in told.items() if key in start}
    inner = {key: _filled(slot, depth + 1, content, start[key]) for key, content in known.items()}
    return {**start, **told, **inner}
