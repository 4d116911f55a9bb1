"""Explain a name of a game for `rulec explain FILE NAME`: declaration, uses, origin of options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rulec.base.diagnostics import did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.compiler import LookAheadCauses
from rulec.errors import RulecError
from rulec.insight.glossary import Glossary, SymbolUse, TableRow
from rulec.insight.option_conditions import condition_of
from rulec.ir.decision_successors import following_of
from rulec.ir.index import Index
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.reserved_words import RESERVED

_FOLLOWING = 8  # at most this many following decisions are named
_CAUSES = 3  # at most this many causes of a look-ahead


@dataclass(frozen=True)
class Row:
    """A line of the rules file, or of the base game of a variant."""

    line: int
    text: str
    base: str = ""  # the file of the base game


@dataclass(frozen=True)
class OptionsOf:
    what: str  # `members of squares`, or the name of an option
    condition: str
    legality: str
    causes: tuple[str, ...] = ()  # of its look-ahead, nearest first


@dataclass(frozen=True)
class Explained:
    name: str
    kind: str  # decision, definition, rule, name
    facts: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]  # its declaration
    options: tuple[OptionsOf, ...]
    words: tuple[Row, ...]  # definitions in its condition
    uses: tuple[Row, ...]  # other lines that name it
    in_examples: int = 0  # number of lines of examples that name it


def explain_name(
    index: Index,
    program: Program,
    causes: Callable[[], LookAheadCauses],
    name: str,
    glossary: Glossary,
    outline: Sequence[Line] = (),
) -> Explained:
    """Explain a name of the file.

    `glossary` holds the rows of its tables, `outline` all lines after the patches of a variant. `causes`
    makes the causes of look-aheads, which explain decisions and options; they take most of the compiler's
    time.
    """
    if any(one.name == name for one in program.decisions):
        return _decision(index, causes(), name)
    declared = dict(index.declared)
    known = {path.rpartition(".")[2] for path in declared} | {one.name for one in program.decisions}
    spans = [span for path, span in declared.items() if path.rpartition(".")[2] == name]
    if not spans and (name in glossary.rows or name in glossary.members):
        return _member(program, name, glossary)
    if not spans and any(group.label == name for one in program.decisions for group in one.groups):
        return _option(causes(), name)
    kind = index.kind(name)
    rows = tuple(row for span in spans for row in _rows(program, span, kind == "rule", outline))
    if kind != "rule":
        # The program keeps no line of a route, an option or an account, and of some names only a later one.
        declaring = [line for line in glossary.declared(name) if not (spans and line.text.startswith(" "))]
        rows = tuple(dict.fromkeys((*(_row(program, line) for line in declaring), *rows)))
    uses, in_examples = _uses(program, name, rows)
    if not rows and (name in RESERVED or not uses):
        hint = (
            did_you_mean(name, known | glossary.names)
            or f"the decisions are {', '.join(one.name for one in program.decisions)}"
        )
        raise RulecError(f"nothing in {program.file} is called `{name}`", hint)
    return Explained(name, kind, (), rows, (), (), uses, in_examples)


def _member(program: Program, name: str, glossary: Glossary) -> Explained:
    """Explain a member by its kind and by the rows of tables that describe it, its own row first."""
    found = sorted(glossary.rows.get(name, ()), key=lambda row: not row.own)
    tables = " and ".join(dict.fromkeys(row.table for row in found))
    rows = tuple(_row(program, row) for row in found)
    if name in glossary.members:
        rows = (_row(program, glossary.members[name]), *rows)
    facts: list[tuple[str, str]] = []
    kind = f"key of {tables}:" if tables else "member"
    if any(row.own for row in found):
        kind = f"row of {tables}:"
        # Where a table has several rows of the member, their cells would stand without their keys.
        rows_of = Counter(row.table for row in found)
        facts = [pair for row in found if row.own or rows_of[row.table] == 1 for pair in row.told]
    return Explained(name, kind, tuple(facts), rows, (), (), *_uses(program, name, rows))


def _row(program: Program, place: SymbolUse | TableRow) -> Row:
    """Return a line of the file or of a base game."""
    return Row(place.line, program.lines_of(place.file)[place.line - 1].rstrip(), _base(program, place.file))


def _option(causes: LookAheadCauses, name: str) -> Explained:
    """Explain a named option of `any order` or `choose one`."""
    program = causes.program
    places = [one for one in program.decisions if any(group.label == name for group in one.groups)]
    asked = {f"{one.name} in `{one.rule}`": one for one in places}
    options = [
        _options_of(which, causes, one, group)
        for which, one in asked.items()
        for group in one.groups
        if group.label == name
    ]
    decisions = " and ".join(dict.fromkeys(one.name for one in places))
    return Explained(name, f"option of {decisions}:", (), (), tuple(options), (), *_uses(program, name, ()))


# --- decisions ------------------------------------------------------------------------------------------


def _decision(index: Index, causes: LookAheadCauses, name: str) -> Explained:
    """Explain a decision at each place that asks it."""
    program = causes.program
    places = [one for one in program.decisions if one.name == name]
    spans = dict(index.made_of).get(name, ())
    words = tuple(row for span in spans for row in _rows(program, span))
    facts: list[tuple[str, str]] = []
    options: list[OptionsOf] = []
    for number, one in enumerate(places, start=1):
        which = f"{number}: " if len(places) > 1 else ""
        facts += [(f"{which}rule", f"`{one.rule}`, line {one.span.line}"), ("who", one.decider)]
        if one.citation:
            facts.append(("cites", one.citation))
        last = one.first + one.size - 1
        facts += [("ids", f"{one.first} to {last}"), ("then", _then(program, one))]
        options += [
            _options_of(which + (group.label or f"members of {group.domain.name}"), causes, one, group)
            for group in one.groups
        ]
    rows = tuple(dict.fromkeys(row for one in places for row in _rows(program, one.span)))
    return Explained(name, "decision", tuple(facts), rows, tuple(options), words, ())


def _then(program: Program, one: Decision) -> str:
    """List the decisions that can follow, as far as the rule itself determines them."""
    found = following_of(program, [group.resume for group in one.groups])
    names = found.names(program)
    told = names[:_FOLLOWING]
    if len(names) > _FOLLOWING:
        told.append(f"... ({len(names)} decisions)")
    if found.returns:
        told.append(f"the value after `{one.rule}` where it was called")
    if found.ends:
        told.append("the end of the game")
    return ", ".join(told) or "the end of the game"


def _options_of(which: str, known: LookAheadCauses, decision: Decision, group: OptionGroup) -> OptionsOf:
    condition = condition_of(known.program, decision, group)
    causes = _causes(known, group) if group.legality.needs_search else ()
    return OptionsOf(which, condition, _legality(decision, group), causes)


def _causes(known: LookAheadCauses, group: OptionGroup) -> tuple[str, ...]:
    """Describe the obstacles behind an option, nearest first."""
    found = known.behind(group)
    told = [
        f"`{one.text}` may have no option that can be completed (line {one.span.line})"
        if one.decision
        else f"{one.text} (line {one.span.line})"
        for one in found[:_CAUSES]
    ]
    if len(found) > _CAUSES:
        told.append(f"{len(found) - _CAUSES} more")
    return tuple(told)


def _legality(decision: Decision, group: OptionGroup) -> str:
    if group.legality.needs_search:
        return "tried out on a copy: offered only if the player can complete what it begins"
    if group.legality.options_are_legal and group.legality.locally_legal is not None:
        return "offered if it can be completed, too: a test of the position tells, nothing is tried out"
    if decision.legality.completable:
        return "offered exactly when this says so: whatever is chosen can be completed"
    return "offered exactly when this says so"


def _rows(program: Program, span: Span, whole: bool = False, outline: Sequence[Line] = ()) -> Iterator[Row]:
    """Yield the lines of a declaration; with `whole`, including the lines indented below it."""
    for declared in outline if whole else ():
        if (declared.span.file, declared.span.line) == (span.file, span.line):
            yield from _patched(program, declared)
            return
    lines = program.lines_of(span.file)
    end = _end(lines, span.line) if whole else span.end_line
    for line in range(span.line, max(end, span.end_line) + 1):
        if 1 <= line <= len(lines):
            yield Row(line, lines[line - 1].rstrip(), _base(program, span.file))


def _patched(program: Program, declared: Line) -> Iterator[Row]:
    """Yield the lines of a patched declaration, each from its own file."""
    places = [
        (span.file, span.line)
        for one in declared.each()
        for span in (one.at(offset) for offset, _, _ in one.columns)
    ]
    for file, line in dict.fromkeys(places):
        lines = program.lines_of(file)
        if 1 <= line <= len(lines):
            yield Row(line, lines[line - 1].rstrip(), _base(program, file))


def _end(lines: Sequence[str], first: int) -> int:
    """Return the number (from 1) of the last line indented below this one."""
    indent, end = _indent(lines[first - 1]), first
    for number in range(first + 1, len(lines) + 1):
        text = lines[number - 1]
        if text.strip() and _indent(text) <= indent:
            break
        end = number if text.strip() else end
    return end


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _base(program: Program, file: str) -> str:
    """Return the file if it is a base game of the rules file, else an empty text."""
    return "" if file == program.source[0].name else file


def _uses(program: Program, name: str, declared: tuple[Row, ...]) -> tuple[tuple[Row, ...], int]:
    """Return the other lines that contain the name; lines of examples, often hundreds, are only counted."""
    own = {(row.base, row.line) for row in declared}
    found: list[Row] = []
    in_examples = 0
    for source in program.source:
        base, example_ends = _base(program, source.name), 0
        for number, text in enumerate(source.lines, start=1):
            if text.lstrip().startswith("example "):
                example_ends = _end(source.lines, number)
            code = re.sub(r'"[^"]*"', '""', text).partition("#")[0]
            if (base, number) in own or not re.search(rf"\b{re.escape(name)}\b", code):
                continue
            if number <= example_ends:
                in_examples += 1
            else:
                found.append(Row(number, text.rstrip(), base))
    return tuple(found), in_examples
