"""Games that are made to grow: longer ones, more cards, larger maps, more rules. The goal is a flat line.

Each family does the same at every decision, whatever its size; so what grows with it is work that the engine
does for what is not there, or not asked for.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.yardstick import Effort, Yardstick, rate

_HEAD = """game "Growth"
  players 2
  length {length}
"""
_SCORE = """
score:
  "Points": my points
"""


def longer(rounds: int) -> str:
    """So many rounds, a number chosen in each."""
    return f"""{_HEAD.format(length=2 * rounds + 2)}
each player has:
  points: 0 to {6 * rounds}

play:
  repeat {rounds} times:
    each player acting in seat order: turn

turn:
  choose n from 1 to 6 as taken
  raise my points by n
{_SCORE}"""


def cards(kinds: int) -> str:
    """So many kinds of cards, five of them in each hand; one is played, one is drawn."""
    return f"""{_HEAD.format(length=110)}
table cards of card, as pieces, count 2:
  card | worth
  c_1 to c_{kinds} | 1

deck pile of card: from cards, discard pile, reshuffle when empty

each player has:
  hand: zone of card, seen by owner
  points: 0 to 50

setup:
  each player acting: draw 5 from pile to my hand

play:
  repeat 50 times:
    each player acting in seat order: turn

turn:
  choose card from my hand as played
  raise my points by card's worth
  discard card
  draw up to 1 from pile to my hand
{_SCORE}"""


def maps(side: int) -> str:
    """A square map; each walks to a neighbouring square."""
    return f"""{_HEAD.format(length=110)}
board squares of square: {side} columns by {side} rows
pieces men of man: 3 for each player

each player has:
  points: 0 to 50
  here: square
each square has:
  man: place for 1 of men

square is free when man is none

setup:
  set p1's here to square(1, 1)
  set p2's here to square({side}, {side})
  each player acting: place my man on my here

play:
  repeat 50 times:
    each player acting in seat order: turn

turn:
  choose square from neighbours of my here where free as walk
  move my here to square
  set my here to square
  raise my points by 1
{_SCORE}"""


def rules(phases: int) -> str:
    """So many phases, one after the other, each with a rule and a decision of its own."""
    calls = "\n".join(f"    phase_{n}" for n in range(phases))
    bodies = "\n".join(
        f"""phase phase_{n}:
  each player acting in seat order:
    choose n from 1 to {2 + n % 5} as part_{n}
    if n <= my points: lower my points by n
    otherwise: raise my points by 2 * n
"""
        for n in range(phases)
    )
    rounds = max(1, 128 // phases)
    return f"""{_HEAD.format(length=2 * phases * rounds + 2)}
each player has:
  points: 0 to 20

play:
  repeat {rounds} times:
{calls}

{bodies}{_SCORE}"""


@dataclass(frozen=True)
class Family:
    name: str
    what: str  # the size of it
    sizes: tuple[int, ...]
    rules: Callable[[int], str]

    def texts(self) -> list[tuple[int, str]]:
        return [(size, self.rules(size)) for size in self.sizes]


FAMILIES: Final = (
    Family("longer games", "rounds", (16, 256, 4_096), longer),
    Family("more cards", "kinds", (16, 128, 1_024), cards),
    Family("larger maps", "squares along a side", (8, 16, 32, 64), maps),
    Family("more rules", "phases", (8, 32, 128), rules),
)


@dataclass(frozen=True)
class Point:
    size: int
    choices: float  # decisions with more than one option, a second
    ratio: float
    ids: int
    state: int
    built: float  # seconds; 0 if it came from the cache


@dataclass(frozen=True)
class Growth:
    family: Family
    points: tuple[Point, ...]

    @property
    def slope(self) -> float:
        return slope([one.size for one in self.points], [one.ratio for one in self.points])


def slope(sizes: Sequence[float], speeds: Sequence[float]) -> float:
    """Of a line through the logarithms: 0 is flat, -1 is half as fast where there is twice as much."""
    x, y = [math.log(one) for one in sizes], [math.log(one) for one in speeds]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    over = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return over / sum((a - mean_x) ** 2 for a in x)


def grown(
    yardstick: Yardstick, effort: Effort, built: dict[str, float], families: Sequence[Family] = FAMILIES
) -> Iterator[Growth]:
    """`built`: how long each file took to build, if it had to be."""
    for family in families:
        points = (_point(size, text, yardstick, effort, built) for size, text in family.texts())
        yield Growth(family, tuple(points))


def _point(size: int, text: str, yardstick: Yardstick, effort: Effort, built: dict[str, float]) -> Point:
    import rulec

    with written(text) as path:
        module: Any = rulec.load(path)

    def play(games: int) -> Any:
        return module.playouts(games, seed=1, players=2, threads=1)

    choices = float(play(10).choices.mean())
    before = yardstick.fused()
    speed = rate(play, effort) * choices
    fused = (before + yardstick.fused()) / 2
    state = len(module.State(2).to_bytes())
    return Point(size, speed, speed / fused, module.NUM_ACTIONS, state, built.get(text, 0.0))


@contextmanager
def written(text: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "growth.rules"
        path.write_text(text, encoding="utf-8")
        yield path
