"""The protocol of a game for referees and adapters: decisions, chance, checkpoints, position names.

All of it is read off the program and its schema, so it is what the game does, whatever is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulec.base.fast_dataclass import dataclass
from rulec.ir.decision_successors import following_anywhere
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.schema import make_schema
from rulec.runtime import state_dict
from rulec.runtime.schema import CheckpointInfo, Schema, Slot
from rulec.runtime.view import View

_SHOWN = 8
_ORDERS = {
    "set": "one after the other, in the order of their ids: only options after the last one chosen",
    "bag": "one after the other, in the order of their ids: the last one chosen again, or one behind it",
}


@dataclass(frozen=True)
class OptionAnnotations:
    """Annotations of a group's options: their conditions, and meanings of some labels."""

    when: str
    meanings: dict[str, str]


Tell = Callable[[Decision, OptionGroup], OptionAnnotations]


@dataclass(frozen=True)
class Options:
    """The options of one group: members of `kind`, or a single named option."""

    kind: str
    labels: tuple[str, ...]
    first: int
    searched: bool  # offered only if what follows can be completed
    when: str  # in the words of the rules file
    meanings: dict[str, str]  # of each label of which something is told
    then: tuple[str, ...]  # what may be decided next, by whomever
    ends: bool  # the game may be over


@dataclass(frozen=True)
class DecisionRow:
    name: str
    rule: str
    line: int
    cited: str
    who: str
    label: str  # how its labels are made
    options: tuple[Options, ...]
    then: tuple[str, ...]  # what may be decided next, by whomever, behind any of the options
    ends: bool = False  # the game may be over
    order: str = ""  # of a set whose members are asked for one after the other
    place: int = 1  # of those where one name is asked
    places: int = 1


@dataclass(frozen=True)
class ChanceRow:
    name: str
    labels: tuple[str, ...]
    lines: tuple[int, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class CheckpointRow:
    form: str
    rule: str


@dataclass(frozen=True)
class NameRow:
    """A name in `to_dict()` and in the edits of `State.setup`."""

    path: str
    form: str  # what stands there
    starts: object
    line: int  # of its declaration, 0 if it has none of its own
    meaning: str  # the comment behind that


@dataclass(frozen=True)
class Protocol:
    title: str
    name: str
    players: tuple[int, ...]
    decisions: tuple[DecisionRow, ...]
    chance: tuple[ChanceRow, ...]
    checkpoints: tuple[CheckpointRow, ...]
    meta: tuple[NameRow, ...]
    names: tuple[NameRow, ...]
    locals: tuple[NameRow, ...]  # of `pending`
    score: tuple[str, ...]


def protocol(program: Program, declared: dict[str, int], tell: Tell, whole: bool = True) -> Protocol:
    """Describe a game. `declared` maps names to the lines that declare them; `whole` lists all members."""
    schema = make_schema(program)
    shown = None if whole else _SHOWN
    return Protocol(
        title=program.title,
        name=program.name,
        players=program.players,
        decisions=tuple(_decisions(program, tell)),
        chance=tuple(_chance(schema)),
        checkpoints=tuple(CheckpointRow(form_of(one, schema, shown), one.name) for one in schema.checkpoints),
        meta=tuple(_meta(schema)),
        names=tuple(_names(program, schema, declared, shown)),
        locals=tuple(
            NameRow(slot.name, _form(slot, shown), _start(slot), 0, "")
            for slot in schema.slots
            if slot.role == "frame"
        ),
        score=tuple(category.label for category in program.categories),
    )


# --- decisions ------------------------------------------------------------------------------------------


def _decisions(program: Program, tell: Tell) -> Iterator[DecisionRow]:
    """Yield each decision with all places that ask it."""
    for name in dict.fromkeys(one.name for one in program.decisions):
        places = [one for one in program.decisions if one.name == name]
        for number, one in enumerate(places, start=1):
            yield _decision(program, one, number, len(places), tell)


def _decision(program: Program, one: Decision, place: int, places: int, tell: Tell) -> DecisionRow:
    options = tuple(_options(program, group, tell(one, group)) for group in one.groups)
    every = following_anywhere(program, [group.resume for group in one.groups])
    forms = [f"{one.name}: {_option_form(group)}" for group in one.groups]
    return DecisionRow(
        name=one.name,
        rule=one.rule,
        line=one.span.line,
        cited=one.citation,
        who=one.decider,
        label=" | ".join(dict.fromkeys(forms)),
        options=options,
        then=tuple(every.names(program)),
        ends=every.ends,
        order=_ORDERS.get(one.collection, ""),
        place=place,
        places=places,
    )


def _option_form(group: OptionGroup) -> str:
    """Return the label pattern of a group: `stop`, `<one of cards>`, `p2's <one of cards>`."""
    if group.label:
        return group.label
    first, own = group.labels[0], group.domain.labels
    before = first.removesuffix(own[0]) if first.endswith(own[0]) else ""
    called_so = all(label == before + name for label, name in zip(group.labels, own, strict=True))
    return f"{before if called_so else ''}<one of {group.domain.name}>"


def _options(program: Program, group: OptionGroup, told: OptionAnnotations) -> Options:
    following = following_anywhere(program, [group.resume])
    return Options(
        "" if group.label else group.domain.name,
        (group.label,) if group.label else group.labels,
        group.first,
        group.legality.needs_search,
        told.when,
        told.meanings,
        tuple(following.names(program)),
        following.ends,
    )


def _chance(schema: Schema) -> Iterator[ChanceRow]:
    for number, event in enumerate(schema.events):
        places = [one for one in schema.chances if one.event == number]
        labels = tuple(f"{event.name}: {label}" for label in event.labels)
        rules = tuple(dict.fromkeys(one.rule for one in places))
        yield ChanceRow(event.name, labels, tuple(sorted({one.line for one in places})), rules)


def form_of(point: CheckpointInfo, schema: Schema, shown: int | None = _SHOWN) -> str:
    """Return the checkpoint as `State.setup(at=...)` takes it: `turn of PLAYER`."""
    slots = {slot.name: slot for slot in schema.slots}
    words = [point.name]
    for number, name in enumerate(point.parameters, start=1):
        what = _one(slots[name], shown) if name else "anything"
        words.append(f"with {name.rpartition('.')[2].upper() or f'VALUE {number}'} ({what})")
    if point.seat is not None:
        actors = slots[point.seat].member_sort
        words.append("of PLAYER" if actors == "players" else f"of one of the {actors}")
    return " ".join(words)


# --- names ----------------------------------------------------------------------------------------------


def _meta(schema: Schema) -> Iterator[NameRow]:
    players = " or ".join(map(str, schema.players))
    forms = {
        "game": ("a text", "the name of the game"),
        "rules": ("a text", "digest of the rules' meaning"),
        "seats": (players, "the number of players"),
        "options": ("{name: value}", "configuration of the game"),
        "chance": ("'sampled' or 'explicit'", "whether outcomes of chance are played"),
        "rng": ("{...}", "the random numbers to come; may be missing"),
        "decisions": (f"0 to {schema.max_decisions}", "decisions so far"),
        "pending": ("{...} or None", "the decision that waits, with the locals of its rules"),
    }
    for key in state_dict.META:
        form, meaning = forms.get(key, ("", ""))
        yield NameRow(key, form, None, 0, meaning)


def _names(
    program: Program, schema: Schema, declared: dict[str, int], shown: int | None
) -> Iterator[NameRow]:
    view = View(schema)
    boards = {board.name: board for board in schema.boards}
    for path, start in state_dict.state_part(view, view.fresh()).items():
        board = boards.get(path)
        if board is not None:
            pieces = " or ".join(f"`{piece} of SEAT`" for piece, _ in board.pieces)
            form = f"{{space: {pieces}}}, for the spaces that hold one: {_some(board.spaces, shown)}"
        else:
            form = _form(view.slots[path], shown)
        line = declared.get(path, 0)
        yield NameRow(
            path, form, start, line, _comment(program.source[0].lines if program.source else (), line)
        )


def _form(slot: Slot, shown: int | None) -> str:
    """Return the shape of a named value: one value, or one per member of a kind."""
    form = _one(slot, shown)
    for sort, labels in reversed(list(zip(slot.kept_for, slot.dims, strict=True))):
        form = f"for each of {sort} ({_some(labels, shown)}): {form}"
    return form


def _one(slot: Slot, shown: int | None) -> str:
    if slot.sort == "int":
        return f"{slot.lo} to {slot.hi}"
    if slot.sort == "flag":
        return "True or False"
    of = slot.member_sort or "them"
    if slot.sort == "member":
        return f"one of {of} ({_some(slot.members, shown)})" + (" or None" if slot.lo < 0 else "")
    return f"a {slot.sort} of {of} ({_some(slot.members, shown)})"


def _start(slot: Slot) -> object:
    return None if slot.sort in ("set", "list") else slot.initial


def _some(labels: tuple[str, ...], shown: int | None) -> str:
    if shown is None or len(labels) <= shown:
        return ", ".join(labels)
    return f"{', '.join(labels[:3])} ... {labels[-1]}"


def _comment(source: tuple[str, ...], line: int) -> str:
    """Return the designer's comment behind a declaration."""
    text = source[line - 1] if 1 <= line <= len(source) else ""
    quoted = False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return text[place + 1 :].strip()
    return ""
