"""Migration of a position from other rules: an older version of a file, or the base game of a variant.

Content of the same name and a fitting type is kept, everything else starts as in a new game. The game resumes
at the pending decision if the new rules have the same one (see `decision_matching`); else the turn or phase
starts over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulec.runtime import control, hidden, piece_conservation, state_dict, zone_room
from rulec.runtime.options import option_values
from rulec.runtime.piece_conservation import add_pieces, pieces_at
from rulec.runtime.positions import decision_matching, setup
from rulec.runtime.schema import CheckpointInfo, Schema, StockInfo
from rulec.runtime.validate import check_pieces
from rulec.runtime.value_text import key_text
from rulec.runtime.view import View


class MigratedPosition(NamedTuple):
    cells: list[int]  # not validated; nothing pending
    others: tuple[str, ...]  # names not migrated unchanged
    resumed: list[int] | None  # cells with the pending decision, if it exists
    at: tuple[str, ...]  # alternative checkpoints, best first


def adopt(view: View, data: Any) -> MigratedPosition:
    if not isinstance(data, dict):
        raise ValueError(f"a position is a dictionary, not {type(data).__name__}")
    if "pending" not in data:
        raise ValueError("`pending` is missing")
    cells = view.fresh()
    others: list[str] = []
    meta = {**data, "options": _options(view.schema, data.get("options"), others)}
    state_dict.read_meta(view, cells, meta, adopt=True)
    seats = view.get(cells, control.SEATS)
    if seats not in view.schema.players:
        raise ValueError(f"`seats`: {view.schema.name} is not played with {seats}")
    for name in state_dict.state_names(view):
        found, content = state_dict.find(data, name)
        if not found or not _take_over(view, cells, name, content):
            others.append(name)
    others += state_dict.unknown_names(view, data)
    _empty_chairs(view, cells)
    _put_right(view, cells, data, others)
    resumed = decision_matching.resumed(view, cells, data)
    if resumed is not None and data["pending"] is None:
        return MigratedPosition(cells, tuple(others), resumed, ())
    at = _checkpoints(view, data["pending"])
    if resumed is None and not at:
        raise ValueError("`pending`: this position is in no turn or phase from which the game can go on")
    setup.fall_back(view, cells)
    _turn_up(view, cells)
    return MigratedPosition(cells, tuple(others), resumed, at)


def _put_right(view: View, cells: list[int], data: dict[str, Any], others: list[str]) -> None:
    """Repair piece counts by refilling homes and lost zones, and drop knowledge of missing pieces."""
    try:
        piece_conservation.check(view, cells)
        check_pieces(view, cells)
    except ValueError:
        stocks = [stock for stock in view.schema.stocks if stock.home is not None]
        zones = dict.fromkeys(name for stock in stocks for name in piece_conservation.forms_of(stock))
        before = {name: view.all(cells, name) for name in zones}
        setup.fill_all_homes(view, cells, {})
        for stock in stocks:
            _refill(view, cells, stock, data, others)
        others += [name for name in zones if name not in others and view.all(cells, name) != before[name]]
    try:
        hidden.check(view, cells)
    except ValueError:
        hidden.forget_what_is_gone(view, cells)


def _turn_up(view: View, cells: list[int]) -> None:
    """Fill the face-up places of decks that chance was to fill, since it is no longer pending."""
    if any(zone_room.gaps(view, cells)):
        setup.fill_all_homes(view, cells, {})


def _refill(view: View, cells: list[int], stock: StockInfo, data: dict[str, Any], others: list[str]) -> None:
    """Move pieces from home to shared zones whose contents did not fit, at most as many as lay there.

    After a change of how many cards there are, a draw pile keeps what is left of them.
    """
    assert stock.home is not None
    if len(view.slots[stock.home[0]].dims) != 1:
        return
    for name, form in stock.holders:
        if form != "counts" or name not in others or len(view.slots[name].dims) != 1:
            continue
        _, content = state_dict.find(data, name)
        for kind, label in enumerate(stock.kinds):
            home = pieces_at(view, cells, stock.home, kind, 0)
            count = min(home, _named(content, label))
            add_pieces(view, cells, stock.home, kind, 0, -count)
            add_pieces(view, cells, (name, form), kind, 0, count)


def _named(content: Any, label: str) -> int:
    """Count pieces of a kind in the saved content of a zone."""
    if isinstance(content, dict):
        return sum(
            max(value, 0) if key == label and type(value) is int else _named(value, label)
            for key, value in content.items()
        )
    return sum(_named(one, label) for one in content) if isinstance(content, list) else int(content == label)


def _empty_chairs(view: View, cells: list[int]) -> None:
    """Reset the variables of absent players to their start values."""
    present = view.get(cells, control.SEATS)
    for slot in view.schema.slots:
        if slot.role == "state" and slot.dims and slot.dims[0] == view.schema.seats:
            each = slot.cells // len(slot.dims[0])
            for cell in range(present * each, slot.cells):
                view.put(cells, slot.name, slot.start_of(cell), cell)


def _options(schema: Schema, given: Any, others: list[str]) -> dict[str, Any]:
    """Options that the game has; the names of all others are appended to `others`."""
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
    """Write the fitting part of a variable; return whether all of it fitted."""
    before = list(cells)
    try:
        state_dict.write(view, cells, name, content)
        return True
    except ValueError:
        cells[:] = before
    usual = state_dict.state_part(view, cells)[name]
    try:
        state_dict.write(view, cells, name, _merged(usual, content))
    except ValueError:
        cells[:] = before
    return False


def _merged(usual: Any, content: Any) -> Any:
    """Overlay the position's content on the start value, member by member."""
    if not isinstance(usual, dict) or not isinstance(content, dict):
        return content
    return {key: _merged(value, content[key]) if key in content else value for key, value in usual.items()}


# --- where the game goes on -------------------------------------------------------------------------------


def _checkpoints(view: View, pending: Any) -> tuple[str, ...]:
    """Checkpoints of the running rules, innermost first."""
    if not isinstance(pending, dict):
        raise ValueError("`pending` is a dictionary, or None when the game is over")
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
    return tuple(dict.fromkeys(_called(one, names) for one in ran))


def _called(point: CheckpointInfo, names: dict[str, Any]) -> str:
    return point.name if point.seat is None else f"{point.name} of {key_text(names[point.seat])}"
