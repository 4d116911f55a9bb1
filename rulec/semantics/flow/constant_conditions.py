"""Constant conditions, decided by value ranges and by the conditions around them.

A condition of the file is judged at every copy (a rule may be specialized several times) and reported only
if all verdicts agree. Conditions of a variant's base are not reported.
"""

from __future__ import annotations

from typing import Final, assert_never

from rulec.base.diagnostics import Note, Reporter
from rulec.base.fast_dataclass import dataclass, instances
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.flow.value_ranges import (
    ValueFacts,
    Values,
    count_key,
    key_of,
    members_of,
    order_key,
    values_of,
)
from rulec.semantics.typed.walk import _FIELDS
from rulec.semantics.types import FlagType, MemberType, NumberType
from rulec.syntax import ast

_TURNED: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_SIGNS: Final = {"==": (0, 0), "!=": (-1, 1), "<": (-1, -1), "<=": (-1, 0), ">": (1, 1), ">=": (0, 1)}
_MANY: Final = 1 << 40  # more than any number of members
_ORDERED: Final = (NumberType, MemberType)
_NAMED: Final = 3  # limit of members named in a message
# Syntax nodes that produce each condition; others were inserted by the compiler.
_WRITTEN: Final[dict[type, tuple[type, ...]]] = {
    typed.Comparison: (ast.Compare,),
    typed.Membership: (ast.In,),
    typed.Logic: (ast.Logic,),
    typed.Not: (ast.Not, ast.Compare, ast.In, ast.Quantity),
    typed.SomeOf: (ast.Quantity,),
}
_CONDITIONS: Final = (
    *(ast.Compare, ast.In, ast.Logic, ast.Not, ast.Quantity),
    *(ast.Name, ast.Possessive),
)
_PURE: Final = (typed.Let, typed.Needs, typed.Must, typed.Unreached)


@dataclass(frozen=True)
class Verdict:
    """Constant truth value of a condition, with the reason."""

    holds: bool
    reason: str
    because: Span | None = None  # another condition that implies it


def check_conditions(game: typed.Game, file: ast.RulesFile, report: Reporter) -> None:
    """Report constant conditions that the file itself contains."""
    trees = file.declarations
    written = {(one.span, type(one)) for tree in trees for one in instances(tree, *_CONDITIONS)}
    found = _Conditions(written, report)
    for definition in game.definitions:
        if definition.body is not None:
            found.expression(definition.body, ValueFacts())
    for rule in game.rules:
        found.sentences(rule.body, ValueFacts())
    for end in game.endings:
        found.expression(end.condition, ValueFacts())
    found.report_all(file.name)
    _check_always(game, file.name, found.judge)


def _check_always(game: typed.Game, name: str, judge: ConditionEvaluator) -> None:
    """Report conditions of `always` that never hold, alone or beside the others.

    One that holds by its ranges is no mistake: it states what the ranges say, and stays true if they change.
    """
    facts = ValueFacts()
    for one in game.always:
        verdict = judge.verdict(one.condition, facts)
        if verdict is None or verdict.holds:
            facts = judge.assumed(one.condition, True, facts)
            continue
        if one.span.file == name and verdict.reason:
            why = [] if verdict.because is None else [Note(verdict.because, "because of this")]
            span = one.condition.span
            message = f"this never holds: {verdict.reason}"
            hint = "change the condition: the first decision of a game would stop with a `RulesError`"
            judge.report.warning("R602", span, message, hint, why)


# --- verdicts ---------------------------------------------------------------------------------------------


class ConditionEvaluator:
    """Evaluates conditions under value facts; `text` quotes the source."""

    def __init__(self, report: Reporter) -> None:
        self.report = report

    def text(self, span: Span) -> str:
        line = self.report.line_of(span)
        if line is None:
            return "this"
        words = line[span.column - 1 : span.end_column - 1].strip()
        return f"`{words}`" if words else "this"

    def verdict(self, expr: typed.Expr, facts: ValueFacts) -> Verdict | None:
        match expr:
            case typed.Constant(value, FlagType()):
                return Verdict(bool(value), "")
            case typed.Not(value):
                found = self.verdict(value, facts)
                return None if found is None else Verdict(not found.holds, found.reason, found.because)
            case typed.Logic(op, left, right):
                return self._logic(op == "and", left, right, facts)
            case typed.Comparison(op, left, right):
                return self._comparison(op, left, right, facts)
            case typed.Membership(member, value):
                return self._membership(member, value, facts)
            case typed.SomeOf(value):
                known = facts.known.get(count_key(value) or ())
                if known is None or known.empty or (known.lo <= 0 and known.hi > 0):
                    return None
                return Verdict(known.lo > 0, "that is known here", known.because)
            case _:
                pass
        return self._flag(expr, facts)

    def _logic(self, both: bool, left: typed.Expr, right: typed.Expr, facts: ValueFacts) -> Verdict | None:
        """Decide `and`: false if either part is, with the first assumed for the second; `or` is the dual."""
        first = self.verdict(left, facts)
        if first is not None and first.holds != both:
            return first
        second = self.verdict(right, self.assumed(left, both, facts))
        if second is not None and second.holds != both:
            return second
        return None if first is None or second is None else second

    def _flag(self, expr: typed.Expr, facts: ValueFacts) -> Verdict | None:
        key = key_of(expr)
        known = facts.known.get(key) if key is not None else None
        if known is None or known.lo != known.hi:
            return None
        return Verdict(bool(known.lo), "that is known here", known.because)

    def _comparison(self, op: str, left: typed.Expr, right: typed.Expr, facts: ValueFacts) -> Verdict | None:
        key, other = key_of(left), key_of(right)
        if key is not None and key == other:
            return Verdict(op in {"==", "<=", ">="}, "both sides are the same")
        if not isinstance(left.type, NumberType | MemberType | FlagType):
            return None
        order = None if key is None or other is None else facts.known.get(order_key(key, other))
        if order is not None and not order.empty:
            known = _decided(op, order, Values(0, 0))
            if known is not None:
                return Verdict(known, "that is known here", order.because)
        a, b = values_of(left, facts), values_of(right, facts)
        if a is None or b is None or a.empty or b.empty:
            return None
        holds = _decided(op, a, b)
        if holds is None:
            return None
        one, value = (left, a) if not isinstance(left, typed.Constant) else (right, b)
        return Verdict(holds, f"{self.text(one.span)} is {_range(one, value)}", a.because or b.because)

    def _membership(self, member: typed.Expr, value: typed.Expr, facts: ValueFacts) -> Verdict | None:
        named, a = members_of(value), values_of(member, facts)
        if named is None or a is None or a.empty or a.hi - a.lo > 4_096:
            return None
        can_be = {one for one in range(a.lo, a.hi + 1) if a.has(one)}
        if can_be <= named or not can_be & named:
            return Verdict(can_be <= named, f"{self.text(member.span)} is {_range(member, a)}", a.because)
        return None

    # --- consequences -------------------------------------------------------------------------------------

    def assumed(self, expr: typed.Expr, holds: bool, facts: ValueFacts) -> ValueFacts:
        """Return the facts that follow where the condition holds, or fails."""
        match expr:
            case typed.Not(value):
                return self.assumed(value, not holds, facts)
            case typed.Logic(op, left, right) if (op == "and") == holds:
                return self.assumed(right, holds, self.assumed(left, holds, facts))
            case typed.Comparison(op, left, right) if isinstance(
                left.type, NumberType | MemberType | FlagType
            ):
                known = op if holds else _TURNED[op]
                facts = self._narrowed(known, left, right, expr.span, facts)
                facts = self._narrowed(_MIRRORED[known], right, left, expr.span, facts)
                return self._ordered(known, left, right, expr.span, facts)
            case typed.SomeOf(value) if (count := count_key(value)) is not None:
                number = facts.known.get(count, Values(0, _MANY))
                number = number.between(1, _MANY, expr.span) if holds else number.between(0, 0, expr.span)
                return facts.having(count, number)
            case typed.Membership(member, value) if (named := members_of(value)) is not None:
                return self._in_set(member, named, holds, expr.span, facts)
        key = key_of(expr)
        if key is not None and isinstance(expr.type, FlagType) and not isinstance(expr, typed.Constant):
            return facts.having(key, Values(int(holds), int(holds), because=expr.span))
        return facts

    def _ordered(
        self, op: str, left: typed.Expr, right: typed.Expr, by: Span, facts: ValueFacts
    ) -> ValueFacts:
        """Note how two values compare that may both change."""
        one, other = key_of(left), key_of(right)
        if one is None or other is None or typed.Constant in (type(left), type(right)):
            return facts
        for key, sign in ((order_key(one, other), op), (order_key(other, one), _MIRRORED[op])):
            known = facts.known.get(key, Values(-1, 1))
            low, high = _SIGNS[sign]
            known = known.without(0, by) if sign == "!=" else known.between(low, high, by)
            facts = facts.having(key, known)
        return facts

    def _narrowed(
        self, op: str, left: typed.Expr, right: typed.Expr, by: Span, facts: ValueFacts
    ) -> ValueFacts:
        key, a, b = key_of(left), values_of(left, facts), values_of(right, facts)
        if key is None or isinstance(left, typed.Constant) or b is None or b.empty:
            return facts
        if a is None:
            type_ = left.type
            last = type_.sort.size - 1 if isinstance(type_, MemberType) else 1 << 40
            a = Values(-1 if isinstance(type_, MemberType) else -last, last)
        match op:
            case "==":
                a = a.between(b.lo, b.hi, by)
                for one in b.missing:
                    a = a.without(one, by)
            case "!=" if b.lo == b.hi:
                a = a.without(b.lo, by)
            case "<":
                a = a.between(a.lo, b.hi - 1, by)
            case "<=":
                a = a.between(a.lo, b.hi, by)
            case ">":
                a = a.between(b.lo + 1, a.hi, by)
            case ">=":
                a = a.between(b.lo, a.hi, by)
            case _:
                pass
        return facts.having(key, a)

    def _in_set(
        self, member: typed.Expr, named: frozenset[int], holds: bool, by: Span, facts: ValueFacts
    ) -> ValueFacts:
        key, a = key_of(member), values_of(member, facts)
        if key is None or a is None or a.hi - a.lo > 4_096 or isinstance(member, typed.Constant):
            return facts
        for one in range(a.lo, a.hi + 1):
            if (one in named) != holds:
                a = a.without(one, by)
        return facts.having(key, a)


def _decided(op: str, a: Values, b: Values) -> bool | None:
    alone = a.lo == a.hi and b.lo == b.hi
    match op:
        case "==" | "!=":
            apart = a.hi < b.lo or b.hi < a.lo
            apart = apart or (b.lo == b.hi and not a.has(b.lo)) or (a.lo == a.hi and not b.has(a.lo))
            return None if not apart and not alone else (op == "==") != apart
        case "<" | ">=":
            if a.hi < b.lo or a.lo >= b.hi:
                return (op == "<") == (a.hi < b.lo)
        case "<=" | ">":
            if a.hi <= b.lo or a.lo > b.hi:
                return (op == "<=") == (a.hi <= b.lo)
        case _:
            pass
    return None


def _range(expr: typed.Expr, values: Values) -> str:
    """Format the possible values: `0 to 5`, `5 or more`, `red or green`."""
    type_ = expr.type
    if isinstance(type_, MemberType):
        can_be = [one for one in range(values.lo, values.hi + 1) if values.has(one)]
        if len(can_be) <= _NAMED:
            return " or ".join("none" if one < 0 else type_.sort.members[one] for one in can_be)
        missing = ["none" if one < 0 else type_.sort.members[one] for one in sorted(values.missing)]
        return "never " + " or ".join(missing[:_NAMED]) if missing else str(type_)
    if values.lo == values.hi:
        return f"{values.lo}"
    if isinstance(type_, NumberType) and values.hi >= type_.hi and values.hi > 1_000_000:
        return f"never below {values.lo}"
    return f"from {values.lo} to {values.hi}"


# --- every condition of the game ----------------------------------------------------------------------------


class _Conditions:
    def __init__(self, written: set[tuple[Span, type]], report: Reporter) -> None:
        self.written, self.report = written, report
        self.judge = ConditionEvaluator(report)
        self.found: dict[Span, list[Verdict | None]] = {}

    def report_all(self, name: str) -> None:
        for span, verdicts in self.found.items():
            first = verdicts[0]
            if first is None or span.file != name or not first.reason:
                continue
            if any(one is None or one.holds != first.holds for one in verdicts):
                continue
            word = "always" if first.holds else "never"
            message = f"this {word} holds: {first.reason}"
            why = first.because
            notes = [] if why is None or why == span else [Note(why, "because of this")]
            hint = (
                "leave it out"
                if first.holds
                else "change the condition, or remove the statements that depend on it"
            )
            code = "R603" if first.holds else "R602"
            self.report.warning(code, span, message, hint, notes)

    def condition(self, expr: typed.Expr, facts: ValueFacts) -> ValueFacts:
        """Judge a condition and its parts; return the facts that follow where it holds."""
        span = expr.span
        if isinstance(expr, typed.Not) and expr.value.span == span and (span, ast.Not) in self.written:
            self.condition(expr.value, facts)  # `repeat while` negates its source condition
            return self.judge.assumed(expr, True, facts)
        verdict = self.judge.verdict(expr, facts)
        forms = _WRITTEN.get(type(expr), (ast.Name, ast.Possessive))
        if any((span, form) in self.written for form in forms) and not _made(expr):
            self.found.setdefault(span, []).append(verdict)
        if verdict is None or span not in self.found:
            self._parts(expr, facts)
        return self.judge.assumed(expr, True, facts)

    def _parts(self, expr: typed.Expr, facts: ValueFacts) -> None:
        match expr:
            case typed.Not(value):
                self.condition(value, facts)
            case typed.Logic(_, left, right):
                # Independently: `red or (not red and lucky)` is redundant but harmless.
                self.condition(left, facts)
                self.condition(right, facts)
            case _:
                self._inside(expr, facts)

    def expression(self, expr: object, facts: ValueFacts) -> None:
        """Judge all conditions inside an expression."""
        match expr:
            case typed.Comparison() | typed.Logic() | typed.Not() | typed.Membership() | typed.SomeOf():
                self.condition(expr, facts)
            case typed.IfElse(condition, then, otherwise):
                inner = self.condition(condition, facts)
                if inner.impossible is None:
                    self.expression(then, inner)
                other = self.judge.assumed(condition, False, facts)
                if other.impossible is None:
                    self.expression(otherwise, other)
            case typed.Where(_, value, condition):
                self.expression(value, facts)
                self.condition(condition, facts)
            case typed.ForPlayer(player, value):
                self.expression(player, facts)
                self.expression(value, facts.rigid())
            case _:
                self._inside(expr, facts)

    def _inside(self, node: object, facts: ValueFacts) -> None:
        if isinstance(node, typed.CanCall):
            facts = facts.rigid()
        for name in _FIELDS.get(type(node), ()):
            self._part(getattr(node, name), facts)

    def _part(self, part: object, facts: ValueFacts) -> None:
        if type(part) is tuple:
            for one in part:
                self._part(one, facts)
        elif type(part) in _FIELDS:
            self.expression(part, facts)

    # --- sentences ------------------------------------------------------------------------------------------

    def sentences(self, body: tuple[typed.Sentence, ...], facts: ValueFacts) -> None:
        for sentence in body:
            if facts.impossible is not None:
                return
            facts = self._sentence(typed.any_sentence(sentence), facts)

    def _sentence(self, node: typed.AnySentence, facts: ValueFacts) -> ValueFacts:
        """Judge the conditions of a sentence; return the facts behind it."""
        match node:
            case typed.If(condition, then, otherwise):
                self.sentences(then, self.condition(condition, facts))
                self.sentences(otherwise, self.judge.assumed(condition, False, facts))
                return facts if _pure(then) and _pure(otherwise) else facts.rigid()
            case typed.Needs(condition):
                return self.condition(condition, facts)
            case typed.Let(local, value):
                self.expression(value, facts)
                given = values_of(value, facts)
                if not node.gives or given is None or given.empty or not isinstance(value.type, _ORDERED):
                    return facts
                return facts.having(("local", local), Values(given.lo, given.hi, given.missing))
            case typed.Must() | typed.Unreached():
                return facts
            case typed.Choose(groups=groups, otherwise=otherwise):
                for group in groups:
                    self._group(group, facts)
                self.sentences(otherwise or (), facts)
                return facts.rigid()
            case (
                typed.Each()
                | typed.CountedLoop()
                | typed.ActingAs()
                | typed.Repeat()
                | typed.SetVariable()
                | typed.SetLocal()
                | typed.PlacePiece()
                | typed.MovePiece()
                | typed.RemovePiece()
                | typed.TakeAway()
                | typed.Roll()
                | typed.Transfer()
                | typed.CaseOf()
                | typed.Transport()
                | typed.DrawOne()
                | typed.ShowAll()
                | typed.EndGame()
                | typed.CallRule()
                | typed.LeaveRule()
                | typed.LeaveRounds()
                | typed.IfPossible()
                | typed.FirstPossible()
                | typed.AnyOrder()
                | typed.SkipPart()
                | typed.ChooseSeveral()
            ):
                pass
            case _ as other:
                assert_never(other)
        rigid = facts.rigid()
        for name in _FIELDS.get(type(node), ()):
            self._field(getattr(node, name), rigid)
        return rigid

    def _group(self, group: typed.ChoiceGroup, facts: ValueFacts) -> None:
        """Judge an option, whose condition held when it was offered."""
        inner = facts
        if isinstance(group.options, typed.Where):
            self.expression(group.options, facts)
            if group.options.var is group.var:
                inner = self.judge.assumed(group.options.condition, True, facts)
        elif (left_out := _left_out(group.options)) is not None:
            self.expression(group.options, facts)
            if group.var is not None:
                chosen = typed.LocalValue(group.var, left_out.span)
                other = typed.Comparison("==", chosen, left_out, left_out.span)
                inner = self.judge.assumed(other, False, facts)
        elif group.options is not None and isinstance(group.options.type, FlagType):
            inner = self.condition(group.options, facts)
        elif group.options is not None:
            self.expression(group.options, facts)
        self.sentences(group.body or (), inner)

    def _field(self, part: object, facts: ValueFacts) -> None:
        """Judge a field of a sentence: expressions, or sentences that may run after others."""
        if type(part) is tuple and part and isinstance(part[0], typed.SENTENCES):
            self.sentences(part, facts)
        elif type(part) is tuple:
            for one in part:
                self._field(one, facts)
        elif isinstance(part, typed.ChoiceGroup):
            self._group(part, facts)
        elif isinstance(part, typed.Part | typed.LoopExit):
            for name in _FIELDS[type(part)]:
                self._field(getattr(part, name), facts)
        elif type(part) in _FIELDS:
            self.expression(part, facts)


def _left_out(options: typed.Expr | None) -> typed.Expr | None:
    """Return the only member that a set leaves out, such as `me` of `others`."""
    match options:
        case typed.SetCombination(
            "-", _, typed.Where(local, typed.All(), typed.Comparison("==", typed.LocalValue(it), member))
        ) if it is local:
            return member
        case _:
            return None


def _made(expr: typed.Expr) -> bool:
    """Return whether the compiler inserted this comparison with none, for which no source text exists."""
    return isinstance(expr, typed.Comparison) and expr.right.span == expr.span


def _pure(body: tuple[typed.Sentence, ...]) -> bool:
    """Return whether sentences change nothing."""
    for one in body:
        if isinstance(one, typed.If):
            if not _pure(one.then) or not _pure(one.otherwise):
                return False
        elif not isinstance(one, _PURE):
            return False
    return True
