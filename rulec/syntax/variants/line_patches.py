"""Apply `in NAME:` of a variant: replace, add and remove lines below a declaration."""

from __future__ import annotations

import re
from typing import Final

import lark

from rulec.base.diagnostics import Note, did_you_mean
from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.parser import parse_line, tree_of
from rulec.syntax.patch_targets import (
    RULES,
    PatchTarget,
    decision_name,
    is_part,
    keys_of,
    members_of,
    name_of,
    opens_names,
    places_below,
    split_row,
    squeezed,
)
from rulec.syntax.variants.patch_headers import begun
from rulec.syntax.variants.patched_outline import Declared, PatchedOutline

_HEADED: Final = frozenset({"table", "track", "payment", "graph"})
_TAKES_LINES: Final = frozenset(
    {"the game", "each", "score", "option", "board", "track", "obligation", "route", "display"}
)
_WHOLE: Final = re.compile(r"remove\s+((?:over|by\s+end\s+of|at|on|may|open)\b.*)")


class LinePatcher:
    def __init__(self, outline: PatchedOutline) -> None:
        self.outline, self.report = outline, outline.report

    def patch(self, one: Declared, patch: Line) -> None:
        """Apply all lines below `in NAME:` to a declaration."""
        assert one.line is not None
        sort = one.point.sort
        if not one.line.children and sort not in _TAKES_LINES:
            message = f"no lines are indented below `{one.point.words}`"
            hint = f"write `replace {begun(one.point)}`"
            self.outline.wrong(patch.span, message, hint, one)
            return
        for line in patch.children:
            owners = [two for two in self.outline.all_of(one) if two.line is not None]
            places = [place for two in owners if two.line for place in places_below(two.line, sort)]
            opener = owners[-1].line
            assert opener is not None
            self._one(line, one, sort, places, opener)

    def decision(self, name: str, patch: Line) -> bool:
        """Apply `in NAME:` to a `choose one` or `any order` of that name; false unless it is unique."""
        found = [
            (one, opener)
            for one in self.outline.declared
            if one.line is not None and one.point.sort in RULES
            for opener in one.line.each()
            if decision_name(opener) == name
        ]
        if len(found) != 1:
            return False
        one, opener = found[0]
        for line in patch.children:
            places = [PatchTarget(name_of(c, "rule"), c, opener.children, opener) for c in opener.children]
            self._one(line, one, "rule", places, opener)
        return True

    def row(self, one: Declared, name: str, span: Span) -> int | None:
        """Return the index of the named row among the lines of a table; report an unknown name."""
        assert one.line is not None
        places = self._rows(one, places_below(one.line, one.point.sort))
        places = self._split(places, {name})
        found = [
            n
            for n, child in enumerate(one.line.children)
            if any(place.line is child and place.name == name for place in places)
        ]
        if not found:
            self._unknown(name, span, one, places)
            return None
        return found[0]

    # --- one line ---------------------------------------------------------------------------------------

    def _one(self, line: Line, one: Declared, sort: str, places: list[PatchTarget], opener: Line) -> None:
        places = self._rows(one, places)
        if re.match(r"remove\b(?!\s*[:|])", line.text):
            self._remove(line, one, sort, places)
            return
        name = name_of(line, sort, keys_of(opener))
        if self._is_heading(one, line):
            message = "the headings of a table are not changed"
            self.outline.wrong(
                line.span,
                message,
                "for another range write `change heading of COLUMN in TABLE to 1 to 9`",
                one,
            )
            return
        members = set(members_of(name)) if "|" in line.text else {name}
        places = self._split(places, members)
        twins = [place for place in places if place.name in {name, *members}]
        if len(twins) > 1 and len(members) == 1:
            self._several(name, line.span, twins)
            return
        if not self._touch(one, sort, {name} if len(members) == 1 else members, line.span):
            return
        if twins:
            siblings = twins[0].siblings
            siblings[_index(siblings, twins[0].line)] = line
            for place in twins[1:]:
                del place.siblings[_index(place.siblings, place.line)]
            return
        if sort in RULES and self._is_sentence(line):
            self._nameless(line, one)
            return
        self._add(line, one, sort, opener)

    def _is_sentence(self, line: Line) -> bool:
        """Check whether the line is a sentence without a name, neither a part nor an alternative."""
        if line.text.startswith("or ") or is_part(line) or tree_of(line.text, "sentence") is None:
            return False
        return tree_of(line.text, "alternative") is None

    def _nameless(self, line: Line, one: Declared) -> None:
        message = "sentences of a rule have no names by which they could be patched"
        words = f"{one.point.sort} {one.point.name}".strip()
        hint = f"write `replace {words}:` with all its lines, or `before {words}:`, `after {words}:`"
        if decision_name(line):
            hint = f"write `in {decision_name(line)}:` for the lines below this one, or `replace {words}:`"
        self.outline.missing("R904", line.span, message, hint, one.printed, "this is patched")

    def _touch(self, one: Declared, sort: str, names: set[str], span: Span) -> bool:
        free = [self.outline.touch((*one.path, name), span) for name in sorted(names)]
        return all(free)

    def _add(self, line: Line, one: Declared, sort: str, opener: Line) -> None:
        """Insert a new line behind the last line of its sort."""
        if sort not in RULES:
            rows = [n for n, child in enumerate(opener.children) if "|" in child.text]
            place = rows[-1] + 1 if rows and "|" in line.text else len(opener.children)
            opener.children.insert(place, line)
            return
        if line.text.startswith("or "):
            homes = [c for o in opener.each() for c in o.children if re.match(r"choose\s+(?!one\b)", c.text)]
            parents = [o for o in opener.each() for c in o.children if any(c is home for home in homes)]
            if len(homes) == 1:
                siblings = parents[0].children
                place = _index(siblings, homes[0]) + 1
                while place < len(siblings) and siblings[place].text.startswith("or "):
                    place += 1
                siblings.insert(place, line)
                return
        else:
            wanted = "any order" if is_part(line) else "choose one"
            homes = [
                o for o in opener.each() if opens_names(o) and (o.text.startswith("any") == is_part(line))
            ]
            if len(homes) == 1:
                homes[0].children.append(line)
                return
        wanted = "choose" if line.text.startswith("or ") else wanted
        count = "no" if not homes else "more than one"
        message = f"there is {count} `{wanted}` in `{one.point.words}` that this line could be added to"
        names = [decision_name(home) for home in homes if decision_name(home)]
        hint = f"write `in {names[0]}:` for the one of that name" if names else "name a line that is there"
        notes = [Note(home.span, "one of them") for home in homes] or [Note(one.printed, "this is patched")]
        self.report.error("R910" if homes else "R904", line.span, message, hint, notes)

    # --- rows -------------------------------------------------------------------------------------------

    def _rows(self, one: Declared, places: list[PatchTarget]) -> list[PatchTarget]:
        """Drop the headings of a table."""
        if one.point.sort not in _HEADED:
            return places
        first = next((place for place in places if "|" in place.line.text), None)
        return [place for place in places if place is not first]

    def _is_heading(self, one: Declared, line: Line) -> bool:
        if one.point.sort not in _HEADED or one.line is None or "|" not in line.text:
            return False
        first = next((child for child in one.line.children if "|" in child.text), None)
        keys = keys_of(one.line)
        return first is not None and name_of(first, "table", keys) == name_of(line, "table", keys)

    def _split(self, places: list[PatchTarget], wanted: set[str]) -> list[PatchTarget]:
        """Split rows for several members so that each wanted member has a row of its own."""
        found: list[PatchTarget] = []
        for place in places:
            members = members_of(place.name)
            if len(members) == 1 or not wanted.intersection(members):
                found.append(place)
                continue
            parts = [
                PatchTarget(name, line, place.siblings, place.opener)
                for name, line in split_row(place, wanted)
            ]
            index = _index(place.siblings, place.line)
            place.siblings[index : index + 1] = [part.line for part in parts]
            found += parts
        return found

    # --- removing ---------------------------------------------------------------------------------------

    def _remove(self, line: Line, one: Declared, sort: str, places: list[PatchTarget]) -> None:
        whole = _WHOLE.fullmatch(line.text)
        if whole is not None:
            named = [(squeezed(whole[1]), line.at(whole.start(1), whole.end(1)))]
        else:
            tree = parse_line(line, "removed_lines", self.report)
            if tree is None:
                return
            metas = [node.meta for node in tree.children if isinstance(node, lark.Tree)]
            named = [
                (line.text[meta.start_pos : meta.end_pos], line.at(meta.start_pos, meta.end_pos))
                for meta in metas
            ]
        for name, span in named:
            places = self._split(places, {name})
            found = [place for place in places if place.name == name]
            if not found:
                self._unknown(name, span, one, places)
            elif len(found) > 1:
                self._several(name, span, found)
            elif self._touch(one, sort, {name}, span):
                siblings = found[0].siblings
                del siblings[_index(siblings, found[0].line)]
                self.report.removed[name] = span
                places = [place for place in places if place is not found[0]]
                if sort in RULES:
                    _forget(name, siblings)

    def _unknown(self, name: str, span: Span, one: Declared, places: list[PatchTarget]) -> None:
        known = [place.name for place in places if place.name != "assumed"]
        message = f"`{one.point.words}` of the base game has no line `{name}`"
        rows = [word for word in known if word.startswith(f"{name} ") and " to " not in word]
        hint = (
            f"its rows are called by all their keys, as `{rows[-1]}`" if rows else did_you_mean(name, known)
        )
        if not hint:
            shown = ", ".join(f"`{word}`" for word in known[:8])
            hint = f"its lines are called {shown}" if shown else "none of its lines has a name"
        self.outline.missing("R904", span, message, hint, one.printed, "this is patched")

    def _several(self, name: str, span: Span, places: list[PatchTarget]) -> None:
        notes = [Note(place.line.span, "one of them") for place in places]
        names = [decision_name(place.opener) for place in places if decision_name(place.opener)]
        hint = f"write `in {names[0]}:` for the one below that name" if names else "replace the rule"
        self.report.error("R910", span, f"several lines there are called `{name}`", hint, notes)


def _index(lines: list[Line], line: Line) -> int:
    return next(n for n, one in enumerate(lines) if one is line)


def _forget(name: str, parts: list[Line]) -> None:
    """Remove a deleted part from `after`, `before` and `at most one of` of the other parts."""
    for place in range(len(parts) - 1, -1, -1):
        line = parts[place]
        tree = tree_of(line.text, "part")
        if tree is None:
            continue
        lists = [one for one in tree.iter_subtrees() if one.data == "names"]
        for names in sorted(lists, key=lambda one: -one.meta.start_pos):
            tokens = [one for one in names.children if isinstance(one, lark.Token)]
            if name not in tokens:
                continue
            left = [str(one) for one in tokens if one != name]
            start, end = names.meta.start_pos, names.meta.end_pos
            if tree.data == "at_most_one" and len(left) < 2:
                del parts[place]
                break
            if left:
                number = tokens.index(lark.Token("NAME", name))
                first = number == 0
                begin = (tokens[0].start_pos if first else tokens[number - 1].end_pos) or start
                stop = (tokens[1].start_pos if first else tokens[number].end_pos) or end
            else:
                head = line.text[:start].rstrip()
                begin, stop = len(re.sub(r"\s*\b(?:after|before)$", "", head)), end
            line = parts[place] = _without(line, begin, stop)


def _without(line: Line, begin: int, end: int) -> Line:
    empty = line.part(begin, end)
    empty.text = ""
    new = line.spliced(begin, end, empty)
    new.children = line.children
    return new
