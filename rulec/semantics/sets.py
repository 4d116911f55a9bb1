"""Types of formulas over sets, their members and boards."""

from __future__ import annotations

from rulec import limits
from rulec.semantics import typed
from rulec.semantics.basics import Basics
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    UNKNOWN,
    Local,
    MemberType,
    NumberType,
    SetType,
    Sort,
    Unknown,
)
from rulec.source import Span
from rulec.syntax import ast


class SetFormulas(Basics):
    """`where`, `some`, `number of`, `sum of`, rows, neighbours and their like."""

    # --- sets and their members -----------------------------------------------------------------------

    def _where(self, node: ast.Where, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what stands before `where`")
        return self.filtered(value, None, node.condition, node.span, scope)

    def filtered(
        self, value: typed.Expr, var: ast.Ident | None, condition: ast.Expr, span: Span, scope: Scope
    ) -> typed.Expr:
        """The members for which the condition holds; they may have a name besides `it`."""
        if not isinstance(value.type, SetType):
            return self._unknown(span)
        local, inner = self.element(value.type.sort, var, value.span, scope)
        test = self.flag(condition, inner, "what follows `where`")
        return typed.Where(local, value, test, value.type, span)

    def element(self, sort: Sort, var: ast.Ident | None, span: Span, scope: Scope) -> tuple[Local, Scope]:
        """The member that a formula or condition looks at, as `it` or under its name."""
        if var is None:
            local = Local("it", MemberType(sort), span)
            return local, scope.with_it(local)
        scope.globals.usable(var)
        local = Local(var.text, MemberType(sort), var.span)
        return local, scope.with_local(local)

    def members(self, node: ast.Members, scope: Scope, where: str) -> tuple[typed.Expr, Local, Scope]:
        """The set, and the scope of a formula over its members."""
        if node.var is not None and isinstance(node.value, ast.Where):
            value = self.set_(node.value.value, scope, where)
            value = self.filtered(value, node.var, node.value.condition, node.span, scope)
        else:
            value = self.set_(node.value, scope, where)
        sort = value.type.sort if isinstance(value.type, SetType) else self.players
        local, inner = self.element(sort, node.var, node.span, scope)
        if isinstance(value.type, Unknown):
            local.type = UNKNOWN
        return value, local, inner

    def _quantity(self, node: ast.Quantity, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, f"what follows `{node.sort}`")
        if isinstance(value.type, Unknown):
            return value
        if node.sort == "every":
            assert node.condition is not None
            test = self.flag(node.condition, inner, "what follows `has`")
            if not isinstance(value.type, SetType):
                return self._unknown(node.span)
            misses = typed.Where(local, value, typed.Not(test, test.span), value.type, node.span)
            return typed.Not(typed.SomeOf(misses, node.span), node.span)
        some = typed.SomeOf(value, node.span)
        return some if node.sort == "some" else typed.Not(some, node.span)

    def _number_of(self, node: ast.NumberOf, scope: Scope) -> typed.Expr:
        if isinstance(node.members.value, ast.UnionOf) and node.members.value.any_value:
            return self._number_of_different(node.members.value, scope)
        value, _, _ = self.members(node.members, scope, "what follows `number of`")
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        sort = value.type.sort
        fewest = sort.fewest if isinstance(value, typed.All) else 0
        return typed.NumberOf(value, NumberType(fewest, sort.size), node.span)

    def _pick(self, node: ast.Pick, scope: Scope) -> typed.Expr:
        value, _, _ = self.members(node.members, scope, f"what follows `the {node.which} of`")
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        return typed.Pick(node.which, value, MemberType(value.type.sort, True), node.span)

    def _best(self, node: ast.Best, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "what follows `the`")
        if isinstance(value.type, Unknown):
            return value
        key = self.number(node.key, inner, f"what follows `{node.rank}`")
        if not isinstance(value.type, SetType) or isinstance(key.type, Unknown):
            return self._unknown(node.span)
        return typed.Best(node.rank, local, value, key, MemberType(value.type.sort, True), node.span)

    def _best_of(self, node: ast.BestOf, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "what follows `the`")
        if isinstance(value.type, Unknown):
            return value
        key = self.number(node.key, inner, f"what follows `{node.rank}`")
        if not isinstance(value.type, SetType) or isinstance(key.type, Unknown):
            return self._unknown(node.span)
        return typed.BestOf(node.rank, local, value, key, value.type, node.span)

    def _union_of(self, node: ast.UnionOf, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "what follows `over`")
        if isinstance(value.type, Unknown):
            return value
        formula = self.as_set(self.expr(node.formula, inner))
        if not isinstance(formula.type, SetType):
            if not isinstance(formula.type, Unknown):
                message = f"what follows `union of` is a set or a member, but this is {formula.type}"
                self._error(scope, "R303", node.formula.span, message)
            return self._unknown(node.span)
        return typed.UnionOf(local, value, formula, formula.type, node.span)

    def _number_of_different(self, node: ast.UnionOf, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "what follows `over`")
        formula = self.expr(node.formula, inner)
        have = formula.type
        if not isinstance(value.type, SetType) or isinstance(have, Unknown):
            return self._unknown(node.span)
        if isinstance(have, NumberType):
            values = have.hi - have.lo + 1
            if values > limits.DOMAIN_SIZE:
                message = f"this may have {values} values; at most {limits.DOMAIN_SIZE} can be told apart"
                self._error(scope, "R517", node.formula.span, message, "use a number of a smaller range")
                return self._unknown(node.span)
        elif isinstance(have, MemberType | SetType):
            values = have.sort.size
            formula = self.as_set(formula)
        else:
            message = f"what follows `different` is a number or a member, but this is {have}"
            self._error(scope, "R302", node.formula.span, message)
            return self._unknown(node.span)
        most = NumberType(0, values if isinstance(have, SetType) else min(values, value.type.sort.size))
        return typed.NumberOfDifferent(local, value, formula, most, node.span)

    def _is_only(self, node: ast.IsOnly, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what stands before `is only`")
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        member = self.member(node.member, scope, value.type.sort, "what follows `is only`")
        if isinstance(member.type, Unknown):
            return member
        same = typed.Comparison("==", value, self.as_set(member), node.span)
        return typed.Logic("and", typed.SomeOf(value, node.span), same, node.span)

    def _total(self, node: ast.Total, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "what follows `over`")
        if isinstance(value.type, Unknown):
            return value
        formula = self.number(node.formula, inner, "what is taken over the members")
        if not isinstance(value.type, SetType) or not isinstance(formula.type, NumberType):
            return self._unknown(node.span)
        lo, hi = min(0, formula.type.lo), max(0, formula.type.hi)
        if node.op == "sum":
            lo, hi = lo * value.type.sort.size, hi * value.type.sort.size
            if lo < limits.INT_MIN or hi > limits.INT_MAX:
                self._error(scope, "R307", node.span, f"this sum may come to more than {limits.INT_MAX}")
                return self._unknown(node.span)
        return typed.Total(node.op, local, value, formula, NumberType(lo, hi), node.span)

    # --- boards ---------------------------------------------------------------------------------------

    def _squares(self, value: typed.Expr, scope: Scope, span: Span) -> Sort | None:
        """The board that a set (or one member) of squares is on."""
        if isinstance(value.type, SetType | MemberType) and value.type.sort.board is not None:
            return value.type.sort
        if not isinstance(value.type, Unknown):
            self._error(
                scope,
                "R310",
                span,
                f"only squares of a board lie next to each other, but this is {value.type}",
            )
        return None

    def _in_a_row(self, node: ast.InARow, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what follows `among`")
        board = self._squares(value, scope, node.value.span)
        if board is None or board.board is None:
            return self._unknown(node.span)
        longest = board.board.geometry.longest_line()
        if not 2 <= node.length <= longest:
            self._error(
                scope,
                "R311",
                node.length_span,
                f"no row of {node.length} fits this board"
                if node.length > longest
                else "a row has 2 or more squares",
                f"its longest row has {longest} squares" if node.length > longest else "",
            )
            return self._unknown(node.span)
        return typed.InARow(node.length, value, board, node.span)

    def _neighbours(self, node: ast.Neighbours, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None:
            return self._unknown(node.span)
        return typed.Neighbours(self.as_set(value), board, SetType(board), node.span)

    def _diagonals(self, node: ast.Diagonals, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None or board.board is None:
            return self._unknown(node.span)
        if board.board.geometry.form != "squares":
            message, hint = "hexes have no corners to go by", "write `neighbours of` for all six"
            self._error(scope, "R331", node.span, message, hint)
            return self._unknown(node.span)
        return typed.Diagonals(self.as_set(value), board, SetType(board), node.span)

    def _run_from(self, node: ast.RunFrom, scope: Scope) -> typed.Expr:
        parts = [self.expr(one, scope) for one in (node.start, node.over, node.to)]
        board = self._one_board(parts, node.span, scope)
        if board is None:
            return self._unknown(node.span)
        start, over, to = map(self.as_set, parts)
        return typed.RunFrom(start, over, to, board, SetType(board), node.span)

    def _one_board(self, parts: list[typed.Expr], span: Span, scope: Scope) -> Sort | None:
        """The board that all of them are on."""
        boards = [self._squares(part, scope, part.span) for part in parts]
        if None in boards:
            return None
        for part, board in zip(parts, boards, strict=True):
            if board is not boards[0]:
                self._error(scope, "R305", span, f"{parts[0].type} and {part.type} can't be put together")
                return None
        return boards[0]

    def _reach(self, node: ast.Reach, scope: Scope) -> typed.Expr:
        start = self.expr(node.start, scope)
        within = self.set_(node.within, scope, "what follows `within`")
        board = self._squares(start, scope, node.start.span)
        if board is None or not isinstance(within.type, SetType):
            return self._unknown(node.span)
        if within.type.sort is not board:
            self._error(scope, "R305", node.span, f"{start.type} and {within.type} can't be put together")
            return self._unknown(node.span)
        return typed.Reach(self.as_set(start), within, board, SetType(board), node.span)
