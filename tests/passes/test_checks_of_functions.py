"""Checks of definitions that are functions of the program: what they read may have changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import compile_program
from tests.engines import interpreted, plain

RULES = """\
game "Wealth"
  players 2
  length 40

kind colours of colour: red, green, blue

coins: goods of each player, unlimited, starts 6

each player has:
  gems(colour): 0 to 9, starts 1

wealth means my coins + my gems(red) + my gems(green) + my gems(blue)
    + 2 * number of (colours where my gems(it) >= 2)
    + 3 * number of (colours where my gems(it) >= 3)
    + number of (colours where my gems(it) >= 4)
    + number of (colours where my gems(it) >= 5) + number of (colours where my gems(it) >= 6)

play:
  repeat 3 times: each player acting: turn

turn:
  choose one as action:
    change:
      {change}
    save: gain 1 coins

score:
  "Coins": my coins
"""


def first_options(folder: Path, change: str) -> list[str]:
    """The options of the first player, who has a wealth of nine."""
    path = folder / "wealth.rules"
    path.write_text(RULES.replace("{change}", change.replace("; ", "\n      ")))
    assert any(one.name.startswith("wealth") for one in compile_program(path).functions)
    found = list(interpreted(path).State(players=2, seed=0).legal_labels())
    assert list(plain(path).State(players=2, seed=0).legal_labels()) == found
    return found


@pytest.mark.parametrize(
    ("change", "offered"),
    [
        ("needs wealth >= 9; pay 1 coins", True),
        (
            "needs wealth >= 9; pay 1 coins; needs wealth >= 9",
            False,
        ),  # the second is not known from the first
        ("pay 1 coins; needs wealth >= 9", False),
        ("gain 1 coins; needs wealth >= 10", True),  # not yet so before the option
        ("raise my gems(red) by 1; needs wealth >= 12", True),
        ("needs wealth >= 9; raise my gems(red) by 1; needs wealth < 9", False),
        ("if wealth >= 9: pay 1 coins; needs wealth >= 9", False),
    ],
)
def test_a_check_reads_what_is_true_by_then(tmp_path: Path, change: str, offered: bool) -> None:
    expected = ["action: change", "action: save"] if offered else ["action: save"]
    assert first_options(tmp_path, change) == expected
