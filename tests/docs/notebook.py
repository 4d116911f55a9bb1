"""Write a page as a notebook: text as it stands, `>>>` lines as cells.

python -m tests.docs.notebook       # docs/examples/learning.ipynb, from docs/learning.md
"""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.docs.pages import ROOT, blocks_of

PAGE = ROOT / "docs" / "learning.md"
NOTEBOOK = ROOT / "docs" / "examples" / "learning.ipynb"
_LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")


def notebook_of(page: Path) -> str:
    """The notebook as JSON: one cell for each block, without its answers."""
    cells = [_cell(number, kind, text) for number, (kind, text) in enumerate(_parts(page))]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    told = {"cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _parts(page: Path) -> Iterator[tuple[str, str]]:
    """Yield text and code by turns; links of the page lead from the folder of the notebook."""
    lines, done = page.read_text(encoding="utf-8").splitlines(), 0
    for block in blocks_of(page):
        if block.language != "pycon":
            continue
        yield "markdown", "\n".join(lines[done : block.line - 1])
        yield "code", _code(block.text)
        done = block.line + block.text.count("\n") + 1
    yield "markdown", "\n".join(lines[done:])


def _code(text: str) -> str:
    """The examples of a block; an empty line behind each definition."""
    found = ""
    for one in doctest.DocTestParser().get_examples(text):
        found += one.source + ("\n" if one.source.startswith("def ") else "")
    return found.strip("\n")


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    if kind == "markdown":
        text = _LINK.sub(r"](../\1)", text).replace("](../examples/", "](")
    source = text.strip("\n").splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": f"part-{number}", "metadata": {}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


if __name__ == "__main__":
    NOTEBOOK.write_text(notebook_of(PAGE), encoding="utf-8")
