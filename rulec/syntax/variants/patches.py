"""Apply the patches of a variant to the outline of its base game.

The result is the outline of a single game: lines of the variant among lines of its base, each with the file
of its origin. Every target that a patch names has to exist, and changes once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import lark

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import declare_unparsed_names, parse_line, tree_of
from rulec.syntax.patch_targets import RULES, keys_of, point_of, squeezed
from rulec.syntax.reading.table_rows import cells_of
from rulec.syntax.variants.initial_values import CLAUSES, value_place
from rulec.syntax.variants.line_patches import LinePatcher
from rulec.syntax.variants.patch_headers import begun, declaration_behind, without, worded
from rulec.syntax.variants.patched_outline import REPEATABLE, Declared, PatchedOutline
from rulec.syntax.variants.rule_bodies import body_of, merged, signature_of, with_printed

_HEAD: Final = re.compile(r"(?:set\s+.*?|change\b.*?\bin\s+\w+)\s+to\b")
# Patches inside declarations first, then patches around rules, then replacements of declarations.
_ORDER: Final = (
    ("patch_set", "patch_cell", "patch_in"),
    ("patch_before", "patch_after", "patch_around"),
    ("patch_replace", "patch_replace_named", "patch_remove", "patch_add"),
)


def reads_as_patch(text: str) -> bool:
    """Check whether a line is a patch, apart from its value."""
    head = _HEAD.match(text)
    return tree_of(text if head is None else text[: head.end()], "patch") is not None


class Patcher(PatchedOutline):
    """Applies patches, in the order of `_ORDER`."""

    def __init__(self, base: list[Line], report: Reporter) -> None:
        super().__init__(base, report)
        self._instead: list[Line] = []  # declarations behind `replace`
        self.lines = LinePatcher(self)

    def apply(self, patches: list[Line]) -> None:
        others = [line for line in patches if not self._of_declaration(line)]
        read = [
            (line, tree)
            for line in map(self._named, others)
            if line and (tree := self._read(line)) is not None
        ]
        for sorts in _ORDER:
            for line, tree in read:
                if tree.data in sorts:
                    getattr(self, f"_{tree.data}")(line, tree)
        for given in self._instead:
            self._put_instead(given)

    def _of_declaration(self, line: Line) -> bool:
        """Handle `replace`, `before`, `after` or `around` of a declaration other than a rule, if present."""
        found = declaration_behind(line)
        if found is None:
            return False
        word, given = found
        point = point_of(given)
        assert point is not None
        if word == "replace":
            self._instead.append(given)
        elif (one := self.find(point.words, line.at(len(word) + 1, len(line.text)))) is not None:
            lines = f"write `in {one.point.words}:` for its lines, or `replace {begun(one.point)}`"
            self.wrong(line.span, f"`{word}` needs a rule, and `{one.point.words}` is not one", lines, one)
        return True

    def _named(self, line: Line) -> Line | None:
        """Return the patch without declaring words; report wrong ones and return None."""
        places = []
        for word, name, span, place in worded(line):
            found = [one for one in self.declared if one.point.is_called(name)]
            if found and all(one.point.sort != word for one in found):
                message = f"`{name}` is declared with the word `{found[0].point.sort}`"
                if found[0].point.sort in {"meaning", "adjective", "goods"}:
                    message = f"`{name}` is declared in other words"
                self.wrong(span, message, f"leave out `{word}`", found[0])
                return None
            places.append(place)
        return without(line, places) if places else line

    def _read(self, line: Line) -> lark.Tree[lark.Token] | None:
        """Return the parse tree of a patch; for `set` and `change`, of the part up to `to`."""
        head = _HEAD.match(line.text)
        tree = parse_line(line if head is None else line.part(0, head.end()), "patch", self.report)
        if tree is None or (line.span.file, line.span.line) in self.report.guessed:
            for child in line.children:  # names that the patch would declare are not reported as unknown
                declare_unparsed_names(child, "declaration", self.report)
            return None  # a repaired patch is not applied
        sort = str(tree.data)
        if sort in {"patch_in", "patch_add", "patch_replace_named"} and not line.children:
            hint = {"patch_in": "the lines that are changed", "patch_add": "new declarations"}
            what = hint.get(sort, "declarations that take the place of others")
            needs_lines(line, self.report, f"indent {what} below it")
            return None
        if sort in {"patch_set", "patch_cell", "patch_remove"} and line.children:
            takes_no_lines(line, self.report)
        return tree

    # --- values and cells ---------------------------------------------------------------------------

    def _patch_set(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        head = _HEAD.match(line.text)
        assert head is not None
        name = str(tree.children[0])
        kind = re.search(r"\(\s*(\w+)\s*\)\s*to$", head[0])
        start = head.end() + len(line.text[head.end() :]) - len(line.text[head.end() :].lstrip())
        if start >= len(line.text):
            end = line.at(len(line.text) - 1)
            self.report.error("R110", end, "this patch of a variant is not finished", "write a value there")
            return
        value = line.part(start, len(line.text))
        if name in CLAUSES:
            self._set_clause(name, line, value)
            return
        owners = [one for one in self.declared if one.point.sort in {"the game", "each"} and one.line]
        for owner in owners:
            assert owner.line is not None
            for place, clause in enumerate(owner.line.children):
                if re.match(rf"{name}\b\s*(?:\([^()]*\))?\s*:", clause.text):
                    if self.touch((*owner.path, name), line.span):
                        new = self._valued(clause, "variable", kind, value, line, owner)
                        owner.line.children[place] = new
                    return
        if not any(one.point.is_called(name) for one in self.declared):
            known = [re.split(r"\W", c.text)[0] for o in owners for c in (o.line.children if o.line else [])]
            known += [one.point.words for one in self.declared] + sorted(CLAUSES)
            message = f"the base game has no value `{name}`"
            hint = (
                did_you_mean(name, known) or "name a variable, goods, a named value, or `length`, `players`"
            )
            self.missing(
                "R903", line.at(4, 4 + len(name)), message, hint, self.declared[0].printed, "this game"
            )
            return
        one = self.find(name, line.span)
        if one is not None and one.line is not None:
            path = (*one.path, "starts", kind[1] if kind else "")
            if self.touch(path, line.span):
                one.line = self._valued(one.line, one.point.sort, kind, value, line, one)

    def _valued(
        self, old: Line, sort: str, kind: re.Match[str] | None, value: Line, patch: Line, owner: Declared
    ) -> Line:
        """Return the line with another value."""
        place = value_place(old.text, sort, kind[1] if kind else "")
        if place is None:
            message = "this has no value that can be set"
            hint = "put another declaration in its place with `replace:`"
            if sort != "variable":
                hint = f"write `replace {begun(owner.point)}`"
            self.report.error("R907", patch.span, message, hint, [Note(old.span, "this is patched")])
            return old
        start, end, before = place
        if before:
            given = value.part(0, len(value.text))
            lead = Line(before, value.span, ((0, value.span.line, value.span.column),))
            value = lead.spliced(len(before), len(before), given)
        new = old.spliced(start, end, value)
        new.children = old.children
        return new

    def _set_clause(self, name: str, line: Line, value: Line) -> None:
        one = next((one for one in self.declared if one.point.sort == "game"), None)
        if one is None or one.line is None or not self.touch((*one.path, name), line.span):
            return
        lead = Line(f"{name} ", line.span, ((0, line.span.line, line.span.column),))
        new = lead.spliced(len(lead.text), len(lead.text), value)
        new.citations = line.citations
        places = [n for n, clause in enumerate(one.line.children) if re.match(rf"{name}\b", clause.text)]
        if places:
            one.line.children[places[0]] = new
        else:
            one.line.children.append(new)

    def _patch_cell(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        head = _HEAD.match(line.text)
        assert head is not None
        words = re.fullmatch(r"change\s+(.+?)\s+of\s+(.+)\s+in\s+(\w+)\s+to", head[0])
        assert words is not None
        column, row, table = (re.sub(r"\s+\(", "(", squeezed(word)) for word in words.groups())
        spans = [line.at(words.start(n), words.end(n)) for n in (1, 2, 3)]
        one = self.find(table, spans[2])
        if one is None or one.line is None:
            return
        rows = [child for child in one.line.children if "|" in child.text]
        if not rows:
            self.wrong(line.span, f"`{table}` has no cells", "name a table", one)
            return
        headings = [
            squeezed(re.sub(r"^(\w+\s*(?:\([^()]*\))?).*$", r"\1", c.text)) for c in cells_of(rows[0])
        ]
        headings = [re.sub(r"\s+\(", "(", heading) for heading in headings]
        if column == "heading" and "heading" not in headings:
            self._change_heading(one, row, spans[1], headings, line, head.end())
            return
        columns = headings[keys_of(one.line) :]
        if column not in columns:
            hint = did_you_mean(column, columns) or "its columns: " + ", ".join(columns)
            message = f"`{table}` has no column `{column}`"
            self.missing("R904", spans[0], message, hint, rows[0].span, "its headings")
            return
        place = self.lines.row(one, row, spans[1])
        if place is None or not self.touch((*one.path, row, column), line.span):
            return
        value = self._cell(line, head.end())
        if value is None:
            return
        old = one.line.children[place]
        edges = cells_of(old)
        number = headings.index(column)
        if number < len(edges):
            begin, stop = _cell_edges(old.text, number)
            one.line.children[place] = old.spliced(begin, stop, value)

    def _cell(self, line: Line, behind: int) -> Line | None:
        start = behind + len(line.text[behind:]) - len(line.text[behind:].lstrip())
        if start < len(line.text):
            return line.part(start, len(line.text))
        end = line.at(len(line.text) - 1)
        self.report.error("R110", end, "this patch of a variant is not finished", "write a cell there")
        return None

    def _change_heading(
        self, one: Declared, column: str, span: Span, headings: list[str], line: Line, behind: int
    ) -> None:
        """Replace the type in a heading, such as a range that new rows exceed."""
        assert one.line is not None
        place, row = next((n, line) for n, line in enumerate(one.line.children) if "|" in line.text)
        if column not in headings:
            hint = did_you_mean(column, headings) or "its columns: " + ", ".join(headings)
            message = f"`{one.point.name}` has no column `{column}`"
            self.missing("R904", span, message, hint, row.span, "its headings")
            return
        value = self._cell(line, behind)
        if value is None or not self.touch((*one.path, "heading", column), span):
            return
        begin, stop = _cell_edges(row.text, headings.index(column))
        name = re.match(r"\w+\s*(?:\([^()]*\))?", row.text[begin:stop])
        assert name is not None
        kept = begin + len(name[0].rstrip())
        lead = Line(" ", line.span, ((0, line.span.line, line.span.column),))
        one.line.children[place] = row.spliced(kept, stop, lead.spliced(1, 1, value))

    # --- declarations -------------------------------------------------------------------------------

    def _patch_in(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        words = squeezed(line.text[2:].rstrip(": "))
        span = line.at(line.text.index(words.split()[0], 2), len(line.text.rstrip(": ")))
        if not any(one.point.is_called(words) for one in self.declared) and self.lines.decision(words, line):
            return
        one = self.find(words, span, below=True)
        if one is not None and one.line is not None:
            self.lines.patch(one, line)

    def _patch_remove(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        for part in re.finditer(r"[^,]+", line.text[len("remove") :]):
            words = squeezed(part[0])
            begin = len("remove") + part.start() + len(part[0]) - len(part[0].lstrip())
            span = line.at(begin, begin + len(words))
            one = self.find(words, span)
            if one is not None and self.touch(one.path, span):
                for two in self.all_of(one):
                    two.line = None
                    self.report.removed[two.point.name] = span

    def _patch_add(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        for child in line.children:
            point = point_of(child)
            twin = next((one for one in self.declared if point and one.point.key == point.key), None)
            if twin is not None and point is not None and point.sort not in REPEATABLE:
                message = f"the base game has a `{point.words}` already"
                hint = "put it below `replace:`, or give it another name"
                self.report.error("R906", child.span, message, hint, [Note(twin.printed, "this one")])
                continue
            self.added.append(child)

    def _patch_replace_named(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        for child in line.children:
            self._put_instead(child)

    def _put_instead(self, child: Line) -> None:
        """Replace the declaration of the same name."""
        point = point_of(child)
        if point is None:
            self.added.append(child)  # no declaration; the reader reports it
            return
        if point.sort == "game":
            message = "the heading of the game can't be replaced as a whole"
            hint = "use `set`, for example `set length to 20`; the title follows `variant`"
            self.report.error("R907", child.span, message, hint)
            return
        found = [one for one in self.declared if one.point.key == point.key]
        if not found:
            self.find(point.words, child.span)
            return
        if len(found) > 1:
            notes = [Note(one.printed, "one of them") for one in found]
            message = f"several declarations of the game are called `{point.words}`"
            hint = f"write `remove {point.words}` for all of them, and put them anew below `add:`"
            hint = hint if point.sort == "end when" else "use `in` for the lines below them"
            self.report.error("R910", child.span, message, hint, notes)
            return
        if self.touch(found[0].path, child.span):
            found[0].line = child

    # --- rules --------------------------------------------------------------------------------------

    def _rule(self, line: Line, signature: bool) -> tuple[Declared, Line] | None:
        """Return the rule that a patch names, and the patch without its verb, as a rule of its own."""
        start = re.match(r"\w+\s+", line.text)
        assert start is not None
        given = line.part(start.end(), len(line.text))
        given.children, given.citations = line.children, line.citations
        point = point_of(given)
        if point is None:
            return None
        one = self.find(point.words, line.at(start.end(), start.end() + len(point.sort)))
        if one is None or one.line is None:
            return None
        if one.point.sort not in RULES:
            self.wrong(line.span, f"`{point.words}` is not a rule", "put it below `replace:`", one)
            return None
        if one.point.sort != point.sort:
            message = f"`{point.words}` is declared with the word `{one.point.sort}`"
            self.wrong(line.span, message, f"write `{one.point.sort} {point.name}`", one)
            return None
        said = signature_of(given)
        if signature and said and said != signature_of(one.line):
            message = f"`{point.words}` is given other things than that"
            self.wrong(line.span, message, "leave them out, or write them as they are declared", one)
            return None
        return one, given

    def _patch_replace(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        found = self._rule(line, signature=False)
        if found is not None and self.touch(found[0].path, line.span):
            found[0].line = found[1]

    def _beside(self, line: Line, after: bool) -> None:
        found = self._rule(line, signature=True)
        if found is None:
            return
        one, given = found
        if self.touch((*one.path, "after this" if after else "before this"), line.span):
            assert one.line is not None
            parts = [body_of(one.line), body_of(given)]
            one.line = merged(one.line, [line for part in (parts if after else parts[::-1]) for line in part])

    def _patch_before(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        self._beside(line, after=False)

    def _patch_after(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        self._beside(line, after=True)

    def _patch_around(self, line: Line, tree: lark.Tree[lark.Token]) -> None:
        found = self._rule(line, signature=True)
        if found is None:
            return
        one, given = found
        path = (*one.path, "around this")
        beside = [(*one.path, word) for word in ("before this", "after this")]
        taken = next((self.touched[path] for path in beside if path in self.touched), None)
        if taken is not None:
            self.clash(taken, line.span, "put it below this `around`")
        elif self.touch(path, line.span):
            assert one.line is not None
            body = with_printed(body_of(given), body_of(one.line), line, self.report)
            one.line = merged(one.line, body)


def _cell_edges(text: str, number: int) -> tuple[int, int]:
    """Return the bounds of a cell of a row, without the blanks around it."""
    bars = [-1, *_bars(text), len(text)]
    begin, end = bars[number] + 1, bars[number + 1]
    while begin < end and text[begin] == " ":
        begin += 1
    while end > begin and text[end - 1] == " ":
        end -= 1
    return begin, end


def _bars(text: str) -> Iterable[int]:
    quoted = False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "|" and not quoted:
            yield place
