"""Graph algorithms as generated functions: components, lines, paths, unions."""

from __future__ import annotations

from functools import partial, reduce

from rulec.codegen.board_lines import SetText
from rulec.codegen.flood_fills import flood_function
from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    Local,
    Piece,
    Statement,
    below,
    call,
    chained,
    code,
    grouped,
    piece,
    when,
)
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.nodes.expressions import WALK_STATES
from rulec.ir.types import SetType


def _sets(writer: ExpressionWriter, type_: object) -> SetText:
    assert isinstance(type_, SetType)
    return SetText(type_, writer)


def _each_part(
    writer: ExpressionWriter, node: nodes.FoldParts | nodes.BestPart, body: list[Statement]
) -> list[Statement]:
    """Emit the body for each connected component that satisfies the condition."""
    sets = _sets(writer, node.value.type)
    part, flood = Local(node.var), flood_function(writer, "flood", node.table)
    first = f"set{sets.words}_single(set{sets.words}_first(rest))"
    return [
        Declaration(sets.c_type, "rest", writer.text(node.value)),
        Declaration(sets.c_type, part),
        below(
            code("while {}:", sets.some("rest")),
            code(f"{{}} = {flood}({first}, rest)", part),
            code(f"rest = set{sets.words}_minus(rest, {{}})", part),
            when(code("not {}", writer.text(node.condition)), "continue"),
            *body,
        ),
    ]


def fold_parts(writer: ExpressionWriter, node: nodes.FoldParts) -> Code:
    def write(helper: Helper) -> None:
        formula = writer.text(node.formula)
        body: list[Statement]
        if node.op == "sum":
            body = [code("out += {}", formula)]
        else:
            sign = ">" if node.op == "max" else "<"
            body = [code("one = {}", formula), when(f"first or one {sign} out", "out = one"), "first = 0"]
        start = Declaration("int", f"out = {0 if node.op == 'sum' else node.empty}, one, first = 1")
        helper.body = [start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, f"{node.op}_parts", write)


def best_part(writer: ExpressionWriter, node: nodes.BestPart) -> Code:
    sets = _sets(writer, node.type)

    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        body: list[Statement] = [
            code("one = {}", writer.text(node.formula)),
            when(f"first or one {sign} key", code("out = {}", Local(node.var)), "key = one"),
            "first = 0",
        ]
        start = [Declaration(sets.c_type, "out", sets.none), Declaration("int", "one, key = 0, first = 1")]
        helper.body = [*start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, "best_part", write)


def longest_line(writer: ExpressionWriter, node: nodes.LongestLine) -> Code:
    sets = _sets(writer, node.value.type)

    def write(helper: Helper) -> None:
        lines: list[Statement] = [
            Declaration(sets.c_type, "whole", writer.text(node.value)),
            Declaration(sets.c_type, "ends"),
            Declaration("int", "length"),
            Declaration("int", "most", sets.some("whole")),
        ]
        for move in node.moves:
            lines += [
                "ends = whole",
                "length = 0",
                below(
                    code("while {}:", sets.some("ends")),
                    "length += 1",
                    code("ends = {}", sets.meet(sets.moved("ends", move), "whole")),
                ),
                "most = rulec_max(most, length)",
            ]
        helper.body = [*lines, "return most"]

    return writer.helper(node, "longest", write)


def step_count(writer: ExpressionWriter, node: nodes.StepCount) -> Code:
    sets = _sets(writer, node.start.type)
    table = writer.plan.tables[node.table.name]
    given = map(writer.text, (node.start, node.goal, node.over))
    return call(f"set{sets.words}_steps", table, *given, str(sets.type.domain.size))


def shortest_way(writer: ExpressionWriter, node: nodes.ShortestWay) -> Code:
    """Emit a shortest path with lexicographic costs: each count outweighs all later ones."""
    sets = _sets(writer, node.type)
    size = sets.type.domain.size

    def write(helper: Helper) -> None:
        lines: list[Statement] = [Declaration("uint64_t", f"cost[{size}]"), Declaration("int", "space")]
        lines.append(below(f"for space in range({size}):", "cost[space] = 1"))
        for number, counted in enumerate(node.fewest):
            weight = (size + 1) ** (len(node.fewest) - number)
            those = writer.text(counted)
            lines.append(call(f"set{sets.words}_weigh", "cost", those, f"<uint64_t>{weight}ULL"))
        given = map(writer.text, (node.start, node.goal, node.over))
        table = writer.plan.tables[node.table.name]
        path = call(f"set{sets.words}_shortest", table, *given, "cost")
        helper.body = [*lines, code("return {}", path)]

    return writer.helper(node, "shortest", write)


def walk_ends(writer: ExpressionWriter, node: nodes.WalkEnds) -> Code:
    return writer.helper(node, "walk_ends", partial(_walk, writer, node, None))


def walk_meets(writer: ExpressionWriter, node: nodes.Some) -> Code | None:
    """Emit the test whether a walk meets a set; stops at the first such end."""
    match node.value:
        case nodes.SetOp("&", nodes.WalkEnds() as walk, goal) | nodes.SetOp(
            "&", goal, nodes.WalkEnds() as walk
        ):
            return writer.helper(node, "walk_meets", partial(_walk, writer, walk, goal))
        case _:
            pass
    return None


def _walk(writer: ExpressionWriter, node: nodes.WalkEnds, goal: nodes.Expr | None, helper: Helper) -> None:
    """Emit dynamic programming over spent budgets, which only grow."""
    sets = _sets(writer, node.type)
    budgets = range(len(node.budgets))
    nowhere = "out" if goal is None else "0"
    front = Local(node.var)
    lines: list[Statement] = [
        Declaration(sets.c_type, f"reached[{WALK_STATES}]"),
        Declaration(sets.c_type, front, writer.text(node.start)),
        Declaration(sets.c_type, "seen, around, entered, fresh"),
        Declaration(sets.c_type, "out", sets.none)
        if goal is None
        else Declaration(sets.c_type, "goal", writer.text(goal)),
        Declaration("int", "number, place, filled = 1, states = 1"),
        Declaration("int", "least", writer.text(node.least)),
    ]
    lines += [Declaration(sets.c_type, f"row_{n}", writer.text(one)) for n, one in enumerate(node.rows)]
    for n in budgets:
        left = call("rulec_min", str(node.most(n)), writer.text(node.budgets[n]))
        lines += [
            Declaration("int", f"left_{n}", left),
            Declaration("int", f"spent_{n}, step_{n}"),
            when(f"left_{n} < 0", f"return {nowhere}"),
        ]
    # The last budget changes fastest; a product this large need not be worked out to its end.
    for n in reversed(budgets):
        lines += [f"step_{n} = states", when(f"states <= {WALK_STATES}", f"states *= left_{n} + 1")]
    rows = [piece(f"row_{n}") for n in range(len(node.rows))]
    every = reduce(sets.join, rows)
    all_ = every if goal is None else sets.some(sets.meet(grouped(every), "goal"))
    lines.append(when(f"states > {WALK_STATES}", code("return {}", all_)))
    lines.append(code("reached[0] = {}", front))
    body: list[Statement] = [
        when("number >= filled", "break"),
        code("{} = reached[number]", front),
        when(code("not ({})", sets.some(front)), "continue"),
        code("seen = {}", front),
    ]
    body += [f"spent_{n} = rulec_mod(rulec_div(number, step_{n}), left_{n} + 1)" for n in budgets]
    inner: list[Statement] = [code("around = {}", writer.text(node.near)), f"fresh = {sets.none}"]
    for n in range(len(node.prices)):
        inner += _entered(node, sets, n, goal is not None)
    minus: Piece = "fresh & ~seen" if sets.words == 1 else f"set{sets.words}_minus(fresh, seen)"
    inner += [code("{} = {}", front, minus), code("seen = {}", sets.join("seen", front))]
    body.append(below(code("while {}:", sets.some(front)), *inner))
    helper.body = [*lines, below("for number in range(states):", *body), f"return {nowhere}"]


def _entered(node: nodes.WalkEnds, sets: SetText, row: int, has_goal: bool) -> list[Statement]:
    """Emit the step for the spaces of one price."""
    price, stops, budgets = node.prices[row], node.stops[row], range(len(node.budgets))
    fits: list[Piece] = [f"spent_{g} + {price[g]} <= left_{g}" for g in budgets if price[g]]
    found: Statement = code("out = {}", sets.join("out", "entered"))
    if has_goal:
        found = when(sets.some(sets.meet("entered", "goal")), "return 1")
    then: list[Statement] = [when(f"spent_0 + {price[0]} >= least" if price else "1", found)]
    if not stops and not any(price):
        then.append(code("fresh = {}", sets.join("fresh", "entered")))
    elif not stops:
        more = " + ".join(f"{price[g]} * step_{g}" for g in budgets if price[g])
        then += [
            f"place = number + {more}",
            below("while filled <= place:", f"reached[filled] = {sets.none}", "filled += 1"),
            code("reached[place] = {}", sets.join("reached[place]", "entered")),
        ]
    entered = code("entered = {}", sets.meet("around", f"row_{row}"))
    return [entered, when(chained("and", [sets.some("entered"), *fits]), *then)]
