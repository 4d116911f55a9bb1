"""The inventory of a rulebook's statements, and its coverage by a rules file.

`GAME.statements.toml` beside `GAME.rules` holds the inventory: ids by section, each with a few words, and
with the reason if a statement does not apply to a program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from rulec.base.diagnostics import nearest
from rulec.base.fast_dataclass import dataclass
from rulec.errors import RulecError
from rulec.syntax.ast.examples import Assumed, Cited

Standing = Literal["carried out", "not applicable", "open"]


@dataclass(frozen=True)
class Statement:
    id: str
    section: str
    text: str
    not_applicable: str  # the reason, or empty


@dataclass(frozen=True)
class Inventory:
    file: str
    prefix: str
    statements: dict[str, Statement] = field(default_factory=dict)
    equivalent: dict[str, str] = field(default_factory=dict)  # change -> why it makes no difference


@dataclass(frozen=True)
class Problem:
    """Invalid citation."""

    line: int
    citation: str
    what: str
    hint: str


@dataclass(frozen=True)
class Covered:
    statement: Statement
    standing: Standing
    lines: tuple[int, ...]  # that implement it
    examples: tuple[int, ...]  # lines of examples that cite it


@dataclass(frozen=True)
class Coverage:
    inventory: Inventory
    rows: tuple[Covered, ...]
    problems: tuple[Problem, ...]
    assumed: tuple[Assumed, ...]

    def count(self, standing: Standing, section: str | None = None) -> int:
        return sum(one.standing == standing and section in (None, one.statement.section) for one in self.rows)

    @property
    def sections(self) -> list[str]:
        return list(dict.fromkeys(one.statement.section for one in self.rows))


def inventory_file(rules: Path) -> Path:
    return rules.with_suffix(".statements.toml")


def read_inventory(path: Path, prefix: str) -> Inventory:
    """Read the inventory of a game; raise `RulecError` with a one-line message for an invalid file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        hint = 'below `[sections."Set-up"]` and the like stand lines such as `RR-1 = "..."`'
        raise RulecError(f"there is no inventory {path}", hint) from None
    except OSError as problem:
        raise RulecError(f"{path} can't be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise RulecError(f"{path} is not TOML: {problem}") from None
    own = _text(path, "prefix", data.get("prefix", prefix))
    if prefix and own != prefix:
        raise RulecError(f"{path} is the inventory of `{own}`, but the rules cite `{prefix}`")
    statements: dict[str, Statement] = {}
    for section, rows in _table(path, "sections", data.get("sections", {})).items():
        for key, value in _table(path, f"sections.{section}", rows).items():
            one = _statement(path, section, full_id(key, own), value)
            if one.id in statements:
                raise RulecError(f"{path}: {one.id} appears twice")
            statements[one.id] = one
    equivalent = _table(path, "equivalent", data.get("equivalent", {}))
    reasons = {key: _text(path, f"equivalent.{key}", value) for key, value in equivalent.items()}
    return Inventory(str(path), own, statements, reasons)


def _statement(path: Path, section: str, name: str, value: Any) -> Statement:
    if isinstance(value, str):
        return Statement(name, section, value, "")
    row = _table(path, name, value)
    for key in row.keys() - {"text", "not_applicable"}:
        raise RulecError(
            f"{path}: {name} has a `{key}`", "a statement has a `text` and perhaps `not_applicable`"
        )
    reason = _text(path, f"{name}.not_applicable", row.get("not_applicable", ""))
    return Statement(name, section, _text(path, f"{name}.text", row.get("text", "")), reason)


def _table(path: Path, name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulecError(f"{path}: `{name}` is a table")
    return value


def _text(path: Path, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RulecError(f"{path}: `{name}` is a text in quotes")
    return value


def full_id(citation: str, prefix: str) -> str:
    """Add the prefix to a citation: `A11` is `RR-A11` in a file that cites `RR`."""
    return citation if "-" in citation or not prefix else f"{prefix}-{citation}"


def coverage(inventory: Inventory, cited: Iterable[Cited], assumed: tuple[Assumed, ...]) -> Coverage:
    """Compute the coverage of the inventory by citations, and the wrong citations."""
    lines: dict[str, list[int]] = {}
    examples: dict[str, list[int]] = {}
    problems = []
    for one in cited:
        name = full_id(one.text, inventory.prefix)
        statement = inventory.statements.get(name)
        if statement is None:
            problems.append(_unknown(inventory, one, name))
            continue
        if statement.not_applicable and not one.in_example:
            what = f"{name} does not apply: {statement.not_applicable}"
            problems.append(Problem(one.span.line, one.text, what, "remove one of the two"))
        where = examples if one.in_example else lines
        where.setdefault(name, []).append(one.line.line)
    rows = []
    for name, statement in inventory.statements.items():
        standing: Standing = "open"
        if statement.not_applicable:
            standing = "not applicable"
        elif name in lines or name in examples:
            standing = "carried out"
        rows.append(Covered(statement, standing, tuple(lines.get(name, ())), tuple(examples.get(name, ()))))
    return Coverage(inventory, tuple(rows), tuple(problems), assumed)


def _unknown(inventory: Inventory, one: Cited, name: str) -> Problem:
    close = nearest(name, inventory.statements)
    if close is not None and full_id(one.text, inventory.prefix) != one.text:
        close = close.removeprefix(f"{inventory.prefix}-")
    hint = f"did you mean `[{close}]`?" if close is not None else f"add it to {inventory.file}"
    return Problem(one.span.line, one.text, f"`[{one.text}]` is not in the inventory", hint)
