"""Go by itself: lists of numbers and a search for each chain, nothing of rulec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass
class Go:
    """No suicide, no retaking of one stone at once; two passes, or twice as many moves as points, end it."""

    side: int
    stones: list[int] = field(default_factory=list)  # of each point 0, or the player
    ko: int = -1
    passes: int = 0
    moves: int = 0
    player: int = 1

    def __post_init__(self) -> None:
        self.stones = list(self.stones) or [0] * self.side**2

    def is_over(self) -> bool:
        return self.passes == 2 or self.moves == 2 * self.side**2

    def after(self, point: int | None) -> Go | None:
        """The position after a stone on a point, or a pass; None if that is not allowed."""
        other = 3 - self.player
        then = replace(self, player=other, moves=self.moves + 1, ko=-1, passes=0)
        if point is None:
            then.passes = self.passes + 1
            return then
        if self.stones[point] or point == self.ko:
            return None
        then.stones[point] = self.player
        dead: set[int] = set()
        for beside in self._beside(point):
            if then.stones[beside] == other:
                chain, liberties = then.chain(beside)
                dead |= set() if liberties else chain
        for one in dead:
            then.stones[one] = 0
        own, liberties = then.chain(point)
        if len(dead) == len(own) == len(liberties) == 1:
            then.ko = dead.pop()
        return then if liberties else None

    def options(self) -> dict[str, Go]:
        """What follows each option, by its label."""
        found = {"play: pass": self.after(None)}
        for point in range(self.side**2):
            column, row = point % self.side, point // self.side
            found[f"play: {chr(ord('a') + column)}{row + 1}"] = self.after(point)
        return {label: then for label, then in found.items() if then is not None}

    def chain(self, point: int) -> tuple[set[int], set[int]]:
        """All points joined to this one that hold the same, and the empty points beside them."""
        joined, empty, waiting = {point}, set[int](), [point]
        while waiting:
            for beside in self._beside(waiting.pop()):
                if self.stones[beside] == self.stones[point] and beside not in joined:
                    joined.add(beside)
                    waiting.append(beside)
                elif not self.stones[beside]:
                    empty.add(beside)
        return joined, empty

    def areas(self) -> list[int]:
        """Stones of each player, and empty points that touch stones of that player alone."""
        found = [0, 0, 0]
        for point, player in enumerate(self.stones):
            if player:
                found[player] += 1
                continue
            region, _ = self.chain(point)
            owners = {self.stones[one] for inner in region for one in self._beside(inner)} - {0}
            if len(owners) == 1:
                found[owners.pop()] += 1
        return found[1:]

    def _beside(self, point: int) -> Iterator[int]:
        column, row = point % self.side, point // self.side
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < self.side and 0 <= y < self.side:
                yield y * self.side + x
