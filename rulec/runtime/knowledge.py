"""Information state of a player: as a dictionary, as text and as a tensor.

Knowledge is a function of the visible cells: `hide` removes the others, and all views derive from the rest.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rulec.runtime import control, hidden, state_dict
from rulec.runtime.list_codec import bits, entries
from rulec.runtime.schema import Schema, Slot
from rulec.runtime.view import View

UNKNOWN: Final = "?"  # marker of hidden values
PIECES: Final = "pieces"  # key of a hidden zone's piece count


# The generator, and saved locals, which may be hidden.
NEVER_SHOWN: Final = frozenset({control.KEY, control.DRAWS, control.SAVED})


class ObservationPart(NamedTuple):
    """Slice of the observation tensor; `labels` names each element."""

    name: str
    offset: int
    size: int
    labels: tuple[str, ...]


def shown(slot: Slot) -> bool:
    """Check whether observations include the slot."""
    return slot.role in {"state", "option"} or (slot.role == "frame" and slot.seen == "all")


def sees(view: View, cells: list[int], slot: Slot, index: int, player: int) -> bool:
    """Check whether the player sees this cell, by declaration."""
    if slot.seen != "owner":
        return slot.seen == "all"
    return hidden.seat_of(view, cells, slot, index // (slot.cells // len(slot.dims[0]))) == player


def sees_now(view: View, cells: list[int], slot: Slot, index: int, player: int) -> bool:
    """Check whether the player sees this cell in the current position."""
    by = view.seen_by.get(slot.name)
    if by is None:
        return sees(view, cells, slot, index, player)
    return bool(view.get(cells, by, index // hidden.kinds_in(slot)) >> player & 1)


def hide(view: View, cells: list[int], player: int) -> list[int | None]:
    """Replace cells that the player does not know, and the generator, by None."""
    out: list[int | None] = list(cells)
    for slot in _guarded(view):
        start = view.start[slot.name]
        for index in range(slot.cells):
            if slot.name in NEVER_SHOWN or not sees_now(view, cells, slot, index, player):
                out[start + index] = None
    return out


def _guarded(view: View) -> list[Slot]:
    """Slots hidden from some player."""
    return [
        slot
        for slot in view.schema.slots
        if slot.seen != "all" or slot.name in NEVER_SHOWN or slot.name in view.seen_by
    ]


def forgotten(view: View, cells: list[int], player: int) -> list[int]:
    """Replace cells that the player does not know by those of a fresh game."""
    out, fresh = list(cells), view.fresh()
    hidden = hide(view, cells, player)
    for slot in _guarded(view):
        for at in range(view.start[slot.name], view.start[slot.name] + slot.cells):
            if hidden[at] is None:
                out[at] = fresh[at]
    return out


# --- by name ----------------------------------------------------------------------------------------------


def observation(view: View, cells: list[int], player: int) -> dict[str, Any]:
    """Observation of the player as a dictionary; `UNKNOWN` marks hidden values."""
    schema = view.schema
    out: dict[str, Any] = {
        "player": schema.seats[player],
        "seats": view.get(cells, control.SEATS),
        "options": {one.name: one.shown(view.get(cells, one.name)) for one in schema.options},
        "decisions": view.get(cells, control.DECISIONS),
        "pending": _pending(view, cells),
    }
    known = state_dict.state_part(view, forgotten(view, cells, player))
    piles = {one.slot for one in schema.hidden}
    for slot in schema.slots:
        if slot.role == "state" and slot.seen != "all" and slot.name not in piles:
            known[slot.name] = _partly(view, cells, slot, known[slot.name], player)
    for zone in hidden.zones(view, cells):
        if not zone.seen(view, cells, player):
            known[zone.slot.name] = _counted(known[zone.slot.name], zone, view, cells)
    for name, content in known.items():
        state_dict.nest(out, name, content)
    return out


def _partly(view: View, cells: list[int], slot: Slot, content: Any, player: int) -> Any:
    if not slot.dims:
        return UNKNOWN
    per_label = slot.cells // len(slot.dims[0])
    return {
        label: value if sees(view, cells, slot, number * per_label, player) else UNKNOWN
        for number, (label, value) in enumerate(content.items())
    }


def _counted(content: Any, zone: hidden.HiddenZone, view: View, cells: list[int]) -> Any:
    """Replace an unseen zone by its number of pieces."""
    number = {PIECES: hidden.size(view, cells, zone)}
    *outer, last = zone.label.removeprefix(zone.slot.name).split(".")
    if not last:
        return number
    part = content
    for one in outer[1:]:
        part = part[one]
    part[last] = number
    return content


def _pending(view: View, cells: list[int]) -> dict[str, Any] | None:
    """Pending decision with its public locals."""
    pending = state_dict.pending(view, cells)
    if pending is None:
        return None
    kept = {name: value for name, value in pending["locals"].items() if view.slots[name].seen == "all"}
    shown = ("rule", "choose", "chance", "place", "seat")
    return {key: pending[key] for key in shown if key in pending} | {"locals": kept}


def text(known: dict[str, Any]) -> str:
    """Format an observation as lines of text."""
    return "\n".join(_lines(known, 0)) + "\n"


def _lines(known: dict[str, Any], depth: int) -> list[str]:
    out: list[str] = []
    for key, value in known.items():
        pad = "  " * depth
        if isinstance(value, dict) and value:
            out += [f"{pad}{key}:", *_lines(value, depth + 1)]
        else:
            out.append(f"{pad}{key}: {_word(value)}")
    return out


def _word(value: Any) -> str:
    if value is None or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_word(one) for one in value) or "none"
    return str(value)


# --- as numbers -------------------------------------------------------------------------------------------


def layout(schema: Schema) -> tuple[ObservationPart, ...]:
    """Layout of the wide tensor: consecutive slices."""
    parts: list[ObservationPart] = []

    def add(name: str, labels: tuple[str, ...]) -> None:
        offset = parts[-1].offset + parts[-1].size if parts else 0
        parts.append(ObservationPart(name, offset, len(labels), labels))

    add("player", schema.seats)
    add("seats", ("number",))
    add("decisions", ("number",))
    names = tuple(one.name if one.place == 1 else f"{one.name} {one.place}" for one in schema.decisions)
    add("pending", ("over", *names, *(f"{schema.events[c.event].name} {c.place}" for c in schema.chances)))
    add("pending.seat", schema.seats)
    for slot in schema.slots:
        if shown(slot):
            for index in range(slot.cells):
                add(_path(slot, index), labels(slot))
    view = View(schema)
    for zone in hidden.zones(view, view.fresh()):
        add(f"{zone.label}.{PIECES}", ("number",))
    return tuple(parts)


def _path(slot: Slot, index: int) -> str:
    labels: list[str] = []
    for dim in reversed(slot.dims):
        index, rest = divmod(index, len(dim))
        labels.insert(0, dim[rest])
    return ".".join([slot.name, *labels])


def labels(slot: Slot) -> tuple[str, ...]:
    """Element labels of one cell: one-hot members or a number, plus `unknown` if it can be hidden."""
    found: tuple[str, ...] = ("number",) if slot.sort == "int" else ("yes",)
    if slot.sort == "list":  # position of each member, 0 if absent
        found = slot.members
    elif slot.sort in ("member", "set"):
        found = slot.members + (("none",) if slot.sort == "member" and slot.lo < 0 else ())
    elif slot.sort not in ("int", "flag"):  # raw, one number per cell
        found = ("number",)
    return found if slot.seen == "all" else (*found, "unknown")


def tensor(view: View, cells: list[int], player: int) -> list[float]:
    """Observation tensor of the player, arranged by `layout`."""
    schema = view.schema
    seat, pending = view.get(cells, control.SEAT), view.get(cells, control.PENDING)
    out = _one_of(len(schema.seats), player)
    out += [float(view.get(cells, control.SEATS)), float(view.get(cells, control.DECISIONS))]
    out += _one_of(1 + len(schema.decisions) + len(schema.chances), pending)
    out += _one_of(len(schema.seats), seat)
    for slot in schema.slots:
        if not shown(slot):
            continue
        values, size = view.all(cells, slot.name), len(labels(slot)) - (slot.seen != "all")
        if slot.seen == "all" and slot.name not in view.seen_by:
            # Fast path for most cells: visibility tests would dominate.
            out += _all_numbers(slot, values, size)
            continue
        for index, value in enumerate(values):
            known = sees_now(view, cells, slot, index, player)
            out += _numbers(slot, value, size) if known else [0.0] * size
            out += [] if slot.seen == "all" else [float(not known)]
    return out + [float(hidden.size(view, cells, zone)) for zone in hidden.zones(view, cells)]


def _one_of(size: int, index: int) -> list[float]:
    return [float(one == index) for one in range(size)]


def _all_numbers(slot: Slot, values: list[int], size: int) -> list[float]:
    """Encode all cells of a slot; encodings are cached by value."""
    if slot.sort in ("int", "flag"):
        return [float(value) for value in values]
    rows: dict[int, list[float]] = {value: _numbers(slot, value, size) for value in set(values)}
    return [number for value in values for number in rows[value]]


def _numbers(slot: Slot, value: int, size: int) -> list[float]:
    if slot.sort == "member":
        return _one_of(size, value if value >= 0 else size - 1)
    if slot.sort == "list":
        order = list(entries(value, bits(len(slot.members))))
        return [float(order.index(one) + 1 if one in order else 0) for one in range(size)]
    if slot.sort == "set":
        return [float((value >> member) & 1) for member in range(size)]
    return [float(value)]
