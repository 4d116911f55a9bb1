"""Configurations of a game (number of players and options) as a user writes them."""

from __future__ import annotations

from typing import Any

from rulec.errors import RulecError


def configuration(text: str, known: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """`players=2,map=western` among those there are; `2` is a number of players."""
    wanted = set()
    for part in text.split(","):
        name, found, value = part.strip().partition("=")
        wanted.add((name.strip(), value.strip()) if found else ("players", name))
    fitting = [one for one in known if {(key, str(value)) for key, value in one.items()} == wanted]
    if len(fitting) != 1:
        raise RulecError(
            f"there is no configuration `{text}`", f"there are {', '.join(map(in_words, known))}"
        )
    return fitting[0]


def in_words(one: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in one.items())
