"""Hoists checks behind an option into the option's guard.

`place my disc on square` fails without a disc: if it comes first after a choice, the guard filters the
options, and no search is needed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

from rulec.analysis.effects import Effects
from rulec.ir import nodes
from rulec.ir.control_flow import reached
from rulec.ir.nodes import Block, Const, Expr, Field
from rulec.ir.program import OptionGroup, Program
from rulec.ir.simplify import FALSE, either, negate
from rulec.ir.types import ElemType, SetType
from rulec.ir.walk import fields_read, locals_read, parts, rewrite, size

MOVED_PARTS = 200  # an expression larger than that is better tried out than computed twice


def hoist_checks(program: Program) -> Program:
    """Filter the options of each decision by the checks of the first blocks after it."""
    blocks = list(program.blocks)
    entered, effects = _entered(program), Effects.of(program)
    decisions = []
    for decision in program.decisions:
        groups = tuple(_hoist(program, group, blocks, entered, effects) for group in decision.groups)
        decisions.append(
            replace(decision, groups=groups).marked(
                never_empty=decision.legality.never_empty and groups == decision.groups
            )
        )
    return replace(program, blocks=tuple(blocks), decisions=tuple(decisions))


def _entered(program: Program) -> Counter[int]:
    """Count the entries into each block."""
    found: Counter[int] = Counter([program.start])
    found.update(point.block for point in program.checkpoints)
    found.update(probe.block for probe in program.probes)
    for block in program.blocks:
        found.update(reached(block.end, lambda _: []))
    found.update(group.resume for decision in program.decisions for group in decision.groups)
    return found


class _Reading:
    """Symbolic values of locals and fields, in terms of the state before the statements."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.locals: dict[str, Expr | None] = {}  # None: not to be said
        self.fields: dict[Field, Expr | None] = {}

    def before(self, value: Expr) -> Expr | None:
        """Return the value in terms of the state before; None if it cannot be expressed."""
        if any(isinstance(part, nodes.Can) for part in parts(value)):
            return None
        read = fields_read(value)
        if any(self.fields.get(field, value) is None for field in read):
            return None
        if self.fields.keys() & (self.effects.read_by(value) - read):
            return None  # the function reads a variable that the statements have changed
        if any(self.locals.get(name, value) is None for name in locals_read(value)):
            return None
        if any(self._narrowed(part) for part in parts(value)):
            return None

        def change(part: Any) -> Any:
            if isinstance(part, nodes.ReadLocal):
                return self.locals.get(part.name) or part
            if isinstance(part, nodes.ReadField) and not part.index:
                return self.fields.get(part.field) or part
            return part

        found = cast(Expr, rewrite(value, change))
        return found if size(found) <= MOVED_PARTS else None

    def _narrowed(self, part: object) -> bool:
        """Return whether a check in between excludes the missing value of an optional local."""
        if not isinstance(part, nodes.ReadLocal) or not isinstance(part.type, ElemType):
            return False
        given = self.locals.get(part.name)
        return (
            given is not None
            and isinstance(given.type, ElemType)
            and given.type.optional
            and not part.type.optional
        )

    def change(self, statement: nodes.Stmt) -> bool:
        """Execute a statement symbolically; return False once nothing is known any more."""
        if isinstance(statement, nodes.SetLocal):
            # What may be none is looked at where the rules do so, behind their own test that there is one.
            may_miss = isinstance(statement.value.type, ElemType) and statement.value.type.optional
            self.locals[statement.name] = None if may_miss else self.before(statement.value)
        elif isinstance(statement, nodes.Assign):
            value = self.before(statement.value) if not statement.index else None
            self.fields[statement.field] = value
        elif isinstance(statement, nodes.If | nodes.ForEach):
            for part in parts(statement):
                if isinstance(part, nodes.Assign):
                    self.fields[part.field] = None
                elif isinstance(part, nodes.SetLocal):
                    self.locals[part.name] = None
                elif isinstance(part, nodes.CallProcedure):
                    return False
        elif isinstance(statement, nodes.CallProcedure):
            return False
        return True


def _hoist(
    program: Program, group: OptionGroup, blocks: list[Block], entered: Counter[int], effects: Effects
) -> OptionGroup:
    number, block = group.resume, blocks[group.resume]
    reading, guards = _Reading(effects), cast(list[Expr], [])
    mistake: Expr = FALSE  # of the rules, in the statements so far
    while entered[number] == 1:
        kept: list[nodes.Stmt] = []
        open_ = True
        for statement in block.body:
            if open_ and isinstance(statement, nodes.Require):
                guard = reading.before(statement.condition)
                if not _dead_end(program, statement):
                    # A mistake of the rules comes before what fails behind it: such an option stays.
                    if guard is None:
                        open_ = False
                    else:
                        mistake = either(mistake, negate(guard))
                elif guard is not None:
                    guards.append(either(mistake, guard))
                    continue
            kept.append(statement)
            open_ = open_ and reading.change(statement)
        blocks[number] = replace(block, body=tuple(kept))
        if not open_ or not isinstance(block.end, nodes.Goto):
            break
        number = block.end.target
        block = blocks[number]
    parameter = blocks[group.resume].parameter
    options = group.options
    for guard in guards:
        options = _only(options, guard, parameter)
    return replace(group, options=options)


def _dead_end(program: Program, statement: nodes.Require) -> bool:
    return program.faults[statement.fault].kind == "dead end"


def _only(options: Expr, guard: Expr, parameter: tuple[str, Any] | None) -> Expr:
    type_ = options.type
    assert isinstance(type_, SetType)
    if parameter is None or parameter[0] not in locals_read(guard):
        return nodes.IfElse(guard, options, Const(0, type_), type_)
    name = parameter[0]
    member = nodes.ReadLocal(f"{name}.option", ElemType(type_.domain))

    def change(part: Any) -> Any:
        return member if isinstance(part, nodes.ReadLocal) and part.name == name else part

    return nodes.Filter(member.name, options, cast(Expr, rewrite(guard, change)), type_)
