"""Type checks of `holds along`: an account's balance stays non-negative along a list."""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.scope import Scope
from rulec.semantics.types import FLAG, UNKNOWN, ListType, Local, MemberType, NumberType, SetType, Unknown
from rulec.syntax import ast


def holds_along(checker: ExpressionBase, node: ast.HoldsAlong, scope: Scope) -> typed.Expr:
    named = node.account
    known = scope.globals.accounts
    account = known.get(named.name.text) if isinstance(named, ast.Name) and not named.arguments else None
    value = checker.set_(node.value, scope, "the value after `holds along`", lists=True)
    if account is None:
        word = named.name.text if isinstance(named, ast.Name) else ""
        message = f"no account is called `{word}`" if word else "this is not an account"
        hint = did_you_mean(word, known) or "declare it with `account ... along ...:`"
        scope.globals.report.unknown("R756", word, named.span, message, hint)
        return typed.Constant(0, UNKNOWN, node.span)
    if not isinstance(value.type, SetType | ListType) or value.type.sort is not account.sort:
        if not isinstance(value.type, Unknown):
            message = f"`{account.name}` has an amount per {account.sort.singular}, but this is {value.type}"
            scope.globals.report.error("R304", value.span, message)
        return typed.Constant(0, UNKNOWN, node.span)
    local = Local(account.sort.singular, MemberType(account.sort), node.span)
    it = typed.LocalValue(local, node.span)
    parts = []
    for definition in (account.start, account.pays, account.earns):
        checker.ensure(definition)
        given = (it,) if definition.parameters else ()
        use = typed.Use(definition, None, given, definition.type, node.span)
        if not isinstance(use.type, NumberType):
            if not isinstance(use.type, Unknown):
                message = f"the amounts of an account must be numbers, but this is {use.type}"
                scope.globals.report.error("R302", definition.span, message)
            return typed.Constant(0, UNKNOWN, node.span)
        parts.append(use)
    return typed.HoldsAlong(local, value, parts[0], parts[1], parts[2], FLAG, node.span)
