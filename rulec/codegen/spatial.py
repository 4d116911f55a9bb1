"""Connected parts, lines, ways and unions as functions of the engine."""

from __future__ import annotations

from functools import partial

from rulec.codegen.lines import SetText
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.nodes.expressions import WALK_STATES
from rulec.ir.types import SetType


def _sets(writer: ExpressionWriter, type_: object) -> SetText:
    assert isinstance(type_, SetType)
    return SetText(type_, writer)


def _each_part(
    writer: ExpressionWriter, node: nodes.FoldParts | nodes.BestPart, body: list[str]
) -> list[str]:
    """Lines that carry the body out for each part for which the condition holds."""
    sets = _sets(writer, node.value.type)
    part, table = writer.plan.local(node.var), writer.plan.tables[node.table.name]
    first = f"set{sets.words}_single(set{sets.words}_first(rest))"
    inner = [
        f"{part} = set{sets.words}_flood({table}, {first}, rest)",
        f"rest = set{sets.words}_minus(rest, {part})",
        f"if not {writer.text(node.condition)}:",
        "    continue",
        *body,
    ]
    return [
        f"cdef {sets.c_type} rest = {writer.text(node.value)}",
        f"cdef {sets.c_type} {part}",
        f"while {sets.some('rest')}:",
        *(f"    {line}" for line in inner),
    ]


def fold_parts(writer: ExpressionWriter, node: nodes.FoldParts) -> str:
    def write(helper: Helper) -> None:
        formula = writer.text(node.formula)
        if node.op == "sum":
            body = [f"out += {formula}"]
        else:
            sign = ">" if node.op == "max" else "<"
            body = [f"one = {formula}", f"if first or one {sign} out:", "    out = one", "first = 0"]
        start = f"cdef int out = {0 if node.op == 'sum' else node.empty}, one, first = 1"
        helper.body = [start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, f"{node.op}_parts", write)


def best_part(writer: ExpressionWriter, node: nodes.BestPart) -> str:
    sets = _sets(writer, node.type)

    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        body = [
            f"one = {writer.text(node.formula)}",
            f"if first or one {sign} key:",
            f"    out = {writer.plan.local(node.var)}",
            "    key = one",
            "first = 0",
        ]
        start = [f"cdef {sets.c_type} out = {sets.none}", "cdef int one, key = 0, first = 1"]
        helper.body = [*start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, "best_part", write)


def longest_line(writer: ExpressionWriter, node: nodes.LongestLine) -> str:
    sets = _sets(writer, node.value.type)

    def write(helper: Helper) -> None:
        lines = [
            f"cdef {sets.c_type} whole = {writer.text(node.value)}",
            f"cdef {sets.c_type} ends",
            f"cdef int length, most = {sets.some('whole')}",
        ]
        for move in node.moves:
            lines += [
                "ends = whole",
                "length = 0",
                f"while {sets.some('ends')}:",
                "    length += 1",
                f"    ends = {sets.meet(sets.moved('ends', move), 'whole')}",
                "most = rulec_max(most, length)",
            ]
        helper.body = [*lines, "return most"]

    return writer.helper(node, "longest", write)


def step_count(writer: ExpressionWriter, node: nodes.StepCount) -> str:
    sets = _sets(writer, node.start.type)
    table = writer.plan.tables[node.table.name]
    given = ", ".join(map(writer.text, (node.start, node.goal, node.over)))
    return f"set{sets.words}_steps({table}, {given}, {sets.type.domain.size})"


def shortest_way(writer: ExpressionWriter, node: nodes.ShortestWay) -> str:
    """What comes first among the counts weighs more than all that follows can come to."""
    sets = _sets(writer, node.type)
    size = sets.type.domain.size

    def write(helper: Helper) -> None:
        lines = [f"cdef uint64_t cost[{size}]", "cdef int space"]
        lines += [f"for space in range({size}):", "    cost[space] = 1"]
        for number, counted in enumerate(node.fewest):
            weight = (size + 1) ** (len(node.fewest) - number)
            lines.append(f"set{sets.words}_weigh(cost, {writer.text(counted)}, <uint64_t>{weight}ULL)")
        given = ", ".join(map(writer.text, (node.start, node.goal, node.over)))
        table = writer.plan.tables[node.table.name]
        helper.body = [*lines, f"return set{sets.words}_shortest({table}, {given}, cost)"]

    return writer.helper(node, "shortest", write)


def walk_ends(writer: ExpressionWriter, node: nodes.WalkEnds) -> str:
    return writer.helper(node, "walk_ends", partial(_walk, writer, node, None))


def walk_meets(writer: ExpressionWriter, node: nodes.Some) -> str | None:
    """Does a walk end where it should? It goes on no further than up to the first such end."""
    match node.value:
        case nodes.SetOp("&", nodes.WalkEnds() as walk, goal) | nodes.SetOp(
            "&", goal, nodes.WalkEnds() as walk
        ):
            return writer.helper(node, "walk_meets", partial(_walk, writer, walk, goal))
        case _:
            pass
    return None


def _walk(writer: ExpressionWriter, node: nodes.WalkEnds, goal: nodes.Expr | None, helper: Helper) -> None:
    """What has been spent only grows, so each combination is done with when its turn has come."""
    sets = _sets(writer, node.type)
    budgets = range(len(node.budgets))
    nowhere = "out" if goal is None else "0"

    def found(those: str) -> list[str]:
        if goal is None:
            return [f"out = {sets.join('out', those)}"]
        return [f"if {sets.some(sets.meet(those, 'goal'))}:", "    return 1"]

    front = writer.plan.local(node.var)
    lines = [
        f"cdef {sets.c_type} reached[{WALK_STATES}]",
        f"cdef {sets.c_type} {front} = {writer.text(node.start)}",
        f"cdef {sets.c_type} seen, around, entered, fresh",
        f"cdef {sets.c_type} {f'out = {sets.none}' if goal is None else f'goal = {writer.text(goal)}'}",
        f"cdef int number, place, filled = 1, states = 1, least = {writer.text(node.least)}",
    ]
    lines += [f"cdef {sets.c_type} row_{n} = {writer.text(one)}" for n, one in enumerate(node.rows)]
    for n in budgets:
        left = f"rulec_min({node.most(n)}, {writer.text(node.budgets[n])})"
        lines += [
            f"cdef int left_{n} = {left}, spent_{n}, step_{n}",
            f"if left_{n} < 0:",
            f"    return {nowhere}",
        ]
    # The last budget changes fastest; a product this large need not be worked out to its end.
    for n in reversed(budgets):
        lines += [f"step_{n} = states", f"if states <= {WALK_STATES}:", f"    states *= left_{n} + 1"]
    every = "row_0"
    for n in range(1, len(node.rows)):
        every = sets.join(every, f"row_{n}")
    all_ = every if goal is None else sets.some(sets.meet(f"({every})", "goal"))
    lines += [f"if states > {WALK_STATES}:", f"    return {all_}"]
    lines += [f"reached[0] = {front}", "for number in range(states):"]
    body = [
        "if number >= filled:",
        "    break",
        f"{front} = reached[number]",
        f"if not ({sets.some(front)}):",
        "    continue",
        f"seen = {front}",
    ]
    body += [f"spent_{n} = rulec_mod(rulec_div(number, step_{n}), left_{n} + 1)" for n in budgets]
    inner = [f"around = {writer.text(node.near)}", f"fresh = {sets.none}"]
    for n, (price, stops) in enumerate(zip(node.prices, node.stops, strict=True)):
        inner.append(f"entered = {sets.meet('around', f'row_{n}')}")
        fits = [f"spent_{g} + {price[g]} <= left_{g}" for g in budgets if price[g]]
        then = [f"if spent_0 + {price[0]} >= least:" if price else "if 1:"]
        then += [f"    {line}" for line in found("entered")]
        if not stops and not any(price):
            then.append(f"fresh = {sets.join('fresh', 'entered')}")
        elif not stops:
            more = " + ".join(f"{price[g]} * step_{g}" for g in budgets if price[g])
            then += [f"place = number + {more}", "while filled <= place:"]
            then += [f"    reached[filled] = {sets.none}", "    filled += 1"]
            then.append(f"reached[place] = {sets.join('reached[place]', 'entered')}")
        inner += [f"if {' and '.join([sets.some('entered'), *fits])}:", *(f"    {line}" for line in then)]
    minus = "fresh & ~seen" if sets.words == 1 else f"set{sets.words}_minus(fresh, seen)"
    inner += [f"{front} = {minus}", f"seen = {sets.join('seen', front)}"]
    body += [f"while {sets.some(front)}:", *(f"    {line}" for line in inner)]
    helper.body = [*lines, *(f"    {line}" for line in body), f"return {nowhere}"]
