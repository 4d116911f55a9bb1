"""What pieces can do: at once, once a round, whenever something happens."""

from __future__ import annotations

from typing import Any

import pytest

from rulec.compiler import compile_program, to_examples, to_program
from rulec.frontend import check, read_source
from rulec.interp.examples import ExampleRunner
from rulec.ir import nodes
from rulec.ir.walk import parts
from tests.engines import ROOT, interpreted

GUILDS = ROOT / "tests" / "games" / "abilities.rules"
LOADING = ROOT / "tests" / "games" / "loading.rules"


def test_examples_of_the_file(backend: Any) -> None:
    checked = check(read_source(GUILDS))
    outcomes = list(ExampleRunner(to_examples(checked, to_program(checked))).run(backend(GUILDS)))
    failed = [f"{one.title}: {failure}" for one in outcomes for failure in one.failures]
    assert len(outcomes) >= 10
    assert not failed, "\n".join(failed)


def test_what_is_used_is_saved_and_may_not_be_taken_from_nowhere() -> None:
    game = interpreted(GUILDS)
    shown = game.State(2).to_dict()
    shown["players"]["guests"]["1"], shown["offered"] = ["miners", "choir"], shown["offered"][:2]
    del shown["guilds"]["used"]["choir"]
    with pytest.raises(ValueError, match="guilds.used"):
        game.State.from_dict(shown)


def test_only_those_who_listen_are_looked_at() -> None:
    """What reacts to an event is found with one operation on sets, however many cards there are."""
    program = compile_program(GUILDS)
    loops = [
        one
        for block in program.blocks
        if block.rule == "whenever built"
        for one in parts(block)
        if isinstance(one, nodes.Exists | nodes.Filter)
    ]
    assert not loops


def test_room_and_accounts(backend: Any) -> None:
    checked = check(read_source(LOADING))
    outcomes = list(ExampleRunner(to_examples(checked, to_program(checked))).run(backend(LOADING)))
    failed = [f"{one.title}: {failure}" for one in outcomes for failure in one.failures]
    assert len(outcomes) >= 5
    assert not failed, "\n".join(failed)
