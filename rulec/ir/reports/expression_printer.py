"""Prints IR expressions for listings."""

from __future__ import annotations

from typing import assert_never

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import BoolType, ElemType, ListType, SetType, Type
from rulec.runtime import control
from rulec.runtime.list_codec import entries

_LABELS_SHOWN = 6


def constant(value: int, type_: Type) -> str:
    """Format a constant in the words of the rules: members by label, sets by members."""
    if isinstance(type_, BoolType):
        return "yes" if value else "no"
    if isinstance(type_, ElemType):
        return "none" if value < 0 else type_.domain.labels[value]
    if isinstance(type_, ListType):
        labels = type_.members.labels
        return "[" + " ".join(labels[one] for one in entries(value, type_.digit)) + "]"
    if isinstance(type_, SetType):
        return set_text(value, type_)
    return str(value)


def set_text(value: int, type_: SetType) -> str:
    """Format a set: `{a1 b1}`; the whole domain, and its complements of few, by the domain's name."""
    domain = type_.domain
    if value == domain.full:
        return f"all {domain.name}"
    there = [label for n, label in enumerate(domain.labels) if (value >> n) & 1]
    missing = [label for n, label in enumerate(domain.labels) if not (value >> n) & 1]
    if len(missing) < len(there) and len(missing) <= _LABELS_SHOWN:
        return f"(all {domain.name} but {' '.join(missing)})"
    return "{" + " ".join(there) + "}"


def expression(node: Expr) -> str:
    """Format an expression on one line, fully bracketed where precedence could mislead."""
    match node:
        case nodes.Const(value, type_):
            return constant(value, type_)
        case nodes.ReadField(field, index):
            return place(field, index)
        case nodes.ReadLocal(name):
            return name
        case nodes.Lookup(table, index):
            return table.name + _index(index)
        case nodes.Arithmetic(op, left, right):
            if op in ("min", "max"):
                return f"{op}({expression(left)}, {expression(right)})"
            return _infix(op, left, right)
        case nodes.Compare(op, left, right) | nodes.Logic(op, left, right) | nodes.SetOp(op, left, right):
            return _infix(op, left, right)
        case nodes.Not(value):
            return f"not {_tight(value)}"
        case nodes.IfElse(condition, then, otherwise):
            return f"{_tight(then)} if {_tight(condition)} else {_tight(otherwise)}"
        case nodes.CallFunction(function, arguments):
            return f"{function}({_list(arguments)})"
        case nodes.Depth():
            return "depth"
        case nodes.Can(probe, who, arguments):
            return f"can probe {probe} by {expression(who)} ({_list(arguments)})"
        case nodes.Entry(number, value):
            return f"entry({expression(number)}, {expression(value)})"
        case nodes.PositionOf(member, value):
            return f"position({expression(member)}, {expression(value)})"
        case nodes.HoldsAlong(var, value, start, pays, earns):
            step = f"- {_tight(pays)} >= 0, + {_tight(earns)}"
            return f"({expression(start)} for {var} along {_tight(value)}: {step})"
        case nodes.Joined(left, right):
            return f"[{expression(left)}, {expression(right)}]"
        case nodes.Listed(value):
            return f"[{expression(value)}]"
        case nodes.InOrder(op, var, value, key):
            return f"[{var} in {expression(value)} by {op} {expression(key)}]"
        case nodes.Part(which, number, value):
            return f"{which}({expression(number)} of {expression(value)})"
        case _:
            return _of_a_set(node)


_SetExpr = (
    nodes.Single
    | nodes.Shift
    | nodes.Gather
    | nodes.Flood
    | nodes.RunBetween
    | nodes.RunStarts
    | nodes.Steps
    | nodes.Column
    | nodes.Occupied
    | nodes.ColumnsOf
    | nodes.Contains
    | nodes.Count
    | nodes.Some
    | nodes.Pick
    | nodes.Filter
    | nodes.Exists
    | nodes.Fold
    | nodes.Best
    | nodes.BestOf
    | nodes.UnionOf
    | nodes.FoldParts
    | nodes.BestPart
    | nodes.BestPlan
    | nodes.LongestLine
    | nodes.StepCount
    | nodes.ShortestWay
    | nodes.WalkEnds
    | nodes.HasRun
)


def _of_a_set(node: _SetExpr) -> str:
    match node:
        case nodes.Single(member):
            return "{" + expression(member) + "}"
        case nodes.Shift(value, moves, type_):
            some = [f" of {set_text(keep, type_)}" for _, keep in moves] if len(moves) > 1 else [""]
            ways = ", ".join(f"{delta:+}{of}" for (delta, _), of in zip(moves, some, strict=True))
            return f"shift({expression(value)}, {ways})"
        case nodes.Gather(table, value):
            return f"gather({table.name}, {expression(value)})"
        case nodes.Flood(table, seeds, within):
            return f"flood({table.name}, {expression(seeds)}, within {expression(within)})"
        case nodes.RunBetween(start, over, to, rays):
            parts = f"{expression(start)} over {expression(over)} to {expression(to)}"
            return f"between({parts}, {len(rays)} ways)"
        case nodes.RunStarts(over, to, rays):
            return f"starts({expression(over)} to {expression(to)}, {len(rays)} ways)"
        case nodes.Steps(starts):
            return f"steps({' | '.join(map(expression, starts))})"
        case nodes.Occupied(field):
            return f"those with any {field.name}"
        case nodes.Column(field, index):
            return f"those with {place(field, index)}"
        case nodes.ColumnsOf(value):
            return f"columns({expression(value)})"
        case nodes.Contains(value, member):
            return f"{_tight(member)} in {_tight(value)}"
        case nodes.Count(value):
            return f"count({expression(value)})"
        case nodes.Some(value):
            return f"some({expression(value)})"
        case nodes.Pick(which, value):
            return f"{which}({expression(value)})"
        case nodes.Filter(var, value, condition):
            return "{" + f"{var} in {expression(value)} where {expression(condition)}" + "}"
        case nodes.Exists(var, value, condition):
            return f"some({var} in {expression(value)} where {expression(condition)})"
        case nodes.Fold(op, var, value, formula, empty):
            return f"{op}({expression(formula)} over {var} in {expression(value)}, else {empty})"
        case nodes.Best(op, var, value, key):
            return f"arg{op}({expression(key)} over {var} in {expression(value)})"
        case nodes.BestOf(op, var, value, key):
            return "{" + f"arg{op} {expression(key)} over {var} in {expression(value)}" + "}"
        case nodes.UnionOf(var, value, formula):
            return f"union({expression(formula)} over {var} in {expression(value)})"
        case nodes.FoldParts(op, var, value, table, condition, formula, empty):
            parts = f"parts of {expression(value)} by {table.name} where {expression(condition)}"
            return f"{op}({expression(formula)} over {var} in {parts}, else {empty})"
        case nodes.BestPart(op, var, value, table, condition, formula):
            parts = f"parts of {expression(value)} by {table.name} where {expression(condition)}"
            return f"arg{op}({expression(formula)} over {var} in {parts})"
        case nodes.BestPlan():
            goals = ", then ".join(map(expression, node.goals))
            given = _list((*node.copies, *node.needs, *node.have, *node.weights))
            return f"{expression(node.result)} of the best plan for {goals} from {given}"
        case nodes.LongestLine(value):
            return f"longest_line({expression(value)})"
        case nodes.StepCount(table, start, goal, over):
            return f"steps({_list((start, goal, over))} by {table.name})"
        case nodes.ShortestWay(table, start, goal, over, fewest):
            return f"shortest({_list((start, goal, over, *fewest))} by {table.name})"
        case nodes.WalkEnds():
            return _walk(node)
        case nodes.HasRun(value, length, directions):
            ways = " ".join(str(abs(one.steps[0][0][0])) if one.steps else "0" for one in directions)
            return f"run({expression(value)}, {length} by {ways})"
        case _:
            assert_never(node)


def _walk(node: nodes.WalkEnds) -> str:
    sides = zip(node.rows, node.prices, node.stops, strict=True)
    over = "; ".join(f"{expression(one)} at {price}{' stop' * stop}" for one, price, stop in sides)
    limits = f"with {_list(node.budgets)}, least {expression(node.least)}"
    return f"walk({expression(node.start)} by {node.var}: {expression(node.near)}; over {over}; {limits})"


def place(field: nodes.Field, index: tuple[Expr, ...]) -> str:
    """Format a variable or a cell of it."""
    return field.name.removeprefix(control.MARK) + _index(index)


def _index(index: tuple[Expr, ...]) -> str:
    return f"[{_list(index)}]" if index else ""


def _list(parts: tuple[Expr, ...]) -> str:
    return ", ".join(expression(part) for part in parts)


def _infix(op: str, left: Expr, right: Expr) -> str:
    return f"{_tight(left)} {op} {_tight(right)}"


def _tight(node: Expr) -> str:
    """Bracket a compound operand."""
    apart = (
        nodes.Arithmetic,
        nodes.Compare,
        nodes.Logic,
        nodes.SetOp,
        nodes.Not,
        nodes.IfElse,
        nodes.Contains,
    )
    text = expression(node)
    if isinstance(node, nodes.Arithmetic) and node.op in ("min", "max"):
        return text
    return f"({text})" if isinstance(node, apart) else text
