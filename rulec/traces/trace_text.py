"""Text format of recorded games: a header, then one decision or chance outcome per line.

    rulec trace 1
    game: connect_four
    rules: f5d17df6f9c97e8cec84ddad9ff826ab
    players: 2
    options: {}
    seed: 7
    chance: explicit
    seats: human, mcts:100

    8a1f03c2 p1 drop: d
    51d0c7be chance deal: washington
    # over; scores 1, 0

`seats` says who played, and is optional. A line starts with the digest of the resulting position and the
decider. Both are optional, for traces written by hand. Chance outcomes are recorded only if chance is
explicit; otherwise they follow from the seed. Lines that start with `#` are comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulec.errors import RulecError
from rulec.face import State
from rulec.traces.json_text import read_json

FIRST_LINE = "rulec trace 1"
CHANCE = "chance"
MODES = ("sampled", "explicit")
_MOVE = re.compile(r"(?:(?P<digest>[0-9a-f]{8}) )?(?:(?P<who>p[1-9]\d?|chance) )?(?P<label>\S.*)")
_NEEDED = ("game", "rules", "players")


@dataclass(frozen=True)
class Move:
    label: str
    digest: str | None
    line: int = 0
    who: str | None = None  # a player (`p1`) or `chance`

    def __str__(self) -> str:
        return " ".join(part for part in (self.digest, self.who, self.label) if part)


@dataclass(frozen=True)
class Trace:
    """Recorded game; `start` is its initial position unless it began with a new game."""

    game: str
    rules: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    chance: str = MODES[0]
    start: dict[str, Any] | None = None
    moves: tuple[Move, ...] = ()
    result: tuple[int, ...] | None = None  # final scores; not read back
    seats: tuple[str, ...] = ()  # who played, where a file says it


def digest_of(state: State) -> str:
    """Short digest of a position without its random generator; the same on every back end."""
    return f"{state.position_hash() & 0xFFFFFFFF:08x}"


def who_name(seat: int) -> str:
    return CHANCE if seat < 0 else f"p{seat + 1}"


def write_trace(trace: Trace) -> str:
    lines = [FIRST_LINE, f"game: {trace.game}", f"rules: {trace.rules}", f"players: {trace.players}"]
    lines += [f"options: {json.dumps(trace.options)}", f"seed: {trace.seed}", f"chance: {trace.chance}"]
    if trace.seats:
        lines.append(f"seats: {', '.join(trace.seats)}")
    if trace.start is not None:
        lines.append(f"start: {json.dumps(trace.start)}")
    lines.append("")
    lines += [str(move) for move in trace.moves]
    if trace.result is not None:
        lines.append(f"# over; scores {', '.join(map(str, trace.result))}")
    return "\n".join(lines) + "\n"


def read_trace(name: str, data: bytes) -> Trace:
    """Parse a trace; errors name the line."""
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise RulecError(f"{name} is not a trace: it is not text in UTF-8") from None
    if not lines or lines[0].strip() != FIRST_LINE:
        raise RulecError(f"{name} is not a trace", f"a trace begins with `{FIRST_LINE}`")
    end = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    head = dict(_facts(name, lines[1:end]))
    for key in _NEEDED:
        if key not in head:
            raise RulecError(f"{name}: the line `{key}: ...` is missing")
    return Trace(
        game=head["game"],
        rules=head["rules"],
        players=_whole(name, "players", head["players"]),
        options=_dictionary(name, "options", head.get("options", "{}")),
        seed=_whole(name, "seed", head.get("seed", "0")),
        chance=_mode(name, head.get("chance", MODES[0])),
        start=_dictionary(name, "start", head["start"]) if "start" in head else None,
        moves=tuple(_moves(lines, end)),
        seats=tuple(one.strip() for one in head.get("seats", "").split(",") if one.strip()),
    )


def _facts(name: str, lines: list[str]) -> Iterable[tuple[str, str]]:
    for number, line in enumerate(lines, start=2):
        key, found, value = line.partition(":")
        if not found:
            raise RulecError(f"{name}:{number}: `{line.strip()[:60]}` is not `name: value`")
        yield key.strip(), value.strip()


def _moves(lines: list[str], start: int) -> Iterable[Move]:
    for number, line in enumerate(lines[start:], start=start + 1):
        match = _MOVE.fullmatch(line.strip())
        if match is not None and not line.startswith("#"):
            yield Move(match["label"], match["digest"], number, match["who"])


def _whole(name: str, key: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 20:
        raise RulecError(f"{name}: `{key}` is a whole number, not `{text[:60]}`")
    return int(text)


def _mode(name: str, text: str) -> str:
    if text not in MODES:
        raise RulecError(f"{name}: `chance` is {' or '.join(MODES)}, not `{text[:60]}`")
    return text


def _dictionary(name: str, key: str, text: str) -> dict[str, Any]:
    try:
        found = read_json(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise RulecError(f"{name}: `{key}` is not a dictionary in JSON")
    return found
