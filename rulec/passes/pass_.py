"""A named IR-to-IR transformation, and the check of its declared invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.program import Program
from rulec.ir.verify import InvalidProgram, verify
from rulec.ir.walk import rewrite

Aspect = Literal[
    "layout", "actions", "control flow", "statements", "ends", "options", "functions", "conditions", "tables"
]
# Aspects that a rewrite of expressions in all places may change.
EXPRESSIONS: Final[tuple[Aspect, ...]] = ("statements", "ends", "options", "functions", "conditions")

# Marks: results of analyses, which speed up play and leave it unchanged. The marks with expressions:
_CONDITIONS: Final = ("sufficient", "necessary", "locally_legal")
_GROUP_MARKS: Final = (
    "needs_search",
    "completable_in_rule",
    "tested_first",
    "options_are_legal",
    "trial_cost",
)
_DECISION_MARKS: Final = (
    "never_empty",
    "completable",
    "completable_in_rule",
    "constant_option",
    "always_asked",
)
_BLOCK_MARKS: Final = ("completable_in_rule", "ends_search")
MARKS: Final = (
    *(f"group.{name}" for name in (*_CONDITIONS, *_GROUP_MARKS)),
    *(f"decision.{name}" for name in ("exit_condition", *_DECISION_MARKS)),
    *(f"block.{name}" for name in _BLOCK_MARKS),
    "statement.untried",
)


@dataclass(frozen=True)
class Pass:
    """One pass of the pipeline.

    `needs` names the earlier passes whose results it reads, `changes` what it rewrites, `marks` what it sets.
    All else it keeps: see `keeps`.
    """

    name: str
    summary: str
    run: Callable[[Program], Program]
    needs: tuple[str, ...] = ()
    changes: tuple[Aspect, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def keeps(self) -> tuple[Aspect, ...]:
        return tuple(name for name in VIEWS if name not in self.changes)


class BrokenPass(InvalidProgram):
    """A pass built a malformed program, or broke its declared invariants: a bug of rulec."""


def check_result(one: Pass, before: Program, after: Program) -> None:
    """Verify the program after a pass, and compare the parts that the pass must preserve."""
    try:
        verify(after)
    except InvalidProgram as wrong:
        raise BrokenPass(f"after pass {one.name}: {wrong}") from wrong
    for aspect in one.keeps:
        old, new = VIEWS[aspect](before), VIEWS[aspect](after)
        if aspect == "statements" and "statement.untried" in one.marks:
            old, new = map(_unmarked, old), map(_unmarked, new)
        if list(old) != list(new):
            raise BrokenPass(f"pass {one.name} changes the {aspect}, which it declares to keep")
    for mark in MARKS:
        if mark not in one.marks and not mark.startswith("statement."):  # those are part of the statements
            old, new = _values(before, mark), _values(after, mark)
            if "conditions" in one.changes:
                old, new = map(_is_there, old), map(_is_there, new)
            if list(old) != list(new):
                raise BrokenPass(f"pass {one.name} sets {mark}, which it does not declare")


def _is_there(value: object) -> object:
    """Reduce a condition to its presence, for comparison: the pass may rewrite the expression."""
    return value if isinstance(value, bool | int) else value is not None


def _unmarked(statement: nodes.Stmt) -> Any:
    def change(part: Any) -> Any:
        marked = isinstance(part, nodes.CallProcedure | nodes.ForEach) and part.untried
        return replace(part, untried=False) if marked else part

    return rewrite(statement, change)


def _values(program: Program, mark: str) -> Iterator[object]:
    of, name = mark.split(".")
    owners: dict[str, Iterator[object]] = {
        "group": (group.legality for one in program.decisions for group in one.groups),
        "decision": (one.legality for one in program.decisions),
        "block": iter(program.blocks),
    }
    return (getattr(owner, name) for owner in owners[of])


def _layout(program: Program) -> Iterator[object]:
    yield from program.fields
    yield from (program.frame_bytes, program.call_depth, program.checkpoints, program.leavable)
    yield from (decision.locals for decision in program.decisions)
    yield from ((block.parameter, block.kept) for block in program.blocks)


def _actions(program: Program) -> Iterator[object]:
    for one in program.decisions:
        yield one.name, one.first, one.size, one.dead_end
        yield from (
            (g.domain, g.first, g.label, g.own_labels, g.resume, g.is_noop, g.free_action) for g in one.groups
        )


def _control_flow(program: Program) -> Iterator[object]:
    yield program.start
    yield from (following(program, number) for number in range(len(program.blocks)))


def _statements(program: Program) -> Iterator[Any]:
    for block in program.blocks:
        yield from block.body
    for procedure in program.procedures:
        yield from procedure.body


VIEWS: Final[dict[Aspect, Callable[[Program], Iterator[Any]]]] = {
    "layout": _layout,
    "actions": _actions,
    "control flow": _control_flow,
    "statements": _statements,
    "ends": lambda program: (block.end for block in program.blocks),
    "options": lambda program: (group.options for one in program.decisions for group in one.groups),
    "functions": lambda program: (one.result for one in (*program.functions, *program.always_functions)),
    "conditions": lambda program: (
        (one.who, one.free_actions_help, one.has_pending_work) for one in program.decisions
    ),
    "tables": lambda program: iter(program.tables),
}
