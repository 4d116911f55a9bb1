"""Output of `rulec tune`: numbers of the rules, goals before and after, changes, variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.configurations import in_words
from rulec.cli.shared.parameters import Format
from rulec.cli.sim.tables import print_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rulec.lab.tuning.search import Found, Tuning
    from rulec.syntax.tunable_numbers import RulesNumber


def print_numbers(numbers: Sequence[RulesNumber], format_: Format) -> None:
    """Print all searchable numbers, assumed ones first."""
    if format_ is Format.json:
        output.print_json([_number(one) for one in numbers])
        return
    columns: dict[tuple[bool, str], list[RulesNumber]] = {}
    for one in numbers:
        columns.setdefault((not one.assumed, one.group), []).append(one)
    for printed in (False, True):
        rows = [
            [f"  {name}", f"{len(those)}", ", ".join(str(one.value) for one in those[:8]), those[0].assumed]
            for (is_printed, name), those in columns.items()
            if is_printed is printed
        ]
        for row in rows:
            row[2] += ", ..." if int(row[1]) > 8 else ""
        if rows:
            title = "numbers of the rules" if printed else "assumed numbers"
            print_table(title, ["numbers", "values", "" if printed else "why"], rows)
    if not numbers:
        print("these rules have no number that can be searched")


def _number(one: RulesNumber) -> dict[str, Any]:
    lo, hi = one.proposed
    return {
        "name": one.name, "column": one.group, "value": one.value, "from": lo, "to": hi, "step": one.step,
        "assumed": one.assumed or None, "line": one.span.line,
    }  # fmt: skip


def print_tuning(tuning: Tuning, text: str, target: Path | None, format_: Format) -> None:
    if format_ is Format.json:
        output.print_json(_as_json(tuning, text))
        return
    plan = tuning.plan
    print(output.paint(f"{tuning.game.TITLE}, {in_words(dict(plan.configuration))}", "bold"))
    pruned, stopped = len(tuning.of("pruned")), len(tuning.of("stopped"))
    left = f" ({pruned} left early" + (f", {stopped} stopped by a rule)" if stopped else ")")
    facts = [
        ("numbers", output.count(len(plan.numbers), "number")),
        ("games", f"{plan.games:,} of {', '.join(plan.ways)} players a trial; seed {plan.seed}"),
        ("trials", _counted(tuning, left if pruned or stopped else "")),
    ]
    if tuning.stopped:
        rule, times = max(tuning.stopped.items(), key=lambda one: one[1])
        facts.append(("stopped", f"{sum(tuning.stopped.values()):,} games, {times:,} of them by {rule}"))
    output.rows(facts)
    if tuning.base is None or tuning.found is None:
        done = len(tuning.of("complete"))
        print(
            f"\n{done:,} trials are finished, none confirmed by other games"
            if done
            else "\nno trial was finished"
        )
        return
    _goals(tuning, tuning.base, tuning.found)
    _changes(tuning, tuning.found)
    if not text:
        print("\nno numbers were found that are nearer to the goals than the printed ones")
    elif target is None:
        print(f"\n{text}", end="")
    else:
        print(f"\n{target}: a variant with these numbers")
        output.next_command(f"rulec check {target}")


def _goals(tuning: Tuning, base: Found, found: Found) -> None:
    from rulec.lab.tuning.variant import shown, verdict

    print(output.paint(f"\ngoals, in {found.games:,} other games", "bold"))
    for place, goal in enumerate(tuning.plan.goals):
        print(f"- {goal.text}")
        print(f"    printed  {shown(goal, base.figures[place])}")
        print(f"    found    {shown(goal, found.figures[place])}")
        print(f"    {verdict(tuning, found, place)}")


def _changes(tuning: Tuning, found: Found) -> None:
    rows = [
        [
            f"  {one.name}",
            *map(one.shown, (one.printed, found.values[one.name])),
            f"{one.lo} to {one.shown(one.hi)}",
        ]
        for one in tuning.plan.numbers
        if found.values[one.name] != one.printed
    ]
    if rows:
        print_table("changed numbers", ["printed", "found", "searched"], rows)


def _as_json(tuning: Tuning, text: str) -> dict[str, Any]:
    plan = tuning.plan

    def told(found: Found | None) -> Any:
        if found is None:
            return None
        figures = [
            [{"of": one.of or None, "value": one.value, "margin": one.margin} for one in several]
            for several in found.figures
        ]
        return {"values": found.values, "games": found.games, "figures": figures}

    return {
        "game": tuning.game.NAME,
        "configuration": dict(plan.configuration),
        "player": list(plan.ways),
        "seed": plan.seed,
        "games": plan.games,
        "seconds": round(tuning.seconds, 1),
        "resumed": tuning.resumed,
        "interrupted": tuning.interrupted,
        "goals": [
            {
                "text": goal.text,
                "met": None if tuning.found is None else tuning.found.met(goal, place),
                "distance": None
                if tuning.found is None
                else goal.distance(one.value for one in tuning.found.figures[place]) * goal.scale,
            }
            for place, goal in enumerate(plan.goals)
        ],
        "trials": {state: len(tuning.of(state)) for state in ("complete", "pruned", "stopped")},
        "printed": told(tuning.base),
        "found": told(tuning.found),
        "variant": text or None,
    }


def _counted(tuning: Tuning, left: str) -> str:
    """Return the number of trials, resumed and new, and the time of the new ones."""
    fresh = f"{len(tuning.trials) - tuning.resumed:,} in {tuning.seconds:.0f} s"
    if not tuning.resumed:
        return f"{len(tuning.trials):,}{left} in {tuning.seconds:.0f} s"
    return f"{len(tuning.trials):,}{left}: {tuning.resumed:,} resumed, {fresh}"
