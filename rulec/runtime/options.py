"""Options fixed before set-up: conversion between user values and stored values."""

from __future__ import annotations

import sys
import warnings
from types import FrameType
from typing import Any, SupportsIndex

from rulec.runtime.errors import OptionGivesWay
from rulec.runtime.numbers import plain, whole
from rulec.runtime.schema import Schema
from rulec.runtime.value_text import shown


def configuration(schema: Schema, values: tuple[int, ...]) -> dict[str, Any]:
    """Keyword arguments of `State` for a configuration."""
    options = zip(schema.options, values[1:], strict=True)
    return {"players": values[0], **{one.name: one.shown(v) for one, v in options}}


def chosen(schema: Schema, players: SupportsIndex | None, options: Any) -> tuple[int, ...]:
    """Validate and return the configuration: number of players, option values."""
    values = option_values(schema, options)
    fitting = [one for one in schema.configurations if one[1:] == values]
    given = ", ".join(f"{k}={v!r}" for k, v in configuration(schema, (0, *values)).items() if k != "players")
    if players is not None:
        players = _count(players)
    if players is not None and players not in schema.players:
        counts = " or ".join(map(str, schema.players))
        raise ValueError(f"{schema.name} is played with {counts} players, not {shown(players)}")
    if players is not None and (players, *values) not in fitting:
        closest = _closest(schema, players, values, set(options))
        if closest is not None:
            _say_what_gave_way(schema, values, closest)
            return closest
    if not fitting:
        raise ValueError(f"{schema.name} is not played with {given}")
    if players is None:
        return fitting[0]
    if (players, *values) not in fitting:
        counts = " or ".join(str(one[0]) for one in fitting)
        raise ValueError(f"with {given} {schema.name} is played with {counts} players, not {players}")
    return (players, *values)


def _count(players: SupportsIndex) -> int:
    number = whole(players)
    if number is None:
        raise ValueError(f"players is a whole number, not {shown(players)}")
    return number


def _closest(
    schema: Schema, players: int, values: tuple[int, ...], named: set[str]
) -> tuple[int, ...] | None:
    """Configuration for this many players that changes the fewest unnamed options."""
    found: tuple[int, ...] | None = None
    fewest = len(values) + 1
    for one in schema.configurations:
        changed = [
            option.name
            for option, value, wanted in zip(schema.options, one[1:], values, strict=True)
            if value != wanted
        ]
        if one[0] == players and not named & set(changed) and len(changed) < fewest:
            found, fewest = one, len(changed)
    return found


def _say_what_gave_way(schema: Schema, wanted: tuple[int, ...], chosen: tuple[int, ...]) -> None:
    """Warn that options deviate from their default to fit the number of players."""
    options = list(zip(schema.options, wanted, chosen[1:], strict=True))
    there = ", ".join(f"{one.name}={one.shown(new)!r}" for one, old, new in options if old != new)
    default = ", ".join(f"{one.name}={one.shown(old)!r}" for one, old, new in options if old != new)
    message = (
        f"with {default} {schema.name} is not played by {chosen[0]} players: this game has {there} "
        "(name it to choose it)"
    )
    level = _caller()
    if level:
        warnings.warn(message, OptionGivesWay, stacklevel=level)


def _caller() -> int:
    """Stack level of the first caller outside rulec; 0 if there is none."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != "rulec":
            return level
        level, frame = level + 1, frame.f_back
    return 0


def option_values(schema: Schema, options: Any) -> tuple[int, ...]:
    """Validate options and return their stored values, defaults included."""
    if not isinstance(options, dict):
        raise ValueError("options are a dictionary: name -> value")
    known = {one.name: one for one in schema.options}
    for name in options:
        if name not in known:
            names = ", ".join(map(repr, known))
            raise ValueError(
                f"{schema.name} has no option {shown(name)}" + (f", only {names}" if names else "")
            )
    found = []
    for option in schema.options:
        value = plain(options.get(option.name, option.default))
        places = [n for n, one in enumerate(option.values) if type(one) is type(value) and one == value]
        if not places:
            values = ", ".join(map(repr, option.values[:8])) + " ..." * (len(option.values) > 8)
            raise ValueError(f"the option {option.name!r} is one of {values}, not {shown(value)}")
        found.append(option.kept[places[0]])
    return tuple(found)
