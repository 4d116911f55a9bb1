"""Code generation never reads its own text: it is built from nodes, which hold what would be read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

CODEGEN = Path(__file__).resolve().parents[2] / "rulec" / "codegen"
# Words of users and names of the IR become identifiers and comments here, and nowhere else.
OF_USERS = {"quote", "names"}
MODULES = sorted(one for one in CODEGEN.glob("*.py") if one.stem not in OF_USERS)
READING = frozenset(
    (
        *("startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "splitlines"),
        *("partition", "rpartition", "find", "rfind", "replace", "translate"),
        *("isidentifier", "isdigit", "isalpha", "isspace", "expandtabs"),
    )
)


@pytest.mark.parametrize(
    "module", [one for one in MODULES if one.stem not in OF_USERS], ids=lambda one: one.stem
)
def test_no_module_reads_text(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    imported = {name.name for one in ast.walk(tree) if isinstance(one, ast.Import) for name in one.names} | {
        one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)
    }
    assert not imported & {"re", "tokenize", "shlex", "ast"}
    called = {
        one.func.attr
        for one in ast.walk(tree)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
    }
    assert not called & READING


def test_templates_read_no_text() -> None:
    for template in (CODEGEN / "templates").glob("*.j2"):
        text = template.read_text(encoding="utf-8")
        assert not [word for word in (*READING, "regex", "|replace") if f"{word}(" in text], template.name
