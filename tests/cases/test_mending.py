"""Hints that were tried with the whole file: what they say, and that they work when typed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.base import limits
from rulec.base.source_text import SourceText
from rulec.frontend import check
from rulec.interp.examples import whereabouts
from tests.cases.case_files import library
from tests.cases.typed_in import fixed

ROOT = Path(__file__).parents[2]
GAME = """game "Paths"
  players 2
  length 20
kind towns of town: ash, birch
each town has:
  size: 0 to 9
  next: maybe town
play: each player acting in seat order: turn
turn:
  choose town from towns as visit
  {line}
score:
  "A": 1
"""
VARIANTS = {
    "add action bank\n    gain 1 money": "add:\n    action bank:\n      gain 1 money",
    "add action bank:\n    gain 1 money": "add:\n    action bank:\n      gain 1 money",
    "remove barter from turn": "in turn:\n    remove barter",
    "replace action purchase:\n    choose stall from stalls where not dear as market\n    pay 1 money": (
        "replace action buy:\n    choose stall from stalls where not dear as market\n    pay 1 money"
    ),
    "in selling:\n    gain 2 money": None,
}


def _typed(text: str, name: str = "game.rules") -> str:
    source = SourceText(name, text)
    first = check(source, library(source)).diagnostics[0]
    after = fixed(text, first)
    assert after is not None, first
    again = SourceText(name, after)
    assert check(again, library(again)).ok, (first, after)
    return after


@pytest.mark.parametrize(
    ("patch", "meant"), [(p, m) for p, m in VARIANTS.items() if m], ids=lambda one: one[:20]
)
def test_a_patch_is_laid_out_as_it_was_meant(patch: str, meant: str) -> None:
    head = 'variant "Loud market" of market:\n  '
    assert _typed(f"{head}{patch}\n", "variant.rules") == f"{head}{meant}\n"


def test_what_may_be_none_is_guarded_by_a_line_that_works() -> None:
    after = _typed(GAME.format(line="raise town's next's size by 1"))
    assert "  if town's next is not none: raise town's next's size by 1\n" in after


def test_a_name_that_is_declared_nowhere_is_sought_in_lines_that_make_no_sense() -> None:
    text = GAME.format(line="raise town's size by 1").replace("\nturn:\n", "\n:\n")
    assert "\nturn:\n" in _typed(text)


def test_several_mistakes_in_one_line_are_put_right_together() -> None:
    after = _typed(GAME.format(line="if town's size == 3 && town != ash: end the game"))
    assert "if town's size = 3 and town is not ash: end the game" in after


def test_a_guess_is_shown_as_an_example() -> None:
    first = check(SourceText("game.rules", GAME.format(line="raise town's size by"))).diagnostics[0]
    assert ", for example `" in first.hint


def test_trials_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    from rulec.repair.trials import Trials

    whole = Trials._better
    monkeypatch.setattr(Trials, "_better", lambda self, *given: tried.append(1) or whole(self, *given))
    text = GAME.format(line="whatever nobody ever understands at all in this line")
    assert not check(SourceText("game.rules", text)).ok
    assert len(tried) <= 4 * limits.MENDING_TRIES
    tried.clear()
    assert check(SourceText("game.rules", GAME.format(line="raise town's size by 1"))).ok
    assert not tried  # a file that is right costs nothing


def test_where_a_piece_lies_is_told() -> None:
    position = {
        "rules": "x",
        "shown": ["ten"],
        "pile": {"middle": ["jack"]},
        "players": {"hand": {"2": ["king"]}},
    }
    assert whereabouts(position, "king") == "king lies in p2's hand"
    assert whereabouts(position, "ten") == "ten lies in shown"
    assert whereabouts(position, "jack") == "jack lies in pile"
    assert whereabouts(position, "queen") == ""


TOWNS = """game "Towns"
  players 2
  length 20
table towns of town:
  town  | size 0 to 9 | old
  ash   | 2           | yes
  birch | 3           | no
town is large when size > 2
each player has:
  seen: set of town
play: each player acting in seat order: turn
turn:
  choose town from towns where it not in my seen as visit
  set my seen to my seen + town
score:
  "Large": number of my seen where large
example "a visit":
  play "visit: ash"
  then ash in p1's seen, number of p1's seen = 1
example "another":
  play "visit: birch"
  then birch in p1's seen
"""
SLIPS = {
    "a bar of a row": ("ash   | 2           | yes", "ash   | 2             yes"),
    "a word behind its text": ('example "a visit":', ': "a visit"example'),
    "two words run together": ("ash in p1's seen, number", "ash in p1seen 's, number"),
    "words around a colon": ("seat order: turn", "seat : order turn"),
    "an example below another": ('example "another":', '    example "another":'),
    "a row at the margin": ("  birch | 3", "birch | 3"),
}


def test_a_number_for_a_name_is_shown_an_example_wherever_it_stands() -> None:
    """No other line says `my disc`; only the parser knows that a name is missing."""
    game = (ROOT / "games" / "classics" / "connect_four.rules").read_text(encoding="utf-8")
    assert game.count("place my disc on") == 1
    source = SourceText("four.rules", game.replace("place my disc on", "place my 5 on"))
    first = check(source).diagnostics[0]
    assert first.hint.startswith("put a name there, for example `")
    after = fixed(source.text, first)
    assert after is not None
    assert check(SourceText("four.rules", after)).ok


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_undone(slip: str) -> None:
    meant, wrong = SLIPS[slip]
    assert TOWNS.count(meant) == 1
    assert check(SourceText("towns.rules", TOWNS)).ok
    after = _typed(TOWNS.replace(meant, wrong), "towns.rules")
    assert after.split() == TOWNS.split() or "".join(after.split()) == "".join(TOWNS.split())
