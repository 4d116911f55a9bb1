"""The pipeline: its order, what each pass declares to keep, and the check that holds it to that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulec.compiler import compile_program, generate, to_program
from rulec.frontend import check, read_source
from rulec.ir.nodes import Const
from rulec.ir.program import Program
from rulec.passes import pipeline
from rulec.passes.pass_ import MARKS, VIEWS, BrokenPass, Pass, check_result
from rulec.passes.pipeline import CHECKING, LEGALITY, PIPELINE, SPEED, run_passes
from tests.large import some_by_default

ROOT = Path(__file__).parents[2]
LIGHT = sorted([*(ROOT / "tests" / "games").glob("*.rules"), *(ROOT / "games" / "classics").glob("*.rules")])
HEAVY = sorted([*(ROOT / "games").glob("*.rules"), *(ROOT / "tests" / "probes").glob("*.rules")])
STONES = ROOT / "tests" / "games" / "stones.rules"


def lowered(path: Path) -> Program:
    return to_program(check(read_source(path)), to_be_played=False)


def test_each_pass_comes_after_those_that_it_needs() -> None:
    names = [one.name for one in PIPELINE]
    assert len(set(names)) == len(names)
    for number, one in enumerate(PIPELINE):
        assert set(one.needs) <= set(names[:number]), one.name


def test_passes_declare_what_there_is() -> None:
    for one in PIPELINE:
        assert set(one.changes) <= set(VIEWS)
        assert set(one.marks) <= set(MARKS)
        assert {"layout", "actions", "control flow"} <= set(one.keeps)
    assert {mark for one in LEGALITY for mark in one.marks} == set(MARKS)
    assert not any(one.marks for one in SPEED)


@pytest.mark.parametrize("path", some_by_default(LIGHT, 3))
def test_every_pass_keeps_what_it_declares(path: Path) -> None:
    run_passes(lowered(path), PIPELINE, check_result)


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_every_pass_keeps_what_it_declares_in_heavy_games(path: Path) -> None:
    run_passes(lowered(path), PIPELINE, check_result)


def idle_on(paths: list[Path], may_be: set[str]) -> set[str]:
    """The passes that change none of these games, so that nothing tests them; some may be idle."""
    idle = {one.name for one in PIPELINE} - may_be

    def note(one: Pass, before: Program, after: Program) -> None:
        if before != after:
            idle.discard(one.name)

    for path in paths:
        run_passes(lowered(path), PIPELINE, note)
        if not idle:
            break
    return idle


def test_every_pass_does_something_somewhere() -> None:
    assert not idle_on(LIGHT, {"tested-set-reuse", "lazy-trials"})  # need large boards, long rules


@pytest.mark.long
def test_every_pass_does_something_in_heavy_games() -> None:
    rest = {one.name for one in PIPELINE} - {"tested-set-reuse", "lazy-trials"}
    assert not idle_on(HEAVY, rest)


def broken(name: str) -> Pass:
    """A pass that declares to change nothing, and changes one thing."""

    def run(program: Program) -> Program:
        decisions, blocks = list(program.decisions), list(program.blocks)
        if name == "actions":
            decisions[0] = replace(decisions[0], name="other")
        elif name == "layout":
            return replace(program, frame_bytes=program.frame_bytes + 1)
        elif name == "control flow":
            return replace(program, start=len(blocks) - 1)
        elif name == "statements":
            number = next(n for n, block in enumerate(blocks) if block.body)
            blocks[number] = replace(blocks[number], body=())
        elif name == "options":
            group = decisions[0].groups[0]
            nothing = replace(group, options=Const(0, group.options.type))
            decisions[0] = replace(decisions[0], groups=(nothing, *decisions[0].groups[1:]))
        elif name == "group.needs_search":
            group = (
                decisions[0].groups[0].marked(needs_search=not decisions[0].groups[0].legality.needs_search)
            )
            decisions[0] = replace(decisions[0], groups=(group, *decisions[0].groups[1:]))
        elif name == "decision.never_empty":
            decisions[0] = decisions[0].marked(never_empty=not decisions[0].legality.never_empty)
        elif name == "block.ends_search":
            blocks[0] = replace(blocks[0], ends_search=not blocks[0].ends_search)
        elif name == "goes on nowhere":
            group = replace(decisions[0].groups[0], resume=len(blocks))
            decisions[0] = replace(decisions[0], groups=(group, *decisions[0].groups[1:]))
        return replace(program, decisions=tuple(decisions), blocks=tuple(blocks))

    return Pass("wrong", "is wrong", run)


@pytest.mark.parametrize(
    "fault",
    [
        *("actions", "layout", "control flow", "statements", "options"),
        *("group.needs_search", "decision.never_empty", "block.ends_search", "goes on nowhere"),
    ],
)
def test_a_pass_that_breaks_its_word_is_named(fault: str) -> None:
    with pytest.raises(BrokenPass, match=rf"pass wrong.*{fault}"):
        run_passes(lowered(STONES), [broken(fault)], check_result)


def test_a_variable_of_the_environment_checks_every_build(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = broken("options")
    run_passes(lowered(STONES), [wrong])
    monkeypatch.setenv(CHECKING, "1")
    with pytest.raises(BrokenPass):
        run_passes(lowered(STONES), [wrong])
    monkeypatch.setattr("rulec.compiler.LEGALITY", (*LEGALITY, wrong))
    with pytest.raises(BrokenPass, match="pass wrong"):
        compile_program(STONES)
    monkeypatch.undo()
    monkeypatch.setenv(CHECKING, "1")
    assert generate(compile_program(STONES)).files


def test_the_parts_are_the_whole() -> None:
    assert (*LEGALITY, *SPEED) == pipeline.PIPELINE
