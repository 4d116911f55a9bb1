"""Parses and formats configurations: number of players and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game

_SHOWN = 6  # configurations listed in a message
_FLAGS = {"True": "yes", "False": "no"}  # Python spelling


def matching(text: str, game: Game) -> tuple[dict[str, Any], ...]:
    """All configurations that match `players=2,map=western`."""
    players, options = parse_partial(text, game)
    wanted = dict(options) if players is None else {"players": players, **options}
    found = tuple(one for one in game.CONFIGURATIONS if wanted.items() <= one.items())
    if not found:
        raise RulecError(f"there is no configuration with `{text}`", _there_are(game))
    return found


def _there_are(game: Game) -> str:
    known = [in_words(one) for one in game.CONFIGURATIONS]
    if len(known) <= _SHOWN:
        return f"there are {', '.join(known)}"
    return f"there are {len(known)}: {', '.join(known[: _SHOWN // 2])} ..."


def parse_partial(text: str | None, game: Game) -> tuple[int | None, dict[str, Any]]:
    """Parse `map=western` or `players=5,map=western`; unnamed options keep their defaults."""
    players: int | None = None
    options: dict[str, Any] = {}
    for part in [] if text is None else text.split(","):
        name, found, value = (word.strip() for word in part.partition("="))
        if name == "players" or (not found and name.isdecimal()):
            word = value if found else name
            if not word.isdecimal():
                raise RulecError(f"--config: `{word}` is not a number of players")
            players = int(word)
        elif name not in game.OPTIONS:
            known = ["players", *game.OPTIONS]
            hint = did_you_mean(name, known) or f"there is {', '.join(known)}"
            raise RulecError(f"--config: {game.TITLE} has no option `{name}`", hint)
        else:
            allowed = {in_rules(one): one for one in game.OPTIONS[name].values}
            value = _FLAGS.get(value, value)
            if value not in allowed:
                hint = did_you_mean(value, list(allowed)) or f"it may be {', '.join(allowed)}"
                raise RulecError(f"--config: `{name}` can't be `{value}`", hint)
            options[name] = allowed[value]
    return players, options


def most_default(game: Game, fitting: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """First of the configurations with the most options at their defaults."""
    defaults = {name: one.default for name, one in game.OPTIONS.items()}
    return max(fitting, key=lambda one: sum(one.get(name) == value for name, value in defaults.items()))


def least_with_opponent(game: Game) -> int | None:
    """Least number of players with an opponent, also in games with a solo mode."""
    return next((one for one in sorted(game.PLAYERS) if one > 1), None)


def in_words(one: dict[str, Any]) -> str:
    return ",".join(f"{key}={in_rules(value)}" for key, value in one.items())


def in_rules(value: Any) -> str:
    """Option value in rules syntax: flags are `yes` or `no`."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def check_seats(ways: Sequence[str], configuration: Mapping[str, Any]) -> None:
    """Refuse more players of `--seats` than the game has."""
    here = configuration["players"]
    if len(ways) > here:
        raise RulecError(f"--seats names {len(ways)} players, but the game has {here}")
