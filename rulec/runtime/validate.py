"""Full validation of a list of cells as a game state.

Whether the pending decision has an option is checked when the options are computed.
"""

from __future__ import annotations

from rulec.runtime import control, frame_facts, hidden, piece_conservation, zone_room
from rulec.runtime.list_codec import bits, entries, packed
from rulec.runtime.schema import PLAYERS, ChanceInfo, DecisionInfo, Slot
from rulec.runtime.view import View


def validate(view: View, cells: list[int]) -> None:
    """Raise a ValueError for the first invalid variable."""
    if len(cells) != view.size:
        raise ValueError(f"a state of {view.schema.name} has {view.size} values, not {len(cells)}")
    for slot in view.schema.slots:
        values = view.all(cells, slot.name)
        if not _in_range(slot, values):
            for index, value in enumerate(values):
                check_cell(slot, index, value)
    if view.get(cells, control.SEATS) not in view.schema.players:
        raise ValueError(f"`seats`: {view.schema.name} is not played with {view.get(cells, control.SEATS)}")
    chosen = (view.get(cells, control.SEATS), *(view.get(cells, one.name) for one in view.schema.options))
    if chosen not in view.schema.configurations:
        raise ValueError(f"`options`: {view.schema.name} is not played so with {chosen[0]} players")
    _check_control(view, cells)
    check_pieces(view, cells)
    piece_conservation.check(view, cells)
    zone_room.check(view, cells)
    hidden.check(view, cells)
    _check_pools(view, cells)
    _check_absent(view, cells)


def _in_range(slot: Slot, values: list[int]) -> bool:
    """Check all cells of a slot at once; per-cell checks follow only on failure."""
    if slot.sort == "list" or not values:
        return False
    low, high = (0, (1 << len(slot.members)) - 1) if slot.sort == "set" else (slot.lo, slot.hi)
    return low <= min(values) and max(values) <= high


def check_cell(slot: Slot, index: int, value: int) -> None:
    if slot.sort == "list":
        _check_list(slot, index, value)
        return
    if slot.sort == "set":
        if value < 0 or value >> len(slot.members):
            raise ValueError(f"`{path(slot, index)}` has members that do not exist")
    elif not slot.lo <= value <= slot.hi:
        raise ValueError(f"`{path(slot, index)}` is {value}, outside {slot.lo} to {slot.hi}")


def _check_list(slot: Slot, index: int, value: int) -> None:
    digit = bits(len(slot.members))
    there = list(entries(value, digit)) if value >= 0 else []
    if value < 0 or packed(there, digit) != value:
        raise ValueError(f"`{path(slot, index)}` has something behind its end")
    if len(there) > slot.hi:
        raise ValueError(f"`{path(slot, index)}` has {len(there)} entries, more than {slot.hi}")
    if any(member >= len(slot.members) for member in there):
        raise ValueError(f"`{path(slot, index)}` has members that do not exist")


def path(slot: Slot, index: int) -> str:
    """Path of a cell, with the labels of its indexes."""
    labels: list[str] = []
    for dim in reversed(slot.dims):
        index, rest = divmod(index, len(dim))
        labels.insert(0, dim[rest])
    return ".".join([slot.name.removeprefix(control.MARK), *labels])


def _check_control(view: View, cells: list[int]) -> None:
    """Check the consistency of the pending decision, the call stack and the locals."""
    schema = view.schema
    pending, seat = view.get(cells, control.PENDING), view.get(cells, control.SEAT)
    if pending > len(schema.decisions) + len(schema.chances):
        raise ValueError(f"`pending`: there is no decision number {pending}")
    stack = view.stack(cells)
    if control.STACK in view.slots and any(view.all(cells, control.STACK)[len(stack) :]):
        raise ValueError("`stack`: there is something above its top")
    if pending == 0:
        if seat != -1 or stack:
            raise ValueError("`pending`: the game is over, yet somebody is to decide")
        kept: set[str] = set()
    elif pending > len(schema.decisions):
        kept = set(_check_chance(view, cells, schema.chances[pending - 1 - len(schema.decisions)], stack))
    else:
        decision = schema.decisions[pending - 1]
        if not 0 <= seat < view.get(cells, control.SEATS):
            raise ValueError(f"`seat`: nobody sits at {seat + 1}")
        if not fits(view, stack, decision.roots):
            raise ValueError(f"`stack`: `{decision.name}` is never asked with this stack")
        if view.get(cells, control.DECISIONS) >= schema.max_decisions:
            raise ValueError("`decisions`: the game has had all its decisions and is not over")
        _check_actor(view, cells, decision)
        kept = set(decision.locals)
    for back in stack:
        kept |= set(view.returns[back].locals)
    _check_saved(view, cells, stack)
    _check_running(view, cells, stack)
    for slot in schema.slots:
        if slot.least and slot.name in kept and view.get(cells, slot.name) < slot.least:
            raise ValueError(f"`{slot.name}` is less than {slot.least}")
        if slot.given and slot.name in kept:
            _check_given(slot, view.all(cells, slot.name))
        if slot.role == "frame" and slot.name not in kept and any(view.all(cells, slot.name)):
            raise ValueError(f"`{slot.name}` has a value although nothing reads it here")
    if pending:
        frame_facts.check(view, cells, pending, stack)


def _check_given(slot: Slot, values: list[int]) -> None:
    """Check that a local holds members that the rules give it alone."""
    for value in values:
        found = value if slot.sort == "set" else 0
        if slot.sort == "list":
            for member in entries(value, bits(len(slot.members))):
                found |= 1 << member
        elif slot.sort == "member" and value >= 0:
            found = 1 << value
        if found & ~slot.given:
            raise ValueError(f"`{slot.name}` has a value that no rule gives it")


def _check_actor(view: View, cells: list[int], decision: DecisionInfo) -> None:
    """Check that a player decides for the asked member."""
    name = view.schema.decides
    if not decision.actor or not name:
        return
    member = view.get(cells, decision.actor)
    if 0 <= member < view.slots[name].cells and view.get(cells, name, member) < 0:
        raise ValueError(
            f"`{path(view.slots[name], member)}` is none, so nobody decides `{decision.name}` here"
        )


def _check_chance(view: View, cells: list[int], node: ChanceInfo, stack: tuple[int, ...]) -> tuple[str, ...]:
    """Check a pending chance node; return its live locals."""
    name = view.schema.events[node.event].name
    if not view.get(cells, control.EXPLICIT):
        raise ValueError(f"`pending`: chance is asked for `{name}` although `chance` is `sampled`")
    if view.get(cells, control.SEAT) != -1:
        raise ValueError(f"`seat`: nobody decides `{name}`")
    if not fits(view, stack, node.roots):
        raise ValueError(f"`stack`: chance is never asked for `{name}` with this stack")
    return node.locals


def _check_running(view: View, cells: list[int], stack: tuple[int, ...]) -> None:
    """Check that running rules belong to active calls."""
    running = [view.schema.start, *(view.returns[back].called for back in stack)]
    idle = {one.slot.partition(".")[0] for one in view.schema.leavable if not view.get(cells, one.slot)}
    over = view.get(cells, control.PENDING) == 0
    for slot in view.schema.slots:
        runs = not over and slot.name.partition(".")[0] not in idle
        if slot.role == "running" and slot.least and runs and view.get(cells, slot.name) < slot.least:
            raise ValueError(f"`{slot.name}` is less than {slot.least}")
        if slot.role == "running" and not runs and view.get(cells, slot.name):
            raise ValueError(f"`{slot.name}` has a value although that rule does not run")
    _check_flags(view, cells, stack)
    for one in view.schema.leavable:
        level = view.get(cells, one.slot)
        if level and (level > len(running) or running[level - 1] != one.root):
            raise ValueError(f"`{one.slot}`: it does not run here")


def _check_flags(view: View, cells: list[int], stack: tuple[int, ...]) -> None:
    """Check activation flags against the pending node and the call stack."""
    node = asked(view, cells)
    found = [] if node is None else [node.runs, *(view.returns[back].runs for back in stack)]
    if None in found:
        return
    runs = {name for one in found for name in one or ()}
    for flag in view.schema.leavable:
        if (flag.slot in runs) is not bool(view.get(cells, flag.slot)):
            told = "it runs here" if flag.slot in runs else "it does not run here"
            raise ValueError(f"`pending.running`: `{flag.slot}`: {told}")


def asked(view: View, cells: list[int]) -> DecisionInfo | ChanceInfo | None:
    """Pending decision or chance node; None when the game is over."""
    number, decisions = view.get(cells, control.PENDING), view.schema.decisions
    if number == 0:
        return None
    if number > len(decisions):
        return view.schema.chances[number - 1 - len(decisions)]
    return decisions[number - 1]


def fits(view: View, stack: tuple[int, ...], roots: tuple[int, ...]) -> bool:
    """Check that a call stack is well formed and leads to a root rule among `roots`."""
    running = view.schema.start
    for back in stack:
        one = view.returns.get(back)
        if one is None or one.caller != running:
            return False
        running = one.called
    return running in roots


def _check_saved(view: View, cells: list[int], stack: tuple[int, ...]) -> None:
    """Check saved values against the ranges of their slots."""
    if control.SAVED not in view.slots:
        return
    top = 0
    for back in stack:
        for name in view.returns[back].saved:
            slot = view.slots[name]
            if top + slot.width > view.slots[control.SAVED].cells:
                raise ValueError("`saved`: the stack is too deep")
            value = view.saved_value(cells, name, top)
            check_cell(slot, 0, value)
            _check_seat(view, cells, slot, 0, value)
            top += slot.width
    if top != view.get(cells, control.TOP):
        raise ValueError("`top`: this is not what the running rules have put on the stack")
    if any(view.all(cells, control.SAVED)[top:]):
        raise ValueError("`saved`: there is something above its top")


def _check_seat(view: View, cells: list[int], slot: Slot, index: int, value: int) -> None:
    present = view.get(cells, control.SEATS)
    if slot.sort == "member" and slot.member_sort == PLAYERS and value >= present:
        raise ValueError(f"`{path(slot, index)}`: nobody sits at {value + 1}")
    if slot.sort == "list" and slot.member_sort == PLAYERS:
        for member in entries(value, bits(len(slot.members))):
            if member >= present:
                raise ValueError(f"`{path(slot, index)}`: nobody sits at {member + 1}")
    if slot.sort == "set" and slot.member_sort == PLAYERS and value >> present:
        raise ValueError(f"`{path(slot, index)}`: nobody sits at {value.bit_length()}")


def check_pieces(view: View, cells: list[int]) -> None:
    """Check for one piece per space and for the declared number of pieces."""
    schema = view.schema
    for board in schema.boards:
        seen = 0
        for _, name in board.pieces:
            for value in view.all(cells, name):
                if seen & value:
                    space = board.spaces[(seen & value).bit_length() - 1]
                    raise ValueError(f"`{board.name}.{space}` holds two pieces")
                seen |= value
    for store in schema.stores:
        if store.total is None or store.home is None:
            continue
        for seat, label in enumerate(view.slots[store.home].dims[0]):
            placed = sum(view.get(cells, name, seat).bit_count() for _, name in store.boards)
            left = view.get(cells, store.home, seat)
            if placed + left != store.total:
                raise ValueError(
                    f"`{store.home}.{label}`: {placed} of the {store.total} pieces are placed, so "
                    f"{store.total - placed} are left, not {left}"
                )


def _check_pools(view: View, cells: list[int]) -> None:
    """Check the shared limits of goods over all players."""
    present = view.get(cells, control.SEATS)
    for pool in view.schema.pools:
        slot = view.slots[pool.slot]
        kinds = slot.cells // len(view.schema.seats)
        values = view.all(cells, pool.slot)
        for kind in range(kinds):
            have = sum(values[seat * kinds + kind] for seat in range(present))
            if have > pool.limit:
                which = f" {slot.dims[1][kind]}" if len(slot.dims) > 1 else ""
                raise ValueError(
                    f"`{pool.slot}`: the players have {have}{which}, but there are only {pool.limit}"
                )


def _check_absent(view: View, cells: list[int]) -> None:
    """Check that variables of absent seats have their start values."""
    present = view.get(cells, control.SEATS)
    for slot in view.schema.slots:
        if PLAYERS in slot.kept_for and slot.role == "state":
            for index, value in enumerate(view.all(cells, slot.name)):
                if value != slot.start_of(index) and _is_absent(slot, index, present):
                    raise ValueError(f"`{path(slot, index)}`: nobody sits there")
        if slot.role != "control" and slot.member_sort == PLAYERS:
            for index, value in enumerate(view.all(cells, slot.name)):
                _check_seat(view, cells, slot, index, value)


def _is_absent(slot: Slot, index: int, present: int) -> bool:
    """Check whether the cell belongs to an absent seat."""
    for labels, sort in zip(reversed(slot.dims), reversed(slot.kept_for), strict=True):
        index, place = divmod(index, len(labels))
        if sort == PLAYERS and place >= present:
            return True
    return False
