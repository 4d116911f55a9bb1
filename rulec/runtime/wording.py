"""Display texts of options, cards and names, computed lazily.

Labels are for input and records; texts are for display only and may change independently of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from rulec.runtime.english import joined, plain, with_article
from rulec.runtime.schema import PLAYERS, KindInfo, Schema

_DISPLAY = "display"
_ENDS = "ends"  # of an edge
_EMPTY_CELLS = frozenset({"", "-", "no", "0"})
_NOT_TOLD = frozenset({_DISPLAY, _ENDS, "count", "copies"})
_ANSWERS = frozenset({"yes", "no"})
_OF = " of "
_LISTED = 12


class OptionText(msgspec.Struct, frozen=True):
    decision: str
    kind: str
    label: str
    template: tuple[str, ...]


class CellTexts(msgspec.Struct, frozen=True):
    kind: str
    column: str
    texts: tuple[tuple[str, str], ...]


class Texts(msgspec.Struct, frozen=True):
    """Declared texts; see `rulec.ir.presentation.Wording`."""

    kinds: tuple[tuple[str, str, str], ...] = ()
    members: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[str, str], ...] = ()
    options: tuple[OptionText, ...] = ()
    cells: tuple[CellTexts, ...] = ()


class _Group(msgspec.Struct, frozen=True):
    """Options or chance outcomes that differ in one member."""

    decision: str
    kind: str
    labels: tuple[str, ...]
    single: bool


class Wording:
    """Display texts of a game; words are in mid-sentence form."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._kinds = {kind.name: kind for kind in schema.presentation.kinds}
        self._actions: dict[int, tuple[str, bool]] = {}
        self._outcomes: dict[int, str] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wording) and self._schema.presentation == other._schema.presentation

    def __hash__(self) -> int:
        return hash(self._schema.presentation.wording)

    @cached_property
    def _texts(self) -> Texts:
        given = self._schema.presentation.wording
        return msgspec.json.decode(given, type=Texts) if given else Texts()

    # --- names ----------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> dict[str, tuple[str, str]]:
        words = {kind.name: (plain(kind.word), plain(kind.name)) for kind in self._kinds.values()}
        words |= {
            one.name: (plain(one.word), plain(one.name)) for one in self._schema.presentation.pieces
        } | {PLAYERS: ("player", "players")}
        return words | {name: (one, many) for name, one, many in self._texts.kinds}

    def kind(self, name: str, number: int = 1) -> str:
        """Noun for members of a kind, singular or plural by `number`."""
        one, many = self._words.get(name, (plain(name), plain(name)))
        return one if number == 1 else many

    @cached_property
    def _names(self) -> dict[str, str]:
        return dict(self._texts.names)

    def name(self, path: str) -> str:
        """Display name of a variable, zone or deck by its path: `players.hand` -> `hand`."""
        name = path.rpartition(".")[2]
        if name in self._names or path not in self._words:
            return self._names.get(name) or plain(name)
        return self.kind(path, 2)

    @cached_property
    def _questions(self) -> dict[str, str]:
        return dict(self._texts.decisions)

    def decision(self, name: str) -> str:
        """Question that a decision or chance event answers."""
        return self._questions.get(name) or plain(name)

    @cached_property
    def _members(self) -> dict[str, dict[str, str]]:
        """Declared member texts by kind."""
        found: dict[str, dict[str, str]] = {}
        for kind in self._kinds.values():
            self._gather(kind, found)
        return found

    def _gather(self, kind: KindInfo, found: dict[str, dict[str, str]]) -> dict[str, str]:
        if kind.name not in found:
            texts = found[kind.name] = {}
            for part in kind.parts:
                if part in self._kinds:
                    texts |= self._gather(self._kinds[part], found)
            cells = dict(kind.columns).get(_DISPLAY, ())
            texts |= {label: text for label, text in zip(kind.members, cells, strict=False) if text}
            texts |= dict(next((given for name, given in self._texts.members if name == kind.name), ()))
        return found[kind.name]

    def is_named(self, kind: str, label: str) -> bool:
        """Check whether the member has a declared text."""
        return label in self._members.get(kind, {})

    def member(self, kind: str, label: str) -> str:
        """Display name of a member; not necessarily unique."""
        if kind == PLAYERS:
            return f"player {label}"
        text = self._members.get(kind, {}).get(label)
        if text is not None:
            return text
        bare, found, owner = label.rpartition(_OF)
        if found:
            return f"{self._member_anywhere(bare)} of {self._owner(owner)}"
        return self._member_anywhere(label) if kind in self._row_pieces else plain(label)

    @cached_property
    def _row_pieces(self) -> set[str]:
        """Owned pieces with one kind per table row; named like the rows."""
        owned = {one.name for one in self._schema.presentation.pieces if one.owner}
        return {name for name, kind in self._kinds.items() if name in owned and len(kind.members) > 1}

    def _member_anywhere(self, label: str) -> str:
        return next((texts[label] for texts in self._members.values() if label in texts), plain(label))

    def _owner(self, label: str) -> str:
        if label in self._schema.seats:
            return f"player {label}"
        return self._member_anywhere(label)

    def _told_apart(self, kind: str, labels: Sequence[str]) -> dict[str, str]:
        """Unique names for these members; the label disambiguates equal names."""
        names = {label: self.member(kind, label) for label in labels}
        many: dict[str, int] = {}
        for name in names.values():
            many[name] = many.get(name, 0) + 1
        return {
            label: name if many[name] == 1 else f"{name} ({plain(label)})" for label, name in names.items()
        }

    # --- cells ----------------------------------------------------------------------------------------

    @cached_property
    def _cells(self) -> dict[tuple[str, str], dict[str, str]]:
        return {(one.kind, one.column): dict(one.texts) for one in self._texts.cells}

    def cell(self, kind: str, label: str, column: str) -> str:
        """Text of a table cell, with effects and formulas in words; empty for empty cells."""
        said = self._cells.get((kind, column), {}).get(label)
        table = self._kinds.get(kind)
        if said is not None or table is None or label not in table.members:
            return said or ""
        cells = dict(table.columns).get(column, ())
        number = table.members.index(label)
        cell = cells[number] if number < len(cells) else ""
        if cell in _EMPTY_CELLS:
            return ""
        joint = " - " if column == _ENDS else ", "
        return joint.join(self._member_anywhere(part) for part in cell.split(joint))

    def cells(self, kind: str, label: str) -> tuple[tuple[str, str], ...]:
        """Row of a member as (heading, text) pairs, without empty or irrelevant cells."""
        table = self._kinds.get(kind)
        if table is None:
            return ()
        headings = [heading for heading, _ in table.columns if heading not in _NOT_TOLD]
        told = ((self.name(heading), self.cell(kind, label, heading)) for heading in headings)
        return tuple((heading, text) for heading, text in told if text)

    def sentence(self, kind: str, label: str) -> str:
        """Row of a member as one line: `cost 3, bonus: pay $200, take a train`."""
        return "; ".join(row_text(*pair) for pair in self.cells(kind, label))

    # --- anything by its name -------------------------------------------------------------------------

    def described(self, name: str) -> tuple[str, ...]:
        """Description of a name: table rows, kinds, decisions, variables."""
        return tuple(dict.fromkeys(self._described(name)))

    def _described(self, name: str) -> Iterator[str]:
        for kind, table in self._kinds.items():
            if name in table.members:
                row = self.sentence(kind, name)
                yield f"{self.member(kind, name)} ({self.kind(kind)})" + (f": {row}" if row else "")
            elif name in (kind, table.word):
                names = [self.member(kind, label) for label in table.members[:_LISTED]]
                more = f" and {len(table.members) - _LISTED} more" if len(table.members) > _LISTED else ""
                yield f"{self.kind(kind, 2)}: {', '.join(names)}{more}"
        if name in self._decided:
            texts = dict.fromkeys(text for group in self._decided[name] for text, _ in self._told(group))
            told = list(texts)[:_LISTED]
            more = f" and {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
            yield f"{self.decision(name)}: {'; '.join(told)}{more}"
        if name in self._names:
            yield self._names[name]

    @cached_property
    def _decided(self) -> dict[str, list[_Group]]:
        found: dict[str, list[_Group]] = {}
        for group in self._groups.values():
            found.setdefault(group.decision, []).append(group)
        return found

    def describable(self) -> list[str]:
        words = [word for kind in self._kinds.values() for word in (kind.name, kind.word, *kind.members)]
        return [*words, *self._decided, *self._names]

    # --- options --------------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> dict[int, _Group]:
        """Option groups by first id; equally named choice points share ids."""
        return {
            group.first: _Group(one.name, group.kind, group.labels, not group.kind)
            for one in self._schema.decisions
            for group in one.groups
        }

    @cached_property
    def _templates(self) -> dict[tuple[str, str, str], tuple[str, ...]]:
        return {(one.decision, one.kind, one.label): one.template for one in self._texts.options}

    def action(self, action: int) -> str:
        """Display text of an action."""
        return self._text(action)[0]

    def is_worded(self, action: int) -> bool:
        """Check whether the rules file declares a text for the action; else it derives from the label."""
        return self._text(action)[1]

    def _text(self, action: int) -> tuple[str, bool]:
        """Text of an action; its whole group is computed on first use."""
        if action not in self._actions:
            for first, group in self._groups.items():
                if first <= action < first + len(group.labels):
                    self._actions.update(enumerate(self._told(group), first))
        return self._actions[action]

    def outcome(self, outcome: int) -> str:
        """Display text of a chance outcome."""
        if not self._outcomes:
            for event in self._schema.events:
                kind = event.kind or f"numbers of {event.name}"
                group = _Group(event.name, kind, event.labels, False)
                self._outcomes.update(enumerate((text for text, _ in self._told(group)), event.first))
        return self._outcomes[outcome]

    def _told(self, group: _Group) -> Iterator[tuple[str, bool]]:
        """Yield the text of each option and whether it is declared."""
        if group.single:
            yield from (self._single(group.decision, label) for label in group.labels)
            return
        members = self._members_of(group)
        prefix, template = self._template_of(group, members)
        names = self._told_apart(group.kind, members)
        for member, label in zip(members, group.labels, strict=True):
            own = self._templates.get((group.decision, "", label))
            if own is not None:
                yield own[0], True
            elif template is not None:
                yield self._filled(template, group.kind, member, names[member]), True
            elif prefix is None:  # labels differ from their members
                yield self._by_default(group, "", plain(label)), False
            else:
                yield self._by_default(group, prefix, names[member]), False

    def _members_of(self, group: _Group) -> Sequence[str]:
        if group.kind == PLAYERS:
            return tuple(label.rpartition(" ")[2] for label in group.labels)
        table = self._kinds.get(group.kind)
        return (
            table.members if table is not None and len(table.members) == len(group.labels) else group.labels
        )

    def _template_of(
        self, group: _Group, members: Sequence[str]
    ) -> tuple[str | None, tuple[str, ...] | None]:
        """Common label prefix of the group's members, and the matching template.

        The prefix is unknown if a column names the options.
        """
        first = group.labels[0] if group.labels else ""
        prefix = first.removesuffix(members[0]).rstrip() if members and first.endswith(members[0]) else None
        if prefix is not None and group.labels[-1] == f"{prefix} {members[-1]}".lstrip():
            return prefix, self._templates.get((group.decision, group.kind, prefix))
        fitting = [
            before
            for decision, kind, before in self._templates
            if (decision, kind) == (group.decision, group.kind) and first.startswith(f"{before} ".lstrip())
        ]
        if not fitting:
            return None, None
        return None, self._templates[group.decision, group.kind, max(fitting, key=len)]

    def _by_default(self, group: _Group, prefix: str, name: str) -> str:
        if prefix:
            return f"{plain(prefix)} {name}"
        asked = self._questions.get(group.decision)
        return f"{asked or f'choose {with_article(plain(group.decision))}'}: {name}"

    def _single(self, decision: str, label: str) -> tuple[str, bool]:
        own = self._templates.get((decision, "", label))
        if own is not None:
            return own[0], True
        if label in _ANSWERS:
            return f"{self.decision(decision)}: {label}", False
        named = self._names.get(label)  # named after a rule, such as a free action
        return (named, True) if named is not None else (plain(label), False)

    def _filled(self, template: tuple[str, ...], kind: str, member: str, name: str) -> str:
        text = template[0]
        for place in range(1, len(template) - 1, 2):
            column, *words = template[place].split("/")
            value = name if not column else self._part(kind, member, column)
            if words:
                value = f"{value} {words[0] if value == '1' else words[1]}"
            text = joined(text, value) + template[place + 1]
        return text

    def _nothing(self, kind: str, column: str) -> str:
        """Text for an empty cell where one is required."""
        cells = dict(self._kinds[kind].columns).get(column, ()) if kind in self._kinds else ()
        return "0" if any(map(_is_number, cells)) else "nothing"

    def _part(self, kind: str, member: str, column: str) -> str:
        """Text of a member's column; for a step, its start or goal."""
        spaces = self._kinds.get(self._kinds[kind].steps_of) if kind in self._kinds else None
        if spaces is None:
            return self.cell(kind, member, column) or self._nothing(kind, column)
        for start in spaces.members:
            goal = member.removeprefix(f"{start}-")
            if goal != member and goal in spaces.members:
                return self.member(spaces.name, start if column == "start" else goal)
        return member


def _is_number(cell: str) -> bool:
    return cell.lstrip("-").isdigit()


def row_text(heading: str, text: str) -> str:
    """Format a cell: `cost 3`, `port` for a flag, `bonus: take a train`."""
    if text == "yes":
        return heading
    return f"{heading} {text}" if _is_number(text) else f"{heading}: {text}"
