"""Checks of payments before expressions are typed."""

from __future__ import annotations

from typing import Any

from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.desugar.payments import paid_where, rule_name
from rulec.semantics.sentence_walk import walk
from rulec.syntax import ast


def declare_payment(declarer: DeclarationContext, one: ast.Payment) -> None:
    """Declare the name of a payment and check its needs; see `payments.py` for the rest."""
    g, report = declarer.globals, declarer.report
    if not g.declare(one.name):
        return
    g.payments[one.name.text] = one
    sources = [row.source.text for row in one.rows]
    for condition in one.needs:
        found = [paid for paid in map(paid_where, walk(condition)) if paid is not None]
        counted = sum(paid.fits(source) is not None for paid in found for source in sources)
        named = sum(isinstance(node, ast.Name) and node.name.text == "paid" for node in walk(condition))
        if counted < len(found) * len(sources) or named > len(found) or not found:
            message = "the rows of the payment determine the amounts"
            hint = f"write as in `number of (paid where it is {sources[0]}) >= 1`" if sources else ""
            report.error("R888", condition.span, message, hint)
    used = any(_pays_by(node, one.name.text) for rule in declarer.file.declarations for node in walk(rule))
    if not used and not report.lost_sections:
        message = f"nothing is ever paid by `{one.name.text}`"
        hint = f"write `pay by {one.name.text} ...` in a rule, or remove it"
        report.error("R889", one.name.span, message, hint)


def _pays_by(node: Any, payment: str) -> bool:
    if isinstance(node, ast.PayBy | ast.CanPayBy):
        return node.payment.text == payment
    return isinstance(node, ast.CallRule) and node.name.text == rule_name(payment)
