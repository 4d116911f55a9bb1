"""Generates the text of an engine: names, functions, templates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice

import jinja2

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.codegen.blocks import BlockText
from rulec.codegen.chance import ChanceText
from rulec.codegen.constants import braced, large_sets, tables
from rulec.codegen.decisions import DecisionText
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.flood_fills import declarations, definitions
from rulec.codegen.generated_source import Generated
from rulec.codegen.invariants import look_at_what_always_holds
from rulec.codegen.line_layout import function_lines, statement
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.option_filters import FilterText, has_needs, has_static_tests
from rulec.codegen.outlining import copies_grow
from rulec.codegen.quote import bytes_literal, comment, file_name
from rulec.codegen.sections import heading, index, is_there
from rulec.codegen.text_nodes import Code, FunctionText, Piece, call, chained, code
from rulec.ir.control_flow import dispatched, without_options
from rulec.ir.nodes import Field
from rulec.ir.program import Decision, Duty, OptionGroup, Program
from rulec.ir.schema import FEW_WORDS
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

_PROOFS = 8  # options of a decision of which the engine keeps how they are completed


def generate(program: Program, schema: Schema, *, debug: bool = False) -> Generated:
    """Generate the Cython module of a program after all passes. Deterministic across machines.

    The schema is that of the program before the passes for speed, as the interpreter has it.
    """
    plan = NamePlan(program, schema)
    functions, actors = _functions(program, plan)
    every = [one for part in functions.values() for one in part]
    nothing = without_options(program.blocks)
    loops = dict(program.loop_faults)
    backs = [one.number for one in plan.schema.returns]
    word_ids = [plan.word_ids(decision) for decision in program.decisions] or [[0]]
    not_tried = list(words_not_tried(program, plan, nothing))
    idle = [group.is_noop for group in _groups_by_word(program, plan)]
    ascending = [place for ids in word_ids for place in sorted(range(len(ids)), key=ids.__getitem__)]
    text = _TEMPLATES.get_template("engine.pyx.j2").render(
        program=program,
        plan=plan,
        schema=plan.schema,
        schema_bytes=bytes_literal(encode(plan.schema)),
        struct=_struct(plan),
        functions=functions,
        function_lines=function_lines,
        heading=heading,
        index=index(program),
        owed=[(duty, plan.functions[duty.function], _named(duty)) for duty in program.duties],
        statement=statement,
        comment=comment,
        code=code,
        braced=braced,
        occupied=lambda field, name: _occupied(plan, field, name),
        is_there=lambda section: is_there(section, program),
        actors=actors,
        copies_grow=copies_grow(every),
        tables=list(tables(program, plan)),
        large_sets=list(large_sets(plan)),
        floods=[
            (list(definitions(one, name)), list(declarations(one, name, plan.flooded[one.name])))
            for one, name in ((one, plan.tables[one.name]) for one in program.tables)
            if one.name in plan.flooded
        ],
        wide_sets=[count for count in plan.set_words if count > 1],
        dispatched=dispatched(program.blocks),
        return_blocks=backs,
        return_codes=[backs.index(n) if n in backs else 0 for n in range(max(backs, default=0) + 1)],
        loop_faults=[loops.get(block, -1) + 1 for block in range(len(program.blocks))],
        first_ids=[first for words in word_ids for first in words],
        words_from=[0, *accumulate(map(len, word_ids))],
        entries=sorted({point.block for point in program.checkpoints} | {program.start}),
        steps=limits.STEPS_BETWEEN_DECISIONS,
        unremembered=limits.LOOKAHEAD_UNREMEMBERED,
        lookahead_depth=limits.LOOKAHEAD_DEPTH,
        proofs=_PROOFS,
        trusted_at_most=limits.TRUSTED_AT_MOST,
        nothing=nothing,
        few_words=FEW_WORDS,
        completable=dict(_completable(program, plan, nothing)),
        verdicts=[int(has_static_tests(decision)) for decision in program.decisions],
        needs=[
            number
            for number, decision in enumerate(program.decisions)
            if any(map(has_needs, decision.groups))
        ],
        needs_by_word=[int(has_needs(group)) for group in _groups_by_word(program, plan)],
        not_tried=not_tried,
        leaves_out=any(not_tried),
        unfinished=[
            n for n, d in enumerate(program.decisions) if n in nothing and d.has_pending_work is not None
        ]
        if 3 in not_tried
        else [],
        free=[max(group.free_action, 0) for group in _groups_by_word(program, plan)],
        may_help=any(word > 1 for word in not_tried),
        helps=[
            (n, plan.decision_function(n, "helps"))
            for n, d in enumerate(program.decisions)
            if d.free_actions_help is not None
        ],
        dead_ends=[int(fault.kind == "dead end") for fault in program.faults],
        settled=[int(decision.legality.completable) for decision in program.decisions],
        settled_within=_some(
            [
                int(one.legality.completable_in_rule and not one.legality.completable)
                for one in program.decisions
            ]
        ),
        completable_in_rule=_some([int(block.completable_in_rule) for block in program.blocks])
        if any(
            one.legality.completable_in_rule or g.legality.completable_in_rule
            for one in program.decisions
            for g in one.groups
        )
        else [],
        searched=[
            int(any(group.legality.needs_search for group in decision.groups))
            for decision in program.decisions
        ],
        idle=list(map(int, idle)),
        idle_words=[f"{mask}ULL" for mask in _masks(idle, word_ids, plan)],
        left_out=[f"{mask}ULL" for mask in _masks([one == 1 for one in not_tried], word_ids, plan)],
        in_doubt=[f"{mask}ULL" for mask in _masks([one > 1 for one in not_tried], word_ids, plan)],
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
    """Return the marks, or None if none is set."""
    return marks if any(marks) else []


def _completable(program: Program, plan: NamePlan, nothing: dict[int, int]) -> Iterator[tuple[int, Code]]:
    """Yield the static completability test of each decision.

    It holds for any option of a group with completable members only, or for an option that meets its
    sufficient condition.
    """
    for number, decision in enumerate(program.decisions):
        words: list[Piece] = []
        tests: list[Piece] = []
        names = plan.words_named(decision)
        for group, name, (first, count) in zip(
            decision.groups, names, plan.group_words(decision), strict=True
        ):
            if group.legality.tested_first:
                sure = plan.decision_function(number, f"sufficient_{name}")
                tests.append(code("{} != 0", call(sure, "s", f"s.options[{first}]")))
            elif group.members_completable and not (group.is_noop and number in nothing):
                words += [f"s.options[{first + n}]" for n in range(count)]
        if (words or tests) and not decision.legality.completable:
            some = [code("{} != 0", chained("|", words))] if words else []
            yield number, chained("or", [*some, *tests])


def _groups_by_word(program: Program, plan: NamePlan) -> Iterator[OptionGroup]:
    """Map each word of options to its group."""
    for decision in program.decisions:
        yield from (group for group, _ in plan.groups_by_word(decision))


def _masks(marks: list[bool], word_ids: list[list[int]], plan: NamePlan) -> Iterator[int]:
    """Return marks of option words as sets, one list per decision."""
    rest = iter(marks)
    for ids in word_ids:
        mask = sum(mark << place for place, mark in enumerate(islice(rest, len(ids))))
        for n in range(plan.filled_words):
            yield mask >> 64 * n & (1 << 64) - 1


def words_not_tried(program: Program, plan: NamePlan, nothing: dict[int, int]) -> Iterator[int]:
    """Yield when each word of options is tried, as a code.

    0: always; 1: never; 2: if a free action may help; 3: if work is pending as well.
    """
    helpful = {action for duty in program.duties for action in duty.helpers}
    for number, decision in enumerate(program.decisions):
        for group, _ in plan.groups_by_word(decision):
            passed_over = group.is_noop and number in nothing
            if group.free_action < 0 or (passed_over and decision.has_pending_work is None):
                yield int(passed_over)
            elif group.free_action in helpful:
                yield 3 if passed_over else 2
            else:
                yield 1


def _functions(
    program: Program, plan: NamePlan
) -> tuple[dict[str, list[FunctionText]], list[tuple[int, Code]]]:
    """Collect the rules' functions by section, and the deciders of decisions that need one."""

    def line_of(span: Span) -> str:
        lines = program.lines_of(span.file)
        text = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        return (
            text
            if span.file == program.source[0].name or not text
            else f"({file_name(span.file)}) {text.strip()}"
        )

    expressions = ExpressionText(plan)
    blocks = BlockText(program, plan, expressions, line_of)
    choices = DecisionText(program, plan, expressions, line_of)
    filters = FilterText(plan, expressions)
    definitions = [
        blocks.function(one.name, one.parameters, one.result, one.span) for one in program.functions
    ]
    definitions += [blocks.procedure(procedure) for procedure in program.procedures]
    decisions = [
        one
        for number, decision in enumerate(program.decisions)
        for one in _of_decision(program, plan, choices, filters, number, decision)
    ]
    made = {
        "definitions": definitions,
        "decisions": decisions,
        "trials": [blocks.can(number, probe) for number, probe in enumerate(program.probes)],
        "chance": list(ChanceText(program, plan, expressions).functions()),
        "rules": [blocks.go_back()] if program.call_depth else [],
        "choices": [],
    }
    made["rules"] += [blocks.block(number) for number in range(len(program.blocks))]
    made["choices"] += [choices.choose(number, decision) for number, decision in enumerate(program.decisions)]
    made["invariants"] = list(look_at_what_always_holds(program, plan, expressions, blocks))
    actors = [
        (number, expressions.text(decision.actor))
        for number, decision in enumerate(program.decisions)
        if decision.actor is not None and any(one.of_actor for one in program.always)
    ]
    helpers = []
    for helper in expressions.helpers:
        given: list[Piece] = [code(f"{type_} {{}}", name) for type_, name in helper.parameters]
        helpers.append(FunctionText(helper.name, helper.result, given, helper.body, inline=helper.inline))
    return {"helpers": helpers, **made}, actors


def _of_decision(
    program: Program,
    plan: NamePlan,
    choices: DecisionText,
    filters: FilterText,
    number: int,
    decision: Decision,
) -> Iterator[FunctionText]:
    yield choices.options(number, decision)
    yield from choices.ask(number, decision)
    yield choices.decider(number, decision)
    if decision.free_actions_help is not None:
        yield choices.value_function(plan.decision_function(number, "helps"), decision.free_actions_help)
    if decision.legality.exit_condition is not None and program.searches:
        yield choices.value_function(
            plan.decision_function(number, "exit_condition"), decision.legality.exit_condition
        )
    if decision.has_pending_work is not None:
        yield choices.value_function(plan.decision_function(number, "unfinished"), decision.has_pending_work)
    if any(group.legality.needs_search for group in decision.groups):
        yield from filters.functions(number, decision)


def _named(duty: Duty) -> Code:
    """Emit the test that the free action `free` helps with an obligation."""
    return chained("or", [f"{helper} == free" for helper in duty.helpers] or ["0"])


def _occupied(plan: NamePlan, field: Field, name: str) -> Code:
    """Emit the update of the non-zero mask for a member of a variable's first index."""
    member = f"at_{name}"
    return call(f"set{plan.words_of(field)}_put", f"&s.{name}", member, plan.is_there(field, member))


def _struct(plan: NamePlan) -> list[str]:
    """Emit the struct's lines, in layout order."""
    lines, end = [], 0

    def up_to(offset: int) -> None:
        if offset > end:  # explicit, so that the next member lies outside the saved bytes
            lines.append(f"uint8_t padding_{end}[{offset - end}]")

    for slot in sorted(plan.schema.slots, key=lambda slot: slot.offset):
        up_to(slot.offset)
        if slot.rows:
            count = slot.there // 8
            set_type = "uint64_t" if count == 1 else f"set{count}"
            lines.append(f"{set_type} {plan.occupied[slot.name]}  # of the rows that hold anything; these:")
            lines.append(f"uint8_t {plan.fields[slot.name]}[{slot.rows * slot.row}]")
            end = slot.offset + slot.stored
            continue
        size = f"[{slot.stored}]" if slot.dims else ""
        lines.append(f"{plan.cell_type(slot.name)} {plan.fields[slot.name]}{size}")
        end = slot.offset + slot.width * slot.stored
    up_to(plan.schema.size)
    return lines
