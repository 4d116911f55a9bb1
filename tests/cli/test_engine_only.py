"""`rulec selftest --engine-only`, and that an engine of a debug build finds what is planted in it."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.compiler import generate, to_program
from rulec.errors import RulecError
from rulec.frontend import check, read_source
from rulec.native.build_module import build_module
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from rulec.sim.selftest.engine_only import EngineOnlyPlan, Report, play_engine_only
from tests.cli.tools import CONNECT_FOUR, ROOT, TIC_TAC_TOE, Cli

STOCKS = ROOT / "tests" / "games" / "stocks.rules"


def tampered(path: Path, change: Callable[[str], str], debug: bool = True) -> Any:
    """An engine whose generated text was changed."""
    generated = generate(to_program(check(read_source(path))), debug=debug)
    ((name, text),) = generated.files.items()
    wrong = change(text)
    assert wrong != text
    built = build_module(
        dataclasses.replace(generated, files={name: wrong}),
        options=BuildOptions(debug=debug, optimise="-O0", native=False),
    )
    return load_module(built.path, built.name, built.build_id, path)


def without_taking(text: str) -> str:
    """A disc that is placed stays in the stock as well."""
    return text.replace("(s.v_discs[rulec_index(s.v_play_player, 2)] - 1)", "s.v_discs[s.v_play_player]")


def test_a_piece_that_is_not_taken_from_its_stock_is_found() -> None:
    game = tampered(Path(CONNECT_FOUR), without_taking)
    with pytest.raises(
        RulecError, match=r"pieces are placed, so 20 are left, not 21, after 'drop: .*a bug of"
    ):
        game.playouts(3, seed=1)
    with pytest.raises(RulecError, match="`discs.1`"):
        game.State(seed=1).apply_index(0)
    report = play_engine_only(game, EngineOnlyPlan(games=10))
    assert not report.ok
    assert "in the game with seed" in report.findings[0]


def test_without_debug_nothing_is_looked_at_natively() -> None:
    """And the game that is loaded from its bytes finds it all the same."""
    bare = tampered(Path(CONNECT_FOUR), without_taking, debug=False)
    assert bare.playouts(3, seed=1).decisions.min() > 6
    assert (
        "a state that can't be, at decision 1" in play_engine_only(bare, EngineOnlyPlan(games=10)).findings[0]
    )


def test_bounds_are_looked_at_though_nothing_is_stored() -> None:
    """A cell that a plain write of memory spoils, past every check of what rules store."""
    game = tampered(
        Path(TIC_TAC_TOE),
        lambda text: text.replace("    s.v_decisions += 1\n", "    s.v_decisions += 1\n    s.v_seats = 77\n"),
    )
    with pytest.raises(RulecError, match="`seats`"):
        game.playouts(1, seed=0)


def test_what_lies_in_many_places_is_counted() -> None:
    """No false alarm where pieces lie in counts, sets, lists and on spaces: in test games of all sorts."""
    engine = rulec.load(STOCKS, debug=True, optimise="-O0", native=False)
    for number, configuration in enumerate(engine.CONFIGURATIONS):
        engine.playouts(20, seed=number, **configuration)


@pytest.mark.parametrize("debug", [False, True])
def test_on_the_command_line(cli: Cli, builds: Path, debug: bool) -> None:
    call = ("selftest", TIC_TAC_TOE, "--engine-only", *(["--debug"] if debug else []), "--games", "1200")
    ran = cli(*call, "--state", "done.json")
    assert ran.status == 0
    assert "  games      1,200 in 1 configuration\n" in ran.out
    assert ("bounds, options and pieces looked at" in ran.out) == debug
    assert ("without checks: only --debug has them" in ran.out) != debug
    again = json.loads(cli(*call, "--state", "done.json", "--format", "json").out)
    assert (again["games"], again["longest"], again["ok"]) == (1200, 9, True)
    other = cli(*call, "--state", "done.json", "--seed", "5")
    assert other.error == "error: done.json belongs to a run with other rules, seed or configurations"


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    game: Any = rulec.interpret(TIC_TAC_TOE)
    played: list[int] = []

    def tell(report: Report) -> None:
        played.append(report.games)

    whole = play_engine_only(game, EngineOnlyPlan(games=40))
    play_engine_only(game, EngineOnlyPlan(games=30), tell, tmp_path / "done")
    more = play_engine_only(game, EngineOnlyPlan(games=40), tell, tmp_path / "done")
    play_engine_only(game, EngineOnlyPlan(games=40), tell, tmp_path / "done")
    assert played == [30, 40]  # a batch that is to have more games is played anew
    assert (more.games, more.decisions, more.loaded) == (whole.games, whole.decisions, whole.loaded)
    (tmp_path / "done").write_text(json.dumps({"engine only": random.random()}))
    with pytest.raises(RulecError, match="belongs to a run"):
        play_engine_only(game, EngineOnlyPlan(games=40), None, tmp_path / "done")
    (tmp_path / "done").write_text("[]")
    with pytest.raises(RulecError, match="is not a saved state of engine-only games"):
        play_engine_only(game, EngineOnlyPlan(games=40), None, tmp_path / "done")
