"""Checks that reuse parts of the last one report after every edit what a check from scratch reports."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.editor.document import Change, Document
from rulec.editor.positions import Position, Range
from rulec.editor.workspace import Workspace
from rulec.errors import RulecError
from rulec.frontend import Library, Memory, check, decode_source, read_source
from rulec.semantics.examples.checker import ExampleChecker
from rulec.semantics.scope import Resolution
from rulec.semantics.typed import examples as evidence
from rulec.syntax.ast import examples as written
from tests.benchmarks.editing import recorded
from tests.cases.case_files import FOLDER, Case, read_cases
from tests.engines import ROOT
from tests.lsp.amounts import AMOUNT, edits_of
from tests.lsp.small import GAME

SMALL = sorted((ROOT / "games" / "classics").glob("*.rules"))
HEAVY = sorted((ROOT / "games").glob("*.rules"))
VARIANTS = sorted((ROOT / "games" / "variants").glob("*.rules"))
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]
# What edits insert: parts of sentences, names, wrong indentation and signs, ends of lines and texts.
PIECES = (
    "\n",
    " ",
    "  ",
    '"',
    ":",
    "|",
    "(",
    ")",
    "(((",
    "# note",
    "é",
    "1",
    "x",
    "if ",
    " and ",
    "player",
    "choose",
)


class Replay:
    """A document, checked after each edit by a memory and from scratch."""

    def __init__(self, path: str, text: str) -> None:
        self.document, self.memory, self.edits = Document(path, text), Memory(), 0
        self.findings = Memory(findings_only=True)
        self.library = Library()
        self.compare()

    def apply(self, change: Change) -> None:
        self.edits += 1
        self.document.apply([change], self.edits)
        self.compare()

    def compare(self) -> None:
        source = SourceText(self.document.name, self.document.text)
        names, expected_names = Resolution(), Resolution()
        expected = check(source, self.library, mending=False, resolution=expected_names)
        if self.edits % 2:  # as the language server: examples later
            early = check(source, self.library, mending=False, examples=False, memory=self.memory)
            assert set(early.diagnostics) <= set(expected.diagnostics), self.document.text
            assert not early.is_complete or early.diagnostics == expected.diagnostics, self.document.text
        alone = check(source, self.library, mending=False, memory=self.findings)
        assert alone.diagnostics == expected.diagnostics, self.document.text
        assert alone.ok == expected.ok, self.document.text
        found = check(source, self.library, mending=False, resolution=names, memory=self.memory)
        assert found.is_complete
        assert found.diagnostics == expected.diagnostics, self.document.text
        assert found.tree == expected.tree, self.document.text
        assert found.ok == expected.ok, self.document.text
        assert names.owners.keys() == expected_names.owners.keys()
        assert names.locals.keys() == expected_names.locals.keys()
        assert names.columns == expected_names.columns

    def edit_at_random(self, count: int, seed: int, most: int) -> None:
        """Replace, delete and copy parts of the text; most lines are typed, some are pasted."""
        rng, first = random.Random(seed), self.document.text
        lines = first.split("\n")
        words = [word for line in lines for word in line.split()] or ["x"]
        for number in range(count):
            if number % 40 == 39 or len(self.document.text) > most:
                self.apply(Change(first))
                continue
            row = rng.randrange(len(self.document.lines))
            line = self.document.lines[row]
            start = rng.randrange(len(line) + 1)
            end = min(len(line), start + rng.choice((0, 0, 1, 4)))
            below = row + rng.choice((0, 0, 0, 0, 0, 1, 2))
            new = rng.choice((rng.choice(PIECES), rng.choice(words), rng.choice(lines) + "\n", "", ""))
            self.apply(Change(new, Range(Position(row, start), Position(below, end if below == row else 0))))


def type_anew(path: Path, lines: int, seed: int, piece: int = 1) -> None:
    text = read_source(path).text
    replay = Replay(str(path), text)
    for change, _ in recorded(text.split("\n"), lines, seed, piece):
        replay.apply(change)


def text_of(case: Case) -> str:
    try:
        return decode_source(case.name, case.data()).text
    except RulecError:
        pytest.skip("no text")


@pytest.mark.parametrize("seed", range(2))
def test_random_edits(seed: int) -> None:
    Replay("/nowhere/harvest.rules", GAME).edit_at_random(20, seed, 8_000)


@pytest.mark.parametrize("path", SMALL[:2], ids=lambda path: path.stem)
def test_typed_lines(path: Path) -> None:
    type_anew(path, 1, 1)


@pytest.mark.parametrize("case", CASES[::60], ids=lambda case: case.title)
def test_random_edits_of_wrong_files(case: Case) -> None:
    Replay(f"/nowhere/{case.name}", text_of(case)).edit_at_random(6, 1, 4_000)


def test_lost_names_of_a_line_in_progress() -> None:
    """A name that an unparsable line may declare is not reported; further typing makes it another name."""
    text = 'game "G":\n  players 2\n\nplayer has:\n  money: 0 to\n\nplay:\n  each player: add 1 to my money\n'
    replay = Replay("/nowhere/lost.rules", text)
    for column, char in enumerate("_left", start=7):
        replay.apply(Change(char, Range(Position(4, column), Position(4, column))))


def test_mended_hints_follow_a_reused_check() -> None:
    """The later stage finds the same edits, whether the first stage was reused or not."""
    workspace = Workspace()
    document = workspace.open("/nowhere/harvest.rules", GAME)
    workspace.analyse(document.name)
    row = next(n for n, line in enumerate(document.lines) if line.startswith("  ") and ":" in line)
    for number, char in enumerate("x y"):
        document.apply([Change(char, Range(Position(row, 3), Position(row, 3)))], number)
        early = workspace.early_problems(document.name)
        assert list(early) == workspace.quick_problems(document.name)
        expected = check(document.source, workspace.library)
        assert [one.span.line for one in early] == [one.span.line for one in expected.diagnostics]
        found = workspace.analyse(document.name)
        assert found is not None
        assert found.problems == expected.diagnostics != ()


def test_unchanged_declarations_are_not_read_again() -> None:
    memory = Memory()
    first = check(SourceText("a.rules", GAME), memory=memory)
    again = check(SourceText("a.rules", GAME + "\n# note"), memory=memory)
    assert again.game is first.game
    assert all(a is b for a, b in zip(first.tree.declarations, again.tree.declarations, strict=True))


def test_a_broken_line_that_is_joined_again() -> None:
    """The trees of the text before last are still there, although the lines below moved twice."""
    memory = Memory()
    first = check(SourceText("a.rules", GAME), memory=memory)
    broken = GAME.replace("\n\n", "\n\n\n", 1)
    moved = check(SourceText("a.rules", broken), memory=memory)
    assert moved.tree != first.tree
    again = check(SourceText("a.rules", GAME), memory=memory)
    assert all(a is b for a, b in zip(first.tree.declarations, again.tree.declarations, strict=True))


def test_sections_that_depend_on_their_neighbours() -> None:
    """Open levels above, sentences at the margin, headings without lines, and odd or deep indentation."""
    replay = Replay("/nowhere/harvest.rules", GAME)
    end, example = len(GAME.split("\n")), GAME.split("\n").index('example "the first barn":')
    for change in (
        Change("", Range(Position(example, 1), Position(example + 1, 1))),
        Change("variant ", Range(Position(example, 0), Position(example, 2))),
        Change('example "a":\n  ', Range(Position(example, 0), Position(example, 8))),
        Change("\neffect a:\nset rounds to 1\n", Range(Position(end, 0), Position(end, 0))),
        Change("  ", Range(Position(end + 2, 0), Position(end + 2, 0))),
        Change("effect b:\nlower rounds by 1\n", Range(Position(end + 3, 0), Position(end + 3, 0))),
        Change("\t", Range(Position(end + 4, 0), Position(end + 4, 0))),
        Change("  ", Range(Position(0, 0), Position(0, 0))),
        Change("game:\n", Range(Position(0, 0), Position(0, 0))),
        Change("", Range(Position(end, 0), Position(end + 9, 0))),
    ):
        replay.apply(change)


def test_an_edit_of_an_example_checks_only_this_example() -> None:
    """Declarations and the other examples are those of the last check, also behind a line in progress."""
    text = GAME + '\nexample "last":\n  then rounds = '
    memory = Memory()
    first = check(SourceText("a.rules", text + "4"), mending=False, memory=memory).game
    assert first is not None
    for end in ("", "4 and", "foo", ""):
        assert check(SourceText("a.rules", text + end), mending=False, memory=memory).game is None
    again = check(SourceText("a.rules", text + "3"), mending=False, memory=memory).game
    assert again is not None
    assert again.rules is first.rules
    assert [a is b for a, b in zip(first.examples, again.examples, strict=True)] == [True, False]


def test_examples_wait_for_the_declarations() -> None:
    """An edit of a rule shows its problems first; what examples had moves along until they are checked."""
    text = GAME + "\n  then shine is 1\n"
    workspace = Workspace()
    document = workspace.open("/nowhere/harvest.rules", text)
    whole = workspace.early_problems(document.name)
    assert [one.code for one in whole] == ["R201"]
    row = document.lines.index("  raise my grain by amount")
    document.apply([Change("\n  lower my grian by 1", Range(Position(row, 26), Position(row, 26)))], 1)
    early = workspace.early_problems(document.name, examples=False)
    assert workspace.waits_for_examples(document.name)
    assert early == tuple(workspace.quick_problems(document.name))
    assert [(one.code, one.span.line) for one in early] == [
        ("R214", row + 2),
        ("R201", whole[0].span.line + 1),
    ]
    assert workspace.early_problems(document.name) == early
    assert not workspace.waits_for_examples(document.name)
    last = len(document.lines) - 2
    document.apply([Change("", Range(Position(last, 0), Position(last + 1, 0)))], 2)
    assert [one.code for one in workspace.early_problems(document.name, examples=False)] == ["R214"]
    assert not workspace.waits_for_examples(document.name)


def test_names_of_one_example_in_others() -> None:
    """A name that an example lacks is reported once, and again elsewhere when that example is mended."""
    text = GAME + '\n  then shine is 1\n\nexample "more":\n  then shine is 2\n'
    replay = Replay("/nowhere/names.rules", text)
    row = text.split("\n").index("  then shine is 1")
    for change in (
        Change("#", Range(Position(row, 0), Position(row, 0))),
        Change("", Range(Position(row, 0), Position(row, 1))),
        Change("let shine = 1", Range(Position(row, 2), Position(row, 17))),
        Change("given let shine = 1", Range(Position(row, 2), Position(row, 15))),
        Change("", Range(Position(row, 2), Position(row, 21))),
    ):
        replay.apply(change)


def test_findings_in_examples_outlast_edits_of_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit in a body of a rule checks only the examples that call rules; other edits check them all."""
    example = '\nexample "{}":\n  given {}\n  then rounds >= 0\n'
    text = GAME + example.format("plain", "set rounds to 2") + example.format("call", "each player: grow")
    text = text.replace("score:\n", "rule grow:\n  raise my grain by 1\n\nscore:\n")
    checked: list[str] = []
    check_one = ExampleChecker.example

    def noted(checker: ExampleChecker, node: written.Example) -> evidence.Example:
        checked.append(node.title.value)
        return check_one(checker, node)

    monkeypatch.setattr(ExampleChecker, "example", noted)
    memory = Memory(findings_only=True)

    def examples_checked(old: str, new: str) -> list[str]:
        nonlocal text
        assert text.count(old) == 1
        text = text.replace(old, new)
        checked.clear()
        found = check(SourceText("a.rules", text), mending=False, memory=memory)
        again = [*checked]
        assert found.diagnostics == check(SourceText("a.rules", text), mending=False).diagnostics
        return again

    assert len(examples_checked("my grain > 20", "my grain > 19")) == 3
    assert examples_checked("my grain > 19", "my grain > 18") == ["call"]
    assert examples_checked("raise my grain by 1\n", "raise my grain by 2\n") == ["call"]
    assert examples_checked("raise my grain by 2\n", "end the game\n") == ["call"]  # refused in `given`
    assert examples_checked("end the game\n\nscore", "raise my grain by 2\n\nscore") == ["call"]
    assert examples_checked('building: a1"', 'building: a2"') == ["the first barn"]
    assert len(examples_checked("rounds: 0 to 9", "rounds: 0 to 8")) == 3


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_edits(seed: int) -> None:
    Replay("/nowhere/harvest.rules", GAME).edit_at_random(100 * AMOUNT, seed, 8_000)


@pytest.mark.long
@pytest.mark.parametrize("path", [*SMALL, *HEAVY, *VARIANTS], ids=lambda path: path.stem)
def test_many_edits_of_games(path: Path) -> None:
    edits = edits_of(path, 8, 60)
    Replay(str(path), read_source(path).text).edit_at_random(edits, 7, 400_000)
    type_anew(path, min(4, AMOUNT), 2, piece=max(1, 100 // edits))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_many_random_edits_of_wrong_files(case: Case) -> None:
    Replay(f"/nowhere/{case.name}", text_of(case)).edit_at_random(6 * AMOUNT, 2, 4_000)
