"""The runtime schema of a program: state layout and decisions.

The layout of the state is fixed here, once, for both back ends: the variables with the widest cells first,
so that a C struct in the order of their offsets has no holes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir.board_landmarks import landmarks
from rulec.ir.common_result import is_cooperative
from rulec.ir.control_flow import following_within
from rulec.ir.knowledge import Knowledge
from rulec.ir.meaning_digest import meaning_digest
from rulec.ir.monotone import monotone_decisions
from rulec.ir.nodes import Expr, Field
from rulec.ir.presentation import Presentation, Wording
from rulec.ir.program import Option, Program
from rulec.ir.revealing import revealed_zones
from rulec.ir.surely_running import running_at
from rulec.ir.types import BoolType, ElemType, IntType, ListType, SetType, Type, bounds
from rulec.runtime import control
from rulec.runtime import schema as r

FEW_WORDS: Final = (
    4  # sets of more are filled up, and asked first which of their words hold any (rulec_engine.h, too)
)
FAR_BYTES: Final = 16  # a variable of so many is not put back as a whole: measured on four games


def make_schema(program: Program, *, monotone: bool = True) -> r.Schema:
    """Lay out the states of a program; the analysis of monotone decisions only sharpens `resample`."""
    known = Knowledge(program)
    revealed = revealed_zones(program)
    slots, size = layout(program, known)
    layout_text = repr(
        [(s.name, s.offset, s.width, s.cells, s.axis, s.coded, s.rows, s.unlaid, s.lo, s.hi) for s in slots]
    )
    return r.Schema(
        name=program.name,
        title=program.title,
        file=_base(program.file),
        rules_hash=meaning_digest(program),
        layout_hash=hashlib.sha256(layout_text.encode()).hexdigest()[:16],
        players=program.players,
        seats=program.seats.labels,
        size=size,
        slots=slots,
        decisions=tuple(_decisions(program, known)),
        events=tuple(_events(program)),
        chances=tuple(_chances(program, known)),
        checkpoints=tuple(
            r.CheckpointInfo(
                c.name,
                c.block,
                c.seat.name if c.seat is not None else None,
                tuple(field.name if field is not None else "" for field in c.parameters),
                tuple(field.name for field in c.running),
                tuple(field.name for field in c.owners),
            )
            for c in program.checkpoints
        ),
        categories=tuple(category.label for category in program.categories),
        ties=len(program.tie_breaks),
        cooperative=is_cooperative(program),
        secret_lines=tuple(n for n, c in enumerate(program.categories) if known.speaks_of(c.function)),
        stores=tuple(
            r.StoreInfo(
                s.name,
                s.owned,
                s.total,
                s.home.name if s.home else None,
                tuple((n, f.name) for n, f in s.boards),
            )
            for s in program.stores
        ),
        boards=tuple(
            r.BoardInfo(b.name, b.spaces.labels, tuple((n, f.name) for n, f in b.pieces))
            for b in program.boards
        ),
        start=program.start,
        stocks=tuple(
            r.StockInfo(
                s.name,
                s.kinds.labels,
                s.totals,
                (s.home[0].name, s.home[1]) if s.home is not None else None,
                tuple((field.name, form) for field, form in s.holders),
                s.owners,
                tuple(tuple(field.name for field in deck) for deck in s.decks),
                s.owner_sort,
            )
            for s in program.stocks
        ),
        pools=tuple(r.PoolInfo(pool.field.name, pool.limit) for pool in program.pools),
        hidden=tuple(
            r.HiddenInfo(
                one.field.name,
                one.known.name if one.known else "",
                one.group,
                one.apart,
                one.seen_by.name if one.seen_by else "",
                one.noticed.name if one.noticed else "",
                one.mixed,
                one.field in revealed,
                monotone_decisions(program, one.field) if monotone and one.field in revealed else (),
            )
            for one in program.hidden
        ),
        returns=tuple(_returns(program)),
        leavable=tuple(r.LeavableInfo(one.running.name, one.block) for one in program.leavable),
        faults=tuple(r.FaultInfo(f.kind, f.message, _base(f.span.file), f.span.line) for f in program.faults),
        num_actions=program.num_actions,
        options=tuple(map(_option, program.options)),
        configurations=program.configurations,
        max_decisions=program.max_decisions,
        pictures=tuple(
            r.PictureInfo(
                one.board,
                one.spaces.labels,
                one.option,
                one.value,
                "\n".join(one.signs),
                one.meanings,
                landmarks(program, one),
            )
            for one in program.pictures
        ),
        limits=tuple(
            r.LimitInfo(tuple((field.name, form) for field, form in one.zones), one.most, one.owners)
            for one in program.room_limits
        ),
        seating="" if program.seating is None else program.seating.name,
        decides="" if program.decides is None else program.decides.name,
        always=tuple(
            r.AlwaysInfo(one.name, _written(program, one.span), one.fault) for one in program.always
        ),
        actors=program.decides.dims[0].labels if program.decides is not None else (),
        scored=bool(program.scored),
        presentation=_presentation(program.presentation),
        tunable=tuple(
            r.TunableInfo(one.name, one.field.name, one.cells, one.lo, one.hi, one.value)
            for one in program.tunable
        )
        or msgspec.UNSET,
    )


def _events(program: Program) -> Iterator[r.EventInfo]:
    kinds = {kind.name for kind in program.presentation.kinds}
    for one in program.events:
        kind = one.domain.name if one.domain.name in kinds else ""
        yield r.EventInfo(one.name, one.first, one.domain.labels, kind)


def _presentation(shown: Presentation) -> r.PresentationInfo:
    """Encode display texts, decoded on first use."""
    return r.PresentationInfo(
        tuple(msgspec.convert(one, r.KindInfo, from_attributes=True) for one in shown.kinds),
        tuple(msgspec.convert(one, r.MapInfo, from_attributes=True) for one in shown.maps),
        tuple(msgspec.convert(one, r.PiecesInfo, from_attributes=True) for one in shown.pieces),
        "" if shown.wording == Wording() else msgspec.json.encode(shown.wording).decode(),
    )


def _written(program: Program, span: Span) -> str:
    """Return the source text of a span on one line, without comments and citations."""
    lines = program.lines_of(span.file)[span.line - 1 : span.end_line]
    return " ".join(re.sub(r"\s+(#|\[[A-Z]).*", "", line).strip() for line in lines)


def _option(option: Option) -> r.OptionInfo:
    have, type_ = bounds(option.field.type), option.field.type
    kept = tuple(range(have.lo, have.hi + 1))

    def shown(value: int) -> str | int | bool | None:
        if isinstance(type_, ElemType):
            return None if value < 0 else type_.domain.labels[value]
        return bool(value) if isinstance(type_, BoolType) else value

    values = tuple(map(shown, kept))
    return r.OptionInfo(option.field.name, values, kept, shown(option.field.initial), option.text)


def _base(file: str) -> str:
    """Return the file name without its folder, which is no part of a game."""
    return file.replace("\\", "/").rsplit("/", 1)[-1]


# --- layout ---------------------------------------------------------------------------------------------


def layout(program: Program, known: Knowledge) -> tuple[tuple[r.Slot, ...], int]:
    """Lay out the variables; return them with offsets, and the total size in bytes."""
    # Observations tell variables in this order, so it does not depend on how they are stored.
    ordered = sorted(program.fields, key=lambda field: (is_far(field), -min(value_bytes(field), 8)))
    sparse = {
        field.name
        for stock in program.stocks
        for field, form in (*stock.holders, *([stock.home] if stock.home is not None else []))
        if form == "counts"
    }
    about = [(one.field.name, field) for one in program.hidden for field in (one.known, one.noticed)]
    sparse |= {field.name for name, field in about if field is not None and name in sparse}
    laid = {one.field.name: one for one in program.rows_laid}
    given = {one.field.name: one.members for one in program.members_given}
    slots = []
    for field in ordered:
        width, signed = cell_bytes(field)
        slot = _slot(field, width, signed, known.seen(field), sparse)
        if slot.seen == "owner" and field.dims[0] is not program.seats and program.decides is not None:
            slot = msgspec.structs.replace(slot, decides=program.decides.name)
        if field.name in laid:
            rows = laid[field.name]
            unlaid = (1 << field.dims[-1].size) - 1 & ~rows.kinds
            slot = msgspec.structs.replace(slot, rows=rows.room, unlaid=unlaid)
        if field.name in given:
            slot = msgspec.structs.replace(slot, given=given[field.name])
        slots.append(slot)
    return _placed(slots, list(map(is_far, ordered)))


def _placed(slots: list[r.Slot], far: list[bool]) -> tuple[tuple[r.Slot, ...], int]:
    """Assign offsets: near variables first, the widest cells first, so that few bytes lie between."""
    offset, offsets, is_near = 0, [0] * len(slots), True
    sides = [8 if slot.rows else min(slot.width, 8) for slot in slots]
    for number in sorted(range(len(slots)), key=lambda n: (far[n], -sides[n], slots[n].rows > 0)):
        side = 8 if is_near and far[number] else sides[number]  # the near part is copied in whole words
        is_near = not far[number]
        offsets[number] = -(-offset // side) * side
        offset = offsets[number] + slots[number].width * slots[number].stored
    placed = [msgspec.structs.replace(slot, offset=at) for slot, at in zip(slots, offsets, strict=True)]
    return tuple(placed), -(-offset // 8) * 8


def is_far(field: Field) -> bool:
    """Does a variable lie in the far part of the state? A look-ahead undoes its changes one by one.

    What rules that lead back to themselves have put aside has room for the deepest call, and is mostly empty.
    """
    return (field.role == "state" or field.name == control.SAVED) and _cells(field) * value_bytes(
        field
    ) >= FAR_BYTES


def field_bytes(field: Field) -> int:
    """Return the bytes of all cells; cells stored as bits of sets share theirs."""
    if field.coded:
        assert isinstance(field.type, SetType)
        return field.type.domain.size
    return cell_bytes(field)[0] * _cells(field)


def _cells(field: Field) -> int:
    return field.cells if field.axis is None else field.cells // field.dims[field.axis].size


def near_bytes(program: Program, slots: tuple[r.Slot, ...], size: int) -> int:
    """Return the bytes of the near part of a state, in whole words."""
    far = {field.name for field in program.fields if is_far(field)}
    return min((slot.offset for slot in slots if slot.name in far), default=size)


def value_bytes(field: Field) -> int:
    """Return the bytes of a value of the variable; a set or list may be stored in fewer."""
    return 8 * words(field.type) if isinstance(field.type, SetType) else cell_bytes(field)[0]


def cell_bytes(field: Field) -> tuple[int, bool]:
    """Return the bytes of a stored value (of sets as codes: of a code), and whether it is signed."""
    if isinstance(field.type, ListType):
        return list_bytes(field.type, field.most), False
    if field.coded:
        return 1, False
    if isinstance(field.type, SetType):
        return set_bytes(field.type), False
    if field.axis is not None:
        return 8 * words(SetType(field.dims[field.axis])), False
    have = bounds(field.type)
    if have.lo >= 0:
        return next(width for width in (1, 2, 4, 8) if have.hi < 1 << (8 * width)), False
    return next(
        w for w in (1, 2, 4, 8) if -(1 << (8 * w - 1)) <= have.lo and have.hi < 1 << (8 * w - 1)
    ), True


def set_bytes(type_: SetType) -> int:
    """Return the bytes of a stored set: of up to 32 members, the smallest integer."""
    return next((width for width in (1, 2, 4) if type_.domain.size <= 8 * width), 8 * words(type_))


def list_bytes(type_: ListType, most: int) -> int:
    """Return the bytes of a stored list of so many entries, and one too many."""
    whole = 8 * words(type_)
    if not most:
        return whole
    size = type_.digit // 8 * (most + 1)
    return min(whole, next((width for width in (1, 2, 4) if size <= width), -(-size // 8) * 8))


def is_narrow(field: Field) -> bool:
    """Return whether a set or list takes fewer bytes in the state than as a value."""
    if field.coded or not isinstance(field.type, SetType):
        return False
    return cell_bytes(field)[0] != 8 * words(field.type)


def words(type_: SetType) -> int:
    """Return the number of 64-bit words of a set.

    Large sets take a multiple of four, a vector register: reads of the same pieces as written do not stall.
    """
    count = max(1, -(-type_.domain.size // 64))
    return count if count <= FEW_WORDS else -(-count // 4) * 4


def is_wide(type_: Type) -> bool:
    """Return whether the values are sets of several words."""
    return isinstance(type_, SetType) and not isinstance(type_, ListType) and words(type_) > 1


def _slot(
    field: Field,
    width: int,
    signed: bool,
    seen: Literal["all", "owner", "nobody"],
    sparse: set[str],
) -> r.Slot:
    have = bounds(field.type)
    members: tuple[str, ...] = ()
    sort = ""
    if isinstance(field.type, ElemType | SetType):
        domain = field.type.members if isinstance(field.type, ListType) else field.type.domain
        members, sort = domain.labels, domain.name
    return r.Slot(
        name=field.name,
        role=field.role,
        offset=0,
        width=width,
        cells=field.cells,
        sort=_sort(field),
        lo=have.lo,
        hi=field.most or _most(field.type),
        dims=tuple(dim.labels for dim in field.dims),
        kept_for=tuple(dim.name for dim in field.dims),
        members=members,
        member_sort=sort,
        signed=signed,
        initial=field.initial,
        least=field.least,
        starts=field.starts,
        seen=seen,
        sparse=field.name in sparse,
        passing=field.passing,
        room=field.type.room if isinstance(field.type, ListType) and field.role == "frame" else 0,
        axis=-1 if field.axis is None else field.axis,
        coded=field.coded,
        rows=field.rows,
        there=8 * words(SetType(field.dims[0])) if field.rows else 0,
    )


def _most(type_: Type) -> int:
    """Return the greatest number; for lists, the capacity."""
    if isinstance(type_, ListType):
        return type_.room
    return 0 if isinstance(type_, SetType) else bounds(type_).hi


def _sort(field: Field) -> r.SlotSort:
    if isinstance(field.type, ListType):
        return "list"
    if isinstance(field.type, IntType):
        return "int"
    if isinstance(field.type, BoolType):
        return "flag"
    return "member" if isinstance(field.type, ElemType) else "set"


# --- decisions ------------------------------------------------------------------------------------------


def _decisions(program: Program, known: Knowledge) -> list[r.DecisionInfo]:
    owners = rule_starts(program)
    running = running_at(program, owners)
    found = []
    met: Counter[str] = Counter()
    for number, decision in enumerate(program.decisions):
        met[decision.name] += 1
        groups = tuple(
            r.Group(
                g.first,
                g.labels,
                known.secret_choice(g),
                not g.label and g.domain.name == r.PLAYERS,
                "" if g.label else g.domain.name,
            )
            for g in decision.groups
        )
        asks = [
            n
            for n, b in enumerate(program.blocks)
            if isinstance(b.end, nodes.Ask) and b.end.decision == number
        ]
        roots = sorted({owners[ask] for ask in asks if ask in owners})
        found.append(
            r.DecisionInfo(
                name=decision.name,
                rule=decision.rule,
                citation=decision.citation,
                who=decision.decider,
                first=decision.first,
                size=decision.size,
                groups=groups,
                locals=tuple(field.name for field in decision.locals),
                line=decision.span.line,
                roots=tuple(roots),
                place=met[decision.name],
                searched=any(group.legality.needs_search for group in decision.groups),
                runs=_sure([running.get(ask) for ask in asks if ask in owners]),
                collection=decision.collection,
                actor=_actor(program, decision.who),
            )
        )
    return found


def _actor(program: Program, who: Expr) -> str:
    """Return the variable with the member for which `who` decides; None if `who` decides for itself."""
    if isinstance(who, nodes.Arithmetic) and who.op == "max":  # held within the players
        who = who.left
    if not isinstance(who, nodes.ReadField) or who.field != program.decides or len(who.index) != 1:
        return ""
    member = who.index[0]
    return member.field.name if isinstance(member, nodes.ReadField) and not member.index else ""


def _chances(program: Program, known: Knowledge) -> Iterator[r.ChanceInfo]:
    owners = rule_starts(program)
    running = running_at(program, owners)
    met: Counter[int] = Counter()
    for number in program.chances:
        block = program.blocks[number]
        assert isinstance(block.end, nodes.Chance)
        met[block.end.event] += 1
        yield r.ChanceInfo(
            event=block.end.event,
            place=met[block.end.event],
            rule=block.rule,
            locals=tuple(field.name for field in block.kept),
            line=block.span.line,
            roots=(owners[number],) if number in owners else (),
            secret=known.secret_chance(block.end),
            viewer=_viewer(block.end),
            runs=_sure([running.get(number)]),
        )


def _sure(found: list[frozenset[str] | None]) -> tuple[str, ...] | None:
    """Return the rules that run at every place of a decision; None if the places differ."""
    first = found[0] if found else None
    return None if first is None or any(one != first for one in found) else tuple(sorted(first))


def _viewer(end: nodes.Chance) -> str:
    if end.viewer is None:
        return ""
    assert isinstance(end.viewer, nodes.ReadField)
    assert not end.viewer.index
    return end.viewer.field.name


def rule_starts(program: Program) -> dict[int, int]:
    """Map each block to the first block of its rule."""
    entries = {program.start} | {b.end.target for b in program.blocks if isinstance(b.end, nodes.Call)}
    owner: dict[int, int] = {}
    for entry in sorted(entries):
        waiting = [entry]
        while waiting:
            block = waiting.pop()
            if block not in owner:
                owner[block] = entry
                waiting += following_within(program, block)
    return owner


def _returns(program: Program) -> list[r.ReturnInfo]:
    owners = rule_starts(program)
    running = running_at(program, owners)
    found = {}
    for number, block in enumerate(program.blocks):
        if isinstance(block.end, nodes.Call):
            back = block.end.back
            if back in found and number not in owners:
                continue  # the same call, made for a position that starts there
            saved = saved_fields(block)
            found[back] = r.ReturnInfo(
                number=back,
                rule=program.blocks[back].rule,
                caller=owners.get(number, -1),  # -1: only ever tried
                called=block.end.target,
                locals=tuple(f.name for f in block.kept if f not in saved),
                saved=tuple(f.name for f in saved),
                runs=_sure([running.get(number)]),
            )
    return _named([found[number] for number in sorted(found)], program)


def _named(returns: list[r.ReturnInfo], program: Program) -> list[r.ReturnInfo]:
    """Name the return sites after caller and callee, numbered where a pair occurs several times."""
    pairs = [f"{one.rule} > {program.blocks[one.called].rule}" for one in returns]
    total, met = Counter(pairs), Counter[str]()
    named = []
    for one, pair in zip(returns, pairs, strict=True):
        met[pair] += 1
        name = pair if total[pair] == 1 else f"{pair} {met[pair]} of {total[pair]}"
        named.append(msgspec.structs.replace(one, name=name))
    return named


def saved_fields(block: nodes.Block) -> tuple[Field, ...]:
    """Return the fields that a block saves on the stack before its call."""
    return next((one.fields for one in block.body if isinstance(one, nodes.Save)), ())
