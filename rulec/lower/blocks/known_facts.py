"""Available conditions at a point of a rule, to omit checks that cannot fail.

Facts come from the choice just made ("an empty square") and from checks already passed. An assignment forgets
the facts about its variable; whoever emits one calls `forget`. A fact proves a test if both are the same
expression, or by a few rules of logic, such as membership in a union by membership in one of its parts.
"""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.simplify import kept_in
from rulec.ir.types import ElemType, bounds
from rulec.ir.walk import fields_read, parts, substitute


class KnownFacts:
    def __init__(self, known: frozenset[Expr] = frozenset()) -> None:
        self.known: set[Expr] = set(known)

    def copy(self) -> KnownFacts:
        return KnownFacts(frozenset(self.known))

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
        """Learn that `member` is in the set."""
        self.known.add(nodes.Contains(value, member))
        if isinstance(value, nodes.SetOp) and value.op == "&":
            self.learn_member(value.left, member)
            self.learn_member(value.right, member)
        elif isinstance(value, nodes.SetOp) and value.op == "-":
            self.learn_member(value.left, member)
            self.known.add(nodes.Not(nodes.Contains(value.right, member)))
        elif isinstance(value, nodes.Column):
            self.learn(kept_in(value, member))
        elif isinstance(value, nodes.Filter):
            self.learn_member(value.value, member)
            self.learn(substitute(value.condition, value.var, member))

    def proves(self, test: Expr) -> bool:
        if isinstance(test, nodes.Const):
            return bool(test.value)
        if test in self.known or (isinstance(test, nodes.Compare) and _always(test)):
            return True
        match test:
            case nodes.Logic("and", left, right):
                return self.proves(left) and self.proves(right)
            case nodes.Contains(nodes.SetOp("|", left, right) as whole, member):
                parts = (nodes.Contains(left, member), nodes.Contains(right, member))
                return any(map(self.proves, parts)) or self._in_some_cell(whole, member)
            case nodes.Not(nodes.Contains(nodes.SetOp("|", left, right), member)):
                return all(self.proves(nodes.Not(nodes.Contains(one, member))) for one in (left, right))
            case nodes.Compare(">=", nodes.Arithmetic("-", left, right), Const(0)):
                return self._not_less(left, right)
            case _:
                pass
        return False

    def _not_less(self, more: Expr, less: Expr) -> bool:
        """Return whether the first number is known to be at least the second."""
        for fact in self.known:
            match fact:
                case nodes.Compare(">=" | ">", left, right) if left == more and _at_most(less, right):
                    return True
                case nodes.Compare("<=" | "<", right, left) if left == more and _at_most(less, right):
                    return True
        return False

    def _in_some_cell(self, whole: Expr, member: Expr) -> bool:
        """Return whether a cell of a variable holds the member, and the set is the union of all its cells."""
        cells = set(_united(whole))
        return any(cells == _all_cells(cell.field) for cell in self._cells_with(member))

    def cell_with(self, field: Field, member: Expr) -> Expr | None:
        """Return the index of a cell known to contain the member."""
        found = [cell.index[0] for cell in self._cells_with(member) if cell.field == field]
        return min(found, key=repr, default=None)

    def _cells_with(self, member: Expr) -> list[nodes.ReadField]:
        holding = [one for one in self.known if isinstance(one, nodes.Contains) and one.member == member]
        return [one.value for one in holding if isinstance(one.value, nodes.ReadField)]

    def forget(self, field: Field) -> None:
        self.known = {fact for fact in self.known if not _reads(fact, field)}

    def change_member(self, field: Field, member: Expr, added: bool) -> None:
        """Insert or remove a member of a cell; facts about other members survive."""
        self.known = {
            fact for fact in self.known if not _reads(fact, field) or _outlives(fact, field, member, added)
        }


def _reads(value: Expr, field: Field) -> bool:
    """Return whether the value may depend on the variable; a function or a trial may read any."""
    return field in fields_read(value) or any(
        isinstance(one, nodes.CallFunction | nodes.Can) for one in parts(value)
    )


def _at_most(number: Expr, other: Expr) -> bool:
    """Return whether the value equals the limit, or is bounded by it through its range."""
    return number == other or _always(nodes.Compare("<=", number, other))


def _always(test: nodes.Compare) -> bool:
    """Return whether the comparison holds for all values in the operands' ranges."""
    try:
        a, b = bounds(test.left.type), bounds(test.right.type)
    except AttributeError:
        return False
    if test.op == ">=":
        return a.lo >= b.hi
    return test.op == "<=" and a.hi <= b.lo


def _outlives(fact: Expr, field: Field, member: Expr, added: bool) -> bool:
    """Return whether the fact survives the insertion or removal of a member."""
    inside = not isinstance(fact, nodes.Not)
    test = fact.value if isinstance(fact, nodes.Not) else fact
    if not isinstance(test, nodes.Contains) or _reads(test.member, field):
        return False
    for part in _united(test.value):
        if not isinstance(part, nodes.ReadField) or part.field != field:
            return False
        if any(_reads(one, field) for one in part.index):
            return False
    return inside == added or _distinct(test.member, member)


def _distinct(a: Expr, b: Expr) -> bool:
    """Are these certainly two members? A step never leads to its start."""
    if isinstance(a, nodes.Const) and isinstance(b, nodes.Const):
        return a.value != b.value
    if isinstance(a, nodes.Lookup) and isinstance(b, nodes.Lookup) and a.index == b.index:
        return all(x != y for x, y in zip(a.table.values, b.table.values, strict=True))
    return False


def _united(value: Expr) -> list[Expr]:
    """Return the operands of a union."""
    if isinstance(value, nodes.SetOp) and value.op == "|":
        return [*_united(value.left), *_united(value.right)]
    return [value]


def _all_cells(field: Field) -> set[Expr]:
    if len(field.dims) != 1:
        return set()
    domain = field.dims[0]
    return {nodes.ReadField(field, (nodes.Const(n, ElemType(domain)),)) for n in range(domain.size)}
