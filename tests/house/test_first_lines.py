"""The first line of a docstring is a short clause in the terms of the field."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulec

LONGEST = 100  # characters
_OPENERS = re.compile(r"(?:What|Who|Whose|Whom|Whoever|Where|Wherever|Which|When|How|Why)\b")
_CLAUSES = re.compile(
    r"\b(?:what|whatever|whoever|whichever|wherever|that (?:is|are)|(?:is|are) told|told of"
    r"|(?:one|each|any|some|all|none|many) of (?:these|those)|(?:comes?|come back) to)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`]*`")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_NESTING = (ast.stmt, ast.excepthandler, ast.match_case)


def fault(line: str) -> str:
    """Return why a line is no short clause; empty for a good one."""
    if len(line) > LONGEST:
        return f"longer than {LONGEST} characters"
    if not line.endswith("."):
        return "without a full stop"
    if _OPENERS.match(line):
        return "no noun phrase and no verb at the start"
    found = _CLAUSES.search(_CODE.sub("", line))
    return f"`{found[0]}`" if found is not None else ""


def first_lines(module: Path) -> Iterator[tuple[int, str]]:
    """Yield line numbers and first lines of the docstrings in a module."""
    waiting: list[ast.AST] = [ast.parse(module.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _DOCUMENTED) and (docstring := ast.get_docstring(node)) is not None:
            yield getattr(node, "lineno", 1), docstring.partition("\n")[0]
        waiting += [one for one in ast.iter_child_nodes(node) if isinstance(one, _NESTING)]


@pytest.mark.parametrize(
    "line",
    [
        "Return the dominators of each block.",
        "Live fields at the start of every block.",
        "Type checks of `what is` and `one of these`.",
    ],
)
def test_terms_of_the_field_pass(line: str) -> None:
    assert fault(line) == ""


@pytest.mark.parametrize(
    "line",
    [
        "What must hold at a decision for it ever to be left.",
        "How far the loop has come.",
        "Is the set empty?",
        "Return the members of a set, by their order of",
        "Return the rule that is carried out.",
        "The number that this comes to.",
        "Check one of these rules.",
        "Report whatever is wrong.",
        f"Return {'very ' * 20}much.",
    ],
)
def test_relative_clauses_questions_and_long_lines_are_found(line: str) -> None:
    assert fault(line) != ""


def test_every_first_line_is_a_short_clause() -> None:
    root = Path(rulec.__file__).parent
    found = [
        f"{module.relative_to(root)}:{number}: {wrong}: {line}"
        for module in sorted(root.rglob("*.py"))
        for number, line in first_lines(module)
        if (wrong := fault(line))
    ]
    assert not found, "\n".join(found)
