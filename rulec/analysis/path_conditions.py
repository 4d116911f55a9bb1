"""Sufficient and necessary conditions of completability, and their join over paths."""

from __future__ import annotations

from rulec.analysis.factoring import factored
from rulec.analysis.known_conditions import not_implied
from rulec.analysis.partial_evaluation import settled
from rulec.analysis.symbolic_state import choice
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes, simplify
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import FALSE, TRUE, all_of, both, either, negate
from rulec.ir.types import ElemType, ListType, SetType
from rulec.ir.walk import (
    always_has_a_value,
    conjuncts,
    locals_read,
    parts,
    renamed,
    size,
    substitute,
    with_plain_names,
)

# Nodes of a test that saves trials. Options seldom lack a completion, so a larger test mostly fails to pay.
LARGEST_NEEDED = 60
CHEAP = 12  # nodes of a test too cheap to be guarded by another test


@dataclass(frozen=True)
class PathBounds:
    """Bounds on the precondition for completing an option: a sufficient and a necessary condition."""

    sufficient: Expr
    necessary: Expr

    @property
    def exact(self) -> bool:
        return self.sufficient == self.necessary

    def after(self, test: Expr) -> PathBounds:
        """Conjoin a test that must hold first."""
        enough = both(test, self.sufficient)
        return PathBounds(enough, enough if self.exact else both(test, self.necessary))

    def unless(self, test: Expr) -> PathBounds:
        """Disjoin a test that ends the search."""
        enough = either(test, self.sufficient)
        return PathBounds(enough, enough if self.exact else either(test, self.necessary))

    def within(self, largest: int) -> PathBounds:
        """Drop conditions above a size: a trial is as fast as evaluating them."""
        enough = small(self.sufficient, FALSE, largest)
        if self.exact and enough == self.sufficient:
            return self
        return PathBounds(enough, cheapest(self.necessary, LARGEST_NEEDED))

    def factored(self) -> PathBounds:
        enough = factored(self.sufficient)
        return PathBounds(enough, enough if self.exact else factored(self.necessary))

    def or_else(self, other: PathBounds) -> PathBounds:
        enough = one_or_other(self.sufficient, other.sufficient)
        exact = self.exact and other.exact
        return PathBounds(enough, enough if exact else one_or_other(self.necessary, other.necessary))


ALWAYS_COMPLETABLE = PathBounds(TRUE, TRUE)
UNKNOWN = PathBounds(FALSE, TRUE)
IMPOSSIBLE = PathBounds(FALSE, FALSE)


def either_way(test: Expr, yes: PathBounds, no: PathBounds) -> PathBounds:
    if yes == no:
        return yes
    exact = yes.exact and no.exact
    enough = _chosen(test, yes.sufficient, no.sufficient)
    return PathBounds(enough, enough if exact else _chosen(test, yes.necessary, no.necessary))


def _chosen(test: Expr, yes: Expr, no: Expr) -> Expr:
    """Select between two tests by a condition."""
    if yes == no:
        return yes
    if isinstance(yes, Const):
        return either(test, no) if yes.value else both(negate(test), no)
    if isinstance(no, Const):
        return either(negate(test), yes) if no.value else both(test, yes)
    shared = [one for one in conjuncts(yes) if one in conjuncts(no) and always_has_a_value(one)]
    if shared:
        yes, no = (all_of([i for i in conjuncts(one) if i not in shared]) for one in (yes, no))
        return both(all_of(shared), _chosen(test, yes, no))
    return either(both(test, yes), both(negate(test), no))


def one_or_other(one: Expr, other: Expr) -> Expr:
    """Disjoin two tests, with common conjuncts factored out where they stay total."""
    if isinstance(one, Const) or isinstance(other, Const):
        return either(one, other)
    match one, other:
        case nodes.Exists(member, those, test), nodes.Exists(another, same, second) if those == same:
            return nodes.Exists(member, those, one_or_other(test, renamed(second, another, member)))
    left, right = conjuncts(one), conjuncts(other)
    front: list[Expr] = []
    back: list[Expr] = []
    before = len(right)  # common conjuncts that end both tests stay at the end
    for here in reversed(range(len(left))):
        test = left[here]
        place = _last_place(right, test)
        if place is None:
            continue
        if always_has_a_value(test):
            front.insert(0, test)
            before -= place < before
        elif place < before and all(map(always_has_a_value, (*left[here + 1 :], *right[place + 1 :]))):
            back.insert(0, test)
            before = place
        else:
            continue
        del left[here], right[place]
    return both(both(all_of(front), either(all_of(left), all_of(right))), all_of(back))


def _last_place(tests: list[Expr], test: Expr) -> int | None:
    kind, parts = type(test), size(test)
    for n in reversed(range(len(tests))):
        other = tests[n]
        if type(other) is kind and size(other) == parts and with_plain_names(other) == with_plain_names(test):
            return n
    return None


def small(test: Expr, otherwise: Expr, largest: int) -> Expr:
    """Return the test, or `otherwise` if it is too large."""
    return test if size(test) <= largest else otherwise


def cheapest(test: Expr, largest: int) -> Expr:
    """Weaken a condition to its cheapest conjuncts, shortest first.

    A part that makes sense only where those before it hold stays behind all of them.
    """
    if size(test) <= largest:
        return test
    tests = list(conjuncts(test))
    kept: set[int] = set()
    left = largest
    for number in sorted(range(len(tests)), key=lambda n: (size(tests[n]), n)):
        left -= size(tests[number]) + 1
        if left < -1:
            break
        if always_has_a_value(tests[number]) or kept >= set(range(number)):
            kept.add(number)
    return all_of([tests[number] for number in sorted(kept)])


def without(test: Expr, asked: Expr) -> Expr:
    """Return the conjuncts of a test that `asked` lacks."""
    known = conjuncts(asked)
    return all_of([one for one in conjuncts(test) if one not in known])


def some(options: Expr, member: nodes.ReadLocal | None, test: Expr) -> Expr:
    """Return the test that some option satisfies the condition."""
    if test == FALSE:
        return FALSE
    match options:
        case Const(value) if not value:
            return FALSE
        case nodes.IfElse(condition, then, Const(value=0)):
            return both(condition, some(then, member, test))
        case _:
            pass
    if member is not None:
        test = _open(options, member, test)
    outside, inside = _apart_from(member, test)
    if member is None or inside == TRUE:
        return both(both(outside, _there(options)), inside)
    if isinstance(options, nodes.Filter):
        condition = substitute(options.condition, options.var, member)
        return both(outside, nodes.Exists(member.name, options.value, both(condition, inside)))
    return both(outside, nodes.Exists(member.name, options, inside))


def _open(options: Expr, member: nodes.ReadLocal, test: Expr) -> Expr:
    """Return the conjuncts of a test that membership in the options leaves open."""
    return all_of(not_implied(options, member, tuple(conjuncts(test))))


def _there(options: Expr) -> Expr:
    """Return the test that an option exists; a filter becomes a quantifier, so that equal ones can merge."""
    if isinstance(options, Const):
        return TRUE
    if isinstance(options, nodes.Filter) and not isinstance(options.value.type, ListType):
        return nodes.Exists(options.var, options.value, options.condition)
    return simplify.some(options)


def only(options: Expr, test: Expr, member: nodes.ReadLocal | None) -> Expr:
    """Filter options by a condition."""
    type_ = options.type
    assert isinstance(type_, SetType)
    nothing = Const(0, type_)
    if isinstance(options, nodes.IfElse) and options.otherwise == nothing:
        return choice(options.condition, only(options.then, test, member), nothing)
    if member is not None:
        test = _open(options, member, test)
    outside, inside = _apart_from(member, test)
    if member is None and inside != TRUE:
        there: Expr = TRUE if isinstance(options, Const) else nodes.Some(options)
        outside = both(both(outside, there), inside)
    elif inside != TRUE:
        assert member is not None
        options = _by_subsets(options, inside, member, type_)
    return choice(outside, options, nothing)


def _by_subsets(options: Expr, test: Expr, member: nodes.ReadLocal, type_: SetType) -> Expr:
    """Filter options; a test that distinguishes constant subsets is asked once for each of them."""
    found = _distinguished(test, member)
    if found is None or isinstance(options, Const):
        return nodes.Filter(member.name, options, test, type_)
    members, yes, no = found
    every = type_.domain.full
    parts_of: list[Expr] = []
    for those, condition in ((members, yes), (every & ~members, no)):
        if condition == FALSE:
            continue
        part: Expr = settled(nodes.SetOp("&", options, Const(those, type_), type_))
        if size(condition) > CHEAP and member.name not in locals_read(condition):
            condition = both(simplify.some(part), condition)  # a long test only where it matters
        parts_of.append(part if condition == TRUE else only(part, condition, member))
    if len(parts_of) == 1:
        return parts_of[0]
    inside, outside = parts_of
    return nodes.SetOp("|", inside, outside, type_)


def _distinguished(test: Expr, member: nodes.ReadLocal) -> tuple[int, Expr, Expr] | None:
    """Split a test by membership in a constant set: that set, the test within it, and the test outside."""
    match test:
        case nodes.Logic("or", first, second):
            inside, outside = _guarded(first, member), _guarded(second, member)
            if inside is not None and outside is not None and inside[0] == _every(member) & ~outside[0]:
                return inside[0], inside[1], outside[1]
            for one, other in ((first, second), (second, first)):
                there = _subset(one, member)
                if there is not None:
                    return there, TRUE, other
        case nodes.Logic("and", first, second):
            there = _subset(first, member)
            if there is not None:
                return there, second, FALSE
        case _:
            there = _subset(test, member)
            if there is not None:
                return there, TRUE, FALSE
    return None


def _guarded(test: Expr, member: nodes.ReadLocal) -> tuple[int, Expr] | None:
    """Return the constant set that the first conjunct requires, and the rest."""
    first, *rest = conjuncts(test)
    there = _subset(first, member)
    return None if there is None else (there, all_of(rest))


def _subset(test: Expr, member: nodes.ReadLocal) -> int | None:
    """Return the members that a test of a constant set admits."""
    match test:
        case nodes.Contains(Const(members), nodes.ReadLocal(name)) if name == member.name:
            return members
        case nodes.Not(nodes.Contains(Const(members), nodes.ReadLocal(name))) if name == member.name:
            return _every(member) & ~members
        case nodes.Compare("==", nodes.ReadLocal(name), Const(value)) if name == member.name:
            return 1 << value if value >= 0 else 0
    return None


def _every(member: nodes.ReadLocal) -> int:
    assert isinstance(member.type, ElemType)
    return member.type.domain.full


def evaluated(test: Expr, member: nodes.ReadLocal | None) -> int:
    """Count the parts evaluated for a member: the largest case of a test by subsets."""
    if member is not None:
        found = _distinguished(test, member)
        if found is not None:
            return 2 + max(evaluated(one, member) for one in found[1:])
    return size(test)


def _apart_from(member: nodes.ReadLocal | None, test: Expr) -> tuple[Expr, Expr]:
    """Split a condition into a part independent of the member, and a part about each member.

    What makes sense only for an option, as one piece less of those that are there, is left with it.
    """
    outside: Expr = TRUE
    inside: Expr = TRUE
    for one in conjuncts(test):
        of_all = (member is None or member.name not in locals_read(one)) and always_has_a_value(one)
        outside, inside = (both(outside, one), inside) if of_all else (outside, both(inside, one))
    return outside, inside


def untried(options: Expr) -> Expr:
    """Return the subset of options whose membership needs no probe."""
    nothing = Const(0, options.type)
    match options:
        case nodes.SetOp("|" | "&" as op, left, right):
            return nodes.SetOp(op, untried(left), untried(right), options.type)
        case nodes.SetOp("-", left, right) if not _tries(right):
            return nodes.SetOp("-", untried(left), right, options.type)
        case nodes.IfElse(condition, then, otherwise) if not _tries(condition):
            return choice(condition, untried(then), untried(otherwise))
    return nothing if _tries(options) else options


def _tries(value: Expr) -> bool:
    return any(isinstance(part, nodes.Can) for part in parts(value))
