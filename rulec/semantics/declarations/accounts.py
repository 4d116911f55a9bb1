"""Declares accounts: running balances along a list whose members have a cost and an income.

The initial balance, the cost and the income become definitions, whose names hold a blank and so clash with
no name of the file; `holds along` is checked with the other expressions.
"""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.types import Local, MemberType
from rulec.syntax import ast


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
        report.unknown("R205", one.among.text, one.among.span, f"unknown name `{one.among.text}`", hint)
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
