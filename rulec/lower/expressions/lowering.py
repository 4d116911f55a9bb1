"""Lowers typed expressions to IR, dispatching by node."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, cast

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import Function
from rulec.ir.types import ElemType, IntType, ListType, SetType, Type, bounds, members_of, union
from rulec.ir.walk import conjuncts, locals_read
from rulec.lower.context import ExpressionContext
from rulec.lower.expressions import best_plans, lists, member_switch, rows, spatial, zones
from rulec.lower.expressions.constant_sets import met_by
from rulec.lower.expressions.goods import can_pay
from rulec.lower.expressions.predicates_to_sets import Members, steps_where
from rulec.lower.expressions.running_queries import beside, runs
from rulec.lower.names import Names, TryOut
from rulec.lower.state_layout import Stores
from rulec.lower.tunable_fields import column_cell
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import parts

_INLINE_NODES = 60  # a definition with more nodes than this becomes a function of its own
_SET_NODES = 2_000  # as many are written out where that may turn a test of each member into sets


class ExpressionLowering(ExpressionContext):
    """The expression lowering; its only state are generated functions and fresh names."""

    def __init__(self, stores: Stores, first_name: int = 0) -> None:
        super().__init__(stores, first_name)
        self.functions: dict[typed.Definition, Function] = {}
        self.tests: dict[Expr, tuple[str, Expr]] = {}  # a filtered set -> the test its members passed
        self._sizes: dict[tuple[typed.Definition, int], int] = {}
        self._inline = _INLINE_NODES
        self.try_out: TryOut | None = None  # given by the lowering of sentences

    def expr(self, node: typed.Expr, names: Names) -> Expr:
        return _LOWERERS[type(node)](self, node, names)

    # --- leaves ---------------------------------------------------------------------------------------

    def _constant(self, node: typed.Constant, names: Names) -> Expr:
        if isinstance(node.type, t.NoneType):
            return Const(-1, IntType(-1, -1))
        return Const(node.value, self.type(node.type))

    def _local(self, node: typed.LocalValue, names: Names) -> Expr:
        return names.locals[node.local]

    def _me(self, node: typed.Me, names: Names) -> Expr:
        assert names.me is not None, "the checker lets no `me` through where nobody acts"
        return names.me

    def _all(self, node: typed.All, names: Names) -> Expr:
        assert isinstance(node.type, t.SetType)
        if node.type.sort is self.stores.game.player_sort:
            return self.stores.everyone()
        return s.full(self.stores.domain(node.type.sort))

    def _variable(self, node: typed.VariableValue, names: Names) -> Expr:
        return nodes.ReadField(self.stores.variable(node.variable), self.index(node.owner, node.keys, names))

    def _random_one(self, node: typed.RandomOne, names: Names) -> Expr:
        return names.locals[node.var]  # drawn before the sentence

    # --- tables -----------------------------------------------------------------------------------------

    def _column(self, node: typed.ColumnValue, names: Names) -> Expr:
        column = self.stores.column(node.column)
        index: list[Expr] = []
        for key, one in zip(node.column.keys, node.index, strict=True):
            value = self.expr(one, names)
            index.append(s.less(value, key.lo, key.size) if isinstance(key, t.NumberKey) else value)
        return column_cell(column, tuple(index))

    def _recast(self, node: typed.Conversion, names: Names) -> Expr:
        """Convert members of one kind to those of another, by table."""
        value, have, wanted = self.expr(node.value, names), node.value.type, node.type
        assert isinstance(have, t.MemberType | t.SetType)
        assert isinstance(wanted, t.MemberType | t.SetType)
        sets = isinstance(wanted, t.SetType)
        if have.sort is wanted.sort:  # an enclosing test has excluded none
            return s.surely(value, ElemType(self.stores.domain(wanted.sort)))
        up = have.sort in wanted.sort.parts
        make = self.stores.taken_in if up else self.stores.narrowed
        table = make(have.sort, wanted.sort, sets)
        if sets:
            return s.gather(table, value, SetType(self.stores.domain(wanted.sort)))
        if not cast(t.MemberType, have).maybe:
            return s.lookup(table, (value,))
        type_ = self.type(wanted)
        found = s.lookup(table, (s.surely(value, ElemType(self.stores.domain(have.sort))),))
        return s.if_else(nodes.Compare("<", value, s.ZERO), Const(-1, type_), found, type_)

    # --- pieces ---------------------------------------------------------------------------------------

    def _piece_at(self, node: typed.PieceAt, names: Names) -> Expr:
        raise AssertionError("a piece is only compared with none or asked for its owner")

    def _owner_of(self, node: typed.OwnerOf, names: Names) -> Expr:
        """Return the first owner with a piece there, as a chain of conditions."""
        assert isinstance(node.piece, typed.PieceAt)
        at = self.expr(node.piece.at, names)
        type_ = self.type(node.type)
        value: Expr = Const(-1, type_)
        pieces = node.piece.place.pieces
        for owner in reversed(range(self.stores.owners(pieces).size)):
            here = self._piece_of(node.piece.place, self.stores.owner(pieces, owner), at)
            value = nodes.IfElse(here, Const(owner, type_), value, type_)
        return value

    def _piece_of(self, place: typed.Place, owner: Expr, at: Expr) -> Expr:
        return s.contains(nodes.ReadField(self.stores.pieces_on(place), (owner,)), at)

    # --- definitions ------------------------------------------------------------------------------------

    def _use(self, node: typed.Use, names: Names) -> Expr:
        definition = node.definition
        assert definition.body is not None
        subject = self.expr(node.subject, names) if node.subject is not None else None
        arguments = [self.expr(one, names) for one in node.arguments]
        given = [*arguments, *([subject] if subject is not None else [])]
        simple = self._inline == _SET_NODES or all(_is_simple(one) for one in given)
        if isinstance(definition.body, typed.ByMember) and isinstance(subject, Const) and definition.subject:
            return self.expr(definition.body, Names(names.me, {definition.subject: subject}))
        if self._size(definition, self._inline) > self._inline or not simple:
            return self._call(definition, subject, arguments, names)
        inner = Names(names.me)
        if definition.subject is not None and subject is not None:
            inner = inner.bind(definition.subject, subject)
        for parameter, argument in zip(definition.parameters, arguments, strict=True):
            inner = inner.bind(parameter, argument)
        return self.expr(definition.body, inner)

    def _size(self, definition: typed.Definition, most: int) -> int:
        """Return the node count of a definition, including callees, up to `most`."""
        known = self._sizes.get((definition, most))
        if known is None:
            known = 0
            for part in parts(definition.body):
                known += 1
                if isinstance(part, typed.Use):
                    inner = self._size(part.definition, most)
                    known += inner if inner <= most else 1
            self._sizes[definition, most] = known
        return known

    def _call(
        self, definition: typed.Definition, subject: Expr | None, arguments: list[Expr], names: Names
    ) -> Expr:
        function = self.functions.get(definition)
        if function is None:
            function = self.function(definition)
            self.functions[definition] = function
        values: list[Expr] = [] if not definition.uses_me else [cast(Expr, names.me)]
        if subject is not None:
            values.append(subject)
        return nodes.CallFunction(function.name, tuple(values + arguments), function.result.type)

    def function(self, definition: typed.Definition) -> Function:
        """Lower a definition to a function: of `me` if used, its subject, its parameters."""
        assert definition.body is not None
        parameters: list[tuple[str, Type]] = []
        inner = Names()
        if definition.uses_me:
            inner.me = nodes.ReadLocal("me", self.stores.actor_type)
            parameters.append(("me", self.stores.actor_type))
        given = ([definition.subject] if definition.subject is not None else []) + list(definition.parameters)
        for local in given:
            name = self.fresh(local.name)
            parameters.append((name, self.type(local.type)))
            inner = inner.bind(local, nodes.ReadLocal(name, self.type(local.type)))
        body = self.expr(definition.body, inner)
        owner = definition.subject.name + "_" if definition.subject is not None else ""
        return Function(self.fresh(owner + definition.name), tuple(parameters), body, definition.span)

    # --- numbers ----------------------------------------------------------------------------------------

    def _arithmetic(self, node: typed.Arithmetic, names: Names) -> Expr:
        left, right = self.expr(node.left, names), self.expr(node.right, names)
        type_ = IntType(node.type.lo, node.type.hi)
        if node.op == "div_up":  # -(-a // b), which rounds up
            low = bounds(left.type)
            negative = nodes.Arithmetic("-", s.ZERO, left, IntType(-low.hi, -low.lo))
            down = nodes.Arithmetic("//", negative, right, IntType(-type_.hi, -type_.lo))
            return nodes.Arithmetic("-", s.ZERO, down, type_)
        if node.op == "difference":
            least, most = bounds(left.type), bounds(right.type)
            there = IntType(least.lo - most.hi, least.hi - most.lo)
            back = IntType(most.lo - least.hi, most.hi - least.lo)
            left, right = nodes.Arithmetic("-", left, right, there), nodes.Arithmetic("-", right, left, back)
            return nodes.Arithmetic("max", left, right, type_)
        op = {"div": "//", "mod": "%", "greater": "max", "lesser": "min"}.get(node.op, node.op)
        if isinstance(left, Const) and isinstance(right, Const) and op in {"+", "-", "*"}:
            value = {
                "+": left.value + right.value,
                "-": left.value - right.value,
                "*": left.value * right.value,
            }[op]
            return Const(value, IntType(value, value))
        return nodes.Arithmetic(cast(Any, op), left, right, type_)

    # --- conditions -------------------------------------------------------------------------------------

    def _comparison(self, node: typed.Comparison, names: Names) -> Expr:
        left, right, op = node.left, node.right, node.op
        if isinstance(right, typed.OwnerOf):
            left, right = right, left
        if isinstance(left, typed.PieceAt):
            occupied = s.contains(self.stores.occupied(left.place), self.expr(left.at, names))
            return s.negate(occupied) if op == "==" else occupied
        if isinstance(left, typed.OwnerOf) and isinstance(left.piece, typed.PieceAt):
            test = self._owned_by(left.piece, right, names)
            if test is not None:
                return test if op == "==" else s.negate(test)
        a, b = self.expr(left, names), self.expr(right, names)
        if isinstance(a, Const) and isinstance(b, Const):
            return s.TRUE if s.holds(op, a.value, b.value) else s.FALSE
        return nodes.Compare(op, a, b)

    def _owned_by(self, piece: typed.PieceAt, owner: typed.Expr, names: Names) -> Expr | None:
        """Test a piece for its owner, by one bit."""
        at = self.expr(piece.at, names)
        if isinstance(owner.type, t.NoneType):
            return s.negate(s.contains(self.stores.occupied(piece.place), at))
        if isinstance(owner.type, t.MemberType) and not owner.type.maybe:
            return self._piece_of(piece.place, self.expr(owner, names), at)
        return None

    def _membership(self, node: typed.Membership, names: Names) -> Expr:
        value, member = self.expr(node.value, names), self.expr(node.member, names)
        return lists.has(value, member) if isinstance(value.type, ListType) else s.contains(value, member)

    def _before(self, node: typed.Before, names: Names) -> Expr:
        domain = self.stores.domain(node.type.sort)
        return s.lookup(self.stores.members_before(domain), (self.expr(node.member, names),))

    def _logic(self, node: typed.Logic, names: Names) -> Expr:
        left, right = self.expr(node.left, names), self.expr(node.right, names)
        return s.both(left, right) if node.op == "and" else s.either(left, right)

    def _not(self, node: typed.Not, names: Names) -> Expr:
        return s.negate(self.expr(node.value, names))

    def _during(self, node: typed.During, names: Names) -> Expr:
        return runs(node.rule.name)

    def _beside(self, node: typed.Beside, names: Names) -> Expr:
        return beside(self.stores.game, node.rule.name)

    def _can_call(self, node: typed.CanCall, names: Names) -> Expr:
        assert self.try_out is not None
        return self.try_out(node.call, names)

    def _if_else(self, node: typed.IfElse, names: Names) -> Expr:
        condition = self.expr(node.condition, names)
        then, otherwise = self.expr(node.then, names), self.expr(node.otherwise, names)
        if isinstance(condition, Const):
            return then if condition.value else otherwise
        return nodes.IfElse(condition, then, otherwise, union(self.type(node.type), then.type))

    def _for_player(self, node: typed.ForPlayer, names: Names) -> Expr:
        return self.expr(node.value, Names(self.expr(node.player, names), names.locals))

    # --- sets -------------------------------------------------------------------------------------------

    def _combination(self, node: typed.SetCombination, names: Names) -> Expr:
        if isinstance(node.type, t.SetType) and node.type.counted:
            return zones.combined(self, node, names)
        left, right = self.expr(node.left, names), self.expr(node.right, names)
        combine = {"+": s.union, "-": s.difference, "within": s.intersection}[node.op]
        return combine(left, right, self.set_type(node.type))

    def _where(self, node: typed.Where, names: Names) -> Expr:
        if isinstance(node.type, t.ListType):
            return lists.filtered(self, node, names)
        type_ = self.set_type(node.type)
        value = self.expr(node.value, names)
        var = self.fresh(node.var.name)
        test = self.expr(node.condition, names.bind(node.var, nodes.ReadLocal(var, ElemType(type_.domain))))
        known = self._known_members(node.type, test, var)
        if known is None:
            whole = self._written_out(node, names, var)
            known = self._known_members(node.type, whole, var) if whole is not None else None
            if whole is None or known is None:
                return self._tried(node.type, var, value, test if whole is None else whole, test, type_)
            test = whole
        found = s.intersection(value, known, type_)
        self.tests[found] = (var, test)
        return found

    def _tried(
        self, sort: t.Type, var: str, value: Expr, written_out: Expr, test: Expr, type_: SetType
    ) -> Expr:
        """Probe each member, after all set-valued parts of the test."""
        rest: list[Expr] = []
        of_steps: list[Expr] = []
        for one in conjuncts(written_out):
            known = self._known_members(sort, one, var) if var in locals_read(one) else None
            if known is None:
                rest.append(one)
            elif isinstance(known, nodes.Steps):
                of_steps.append(one)
            else:
                value = s.intersection(value, known, type_)
        if of_steps:  # numbered once for all of them
            starts = self._known_members(sort, reduce(s.both, of_steps), var)
            assert starts is not None
            value = s.intersection(value, starts, type_)
        if len(rest) == len(conjuncts(written_out)):
            return nodes.Filter(var, value, test, type_)
        condition = rest[-1]
        for one in reversed(rest[:-1]):
            condition = s.both(one, condition)
        return nodes.Filter(var, value, condition, type_)

    def _written_out(self, node: typed.Where, names: Names, var: str) -> Expr | None:
        """Inline the definitions of a test that would be functions otherwise."""
        if self._inline == _SET_NODES or not any(
            isinstance(part, typed.Use) for part in parts(node.condition)
        ):
            return None
        assert isinstance(node.type, t.SetType)
        it = nodes.ReadLocal(var, ElemType(self.stores.domain(node.type.sort)))
        self._inline = _SET_NODES
        try:
            return self.expr(node.condition, names.bind(node.var, it))
        finally:
            self._inline = _INLINE_NODES

    def _known_members(self, type_: t.Type, test: Expr, var: str) -> Expr | None:
        assert isinstance(type_, t.SetType)
        domain, spaces = self.stores.domain(type_.sort), type_.sort.steps_on
        if spaces is None or spaces.board is None:
            return Members(var, domain, domain.full, self.stores.table_of).where(test)
        geometry = spaces.board.geometry
        return steps_where(test, var, domain, self.stores.domain(spaces), geometry, self.stores.table_of)

    def _some(self, node: typed.SomeOf, names: Names) -> Expr:
        if isinstance(node.value.type, t.PartsType):
            return spatial.over_parts(self, node, names)
        if isinstance(node.value, typed.SetCombination) and node.value.op == "+":
            left, right = (typed.SomeOf(one, node.span) for one in (node.value.left, node.value.right))
            return nodes.Logic("or", self.expr(left, names), self.expr(right, names))
        if isinstance(node.value, typed.ZoneValue) and node.value.whole:
            return zones.some_left(self, node.value, names)
        value = self.expr(node.value, names)
        if isinstance(value, nodes.Filter):  # the first one that is found will do
            return met_by(nodes.Exists(value.var, value.value, value.condition), self.stores.table_of)
        return s.some(value)

    def _number_of(self, node: typed.NumberOf, names: Names) -> Expr:
        if isinstance(node.value.type, t.PartsType):
            return spatial.over_parts(self, node, names)
        if isinstance(node.value, typed.ZoneValue) and node.value.whole:
            return zones.number_left(self, node.value, names, node.type.hi)
        if isinstance(node.value.type, t.SetType) and node.value.type.counted:
            return zones.number(self, node.value, names, node.type.hi)
        value = self.expr(node.value, names)
        if isinstance(value, Const) and not isinstance(value.type, ListType):
            count = value.value.bit_count()
            return Const(count, IntType(count, count))
        return nodes.Count(value, IntType(node.type.lo, node.type.hi))

    def _pick(self, node: typed.Pick, names: Names) -> Expr:
        type_ = self.type(node.type)
        assert isinstance(type_, ElemType)
        return lists.end_of(node.which, self.expr(node.value, names), type_)

    def _best(self, node: typed.Best, names: Names) -> Expr:
        type_ = self.type(node.type)
        assert isinstance(type_, ElemType)
        var = self.fresh(node.var.name)
        key = self.expr(node.key, names.bind(node.var, nodes.ReadLocal(var, ElemType(type_.domain))))
        op = "max" if node.rank == "most" else "min"
        return nodes.Best(cast(Any, op), var, self.expr(node.value, names), key, type_)

    def _over(self, node: Any, names: Names) -> tuple[str, Expr, Names]:
        """Bind the loop variable of a formula: return its name, the set, and the names inside."""
        value = self.expr(node.value, names)
        var = self.fresh(node.var.name)
        return var, value, names.bind(node.var, nodes.ReadLocal(var, ElemType(members_of(value.type))))

    def _best_of(self, node: typed.BestOf, names: Names) -> Expr:
        var, value, inner = self._over(node, names)
        op = "max" if node.rank == "most" else "min"
        return nodes.BestOf(cast(Any, op), var, value, self.expr(node.key, inner), self.set_type(node.type))

    def _union_of(self, node: typed.UnionOf, names: Names) -> Expr:
        var, value, inner = self._over(node, names)
        formula = self.expr(node.formula, inner)
        simple = isinstance(formula, nodes.Lookup) and formula.index == (inner.locals[node.var],)
        if simple and not isinstance(value.type, ListType):
            assert isinstance(formula, nodes.Lookup)
            return nodes.Gather(formula.table, value, self.set_type(node.type))
        return s.union_of(var, value, formula, self.set_type(node.type))

    def _number_of_different(self, node: typed.NumberOfDifferent, names: Names) -> Expr:
        var, value, inner = self._over(node, names)
        formula = self.expr(node.formula, inner)
        if isinstance(node.formula.type, t.NumberType):
            lo, hi = node.formula.type.lo, node.formula.type.hi
            type_ = SetType(self.stores.range(lo, hi))
            formula = nodes.Single(s.less(formula, lo, hi - lo + 1), type_)
        assert isinstance(formula.type, SetType)
        union = nodes.UnionOf(var, value, formula, formula.type)
        return nodes.Count(union, IntType(node.type.lo, node.type.hi))

    def _total(self, node: typed.Total, names: Names) -> Expr:
        if isinstance(node.value.type, t.PartsType):
            return spatial.over_parts(self, node, names)
        var, value, inner = self._over(node, names)
        formula = self.expr(node.formula, inner)
        op = {"sum": "sum", "most": "max", "least": "min"}[node.op]
        if op == "sum" and isinstance(node.value.type, t.SetType) and node.value.type.counted:
            kind = inner.locals[node.var]
            times = zones.copies(self, node.value, kind, names)
            formula = nodes.Arithmetic("*", formula, times, IntType(node.type.lo, node.type.hi))
        return nodes.Fold(cast(Any, op), var, value, formula, 0, IntType(node.type.lo, node.type.hi))

    def _zone(self, node: typed.ZoneValue, names: Names) -> Expr:
        return zones.support(self, node, names)

    # --- goods ------------------------------------------------------------------------------------------

    def _can_pay(self, node: typed.CanPay, names: Names) -> Expr:
        return can_pay(self, node, names)

    # --- boards -----------------------------------------------------------------------------------------

    def _coordinate(self, node: typed.Coordinate, names: Names) -> Expr:
        if node.what in {"owner", "piece"}:
            return zones.owner_of_kind(self, node, names)
        grid = self.stores.grid(node.board)
        value = self.expr(node.value, names)
        if node.what == "position":
            return grid.number(value)
        tables: dict[str, Callable[[], nodes.Table]] = {
            "column": grid.column_of,
            "row": grid.row_of,
            "squares of column": grid.squares_of_column,
            "squares of row": grid.squares_of_row,
            "start": lambda: grid.start_of(self.stores.steps(node.board)),
            "goal": lambda: grid.goal_of(self.stores.steps(node.board)),
            **{side: partial(grid.beside_on, side) for side in ("north", "east", "south", "west")},
        }
        table = tables[node.what]()
        if isinstance(value, Const):
            return Const(table.values[value.value], table.type)
        return nodes.Lookup(self.stores.table(table), (value,))

    def _in_a_row(self, node: typed.InARow, names: Names) -> Expr:
        grid = self.stores.grid(node.board)
        return nodes.HasRun(self.expr(node.value, names), node.length, grid.run(node.length))

    def _neighbours(self, node: typed.Neighbours, names: Names) -> Expr:
        return self._joined(self.neighbour_table(node.board), self.expr(node.value, names))

    def _diagonals(self, node: typed.Diagonals, names: Names) -> Expr:
        return self._joined(self.stores.grid(node.board).corners(), self.expr(node.value, names))

    def _joined(self, table: nodes.Table, value: Expr) -> Expr:
        """Return the union of table entries over a set."""
        table = self.stores.table(table)
        if isinstance(value, nodes.Single) and bounds(value.member.type).lo >= 0:
            return nodes.Lookup(table, (value.member,))
        assert isinstance(table.type, SetType)
        return nodes.Gather(table, value, table.type)

    def _run_from(self, node: typed.RunFrom, names: Names) -> Expr:
        start, over, to = (self.expr(one, names) for one in (node.start, node.over, node.to))
        rays = self.stores.grid(node.board).rays()
        return nodes.RunBetween(start, over, to, rays, self.set_type(node.type))

    def _reach(self, node: typed.Reach, names: Names) -> Expr:
        return nodes.Flood(
            self.neighbour_table(node.board),
            self.expr(node.start, names),
            self.expr(node.within, names),
            self.set_type(node.type),
        )


def _is_simple(value: Expr) -> bool:
    """Return whether the expression is small enough to be duplicated."""
    if isinstance(value, nodes.ReadField | nodes.Lookup):
        return all(isinstance(one, Const | nodes.ReadLocal) for one in value.index)
    return isinstance(value, Const | nodes.ReadLocal)


_LOWERERS: dict[type, Callable[[ExpressionLowering, Any, Names], Expr]] = {
    typed.Constant: ExpressionLowering._constant,
    typed.LocalValue: ExpressionLowering._local,
    typed.Me: ExpressionLowering._me,
    typed.All: ExpressionLowering._all,
    typed.VariableValue: ExpressionLowering._variable,
    typed.ColumnValue: ExpressionLowering._column,
    typed.Conversion: ExpressionLowering._recast,
    typed.PieceAt: ExpressionLowering._piece_at,
    typed.OwnerOf: ExpressionLowering._owner_of,
    typed.RandomOne: ExpressionLowering._random_one,
    typed.Coordinate: ExpressionLowering._coordinate,
    typed.Use: ExpressionLowering._use,
    typed.Arithmetic: ExpressionLowering._arithmetic,
    typed.SetCombination: ExpressionLowering._combination,
    typed.Comparison: ExpressionLowering._comparison,
    typed.Membership: ExpressionLowering._membership,
    typed.Before: ExpressionLowering._before,
    typed.Logic: ExpressionLowering._logic,
    typed.Not: ExpressionLowering._not,
    typed.Where: ExpressionLowering._where,
    typed.SomeOf: ExpressionLowering._some,
    typed.NumberOf: ExpressionLowering._number_of,
    typed.Pick: ExpressionLowering._pick,
    typed.Best: ExpressionLowering._best,
    typed.BestOf: ExpressionLowering._best_of,
    typed.UnionOf: ExpressionLowering._union_of,
    typed.NumberOfDifferent: ExpressionLowering._number_of_different,
    typed.Total: ExpressionLowering._total,
    typed.InARow: ExpressionLowering._in_a_row,
    typed.Neighbours: ExpressionLowering._neighbours,
    typed.Diagonals: ExpressionLowering._diagonals,
    typed.RunFrom: ExpressionLowering._run_from,
    typed.BoardPath: spatial.way,
    typed.LongestLine: spatial.longest_line,
    typed.BestPart: spatial.best_part,
    typed.WalkEnds: spatial.walk_ends,
    typed.Reach: ExpressionLowering._reach,
    typed.CanCall: ExpressionLowering._can_call,
    typed.During: ExpressionLowering._during,
    typed.Beside: ExpressionLowering._beside,
    typed.HoldsAlong: lists.holds_along,
    typed.RoomFor: zones.room_for,
    typed.IfElse: ExpressionLowering._if_else,
    typed.ByMember: member_switch.by_member,
    typed.PlanValue: best_plans.plan_value,
    typed.CanPay: ExpressionLowering._can_pay,
    typed.ForPlayer: ExpressionLowering._for_player,
    typed.ZoneValue: ExpressionLowering._zone,
    typed.OnMember: rows.on_member,
    typed.CopiesOf: zones.copies_of,
    typed.Listed: lists.listed,
    typed.EntriesOf: lists.entries_of,
    typed.InOrder: lists.in_order,
    typed.Ring: lists.ring,
    typed.FirstCopies: zones.combined,
    typed.EntryOf: lists.entry_of,
    typed.PositionOf: lists.position_of,
    typed.JoinLists: lists.join_lists,
    typed.SomeEntries: lists.some_entries,
}
