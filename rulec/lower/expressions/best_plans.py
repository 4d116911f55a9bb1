"""Lowers best plans to a search node."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Expr, ReadLocal
from rulec.ir.types import ElemType, IntType
from rulec.lower.context import ExpressionContext
from rulec.lower.expressions.zones import copies
from rulec.lower.names import Names
from rulec.semantics import typed


def plan_value(lowering: ExpressionContext, node: typed.PlanValue, names: Names) -> Expr:
    plan = node.plan
    assert plan.sort is not None
    assert plan.piece is not None
    domain = lowering.stores.domain(plan.sort)
    piece = ReadLocal(lowering.fresh("piece"), ElemType(domain))
    inner = names.bind(plan.piece, piece)
    stocks, needs, have = [], [], []
    for use in plan.uses:
        things = lowering.type(use.stock.type)
        assert isinstance(things, ElemType)
        thing = ReadLocal(lowering.fresh("thing"), things)
        stocks.append((thing.name, things.domain))
        needs.append(lowering.expr(use.needs, inner.bind(use.stock, thing)))
        have.append(lowering.expr(use.have, names.bind(use.stock, thing)))
    weights, terms, within = [], [], names
    for term in plan.terms:
        bound = names
        for local in term.pieces:
            bound = bound.bind(local, piece)
        weights.append(lowering.expr(term.weight, bound))
        read = ReadLocal(lowering.fresh("term"), lowering.type(term.local.type))
        terms.append(read.name)
        within = within.bind(term.local, read)
    type_ = lowering.type(node.type)
    assert isinstance(type_, IntType)
    return nodes.BestPlan(
        var=piece.name,
        domain=domain,
        copies=tuple(copies(lowering, value, piece, names) for value, _ in plan.groups),
        fates=tuple(fates for _, fates in plan.groups),
        using=tuple(use.fate for use in plan.uses),
        stocks=tuple(stocks),
        needs=tuple(needs),
        have=tuple(have),
        weighed=tuple(term.fate for term in plan.terms),
        weights=tuple(weights),
        terms=tuple(terms),
        goals=tuple(lowering.expr(goal, within) for goal in plan.goals),
        grows=tuple(tuple(term.local in grows for term in plan.terms) for grows in plan.grows),
        result=lowering.expr(node.formula, within),
        most=plan.most,
        type=type_,
    )
