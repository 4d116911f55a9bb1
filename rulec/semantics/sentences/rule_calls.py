"""Type checks of rule calls: arguments by keyword, and result names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Note, did_you_mean
from rulec.semantics import typed
from rulec.semantics.expressions import lists
from rulec.semantics.flow.rule_lifetimes import LEAVING
from rulec.semantics.scope import read
from rulec.semantics.sentence_walk import walk
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.name_scopes import joined
from rulec.semantics.types import (
    UNKNOWN,
    EffectType,
    FlagType,
    ListType,
    Local,
    MemberType,
    NoneType,
    NumberType,
    PieceType,
    SetType,
    Unknown,
)
from rulec.syntax import ast
from rulec.syntax.parsing.error_repair import SYNONYMS
from rulec.syntax.parsing.parser import openers

LOOP_EXITS: Final = frozenset({"break", "stop", "exit", "leave", "quit"})  # words of other languages


class RuleCalls:
    """Checks rule calls; `ensure` checks the body of a rule on demand."""

    def __init__(self, owner: SentenceBase, ensure: Callable[[typed.Rule], bool]) -> None:
        self.owner, self.ensure = owner, ensure

    def call(self, node: ast.CallRule, context: Context) -> typed.Sentence | None:
        g = context.scope.globals
        rule = g.rules.get(node.name.text)
        if rule is None and node.name.text.startswith("emit "):
            event = node.name.text.removeprefix("emit ")
            known = [name.removeprefix("emit ") for name in g.rules if name.startswith("emit ")]
            hint = did_you_mean(event, known) or f"add `whenever {event}:` and what happens then"
            g.report.warning("R735", node.name.span, f"no `whenever` listens to `{event}`", hint)
            return None
        if rule is None:
            hint = did_you_mean(node.name.text, {*g.rules, *openers("sentence")})
            hint = LEAVING if node.name.text in LOOP_EXITS else hint
            instead = SYNONYMS.get(node.name.text)
            if not hint and instead in openers("sentence"):
                hint = f"write `{instead}` for `{node.name.text}`"
            if not hint and node.name.text in g.known_words():
                hint = f"`{node.name.text}` is not something that is done"
            message = f"no rule is called `{node.name.text}`"
            g.report.unknown("R219", node.name.text, node.name.span, message, hint)
            return None
        values = self.values(rule, node, context)
        giving = self._giving(rule, node, context)
        return typed.CallRule(rule, values, giving, node.span)

    # --- arguments --------------------------------------------------------------------------------------

    def values(self, rule: typed.Rule, node: ast.CallRule, context: Context) -> tuple[typed.Expr, ...]:
        """Return the arguments in the order of the parameters, for any order of the keywords."""
        wanted = dict.fromkeys(rule.words)
        given: dict[str, ast.Argument] = {}
        report = context.scope.globals.report
        for one in node.arguments:
            if one.word in given:
                where = f"behind `{one.word}`" if one.word else "there"
                report.error("R240", one.span, f"{where} is taken", shape(rule))
            elif one.word not in wanted:
                where = f"behind `{one.word}`" if one.word else "right behind its name"
                report.error("R240", one.span, f"`{rule.name}` takes nothing {where}", shape(rule))
            given.setdefault(one.word, one)
        values: list[typed.Expr] = []
        for word in wanted:
            parameters = [p for p, w in zip(rule.parameters, rule.words, strict=True) if w == word]
            argument = given.get(word)
            if argument is None:
                if all(one in wanted for one in given):
                    names = " and ".join(f"`{one.name}`" for one in parameters)
                    report.error(
                        "R216", node.span, f"`{rule.name}` needs {names}, but is not given it", shape(rule)
                    )
                values += [typed.Constant(0, UNKNOWN, node.span)] * len(parameters)
                continue
            if len(argument.values) != len(parameters):
                names = ", ".join(f"`{one.name}`" for one in parameters)
                behind = f" behind `{word}`" if word else ""
                number = len(argument.values)
                message = f"`{rule.name}` needs {names}{behind}, but {number} "
                message += "value is given" if number == 1 else "values are given"
                report.error("R216", argument.span, message, shape(rule))
            for parameter, value in zip(parameters, argument.values, strict=False):
                values.append(self._value(rule, parameter, value, context))
            values += [typed.Constant(0, UNKNOWN, node.span)] * (len(parameters) - len(argument.values))
        return tuple(values[: len(rule.parameters)])

    def _value(self, rule: typed.Rule, parameter: Local, node: ast.Expr, context: Context) -> typed.Expr:
        expressions = self.owner.expressions
        if not parameter.inferred:
            value = expressions.expr(node, context.scope)
            return expressions.given(value, rule.name, parameter, context.scope, checked_later=True)
        value = expressions.expr(node, context.scope)
        if isinstance(value.type, NumberType):
            anything = Local(parameter.name, ANY_NUMBER, parameter.span)
            value = expressions.given(value, rule.name, anything, context.scope, checked_later=True)
        type_ = value.type
        if isinstance(type_, NumberType):
            type_ = NumberType(max(type_.lo, ANY_NUMBER.lo), min(type_.hi, ANY_NUMBER.hi))
        if isinstance(type_, Unknown):
            return value
        if not lists.fits(self.owner.expressions, value, parameter.name, context.scope):
            return typed.Constant(0, UNKNOWN, node.span)
        both = type_ if isinstance(parameter.type, Unknown) else joined(parameter.type, type_)
        if both is None or not isinstance(
            both, NumberType | MemberType | SetType | ListType | FlagType | EffectType | NoneType
        ):
            self._other_sort(rule, parameter, value, context)
            return typed.Constant(0, UNKNOWN, node.span)
        parameter.type = both
        return value

    def _other_sort(self, rule: typed.Rule, parameter: Local, value: typed.Expr, context: Context) -> None:
        report = context.scope.globals.report
        if isinstance(value.type, PieceType):
            hint = "name its place, or write `'s owner` behind it"
            report.error("R313", value.span, "a piece is only known by its place", hint)
            return
        report.error(
            "R241",
            value.span,
            f"`{parameter.name}` of `{rule.name}` is {value.type} here, but {parameter.type} elsewhere",
            "give it the same sort of thing everywhere",
            [Note(rule.span, f"`{rule.name}` begins here")],
        )

    def settle(self, rule: typed.Rule, context: Context, again: bool) -> None:
        """Fix the parameter types inferred from calls, before the body is checked.

        `again`: the rule is recursive, so numbers have the full range.
        """
        for parameter in rule.parameters:
            if parameter.inferred and isinstance(parameter.type, NumberType) and again:
                parameter.type = ANY_NUMBER
            elif parameter.inferred and isinstance(parameter.type, NoneType):
                context.scope.globals.report.error(
                    "R241", parameter.span, f"`{parameter.name}` of `{rule.name}` is never anything but none"
                )
                parameter.type = UNKNOWN
            parameter.inferred = False

    # --- results ----------------------------------------------------------------------------------------

    def _giving(
        self, rule: typed.Rule, node: ast.CallRule, context: Context
    ) -> tuple[tuple[Local, Local], ...]:
        if not node.giving:
            return ()
        known = self.ensure(rule)
        found = []
        report = context.scope.globals.report
        for name in node.giving:
            theirs = rule.names.get(name.text) if known else None
            if known and theirs is None:
                report.unknown(
                    "R242",
                    name.text,
                    name.span,
                    f"`{rule.name}` gives nothing the name `{name.text}`",
                    did_you_mean(name.text, rule.names) or f"add `let {name.text} = ...` to it",
                )
            elif not known:
                report.error(
                    "R243",
                    name.span,
                    f"the result of `{rule.name}` is unknown here: it calls the rule that contains this line",
                    "keep it in a variable",
                )
            mine = self.owner.bind(name, UNKNOWN if theirs is None else theirs.type, context, settable=True)
            if theirs is not None:
                read(theirs)
                if theirs not in rule.given:
                    rule.given.append(theirs)
                found.append((theirs, mine))
        return tuple(found)


def callers_before(
    rules: list[tuple[typed.Rule, ast.Rule]], by_name: dict[str, typed.Rule]
) -> tuple[dict[typed.Rule, list[typed.Rule]], set[typed.Rule]]:
    """Return the callers of each rule that come before it, and the rules called recursively."""
    called = {rule: [by_name[name] for name in _called(node) if name in by_name] for rule, node in rules}
    order: dict[typed.Rule, int] = {}  # post-order of the call graph
    entered: set[typed.Rule] = set()
    for start in sorted(called, key=lambda rule: rule.sort not in {"setup", "play"}):
        path = [] if start in entered else [(start, iter(called[start]))]
        entered.add(start)
        while path:
            rule, waiting = path[-1]
            following = next((one for one in waiting if one not in entered), None)
            if following is None:
                order[rule] = len(order)
                path.pop()
            else:
                entered.add(following)
                path.append((following, iter(called[following])))
    found: dict[typed.Rule, list[typed.Rule]] = {rule: [] for rule, _ in rules}
    again: set[typed.Rule] = set()
    for rule, names in called.items():
        for one in dict.fromkeys(names):
            if one in found and order[rule] > order[one]:
                found[one].append(rule)
            elif one in found:
                again.add(one)
    return found, again


def _called(node: ast.Rule) -> tuple[str, ...]:
    """Return the names of the rules that a rule calls, noted in it."""
    found: tuple[str, ...] | None = vars(node).get("_calls")
    if found is None:
        found = tuple(one.name.text for one in walk(node) if isinstance(one, ast.CallRule))
        vars(node)["_calls"] = found
    return found


def shape(rule: typed.Rule) -> str:
    """Return a hint with the form of a call."""
    name, _, decision = rule.name.partition(" as ")  # routes are followed `as` a decision
    words = [name]
    for word in dict.fromkeys(rule.words):
        names = [p.name for p, w in zip(rule.parameters, rule.words, strict=True) if w == word]
        words += [*([word] if word else []), names[0] if len(names) == 1 else f"({', '.join(names)})"]
    words += [f"as {decision}"] if decision else []
    return f"say it as in `{' '.join(words)}`"


ANY_NUMBER = NumberType(-limits.OPEN_END, limits.OPEN_END)
