"""Limits that take large files: each has a message of its own, none a crash or a long wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText
from rulec.compiler import generate, to_program
from rulec.frontend import check

GAME = """game "A"
  players 2
pieces stones of stone: unlimited for each player
board squares of square: 3 columns by 3 rows
play:
  each player acting in seat order:
    choose square from squares
    end the game
score:
  "Points": 1
"""


def problems(text: str, mending: bool = True) -> list[Diagnostic]:
    return list(check(SourceText("game.rules", text), mending=mending).diagnostics)


def only(text: str) -> tuple[str, int, str]:
    """The one problem of a file; hints, for which such a file is checked many times, are not asked for."""
    found = problems(text, mending=False)
    assert len(found) == 1, found
    return found[0].code, found[0].span.line, found[0].message


def test_lines() -> None:
    assert only(GAME + "\n" * limits.LINES) == (
        "R102",
        50_001,
        "the file has 50011 lines; at most 50000 are read",
    )


def test_declarations() -> None:
    text = GAME + "".join(f"d{n} means 1\n" for n in range(5_010))
    assert only(text) == ("R117", 5_006, "the file has 5015 declarations; at most 5000 are read")


def test_length_of_a_sentence() -> None:
    text = GAME + "kind stars of star: " + ",\n  ".join("x" * 70 + str(n) for n in range(1_500)) + "\n"
    code, line, message = only(text)
    assert (code, line) == ("R118", 11)
    assert message.endswith("characters; at most 100000 are read")


def test_effects_in_cells() -> None:
    rows = "".join(f"  g{n} | set m to {n} | raise m by {n}\n" for n in range(2_049))
    text = (
        f"{GAME}the game has:\n  m: 0 to 5000\ntable gifts of gift:\n  gift | a_ effect | b_ effect\n{rows}"
    )
    code, _, message = only(text)
    assert (code, message) == ("R732", "a game has at most 4096 different effects in cells")


def test_members_of_a_kind() -> None:
    text = GAME + "kind stars of star: " + ",\n  ".join(f"n{n}" for n in range(4_097)) + "\n"
    assert only(text) == ("R501", 11, "a kind has at most 4096 members")
    assert problems(text.replace(", n4096", "").replace(",\n  n4096", ""), mending=False) == []


def test_definitions_that_use_each_other() -> None:
    text = GAME + "".join(f"d{n} means d{n + 1} + 1\n" for n in range(70)) + "d70 means 1\n"
    assert only(text) == ("R512", 75, "definitions use each other more than 64 deep")


def test_rules_that_call_each_other() -> None:
    text = GAME + "".join(f"rule r{n}:\n  r{n + 1}\n" for n in range(4_000)) + "rule r4000:\n  end the game\n"
    code, line, message = only(text)
    assert (code, line) == ("R514", 11 + 2 * (4_000 - 65))
    assert message == "rules call each other more than 64 deep from here"


def test_what_was_not_read_is_not_missed() -> None:
    """The score and the last rules stand behind the limit: only that is said."""
    head, score = GAME.split("score:")
    text = head + "".join(f"rule r{n}: r{n + 1}\n" for n in range(5_000)) + "rule r5000: end the game\n"
    text += f"score:{score}"
    assert only(text)[0] == "R117"


def test_rules_that_lead_back_are_found_in_linear_time(time_limit: object) -> None:
    """Each of 2,000 rules calls the next, and the last the first."""
    text = GAME + "".join(f"rule r{n}:\n  if no: r{(n + 1) % 2_000}\n" for n in range(2_000))
    assert {one.code for one in problems(text, mending=False)} <= {"R514", "R601"}


DOUBLED = (
    "square is a{i} when a{j} or a{j}|square is a{n} when row = row|if some squares where a0: end the game",
    "rule a{i}:\n  a{j}\n  a{j}|rule a{n}: set first_row to no|a0\n    end the game",
)


@pytest.mark.parametrize("doubled", DOUBLED)
@pytest.mark.parametrize(("links", "grows"), [(5, False), (20, True)])
def test_what_the_compiler_would_copy_too_often_is_told_to_it(links: int, grows: bool, doubled: str) -> None:
    """Early inlining took 2.3 GB of the C compiler for 20 doublings; for usual games nothing is told."""
    link, last, use = doubled.split("|")
    text = GAME.replace("    end the game", f"    {use}")
    text += "the game has:\n  first_row: flag\n" if "first_row" in last else ""
    text += "\n".join([link.format(i=n, j=n + 1) for n in range(links)] + [last.format(n=links)]) + "\n"
    checked = check(SourceText("chain.rules", text))
    assert checked.ok, checked.diagnostics
    generated = "".join(generate(to_program(checked)).files.values())
    assert ("no-early-inlining" in generated) == grows


def test_many_problems() -> None:
    """After 200 problems the rest of the file is not looked at."""
    found = problems(GAME + "".join(f"choose x{n}\n" for n in range(1_000)))
    assert len(found) == limits.DIAGNOSTICS_FOUND


REPEATED: list[Callable[[int], str]] = [
    lambda size: "".join(f"rule r{n}:\n  end the game\n" for n in range(size)),
    lambda size: "".join(f"square's a{n} means row\n" for n in range(size)),
    lambda size: "".join(f"square is x{n} when unknown{n}\n" for n in range(size)),
]


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"d{n} means d{n + 1} + d{n + 1}\n" for n in range(40)) + "d40 means 1\n",
        "wide means " + "1 + " * 10_000 + "1\n",
        "deep means (" + "\n  1 + (" * 5_000 + "1" + ")" * 5_001 + "\n",
        "odd means " + "(" * 60 + "yes" + " is yes)" * 60 + "\n",
        "odd means " + "(me" + " is me)" * 1 + "\n",
        "all means " + " and\n  ".join(["yes"] * 20) + "\n",
        "all means (" + " and\n  ".join(["yes"] * 5_000) + ")\n",
        "rule long:\n" + "  repeat 2 times: end the game\n" * 3_000,
        "rule long:\n  if yes: end the game\n" + "  otherwise if yes: end the game\n" * 3_000,
        "".join(f"rule r{n}:\n  r{n + 1}\n  r{n + 1}\n" for n in range(60)) + "rule r60:\n  end the game\n",
        *(text(150) for text in REPEATED),
        *(pytest.param(text(1_500), marks=pytest.mark.long, id=f"many {text(1)[:20]}") for text in REPEATED),
        "\n".join("  " * n + "repeat:" for n in range(1_000)),
        "kind a of b: " + "c, " * 30_000 + "c\n",
        '"' * 100_000,
        "(" * 100_000,
        "'s " * 300 + "\n",
        "x" * 4_000_000,
        "[RR-1] " * 140 + "\n",
        "#" * 900 + "\n" + " [" * 400 + "\n",
        "let = = = = =\n" * 2_000,
        "if \n" * 20_000,
        "\ufeff\u2028\x0b" * 300 + "\n",
        "“" * 900 + "\n",
        "é" * 900 + "\n",
    ],
    ids=lambda text: text[:20].strip().replace("\n", " "),
)
def test_no_file_takes_long(text: str, time_limit: object) -> None:
    problems(GAME + text)
    problems(text, mending=False)


CHAINS = [
    "d{i} means d{j} and d{j}|d40 means coins = 1|if d0: end the game",
    "d{i} means d{j} + d{j}|d40 means squares|if some d0: end the game",
    "square is a{i} when a{j} or a{j}|square is a40 when row = row|if some squares where a0: end the game",
    "d{i} means d{j} if coins = 1 else d{j}|d40 means coins|if d0 = 1: end the game",
    "d{i}(n) means d{j}(n) mod 7 + d{j}(n) mod 3|d40(n) means n mod 5|if d0(1) = 1: end the game",
    "rule r{i}:!  r{j}!  r{j}|rule r40:!  set coins to 3|r0",
    "rule r{i}:!  r{j}!  r{j}|rule r40:!  end the game|r0",
]


@pytest.mark.parametrize("chain", CHAINS)
def test_chains_do_not_grow(chain: str, time_limit: object) -> None:
    """Each link uses the next twice: carried out to the end that is a trillion of uses."""
    link, last, use = chain.replace("!", "\n").split("|")
    text = GAME.replace("    end the game", f"    {use}")
    text += "the game has:\n  coins: 0 to 9\neach square has:\n  piece: place for 1 of stones\n"
    text += "\n".join([link.format(i=n, j=n + 1) for n in range(40)] + [last]) + "\n"
    checked = check(SourceText("chain.rules", text))
    assert checked.ok, checked.diagnostics
    files = generate(to_program(checked)).files
    assert sum(map(len, files.values())) < 200_000
