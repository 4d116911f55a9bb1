"""Variants: what their patches make of a game, where its parts come from, and which files are read."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulec
from rulec.base.base_lookup import find_bases, games_near
from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.compiler import compile_program, listing, to_program
from rulec.errors import RulesFileError
from rulec.frontend import Checked, Library, check, files_of, read_source
from rulec.interp.face import interpret

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "games"
VARIANTS = SMALL / "variants"
TIC_TAC_TOE = (ROOT / "games" / "classics" / "tic_tac_toe.rules").read_text(encoding="utf-8")

PARTS = """game "Parts"
  players 2
  length 40
each player has:
  money: 0 to 99, starts 5
  fame: 0 to 99
play: each player acting: work
action work:
  any order as effect:
    must lay: raise my money by 1
    may extra after lay, payment before rest: raise my fame by 1
    must payment: lower my money by 1
    may rest after payment: raise my fame by 2
    at most one of extra, rest, lay
    at most one of extra, rest
score:
  "Fame": my fame
"""


def checked(patches: str, base: str, name: str = "base") -> Checked:
    body = "".join(f"  {line}\n" for line in patches.splitlines())
    source = SourceText("changed.rules", f'variant "Changed" of {name}:\n{body}')
    return check(source, Library({name: SourceText(f"{name}.rules", base)}))


def same_game(patches: str, base: str, meant: str) -> None:
    """The patched game is the one that is meant, but for places."""
    one, two = checked(patches, base), check(SourceText("changed.rules", meant))
    assert one.ok, render(one.diagnostics, one.files)
    assert two.ok, render(two.diagnostics, two.files)
    assert interpret(to_program(one)).RULES_HASH == interpret(to_program(two)).RULES_HASH


CASES = {
    "set length": ("set length to 8", "length 9  ", "length 8  "),
    "change nothing but the title": ("set length to 9", "", ""),
    "before": ("before turn: let n = 1", "\nturn:\n", "\nturn:\n  let n = 1\n"),
    "after": (
        "after turn:\n  if no squares where mine: end the game",
        "if no squares where empty: end the game\n",
        "if no squares where empty: end the game\n  if no squares where mine: end the game\n",
    ),
    "around": (
        "around play:\n  if some squares where empty: as_printed",
        "play:\n  repeat:\n    each player acting in seat order: turn",
        "play:\n  if some squares where empty:\n    repeat:\n      each player acting in seat order: turn",
    ),
    "replace a meaning": (
        "replace:\n  square is mine when piece's owner is not me and not empty",
        "when piece's owner is me",
        "when piece's owner is not me and not empty",
    ),
    "replace a line of the score": (
        'in score:\n  "Three in a row": number of squares where mine\n  "Bonus": 1',
        '"Three in a row": 1 if 3 in a row among squares where mine else 0',
        '"Three in a row": number of squares where mine\n  "Bonus": 1',
    ),
    "replace the board": (
        "replace:\n  board squares of square: 4 columns by 4 rows\nset length to 16",
        "length 9  ",
        "length 16  ",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_patched_game_is_the_one_that_is_meant(name: str) -> None:
    patches, old, new = CASES[name]
    meant = TIC_TAC_TOE.replace(old, new) if old else TIC_TAC_TOE
    assert not old or meant != TIC_TAC_TOE
    if "board" in patches:
        meant = meant.replace("3 columns by 3 rows", "4 columns by 4 rows")
    same_game(patches, TIC_TAC_TOE, meant)


@pytest.mark.parametrize(
    ("removed", "meant"),
    [
        (
            "extra",
            PARTS.replace("    may extra after lay, payment before rest: raise my fame by 1\n", "")
            .replace("at most one of extra, rest, lay", "at most one of rest, lay")
            .replace("    at most one of extra, rest\n", ""),
        ),
        (
            "rest",
            PARTS.replace("    may rest after payment: raise my fame by 2\n", "")
            .replace(" before rest", "")
            .replace("of extra, rest, lay", "of extra, lay")
            .replace("    at most one of extra, rest\n", ""),
        ),
        (
            "payment",
            PARTS.replace("    must payment: lower my money by 1\n", "")
            .replace("after lay, payment", "after lay")
            .replace(" after payment", ""),
        ),
    ],
)
def test_a_part_is_also_taken_out_of_the_order_of_the_others(removed: str, meant: str) -> None:
    same_game(f"in work:\n  remove {removed}", PARTS, meant)
    same_game(f"in effect:\n  remove {removed}", PARTS, meant)


@pytest.mark.parametrize(
    ("patch", "old", "new"),
    [
        ("set money to 7", "starts 5", "starts 7"),
        ("set fame to 3", "fame: 0 to 99", "fame: 0 to 99, starts 3"),
        ("set players to 2 to 4", "players 2\n", "players 2 to 4\n"),
        ("in each player:\n  fame: 0 to 50\n  luck: flag", "fame: 0 to 99", "fame: 0 to 50\n  luck: flag"),
        (
            "in effect:\n  must lay: raise my money by 2",
            "money by 1\n    may extra",
            "money by 2\n    may extra",
        ),
        (
            "in work:\n  may wait when yes: raise my fame by 1",
            "extra, rest\nscore",
            "extra, rest\n    may wait when yes: raise my fame by 1\nscore",
        ),
    ],
)
def test_values_and_lines(patch: str, old: str, new: str) -> None:
    assert old in PARTS
    same_game(patch, PARTS, PARTS.replace(old, new))


PARTS_WITH_END = PARTS + "ties: most my fame\nend when some players where money > 90: end the game\n"
PARTS_AFTER = PARTS + "ties: most my money\n"
TRACKS = (SMALL / "tracks.rules").read_text(encoding="utf-8")
LINES = """  telegraph | 1    | 1          | -
  telegraph | 2    | 2          | -
  telegraph | 3    | 3          | pay 50 money
  station   | 1    | 2          | -
"""


@pytest.mark.parametrize(
    ("patch", "old", "new"),
    [
        (
            "change gate of telegraph 2 in progress to pay 5 money",
            "telegraph | 2    | 2          | -",
            "telegraph | 2 | 2 | pay 5 money",
        ),
        (
            "in progress:\n  telegraph | 2 | 9 | -\n  telegraph | 4 | 4 | -\n  station | 4 | 8 | -\n"
            "  remove telegraph 1, station 1",
            LINES,
            "  telegraph | 2 | 9 | -\n  telegraph | 3 | 3 | pay 50 money\n  telegraph | 4 | 4 | -\n"
            "  station | 4 | 8 | -\n",
        ),
        ("change 3 of vp in icon to gain 2 money", "lose 2 money", "gain 2 money"),
    ],
)
def test_rows_with_several_keys(patch: str, old: str, new: str) -> None:
    base = TRACKS.replace("each player, starts 1", "each player, starts 2")
    assert old in base
    same_game(patch, base.split("\nexample")[0], base.replace(old, new).split("\nexample")[0])


KEYED = """
kind hues of hue: dark_1, dark_2, pale
table fees by hue, age 1 to 2:
  hue              | age | fee | fine
  dark_1 to dark_2 | 1   | 3   | 4
  pale             | 1   | 3   | 4
  dark_1           | 2   | 5   | 6
  dark_2           | 2   | 5   | 6
  pale             | 2   | 5   | 6
turn:
  raise my money by fees(dark_1, 1)'s fee
"""


def test_a_cell_behind_all_keys_of_a_table() -> None:
    base = TRACKS.split("\nexample")[0].replace("\nturn:\n", KEYED.replace("my money", "my rank"))
    patched = "".join(
        base.partition("  dark_1 to dark_2 | 1   | 3   | 4\n")[n]
        if n != 1
        else "  dark_1 | 1 | 3 | 9\n  dark_2 | 1 | 3 | 4\n"
        for n in range(3)
    )
    same_game("change fine of dark_1 1 in fees to 9", base, patched)


DUTIES = (SMALL / "duties.rules").read_text(encoding="utf-8").split("\nexample")[0]


@pytest.mark.parametrize(
    ("patch", "old", "new"),
    [
        ("in free action hire:\n  pay 4 money", "pay 5 money\n", "pay 4 money\n"),
        (
            "replace free action sell:\n  open at every choice in turn\n  consumes my share\n  pay 1 share",
            "turn, bidding\n  consumes my share\n  pay 1 share\n  gain 4 money\n",
            "turn\n  consumes my share\n  pay 1 share\n",
        ),
    ],
)
def test_declarations_called_with_their_word(patch: str, old: str, new: str) -> None:
    assert DUTIES.count(old) == 1
    same_game(patch, DUTIES, DUTIES.replace(old, new))


def test_the_ends_of_a_game() -> None:
    base = (SMALL / "endings.rules").read_text(encoding="utf-8").split("\nexample")[0]
    lines = base.splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("end when"))
    assert without != base
    same_game("remove end when\nreplace ties: most my money", PARTS_WITH_END, PARTS_AFTER)
    same_game("remove end when", base, without)


def test_a_variant_has_its_own_name_and_title() -> None:
    game = rulec.interpret(VARIANTS / "flea_market.rules")
    base = rulec.interpret(SMALL / "market.rules")
    assert (game.NAME, game.TITLE) == ("flea_market", "Flea market")
    assert game.RULES_HASH != base.RULES_HASH
    same = to_program(checked("set length to 9", TIC_TAC_TOE))
    printed = to_program(check(SourceText("base.rules", TIC_TAC_TOE)))
    assert interpret(same).RULES_HASH != interpret(printed).RULES_HASH


def test_options_keep_their_order() -> None:
    """Decisions are numbered as they stand in the game that is put together, whatever file they are from."""
    patches = (
        "replace turn:\n  choose square from squares where empty as other_mark\n  place my mark on square"
    )
    base = TIC_TAC_TOE.replace("score:", "rule late:\n  choose square from squares as late_mark\n\nscore:")
    base = base.replace(
        "each player acting in seat order: turn", "each player acting in seat order:\n      turn\n      late"
    )
    names = [one.name for one in to_program(checked(patches, base)).decisions]
    assert names == ["other_mark", "late_mark"]


def test_a_mistake_in_the_base_is_shown_in_the_base() -> None:
    found = checked("set length to 8", TIC_TAC_TOE.replace("where mine: end", "where mime: end"))
    assert not found.ok
    assert [(one.span.file, one.span.line) for one in found.diagnostics] == [("base.rules", 23)]
    assert "where mime: end the game" in render(found.diagnostics, found.files)


def test_a_value_in_a_line_of_the_base_is_shown_in_the_variant() -> None:
    found = checked("set money to lots", PARTS)
    assert [str(one.span) for one in found.diagnostics] == ["changed.rules:2:16"]


def test_errors_while_a_game_runs_name_the_file() -> None:
    program = compile_program(VARIANTS / "flea_market.rules")
    assert {Path(fault.span.file).name for fault in program.faults} >= {"market.rules"}


def test_the_tree_says_which_file_is_meant() -> None:
    text = listing(read_source(VARIANTS / "calm_orders.rules"), "ast")
    assert "orders.rules:4" in text
    assert "Part name=polish" in text


# --- files ------------------------------------------------------------------------------------------


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_base_is_beside_the_variant_or_above(tmp_path: Path) -> None:
    variant = put(
        tmp_path / "games" / "classics" / "variants" / "v.rules", 'variant "V" of b:\n  set length to 3\n'
    )
    assert find_bases(variant, "b") == ()
    far = put(tmp_path / "b.rules", TIC_TAC_TOE)
    assert find_bases(variant, "b") == ()  # above `games`
    far.unlink()
    other = put(tmp_path / "games" / "others" / "b.rules", TIC_TAC_TOE)
    assert find_bases(variant, "b") == (other,)
    twin = put(tmp_path / "games" / "more" / "b.rules", TIC_TAC_TOE)
    assert find_bases(variant, "b") == (twin, other)
    with pytest.raises(RulesFileError, match="several files may be meant"):
        compile_program(variant)
    above = put(tmp_path / "games" / "classics" / "b.rules", TIC_TAC_TOE)
    assert find_bases(variant, "b") == (above,)
    beside = put(variant.parent / "b.rules", TIC_TAC_TOE)
    assert find_bases(variant, "b") == (beside,)
    assert games_near(variant) == ("b",)
    assert files_of(variant) == (variant, beside)


def test_variants_that_lead_back(tmp_path: Path) -> None:
    one = put(tmp_path / "one.rules", 'variant "One" of two:\n  set length to 3\n')
    put(tmp_path / "two.rules", 'variant "Two" of one:\n  set length to 3\n')
    with pytest.raises(RulesFileError, match="this variant changes itself"):
        compile_program(one)
    for number in range(20):
        put(tmp_path / f"v{number}.rules", f'variant "V" of v{number + 1}:\n  set length to 3\n')
    with pytest.raises(RulesFileError, match="more than 16 deep"):
        compile_program(tmp_path / "v0.rules")


def test_a_base_that_is_no_text(tmp_path: Path) -> None:
    variant = put(tmp_path / "v.rules", 'variant "V" of b:\n  set length to 3\n')
    (tmp_path / "b.rules").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesFileError, match="not text in UTF-8"):
        compile_program(variant)


# --- several variants of one game -------------------------------------------------------------------------

QUICK = """variant "Quick" of base:
  set length to 20
  add:
    example "it stands":
      then p1's money = 5
"""
RICH = """variant "Rich" of base:
  set money to 9
  in effect:
    may extra after payment: raise my fame by 3
"""
POOR = 'variant "Poor" of base:\n  set money to 2\n'
OTHER = 'variant "Other" of stones:\n  set length to 20\n'


def together(names: str, patches: str = "") -> Checked:
    given = {"base": PARTS, "quick": QUICK, "rich": RICH, "poor": POOR, "other": OTHER}
    given |= {"stones": TIC_TAC_TOE, "richer": 'variant "Richer" of rich:\n  set fame to 1\n'}
    given["changed"] = f'variant "Changed" of {names}:\n{patches}'
    texts = {name: SourceText(f"{name}.rules", text) for name, text in given.items()}
    return check(texts["changed"], Library(texts))


def hash_of(found: Checked) -> str:
    assert found.ok, render(found.diagnostics, found.files)
    return interpret(to_program(found)).RULES_HASH


def test_variants_are_combined() -> None:
    one = together("quick and rich", "  set fame to 1\n")
    assert one.ok, render(one.diagnostics, one.files)
    assert one.game is not None
    assert (one.game.title, one.game.length, one.game.examples) == ("Changed", 20, [])
    assert set(one.files) == {"changed.rules", "quick.rules", "rich.rules", "base.rules"}
    patches = "set length to 20\nset money to 9\nset fame to 1\n"
    patches += "in effect:\n  may extra after payment: raise my fame by 3"
    assert hash_of(one) == hash_of(checked(patches, PARTS))
    # what the combining variant changes lies above what they do
    above = together("quick and rich", "  set money to 7\n")
    assert above.ok, render(above.diagnostics, above.files)


@pytest.mark.parametrize(
    ("names", "code", "said"),
    [
        ("quick, rich and poor", "R905", "two of the variants that are combined change the same"),
        ("quick and quick", "R911", "`quick` is named twice"),
        ("quick and base", "R911", "`base` is not a variant"),
        ("quick and other", "R911", "these variants change different games"),
        ("quick and richer", "R911", "these variants change different games"),
        ("quick and none_such", "R901", "there is no game `none_such`"),
        ("quick and changed", "R902", "this variant changes itself"),
    ],
)
def test_variants_that_can_not_be_combined(names: str, code: str, said: str) -> None:
    found = together(names)
    assert [one.code for one in found.diagnostics] == [code]
    assert said in found.diagnostics[0].message


def test_a_clash_is_shown_at_both_places() -> None:
    found = together("rich and poor")
    shown = render(found.diagnostics, found.files)
    assert "poor.rules:2:3: error R905" in shown
    assert "rich.rules:2:3: the first patch of it" in shown
