"""Prints a program as a listing, for `rulec emit --stage ir` and tests."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.ir import nodes
from rulec.ir.nodes import Block, Field
from rulec.ir.program import Decision, DecisionLegality, Fault, GroupLegality, PieceStore, Program
from rulec.ir.reports.expression_printer import constant, expression
from rulec.ir.reports.statement_printer import at, end, statements
from rulec.ir.types import Type


def print_program(program: Program) -> str:
    """Print the whole program, sections in the order of the record."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    players = ", ".join(map(str, program.players))
    yield f'game {program.name} "{program.title}" from {program.file}'
    yield f"players {players}; at most {program.max_decisions} decisions; calls {program.call_depth} deep"
    yield ""
    yield from _section("domains", (f"{d.name} ({d.size}): {' '.join(d.labels)}" for d in program.domains))
    yield from _section("options", (f"{o.field.name}: {o.text}" for o in program.options))
    yield from _section("fields", map(_field, program.fields))
    yield from _section("tables", map(_table, program.tables))
    yield from _section(
        "functions",
        (
            f"{f.name}({_parameters(f.parameters)}) -> {f.result.type} = {expression(f.result)}{at(f.span)}"
            for f in program.functions
        ),
    )
    for procedure in program.procedures:
        yield f"procedure {procedure.name}({_parameters(procedure.parameters)}){at(procedure.span)}"
        yield from statements(procedure.body, 1)
        yield ""
    yield f"blocks, from {program.start}"
    for number, block in enumerate(program.blocks):
        yield from _block(number, block, program)
    yield ""
    for number, decision in enumerate(program.decisions):
        yield from _decision(number, decision)
    yield from _section(
        "probes",
        (
            f"{n} block {p.block}({', '.join(f.name if f else '-' for f in p.parameters)}){at(p.span)}"
            for n, p in enumerate(program.probes)
        ),
    )
    yield from _section(
        "chance",
        (
            f"{e.name}: ids {e.first}..{e.first + e.domain.size - 1} of {e.domain.name}"
            for e in program.events
        ),
    )
    yield from _section(
        "checkpoints", (f"{c.name}: block {c.block}{_seat(c.seat)}" for c in program.checkpoints)
    )
    yield from _section("score", (f"{c.label}: {c.function}" for c in program.categories))
    yield from _section("ties", program.tie_breaks)
    yield from _section("pieces", map(_store, program.stores))
    yield from _section(
        "boards",
        (
            f"{b.name} on {b.spaces.name}: {', '.join(f'{n} in {f.name}' for n, f in b.pieces)}"
            for b in program.boards
        ),
    )
    yield from _section("faults", (f"{n} {_fault(fault)}" for n, fault in enumerate(program.faults)))


def _section(title: str, lines: Iterator[str] | tuple[str, ...] | map[str]) -> Iterator[str]:
    """Print a titled list; nothing if empty."""
    shown = list(lines)
    if shown:
        yield title
        yield from (f"  {line}" for line in shown)
        yield ""


def _field(field: Field) -> str:
    dims = f"[{', '.join(dim.name for dim in field.dims)}]" if field.dims else ""
    seen = "" if field.seen == "all" else f", seen by {field.seen}"
    starts = dict.fromkeys(field.starts or (field.initial,))
    shown = " ".join(constant(value, field.type) for value in (field.starts if len(starts) > 1 else starts))
    return f"{field.role} {field.name}{dims}: {field.type} = {shown}{seen}"


def _table(table: nodes.Table) -> str:
    values = "; ".join(constant(value, table.type) for value in table.values)
    return f"{table.name}[{', '.join(dim.name for dim in table.dims)}]: {table.type} = {values}"


def _parameters(parameters: tuple[tuple[str, Type], ...]) -> str:
    return ", ".join(f"{name}: {type_}" for name, type_ in parameters)


def _block(number: int, block: Block, program: Program) -> Iterator[str]:
    given = f"({block.parameter[0]}: {block.parameter[1]})" if block.parameter else ""
    marks = _named(
        ("completable in its rule", block.completable_in_rule), ("ends a look-ahead", block.ends_search)
    )
    yield f"  {number} {block.name}{given}{marks}{at(block.span)}"
    yield from statements(block.body, 2)
    yield f"    {end(block.end, program)}"


def _decision(number: int, decision: Decision) -> Iterator[str]:
    last = decision.first + decision.size - 1
    yield f"decision {number} {decision.name}: ids {decision.first}..{last}{at(decision.span)}"
    cited = f", {decision.citation}" if decision.citation else ""
    yield f"  by {expression(decision.who)}, in {decision.rule}{cited}"
    if decision.has_pending_work is not None:
        yield f"  free actions alone are worth the question while {expression(decision.has_pending_work)}"
    if decision.legality.exit_condition is not None:
        yield f"  not looked into unless {expression(decision.legality.exit_condition)}"
    if decision.locals:
        yield f"  while it is pending: {', '.join(field.name for field in decision.locals)}"
    yield from _marks_of_decision(decision.legality)
    for group in decision.groups:
        label = f" `{group.label}`" if group.label else ""
        marks = ", idle" * group.is_noop + _marks_of_group(group.legality)
        yield f"  {group.first}{label}: {expression(group.options)} goto {group.resume}{marks}"
        for name in ("sufficient", "necessary", "locally_legal"):
            condition = getattr(group.legality, name)
            if condition is not None:
                yield f"    {name.replace('_', ' ')}: {expression(condition)}"
    yield f"  none at all: fault {decision.dead_end}"
    yield ""


def _marks_of_decision(marks: DecisionLegality) -> Iterator[str]:
    shown = _named(
        ("never empty", marks.never_empty),
        ("completable", marks.completable),
        ("completable in its rule", marks.completable_in_rule),
        ("always asked", marks.always_asked),
        (f"tries {marks.constant_option} first", marks.constant_option >= 0),
    )
    if shown:
        yield f"  marks: {shown.removeprefix(', ')}"


def _marks_of_group(marks: GroupLegality) -> str:
    return _named(
        ("searched", marks.needs_search),
        ("completable in its rule", marks.completable_in_rule),
        ("options are legal", marks.options_are_legal),
        ("sufficient tested first", marks.tested_first),
        (f"cost {marks.trial_cost}", marks.trial_cost > 0),
    )


def _named(*marks: tuple[str, bool]) -> str:
    """Join the names of the marks set."""
    return "".join(f", {name}" for name, is_set in marks if is_set)


def _seat(seat: Field | None) -> str:
    return f", of {seat.name}" if seat is not None else ""


def _store(store: PieceStore) -> str:
    count = "unlimited" if store.total is None else str(store.total)
    owner = " for each player" if store.owned else ""
    places = [store.home.name] if store.home is not None else []
    return f"{store.name}: {count}{owner}; in {', '.join([*places, *(f.name for _, f in store.boards)])}"


def _fault(fault: Fault) -> str:
    return f"{fault.kind}: {fault.message}{at(fault.span)}"
