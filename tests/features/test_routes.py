"""Routes and payments against a plain enumeration of all ways."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engines import SMALL

ROUTES = next(path for path in SMALL if path.stem == "routes")
SPACES = [f"{column}{row}" for row in "123" for column in "abcd"]
SPOTS = [f"s{n}" for n in range(9)]
NEXT = {
    "s0": ["s1"], "s1": ["s2", "s5"], "s2": ["s3"], "s3": ["s4", "s1"], "s4": ["s7"], "s5": ["s6"],
    "s6": ["s7"], "s7": ["s8"], "s8": [],
}  # fmt: skip
Way = tuple[str, ...]


def neighbours(space: str) -> list[str]:
    x, y = "abcd".index(space[0]), int(space[1])
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [f"{'abcd'[a]}{b}" for a, b in around if 0 <= a < 4 and 1 <= b <= 3]


def pay_coin(purse: dict[str, int], number: int) -> dict[str, int] | None:
    """Coins first, then as few shares as are needed, each for 3."""
    sold = max(0, -(-(number - purse["coin"]) // 3))
    if sold > purse["share"]:
        return None
    return {**purse, "share": purse["share"] - sold, "coin": purse["coin"] + 3 * sold - number}


def prices(ground: str, depot: bool, purse: dict[str, int]) -> Iterator[tuple[Way, dict[str, int]]]:
    """What is asked about a space, and what is left when it is paid."""
    found: list[tuple[Way, dict[str, int] | None]] = []
    if ground == "plains":
        found = [((), {**purse, "rail": purse["rail"] - 1})]
    elif ground == "river":
        found = [(("crossing: rail",), {**purse, "rail": purse["rail"] - 2})]
        found.append((("crossing: coin",), pay_coin(purse, 1)))
    elif depot:
        found = [((), purse)]
    elif ground == "hills":
        found = [((), {**purse, "rail": purse["rail"] - 1, "share": purse["share"] - 1})]
    yield from ((asked, left) for asked, left in found if left is not None and min(left.values()) >= 0)


def ways(at: str, visited: Way, purse: dict[str, int], board: dict[str, Any]) -> Iterator[Way]:
    for space in neighbours(at):
        if space in visited or board["ground"][space] == "sea":
            continue
        for asked, left in prices(board["ground"][space], board["depot"][space], purse):
            step = (f"route: {space}", *asked)
            if board["depot"][space]:
                yield (*step, "route: stop")
            yield from ((*step, *rest) for rest in ways(space, (*visited, space), left, board))


def rides(at: str, busy: set[str], steps: int, most: int) -> Iterator[Way]:
    """Spots that are not busy are passed through, all but the last one of the trail."""
    if at == "s8" or steps == most:
        yield ()
        return
    if steps >= 1:
        yield ("step: stop",)
    for spot in beyond([at], NEXT, lambda one: one == "s8" or one in busy):
        yield from ((f"step: {spot}", *rest) for rest in rides(spot, busy, steps + 1, most))


def backs(at: str, busy: set[str], steps: int) -> Iterator[Way]:
    if steps == 0:
        yield ()
        return
    before = {spot: [one for one in NEXT if spot in NEXT[one]] for spot in NEXT}
    onwards = {spot: [one for one in found if one in busy or one != "s0"] for spot, found in before.items()}
    for spot in beyond([at], onwards, lambda one: one in busy):
        yield from ((f"back: {spot}", *rest) for rest in backs(spot, busy, steps - 1))


def beyond(start: list[str], onwards: dict[str, list[str]], entered: Any) -> set[str]:
    seen: set[str] = set()
    waiting = [one for spot in start for one in onwards[spot]]
    while waiting:
        spot = waiting.pop()
        if spot not in seen:
            seen.add(spot)
            waiting += [] if entered(spot) else onwards[spot]
    return {spot for spot in seen if entered(spot)}


def played(state: Any, asked: tuple[str, ...]) -> Iterator[Way]:
    """Everything that can be played until something else is asked."""
    for action in state.legal_actions():
        after = state.clone()
        label = after.action_to_string(action)
        if label.split(":")[0] not in asked:
            yield ()
            return
        after.apply_action(action)
        yield from ((label, *rest) for rest in played(after, asked))
    if state.is_terminal():
        yield ()


def labels(state: Any) -> list[str]:
    return [state.action_to_string(one) for one in state.legal_actions()]


def position(backend: Any, dice: random.Random) -> tuple[Any, dict[str, Any]]:
    terrains = ["plains", "plains", "river", "hills", "sea"]
    ground = {space: dice.choice(terrains) for space in SPACES}
    depot = {space: dice.random() < 0.2 for space in SPACES}
    busy = {spot: dice.random() < 0.5 for spot in SPOTS}
    purse = {"rail": dice.randrange(5), "coin": dice.randrange(3), "share": dice.randrange(3)}
    seat = {"town": dice.choice(SPACES), "herder": dice.choice(SPOTS)}
    edits = {"spaces": {"ground": ground, "depot": depot}, "spots": {"busy": busy}}
    players = {word: {"1": value} for word, value in {**purse, **seat}.items()}
    flat = {f"spaces.{word}": value for word, value in edits["spaces"].items()}
    flat |= {"spots.busy": busy, **{f"players.{word}": value for word, value in players.items()}}
    state = backend(ROUTES).State.setup(1, edits=flat)
    return state, {"ground": ground, "depot": depot, "busy": busy, "purse": purse, **seat}


@pytest.mark.parametrize("seed", range(30))
def test_every_way_is_offered_and_no_other(backend: Any, seed: int) -> None:
    state, board = position(backend, random.Random(seed))
    wanted = set(ways(board["town"], (board["town"],), board["purse"], board))
    assert ("deed: lay" in labels(state)) == bool(wanted)
    if wanted:
        state.play("deed: lay")
        found = list(played(state, ("route", "crossing")))
        assert set(found) == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("seed", range(30))
def test_the_marker_goes_as_far_as_it_may(backend: Any, seed: int) -> None:
    state, board = position(backend, random.Random(1_000 + seed))
    busy = {spot for spot, one in board["busy"].items() if one}
    if "deed: travel" in labels(state):
        after = state.clone()
        after.play("deed: travel")
        assert set(played(after, ("step",))) == set(rides(board["herder"], busy, 0, 2))
    wanted = set(backs(board["herder"], busy, 2))
    assert ("deed: return" in labels(state)) == bool(wanted)
    if wanted:
        state.play("deed: return")
        assert set(played(state, ("back",))) == wanted


def test_what_is_missing_is_sold_and_no_more(backend: Any) -> None:
    for coin in range(7):
        for share in range(4):
            edits = {"players.coin.1": coin, "players.share.1": share}
            state = backend(ROUTES).State.setup(1, edits=edits)
            wanted = pay_coin({"coin": coin, "share": share}, 5)
            assert ("deed: buy" in labels(state)) == (wanted is not None)
            if wanted is not None:
                state.play("deed: buy")
                shown = state.to_dict()["players"]
                assert {word: shown[word]["1"] for word in ("coin", "share")} == wanted


@pytest.mark.parametrize(("coin", "share", "can"), [(7, 1, True), (4, 2, True), (6, 1, False), (1, 3, True)])
def test_what_is_paid_itself_is_not_sold_too(backend: Any, coin: int, share: int, can: bool) -> None:
    edits = {"players.coin.1": coin, "players.share.1": share}
    state = backend(ROUTES).State.setup(1, edits=edits)
    assert state.score_sheet()["Wealth"] == [int(can)]
