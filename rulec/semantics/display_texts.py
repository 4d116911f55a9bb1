"""Checks the `display:` section: texts that show names and options to people.

They are checked last, when everything that they refer to is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Protocol

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.display_templates import Placeholder, Template, Unreadable, holes, read_template, with_word
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.examples.option_labels import Labels
from rulec.semantics.scope import Globals
from rulec.semantics.types import NumberType, Sort
from rulec.syntax import ast

LONGEST = 120
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_OPTION = re.compile(r"(?:([^{}]*[^{} ]) )?\{\s*([A-Za-z]\w*)\s*\}")
_STEP_ENDS = frozenset({"start", "goal"})
NUMBER = "number"
_EVENT = "emit "  # prefix of the rule that calls an event's listeners
_ENDING = re.compile(r"[0-9]+$")


def check_display(file: ast.RulesFile, game: typed.Game, known: Globals, report: Reporter) -> None:
    """Check the display texts and store them in `game.display`."""
    lines = [line for one in file.declarations if isinstance(one, ast.Display) for line in one.lines]
    if lines:
        _DisplayChecker(game, known, report).run(lines)


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _DisplayChecker:
    def __init__(self, game: typed.Game, known: Globals, report: Reporter) -> None:
        self.game, self.globals, self.report = game, known, report
        self.labels = Labels(game)
        self.display = game.display
        self.sorts = {word: sort for sort in (game.player_sort, *game.sorts) for word in _words(sort)}
        self.said: dict[str, Span] = {}
        self.called: dict[tuple[str, str], Span] = {}  # kind, text -> the line

    def run(self, lines: Iterable[ast.DisplayLine]) -> None:
        for line in lines:
            if [text for text in line.texts if not self._sound(text)]:
                continue
            name = f'"{line.key.value}"' if isinstance(line.key, ast.Text) else self._home(line.key.text)
            before = self.said.setdefault(name, line.span)
            if before is not line.span:
                note = Note(before, "the first one")
                self.report.error("R924", line.span, f"{name} is given a text twice", "remove one", [note])
            elif isinstance(line.key, ast.Text):
                self._label(line.key, line)
            else:
                self._name(line.key, line)

    def _home(self, name: str) -> str:
        """Return the plural for either word of a kind."""
        sort = self.sorts.get(name)
        return sort.plural if sort is not None else name

    def _sound(self, text: ast.Text) -> bool:
        """Return whether a text is displayable; otherwise report the reason."""
        value, wrong, hint = text.value, "", ""
        bad = next((char for char in value if unicodedata.category(char) in _INVISIBLE), None)
        if not value.strip():
            wrong, hint = "this text is empty", "write what people call it"
        elif value != value.strip():
            wrong, hint = "this text begins or ends with a blank", "remove the blank"
        elif bad is not None:
            wrong, hint = f"this text holds a sign that can't be seen (U+{ord(bad):04X})", "remove it"
        elif len(value) > LONGEST:
            wrong = f"this text has {len(value)} characters; at most {LONGEST} are shown"
            hint = "say it shorter"
        if wrong:
            self.report.error("R922", text.span, wrong, hint)
        return not wrong

    # --- names ----------------------------------------------------------------------------------------

    def _name(self, key: ast.Ident, line: ast.DisplayLine) -> None:
        name = key.text
        if line.last is not None:
            self._range(key, line.last, line)
        elif name in self.sorts:
            self._words(self.sorts[name].plural, line)
        elif name in self.globals.pieces:
            self._words(self.globals.pieces[name].plural, line)
        elif name in self.globals.goods:
            self._goods(self.globals.goods[name], line)
        elif name in self.globals.constants:
            self._member(*self.globals.constants[name], line)
        elif name in self.globals.rules:
            self._filled(name, line, {one.name for one in self.globals.rules[name].parameters})
        elif (defined := self._definitions().get(name)) is not None:
            subject = () if defined.subject is None else (defined.subject,)
            # The compared number can be a placeholder: `{number station/stations}`.
            self._filled(name, line, {NUMBER, *(one.name for one in (*subject, *defined.parameters))})
        elif name in self._others():
            kept: tuple[typed.Variable | typed.Zone, ...] = (*self.game.variables, *self.game.zones)
            self._filled(name, line, {key.singular for one in kept if one.name == name for key in one.keys})
        else:
            known = {*self.sorts, *self.globals.pieces, *self.globals.goods, *self.globals.constants}
            known |= {*self.globals.rules, *self._definitions(), *self._others()}
            close = did_you_mean(name, known)
            if name in {one.name for one in self.game.decisions}:
                close = f'a decision is quoted, as its options are: `"{name}"`'
            self.report.unknown("R920", name, key.span, f"nothing in this file is called `{name}`", close)

    def _range(self, key: ast.Ident, last: ast.Ident, line: ast.DisplayLine) -> None:
        """Expand `bid_1 to bid_20: "bid of {number}"`, with the number at the end of each name."""
        known = self.globals.constants
        unknown = next((one for one in (key, last) if one.text not in known), None)
        if unknown is not None:
            message, hint = f"no member is called `{unknown.text}`", did_you_mean(unknown.text, known)
            self.report.unknown("R920", unknown.text, unknown.span, message, hint)
            return
        (sort, begin), (other, end) = known[key.text], known[last.text]
        if sort is not other or end < begin:
            message = f"`{key.text} to {last.text}` are not consecutive members"
            hint = "name the first and the last of a kind"
            self.report.error("R920", key.span.to(last.span), message, hint)
            return
        members = sort.members[begin : end + 1]
        template = self._template(line.texts[0], {NUMBER}, {}) if self._is_single(line) else None
        if template is None:
            return
        if not any(True for _ in holes(template)):
            message, hint = "these would all be called the same", "put `{number}` into the text"
            self.report.error("R925", line.texts[0].span, message, hint)
            return
        texts = self.display.members.setdefault(sort.plural, {})
        for member in members:
            number = _ENDING.search(member)
            shown = str(int(number[0])) if number else member
            parts = (one if isinstance(one, str) else with_word(shown, one) for one in template)
            texts[member] = "".join(parts)

    def _member(self, sort: Sort, number: int, line: ast.DisplayLine) -> None:
        text = line.texts[0].value
        if self._is_single(line) and self._plain(line):
            self._alike(sort.plural, text, line.span)
            self.display.members.setdefault(sort.plural, {})[sort.members[number]] = text

    def _definitions(self) -> dict[str, typed.Definition]:
        return {one.name: one for one in self.game.definitions if " " not in one.name}

    def _others(self) -> set[str]:
        game = self.game
        declared: tuple[_Named, ...] = (*game.variables, *game.zones, *game.decks, *game.places)
        names = {one.name for one in (*declared, *game.obligations, *game.always)}
        names |= {one.variable.name for one in game.options} | {one.name for one in game.columns if one.name}
        names |= {name.removeprefix(_EVENT) for name in self.globals.rules if name.startswith(_EVENT)}
        return names | {
            *self.globals.mixed,
            *self.globals.lookups,
            *self.globals.payments,
            *self.globals.routes,
        }

    def _words(self, plural: str, line: ast.DisplayLine) -> None:
        """Read the two forms of a kind's name: `"city", "cities"`."""
        one = line.texts[0].value
        if len(line.texts) == 1:
            hint = f'add how several are called, such as `"{one}", "{_several(one)}"`'
            self.report.error("R923", line.span, "the plural is missing", hint)
        elif self._plain(line):
            self._alike("", one, line.span)
            self.display.words[plural] = one, line.texts[1].value

    def _goods(self, goods: typed.Goods, line: ast.DisplayLine) -> None:
        """Read the display of an amount: `"share", "shares"`, or `"${number}"`."""
        name = goods.variable.name
        if len(line.texts) == 2:
            if self._plain(line):
                self.display.words[name] = line.texts[0].value, line.texts[1].value
            return
        keys = {one.singular for one in goods.variable.keys}
        template = self._template(line.texts[0], {NUMBER, *keys}, {})
        if template is None:
            return
        if not any(one.name == NUMBER for one in holes(template)):
            text = line.texts[0].value
            hint = f'write `"{text}", "{_several(text)}"`, or `"{{number}} {text}"` where both are alike'
            self.report.error("R923", line.span, "how is a number of them told?", hint)
            return
        self.display.texts[name] = template

    def _is_single(self, line: ast.DisplayLine) -> bool:
        if len(line.texts) > 1:
            message, hint = "only kinds, pieces and goods have a plural", "write one text"
            self.report.error("R923", line.texts[1].span, message, hint)
        return len(line.texts) == 1

    def _plain(self, line: ast.DisplayLine) -> bool:
        """Return whether the texts contain no placeholders."""
        return not [text for text in line.texts if self._template(text, set(), {}) is None]

    def _filled(self, name: str, line: ast.DisplayLine, known: set[str]) -> None:
        template = self._template(line.texts[0], known, {}) if self._is_single(line) else None
        if template is not None:
            self.display.texts[name] = template

    def _alike(self, kind: str, text: str, span: Span) -> None:
        """Report two kinds, or two members of a kind, with the same text."""
        before = self.called.setdefault((kind, text.casefold()), span)
        if before is not span:
            message = f"two {kind or 'kinds'} would be called `{text}`"
            note = Note(before, "the other one")
            self.report.error("R924", span, message, "give one of them another text", [note])

    # --- options --------------------------------------------------------------------------------------

    def _label(self, key: ast.Text, line: ast.DisplayLine) -> None:
        question, colon, option = key.value.partition(": ")
        if not self._is_single(line):
            return
        if not colon:
            self._decision(key, line)
            return
        named = _OPTION.fullmatch(option)
        if named is None:
            problem = self.labels.problem(key.value)
            if problem is not None:
                self.report.error("R920", key.span, *problem)
            elif self._plain(line):
                self.display.options[question, "", option] = (line.texts[0].value,)
            return
        prefix, word = named[1] or "", named[2]
        groups = list(self._groups(question))
        found = [sort for sort, label in groups if label == prefix and word in _hole_words(sort)]
        if not found:
            self._no_group(key, question, groups)
            return
        columns = {"": set[str]()}
        for name in _hole_words(found[0]):
            columns[name] = {*found[0].cells, *(_STEP_ENDS if found[0].steps_on is not None else ())}
        template = self._template(line.texts[0], {word}, columns)
        if template is None:
            return
        if found[0].size > 1 and not any(True for _ in holes(template)):
            message = f"all options of `{key.value}` would read alike"
            self.report.error("R925", line.texts[0].span, message, f"put `{{{word}}}` into the text")
            return
        for sort in dict.fromkeys(found):
            self.display.options[question, sort.plural, prefix] = template

    def _decision(self, key: ast.Text, line: ast.DisplayLine) -> None:
        names = {one.name for one in self.game.decisions} | {one.name for one in self.game.events}
        if key.value not in names:
            message, hint = f"nobody is ever asked for `{key.value}`", did_you_mean(key.value, names)
            self.report.error("R920", key.span, message, hint or "name a decision, or one of its options")
        elif self._plain(line):
            self.display.decisions[key.value] = line.texts[0].value

    def _groups(self, question: str) -> Iterator[tuple[Sort, str]]:
        """Yield the sorts of a question's options, each with the prefix of its labels."""
        for one in self.game.decisions:
            if one.name == question:
                yield from ((sort, label) for sort, label in one.groups if sort is not None)
        for event in self.game.events:
            if event.name == question:
                yield (event.sort or _numbers(event.name, event.numbers)), ""

    def _no_group(self, key: ast.Text, question: str, groups: list[tuple[Sort, str]]) -> None:
        shown = dict.fromkeys(
            f'`"{question}: {label}{" " * bool(label)}{{{_hole_words(sort)[0]}}}"`' for sort, label in groups
        )
        message = f"no options are called `{key.value}`"
        hint = f"write {' or '.join(list(shown)[:4])}" if shown else "name one of its options"
        names = {one.name for one in self.game.decisions} | {one.name for one in self.game.events}
        if question not in names:
            message = f"nobody is ever asked for `{question}`"
            hint = did_you_mean(question, names) or "name a decision of this file"
        self.report.error("R920", key.span, message, hint)

    # --- braces ---------------------------------------------------------------------------------------

    def _template(self, text: ast.Text, known: set[str], columns: dict[str, set[str]]) -> Template | None:
        """Parse a template and check its placeholders; None after a report."""
        try:
            template = read_template(text.value)
        except Unreadable as wrong:
            span = _inside(text.span, wrong.place, len(wrong.text))
            hint = "write a name between `{` and `}`, such as `{city}` or `{number share/shares}`"
            if known:
                hint = f"its parts are {', '.join(f'`{{{one}}}`' for one in sorted(known))}"
            self.report.error("R921", span, f"`{wrong.text}` names no part", hint)
            return None
        for hole in holes(template):
            if not self._knows(hole, text, known, columns):
                return None
        return template

    def _knows(
        self, hole: Placeholder, text: ast.Text, known: set[str], columns: dict[str, set[str]]
    ) -> bool:
        wanted, pool = hole.name, known
        if hole.name in known:
            wanted, pool = hole.column, columns.get(hole.name, set())
            if not hole.column or hole.column in pool:
                return True
        place = text.value.find("{", max(0, text.value.find(f"{{{hole.name}")))
        span = _inside(text.span, place, text.value.find("}", place) - place + 1)
        message = f"this text has no part `{wanted}`"
        listed = ", ".join(f"`{{{one}}}`" for one in sorted(known))
        parts = f"its parts are {listed}" if listed else "braces are not possible here"
        if hole.name in known:
            listed = ", ".join(f"`{{{hole.name}'s {one}}}`" for one in sorted(pool)[:6])
            parts = f"columns are {listed}" if listed else f"write `{{{hole.name}}}`"
        self.report.error("R921", span, message, did_you_mean(wanted, pool) or parts)
        return False


def _words(sort: Sort) -> tuple[str, ...]:
    return () if " " in sort.plural else (sort.plural, sort.singular)


def _hole_words(sort: Sort) -> tuple[str, ...]:
    """Return the placeholders for a member; a number can also be called by its question's name."""
    if sort.plural.startswith("numbers of "):
        return NUMBER, sort.plural.removeprefix("numbers of ")
    return (sort.singular,)


def _numbers(name: str, numbers: NumberType) -> Sort:
    labels = tuple(str(n) for n in range(numbers.lo, numbers.hi + 1))
    return Sort(f"numbers of {name}", f"number of {name}", labels)


def _several(word: str) -> str:
    """Return a regular plural, for hints."""
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(?:s|x|z|ch|sh)$", word) else f"{word}s"


def _inside(span: Span, place: int, width: int) -> Span:
    """Return the span of a substring of a quoted text."""
    return Span.at(span.file, span.line, span.column + 1 + place, width)
