"""What the tests of the command line share: where the games are, how the program is started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TIC_TAC_TOE = str(ROOT / "games" / "classics" / "tic_tac_toe.rules")
CONNECT_FOUR = str(ROOT / "games" / "classics" / "connect_four.rules")
NIM = str(ROOT / "tests" / "games" / "nim.rules")
DICE = str(ROOT / "tests" / "games" / "dice.rules")
EXPEDITION = str(ROOT / "tests" / "games" / "expedition.rules")
POOL = str(ROOT / "tests" / "probes" / "pool.rules")
SOWING = str(ROOT / "tests" / "games" / "sowing.rules")

DEAD_END = """\
game "Dead end"
  players 2
  length 20

the game has:
  left: 0 to 3, starts 3

kind coins of coin: heads, tails

play:
  repeat:
    each player acting: toss

turn toss:
  choose coin from coins where left >= 1 as side
  lower left by 1

score:
  "Nothing": 0
"""


@dataclass(frozen=True)
class Ran:
    """What one run of the program came to."""

    status: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The line that says what is wrong."""
        return next((line for line in self.err.splitlines() if line.startswith("error: ")), "")

    @property
    def hint(self) -> str:
        return next((line for line in self.err.splitlines() if line.startswith("hint: ")), "")


Cli = Callable[..., Ran]

# The beginning of a game with an option; the default is not the first value there is.
FARM = """\
game "Farm"
  players 1 to 3
option weather: sky, default dry "what the sky does"
kind skies of sky: wet, dry
each player has:
  crops: 0 to 9
play:
  each player acting in seat order: turn
turn:
"""


def start(*arguments: str, env: dict[str, str] | None = None, **more: Any) -> subprocess.Popen[str]:
    """The real program, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, "-m", "rulec", *arguments], text=True, env=environment, **pipes)


def finish(process: subprocess.Popen[str], stdin: str = "") -> Ran:
    out, err = process.communicate(stdin, timeout=120)
    return Ran(process.returncode, out or "", err)


# Some of its rules are only tried, one is never reached, and one is used by nothing.
TRIED = """game "Tried"
  players 2
  length 60
each player has:
  money: 0 to 99, starts 13
setup:
  each player acting: endow
play:
  repeat 4 times:
    each player acting: turn
turn:
  choose one as deal:
    save: grow with 1
    spend when can squander: squander
    dream when can imagine: lower my money by 1
  if my money > 90: burn
rule endow: raise my money by 1
rule grow with n: raise my money by n
rule imagine:
  choose one as dream_of:
    gold: raise my money by 5
rule squander:
  choose one as on_what:
    wine: lower my money by 2
    song: sing
rule sing: lower my money by 1
rule burn: set my money to 0
rule nowhere: set my money to 1
score:
  "Money": my money
"""
