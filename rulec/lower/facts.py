"""What is known to hold at a point of a rule, so that checks which cannot fail are not made.

Facts come from what was just chosen ("an empty square") and from checks already made; a change of a
variable forgets what was known about it. Only facts that are the same expression are recognised.
"""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Expr, Field
from rulec.ir.types import bounds
from rulec.ir.walk import fields_read, substitute


class Facts:
    def __init__(self, known: frozenset[Expr] = frozenset()) -> None:
        self.known: set[Expr] = set(known)

    def copy(self) -> Facts:
        return Facts(frozenset(self.known))

    def learn(self, test: Expr) -> None:
        if isinstance(test, nodes.Logic) and test.op == "and":
            self.learn(test.left)
            self.learn(test.right)
        elif isinstance(test, nodes.Not):
            self.known.add(test)
        elif isinstance(test, nodes.Contains):
            self.learn_member(test.value, test.member)
        else:
            self.known.add(test)

    def learn_member(self, value: Expr, member: Expr) -> None:
        """`member` is in the set."""
        self.known.add(nodes.Contains(value, member))
        if isinstance(value, nodes.SetOp) and value.op == "&":
            self.learn_member(value.left, member)
            self.learn_member(value.right, member)
        elif isinstance(value, nodes.SetOp) and value.op == "-":
            self.learn_member(value.left, member)
            self.known.add(nodes.Not(nodes.Contains(value.right, member)))
        elif isinstance(value, nodes.Filter):
            self.learn_member(value.value, member)
            self.learn(substitute(value.condition, value.var, member))

    def proves(self, test: Expr) -> bool:
        if isinstance(test, nodes.Const):
            return bool(test.value)
        if isinstance(test, nodes.Logic) and test.op == "and":
            return self.proves(test.left) and self.proves(test.right)
        if isinstance(test, nodes.Compare) and _always(test):
            return True
        return test in self.known

    def forget(self, field: Field) -> None:
        self.known = {fact for fact in self.known if field not in fields_read(fact)}


def _always(test: nodes.Compare) -> bool:
    """Does the comparison hold whatever the values, by their ranges?"""
    try:
        a, b = bounds(test.left.type), bounds(test.right.type)
    except AttributeError:
        return False
    if test.op == ">=":
        return a.lo >= b.hi
    return test.op == "<=" and a.hi <= b.lo
