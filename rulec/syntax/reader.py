"""Read a rules file to its syntax tree."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.base import limits
from rulec.base.diagnostics import Reporter, TooManyProblems
from rulec.base.source_text import SourceText
from rulec.syntax import ast
from rulec.syntax.ast import examples
from rulec.syntax.kept_sections import KeptSections
from rulec.syntax.lines.outline import Line
from rulec.syntax.reading.citations import assumed_in_tables, citations, take_assumed
from rulec.syntax.reading.declarations import read_declaration
from rulec.syntax.reading.misplaced_lines import rearrange
from rulec.syntax.variants.variant import Bases, game_of, places_of


class Kept:
    """Cache of parsed declarations, for repeated reads of a file that differ in one line.

    Declarations found in the cache are not parsed again, and report no diagnostics.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], tuple[ast.Declaration | examples.Example | None, str]] = {}
        self.texts: dict[int, str] = {}  # id of a declaration -> its text with all lines below
        self.fresh: list[Line] = []  # declarations parsed in this read
        self.keeping = True  # new declarations enter the cache

    def read_declaration(self, line: Line, report: Reporter) -> ast.Declaration | examples.Example | None:
        key = tuple((one.text, one.span.file, one.span.line, one.span.column) for one in line.each())
        found = self.known.get(key)
        if found is None:
            self.fresh.append(line)
            text = "\n".join(one.text for one in line.each())
            found = read_declaration(line, report), text
            if self.keeping:
                self.known[key] = found
        self.texts[id(found[0])] = found[1]
        return found[0]


def read_rules(
    source: SourceText,
    report: Reporter,
    bases: Bases | None = None,
    kept: Kept | KeptSections | None = None,
) -> ast.RulesFile:
    """Return the syntax tree of all declarations that parse; report the others.

    A variant is read as the game that its patches make of its base, which `bases` supplies.
    """
    declarations: list[ast.Declaration | examples.Example] = []
    assumed: list[examples.Assumed] = []
    cited: list[examples.Cited] = []
    opened: list[SourceText] = []
    order: dict[tuple[str, int], int] = {}
    if isinstance(kept, KeptSections) and (known := kept.read(source, report)) is not None:
        return _rules_file(source, known.declarations, known.assumed, known.cited)
    try:
        outline = game_of(source, bases, report, opened)
        outline = rearrange(outline, report)
        order = places_of(outline) if opened else order
        cited = list(citations(outline))
        outline = take_assumed(outline, None, assumed, report)
        for line in outline[: limits.DECLARATIONS]:
            read = read_declaration(line, report) if kept is None else kept.read_declaration(line, report)
            if read is not None:
                declarations.append(read)
            report.settle()
        if len(outline) > limits.DECLARATIONS:
            report.error(
                "R117",
                outline[limits.DECLARATIONS].span,
                f"the file has {len(outline)} declarations; at most {limits.DECLARATIONS} are read",
            )
    except TooManyProblems:
        declarations = []
    return _rules_file(source, declarations, assumed, cited, opened, order)


def _rules_file(
    source: SourceText,
    declarations: Sequence[ast.Declaration | examples.Example | None],
    assumed: list[examples.Assumed],
    cited: list[examples.Cited],
    opened: Sequence[SourceText] = (),
    order: dict[tuple[str, int], int] | None = None,
) -> ast.RulesFile:
    rules = [one for one in declarations if one is not None and not isinstance(one, examples.Example)]
    assumed += assumed_in_tables(rules)
    return ast.RulesFile(
        source.name,
        tuple(rules),
        tuple(one for one in declarations if isinstance(one, examples.Example)),
        tuple(assumed),
        tuple(cited),
        tuple(opened),
        order or {},
    )
