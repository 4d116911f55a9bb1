"""Output of `rulec diff`: differences of rules, differences in play, JSON."""

from __future__ import annotations

import dataclasses
import textwrap
from math import isfinite
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.configurations import in_words
from rulec.cli.sim.tables import print_table, short_number

if TYPE_CHECKING:
    from rulec.cli.sim.play_games import Played
    from rulec.cli.sim.rule_counts import RuleCoverage
    from rulec.insight.rule_passages import Difference, Passage
    from rulec.sim.play_diff import Contrast, Figure, OnlyInOne, Side

_WIDTH = 96  # width of a one-line difference
_NAMED = 12  # rows of elements in one game only
_OF_RULES = ("rules carried out", "rules that came")
_ALWAYS = ("length", "scores", "victories")  # other groups are too long to show completely


# --- rules ----------------------------------------------------------------------------------------------


def print_rules(names: list[str], found: tuple[Difference, ...]) -> None:
    if not found:
        print(f"{names[0]} and {names[1]}: the same rules")
        return
    print(output.paint(f"- {names[0]}", "red"))
    print(output.paint(f"+ {names[1]}", "green"))
    section = owner = ""
    for one in found:
        if one.section != section:
            section, owner = one.section, ""
            print(f"\n{output.paint(section, 'bold')}")
        if one.owner != owner:
            owner = one.owner
            only = {"added": "only in B", "removed": "only in A", "renamed": "renamed"}.get(one.kind, "")
            print(f"  {owner}" + (f": {only}" if only and not one.name else ""))
        _print_one(one)
    print(f"\n{output.count(len(found), 'difference')} in the rules")


def _print_one(one: Difference) -> None:
    left, right = one.left, one.right
    if one.name and left is not None and right is not None:
        short = f"    {one.name}: {left.text} -> {right.text}"
        places = f"   ({_place(left)}, {_place(right)})"
        if len(short) + len(places) <= _WIDTH or (len(short) <= _WIDTH // 2):
            print(short + output.paint(places, "dim"))
            return
    if one.name:
        only = {"added": ": only in B", "removed": ": only in A", "moved": ": begins otherwise"}
        print(f"    {one.name}{only.get(one.kind, '')}")
    sides: tuple[tuple[str, Passage | None, output.Style], ...] = (("-", left, "red"), ("+", right, "green"))
    for sign, passage, style in sides:
        if passage is not None:
            more = f"  (and {output.count(passage.below, 'line')} below)" if passage.below else ""
            print(output.paint(f"      {sign} {_place(passage)}: {passage.text}{more}", style))


def _place(passage: Passage) -> str:
    return f"{passage.file}:{passage.line}"


# --- play -----------------------------------------------------------------------------------------------


def print_play(
    names: list[str],
    differ: tuple[Difference, ...],
    played: list[Played],
    seen: list[RuleCoverage],
    everything: bool,
) -> None:
    from rulec.sim.contrast_words import in_words as contrast_in_words
    from rulec.sim.play_diff import GROUPS, contrast

    sides = sides_of(played, seen)
    found = contrast(*sides)
    changed = {one.rule for one in differ}
    print(f"\n{output.paint('in play', 'bold')}")
    for sign, name, one in zip("AB", names, played, strict=True):
        plan = one.plan
        about = f"{plan.games:,} games, {in_words(plan.configuration)}, on the {one.back_end}"
        print(f"  {sign}  {name}: {about}, {one.seconds:.1f} s")
    plan = played[0].plan
    print(f"  seats  {', '.join(plan.ways)}; seed {plan.seed}")
    for sign, one in zip("AB", played, strict=True):
        for message, count in sorted(one.tally.stopped.items()):
            told = f"  {sign}: {output.count(count, 'game')} stopped by the rules: {message}"
            print(output.paint(f"{told} (seed {one.tally.first_stopped[message]})", "red"))
    if seen:
        looked_at = " and ".join(f"{one.games:,} of {sign}" for sign, one in zip("AB", seen, strict=True))
        print(f"  rules  gone through in {looked_at}, sentence by sentence")
    print()
    for sentence in contrast_in_words(found, *sides, played[0].plan.ways):
        print(textwrap.fill(sentence, _WIDTH, initial_indent="  ", subsequent_indent="    "))
    for group in GROUPS:
        _print_group(group, found.of(group), changed, everything)
    for in_left, sign in ((True, "A"), (False, "B")):
        _print_alone(sign, [one for one in found.alone if one.in_left == in_left], everything)
    _print_method(found)


def contrast_of(played: list[Played], seen: list[RuleCoverage]) -> Contrast:
    from rulec.sim.play_diff import contrast

    return contrast(*sides_of(played, seen))


def sides_of(played: list[Played], seen: list[RuleCoverage]) -> tuple[Side, Side]:
    from rulec.sim.play_diff import Side

    came = [{rule.name: rule.came for rule in one.rules} for one in seen] or [{}, {}]
    left, right = (Side(one.game, one.tally, rules) for one, rules in zip(played, came, strict=True))
    return left, right


def _patched(one: Figure, changed: set[str]) -> bool:
    """Check whether the figure belongs to a rule that differs in B."""
    return one.group in _OF_RULES and one.name in changed


def _print_group(group: str, figures: list[Figure], changed: set[str], everything: bool) -> None:
    if not figures:
        return
    shown = figures
    if group not in _ALWAYS and not everything:
        shown = [one for one in figures if one.verdict.startswith("clearly") or _patched(one, changed)]
        shown.sort(key=lambda one: one.comparison.chance)
    rows = [
        [
            f"  {_name(one)}",
            _value(one, one.left.mean),
            _value(one, one.right.mean),
            _interval(one),
            one.verdict,
        ]
        for one in shown
    ]
    hidden = [one for one in figures if one not in shown]
    title = {
        "decisions asked": "decisions asked, share of games",
        "options taken": "options taken, times a game",
        "rules carried out": "rules carried out, times a game",
        "rules that came": "rules that came, share of games",
    }
    heads = ["A", "B", "B - A (95 %)", "B has"]
    print_table(title.get(group, group), heads if rows else [], rows)
    for verdict in ("no difference seen", "too few games to say"):
        count = sum(one.verdict == verdict for one in hidden)
        if count:
            print(f"  {count:,} more: {verdict} (--all)")


def _name(one: Figure) -> str:
    seat = f"player {one.seat + 1}" if one.seat is not None else ""
    return f"{one.name}, {seat}" if seat and one.group == "scores" else seat or one.name


def _value(one: Figure, value: float) -> str:
    return f"{value:.1%}" if one.left.is_share else short_number(value)


def _interval(one: Figure) -> str:
    found = one.comparison
    if not (isfinite(found.low) and isfinite(found.high)):
        return "-"
    if one.left.is_share:
        middle, low, high = (f"{100 * value:+.1f}" for value in (found.difference, found.low, found.high))
        return f"{middle} ({low} to {high}) points"
    middle, low, high = (_signed(value) for value in (found.difference, found.low, found.high))
    return f"{middle} ({low} to {high})"


def _signed(value: float) -> str:
    text = short_number(abs(value))
    return ("+" if value > 0 else "-") + text if float(text.replace(",", "")) else text


def _print_alone(sign: str, alone: list[OnlyInOne], everything: bool) -> None:
    if not alone:
        return
    print(f"\nonly in {sign}, games in which it came")
    shown = alone if everything else sorted(alone, key=lambda one: -one.games)[:_NAMED]
    output.rows([(f"{one.group}: {one.name}", _alone(one)) for one in shown])
    if len(alone) > len(shown):
        print(f"  {len(alone) - len(shown):,} more (--all)")


def _alone(one: OnlyInOne) -> str:
    games = f"{one.games:,} of {one.of:,}"
    return games if one.times is None else f"{games}, {short_number(one.times)} times a game"


def _print_method(found: Contrast) -> None:
    from rulec.sim.play_diff import SMALL_SHARE, SMALL_SPREAD
    from rulec.sim.statistics import RISK

    points = f"{100 * SMALL_SHARE:.0f} points"
    clear = sum(one.verdict.startswith("clearly") for one in found.figures)
    print(f"\n{clear} of {output.count(len(found.figures), 'figure')} clearly differ")
    print(
        "Games of A and B are independent. Means are compared by Welch's test, shares by that of two\n"
        "proportions with Newcombe's interval; each interval by itself is a 95 % one. `clearly` takes\n"
        f"all figures together: the risk that chance makes any of them look so is below {RISK:.0%} (Holm).\n"
        f"`no difference seen`: the interval has 0 in it and lies within {points} of a share, or\n"
        f"within {SMALL_SPREAD} of the spread between games. Else more games are needed."
    )


# --- JSON -----------------------------------------------------------------------------------------------


def as_json(
    names: list[str], found: tuple[Difference, ...], played: list[Played], seen: list[RuleCoverage]
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "files": names,
        "same": not found,
        "rules": [dataclasses.asdict(one) for one in found],
    }
    if played:
        answer["play"] = _play_json(played, seen)
    return answer


def _play_json(played: list[Played], seen: list[RuleCoverage]) -> dict[str, Any]:
    found = contrast_of(played, seen)
    return {
        "games": [one.tally.games for one in played],
        "configurations": [one.plan.configuration for one in played],
        "seats": list(played[0].plan.ways),
        "seed": played[0].plan.seed,
        "stopped": [one.tally.stopped for one in played],
        "rules_looked_at": [one.games for one in seen],
        "figures": [_figure_json(one) for one in found.figures],
        "alone": [
            {
                "group": one.group,
                "name": one.name,
                "in": "A" if one.in_left else "B",
                "games": one.games,
                "of": one.of,
                "times": one.times,
            }
            for one in found.alone
        ],
    }


def _figure_json(one: Figure) -> dict[str, Any]:
    found = one.comparison
    interval = [found.low, found.high] if isfinite(found.low) and isfinite(found.high) else None
    return {
        "group": one.group,
        "name": one.name,
        "player": None if one.seat is None else one.seat + 1,
        "a": one.left.mean,
        "b": one.right.mean,
        "difference": found.difference,
        "interval": interval,
        "chance": found.chance,
        "adjusted": one.adjusted,
        "verdict": one.verdict,
    }
