"""Conditions that never hold, or always: found, explained, and never wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import check
from rulec.interp.face import interpret
from tests.cases.test_member_names import checked, rules

RAISE = "raise my money by 0"

FOUND = [
    (f"if square's height > 2 and square's height < 2: {RAISE}", "R602"),
    (f"if gem is ruby and gem is opal: {RAISE}", "R602"),
    (f"if gem is ruby or gem is not ruby: {RAISE}", "R603"),
    (f"if my money < 0: {RAISE}", "R602"),
    (f"if rate = 12: {RAISE}", "R602"),
    (f"if my money = my money: {RAISE}", "R603"),
    (f"if gem in ruby + opal and gem is jade: {RAISE}", "R602"),
    (f"if my money > 5:\n    if my money < 3: {RAISE}", "R602"),
    (f"if gem is ruby:\n    raise my money by 1\n    if gem is opal: {RAISE}", "R602"),
    (f"if gem is ruby: {RAISE}\n  otherwise:\n    if gem is ruby: {RAISE}", "R602"),
    (f"choose one as way:\n    big when my money > 20: {RAISE}\n    small: nothing", "R602"),
    (
        f"choose one as way:\n    big when my money > 4:\n      if my money = 2: {RAISE}\n    small: nothing",
        "R602",
    ),
    ("if some squares where (height > 2 and height = 1): raise my money by 1", "R602"),
    ("let found = 1 if my money > 30 else 2\n  raise my money by found", "R602"),
    ("let found = number of squares where height >= 0\n  raise my money by found", "R603"),
    (f"if not (my money >= 0): {RAISE}", "R602"),
    (f"if my money > square's height and my money < square's height: {RAISE}", "R602"),
    (f"if my money < square's height:\n    if square's height > my money: {RAISE}", "R603"),
    (f"if my money is not square's height and my money = square's height: {RAISE}", "R602"),
    (f"if some squares where height > 1:\n    if no squares where height > 1: {RAISE}", "R602"),
    (f"if no squares where height > 1 and (number of squares where height > 1) > 2: {RAISE}", "R602"),
    (f"let found = 3\n  if found > 4: {RAISE}", "R602"),
    (f"choose player from others as other:\n    if player is me: {RAISE}", "R602"),
]

QUIET = [
    f"if my money > 3 and my money < 5: {RAISE}",
    f"if my money > 3 and my money > 1: {RAISE}",
    f"if my money > 5:\n    raise my money by 1\n    if my money < 3: {RAISE}",
    f"if gem is ruby or gem is opal: {RAISE}",
    f"if my money > 5: {RAISE}\n  if my money <= 5: {RAISE}",
    f"if square's height >= 0 + rate: {RAISE}",
    f"each p in players: if p's money > me's money: {RAISE}",
    "raise my money by number of s in squares where (s's height > 1 and square's height = 0)",
    f"if yes: {RAISE}",
    f"repeat while my money < 3: {RAISE}",
    f"if my money >= square's height and my money <= square's height: {RAISE}",
    f"if my money > square's height:\n    raise my money by 1\n    if my money < square's height: {RAISE}",
    f"if some squares where height > 1:\n    if no squares where height > 2: {RAISE}",
    f"let found = my money\n  if found > 4: {RAISE}",
    f"choose player from others as other:\n    if player's money > my money: {RAISE}",
]


@pytest.mark.parametrize(("line", "code"), FOUND)
def test_foregone_conditions_are_warned_about(line: str, code: str) -> None:
    found = checked(rules(line))
    assert [one.code for one in found.diagnostics] == [code]
    assert found.game is not None


@pytest.mark.parametrize("line", QUIET)
def test_conditions_that_may_hold_are_left_alone(line: str) -> None:
    assert checked(rules(line)).diagnostics == ()


@pytest.mark.parametrize(
    ("always", "places"),
    [
        (["rate > 12"], [(1, None)]),
        (["rate < 5 and rate > 6"], [(1, 1)]),
        (["rate > 3", "rate < 2"], [(2, 1)]),
        (["rate > 3", "me is p1", "not (me is p1)"], [(3, 2)]),
        (["some squares where height > 1", "no squares where height > 1"], [(2, 1)]),
        (["me is p1 or my money > 3", "my money < 2 or rate > 1"], []),
        (["rate < 20", "rate > 3", "rate > 2"], []),  # says no more than is known, but may say it
        (["rate > 3", "no squares where height > rate"], []),
    ],
)
def test_what_always_holds_can_hold(always: list[str], places: list[tuple[int, int | None]]) -> None:
    lines = "".join(f"always rule_{n}: {condition}\n" for n, condition in enumerate(always))
    text = rules(RAISE).replace("play:", f"{lines}play:", 1)
    before = text[: text.index("always rule_0")].count("\n")
    found = [one for one in checked(text).diagnostics if one.code == "R602"]
    others = [[note.span.line - before for note in one.notes] or [None] for one in found]
    assert [(one.span.line - before, *other) for one, other in zip(found, others, strict=True)] == places


def test_the_other_condition_is_a_second_place() -> None:
    (found,) = checked(rules(f"if my money > 5:\n    if my money < 3: {RAISE}")).diagnostics
    assert [one.span.line for one in found.notes] == [found.span.line - 1]
    assert "from 6 to 20" in found.message


@pytest.mark.parametrize(
    ("end", "change", "codes"),
    [
        ("hours = 10", "raise hours by 3", ["R604"]),
        ("10 = hours", "raise hours by 3", ["R604"]),
        ("hours = 10 or rate > 5", "raise hours by 1", ["R604"]),
        ("hours >= 10", "raise hours by 3", []),
        ("hours = 20", "raise hours by 1", []),  # it can't stand beyond
        ("hours = 10", "lower hours by 1", ["R604"]),
        ("hours = 0", "lower hours by 1", []),
    ],
)
def test_ends_that_can_be_missed(end: str, change: str, codes: list[str]) -> None:
    text = rules(change).replace("rate: 0 to 9", "rate: 0 to 9\n  hours: 0 to 20, starts 15")
    text = text.replace("play:", f"end when {end}, at any moment: end the game\nplay:")
    found = checked(text).diagnostics
    assert [one.code for one in found] == codes
    for one in found:
        fix = one.hint.removeprefix("write `").removesuffix("`")
        lines = text.split("\n")
        at = one.span.line - 1
        lines[at] = lines[at][: one.span.column - 1] + fix + lines[at][one.span.end_column - 1 :]
        assert checked("\n".join(lines)).diagnostics == ()


@pytest.mark.parametrize(
    ("sentence", "codes"),
    [
        ("if hours = 10: end the game", ["R604"]),
        ("if hours = 10:\n    raise my money by 1\n    end the game", ["R604"]),
        ("repeat until hours = 10: raise my money by 0", ["R604"]),
        ("if hours >= 10: end the game", []),
        ("if hours = 10: raise my money by 0", []),
    ],
)
def test_ends_inside_rules_can_be_missed(sentence: str, codes: list[str]) -> None:
    text = rules(f"{sentence}\n  raise hours by 3").replace("rate: 0 to 9", "rate: 0 to 9\n  hours: 0 to 20")
    assert [one.code for one in checked(text).diagnostics] == codes


# --- soundness: what is said to be foregone is so in every state -------------------------------------------

HEAD = """game "Small"
  players 2
  length 40
kind hues of hue: red, green, blue
the game has:
  low: 0 to 2
  high: -1 to 2
  paint: hue
  loved: maybe hue
  done: 0 to 1
{variables}
play:
  repeat until done = 1:
    each player acting in seat order: turn
turn:
  choose n from 0 to 2 as first_number
  choose m from -1 to 2 as second_number
  choose hue from hues as painted
  choose one as liking:
    nothing_at_all: set loved to none
    something: set loved to the last of hues
  set low to n
  set high to m
  set paint to hue
{lines}
  set done to 1
score:
  "Points": 1
"""


def _number(rnd: random.Random) -> str:
    named = ["low", "high", "n", "m", "high - 1", "low * 2"]
    return rnd.choice([*named, str(rnd.randint(-1, 3)), "low + high", "low mod 2"])


def _condition(rnd: random.Random, depth: int) -> str:
    if depth > 0 and rnd.random() < 0.75:
        one, other = _condition(rnd, depth - 1), _condition(rnd, depth - 1)
        return rnd.choice([f"({one} and {other})", f"({one} or {other})", f"(not {one})"])
    hue = rnd.choice(["red", "green", "blue"])
    return rnd.choice(
        [
            f"({_number(rnd)} {rnd.choice(['=', '<', '<=', '>', '>='])} {_number(rnd)})",
            f"(paint {rnd.choice(['is', 'is not', '<', '>='])} {hue})",
            f"(hue {rnd.choice(['is', 'is not'])} {hue})",
            f"(loved {rnd.choice(['is', 'is not'])} {rnd.choice([hue, 'none'])})",
            f"(paint {rnd.choice(['in', 'not in'])} ({hue} + green))",
        ]
    )


def _source(pairs: list[tuple[str, str]]) -> SourceText:
    """A game in which each condition is asked below another; `seen` keeps the answer: 1 yes, 2 no."""
    variables = "\n".join(f"  seen_{n}: 0 to 2" for n in range(len(pairs)))
    lines = "".join(
        f"  if {outer}:\n    set seen_{n} to 1 if {asked} else 2\n" for n, (outer, asked) in enumerate(pairs)
    )
    return SourceText("small.rules", HEAD.format(variables=variables, lines=lines.rstrip("\n")))


def _answers(source: SourceText, number: int) -> list[set[int]]:
    """All that each condition ever answers, over every state that can be chosen."""
    seen: list[set[int]] = [set() for _ in range(number)]

    def play(state: Any) -> Iterator[Any]:
        if state.is_terminal():
            yield state
            return
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            yield from play(after)

    module = interpret(to_program(check(source)))
    for state in play(module.State(2, seed=1)):
        values = state.to_dict()
        for n in range(number):
            seen[n].add(values[f"seen_{n}"])
    return seen


def _texts(found: Diagnostic, source: SourceText) -> str:
    return source.line(found.span.line)[found.span.column - 1 : found.span.end_column - 1]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_foregone_is_so_in_every_state(seed: int) -> None:
    rnd = random.Random(seed)
    pairs = [(_condition(rnd, 1), _condition(rnd, 2)) for _ in range(60)]
    source = _source(pairs)
    told = [one for one in check(source).diagnostics if one.code in {"R602", "R603"}]
    assert all(one.severity == "warning" for one in check(source).diagnostics)
    first = next(n for n, line in enumerate(source.lines, 1) if line.startswith("  if "))
    asked: list[tuple[str, str]] = []
    for one in told:
        number, below = divmod(one.span.line - first, 2)
        asked.append((pairs[number][0] if below else "yes", _texts(one, source)))
    assert len(asked) >= 5
    for one, answers in zip(told, _answers(_source(asked), len(asked)), strict=True):
        assert answers - {0} <= ({1} if one.code == "R603" else {2}), (one.message, _texts(one, source))
