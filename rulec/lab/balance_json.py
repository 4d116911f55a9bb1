"""JSON document of `rulec balance --format json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rulec.lab.balance import Balance
from rulec.lab.confidence import Evidence
from rulec.lab.findings import findings, score
from rulec.lab.part_values import PartValue, Value


def as_json(found: Balance) -> dict[str, Any]:
    plan = found.plan
    parts, chances = found.judged()
    return {
        "game": found.game.NAME,
        "title": found.game.TITLE,
        "rules": found.game.RULES_HASH,
        "configurations": list(plan.configurations),
        "seed": plan.seed,
        "budget": {"games": plan.games, "seconds": plan.seconds},
        "seconds": found.seconds,
        "interrupted": found.interrupted,
        "player": found.player,
        "games": found.values.games,
        "played_again": found.replayed,
        "findings": [
            {"topic": one.topic, "text": one.text, "stands_out": one.stands_out} for one in findings(found)
        ],
        "seats": _seats(found, chances),
        "skill": _skill(found, chances),
        "judged_by": "lead" if found.values.scored else "wins",
        "small": found.values.small,
        "parts": [_part(one) for one in parts],
        "flow": asdict(found.flow()) if found.courses else None,
    }


def _seats(found: Balance, chances: list[float]) -> list[dict[str, Any]]:
    rows, place = [], 0
    for one in found.seats:
        shares = one.shares()
        rows.append(
            {
                "players": one.players,
                "way": one.way,
                "games": one.games,
                "stopped": one.stopped,
                "wins": [
                    {"share": each.mean, "low": each.low, "high": each.high, "chance": chances[place + seat]}
                    for seat, each in enumerate(shares)
                ],
                "points": [{"mean": each.mean, "margin": each.margin} for each in one.points],
            }
        )
        place += len(shares)
    return rows


def _skill(found: Balance, chances: list[float]) -> dict[str, Any]:
    ladder = found.ladder
    first = len(chances) - len(ladder.pairs)
    return {
        "players": [
            {"player": way, "rating": rating.value, "low": rating.low, "high": rating.high,
             "seconds": ladder.seconds_of(way)}
            for way, rating in zip(ladder.ways, ladder.ratings(), strict=True)
            if way not in found.left_out
        ],
        "pairs": [
            {"players": list(pair.ways), "games": pair.games, "chance": chances[first + place],
             **score(pair.score.interval())._asdict()}
            for place, pair in enumerate(ladder.pairs) if pair.games
        ],
        "left_out": list(found.left_out),
    }  # fmt: skip


def _part(one: PartValue) -> dict[str, Any]:
    return {
        "name": one.part.name,
        "kind": one.part.kind,
        "restriction": one.part.restriction,
        "options": len(one.part.actions),
        "verdict": one.verdict,
        "games_offered": one.offered,
        "games_taken": one.taken,
        "never": _value(one.forbidden, one.chances[0]),
        "always": _value(one.preferred, one.chances[1]),
    }


def _value(one: Value, chance: float) -> dict[str, Any]:
    return {
        "games": one.lead.count,
        "changed": one.changed,
        "chance": chance,
        "points": _figure(one.points),
        "lead": _figure(one.lead),
        "wins": _figure(one.wins),
        "stopped": dict(one.stopped),
    }


def _figure(one: Evidence) -> dict[str, float] | None:
    return dict(one.interval()._asdict()) if one.count else None
