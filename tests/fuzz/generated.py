"""Generated rules files held against the compiler: what `check` accepts is built and can be played."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulec.base.source_text import SourceText
from rulec.compiler import generate, to_program
from rulec.errors import RulesError
from rulec.frontend import check
from rulec.interp.face import Game, interpret, interpret_plainly
from rulec.ir.program import Program
from rulec.lower.program import lower
from rulec.semantics import typed
from tests.fuzz.sayings import make_rules

DECISIONS = 12
TRIES = 8  # courses of random choices behind an option that only plain search offers
SOON = 3  # decisions of such a course
EMITTED = 8  # the text of an engine is generated for one file of so many: a third of the time


@lru_cache(maxsize=1)
def _compiled(text: str) -> tuple[typed.Game, Program, Game] | None:
    """Check, lower and load a text for the interpreter, once for both examinations; None if refused."""
    checked = check(SourceText("generated.rules", text))
    if not checked.ok:
        return None
    assert checked.game is not None
    program = to_program(checked)
    return checked.game, program, interpret(program)


def examine(text: str, seed: int = 0, emit: bool = True) -> bool:
    """Is it accepted? What is accepted is lowered and played; a fault of rulec is raised."""
    compiled = _compiled(text)
    if compiled is None:
        return False
    _, program, game = compiled
    if emit:
        assert generate(program).files
    rng = random.Random(seed)
    try:
        state = game.State(players=program.players[0], seed=seed)
        for _ in range(DECISIONS):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        state.to_dict()
        game.State.from_bytes(state.to_bytes())
    except RulesError:
        pass  # rules may stop a game, and say where
    return True


def differs(text: str, seed: int = 0) -> str:
    """The decision at which the passes find other options than plain search; nothing if they agree."""
    compiled = _compiled(text)
    if compiled is None:
        return ""
    checked, program, marked = compiled
    lowered = replace(lower(checked, sources=program.source), source=program.source)
    plain = interpret_plainly(lowered, program, sampled=False)
    rng = random.Random(seed)
    players = program.players[0]
    try:
        one, other = marked.State(players=players, seed=seed), plain.State(players=players, seed=seed)
        for _ in range(DECISIONS):
            if one.is_terminal() or other.is_terminal():
                break
            if one.legal_labels() != other.legal_labels():
                if end_in_mistakes({*other.legal_actions()} ^ {*one.legal_actions()}, other):
                    break
                return f"{one.legal_labels()} / {other.legal_labels()}"
            action = rng.choice(one.legal_actions())
            one.apply_action(action)
            other.apply_action(action)
    except RulesError:
        pass
    return ""


def end_in_mistakes(actions: set[int], plain: Any) -> bool:
    """Are all of these offered by plain search, and does the game soon stop on each, whatever is chosen then?

    A mistake of the rules (a number out of range, a dead end of another player) is met when it is played.
    Plain search meets it in a trial, too, and takes the option; passes may skip it there and find that
    behind it there is no way on.
    """
    if not actions <= {*plain.legal_actions()}:
        return False
    rng = random.Random(0)
    return all(_stops(plain.child, action, rng) for action in sorted(actions) for _ in range(TRIES))


def _stops(child: Callable[[int], Any], action: int, rng: random.Random) -> bool:
    try:
        state = child(action)
        for _ in range(SOON):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
    except RulesError:
        return True
    return False


def fault(text: str, seed: int = 0, emit: bool = True) -> str:
    """What goes wrong, without what changes from file to file; nothing if all is right."""
    try:
        examine(text, seed, emit)
    except Exception as problem:
        trace = problem.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else trace.tb_frame.f_code.co_name
        return f"{type(problem).__name__} in {where}"
    return ""


def shrink(text: str, fails: Callable[[str], bool]) -> str:
    """The text without what the failure does not need: lines with all that stands below them."""
    lines = text.split("\n")
    changed = True
    while changed:
        changed = False
        number = 0
        while number < len(lines):
            for last in dict.fromkeys((_end(lines, number), number + 1)):
                fewer = lines[:number] + lines[last:]
                if fails("\n".join(fewer)):
                    lines, changed = fewer, True
                    break
            else:
                number += 1
    return "\n".join(lines)


def _end(lines: list[str], number: int) -> int:
    """The number of the line behind all that stands below a line."""
    deep = len(lines[number]) - len(lines[number].lstrip())
    last = number + 1
    while last < len(lines) and len(lines[last]) - len(lines[last].lstrip()) > deep:
        last += 1
    return last


def examine_generated(seed: int) -> bool:
    """Of one seed; a failure is told with the smallest file that shows it."""
    text = make_rules(seed)
    emit = seed % EMITTED == 0
    try:
        accepted = examine(text, seed, emit)
    except Exception as error:
        problem = fault(text, seed, emit)
        small = shrink(text, lambda one: fault(one, seed, emit) == problem)
        raise AssertionError(f"make_rules({seed}): {problem}\n{small}") from error
    if differs(text, seed):
        small = shrink(text, lambda one: fault(one, seed, False) == "" and bool(differs(one, seed)))
        raise AssertionError(f"make_rules({seed}): {differs(small, seed)}\n{small}")
    return accepted
