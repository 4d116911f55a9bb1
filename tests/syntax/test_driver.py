"""The driver makes the very trees that Lark makes, with the same places, and refuses the same lines."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest

from rulec.base.diagnostics import Reporter
from rulec.base.source_text import SourceText
from rulec.syntax.lines.outline import Line, read_outline
from rulec.syntax.parsing import lalr_tables
from rulec.syntax.parsing.lalr_driver import Driver, describe
from tests.large import in_long_runs
from tests.syntax.parsers import make_parser

ROOT = Path(__file__).resolve().parents[2]
FILES = [*sorted((ROOT / "games").rglob("*.rules")), *sorted((ROOT / "tests").rglob("*.rules"))]
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "docs" / "decisions" / "0001-the-language.md"]


@cache
def texts() -> list[str]:
    """Every logical line of every rules file, and of the documents' blocks."""
    sources = [path.read_text(encoding="utf-8") for path in FILES]
    for path in DOCUMENTS:
        sources += re.findall(r"```rules\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, None] = {}

    def walk(lines: list[Line]) -> None:
        for line in lines:
            found[line.text] = None
            for cell in line.text.split("|"):
                found[cell.strip()] = None  # of tables
            walk(line.children)

    for text in sources:
        walk(read_outline(SourceText("x", text), Reporter()))
    return list(found)


def shape(node: Any) -> Any:
    """A tree with every place in it."""
    if isinstance(node, lark.Token):
        return (node.type, str(node), node.start_pos, node.end_pos)
    if node is None:
        return None
    place = None if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
    return (str(node.data), place, [shape(child) for child in node.children])


def asked(parser: lark.Lark, text: str, start: str) -> Any:
    try:
        return shape(parser.parse(text, start=start))
    except lark.exceptions.UnexpectedInput:
        return None


@pytest.fixture(scope="module", params=["grammar", pytest.param("record", marks=pytest.mark.long)])
def both(request: pytest.FixtureRequest) -> tuple[lark.Lark, Driver, list[str]]:
    """Of the grammar, and of the record's, which is larger."""
    if request.param == "grammar":
        grammar, starts = (
            lalr_tables.grammar_path().read_text(encoding="utf-8"),
            list(lalr_tables.START_RULES),
        )
    else:
        found = re.search(r"```lark\n(.*?)```", DOCUMENTS[-1].read_text(encoding="utf-8"), re.DOTALL)
        assert found is not None
        grammar, starts = (
            found.group(1),
            ["declaration", "sentence", "value_cell", "effect_cell", "route_line"],
        )
    whole = tuple(starts) == lalr_tables.START_RULES
    parser = make_parser(grammar) if whole else make_parser(grammar, tuple(starts))
    return parser, Driver(describe(parser)), starts


@pytest.mark.parametrize("every", [4, *in_long_runs((1,))])
def test_lines_of_rules(both: tuple[lark.Lark, Driver, list[str]], every: int) -> None:
    """The driver reads one of so many; Lark, which is slow, a share of them."""
    parser, driver, starts = both
    taken = 0
    for number, text in enumerate(texts()[::every]):
        for start in starts:
            tree = driver.parse(text, start)
            if (tree is not None and number % 10 == 0) or number % 90 == 0:
                assert shape(tree) == asked(parser, text, start), (start, text)
            taken += tree is not None
    assert taken > 400


def test_lines_with_mistakes(both: tuple[lark.Lark, Driver, list[str]]) -> None:
    parser, driver, starts = both
    rnd = random.Random(len(starts))
    words = sorted({word for text in texts() for word in re.findall(r"\w+|[^\w\s]|'s", text)})
    for _ in range(300):
        text, start = rnd.choice(texts()), rnd.choice(starts)
        place = rnd.randrange(len(text) + 1)
        cut = rnd.choice((text[:place], text[place:], text[:place] + "  " + text[place:]))
        text = rnd.choice(
            (cut, f"{text[:place]} {rnd.choice(words)} {text[place:]}", f"{cut} {rnd.choice(words)}")
        )
        assert shape(driver.parse(text, start)) == asked(parser, text, start), (start, text)


@pytest.mark.parametrize(
    "text", ["", " ", "\t \t", " " * 5_000, "x" + " " * 5_000 + "?", "((((", "?", "\x00", "a\nb"]
)
def test_odd_lines(text: str, both: tuple[lark.Lark, Driver, list[str]]) -> None:
    parser, driver, starts = both
    for start in starts:
        assert shape(driver.parse(text, start)) == asked(parser, text, start)
