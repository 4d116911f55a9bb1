"""Traversal and rewriting of IR trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast, get_args

from rulec.base.fast_dataclass import inner_fields, replaced
from rulec.ir import nodes
from rulec.ir.nodes import Expr, Stmt
from rulec.ir.types import ElemType, bounds

if TYPE_CHECKING:
    from rulec.ir.program import Decision, OptionGroup, Program

_EXPRS: tuple[type, ...] = get_args(Expr)
_STMTS: tuple[type, ...] = get_args(Stmt)
_ENDS: tuple[type, ...] = get_args(nodes.End)
_NODES = frozenset((*_EXPRS, *_STMTS, *_ENDS))  # asked by type: far quicker than `isinstance` of so many

READS = (nodes.ReadField, nodes.Column, nodes.Occupied)  # what looks at a variable of the state

# What is said of each member of a set: `var` is known in all of it but the set.
_WITH_MEMBERS = frozenset(
    (
        *(nodes.Filter, nodes.Exists, nodes.Fold, nodes.Best, nodes.BestOf, nodes.UnionOf),
        *(nodes.FoldParts, nodes.BestPart, nodes.InOrder, nodes.HoldsAlong, nodes.ForEach),
    )
)


# Fields that hold no nodes: names, numbers, types, variables of the state.
_PLAIN = frozenset(
    (
        *(
            "str",
            "int",
            "bool",
            "None",
            "tuple",
            "Span",
            "Type",
            "ElemType",
            "IntType",
            "SetType",
            "ListType",
        ),
        *("Domain", "Field", "Table", "Move", "Ray", "RunDirection", "ArithmeticOp", "CompareOp"),
    )
)
_fields: dict[type, tuple[str, ...]] = {}


def _child_fields(kind: type) -> tuple[str, ...]:
    """Return the fields that may hold nodes."""
    found = _fields.get(kind)
    if found is None:
        found = _fields[kind] = inner_fields(kind, _PLAIN)
    return found


def children(node: Any) -> tuple[Any, ...]:
    """Return the direct children of a node, memoized on the node, which is immutable."""
    kept = node.__dict__ if type(node) in _NODES else {}
    known: tuple[Any, ...] | None = kept.get("_children")
    if known is not None:
        return known
    found: list[Any] = []
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        kind = type(value)
        if kind is tuple:
            found += [one for one in value if type(one) in _NODES]
        elif kind in _NODES:
            found.append(value)
    kept["_children"] = known = tuple(found)
    return known


def parts(node: Any) -> Iterator[Any]:
    """Yield the node and all its descendants."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += children(one)


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """Rewrite a tree bottom-up: every node is replaced by `change(node)`."""

    def rewritten(one: Any) -> Any:
        return change(with_children(one, rewritten))

    return rewritten(node)


def with_children(node: Any, change: Callable[[Any], Any]) -> Any:
    """Replace the direct children by `change(child)`."""
    updates: dict[str, Any] = {}
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            new: Any = tuple([change(one) if type(one) in _NODES else one for one in value])
        elif type(value) in _NODES:
            new = change(value)
        else:
            continue
        if new is not value and new != value:
            updates[name] = new
    return replaced(node, updates) if updates else node


def locals_read(node: Any) -> frozenset[str]:
    """Return the free locals of an expression or statement."""
    kept = node.__dict__ if type(node) in _NODES else {}
    known: frozenset[str] | None = kept.get("_locals")
    if known is None:
        kept["_locals"] = known = frozenset(_locals_read(node))
    return known


def _locals_read(node: Any) -> set[str] | frozenset[str]:
    kind = type(node)
    if kind is nodes.ReadLocal:
        return {node.name}
    if kind in _WITH_MEMBERS:
        outside = locals_read(node.value)
        inside = (locals_read(child) for child in children(node) if child is not node.value)
        return outside.union(*inside) - ({node.var} - outside)
    found: set[str] = set()
    for child in children(node):
        found |= locals_read(child)
    if kind is nodes.BestPlan:
        found -= node.bound
    elif kind is nodes.WalkEnds:
        found.discard(node.var)
    return found


def fields_read(node: Any) -> set[nodes.Field]:
    """Return the variables of the state that an expression reads."""
    return {part.field for part in parts(node) if isinstance(part, READS)}


def conjuncts(test: Expr) -> list[Expr]:
    """Return the conjuncts of a test, in source order."""
    if isinstance(test, nodes.Logic) and test.op == "and":
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def disjuncts(test: Expr) -> list[Expr]:
    """Return the disjuncts of a test."""
    if isinstance(test, nodes.Logic) and test.op == "or":
        return [*disjuncts(test.left), *disjuncts(test.right)]
    return [test]


def may_be_none(type_: Any) -> bool:
    return isinstance(type_, ElemType) and type_.optional


def size(node: Any) -> int:
    """Return the number of nodes."""
    kept = node.__dict__ if type(node) in _NODES else {}
    known: int | None = kept.get("_size")
    if known is None:
        kept["_size"] = known = 1 + sum(map(size, children(node)))
    return known


def always_has_a_value(test: Expr) -> bool:
    """Return whether the expression is total, with a value in every state."""
    return not any(
        (isinstance(part, nodes.Arithmetic) and not _is_always_within(part))
        or isinstance(part, nodes.Pick | nodes.Best | nodes.CallFunction)
        or (isinstance(part, nodes.ReadField | nodes.Lookup) and any(may_be_none(i.type) for i in part.index))
        for part in parts(test)
    )


def _is_always_within(node: nodes.Arithmetic) -> bool:
    """Return whether the operation always has a result within its type.

    One piece less is a number of pieces only where there is one.
    """
    if node.op == "-":
        left, right, whole = bounds(node.left.type), bounds(node.right.type), bounds(node.type)
        return whole.lo <= left.lo - right.hi and left.hi - right.lo <= whole.hi
    if node.op in ("//", "%"):
        return isinstance(node.right, nodes.Const) and node.right.value > 0
    return True


def substitute(node: Expr, name: str, value: Expr) -> Expr:
    """Substitute a local (names are unique, so nothing is captured)."""

    def change(part: Any) -> Any:
        return value if isinstance(part, nodes.ReadLocal) and part.name == name else part

    return cast(Expr, rewrite(node, change))


def renamed(node: Expr, name: str, new: str) -> Expr:
    """Rename a local."""

    def change(part: Any) -> Any:
        named = isinstance(part, nodes.ReadLocal) and part.name == name
        return dataclasses.replace(part, name=new) if named else part

    return cast(Expr, rewrite(node, change))


def with_plain_names(node: Any) -> Any:
    """Alpha-normalize: name loop variables by nesting depth.

    Equivalent expressions become equal, for all names of members, alone or as part of an `and`.
    """
    kept = node.__dict__
    known = kept.get("_plain")
    if known is None:
        kept["_plain"] = known = _by_depth(node, 0, {})
    return known


def _by_depth(node: Any, depth: int, names: dict[str, str]) -> Any:
    if type(node) is nodes.ReadLocal:
        return replaced(node, {"name": names[node.name]}) if node.name in names else node
    var = getattr(node, "var", None)
    updates: dict[str, Any] = {}
    inside = (depth, names)
    if isinstance(var, str):
        updates["var"] = f"#{depth}"
        inside = (depth + 1, names | {var: f"#{depth}"})
    for field in _child_fields(type(node)):
        value = getattr(node, field)
        where = (depth, names) if field == "value" else inside  # the set itself does not know its member
        if isinstance(value, tuple):
            updates[field] = tuple(_by_depth(one, *where) if type(one) in _NODES else one for one in value)
        elif type(value) in _NODES:
            updates[field] = _by_depth(value, *where)
    return replaced(node, updates) if updates else node


_CONDITIONS = ("sufficient", "necessary", "locally_legal")  # marks of a group that are expressions


def rewrite_program(program: Program, change: Callable[[Any], Any]) -> Program:
    """Rewrite every expression, statement and block end of a program."""

    def new(node: Any) -> Any:
        return None if node is None else rewrite(node, change)

    def block(one: nodes.Block) -> nodes.Block:
        return dataclasses.replace(one, body=tuple(map(new, one.body)), end=new(one.end))

    def group(one: OptionGroup) -> OptionGroup:
        marks = {name: new(getattr(one.legality, name)) for name in _CONDITIONS}
        return dataclasses.replace(one, options=new(one.options)).marked(**marks)

    def decision(one: Decision) -> Decision:
        changed = dataclasses.replace(
            one,
            who=new(one.who),
            free_actions_help=new(one.free_actions_help),
            has_pending_work=new(one.has_pending_work),
            groups=tuple(map(group, one.groups)),
        )
        return changed.marked(exit_condition=new(one.legality.exit_condition))

    decisions = tuple(map(decision, program.decisions))
    return dataclasses.replace(
        program,
        blocks=tuple(map(block, program.blocks)),
        decisions=decisions,
        functions=tuple(dataclasses.replace(one, result=new(one.result)) for one in program.functions),
        procedures=tuple(
            dataclasses.replace(one, body=tuple(map(new, one.body))) for one in program.procedures
        ),
    )


def parts_of_program(program: Program) -> Iterator[Any]:
    """Yield all nodes of a program."""
    for block in program.blocks:
        for statement in block.body:
            yield from parts(statement)
        if block.end is not None:
            yield from parts(block.end)
    for decision in program.decisions:
        values = [decision.who, decision.free_actions_help, decision.has_pending_work]
        values.append(decision.legality.exit_condition)
        for one in decision.groups:
            values += [one.options, *(getattr(one.legality, name) for name in _CONDITIONS)]
        for value in values:
            if value is not None:
                yield from parts(value)
    for function in program.functions:
        yield from parts(function.result)
    for procedure in program.procedures:
        for statement in procedure.body:
            yield from parts(statement)
