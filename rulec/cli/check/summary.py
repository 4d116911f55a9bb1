"""Summary of an accepted file: one line, or at length with the checks that `check` could not prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.cli.shared import output

if TYPE_CHECKING:
    from rulec.ir.program import Program
    from rulec.native.source_cache import Counts


def print_fine(name: str, counts: Counts) -> None:
    shown = [
        output.count(counts.rules, "rule"),
        output.count(counts.decisions, "decision"),
        output.count(counts.examples, "example"),
    ]
    print(f"{name}: fine, {', '.join(shown)}")


def print_at_length(program: Program) -> None:
    print(f"  {output.count(program.num_actions, 'action id')}")
    for decision in program.decisions:
        share = f"{decision.size / program.num_actions:.0%}"
        last = decision.first + decision.size - 1
        ids = f"id {last}" if decision.size == 1 else f"ids {decision.first} to {last}"
        print(f"  {decision.name}: {ids} ({share}), line {decision.span.line}")
    left = [fault for fault in program.faults if fault.kind == "range"]
    if not left:
        print("  every change of a variable is proved to stay in its range")
        return
    print(f"  {output.count(len(left), 'check')} left for when a game runs; one that fails stops the game:")
    for fault in left:
        print(f"    {fault.span.file}:{fault.span.line}: {fault.message}")
