"""Loop-invariant and repeated parts of a loop's body, and the cost test for branch-free conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.schema import is_wide
from rulec.ir.types import ListType
from rulec.ir.walk import always_has_a_value, children, locals_read, parts, rewrite, size, with_plain_names

LOOPS = (
    *(nodes.Filter, nodes.Exists, nodes.Fold, nodes.Best, nodes.BestOf, nodes.UnionOf, nodes.CallFunction),
    *(nodes.Flood, nodes.StepCount, nodes.ShortestWay, nodes.Steps, nodes.LongestLine, nodes.FoldParts),
)
# Expressions that always evaluate all their operands.
_STRICT = (
    *(nodes.Compare, nodes.Arithmetic, nodes.Not, nodes.Some, nodes.Count, nodes.Contains, nodes.SetOp),
    *(nodes.Pick, nodes.Single, nodes.Lookup, nodes.ReadField, nodes.Column, nodes.CallFunction),
)
_TRANSPARENT = (*_STRICT, nodes.Logic, nodes.IfElse)  # their operands know no more locals than they do


_QUICK = (
    *(nodes.Logic, nodes.Not, nodes.Contains, nodes.Compare, nodes.SetOp),
    *(nodes.Lookup, nodes.ReadLocal, nodes.ReadField, nodes.Const),
)
_MOST_QUICK_PARTS = 30


def is_quick(test: Expr) -> bool:
    """Return whether evaluating the whole test is cheaper than a mispredicted branch."""
    small = size(test) <= _MOST_QUICK_PARTS and all(isinstance(one, _QUICK) for one in parts(test))
    return small and always_has_a_value(test)


class RepeatedParts:
    """Finds loop-invariant and repeated subexpressions of loop bodies."""

    def __init__(self, functions: Mapping[str, Expr]) -> None:
        self.functions = functions
        self._tries: dict[str, bool] = {}

    def hoist(self, node: Any, inner: Expr) -> tuple[Expr, list[tuple[str, Expr]]]:
        """Hoist loop-invariant loops of the body into named locals.

        Those that the first round evaluates in any case, and total ones behind a test. Others may be
        undefined if it fails.
        """
        if isinstance(node.value.type, ListType):
            return inner, []

        def invariant(part: Any) -> bool:
            return node.var not in locals_read(part)

        found = dict.fromkeys(self._always(inner, invariant))
        found |= dict.fromkeys(self._total(inner, invariant))
        # What is a part of another one is replaced after it.
        largest_first = sorted(found, key=lambda part: -size(part))
        named = [(f"{node.var}.steady.{number}", part) for number, part in enumerate(largest_first)]
        for name, part in named:
            inner = _replaced(inner, part, nodes.ReadLocal(name, part.type))
        return inner, named

    def per_iteration(self, node: Any, inner: Expr) -> tuple[Expr, list[tuple[str, Expr]]]:
        """Name the loops that the body computes more than once per iteration.

        Only loops that each round evaluates in any case, as above.
        """
        named: list[tuple[str, Expr]] = []
        found = dict.fromkeys(self._always(inner, lambda part: node.var in locals_read(part)))
        for part in sorted(found, key=lambda part: -size(part)):
            plain = with_plain_names(part)
            alike = (one for one in parts(inner) if type(one) is type(part))
            same = [one for one in alike if with_plain_names(one) == plain]
            if len(same) > 1:
                known = nodes.ReadLocal(f"{node.var}.once.{len(named)}", part.type)
                named.append((known.name, part))
                for one in dict.fromkeys(same):
                    inner = _replaced(inner, one, known)
        return inner, named

    def common(self, node: Any) -> tuple[Expr, list[tuple[str, Expr]]]:
        """Name the loops that an expression runs more than once.

        `spaces beside the spaces that are mine, without those that are mine` computes my spaces twice.
        """
        named: list[tuple[str, Expr]] = []
        alike: dict[Any, list[Any]] = {}
        for part in _worked_out(node):
            if isinstance(part, LOOPS):
                alike.setdefault(with_plain_names(part), []).append(part)
        twice = [same for same in alike.values() if len(same) > 1 and not self.tries_something(same[0])]
        for same in sorted(twice, key=lambda same: -size(same[0])):
            known = nodes.ReadLocal(f"same.{len(named)}", same[0].type)
            found = node
            for part in dict.fromkeys(same):
                found = _replaced(found, part, known)
            if found != node:
                named.append((known.name, same[0]))
                node = found
        return node, named

    def _always(self, node: Any, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        """Yield the wanted loops in an expression that run on every evaluation."""
        if isinstance(node, LOOPS) and wanted(node) and not self.tries_something(node):
            yield node
            return
        below: list[Any] = []
        if isinstance(node, nodes.Logic):
            below = [node.left]
        elif isinstance(node, nodes.IfElse):
            below = [node.condition]
        elif isinstance(node, nodes.Filter | nodes.Exists | nodes.Fold):
            below = [node.value]
        elif isinstance(node, _STRICT):
            below = [
                getattr(node, name) for name in ("left", "right", "value", "member") if hasattr(node, name)
            ]
            below += [*getattr(node, "index", ()), *getattr(node, "arguments", ())]
        for one in below:
            yield from self._always(one, wanted)

    def _total(self, node: Any, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        """Yield the wanted loops of total value, which no test needs to guard."""
        wide_count = isinstance(node, nodes.Count) and is_wide(node.value.type)
        if (isinstance(node, LOOPS) or wide_count) and wanted(node):
            if always_has_a_value(node) and not self.tries_something(node):
                yield node
            return
        for one in _outside_of_loops(node):
            yield from self._total(one, wanted)

    def tries_something(self, node: Any) -> bool:
        """Does the expression contain a feasibility probe? Passes must not add one that the rules lack."""
        for part in parts(node):
            if isinstance(part, nodes.Can):
                return True
            if isinstance(part, nodes.CallFunction):
                if part.function not in self._tries:
                    self._tries[part.function] = True  # while it is not known
                    self._tries[part.function] = self.tries_something(self.functions[part.function])
                if self._tries[part.function]:
                    return True
        return False


def _outside_of_loops(node: Any) -> list[Any]:
    """Return the operands outside the scope of a loop over members."""
    if isinstance(node, nodes.Filter | nodes.Exists | nodes.Fold):
        return [node.value]
    return list(children(node)) if isinstance(node, _TRANSPARENT) else []


def _worked_out(node: Any) -> Iterator[Any]:
    """Yield the node and its strict operands, outside of loop bodies."""
    yield node
    below: list[Any] = []
    if isinstance(node, nodes.Logic):
        below = [node.left]
    elif isinstance(node, nodes.IfElse):
        below = [node.condition]
    elif isinstance(node, nodes.Flood):
        below = [node.seeds, node.within]
    elif isinstance(node, nodes.Filter | nodes.Exists | nodes.Fold | nodes.Gather | nodes.UnionOf):
        below = [node.value]
    elif isinstance(node, _STRICT):
        below = [getattr(node, name) for name in ("left", "right", "value", "member") if hasattr(node, name)]
        below += [*getattr(node, "index", ()), *getattr(node, "arguments", ())]
    for one in below:
        yield from _worked_out(one)


def _replaced(tree: Expr, part: Expr, by: Expr) -> Expr:
    return cast(Expr, rewrite(tree, lambda one: by if type(one) is type(part) and one == part else one))
