"""Great Western Trail: every configuration to its end."""

from __future__ import annotations

import json
import random
import re
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest

from tests.cli.tools import start
from tests.engines import ROOT, installed

RULES = ROOT / "games" / "great_western_trail.rules"
LARGEST = 48  # options: a free space of the railroad, behind space 39


@cache
def trail() -> Any:
    return installed(RULES)


@pytest.mark.long
def test_every_configuration_is_played_to_its_end() -> None:
    """Two to four players; neutral buildings by letter or by chance; sides all a, all b or by chance."""
    game = trail()
    assert len(game.CONFIGURATIONS) == 18
    for seed, configuration in enumerate(game.CONFIGURATIONS):
        state, rnd = game.State(**configuration, seed=seed), random.Random(seed)
        while not state.is_terminal():
            options = state.legal_actions()
            assert len(options) <= LARGEST
            state.apply_action(rnd.choice(options))
        assert state.to_dict()["token"] is None


def noted() -> dict[str, Any]:
    """What random players never use, with the reasons."""
    inventory = RULES.with_suffix(".statements.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(inventory)["never_taken"]
    return found


def options_of(key: str) -> set[str]:
    decision, _, options = key.partition(": ")
    return {f"{decision}: {one}" for one in options.split(", ")}


def test_what_random_players_never_use_is_used_in_an_example() -> None:
    examples = re.findall(
        r'^example "(.+?)":(.*?)(?=^\S|\Z)', RULES.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    text = dict(examples)
    for key, row in noted()["rare"].items():
        lines = [
            one for one in text[row["example"]].splitlines() if one.lstrip().startswith(("play", "offered"))
        ]
        assert row["why"], key
        for option in options_of(key):
            assert any(f'"{option}' in one for one in lines), (option, row["example"])


@pytest.mark.long
def test_nothing_else_is_never_used() -> None:
    """With the same seed it is the same games that are played."""
    chosen = "players=2,neutral_buildings=at_random,sides=tossed"
    out, _ = start(
        "sim", str(RULES), "--games", "10000", "--config", chosen, "--format", "json"
    ).communicate()
    played = json.loads(out)
    rare = noted()["rare"].keys()
    known = {one for key in [*rare, *noted()["cannot_be"]] for one in options_of(key)}
    assert set(played["never_asked"]) <= rare
    never = [f"{decision}: {one}" for decision, options in played["never_taken"].items() for one in options]
    assert [one for one in never if not any(fnmatchcase(one, pattern) for pattern in known)] == []
