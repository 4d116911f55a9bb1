"""Edits of a position by name, and entry at checkpoints."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from rulec.runtime import control, hidden, state_dict
from rulec.runtime.positions import piles, rebalance
from rulec.runtime.schema import PLAYERS, CheckpointInfo, Slot
from rulec.runtime.seats import unmarked
from rulec.runtime.value_text import key_text, shown
from rulec.runtime.view import View
from rulec.runtime.zones import Edited


def edit(
    view: View,
    cells: list[int],
    edits: Mapping[str, Any],
    dealt: Callable[[], list[int]] | None = None,
) -> None:
    """Apply all edits at once; everything not edited is adjusted to them (see `rebalance`)."""
    if not isinstance(edits, Mapping):
        raise ValueError("edits are a dictionary: path -> new value")
    edited: dict[str, list[str]] = {}
    before = list(cells)
    for key, value in edits.items():
        try:
            _edit_one(view, cells, key_text(key), value, edited)
        except ValueError as problem:
            raise ValueError(f"edits[{json.dumps(key_text(key), ensure_ascii=False)}]: {problem}") from None
    try:
        fill_all_homes(view, cells, edited, before, dealt)
    except ValueError as problem:
        raise ValueError(f"edits: {problem}") from None
    hidden.forget_what_is_gone(view, cells)


def _edit_one(view: View, cells: list[int], key: str, value: Any, edited: dict[str, list[str]]) -> None:
    boards = {board.name: board for board in view.schema.boards}
    names = state_dict.state_names(view)
    for path, content in piles.parts(view, cells, names, key, value):
        name, member = _split(view, names, path)
        if member is not None and name not in boards:
            member = ".".join(_labels(view.slots[name], member))
        _note(edited, name, member or "")
        if name in boards and member is not None:
            state_dict.put_piece(view, cells, boards[name], member, content or None)
        elif member is None:
            _write_whole(view, cells, name, piles.content(view, cells, name, (), content))
        else:
            labels = tuple(member.split("."))
            _write_member(view, cells, name, member, piles.content(view, cells, name, labels, content))


def _note(edited: dict[str, list[str]], name: str, member: str) -> None:
    """Record an edited part; reject an edit that would overwrite an earlier, more specific one."""
    for earlier in edited.setdefault(name, []):
        if not member or f"{earlier}.".startswith(f"{member}."):
            first, then = (f"{name}.{one}".rstrip(".") for one in (earlier, member))
            raise ValueError(f"`{then}` would undo `{first}`, which is edited before it")
    edited[name].append(member)


def fill_all_homes(
    view: View,
    cells: list[int],
    edited: Edited,
    before: list[int] | None = None,
    dealt: Callable[[], list[int]] | None = None,
) -> None:
    """Restore piece conservation for stores and stocks after edits."""
    rebalance.fill_stores(view, cells, edited)
    rebalance.rebalance(view, cells, cells if before is None else before, edited, dealt)


def _split(view: View, names: list[str], path: str) -> tuple[str, str | None]:
    """Split a path into a variable or board and a member path."""
    if path in names:
        return path, None
    name = path
    while "." in name:
        name, _, _ = name.rpartition(".")
        if name in names and path[len(name) + 1 :]:
            return name, path[len(name) + 1 :]
    if path in state_dict.META:
        raise ValueError(f"`{path}` can't be edited; it is given when the game is made")
    import difflib

    parts = path.split(".")
    moved = [(".".join(parts[:n] + parts[n + 1 :]), parts[n]) for n in range(1, len(parts) - 1)]
    close = [f"{name}.{member}" for name, member in moved if name in names and member]
    close = close or difflib.get_close_matches(path, names, n=1)
    hint = f"; did you mean `{close[0]}`?" if close else f"; there are {', '.join(names)}"
    raise ValueError(f"`{path}` is nothing of {view.schema.name}{hint}")


def _write_whole(view: View, cells: list[int], name: str, content: Any) -> None:
    """Write a whole variable; reject a dictionary that omits members."""
    slot = view.slots.get(name)
    if slot is not None and slot.dims and isinstance(content, Mapping) and len(slot.dims) > slot.sparse:
        seats = slot.kept_for[:1] == (PLAYERS,)
        given = [unmarked(key_text(label)) if seats else key_text(label) for label in content]
        if given and set(given) < set(slot.dims[0][: _present(view, cells, slot)]):
            raise ValueError(
                f"`{name}` has a value for each of {state_dict.first_labels(slot.dims[0])};"
                f" of some alone write `{name}.{given[0]}`"
            )
    state_dict.write(view, cells, name, content)


def _present(view: View, cells: list[int], slot: Slot) -> int:
    """Number of leading labels that must be given: absent seats may be omitted."""
    return view.get(cells, control.SEATS) if slot.kept_for[:1] == ("players",) else len(slot.dims[0])


def _write_member(view: View, cells: list[int], name: str, member: str, content: Any) -> None:
    slot = view.slots[name]
    if not slot.dims:
        raise ValueError(f"`{name}` is one value; it has no `{member}`")
    whole = state_dict.state_part(view, cells)[name]
    *outer, last = member.split(".")
    part = whole
    for one in outer:
        part = part.get(one) if isinstance(part, dict) else None
    none_now = slot.sparse and len(outer) + 1 == len(slot.dims) and last in slot.dims[-1]
    if not isinstance(part, dict) or (last not in part and not none_now):
        raise ValueError(f"`{name}` has no `{member}`")
    part[last] = content
    state_dict.write(view, cells, name, whole)


def _labels(slot: Slot, member: str) -> list[str]:
    """Labels of a member path, with seats in the state's spelling."""
    parts = member.split(".")
    sorts = [*slot.kept_for, *[""] * len(parts)]
    return [unmarked(one) if sort == PLAYERS else one for one, sort in zip(parts, sorts, strict=False)]


def checkpoint(view: View, cells: list[int], at: object) -> int:
    """Clear the pending decision and move to a checkpoint (`turn of 2`); return its number."""
    words = at.split() if isinstance(at, str) else []
    known = {one.name: one for one in view.schema.checkpoints}
    if not words or words[0] not in known or len(words) % 2 == 0:
        forms = ", ".join(f"`{_form(view, one)}`" for one in known.values()) or "none"
        message = f"no position starts at {shown(at)}; the checkpoints of {view.schema.name} are: {forms}"
        raise ValueError(message)
    point = known[words[0]]
    given = list(zip(words[1::2], words[2::2], strict=True))
    _forget_running(view, cells)
    view.clear_stack(cells)
    who = next((value for word, value in given if word == "of"), None)
    if point.seat is not None:
        actors = _actors(view, cells, view.slots[point.seat])
        if who is None:
            raise ValueError(f"whose `{point.name}`? Write `{_form(view, point)}`")
        given.remove(("of", who))
        who = unmarked(who) if view.slots[point.seat].member_sort == PLAYERS else who
        if who not in actors:
            seats = actors == view.schema.seats[: len(actors)]
            those = (
                f"nobody sits at {who}; the players are"
                if seats
                else f"{who} takes no turns; those who do are"
            )
            raise ValueError(f"`{at}`: {those} {', '.join(actors)}")
        view.put(cells, point.seat, actors.index(who))
    for name in point.running:
        view.put(cells, name, 1)
    for name in point.owners:
        if point.seat is not None:
            view.put(cells, name, view.get(cells, point.seat))
    if len(given) != len(point.parameters):
        raise ValueError(f"`{at}` does not fit the checkpoint `{_form(view, point)}`")
    for name, (_, value) in zip(point.parameters, given, strict=True):
        if name:
            state_dict.write(view, cells, name, _from_text(view.slots[name], value))
    return point.number


def _actors(view: View, cells: list[int], slot: Slot) -> tuple[str, ...]:
    """Labels of possible actors: present players, or members of the acting kind."""
    seats = view.schema.seats
    return seats[: view.get(cells, control.SEATS)] if slot.member_sort == PLAYERS else slot.members


def fall_back(view: View, cells: list[int]) -> None:
    """Reset variables whose value is scoped to a running rule."""
    for slot in view.schema.slots:
        if slot.passing:
            view.put_all(cells, slot.name, [slot.start_of(cell) for cell in range(slot.cells)])


def _from_text(slot: Slot, text: str) -> Any:
    """Convert a word of a checkpoint's text to a dictionary value."""
    if slot.sort == "int" and re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    if slot.member_sort == PLAYERS:
        text = unmarked(text)
    if slot.sort == "flag" and text in ("yes", "no"):
        return text == "yes"
    return None if slot.sort == "member" and text == "none" else text


def without_control(view: View, cells: list[int]) -> list[int]:
    """Copy the cells as a finished game, to validate everything but control."""
    rest = list(cells)
    view.put(rest, control.PENDING, 0)
    view.put(rest, control.SEAT, -1)
    _forget_running(view, rest)
    return rest


def _forget_running(view: View, cells: list[int]) -> None:
    """Clear locals and activation records of running rules."""
    for slot in view.schema.slots:
        if slot.role in ("frame", "running"):
            view.put_all(cells, slot.name, [0] * slot.cells)


def _form(view: View, point: CheckpointInfo) -> str:
    given = [f" with {_last(name) or 0}" for name in point.parameters]
    who = "" if point.seat is None else f" of {view.slots[point.seat].members[0]}"
    return "".join([point.name, *given, who])


def _last(name: str) -> str:
    return name.rpartition(".")[2].upper()
