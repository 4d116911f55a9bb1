"""Random small games in which something is owed at the end of a turn, and free actions help to meet it.

What an option does may make what is owed harder to meet, or what comes behind it; effects come in any order,
parts hang on what earlier ones have done. So whether an option can be completed is anything but plain.
"""

from __future__ import annotations

import random

HEAD = """game "Owing"
  players 2
  length 400

kind tools of tool: spade, axe, saw
money: goods of each player, unlimited, starts {money}
share: goods of each player, unlimited, starts {shares}
each player has:
  workers: 0 to 99, starts {workers}
  tools: set of tool
  level: 0 to 90
  points: 0 to 900

obligation enough_hands: my workers >= {owed}
  by end of turn, helped by {helpers}

free action hire:
  open at every choice of mine in turn
  at most {times} times a turn
  pay {price} money
  raise my workers by {hired}
{more}
free action sell:
  open at every choice of mine in turn
  consumes my share
  pay 1 share
  gain {worth} money

play:
  repeat 4 times:
    each player acting: turn

turn:
  gain 1 money
  set my workers to {workers}
  choose one as start:
{start}    plain: raise my points by 1

score:
  "Points": my points
"""
MORE_OF_HIRING = (
    "",
    "  raise my level by 1\n",
    "  choose one as hired:\n    cheap: raise my points by 0\n    dear when my money >= 2: pay 2 money\n",
)


def game(seed: int) -> str:
    """The rules of one game; some are refused (a name in a name's place)."""
    rnd = random.Random(seed)
    make = _Game(rnd)
    start = "".join(f"    {make.name('start')}:\n{make.block(6, 2)}" for _ in range(3))
    return HEAD.format(
        money=rnd.randint(0, 6),
        shares=rnd.randint(0, 3),
        workers=rnd.randint(3, 6),
        owed=rnd.randint(2, 5),
        helpers=rnd.choice(("hire", "hire, sell", "sell, hire")),
        times=rnd.randint(1, 2),
        price=rnd.randint(1, 4),
        hired=rnd.randint(1, 5),
        more=rnd.choice(MORE_OF_HIRING),
        worth=rnd.randint(1, 4),
        start=start,
    )


class _Game:
    def __init__(self, rnd: random.Random) -> None:
        self.rnd, self.names = rnd, 0

    def name(self, what: str) -> str:
        self.names += 1
        return f"{what}_{self.names}"

    def test(self) -> str:
        number = self.rnd.randint
        return self.rnd.choice(
            (
                f"my workers >= {number(1, 7)}",
                f"my workers < {number(3, 9)}",
                f"my money >= {number(1, 6)}",
                f"my level >= {number(1, 3)}",
                f"number of my tools >= {number(1, 2)}",
                "some my tools",
                "my share >= 1",
            )
        )

    def deed(self, indent: int) -> str:
        number = self.rnd.randint
        return " " * indent + self.rnd.choice(
            (
                f"set my workers to {number(0, 5)}\n",
                f"if my workers >= 3: lower my workers by {number(1, 3)}\n",
                f"raise my workers by {number(1, 2)}\n",
                f"pay {number(1, 5)} money\n",
                f"gain {number(1, 3)} money\n",
                "pay 1 share\n",
                "set my tools to my tools - spade\n",
                "raise my level by 1\n",
                "set my level to 0\n",
                f"raise my points by {number(1, 3)}\n",
            )
        )

    def block(self, indent: int, depth: int) -> str:
        lines = "".join(self.deed(indent) for _ in range(self.rnd.randint(1, 2)))
        if depth and self.rnd.random() < 0.75:
            lines += self.rnd.choice((self.one_of, self.one_of, self.tool, self.any_order))(indent, depth - 1)
        return lines + (self.deed(indent) if self.rnd.random() < 0.2 else "")

    def one_of(self, indent: int, depth: int) -> str:
        lines = " " * indent + f"choose one as {self.name('choice')}:\n"
        for _ in range(self.rnd.randint(1, 3)):
            when = f" when {self.test()}" if self.rnd.random() < 0.6 else ""
            lines += " " * indent + f"  {self.name('option')}{when}:\n{self.block(indent + 4, depth)}"
        return lines

    def tool(self, indent: int, depth: int) -> str:
        where = self.rnd.choice(("not tool in my tools", "tool in my tools"))
        if self.rnd.random() < 0.5:
            where += f" and {self.test()}"
        if_any = ", if any" if self.rnd.random() < 0.3 else ""
        lines = f"choose tool from tools where ({where}) as {self.name('pick')}{if_any}:\n"
        inner = " " * (indent + 2) + "set my tools to my tools + tool\n" + self.block(indent + 2, 0)
        return " " * indent + lines + inner

    def any_order(self, indent: int, depth: int) -> str:
        lines = " " * indent + f"any order as {self.name('order')}:\n"
        names: list[str] = []
        for number in range(self.rnd.randint(1, 3)):
            name = self.name("part")
            must = "must" if number == 0 or self.rnd.random() < 0.4 else "may"
            after = f" after {self.rnd.choice(names)}" if names and self.rnd.random() < 0.4 else ""
            when = f" when {self.test()}" if self.rnd.random() < 0.4 else ""
            lines += " " * indent + f"  {must} {name}{after}{when}:\n{self.block(indent + 4, depth)}"
            names.append(name)
        return lines
