"""Whatever is typed, every answer comes and lies inside the text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.editor.document import Change, Document, edited, edits_between
from rulec.editor.positions import Position, Range, clamped, offset_at, position_of, units_before
from rulec.editor.workspace import Workspace
from rulec.errors import RulecError
from rulec.frontend import check, decode_source
from tests.cases.case_files import FOLDER, Case, read_cases
from tests.lsp.amounts import AMOUNT
from tests.lsp.everything import ask_everything, ask_quickly, rename_somewhere
from tests.lsp.small import GAME, VARIANT

ROOT = Path(__file__).resolve().parents[2]
SMALL = sorted((ROOT / "games" / "classics").glob("*.rules"))
HEAVY = sorted((ROOT / "games").glob("*.rules"))
VARIANTS = sorted((ROOT / "games" / "variants").glob("*.rules"))
ODD = [
    "",
    "\t",
    "\r",
    "\x0c",
    "\u2028",
    "𝄞",
    "é",
    '"',
    "#",
    "[",
    "]",
    "(",
    ")",
    "|",
    ":",
    "'s ",
    "\n",
    "\n\n  ",
    " ",
    "-",
]
WORDS = [
    "choose ",
    "let x = ",
    "where ",
    "play",
    "example ",
    "variant ",
    "each ",
    "my ",
    "table a of b:",
    "[HA-1]",
    "1_0",
]


def end_of(text: str) -> Position:
    lines = text.split("\n")
    return position_of(lines, len(lines) - 1, len(lines[-1]))


def type_prefixes(path: Path, step: int, checked: int) -> None:
    """Prefixes of a file, each some characters longer; some are checked as a whole."""
    text = path.read_text(encoding="utf-8")
    workspace = Workspace()
    document = workspace.open(str(path), "")
    for number, length in enumerate(range(0, len(text) + 1, step)):
        document.apply([Change(text[:length])], number)
        at = end_of(text[:length])
        if number % checked == 0:
            workspace.analyse(str(path))
            ask_everything(workspace, str(path), at)
        else:
            ask_quickly(workspace, str(path), at)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_prefixes_of_small_games(path: Path) -> None:
    type_prefixes(path, 29, 8)


@pytest.mark.long
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_every_prefix_of_small_games(path: Path) -> None:
    type_prefixes(path, 1 if AMOUNT > 1 else 5, 1)


@pytest.mark.long
@pytest.mark.parametrize("path", [*HEAVY, *VARIANTS], ids=lambda path: path.stem)
def test_prefixes_of_heavy_games_and_variants(path: Path) -> None:
    length = len(path.read_text(encoding="utf-8"))
    type_prefixes(path, max(97, length // (300 * AMOUNT)), 40)


# --- random edits -----------------------------------------------------------------------------------------


def edit_at_random(text: str, edits: int, seed: int, checked: int) -> None:
    rng = random.Random(seed)
    workspace = Workspace()
    path = "/nowhere/edited.rules"
    document = workspace.open(path, text)
    for number in range(edits):
        lines = document.lines
        start = Position(rng.randrange(-1, len(lines) + 2), rng.randrange(-2, 90))
        end = Position(start.line + rng.choice([0, 0, 0, 0, 1, 3]), rng.randrange(-2, 90))
        new = rng.choice([*ODD, *WORDS, *lines[:40]])
        document.apply([Change(new, Range(start, end if rng.random() < 0.5 else start))], number)
        if sum(map(len, document.lines)) > 4_000 or number % 97 == 96:
            document.apply([Change(text)], number)
        at = Position(rng.randrange(len(document.lines)), rng.randrange(90))
        if number % checked == 0:
            workspace.analyse(path)
            ask_everything(workspace, path, at)
            rename_somewhere(workspace, path, at, f"renamed{number}")
        else:
            ask_quickly(workspace, path, at)
        assert document.text == "\n".join(document.lines)


@pytest.mark.parametrize("seed", range(2))
def test_random_edits(seed: int) -> None:
    edit_at_random(GAME if seed else VARIANT, 120, seed, 30)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_edits(seed: int) -> None:
    edit_at_random(GAME if seed % 5 else VARIANT, 500 * AMOUNT, seed, 50)


def test_changes_of_ranges_are_those_of_strings() -> None:
    rng = random.Random(5)
    text = "one 𝄞 two\nthree\r\n\nfour é\n"
    document = Document("", text)
    plain = text.replace("\r\n", "\n")
    for number in range(400):
        lines = plain.split("\n")
        places = sorted(
            (n, rng.randrange(len(lines[n]) + 1))
            for n in (rng.randrange(len(lines)), rng.randrange(len(lines)))
        )
        (a, b), (c, d) = places
        new = rng.choice(["", "x", "𝄞𝄞", "\n", "a\nb"])
        span = Range(position_of(lines, a, b), position_of(lines, c, d))
        document.apply([Change(new, span)], number)
        start = sum(len(line) + 1 for line in lines[:a]) + b
        stop = sum(len(line) + 1 for line in lines[:c]) + d
        plain = plain[:start] + new + plain[stop:]
        assert document.text == plain


# --- positions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "abc", "é", "𝄞", "a𝄞b𝄞", "\ud800x"])
def test_utf16_units_and_offsets_fit_each_other(line: str) -> None:
    for offset in range(len(line) + 1):
        units = units_before(line, offset)
        assert units == len(line[:offset].encode("utf-16-le", "surrogatepass")) // 2
        assert offset_at(line, units) == offset
    for wrong in (-5, 10**9):
        assert 0 <= offset_at(line, wrong) <= len(line)
        assert 0 <= units_before(line, wrong) <= 2 * len(line)


def test_a_position_inside_a_pair_is_before_it() -> None:
    assert offset_at("a𝄞b", 2) == 1
    assert offset_at("a𝄞b", 3) == 2


def test_positions_outside_the_text_are_clamped() -> None:
    lines = ["ab", "c"]
    assert clamped(lines, Position(-1, 9)) == (0, 0)
    assert clamped(lines, Position(7, 0)) == (1, 1)
    assert clamped(lines, Position(0, 99)) == (0, 2)
    assert clamped([], Position(3, 3)) == (0, 0)
    assert position_of(lines, 9, 9) == Position(1, 1)


def test_edits_between_texts_lead_from_one_to_the_other() -> None:
    rng = random.Random(2)
    for _ in range(400):
        one, two = (
            [rng.choice("abc") * rng.randrange(3) for _ in range(rng.randrange(1, 7))] for _ in range(2)
        )
        edits = edits_between("", one, two)
        assert edited("\n".join(one), edits) == "\n".join(two)


# --- same messages as `rulec check` -----------------------------------------------------------------------


CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]
WRONG = [case for case in CASES if not case.heading.startswith("variant")]


def same_messages(case: Case) -> None:
    """Typed as the last change of another text: what `rulec check` says of the file."""
    path = f"/nowhere/{case.name}"
    try:
        source = decode_source(path, case.data())
    except RulecError:  # no text at all
        return
    workspace = Workspace()
    document = workspace.open(path, GAME)
    workspace.analyse(path)
    document.apply([Change(source.text)], 2)
    workspace.quick_problems(path)
    found = workspace.analyse(path)
    assert found is not None
    assert found.problems == check(source, workspace.library).diagnostics
    ask_everything(workspace, path, Position(3, 5))


@pytest.mark.parametrize("case", WRONG[::60], ids=lambda case: case.title)
def test_messages_are_those_of_check(case: Case) -> None:
    same_messages(case)


@pytest.mark.long
@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.title)
def test_all_messages_are_those_of_check(case: Case) -> None:
    same_messages(case)


QUOTES = ('game "Reversi', 'game Reversi"', 'game "', 'game "Reversi" "')
ONE_WORD = ("square of square", "squares of squares")


@pytest.mark.parametrize("heading", QUOTES)
def test_an_open_quote_in_the_heading_is_one_problem(heading: str) -> None:
    """The players that the lost heading would have counted are not missed."""
    is_the_only_problem('game "Reversi"', heading, "R111")


@pytest.mark.parametrize("names", ONE_WORD)
def test_a_refused_board_is_one_problem(names: str) -> None:
    """Neither its likely names nor the labels of its squares are reported, too."""
    is_the_only_problem("squares of square:", f"{names}:", "R204")


def is_the_only_problem(old: str, new: str, code: str) -> None:
    text = (ROOT / "games" / "classics" / "reversi.rules").read_text(encoding="utf-8")
    workspace = Workspace()
    document = workspace.open("/nowhere/reversi.rules", text.replace(old, new))
    assert document.text != text
    early = workspace.early_problems(document.name)
    found = workspace.analyse(document.name)
    assert found is not None
    assert [one.code for one in early] == [one.code for one in found.problems] == [code]


# --- memory -----------------------------------------------------------------------------------------------


def memory_after(edits: int) -> int:
    """Bytes that are held after so many keystrokes, with a check of the whole file at every tenth."""
    import gc
    import tracemalloc

    workspace = Workspace()
    path = "/nowhere/typed.rules"
    document = workspace.open(path, GAME)
    place = Range(Position(42, 2), Position(42, 2))
    tracemalloc.start()
    for number in range(edits):
        document.apply(
            [Change(f"# {number}\n" if number % 2 else GAME, place if number % 2 else None)], number
        )
        workspace.quick_problems(path)
        completions_at(workspace, path)
        if number % 10 == 0:
            workspace.analyse(path)
        if number == edits // 2:
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown


def completions_at(workspace: Workspace, path: str) -> None:
    from rulec.editor.completion import completions

    completions(workspace, path, Position(43, 2))


def test_memory_stays_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.editor import declarations, outline

    for cache in (declarations._read, declarations._starts, outline._known):
        monkeypatch.setattr(cache, "_most", 20)
    assert memory_after(40) < 400_000


@pytest.mark.long
def test_memory_stays_flat_over_a_thousand_edits() -> None:
    assert memory_after(1_000 * AMOUNT) < 2_000_000
