"""Mutation operators for the clauses of a rules file that cite the rulebook.

They change the syntax tree and need no knowledge of its nodes: leave out a sentence, replace a condition by
`yes` or `no`, change a number by one.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast, get_args

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.syntax import ast

Step = tuple[str, int | None]  # a field, and the index in it if the field is a tuple

_SENTENCES = get_args(ast.Sentence)
_EXPRESSIONS = get_args(ast.Expr)
_CONDITIONS = frozenset({"condition", "when", "until"})
_FORMULAS = (ast.Meaning, ast.ScoreLine)


@dataclass(frozen=True)
class Change:
    """A mutation of a clause; `key` identifies it until its line is rewritten."""

    key: str
    what: str
    line: int
    text: str  # of the line
    citations: tuple[str, ...]
    path: tuple[Step, ...]
    new: Any  # None: remove the node

    def apply(self, tree: ast.RulesFile) -> ast.RulesFile:
        changed = _put(tree, self.path, self.new)
        assert isinstance(changed, ast.RulesFile)
        return changed


def changes_of(source: SourceText, tree: ast.RulesFile) -> list[Change]:
    """Return all mutations of cited clauses, in the order of the file."""
    cited: dict[int, list[str]] = {}
    for one in tree.citations:
        if not one.in_example:
            for line in range(one.line.line, one.line.end_line + 1):
                cited.setdefault(line, []).append(one.text)
    found: list[Change] = []
    seen: dict[tuple[str, str], int] = {}
    for path, what, span, new in _candidates(tree):
        if span.line not in cited:
            continue
        text = source.line(span.line).strip()
        words = " ".join(text.split())  # independent of the layout
        number = seen[words, what] = seen.get((words, what), 0) + 1
        key = hashlib.sha256(f"{words}\n{what}\n{number}".encode()).hexdigest()[:8]
        found.append(Change(key, what, span.line, text, tuple(cited[span.line]), path, new))
    return sorted(found, key=lambda one: one.line)


def _candidates(tree: ast.RulesFile) -> Iterator[tuple[tuple[Step, ...], str, Span, Any]]:
    for number, declaration in enumerate(tree.declarations):
        yield from _of(declaration, (("declarations", number),))


def _of(
    node: Any, path: tuple[Step, ...], alone: bool = False
) -> Iterator[tuple[tuple[Step, ...], str, Span, Any]]:
    """Yield the mutations of a node and its descendants; `alone`: its place requires a sentence."""
    if isinstance(node, (*_SENTENCES, ast.Alternative)) and not (alone or isinstance(node, ast.Nothing)):
        yield path, "left out", cast(ast.Sentence, node).span, None
    if isinstance(node, ast.Rule) and node.body:
        yield (*path, ("body", None)), "left out", node.span, ()
    if isinstance(node, _FORMULAS):
        yield (*path, ("value", None)), "one more", node.span, _one_more(node.value)
    if isinstance(node, ast.Cell):
        yield from _of_cell(node, path)
        return
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        if field.name in _CONDITIONS and isinstance(value, _EXPRESSIONS):
            for word in ("yes", "no"):
                what = (
                    f"`{field.name}` always {word}"
                    if field.name != "condition"
                    else f"condition always {word}"
                )
                yield (*path, (field.name, None)), what, value.span, ast.Word(word, value.span)
        if isinstance(value, tuple):
            for place, one in enumerate(value):
                if dataclasses.is_dataclass(one) and not isinstance(one, Span):
                    what_may_be_done = isinstance(node, ast.May) and field.name == "tried"
                    yield from _of(one, (*path, (field.name, place)), what_may_be_done)
        elif dataclasses.is_dataclass(value) and not isinstance(value, Span):
            may_be_empty = "None" in str(field.type)  # the operand of `can` is required
            yield from _of(value, (*path, (field.name, None)), not may_be_empty)


def _one_more(value: ast.Expr) -> ast.Expr:
    return ast.Binary("+", value, ast.Number(1, value.span), value.span)


def _of_cell(node: ast.Cell, path: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], str, Span, Any]]:
    """Yield the mutations of a table cell: a number plus and minus one, an effect left out."""
    if node.sort == "effect":
        yield path, "effect left out", node.span, replace(node, sort="blank", values=(), text="-", sides=())
        return
    if len(node.values) != 1 or not isinstance(node.values[0], ast.Number):
        return
    for what, by in (("number one more", 1), ("number one less", -1)):
        value = node.values[0].value + by
        if value >= 0:
            number = replace(node.values[0], value=value)
            yield path, what, node.span, replace(node, values=(number,), text=str(value))


def _put(node: Any, path: tuple[Step, ...], new: Any) -> Any:
    """Return the node with the part at a path replaced, or removed from its tuple if `new` is None."""
    (name, place), *rest = path
    value = getattr(node, name)
    if place is None:
        return replace(node, **{name: _put(value, tuple(rest), new) if rest else new})
    if rest:
        inner: tuple[Any, ...] = (_put(value[place], tuple(rest), new),)
    else:
        inner = () if new is None else (new,)
    return replace(node, **{name: (*value[:place], *inner, *value[place + 1 :])})
