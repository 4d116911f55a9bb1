"""Warns of arithmetic before `if`: `A + B if C else 0` reads like `A + (B if C else 0)`."""

from __future__ import annotations

import re
from typing import Final

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import instances
from rulec.syntax import ast

_OPERATOR: Final = re.compile(r"[)\s]*(?:\+|-|\*|div_up\b|div\b|mod\b)\s*")


def check_conditional_values(file: ast.RulesFile, report: Reporter) -> None:
    """Report an arithmetic operator that stands unparenthesised before `if`."""
    for one in (part for tree in file.declarations for part in instances(tree, ast.IfElse)):
        if one.span.file == file.name and _misleading(one):
            whole, text = _written(one, report)
            report.warning("R605", one.span, f"`if` decides about all of {whole} here", text)


def _misleading(one: ast.IfElse) -> bool:
    """Return whether the value before `if` is an operation without brackets, with another sound reading."""
    value, last = one.then, one.otherwise
    if not isinstance(value, ast.Binary):
        return False
    if (one.span.line, one.span.column) != (value.span.line, value.span.column):
        return False
    zero = isinstance(last, ast.Number) and last.value == 0
    # Times 0 is 0 in both readings; nobody divides by 0.
    return value.op in {"+", "-"} or (value.op in {"*", "div", "div_up", "mod"} and not zero)


def _written(one: ast.IfElse, report: Reporter) -> tuple[str, str]:
    """Return the operation as written, and a hint with both readings."""
    value = one.then
    assert isinstance(value, ast.Binary)
    line = report.line_of(one.span)
    after = None
    if line is not None:
        after = _OPERATOR.match(line, value.left.span.end_column - 1)
    if line is None or after is None:
        return (
            "the operation before it",
            "put brackets around the operation, or around its last part and the `if`",
        )
    start, cut, end = one.span.column - 1, after.end(), one.span.end_column - 1
    done = value.span.end_column - 1
    first = f"{line[start:cut]}({line[cut:end]})"
    second = f"({line[start:done]}){line[done:end]}"
    return f"`{line[start:done]}`", f"write `{first}`, or `{second}` for the meaning that it has now"
