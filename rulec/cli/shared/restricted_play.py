"""Options `--forbid` and `--prefer`: parsing and usage statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.policies.restrictions import Restricted, Restriction


def read(
    game: Game, configuration: dict[str, Any], forbid: Sequence[str] | None, prefer: Sequence[str] | None,
    players: int | None = None,
) -> tuple[tuple[Restriction, ...], tuple[Restricted, ...]]:  # fmt: skip
    """Parse the restrictions; return them as given and by player.

    `players` are those of a ladder; by default those of the configuration.
    """
    if not forbid and not prefer:
        return (), ()
    from rulec.policies.restrictions import read_restrictions, restricted

    players = players or configuration["players"]
    description = game.State(seed=0, record=False, **configuration).description()
    found = read_restrictions(forbid or (), prefer or (), description, players)
    return found, restricted(found, players)


def rows(
    found: Sequence[Restriction], narrowed: Mapping[int, int], forced: Mapping[int, int], names: Sequence[str]
) -> list[tuple[str, str]]:
    """Rows on the restrictions and their effect, one per player."""
    lines = [
        ("prefer" if one.prefers else "forbid", f"{one.text}  ({output.count(len(one.actions), 'option')})")
        for one in found
    ]
    for player, name in enumerate(names):
        if narrowed.get(player) or forced.get(player):
            told = f"options left out at {output.count(narrowed.get(player, 0), 'decision')}"
            if forced.get(player):
                told += f"; nothing else was offered at {output.count(forced[player], 'decision')}"
            lines.append((name, told))
    if found and len(lines) == len(found):
        lines.append(("", "never offered: no decision was restricted"))
    return lines


def as_json(
    found: Sequence[Restriction], narrowed: Mapping[int, int], forced: Mapping[int, int], players: int
) -> list[dict[str, Any]]:
    """Restrictions and their effect as JSON, one record per player."""
    return [
        {
            "player": player + 1,
            "forbid": [one.text for one in found if not one.prefers and player in (one.players or {player})],
            "prefer": [one.text for one in found if one.prefers and player in (one.players or {player})],
            "decisions_narrowed": narrowed.get(player, 0),
            "decisions_forced": forced.get(player, 0),
        }
        for player in range(players)
    ]
