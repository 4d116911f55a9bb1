"""Accounts: a walk along a list on which each member is paid for, and brings something.

What there is at first and what a member costs and brings are values with names of their own (with a blank, so
that nothing in the file is called so); the walk itself is `HoldsAlong`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.scope import Scope
from rulec.semantics.types import FLAG, UNKNOWN, ListType, Local, MemberType, NumberType, SetType, Unknown
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.declarations.context import DeclarationContext
    from rulec.semantics.expressions.checker import ExpressionChecker


def declare_account(declarer: DeclarationContext, one: ast.Account) -> None:
    report = declarer.report
    if len(one.starts) != 1 or len(one.steps) != 1:
        wanted = "`starts with` and a number" if len(one.starts) != 1 else "`each`, what it pays and earns"
        message = "an account says once what there is at first, and once what each member pays and earns"
        report.error("R755", one.span, message, f"write one line with {wanted}")
        return
    sort = declarer.globals.sets.get(one.among.text)
    if sort is None:
        hint = did_you_mean(one.among.text, declarer.globals.sets)
        report.unknown("R205", one.among.text, one.among.span, f"nothing is called `{one.among.text}`", hint)
        return
    (step,) = one.steps
    if not declarer.globals.declare(one.name) or not declarer.globals.usable(step.var):
        return
    found = []
    for what, value in (("at first", one.starts[0]), ("pays", step.pays), ("earns", step.earns)):
        local = Local(step.var.text, MemberType(sort), step.var.span)
        parameters = () if what == "at first" else (local,)
        definition = typed.Definition(f"{one.name.text} {what}", None, parameters, value.span)
        declarer.define(definition, value)
        found.append(definition)
    declarer.globals.accounts[one.name.text] = typed.Account(one.name.text, sort, *found)


def holds_along(checker: ExpressionChecker, node: ast.HoldsAlong, scope: Scope) -> typed.Expr:
    named = node.account
    known = scope.globals.accounts
    account = known.get(named.name.text) if isinstance(named, ast.Name) and not named.arguments else None
    value = checker.set_(node.value, scope, "what follows `holds along`", lists=True)
    if account is None:
        word = named.name.text if isinstance(named, ast.Name) else ""
        message = f"no account is called `{word}`" if word else "this is no account"
        hint = did_you_mean(word, known) or "declare it with `account ... along ...:`"
        scope.globals.report.unknown("R756", word, named.span, message, hint)
        return typed.Constant(0, UNKNOWN, node.span)
    if not isinstance(value.type, SetType | ListType) or value.type.sort is not account.sort:
        if not isinstance(value.type, Unknown):
            message = f"`{account.name}` goes along {account.sort.plural}, but this is {value.type}"
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
                message = f"an account is kept in numbers, but this is {use.type}"
                scope.globals.report.error("R302", definition.span, message)
            return typed.Constant(0, UNKNOWN, node.span)
        parts.append(use)
    return typed.HoldsAlong(local, value, parts[0], parts[1], parts[2], FLAG, node.span)
