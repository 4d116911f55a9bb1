"""A program to the text of its engine: the plan, the functions, the templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, islice

import jinja2

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.codegen.always import look_at_what_always_holds
from rulec.codegen.blocks import BlockText
from rulec.codegen.chance import ChanceText
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.filters import FilterText, has_needs, is_told
from rulec.codegen.function import FunctionText
from rulec.codegen.outlining import copies_grow
from rulec.codegen.plan import Plan
from rulec.codegen.quote import bytes_literal
from rulec.codegen.result import Generated
from rulec.ir.control_flow import dispatched, without_options
from rulec.ir.program import OptionGroup, Program
from rulec.ir.schema import FEW_WORDS
from rulec.ir.types import SetType, bounds
from rulec.runtime.schema import Schema, encode

# Marks that can't occur in Cython, so that nothing in the text is taken for a template's.
_TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("rulec.codegen", "templates"),
    undefined=jinja2.StrictUndefined,
    autoescape=False,
    block_start_string="<%",
    block_end_string="%>",
    variable_start_string="<<",
    variable_end_string=">>",
    comment_start_string="<#",
    comment_end_string="#>",
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def generate(program: Program, schema: Schema, *, debug: bool = False) -> Generated:
    """The Cython module of a program after all passes. The same text for the same program, on every machine.

    The schema is that of the program before the passes for speed, as the interpreter has it.
    """
    plan = Plan(program, schema)
    functions, actors = _functions(program, plan)
    nothing = without_options(program.blocks)
    loops = dict(program.loop_faults)
    word_ids = [plan.word_ids(decision) for decision in program.decisions] or [[0]]
    not_tried = list(words_not_tried(program, plan, nothing))
    idle = [group.idle for group in _groups_by_word(program, plan)]
    ascending = [place for ids in word_ids for place in sorted(range(len(ids)), key=ids.__getitem__)]
    text = _TEMPLATES.get_template("engine.pyx.j2").render(
        program=program,
        plan=plan,
        schema=plan.schema,
        schema_bytes=bytes_literal(encode(plan.schema)),
        struct=_struct(plan),
        functions=functions,
        actors=actors,
        copies_grow=copies_grow(functions),
        tables=[(plan.tables[t.name], *_table(plan, t.type, t.values)) for t in program.tables],
        constants=[(name, *_set_value(count, value)) for (count, value), name in plan.constants.items()],
        wide_sets=[count for count in plan.set_words if count > 1],
        dispatched=dispatched(program.blocks),
        loop_faults=[loops.get(block, -1) + 1 for block in range(len(program.blocks))],
        first_ids=[first for words in word_ids for first in words],
        words_from=[0, *accumulate(map(len, word_ids))],
        entries=sorted({point.block for point in program.checkpoints} | {program.start}),
        steps=limits.STEPS_BETWEEN_DECISIONS,
        unremembered=limits.LOOKAHEAD_UNREMEMBERED,
        lookahead_depth=limits.LOOKAHEAD_DEPTH,
        trusted_at_most=limits.TRUSTED_AT_MOST,
        nothing=nothing,
        few_words=FEW_WORDS,
        completable=dict(_completable(program, plan, nothing)),
        told=[int(is_told(decision)) for decision in program.decisions],
        needs=[
            number
            for number, decision in enumerate(program.decisions)
            if any(map(has_needs, decision.groups))
        ],
        needs_by_word=[int(has_needs(group)) for group in _groups_by_word(program, plan)],
        not_tried=not_tried,
        leaves_out=any(not_tried),
        unfinished=[n for n, d in enumerate(program.decisions) if n in nothing and d.unfinished is not None]
        if 3 in not_tried
        else [],
        free=[max(group.free, 0) for group in _groups_by_word(program, plan)],
        may_help=any(word > 1 for word in not_tried),
        helps=[(n, f"helps_{n}") for n, d in enumerate(program.decisions) if d.helps is not None],
        dead_ends=[int(fault.kind == "dead end") for fault in program.faults],
        settled=[int(decision.settled) for decision in program.decisions],
        settled_within=_some([int(one.settled_within and not one.settled) for one in program.decisions]),
        sure_within=_some([int(block.sure_within) for block in program.blocks])
        if any(one.settled_within or g.sure_within for one in program.decisions for g in one.groups)
        else [],
        searched=[int(any(group.searched for group in decision.groups)) for decision in program.decisions],
        idle=list(map(int, idle)),
        idle_words=list(_masks(idle, word_ids, plan)),
        left_out=list(_masks([one == 1 for one in not_tried], word_ids, plan)),
        in_doubt=list(_masks([one > 1 for one in not_tried], word_ids, plan)),
        ascending=ascending if any(ids != sorted(ids) for ids in word_ids) else [],
        without=[int(number in nothing) for number in range(len(program.decisions))],
        zip=zip,
    )
    return Generated(
        name=program.name,
        title=program.title,
        files={f"{program.name}.pyx": text},
        rules_hash=plan.schema.rules_hash,
        layout_hash=plan.schema.layout_hash,
        state_bytes=plan.schema.size,
    )


def _some(marks: list[int]) -> list[int]:
    """The marks, if there are any."""
    return marks if any(marks) else []


def _completable(program: Program, plan: Plan, nothing: dict[int, int]) -> Iterator[tuple[int, str]]:
    """Of each decision how it is seen that there is a way on: options that are there only if what follows can
    be completed, and single ones of which a test tells."""
    for number, decision in enumerate(program.decisions):
        words, tests = [], []
        for group, (first, count) in zip(decision.groups, plan.group_words(decision), strict=True):
            if group.told_first:
                tests.append(f"sure_{number}_{first}(s, s.options[{first}]) != 0")
            elif group.completable and not (group.idle and number in nothing):
                words += [f"s.options[{first + n}]" for n in range(count)]
        if (words or tests) and not decision.settled:
            yield number, " or ".join([*([f"({' | '.join(words)}) != 0"] if words else []), *tests])


def _groups_by_word(program: Program, plan: Plan) -> Iterator[OptionGroup]:
    """To which group each word of options belongs."""
    for decision in program.decisions:
        yield from (group for group, _ in plan.groups_by_word(decision))


def _masks(marks: list[bool], word_ids: list[list[int]], plan: Plan) -> Iterator[int]:
    """Marks of words of options as sets, for each decision as many as it takes."""
    rest = iter(marks)
    for ids in word_ids:
        mask = sum(mark << place for place, mark in enumerate(islice(rest, len(ids))))
        for n in range(plan.filled_words):
            yield mask >> 64 * n & (1 << 64) - 1


def words_not_tried(program: Program, plan: Plan, nothing: dict[int, int]) -> Iterator[int]:
    """Of each word of options: are they tried? 0 yes, 1 never, 2 if a free action may help, 3 if besides
    the decision is unfinished."""
    helpful = {action for duty in program.duties for action in duty.helpers}
    for number, decision in enumerate(program.decisions):
        for group, _ in plan.groups_by_word(decision):
            passed_over = group.idle and number in nothing
            if group.free < 0 or (passed_over and decision.unfinished is None):
                yield int(passed_over)
            elif group.free in helpful:
                yield 3 if passed_over else 2
            else:
                yield 1


def _functions(program: Program, plan: Plan) -> tuple[list[FunctionText], list[tuple[int, str]]]:
    """All functions of the rules, helpers first; and of each decision who acts, if that is asked for."""

    def line_of(span: Span) -> str:
        lines = program.lines_of(span.file)
        text = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        base = re.split(r"[/\\]", span.file)[-1]
        return text if span.file == program.source[0].name or not text else f"({base}) {text.strip()}"

    expressions = ExpressionText(plan)
    blocks = BlockText(program, plan, expressions, line_of)
    filters = FilterText(plan, expressions)
    made: list[FunctionText] = []
    for function in program.functions:
        made.append(blocks.function(function.name, function.parameters, function.result, function.span))
    made += [blocks.procedure(procedure) for procedure in program.procedures]
    for number, decision in enumerate(program.decisions):
        made += [
            blocks.options(number, decision),
            *blocks.ask(number, decision),
            blocks.decider(number, decision),
        ]
        if decision.helps is not None:
            made.append(blocks.told(f"helps_{number}", decision.helps))
        if decision.hope is not None and program.searches:
            made.append(blocks.told(f"hope_{number}", decision.hope))
        if decision.unfinished is not None:
            made.append(blocks.told(f"unfinished_{number}", decision.unfinished))
        if any(group.searched for group in decision.groups):
            made += filters.functions(number, decision)
    made += [blocks.can(number, probe) for number, probe in enumerate(program.probes)]
    made += ChanceText(program, plan, expressions).functions()
    if program.call_depth:
        made.append(blocks.go_back())
    made += [blocks.block(number) for number in range(len(program.blocks))]
    made += [blocks.choose(number, decision) for number, decision in enumerate(program.decisions)]
    made += look_at_what_always_holds(program, plan, expressions, blocks)
    actors = [
        (number, expressions.text(decision.actor))
        for number, decision in enumerate(program.decisions)
        if decision.actor is not None and any(one.of_actor for one in program.always)
    ]
    helpers = []
    for helper in expressions.helpers:
        given = ", ".join(["S* s", *(f"{type_} {name}" for type_, name in helper.parameters)])
        helpers.append(FunctionText(helper.name, helper.result, given, helper.body, inline=helper.inline))
    return [*helpers, *made], actors


def _struct(plan: Plan) -> list[str]:
    """The lines of the struct, in the order of the layout."""
    lines, end = [], 0

    def up_to(offset: int) -> None:
        if offset > end:  # said, so that what follows does not lie within the saved bytes
            lines.append(f"uint8_t padding_{end}[{offset - end}]")

    for slot in plan.schema.slots:
        up_to(slot.offset)
        size = f"[{slot.stored}]" if slot.dims else ""
        lines.append(f"{plan.cell_type(slot.name)} {plan.fields[slot.name]}{size}")
        end = slot.offset + slot.width * slot.stored
    up_to(plan.schema.size)
    return lines


def _table(plan: Plan, type_: object, values: tuple[int, ...]) -> tuple[str, int, str]:
    """C type, length and initialiser of a constant table."""
    if isinstance(type_, SetType):
        c_type = plan.c_type(type_)
        count = 1 if c_type == "uint64_t" else int(c_type[3:])
        return c_type, len(values), ", ".join(_set_value(count, value)[1] for value in values)
    have = bounds(type_)  # type: ignore[arg-type]
    width = next(w for w in (8, 16, 32) if -(1 << (w - 1)) <= have.lo and have.hi < 1 << (w - 1))
    return f"int{width}_t", len(values), ", ".join(map(str, values))


def _set_value(count: int, value: int) -> tuple[str, str]:
    """C type and initialiser of a constant set."""
    parts = [f"{hex((value >> (64 * n)) & (2**64 - 1))}ULL" for n in range(count)]
    if count == 1:
        return "uint64_t", parts[0]
    return f"set{count}", "{{" + ", ".join(parts) + "}}"
