"""Analysis of rules texts during typing: the results of `rulec.editor`, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rulec.base.source_text import SourceText, Span
from rulec.editor import navigation
from rulec.editor.citations import statement, statements_of
from rulec.editor.completion import completions
from rulec.editor.document import Edit
from rulec.editor.hover import hover
from rulec.editor.layout import layout_edits
from rulec.editor.outline import Symbol, symbols_in
from rulec.editor.positions import Position, range_of
from rulec.editor.problems import Problem, fix_of, problems_in
from rulec.editor.workspace import Workspace
from rulec.errors import RulecError
from rulec.syntax.lines.outline import CITATION

_FIXED = 30  # diagnostics whose fixes are computed
_PROPOSED = 200
_FOUND = 500
_NUMBERS = 3000  # numbers of a form
_READERS = 12  # blocks named beside a number


class Analyst:
    """Keeps the last edited text; every `do_NAME` answers a request of the server."""

    def __init__(self) -> None:
        self.rules = Workspace()

    def _take(self, path: str, text: str) -> None:
        """Open the text under analysis, and read all other files from disk.

        No page reports its closing, and text typed there may never be saved.
        """
        for other in [one for one in self.rules.documents if one != path]:
            del self.rules.documents[other]
        document = self.rules.documents.get(path)
        if document is None or document.text != text:
            self.rules.open(path, text)

    # --- problems ---------------------------------------------------------------------------------

    def do_check(self, path: str, text: str) -> dict[str, Any]:
        """Return the diagnostics of `rulec check` for the text, with the edits of their hints."""
        self._take(path, text)
        analysis = self.rules.analyse(path)
        if analysis is None:
            raise RulecError("there is no such file")
        return self._checked(path, problems_in(path, analysis.lines, analysis.problems))

    def do_quick(self, path: str, text: str) -> dict[str, Any]:
        """Return the syntax errors of the text, and the diagnostics of the last check, moved along."""
        self._take(path, text)
        return self._checked(
            path, problems_in(path, self.rules.lines_of(path), self.rules.quick_problems(path))
        )

    def do_problems(self, path: str, text: str) -> dict[str, Any]:
        """Return all diagnostics of the text, before the search for edits that mend its first error."""
        self._take(path, text)
        found = self.rules.early_problems(path)
        return self._checked(path, problems_in(path, self.rules.lines_of(path), found))

    def _checked(self, path: str, found: Sequence[Problem]) -> dict[str, Any]:
        document = self.rules.documents[path]
        return {
            "problems": [self._problem(document.source, n, one) for n, one in enumerate(found)],
            "outline": [_symbol(document.lines, one) for one in symbols_in(path, document.lines)],
            "statements": self._statements(path),
        }

    def _problem(self, source: SourceText, number: int, one: Problem) -> dict[str, Any]:
        found = one.diagnostic
        fix = fix_of(source, found) if number < _FIXED else None
        return {
            "code": found.code,
            "severity": found.severity,
            "message": found.message,
            "hint": found.hint,
            **_place(source.lines, one.span),
            "related": [
                {"file": Path(note.span.file).name, "line": note.span.line, "message": note.message}
                for note in one.related
            ],
            "fix": None if fix is None else {"title": fix.title, "edits": _edits(source.lines, fix.edits)},
        }

    def _statements(self, path: str) -> list[dict[str, Any]]:
        """Return the rulebook statements that lines cite."""
        if not statements_of(self.rules, path):
            return []
        found = []
        for number, line in enumerate(self.rules.lines_of(path), start=1):
            for cited in CITATION.finditer(line):
                one = statement(self.rules, path, cited[1])
                text = one.text if one is not None else "not in the inventory"
                found.append({"line": number, "id": cited[1], "text": text})
        return found[: 4 * _FOUND]

    def do_explain(self, path: str, code: str) -> dict[str, Any]:
        from rulec.base.diagnostic_codes import explain

        found = explain(code) if code.isalnum() else None
        if found is None:
            raise RulecError(f"there is no explanation of {code[:10]}")
        return {"title": found.title, "text": found.text}

    # --- typing -----------------------------------------------------------------------------------

    def do_complete(self, path: str, text: str, line: int, character: int) -> dict[str, Any]:
        self._take(path, text)
        found = completions(self.rules, path, Position(line, character))
        found.sort(key=lambda one: (one.rank, one.label))
        return {
            "items": [
                {
                    "label": one.label,
                    "kind": one.kind,
                    "detail": one.detail[:200],
                    "insert": one.insert or one.label,
                    "snippet": one.snippet,
                    "typed": one.typed,
                }
                for one in found[:_PROPOSED]
            ]
        }

    def do_hover(self, path: str, text: str, line: int, character: int) -> dict[str, Any]:
        self._take(path, text)
        found = hover(self.rules, path, Position(line, character))
        if found is None:
            return {"text": ""}
        return {"text": found.text, **_place(self.rules.lines_of(path), found.span)}

    def do_definition(self, path: str, text: str, line: int, character: int) -> dict[str, Any]:
        self._take(path, text)
        self.rules.analyse(path)
        return {
            "places": self._places(navigation.definition(self.rules, path, Position(line, character)), path)
        }

    def do_references(self, path: str, text: str, line: int, character: int) -> dict[str, Any]:
        self._take(path, text)
        self.rules.analyse(path)
        found = navigation.references(self.rules, path, Position(line, character), family=False)
        return {"places": self._places(found, path)}

    def _places(self, found: Iterable[Span], path: str) -> list[dict[str, Any]]:
        told = []
        for span in list(found)[:_FOUND]:
            lines = self.rules.lines_of(span.file)
            text = lines[span.line - 1].strip() if 0 < span.line <= len(lines) else ""
            told.append(
                {
                    "own": span.file == path,
                    "file": Path(span.file).name,
                    "text": text[:200],
                    **_place(lines, span),
                }
            )
        return told

    def do_format(self, path: str, text: str) -> dict[str, Any]:
        self._take(path, text)
        source = self.rules.documents[path].source
        found = layout_edits(source)
        if found is None:
            raise RulecError("the layout of these lines is not clear", "fix the errors first")
        return {"edits": _edits(source.lines, found)}

    # --- examples and coverage --------------------------------------------------------------------

    def do_examples(self, path: str, text: str, only: str = "") -> dict[str, Any]:
        """Run the examples of the text on the interpreter."""
        from rulec.compiled import Compiled
        from rulec.interp.examples import ExampleRunner
        from rulec.interp.face import interpret

        compiled = Compiled(path, SourceText(path, text))
        runner = ExampleRunner(compiled.examples)
        found = []
        for one in runner.run(interpret(compiled.program), only):
            failures = [
                {
                    "line": each.line,
                    "what": each.what,
                    "expected": each.expected,
                    "found": each.found,
                    "hint": each.hint,
                }
                for each in one.failures
            ]
            found.append(
                {
                    "title": one.title,
                    "line": one.line,
                    "citations": list(one.citations),
                    "ok": one.ok,
                    "failures": failures,
                }
            )
        return {"examples": found}

    def do_cover(self, path: str) -> dict[str, Any]:
        """Return the statements of the rulebook, with the lines that implement them."""
        from rulec import frontend
        from rulec.insight.rulebook_inventory import coverage, inventory_file, read_inventory

        file = Path(path)
        source = frontend.read_source(file)
        prefix = frontend.prefix_of(source)
        if not prefix:
            raise RulecError(
                "these rules name no inventory of a rulebook", "add `statements XY` below `game`"
            )
        inventory = read_inventory(inventory_file(file), prefix)
        checked = frontend.check(source)
        if not checked.ok:
            raise RulecError("these rules have problems", "fix them on the Rules page")
        found = coverage(inventory, checked.tree.citations, checked.tree.assumed)
        return {
            "sections": found.sections,
            "rows": [
                {
                    "id": one.statement.id,
                    "section": one.statement.section,
                    "text": one.statement.text,
                    "standing": one.standing,
                    "why": one.statement.not_applicable,
                    "lines": list(one.lines),
                    "examples": list(one.examples),
                }
                for one in found.rows
            ],
            "problems": [{"line": one.line, "what": one.what, "hint": one.hint} for one in found.problems],
            "assumed": [
                {
                    "line": one.span.line,
                    "heading": one.heading,
                    "names": [name.text for name in one.names],
                    "reason": one.reason.value,
                }
                for one in found.assumed
            ],
        }

    # --- variants ---------------------------------------------------------------------------------

    def do_numbers(self, path: str) -> dict[str, Any]:
        """Return the numbers that a variant can change by a single patch, and which blocks read each."""
        from rulec.frontend import logical_lines, read_source
        from rulec.insight.tunables import every_value_of, readers_of

        outline = logical_lines(read_source(path))
        found = every_value_of(outline)[:_NUMBERS]
        names = {one.patch: one.patch.split()[1] for one in found}
        readers = {name: readers_of(outline, name)[:_READERS] for name in set(names.values())}
        return {
            "numbers": [
                {"patch": one.patch, "value": one.printed, "readers": readers[names[one.patch]]}
                for one in found
            ]
        }

    def do_variant(
        self, path: str, title: str, changes: dict[str, int], template: bool = False
    ) -> dict[str, Any]:
        """Return the text of a variant that changes these numbers, or a template without changes.

        Raise an error unless it is valid and, but for a template, changes a number.
        """
        from rulec.frontend import Library, check, files_of, logical_lines, read_source, refusal
        from rulec.insight.tunables import every_value_of, widened_ranges

        base = Path(path)
        outline = logical_lines(read_source(base))
        known = {one.patch: one.printed for one in every_value_of(outline)}
        if not changes.keys() <= known.keys():
            raise RulecError("a number that this game does not have is to be changed")
        if not template and all(value == known[patch] for patch, value in changes.items()):
            raise RulecError(
                "no number changes, so the variant would be its base once more",
                "change a number, or write a template to edit",
            )
        plain = "".join(char for char in title if char.isprintable() and char != '"').strip()
        if not plain:
            raise RulecError("a variant needs a title")
        lines = [f'variant "{plain}" of {base.stem}:', ""]
        lines += [f"  {patch}" for patch in widened_ranges(outline, changes)]
        lines += [f"  {patch} {value}" for patch, value in changes.items()]
        text = "\n".join([*lines, ""])
        if template:
            from rulec.compiled import Compiled
            from rulec.insight.scaffolds import titled

            text = titled(Compiled(base).variant_template, plain)
        given = {one.stem: read_source(one) for one in files_of(base)}
        checked = check(SourceText("variant.rules", text), Library(given))
        if not checked.ok:
            raise refusal("the variant", checked.files, checked.diagnostics)
        return {"text": text, "bases": [str(one) for one in files_of(base)]}


def _place(lines: Sequence[str], span: Span) -> dict[str, Any]:
    found = range_of(lines, span)
    return {
        "line": found.start.line,
        "character": found.start.character,
        "end_line": found.end.line,
        "end_character": found.end.character,
    }


def _edits(lines: Sequence[str], edits: Iterable[Edit]) -> list[dict[str, Any]]:
    return [{**_place(lines, one.span), "text": one.text} for one in edits]


def _symbol(lines: Sequence[str], one: Symbol) -> dict[str, Any]:
    return {
        "name": one.name,
        "sort": one.sort,
        "line": range_of(lines, one.name_span).start.line,
        "children": [_symbol(lines, child) for child in one.children[:60]],
    }
