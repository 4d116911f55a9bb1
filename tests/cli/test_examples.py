"""`rulec test`: the examples in rules files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.compiler import compile_program, to_examples, to_program
from rulec.frontend import check, read_source
from rulec.ir.meaning_digest import meaning_digest
from tests.cli.tools import NIM, ROOT, TIC_TAC_TOE, Cli

STONES = str(ROOT / "tests" / "games" / "stones.rules")
RULES = Path(STONES).read_text().partition('\nexample "three')[0]


def write(folder: Path, examples: str) -> str:
    (folder / "game.rules").write_text(f"{RULES}\n{examples}")
    return "game.rules"


def failures(cli: Cli, name: str) -> list[dict[str, object]]:
    ran = cli("test", name, "--interpreter", "--format", "json")
    (report,) = json.loads(ran.out)
    found = [one for example in report["examples"] for one in example["failures"]]
    assert ran.status == int(bool(found))
    return found


def test_examples_hold_on_both_back_ends(cli: Cli, builds: Path) -> None:
    ran = cli("test", STONES, "--verbose")
    assert ran.status == 0, ran.out
    assert '"three in a row" holds' in ran.out
    assert ran.out.endswith(f"{STONES}: 3 examples fine (interpreter and engine)\n")


def test_what_fails_is_told_with_line_expected_and_found(cli: Cli, builds: Path, elsewhere: Path) -> None:
    name = write(
        elsewhere,
        """\
example "broken":
  at turn of p2
  given p1's money is 19
  then p1's money = 20 and latest is a1, no squares where empty
  offered "square: a1"
  not offered "square: b1"
  play "square: a1", "square: a1"
  then yes
""",
    )
    line = RULES.count("\n") + 2
    ran = cli("test", name)
    assert ran.status == 1
    left = ", ".join(f'"square: {one}"' for one in ["b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"])
    assert (
        ran.out
        == f"""\
{name}:{line}: example "broken" fails
  {name}:{line + 3}: this does not hold
    expected: p1's money = 20
    found: p1's money is 19
  {name}:{line + 3}: this does not hold
    expected: latest is a1
    found: latest is none
  {name}:{line + 3}: this does not hold
    expected: no squares where empty
  {name}:{line + 5}: "square: b1" is offered
    found: "square: a1", {left}
  {name}:{line + 6}: "square: a1" is not offered
    found: {left}
{name}: 1 of 1 example failed (interpreter and engine)
"""
    )


@pytest.mark.parametrize(
    ("lines", "what", "hint"),
    [
        ("option speed is fast", "stones has no option 'speed'", ""),
        ("given each s in squares: place p1's stone on s",
         "this position can't be: there is no stone left to place", ""),
        ("given place p1's stone on a1, place p2's stone on a1",
         "this position can't be: this square has no room for another stone", ""),
        ("given move a1 to a2", "this position can't be: no stone lies on this square", ""),
        ('at turn of p1\n  given each s in squares where column\'s position < 3: place p2\'s stone on s',
         "this position can't be: there is no stone left to place", ""),
    ],
)  # fmt: skip
def test_what_can_not_be_carried_out(cli: Cli, elsewhere: Path, lines: str, what: str, hint: str) -> None:
    (elsewhere / "stones.rules").write_text(f'{RULES}\nexample "wrong":\n  {lines}\n')
    (one,) = failures(cli, "stones.rules")
    assert (one["what"], one["hint"]) == (what, hint)


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("given p1's team is 8 white", "there are only 7 of `white`"),
        (
            "given p1's camp is 2",
            "`guard of 1` begins at `players.camp`: say where the others lie, not how few do here",
        ),
        ("given p1's lucky is 1 eye + 1 hand", "`players.lucky` has room for one"),
        ("given p1's pouch is 2 eye", "`players.pouch` has room for one of each"),
    ],
)
def test_what_can_not_lie_there(cli: Cli, elsewhere: Path, lines: str, what: str) -> None:
    rules = (ROOT / "tests/games/caravan.rules").read_text().partition("\n# 7 white camels")[0]
    (elsewhere / "camels.rules").write_text(f'{rules}\nexample "wrong":\n  at turn of p1\n  {lines}\n')
    (one,) = failures(cli, "camels.rules")
    assert one["what"] == what


def test_rules_that_stop_the_game_where_chance_comes(cli: Cli, elsewhere: Path) -> None:
    rules = """\
game "Die"
  players 1
  length 9
the game has:
  total: 0 to 6, starts 6
play:
  each player acting: turn
turn:
  roll die in 1 to 6
  raise total by die
  choose one as left:
    go: nothing
score:
  "Total": total
"""
    for line in ("then total = 0", 'offered "left: go"', 'play "left: go"'):
        (elsewhere / "die.rules").write_text(f'{rules}example "too much":\n  {line}\n')
        (one,) = failures(cli, "die.rules")
        assert str(one["what"]).startswith("the rules stop the game: "), line


def test_what_lies_on_top_is_turned_up_before_a_turn(cli: Cli, elsewhere: Path) -> None:
    """Nobody wrote a set-up here."""
    rules = """\
game "Top"
  players 1
  length 9
table cards of card, as pieces, home box:
  card | worth
  low  | 1
  high | 4
deck pile of card: from cards, top shown 1
the game has:
  street: row of card
play:
  each player acting: turn
turn:
  choose one as left:
    go: nothing
score:
  "Cards": number of pile
example "one card is shown":
  at turn of p1
  then number of pile = 1, top of pile is not none
example "cards of a row lie as they are named":
  at turn of p1
  given street is high + low
  then entry 1 of street is high, entry 2 of street is low
"""
    (elsewhere / "top.rules").write_text(rules)
    assert failures(cli, "top.rules") == []


def test_an_example_ends_where_it_can_not_go_on(cli: Cli, elsewhere: Path) -> None:
    name = write(
        elsewhere,
        """\
example "over":
  at turn of p1
  given place p1's stone on a1, place p1's stone on b1
  play "square: c1"
  then p1's score("Row") = 1
  play "square: a2"
  then no
""",
    )
    assert [one["what"] for one in failures(cli, name)] == ['"square: a2" is not offered: the game is over']


ORDERS = """game "Orders"
  players 2
  length 40
each player has:
  fame: 0 to 99
play: repeat 3 times: each player acting: turn
turn:
  any order as effect:
    must lay: raise my fame by 1
    may extra after lay: raise my fame by 1
  choose one as grade:
    low: raise my fame by 1
    high: raise my fame by 2
score:
  "Fame": my fame
example "labels":
  at turn of p1
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ['play "effect: lay", "effect: extra"', 'offered "effect: done"', 'play "effect: done"'],
            [
                (
                    '"effect: done" is not offered: `effect` is not asked here, for it has ended by itself: '
                    "nothing is left to choose",
                    '`grade` is asked of p1 instead; answer it first, as in `play "grade: low"`',
                )
            ],
        ),
        (
            ['offered "grade: low"', 'play "effect: lay", "effect: done"', 'not offered "effect: lay"'],
            [
                (
                    '"grade: low" is not offered: `grade` is not asked here',
                    '`effect` is asked of p1 instead; answer it first, as in `play "effect: lay"`',
                )
            ],
        ),
    ],
)
def test_labels_that_are_wrong(
    cli: Cli, elsewhere: Path, lines: list[str], told: list[tuple[str, str]]
) -> None:
    (elsewhere / "orders.rules").write_text(ORDERS + "".join(f"  {line}\n" for line in lines))
    assert [(one["what"], one["hint"]) for one in failures(cli, "orders.rules")] == told


LOTS = """\
game "Lots"
  players 2
  length 20
table lots of lot, as pieces:
  lot  | worth
  low  | 1
  high | 4
deck pile of lot: from lots
each player has:
  held: zone of lot
play:
  draw 1 from pile to p1's held
  each player acting in seat order: turn
turn:
  choose one as deed:
    draw when some pile: draw 1 from pile to my held
    pass: nothing
score:
  "Worth": sum of worth over my held
example "the card is gone":
  play "pile: low", "deed: draw", "pile: low"
"""


def test_what_can_not_be_drawn_any_more(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "lots.rules").write_text(LOTS)
    assert [(one["what"], one["found"]) for one in failures(cli, "lots.rules")] == [
        ("\"pile: low\" can't come here: low lies in p1's held", '"pile: high"')
    ]


def test_what_is_given_stays_where_it_was_laid(cli: Cli, elsewhere: Path) -> None:
    """Nothing is at home; what the second zone needs comes from the shelf, not from the first zone."""
    begin = "the game has:\n  shelf: zone of lot\nsetup: draw 6 from pile to shelf\nplay:\n"
    rules = LOTS.replace("as pieces:", "as pieces, count 3:")
    rules = rules.replace("play:\n  draw 1 from pile to p1's held\n", begin).partition("example")[0]
    example = """\
example "laid":
  at turn of p1
  given p1's held is 2 low, p2's held is 1 low
  then number of p1's held = 2, number of p2's held = 1, number of shelf = 3
"""
    (elsewhere / "lots.rules").write_text(rules + example)
    assert failures(cli, "lots.rules") == []


def test_a_position_stays_what_it_is(cli: Cli, elsewhere: Path) -> None:
    """Edits in the middle of a game, twice, and a checkpoint that is asked for before and after them."""
    name = write(
        elsewhere,
        """\
example "edits":
  players 2
  play "square: a1"
  given p1's money is 1
  given p1's money is p1's money + 1, move a1 to a2
  offered "square: a1"
  play "square: b2"
  given remove b2
  at turn of p2
  given place p2's stone on c3
  not offered "square: c3"
  then p1's money = 2, p2's money = 6, b2 is empty, a2's piece's owner is p1
""",
    )
    assert failures(cli, name) == []


def test_examples_are_no_part_of_the_game() -> None:
    without = to_program(check(SourceText("stones.rules", RULES)))
    assert meaning_digest(compile_program(STONES)) == meaning_digest(without)
    checked = check(read_source(STONES))
    program = to_program(checked)
    assert to_examples(checked, program).program.fields == program.fields


def test_files_without_examples_and_wrong_files(cli: Cli, elsewhere: Path) -> None:
    ran = cli("test", NIM)
    assert (ran.status, "no examples" in ran.out) == (0, True)
    assert cli("test", "missing.rules").status == 2
    (elsewhere / "bad.rules").write_text("game\n")
    assert cli("test", "bad.rules", TIC_TAC_TOE).status == 1
    assert cli("test", "-").status == 2


def test_only_those_with_a_text_in_their_title(cli: Cli, builds: Path) -> None:
    ran = cli("test", STONES, "--only", "THREE in", "--verbose")
    assert ran.status == 0, ran.out
    assert ran.out.endswith(f"{STONES}: 1 example fine (interpreter and engine)\n")
    assert '"three in a row" holds' in ran.out
    ran = cli("test", STONES, "--only", "tree in a row", "--interpreter-only")
    assert ran.status == 2
    assert "no example of" in ran.err
    assert "did you mean `three in a row`?" in ran.err


def test_what_has_not_come_yet_is_told(cli: Cli, builds: Path, elsewhere: Path) -> None:
    name = write(elsewhere, 'example "early":\n  play "square: a1"\n  then p1\'s money = 99\n')
    (failure,) = failures(cli, name)
    assert failure["hint"] == "`square` is pending here; its effects have not happened yet"


SHORT = """\
game "Short"
  players 2
the game has:
  left: 0 to 3, starts 2
play:
  repeat until left = 0:
    each player acting in seat order: turn
turn:
  choose one as turn:
    take: lower left by 1
    stay: nothing
score:
  "points": left
example "over":
  play "turn: take"
  then the game is not over
  play "turn: take"
  then the game is over
example "not yet":
  play "turn: take"
  then the game is over
example "too late":
  play "turn: take", "turn: take"
  then the game is not over
"""


def test_whether_the_game_is_over(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "short.rules").write_text(SHORT)
    first, second = failures(cli, "short.rules")
    asked = "the game is not over: `turn` is asked"
    assert (first["line"], first["what"], first["found"]) == (21, asked, '"turn: take", "turn: stay"')
    assert first["hint"] == "the game goes on with `turn` of p2; a rule ends it with `end the game`"
    assert (second["line"], second["what"]) == (24, "the game is over")
