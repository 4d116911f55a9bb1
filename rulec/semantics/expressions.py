"""Types of expressions: names resolved, mistakes said in the designer's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

from rulec import limits
from rulec.diagnostics import Note, did_you_mean
from rulec.semantics import typed
from rulec.semantics.arithmetic import result_range
from rulec.semantics.scope import Attribute, BuiltIn, Scope, it_sort
from rulec.semantics.types import (
    FLAG,
    NONE,
    UNKNOWN,
    FlagType,
    Local,
    MemberType,
    NoneType,
    NumberType,
    PieceType,
    SetType,
    Sort,
    Type,
    Unknown,
)
from rulec.source import Span
from rulec.syntax import ast


class ExpressionChecker:
    """Checks expressions against the globals it was made with; the scope changes from place to place."""

    def __init__(self, player_sort: Sort, ensure: Callable[[typed.Definition], None]) -> None:
        self.players = player_sort
        self.ensure = ensure  # checks the body of a definition that is used before its turn

    # --- entrances ----------------------------------------------------------------------------------

    def expr(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        return cast(typed.Expr, _CHECKERS[type(node)](self, node, scope))

    def flag(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        before = len(scope.globals.report.found)
        value = self.expr(node, scope)
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, FlagType | Unknown):
            hint = ""
            if isinstance(value.type, SetType):
                hint = "write `some` or `no` before it, to ask whether it has members"
            elif isinstance(value.type, NumberType):
                hint = "compare it with a number, for example with `>= 1`"
            self._error(scope, "R301", node.span, f"{where} is yes or no, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def number(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        before = len(scope.globals.report.found)
        value = self.expr(node, scope)
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, NumberType | Unknown):
            hint = ""
            if isinstance(value.type, SetType):
                hint = "write `number of` before it, to count its members"
            elif isinstance(value.type, FlagType):
                hint = "write `1 if ... else 0`, with this in the middle"
            self._error(scope, "R302", node.span, f"{where} is a number, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def set_(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        value = self.expr(node, scope)
        if not isinstance(value.type, SetType | Unknown):
            hint = ""
            if isinstance(value.type, MemberType):
                hint = f"`{value.type.sort.plural}` are all of them"
            self._error(scope, "R303", node.span, f"{where} is a set, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def member(self, node: ast.Expr, scope: Scope, sort: Sort, where: str) -> typed.Expr:
        value = self.expr(node, scope)
        if isinstance(value.type, Unknown):
            return value
        if not (isinstance(value.type, MemberType) and value.type.sort is sort):
            message = f"{where} is {MemberType(sort)}, but this is {value.type}"
            hint = "a player is `me`, or one that `each player` names" if sort is self.players else ""
            self._error(scope, "R304", node.span, message, hint)
            return self._unknown(node.span)
        return value

    def fits(self, value: typed.Expr, wanted: Type) -> bool:
        """May this value stand where that type is wanted (ranges aside)?"""
        have = value.type
        if isinstance(have, Unknown) or isinstance(wanted, Unknown):
            return True
        if isinstance(wanted, NumberType):
            return isinstance(have, NumberType)
        if isinstance(wanted, MemberType):
            if isinstance(have, NoneType):
                return wanted.maybe
            return isinstance(have, MemberType) and have.sort is wanted.sort
        return have == wanted

    def definite(self, value: typed.Expr, scope: Scope) -> bool:
        """Is this surely a member? What may be none has neither words of its own nor a place."""
        if isinstance(value.type, MemberType) and value.type.maybe:
            self._error(
                scope,
                "R312",
                value.span,
                f"this may be none, and none is no {value.type.sort.singular}",
                "give it a name first, with `let ... = the first of ...`, which takes one that exists",
            )
            return False
        return True

    # --- helpers ------------------------------------------------------------------------------------

    def _error(
        self, scope: Scope, code: str, span: Span, message: str, hint: str = "", notes: Any = ()
    ) -> None:
        scope.globals.report.error(code, span, message, hint, notes)

    def _unknown(self, span: Span) -> typed.Expr:
        return typed.Constant(0, UNKNOWN, span)

    # --- leaves -------------------------------------------------------------------------------------

    def _number(self, node: ast.Number, scope: Scope) -> typed.Expr:
        if node.value > limits.INT_MAX:
            self._error(
                scope, "R509", node.span, f"numbers go up to {limits.INT_MAX}", "count in larger units"
            )
            return self._unknown(node.span)
        return typed.Constant(node.value, NumberType(node.value, node.value), node.span)

    def _word(self, node: ast.Word, scope: Scope) -> typed.Expr:
        if node.word == "me":
            if not scope.me:
                self._error(
                    scope,
                    "R210",
                    node.span,
                    "nobody acts here, so there is no `me` and no `my`",
                    "say who acts with `each player acting in seat order:`",
                )
                return self._unknown(node.span)
            return typed.Me(MemberType(self.players), node.span)
        if node.word == "it":
            if scope.it is None:
                self._error(
                    scope,
                    "R211",
                    node.span,
                    "`it` stands for the member that a `where` looks at; there is none here",
                    "name what is meant",
                )
                return self._unknown(node.span)
            return typed.LocalValue(scope.it, node.span)
        if node.word == "none":
            return typed.Constant(-1, NONE, node.span)
        return typed.Constant(int(node.word == "yes"), FLAG, node.span)

    def _name(self, node: ast.Name, scope: Scope) -> typed.Expr:
        name, g = node.name, scope.globals
        it = it_sort(scope.it)
        if name.text in g.sets and not node.arguments:
            return typed.All(SetType(g.sets[name.text]), node.span)
        attribute = g.attribute(it, name.text) if it is not None else None
        local = scope.locals.get(name.text)
        if attribute is not None and local is not None:
            assert it is not None
            self._error(
                scope,
                "R212",
                name.span,
                f"`{name.text}` could be the {it.singular}'s own or the one named above",
                f"write `it's {name.text}`, or give the one above another name",
                [Note(local.span, "named here")],
            )
            return self._unknown(node.span)
        if local is not None and not node.arguments:
            local.uses += 1
            return typed.LocalValue(local, node.span)
        if attribute is not None:
            assert scope.it is not None
            return self._attribute(
                attribute, typed.LocalValue(scope.it, name.span), name, node.arguments, node.span, scope
            )
        if name.text in g.constants and not node.arguments:
            sort, index = g.constants[name.text]
            return typed.Constant(index, MemberType(sort), node.span)
        if name.text in g.variables and not node.arguments:
            return typed.VariableValue(g.variables[name.text], None, node.span)
        if name.text in g.definitions:
            return self._use(g.definitions[name.text], None, node.arguments, node.span, scope)
        if name.text in g.members and not node.arguments:
            message = f"`{name.text}` is one of the {g.members[name.text].plural}, but which one is not said"
            hint = f"write `{g.members[name.text].plural}` for all of them"
            g.report.unknown("R213", name.text, name.span, message, hint)
            return self._unknown(node.span)
        if it is None or not node.arguments:
            scope.unknown(name)
        else:
            g.report.unknown("R201", name.text, name.span, f"nothing is called `{name.text}`")
        return self._unknown(node.span)

    def _possessive(self, node: ast.Possessive, scope: Scope) -> typed.Expr:
        owner = self.expr(node.owner, scope)
        g, name = scope.globals, node.name
        if isinstance(owner.type, Unknown):
            return owner
        if isinstance(owner.type, PieceType):
            if name.text == "owner" and not node.arguments:
                return typed.OwnerOf(owner, MemberType(self.players, True), node.span)
            self._error(scope, "R214", name.span, f"a piece has no `{name.text}`", "a piece has an `owner`")
            return self._unknown(node.span)
        if not isinstance(owner.type, MemberType):
            self._error(scope, "R214", name.span, f"{owner.type} has no `{name.text}`")
            return self._unknown(node.span)
        sort = owner.type.sort
        attribute = g.attribute(sort, name.text)
        if owner.type.maybe and attribute is not None:
            self.definite(owner, scope)
            return self._unknown(node.span)
        if attribute is None:
            known = g.own[sort]
            hint = did_you_mean(name.text, known)
            if not hint and name.text in g.definitions:
                hint = f"`{name.text}` belongs to the game: write it alone"
            if not hint and known:
                hint = f"a {sort.singular} has " + ", ".join(f"`{word}`" for word in list(known)[:8])
            message = f"{MemberType(sort)} has no `{name.text}`"
            g.report.unknown("R214", name.text, name.span, message, hint)
            return self._unknown(node.span)
        return self._attribute(attribute, owner, name, node.arguments, node.span, scope)

    def _attribute(
        self,
        attribute: Attribute,
        owner: typed.Expr,
        name: ast.Ident,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        if isinstance(attribute, typed.Definition):
            return self._use(attribute, owner, arguments, span, scope)
        if arguments:
            self._error(
                scope, "R215", span, f"`{name.text}` takes nothing in brackets", "remove the brackets"
            )
        if isinstance(attribute, typed.Variable):
            return typed.VariableValue(attribute, owner, span)
        if isinstance(attribute, typed.Place):
            return typed.PieceAt(attribute, owner, PieceType(attribute.pieces), span)
        return _coordinate(attribute, owner, span)

    def _use(
        self,
        definition: typed.Definition,
        subject: typed.Expr | None,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        self.ensure(definition)
        values = self.arguments(definition.name, definition.parameters, arguments, span, scope)
        if definition.uses_me and not scope.me:
            self._error(
                scope,
                "R210",
                span,
                f"`{definition.name}` speaks of `me`, but nobody acts here",
                "say who acts with `each player acting in seat order:`",
            )
            return self._unknown(span)
        return typed.Use(definition, subject, values, definition.type, span)

    def arguments(
        self,
        name: str,
        parameters: tuple[Local, ...],
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> tuple[typed.Expr, ...]:
        if len(arguments) != len(parameters):
            wanted = ", ".join(f"`{one.name}`" for one in parameters)
            message = f"`{name}` needs {_things(len(parameters))}"
            message += f" ({wanted})" if wanted else ""
            message += f", but {_things(len(arguments))} {'is' if len(arguments) < 2 else 'are'} given"
            shown = wanted.replace("`", "")
            hint = (
                f"say it as in `{name} with {shown}` or `{name}({shown})`" if parameters else "leave it out"
            )
            self._error(scope, "R216", span, message, hint)
        values = []
        for parameter, argument in zip(parameters, arguments, strict=False):
            value = self.expr(argument, scope)
            if not self.fits(value, parameter.type):
                self._error(
                    scope,
                    "R304",
                    argument.span,
                    f"`{parameter.name}` of `{name}` is {parameter.type}, but this is {value.type}",
                )
                value = self._unknown(argument.span)
            values.append(value)
        while len(values) < len(parameters):
            values.append(self._unknown(span))
        return tuple(values)

    # --- numbers and sets ---------------------------------------------------------------------------

    def _binary(self, node: ast.Binary, scope: Scope) -> typed.Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        if (
            isinstance(left.type, SetType)
            and isinstance(right.type, SetType)
            and node.op in {"+", "-", "within"}
        ):
            if left.type.sort is not right.type.sort:
                self._error(scope, "R305", node.span, f"{left.type} and {right.type} can't be put together")
                return self._unknown(node.span)
            return typed.SetCombination(cast(Any, node.op), left, right, left.type, node.span)
        if isinstance(left.type, NumberType) and isinstance(right.type, NumberType) and node.op != "within":
            return self._arithmetic(node.op, left, right, node.span, scope)
        self._error(scope, "R305", node.span, f"`{node.op}` does not go with {left.type} and {right.type}")
        return self._unknown(node.span)

    def _arithmetic(
        self, op: str, left: typed.Expr, right: typed.Expr, span: Span, scope: Scope
    ) -> typed.Expr:
        a, b = cast(NumberType, left.type), cast(NumberType, right.type)
        if op in {"div", "div_up", "mod"} and b.lo <= 0 <= b.hi:
            if b.lo == b.hi:
                self._error(scope, "R306", span, "this divides by 0", "divide by a number above 0")
                return self._unknown(span)
            if b.lo < 0:
                self._error(
                    scope,
                    "R306",
                    span,
                    "this may divide by a negative number or 0",
                    "divide by a number that is above 0",
                )
                return self._unknown(span)
        lo, hi = result_range(op, (a.lo, a.hi), (b.lo, b.hi))
        if lo < limits.INT_MIN or hi > limits.INT_MAX:
            self._error(
                scope,
                "R307",
                span,
                f"this may come to more than {limits.INT_MAX}",
                "use numbers with a smaller range",
            )
            return self._unknown(span)
        return typed.Arithmetic(cast(Any, op), left, right, NumberType(lo, hi), span)

    def _negative(self, node: ast.Negative, scope: Scope) -> typed.Expr:
        value = self.number(node.value, scope, "what follows `-`")
        if isinstance(value.type, Unknown):
            return value
        zero = typed.Constant(0, NumberType(0, 0), node.span)
        return self._arithmetic("-", zero, value, node.span, scope)

    # --- conditions ---------------------------------------------------------------------------------

    def _not(self, node: ast.Not, scope: Scope) -> typed.Expr:
        return typed.Not(self.flag(node.value, scope, "what follows `not`"), node.span)

    def _logic(self, node: ast.Logic, scope: Scope) -> typed.Expr:
        parts = [self.flag(part, scope, f"each side of `{node.op}`") for part in node.parts]
        value = parts[0]
        for part in parts[1:]:
            value = typed.Logic(node.op, value, part, value.span.to(part.span))
        return value

    def _compare(self, node: ast.Compare, scope: Scope) -> typed.Expr:
        left = self.expr(node.left, scope)
        if node.op == "is":
            adjective = self._adjective(node, left, scope)
            if adjective is not None:
                return adjective
        right = self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        equality = node.op in {"is", "="}
        if isinstance(left.type, NoneType):
            left, right = right, left
        if not self._comparable(left.type, right.type, equality):
            hint = ""
            if isinstance(left.type, SetType) and isinstance(right.type, NumberType):
                hint = "write `number of` before the set"
            for one, other in ((left, right), (right, left)):
                if not isinstance(other.type, NumberType):
                    continue
                if isinstance(one.type, MemberType) and "position" in scope.globals.own.get(
                    one.type.sort, {}
                ):
                    hint = f"a {one.type.sort.singular} has a number: its `position`"
            what = "compared" if equality else f"put in order with `{node.op}`"
            self._error(scope, "R308", node.span, f"{left.type} and {right.type} can't be {what}", hint)
            return self._unknown(node.span)
        op = {"is": "==", "=": "=="}.get(node.op, node.op)
        if node.negated:
            op = "!="
        return typed.Comparison(cast(Any, op), left, right, node.span)

    def _adjective(self, node: ast.Compare, left: typed.Expr, scope: Scope) -> typed.Expr | None:
        """`square is empty`, where `empty` is an adjective of the square's sort."""
        if not isinstance(node.right, ast.Name) or node.right.arguments:
            return None
        word = node.right.name
        if word.text in scope.locals:
            return None
        if isinstance(left.type, Unknown) and any(word.text in own for own in scope.globals.own.values()):
            return left  # reported already
        if not isinstance(left.type, MemberType):
            return None
        attribute = scope.globals.attribute(left.type.sort, word.text)
        if not isinstance(attribute, typed.Definition):
            return None
        self.ensure(attribute)
        if not isinstance(attribute.type, FlagType):
            return None
        if left.type.maybe:
            self.definite(left, scope)
            return self._unknown(node.span)
        value = self._use(attribute, left, (), node.span, scope)
        return typed.Not(value, node.span) if node.negated else value

    def _comparable(self, left: Type, right: Type, equality: bool) -> bool:
        if isinstance(left, NumberType) and isinstance(right, NumberType):
            return True
        if isinstance(left, MemberType) and isinstance(right, MemberType):
            # rows and columns have an order, and so have kinds: the one they are declared in
            return left.sort is right.sort and (equality or not (left.maybe or right.maybe))
        if not equality:
            return False
        if isinstance(right, NoneType):
            return isinstance(left, PieceType | NoneType) or (isinstance(left, MemberType) and left.maybe)
        return isinstance(left, SetType | FlagType) and left == right

    def _in(self, node: ast.In, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what follows `in`")
        member = self.expr(node.member, scope)
        if isinstance(value.type, SetType) and not isinstance(member.type, Unknown):
            if not (isinstance(member.type, MemberType) and member.type.sort is value.type.sort):
                self._error(scope, "R304", node.member.span, f"{member.type} can't be in {value.type}")
                return self._unknown(node.span)
            test: typed.Expr = typed.Membership(member, value, node.span)
            return typed.Not(test, node.span) if node.negated else test
        return self._unknown(node.span)

    def _if_else(self, node: ast.IfElse, scope: Scope) -> typed.Expr:
        condition = self.flag(node.condition, scope, "what stands between `if` and `else`")
        then, otherwise = self.expr(node.then, scope), self.expr(node.otherwise, scope)
        type_ = self.join(then.type, otherwise.type)
        if type_ is None:
            self._error(
                scope, "R309", node.span, f"one side of `else` is {then.type}, the other is {otherwise.type}"
            )
            return self._unknown(node.span)
        return typed.IfElse(condition, then, otherwise, type_, node.span)

    def join(self, a: Type, b: Type) -> Type | None:
        """The type of a value that may be either."""
        if isinstance(a, Unknown) or isinstance(b, Unknown):
            return UNKNOWN
        if isinstance(a, NumberType) and isinstance(b, NumberType):
            return NumberType(min(a.lo, b.lo), max(a.hi, b.hi))
        if isinstance(a, NoneType) and isinstance(b, MemberType):
            return MemberType(b.sort, True)
        if isinstance(b, NoneType) and isinstance(a, MemberType):
            return MemberType(a.sort, True)
        if isinstance(a, MemberType) and isinstance(b, MemberType) and a.sort is b.sort:
            return MemberType(a.sort, a.maybe or b.maybe)
        return a if a == b and not isinstance(a, PieceType) else None

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
        value, _, _ = self.members(node.members, scope, "what follows `number of`")
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        return typed.NumberOf(value, NumberType(0, value.type.sort.size), node.span)

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
        longest = max(board.board.width, board.board.height)
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

    def _as_set(self, value: typed.Expr) -> typed.Expr:
        """One member as the set of it, so that `neighbours of square` and of squares read alike."""
        if isinstance(value.type, MemberType):
            every = typed.All(SetType(value.type.sort), value.span)
            local = Local("it", MemberType(value.type.sort), value.span)
            same = typed.Comparison("==", typed.LocalValue(local, value.span), value, value.span)
            return typed.Where(local, every, same, SetType(value.type.sort), value.span)
        return value

    def _neighbours(self, node: ast.Neighbours, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None:
            return self._unknown(node.span)
        return typed.Neighbours(self._as_set(value), board, SetType(board), node.span)

    def _reach(self, node: ast.Reach, scope: Scope) -> typed.Expr:
        start = self.expr(node.start, scope)
        within = self.set_(node.within, scope, "what follows `within`")
        board = self._squares(start, scope, node.start.span)
        if board is None or not isinstance(within.type, SetType):
            return self._unknown(node.span)
        if within.type.sort is not board:
            self._error(scope, "R305", node.span, f"{start.type} and {within.type} can't be put together")
            return self._unknown(node.span)
        return typed.Reach(self._as_set(start), within, board, SetType(board), node.span)


def _things(number: int) -> str:
    return {0: "nothing", 1: "1 thing"}.get(number, f"{number} things")


def _coordinate(attribute: BuiltIn, owner: typed.Expr, span: Span) -> typed.Expr:
    if attribute.what == "position":
        result: Type = NumberType(1, attribute.result.size)
    else:
        result = SetType(attribute.result) if attribute.is_set else MemberType(attribute.result)
    what = cast(Literal["column", "row", "squares of column", "squares of row", "position"], attribute.what)
    return typed.Coordinate(what, owner, attribute.board, result, span)


_CHECKERS: dict[type, Callable[[ExpressionChecker, Any, Scope], typed.Expr]] = {
    ast.Number: ExpressionChecker._number,
    ast.Word: ExpressionChecker._word,
    ast.Name: ExpressionChecker._name,
    ast.Possessive: ExpressionChecker._possessive,
    ast.Binary: ExpressionChecker._binary,
    ast.Negative: ExpressionChecker._negative,
    ast.Not: ExpressionChecker._not,
    ast.Logic: ExpressionChecker._logic,
    ast.Compare: ExpressionChecker._compare,
    ast.In: ExpressionChecker._in,
    ast.Where: ExpressionChecker._where,
    ast.Quantity: ExpressionChecker._quantity,
    ast.NumberOf: ExpressionChecker._number_of,
    ast.Pick: ExpressionChecker._pick,
    ast.Best: ExpressionChecker._best,
    ast.Total: ExpressionChecker._total,
    ast.InARow: ExpressionChecker._in_a_row,
    ast.Neighbours: ExpressionChecker._neighbours,
    ast.Reach: ExpressionChecker._reach,
    ast.IfElse: ExpressionChecker._if_else,
}
