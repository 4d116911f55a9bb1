"""Conversion between states and dictionaries keyed by the names of the rules file.

    {"game": "connect_four", "rules": "<digest>", "seats": 2, "options": {}, "chance": "sampled",
     "rng": {"key": 1}, "decisions": 3,
     "pending": {"rule": "turn", "choose": "drop", "seat": "2", "locals": {"play.player": "2"}, "stack": []},
     "squares": {"piece": {"a1": "disc of 1"}}, "discs": {"1": 19, "2": 20}}

Variables of the game are keyed by name, those of players and other members grouped by kind.
"""

from __future__ import annotations

from typing import Any

from rulec.runtime import control
from rulec.runtime.list_codec import bits, entries, packed
from rulec.runtime.numbers import whole, whole_numbers
from rulec.runtime.options import option_values
from rulec.runtime.schema import PLAYERS, BoardInfo, ChanceInfo, DecisionInfo, Slot
from rulec.runtime.seats import unmarked, unmarked_keys
from rulec.runtime.validate import asked, check_cell, fits
from rulec.runtime.value_text import key_text, shown
from rulec.runtime.view import View

_PENDING = frozenset(
    "rule choose chance place places seat locals stack calls saved running".split()  # noqa: SIM905
)
META = ("game", "rules", "seats", "options", "chance", "rng", "decisions", "pending")


def to_dict(view: View, cells: list[int]) -> dict[str, Any]:
    out = meta(view, cells)
    for name, content in state_part(view, cells).items():
        nest(out, name, content)
    return out


def meta(view: View, cells: list[int]) -> dict[str, Any]:
    """Metadata of a position: game, configuration, generator, pending decision."""
    schema = view.schema
    return {
        "game": schema.name,
        "rules": schema.rules_hash,
        "seats": view.get(cells, control.SEATS),
        "options": {one.name: one.shown(view.get(cells, one.name)) for one in schema.options},
        "chance": "explicit" if view.get(cells, control.EXPLICIT) else "sampled",
        "rng": _rng(view, cells),
        "decisions": view.get(cells, control.DECISIONS),
        "pending": pending(view, cells),
    }


def _rng(view: View, cells: list[int]) -> dict[str, Any]:
    """Generator key and number of draws per chance event."""
    out: dict[str, Any] = {"key": view.get(cells, control.KEY)}
    if view.schema.events:
        names = [event.name for event in view.schema.events]
        out["draws"] = dict(zip(names, view.draws(cells), strict=True))
    return out


def state_part(view: View, cells: list[int]) -> dict[str, Any]:
    """Declared variables of a position: path -> content."""
    schema = view.schema
    out: dict[str, Any] = {}
    on_boards = {name for board in schema.boards for _, name in board.pieces}
    for board in schema.boards:
        out[board.name] = _board_content(view, cells, board)
    for slot in schema.slots:
        if slot.role == "state" and slot.name not in on_boards:
            out[slot.name] = _content(slot, view.all(cells, slot.name))
    return out


def content_of(view: View, cells: list[int], name: str) -> Any:
    """Entry of `state_part` for one name."""
    board = next((one for one in view.schema.boards if one.name == name), None)
    if board is not None:
        return _board_content(view, cells, board)
    return _content(view.slots[name], view.all(cells, name))


def nest(out: dict[str, Any], name: str, content: Any) -> None:
    *sorts, last = name.split(".")
    for sort in sorts:
        out = out.setdefault(sort, {})
    out[last] = content


def _board_content(view: View, cells: list[int], board: BoardInfo) -> dict[str, str]:
    """Map from occupied spaces to their pieces."""
    found: dict[int, str] = {}
    for piece, name in board.pieces:
        for seat, value in enumerate(view.all(cells, name)):
            while value:
                space = (value & -value).bit_length() - 1
                value &= value - 1
                found[space] = f"{piece} of {view.slots[name].dims[0][seat]}"
    return {board.spaces[space]: found[space] for space in sorted(found)}


def _content(slot: Slot, values: list[int]) -> Any:
    return _nested(slot, slot.dims, values)


def _nested(slot: Slot, dims: tuple[tuple[str, ...], ...], values: list[int]) -> Any:
    """Nest the values by the labels of each dimension."""
    if not dims:
        return _shown(slot, values[0])
    if len(dims) == 1:
        if slot.sparse:
            return {label: value for label, value in zip(dims[0], values, strict=True) if value}
        shown = values if slot.sort == "int" else [_shown(slot, value) for value in values]
        return dict(zip(dims[0], shown, strict=True))
    size = len(values) // len(dims[0])
    return {
        label: _nested(slot, dims[1:], values[n * size : (n + 1) * size]) for n, label in enumerate(dims[0])
    }


def _shown(slot: Slot, value: int) -> Any:
    if slot.sort == "flag":
        return bool(value)
    if slot.sort == "member":
        return None if value < 0 else slot.members[value]
    if slot.sort == "list":
        return [slot.members[one] for one in entries(value, bits(len(slot.members)))]
    if slot.sort == "set":
        return [label for n, label in enumerate(slot.members) if (value >> n) & 1]
    return value


def held_locals(view: View, cells: list[int]) -> list[str]:
    """Live locals: those of the pending decision and of all callers."""
    node = asked(view, cells)
    if node is None:
        return []
    names = list(node.locals)
    for back in view.stack(cells):
        names += [name for name in view.returns[back].locals if name not in names]
    return names


def occurrences(view: View, node: DecisionInfo | ChanceInfo) -> int:
    """Number of choice points or chance nodes with the same name."""
    if isinstance(node, ChanceInfo):
        return sum(other.event == node.event for other in view.schema.chances)
    return sum(other.name == node.name for other in view.schema.decisions)


def pending(view: View, cells: list[int]) -> dict[str, Any] | None:
    node, schema = asked(view, cells), view.schema
    if node is None:
        return None
    if isinstance(node, ChanceInfo):
        what: dict[str, Any] = {"chance": schema.events[node.event].name}
    else:
        what = {"choose": node.name, "seat": schema.seats[view.get(cells, control.SEAT)]}
    if (places := occurrences(view, node)) > 1:
        what |= {"place": node.place, "places": places}
    stack, names = view.stack(cells), held_locals(view, cells)
    pending: dict[str, Any] = {
        "rule": node.rule,
        **what,
        "locals": {name: _content(view.slots[name], view.all(cells, name)) for name in names},
        "stack": list(stack),
    }
    if stack:
        pending["calls"] = [view.returns[back].name for back in stack]
    running = running_slots(view, cells)
    if running:
        pending["running"] = {slot.name: _shown(slot, view.get(cells, slot.name)) for slot in running}
    if control.SAVED in view.slots:
        pending["saved"] = _saved(view, cells, stack)
    return pending


def running_slots(view: View, cells: list[int]) -> list[Slot]:
    """Activation slots of the running rules, zero values included."""
    flags = {one.slot for one in view.schema.leavable}
    runs = {name.partition(".")[0] for name in flags if view.get(cells, name)}
    return [
        slot
        for slot in view.schema.slots
        if slot.role == "running"
        and (view.get(cells, slot.name) or (slot.name.partition(".")[0] in runs and slot.name not in flags))
    ]


def _saved(view: View, cells: list[int], stack: tuple[int, ...]) -> list[dict[str, Any]]:
    """Saved locals of each call on the stack."""
    found, top = [], 0
    for back in stack:
        one: dict[str, Any] = {}
        for name in view.returns[back].saved:
            one[name] = _shown(view.slots[name], view.saved_value(cells, name, top))
            top += view.slots[name].width
        found.append(one)
    return found


# --- back -------------------------------------------------------------------------------------------------


def from_dict(view: View, data: Any) -> list[int]:
    """Read a position into cells, without validation."""
    if not isinstance(data, dict):
        raise ValueError(f"a position is a dictionary, not {type(data).__name__}")
    schema = view.schema
    if data.get("game", schema.name) != schema.name:
        raise ValueError(f"`game`: this is a position of {shown(data['game'])}, not of {schema.name}")
    if data.get("rules") != schema.rules_hash:
        raise ValueError("`rules`: this position was saved under other rules (adopt=True takes what fits)")
    for key in META:
        if key not in data and key not in {"rng", "chance"}:  # defaults: seed 0, sampled chance
            raise ValueError(f"`{key}` is missing")
    cells = view.fresh()
    read_meta(view, cells, data)
    for name in state_names(view):
        found, content = find(data, name)
        if not found:
            raise ValueError(f"`{name}` is missing")
        write(view, cells, name, content)
    for name in unknown_names(view, data):
        raise ValueError(f"`{name}` is nothing of {schema.name}")
    read_pending(view, cells, data)
    return cells


def state_names(view: View) -> list[str]:
    """Keys of `state_part`."""
    on_boards = {name for board in view.schema.boards for _, name in board.pieces}
    names = [board.name for board in view.schema.boards]
    return names + [s.name for s in view.schema.slots if s.role == "state" and s.name not in on_boards]


def find(data: dict[str, Any], name: str) -> tuple[bool, Any]:
    here: Any = data
    for part in name.split("."):
        if not isinstance(here, dict) or part not in here:
            return False, None
        here = here[part]
    return True, here


def unknown_names(view: View, data: dict[str, Any]) -> list[str]:
    """Keys of a position that the game does not declare."""
    names = set(state_names(view))
    known = {*META, *(name.split(".")[0] for name in names)}
    unknown = [key_text(key) for key in data if key not in known]
    inner = {name[:place] for name in names for place, sign in enumerate(name) if sign == "."}
    known_paths = names | inner
    for path in sorted(inner):
        _, content = find(data, path)
        for key in content if isinstance(content, dict) else ():
            if f"{path}.{key_text(key)}" not in known_paths:
                unknown.append(f"{path}.{key_text(key)}")
    return unknown


def read_meta(view: View, cells: list[int], data: dict[str, Any], adopt: bool = False) -> None:
    for key in ("seats", "decisions"):
        view.put(cells, control.MARK + key, _whole(key, data.get(key)))
    try:
        options = data.get("options", {})
        values = option_values(view.schema, options)
    except ValueError as problem:
        raise ValueError(f"`options`: {problem}") from None
    for one in view.schema.options:
        if one.name not in options and not adopt:
            raise ValueError(f"`options.{one.name}` is missing")
    for option, value in zip(view.schema.options, values, strict=True):
        view.put(cells, option.name, value)
    chance = data.get("chance", "sampled")
    if chance not in ("sampled", "explicit"):
        raise ValueError("`chance` is `sampled` or `explicit`")
    view.put(cells, control.EXPLICIT, int(chance == "explicit"))
    rng = data.get("rng")
    if rng is None:
        from rulec.runtime.rng import key_of

        view.put(cells, control.KEY, key_of(0))
    elif isinstance(rng, dict) and "key" in rng and set(rng) <= {"key", "draws"}:
        view.put(cells, control.KEY, _whole("rng.key", rng["key"]))
        _read_draws(view, cells, rng.get("draws", {}), adopt)
    else:
        raise ValueError('`rng` is {"key": a whole number}, and in a game with chance "draws"')


def _read_draws(view: View, cells: list[int], draws: Any, adopt: bool) -> None:
    """Read the number of draws per event; missing events count as 0."""
    if not isinstance(draws, dict):
        raise ValueError("`rng.draws` says of each event of chance how often it has been drawn")
    names = [event.name for event in view.schema.events]
    for name, count in draws.items():
        if name in names:
            view.put(cells, control.DRAWS, _whole(f"rng.draws.{name}", count), names.index(name))
        elif not adopt:
            raise ValueError(f"`rng.draws`: no event of chance is called {shown(name)}")


def read_pending(view: View, cells: list[int], data: dict[str, Any]) -> None:
    if "pending" not in data:
        raise ValueError("`pending` is missing")
    pending = data["pending"]
    if pending is None:
        view.put(cells, control.PENDING, 0)
        view.put(cells, control.SEAT, -1)
        return
    if not isinstance(pending, dict):
        raise ValueError("`pending` is a dictionary, or None when the game is over")
    for key in pending:
        if key not in {
            "rule",
            "choose",
            "chance",
            "place",
            "seat",
            "locals",
            "stack",
            "saved",
            "running",
            "places",
            "calls",
        }:
            raise ValueError(f"`pending.{key_text(key)}` is nothing of a pending decision")
    needed = ["rule", "locals", "stack", *([] if "chance" in pending else ["choose", "seat"])]
    for key in needed:
        if key not in pending:
            raise ValueError(f"`pending.{key}` is missing")
    decision: DecisionInfo | ChanceInfo
    if "chance" in pending:
        number, name = _pending_chance(view, pending), str(pending["chance"])
        decision = view.schema.chances[number]
        view.put(cells, control.PENDING, len(view.schema.decisions) + number + 1)
        view.put(cells, control.SEAT, -1)
    else:
        number, name = _pending_decision(view, pending), str(pending["choose"])
        decision = view.schema.decisions[number]
        view.put(cells, control.PENDING, number + 1)
        seat = _label("pending.seat", view.schema.seats, pending.get("seat"), seats=True)
        view.put(cells, control.SEAT, seat)
    if pending["rule"] != decision.rule:
        raise ValueError(f"`pending.rule`: `{name}` belongs to `{decision.rule}`")
    stack = pending.get("stack", [])
    backs = whole_numbers(stack)
    if backs is None:
        raise ValueError("`pending.stack` is a list of whole numbers")
    places = occurrences(view, decision)
    if pending.get("places", places) != places:
        raise ValueError(f"`pending.places`: `{name}` is asked at {places}")
    if not fits(view, backs, decision.roots) or len(backs) > _room(view):
        raise ValueError(f"`pending.stack`: `{name}` is never asked with this stack")
    calls = [view.returns[back].name for back in backs]
    if pending.get("calls", calls) != calls:
        raise ValueError("`pending.calls` are other calls than those of `pending.stack`")
    _read_saved(view, cells, backs, pending.get("saved", []))
    view.put_stack(cells, backs)
    running = pending.get("running", {})
    known = {slot.name for slot in view.schema.slots if slot.role == "running"}
    if not isinstance(running, dict) or not set(running) <= known:
        raise ValueError("`pending.running` holds the frames of the running rules")
    for slot, value in running.items():
        view.put(cells, slot, _read(f"pending.running.{slot}", view.slots[slot], value))
    for one in running_slots(view, cells):
        if one.name not in running:
            raise ValueError(f"`pending.running.{one.name}` is missing")
    _read_locals(view, cells, pending.get("locals", {}))


def _pending_decision(view: View, pending: dict[str, Any]) -> int:
    """Index of the pending choice point, by name and ordinal."""
    decisions = view.schema.decisions
    named = [number for number, one in enumerate(decisions) if one.name == pending.get("choose")]
    if not named:
        raise ValueError(f"`pending.choose`: no decision is called {shown(pending.get('choose'))}")
    if "place" in pending and len(named) == 1:
        raise ValueError(f"`pending.place`: `{pending['choose']}` is asked at one place only")
    if "place" not in pending and len(named) > 1:
        raise ValueError(f"`pending.place` is missing: `{pending['choose']}` is asked at several places")
    place = pending.get("place", 1)
    for number in named:
        if decisions[number].place == whole(place):
            return number
    raise ValueError(f"`pending.place`: `{pending['choose']}` has no place number {shown(place)}")


def _pending_chance(view: View, pending: dict[str, Any]) -> int:
    """Index of the pending chance node, by event and ordinal."""
    if "choose" in pending or "seat" in pending:
        raise ValueError("`pending`: either `chance` decides or a `seat` has to `choose`")
    names = [event.name for event in view.schema.events]
    if pending["chance"] not in names:
        raise ValueError(f"`pending.chance`: no event of chance is called {shown(pending['chance'])}")
    event, place = names.index(pending["chance"]), pending.get("place", 1)
    places = sum(node.event == event for node in view.schema.chances)
    if ("place" in pending) is not (places > 1):
        told = "is missing: it is met at several places" if places > 1 else "is given, but there is only one"
        raise ValueError(f"`pending.place` {told}")
    for number, node in enumerate(view.schema.chances):
        if node.event == event and node.place == whole(place):
            return number
    raise ValueError(f"`pending.place`: `{pending['chance']}` has no place number {shown(place)}")


def _room(view: View) -> int:
    return view.slots[control.STACK].cells if control.STACK in view.slots else 0


def _read_saved(view: View, cells: list[int], stack: tuple[int, ...], content: Any) -> None:
    if control.SAVED not in view.slots:
        return
    if not isinstance(content, list) or len(content) != len(stack):
        raise ValueError("`pending.saved` is a list with an entry for each of `pending.stack`")
    for back, given in zip(stack, content, strict=True):
        names = view.returns[back].saved
        if not isinstance(given, dict) or set(given) != set(names):
            raise ValueError(f"`pending.saved` has here: {', '.join(names) or 'nothing'}")
        for name in names:
            value = _read(f"pending.saved.{name}", view.slots[name], given[name])
            check_cell(view.slots[name], 0, value)
            view.put(cells, name, value)
        if not view.save(cells, names):
            raise ValueError("`pending.saved`: the stack is too deep")
        for name in names:
            view.put(cells, name, 0)


def _read_locals(view: View, cells: list[int], content: Any) -> None:
    if not isinstance(content, dict):
        raise ValueError("`pending.locals` is a dictionary")
    held = held_locals(view, cells)
    for name in held:
        if name not in content:
            raise ValueError(f"`pending.locals.{name}` is missing")
    for name, value in content.items():
        slot = view.slots.get(name) if isinstance(name, str) else None
        if slot is None or slot.role != "frame":
            raise ValueError(f"`pending.locals`: no rule has a local `{key_text(name)}`")
        if name not in held:
            raise ValueError(f"`pending.locals.{name}` means nothing at this decision")
        try:
            write(view, cells, name, value)
        except ValueError as problem:
            raise ValueError(f"`pending.locals.{str(problem).removeprefix('`')}") from None


def _whole(name: str, value: Any) -> int:
    number = whole(value)
    if number is None:
        raise ValueError(f"`{name}` is a whole number, not {shown(value)}")
    if not 0 <= number < 1 << 64:
        raise ValueError(f"`{name}` is {shown(number)}, which can't be")
    return number


def _label(name: str, labels: tuple[str, ...], value: Any, seats: bool = False) -> int:
    """Index of a member among the labels; for `seats`, `p1` is accepted too."""
    number = whole(value)
    text = value if number is None else key_text(number)
    if seats and isinstance(text, str):
        text = unmarked(text)
    if not isinstance(text, str) or text not in labels:
        raise ValueError(f"`{name}`: {shown(value)} is none of {first_labels(labels)}")
    return labels.index(text)


def _of_seats(slot: Slot) -> bool:
    return slot.member_sort == PLAYERS


def first_labels(labels: tuple[str, ...]) -> str:
    """Enumerate the first labels."""
    return ", ".join(labels[:12]) + " ..." * (len(labels) > 12)


def write(view: View, cells: list[int], name: str, content: Any) -> None:
    """Write the content of a variable or board, in the form of `to_dict`."""
    for board in view.schema.boards:
        if board.name == name:
            _write_board(view, cells, board, content)
            return
    slot = view.slots[name]
    present = view.get(cells, control.SEATS)
    content = unmarked_keys(content, slot.kept_for[:1] == (PLAYERS,))
    given = {key_text(key): value for key, value in content.items()} if isinstance(content, dict) else {}
    if slot.kept_for[:1] == (PLAYERS,) and set(given) == set(slot.dims[0][:present]):
        # absent seats may be omitted
        content = _content(slot, [slot.start_of(cell) for cell in range(slot.cells)]) | given
    view.put_all(cells, name, _unnested(name, slot, slot.dims, content))


def _unnested(name: str, slot: Slot, dims: tuple[tuple[str, ...], ...], content: Any) -> list[int]:
    """Flatten a nested dictionary in label order; inverse of `_nested`."""
    if not dims:
        return [_read(name, slot, content)]
    labels = dims[0]
    content = unmarked_keys(content, slot.kept_for[-len(dims)] == PLAYERS)
    if len(dims) == 1 and isinstance(content, dict) and (plain := _plain(slot, labels, content)) is not None:
        return plain
    given = {key_text(label): value for label, value in content.items()} if isinstance(content, dict) else {}
    if slot.sparse and len(dims) == 1 and isinstance(content, dict):
        unknown = [label for label in given if label not in labels]
        if unknown:
            raise ValueError(
                f"`{name}` has no room for {shown(unknown[0])}; there are {first_labels(labels)}"
            )
        content = dict.fromkeys(labels, 0) | given
        given = {**dict.fromkeys(labels, 0), **given}
    if set(given) != set(labels) or len(given) != len(content):
        lost = next((f"; `{label}` is missing" for label in labels if given and label not in given), "")
        raise ValueError(f"`{name}` has a value for each of {first_labels(labels)}{lost}")
    values = [_unnested(f"{name}.{label}", slot, dims[1:], given[label]) for label in labels]
    return [value for part in values for value in part]


def _plain(slot: Slot, labels: tuple[str, ...], content: dict[Any, Any]) -> list[int] | None:
    """Fast path for well-formed numbers; None if the caller must check each entry."""
    values = [content.get(label, 0) for label in labels] if slot.sparse else list(content.values())
    if slot.sort != "int" or any(type(value) is not int for value in values):
        return None
    as_written = content.keys() <= set(labels) if slot.sparse else tuple(content) == labels
    return values if as_written and values and slot.lo <= min(values) and max(values) <= slot.hi else None


def _read(name: str, slot: Slot, value: Any) -> int:
    if slot.sort == "flag":
        if not isinstance(value, bool):
            raise ValueError(f"`{name}` is True or False, not {shown(value)}")
        return int(value)
    if slot.sort == "member":
        if value is None and slot.lo < 0:
            return -1
        return _label(name, slot.members, value, _of_seats(slot))
    if slot.sort == "set":
        if not isinstance(value, list | tuple | set | frozenset):
            raise ValueError(f"`{name}` is a list of members, not {shown(value)}")
        found = 0
        for one in value:
            bit = 1 << _label(name, slot.members, one, _of_seats(slot))
            if found & bit:
                raise ValueError(f"`{name}` names {shown(one)} twice; each is there once or not at all")
            found |= bit
        return found
    if slot.sort == "list":
        if not isinstance(value, list | tuple) or len(value) > slot.hi:
            raise ValueError(f"`{name}` is a list of at most {slot.hi} members, not {shown(value)}")
        places = [_label(name, slot.members, one, _of_seats(slot)) for one in value]
        return packed(places, bits(len(slot.members)))
    number = whole(value)
    if number is None:
        raise ValueError(f"`{name}` is a whole number, not {shown(value)}")
    if not slot.lo <= number <= slot.hi:
        raise ValueError(f"`{name}` is {shown(number)}, outside {slot.lo} to {slot.hi}")
    return number


def _write_board(view: View, cells: list[int], board: BoardInfo, content: Any) -> None:
    if not isinstance(content, dict):
        raise ValueError(f"`{board.name}` is a dictionary of spaces and the pieces on them")
    for _, name in board.pieces:
        view.put_all(cells, name, [0] * view.slots[name].cells)
    for space, piece in content.items():
        put_piece(view, cells, board, key_text(space), piece)


def put_piece(view: View, cells: list[int], board: BoardInfo, space: str, piece: Any) -> None:
    """Place a piece on a space, or clear the space (None)."""
    index = _label(board.name, board.spaces, space)
    for _, name in board.pieces:
        values = view.all(cells, name)
        view.put_all(cells, name, [value & ~(1 << index) for value in values])
    if piece is None:
        return
    if isinstance(piece, str) and " of " in piece:
        owner = piece.rpartition(" of ")[2]
        seats = any(view.slots[name].kept_for[:1] == (PLAYERS,) for _, name in board.pieces)
        piece = f"{piece.removesuffix(owner)}{unmarked(owner)}" if seats else piece
    for kind, name in board.pieces:
        for seat, label in enumerate(view.slots[name].dims[0]):
            if piece == f"{kind} of {label}":
                view.put(cells, name, view.get(cells, name, seat) | 1 << index, seat)
                return
    forms = ", ".join(
        f"{kind} of {label}" for kind, slot in board.pieces for label in view.slots[slot].dims[0]
    )
    raise ValueError(f"`{board.name}.{space}`: {shown(piece)} is none of {forms}")
