"""Meanings of options as source text: the line of the option, or its row of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulec.insight.glossary import Glossary
from rulec.insight.option_conditions import condition_of
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.reports.game_protocol import OptionAnnotations

_WIDTH = 200
_CITED = re.compile(r"\s*\[[^\[\]\"]{0,40}\]")


def tell(program: Program, glossary: Glossary, one: Decision, group: OptionGroup) -> OptionAnnotations:
    """Return the condition of a group of options, and the meaning of each option."""
    lines = program.lines_of(one.span.file)
    head = _plain(lines[one.span.line - 1])
    condition = condition_of(program, one, group)
    when = "" if condition.startswith(head.removesuffix(":")) else condition
    if group.label:
        meaning = _named(lines, one.span.line, group.label) or _declared(glossary, group.label)
        return OptionAnnotations(when, {group.label: meaning} if meaning else {})
    table = glossary.table_of(group.labels)
    summaries = {label: glossary.summary(label, table, _WIDTH) for label in group.labels}
    return OptionAnnotations(when, {label: text for label, text in summaries.items() if text})


def _named(lines: Sequence[str], first: int, label: str) -> str:
    """Return the line of an option below its decision on line `first`."""
    own = re.compile(rf"(?:or\s+)?(?:\w+\s+)?{re.escape(label)}\b")
    indent = _indent(lines[first - 1])
    for line in lines[first:]:
        if line.strip() and _indent(line) < indent:
            break
        if own.match(line.strip()):
            return _plain(line)
    return ""


def _declared(glossary: Glossary, label: str) -> str:
    """Return the line that declares a rule of this name."""
    return next((_plain(said.text) for said in glossary.declared(label)), "")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _plain(line: str) -> str:
    return " ".join(_CITED.sub("", line).split())
