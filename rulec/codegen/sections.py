"""Sections of the generated text: order, interfaces, and the index at the top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rulec.ir.program import Program

_WIDTH: Final = 110


def _always(program: Program) -> bool:
    return True


def _searches(program: Program) -> bool:
    return program.searches


def _tries(program: Program) -> bool:
    return bool(program.probes)


def _draws(program: Program) -> bool:
    return bool(program.chances)


def _has_invariants(program: Program) -> bool:
    return bool(program.always_functions)


@dataclass(frozen=True)
class Section:
    """A titled part of the text."""

    name: str
    takes: str
    gives: str
    is_there: Callable[[Program], bool] = _always


SECTIONS: Final = (
    Section("header", "rulec_engine.h", "operations on sets, bytes, lists and random numbers"),
    Section("constants", "header", "tables of the rules (`T_`), large sets (`K_`), facts about options"),
    Section("state", "header", "the struct `S`: saved up to `fault`; derived data behind it"),
    Section("faults and calls", "state", "`fails`: a check has failed; `calls`: another rule begins"),
    Section("helpers", "state, constants", "values that need a loop, named after their result and inputs"),
    Section("definitions", "helpers", "`f_NAME`: a `let` or a score; `do_NAME`: a rule that never stops"),
    Section(
        "decisions",
        "helpers",
        "`RULE__DECISION__options`, `__ask`, `__decider`: who may choose what",
    ),
    Section("trials", "decisions, rules", "`RULE__PLACE__can`: feasibility probes", _tries),
    Section(
        "chance", "helpers", "`RULE__PLACE__sample`, `__outcomes`, `__weights`: events of chance", _draws
    ),
    Section(
        "rules",
        "all above",
        "`RULE__PLACE`: a basic block; -1 or the next block for `dispatch`",
    ),
    Section("choices", "rules", "`RULE__DECISION__choose`: apply an option"),
    Section("invariants", "helpers", "`f_NAME`: does an invariant hold?", _has_invariants),
    Section("stepping", "rules, choices", "`apply`, `refresh`, `list_options`: from decision to decision"),
    Section("results", "definitions", "`score_of`, `mark_winners`"),
    Section(
        "look-ahead", "stepping", "`dive`, `explore`, `keep_completable`: search for completions", _searches
    ),
    Section("random options", "look-ahead", "`draw_completable`: draw a completable option", _searches),
    Section("random games", "stepping, results", "`play_random`, `play_range`"),
    Section(
        "face",
        "random games",
        "the class `Core`: what Python calls often; see rulec.runtime.state",
    ),
    Section("batch", "random games", "the class `Many`: games side by side"),
    Section("tree search", "random games", "`_Tree`: Monte Carlo tree search"),
)
_BY_NAME: Final = {section.name: section for section in SECTIONS}


def index(program: Program) -> str:
    """Format the index: each section with its inputs and outputs."""
    there = [section for section in SECTIONS if section.is_there(program)]
    return "\n".join(f"#   {line}" for section in there for line in _entry(section))


def is_there(name: str, program: Program) -> bool:
    return _BY_NAME[name].is_there(program)


def heading(name: str) -> str:
    section = _BY_NAME[name]
    ruler = "-" * (_WIDTH - len(name) - 7)
    return f"# --- {name} {ruler}\n# Takes: {section.takes}.\n# Gives: {section.gives}."


def _entry(section: Section) -> Iterator[str]:
    yield f"{section.name:16} takes {section.takes}"
    yield f"{'':16} gives {section.gives}"
