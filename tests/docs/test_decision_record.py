"""Every ```rules block of the decision record is read by the grammar that stands in it.

The record gives the whole language, more than the compiler takes so far; this keeps its text honest. Lines
are joined and nested as the outline does it; besides, a deeper line that begins with one of
`and or else where when giving such + - *` continues the one above.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import lark
import pytest

RECORD = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0001-the-language.md"
STARTS = (
    "declaration game_clause has_clause sentence alternative part heading_cell value_cell effect_cell "
    "ability_cell board_line picture_line option_line track_line payment_line route_line obligation_line "
    "free_clause plan_line account_line score_line example_line patch patch_line assumed"
)
CITATIONS = re.compile(r"(?:\s*\[[A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?\])+\s*$")
CONTINUES = re.compile(
    r"(?:(?:and|else|where|when|giving|such)\b|or\b(?![^\"()]*:(?:\s|$))|[+*]|-(?!-)(?=\s))"
)
# What stands below a declaration, by its sort: one start rule for each line.
BELOW = {
    "game": "game_clause",
    "game_has": "has_clause",
    "member_has": "has_clause",
    "option": "option_line",
    "score": "score_line",
    "example": "example_line",
    "best_plan": "plan_line",
    "account": "account_line",
    "obligation": "obligation_line",
    **dict.fromkeys(("window", "kind", "pieces", "goods"), "assumed"),
}
RULES = {"rule", "unnamed_rule", "setup", "play", "whenever", "whenever_gains", "end_when"}
PATCHED = (
    *("patch_line", "part", "route_line", "score_line", "obligation_line", "free_clause"),
    *("has_clause", "payment_line", "alternative", "value_cell", "effect_cell"),
)


@dataclass
class Line:
    number: int
    text: str
    below: list[Line] = field(default_factory=list)


def outside_quotes(text: str) -> list[tuple[int, str]]:
    quoted, found = False, []
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif not quoted:
            found.append((index, char))
    return found


def code_of(raw: str) -> str:
    end = next((index for index, char in outside_quotes(raw) if char == "#"), len(raw))
    return CITATIONS.sub("", raw[:end].rstrip())


def depth(text: str) -> int:
    return sum({"(": 1, ")": -1}.get(char, 0) for _, char in outside_quotes(text))


def outline(lines: list[tuple[int, str]]) -> list[Line]:
    """Lines to trees, by indentation."""
    joined: list[tuple[int, Line]] = []
    for number, raw in lines:
        code = code_of(raw)
        text = code.strip()
        if not text:
            continue
        lead = len(code) - len(code.lstrip(" "))
        last = joined[-1] if joined else None
        if last and lead > last[0]:
            above = last[1].text
            if depth(above) > 0 or above.endswith(",") or (CONTINUES.match(text) and above[-1] != ":"):
                last[1].text = f"{above} {text}"
                continue
        joined.append((lead, Line(number, text)))
    top: list[Line] = []
    stack: list[tuple[int, Line]] = []
    for lead, line in joined:
        while stack and stack[-1][0] >= lead:
            stack.pop()
        (stack[-1][1].below if stack else top).append(line)
        stack.append((lead, line))
    return top


def cells(text: str) -> list[str]:
    places, level = [-1], 0
    for index, char in outside_quotes(text):
        level += {"(": 1, ")": -1}.get(char, 0)
        if char == "|" and level == 0:
            places.append(index)
    ends = [*places[1:], len(text)]
    return [text[start + 1 : end].strip() for start, end in zip(places, ends, strict=True)]


class Reader:
    def __init__(self, grammar: str) -> None:
        self.parser = lark.Lark(grammar, parser="lalr", start=STARTS.split(), maybe_placeholders=True)
        self.read = 0
        self.problems: list[str] = []

    def parse(self, line: Line, start: str, text: str | None = None) -> lark.Tree[lark.Token] | None:
        self.read += 1
        try:
            return self.parser.parse(line.text if text is None else text, start=start)
        except lark.exceptions.UnexpectedInput as problem:
            where = f"line {line.number}, as {start}: {line.text if text is None else text}"
            self.problems.append(f"{where}\n{str(problem).splitlines()[0]}")
            return None

    def each(self, lines: list[Line], start: str) -> None:
        for line in lines:
            self.parse(line, start)
            self.nothing_below(line)

    def nothing_below(self, line: Line) -> None:
        self.problems += [
            f"line {one.number}: below a line that takes none: {one.text}" for one in line.below
        ]

    def table(self, lines: list[Line], others: str = "assumed", given: str | None = None) -> None:
        """A heading row, rows of cells, and lines of another sort."""
        starts: list[str] = []
        for line in lines:
            if "|" not in line.text:
                self.parse(line, "assumed" if line.text.startswith("assumed") else others)
            elif not starts:
                for text in cells(line.text):
                    tree = self.parse(line, "heading_cell", text)
                    sorts = {str(node.data) for node in tree.iter_subtrees()} if tree is not None else set()
                    kind = "effect_cell" if "effect_column" in sorts else "value_cell"
                    starts.append("ability_cell" if "ability_column" in sorts else kind)
                if given:
                    starts[1:] = [given] * (len(starts) - 1)
            else:
                row = cells(line.text)
                if len(row) != len(starts):
                    self.problems.append(f"line {line.number}: {len(row)} cells, {len(starts)} headings")
                for start, text in zip(starts, row, strict=False):
                    self.parse(line, start, text)
                self.nothing_below(line)

    def declaration(self, line: Line) -> None:
        tree = self.parse(line, "declaration")
        if tree is None:
            return
        kind = str(tree.data)
        if kind == "declaration":
            inner = tree.children[0]
            assert isinstance(inner, lark.Tree)
            kind = str(inner.data)
        if kind in BELOW:
            self.each(line.below, BELOW[kind])
        elif kind in RULES:
            self.body(line)
        else:
            self.special(kind, line)

    def special(self, kind: str, line: Line) -> None:
        match kind:
            case "table" | "edge_graph" | "one_way_graph":
                self.table(line.below)
            case "lookup":
                given = re.search(r"giving (effect|ability)", line.text)
                self.table(line.below, given=given and f"{given.group(1)}_cell")
            case "payment" | "track":
                self.table(line.below, f"{kind}_line")
            case "meaning_by_cases":
                for row in line.below:
                    for text in cells(row.text):
                        self.parse(row, "value_cell", text)
            case "board":
                for row in line.below:
                    self.parse(row, "assumed" if row.text.startswith("assumed") else "board_line")
                    self.each(row.below, "picture_line")
            case "route":
                for row in line.below:
                    self.parse(row, "route_line")
                    self.body(row)
            case "free_action":
                for row in line.below:
                    if re.match(r"(open|consumes|once a|at most)\b", row.text):
                        self.parse(row, "free_clause")
                    else:
                        self.sentence(row)
            case "variant":
                for row in line.below:
                    self.patch(row)
            case _:
                self.nothing_below(line)

    def patch(self, line: Line) -> None:
        tree = self.parse(line, "patch")
        kind = str(tree.data) if tree is not None else ""
        if kind in {"patch_add", "patch_replace_named"}:
            for row in line.below:
                self.declaration(row)
        elif kind == "patch_in":  # a line of whatever is patched: some start rule reads it
            for row in line.below:
                whole = any(self.reads(row.text, start) for start in PATCHED)
                for text in [] if whole else cells(row.text):
                    if not any(self.reads(text, start) for start in PATCHED):
                        self.parse(row, "alternative", text)
                self.body(row)
        else:
            self.body(line)

    def reads(self, text: str, start: str) -> bool:
        try:
            self.parser.parse(text, start=start)
        except lark.exceptions.UnexpectedInput:
            return False
        return True

    def body(self, line: Line) -> None:
        for row in line.below:
            self.sentence(row)

    def sentence(self, line: Line) -> None:
        self.parse(line, "sentence")
        if re.search(r"(?:^|[:,] )(?:choose one as .*|first possible of):$", line.text):
            inner = "alternative"
        elif re.search(r"any order as \w+:$", line.text):
            inner = "part"
        else:
            if line.text.endswith(":"):
                self.body(line)
            else:
                self.nothing_below(line)
            return
        for row in line.below:
            self.parse(row, inner)
            self.body(row)


@pytest.fixture(scope="module")
def text() -> str:
    return RECORD.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reader(text: str) -> Reader:
    grammar = re.search(r"```lark\n(.*?)```", text, re.DOTALL)
    assert grammar is not None
    return Reader(grammar.group(1))


def test_every_line_of_the_record_is_read(text: str, reader: Reader) -> None:
    for block in re.finditer(r"```rules\n(.*?)```", text, re.DOTALL):
        first = text[: block.start(1)].count("\n") + 1
        for line in outline(list(enumerate(block.group(1).split("\n"), start=first))):
            reader.declaration(line)
    assert reader.problems == []
    assert reader.read > 5_000


@pytest.mark.parametrize("wrong", ["choose site cities", "table cities city:", "pay 3 of of money"])
def test_a_wrong_line_is_found(wrong: str, reader: Reader) -> None:
    other = Reader.__new__(Reader)
    other.parser, other.read, other.problems = reader.parser, 0, []
    assert other.parse(Line(1, wrong), "sentence") is None
    assert other.problems
