"""Type checks of table look-ups: `fees(3, chicago)`, `counts(3)'s height`, `tile's vp(western)`."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.sets import SetExpressions
from rulec.semantics.scope import Scope
from rulec.semantics.types import Key, MemberType, NumberKey, NumberType, Unknown
from rulec.syntax import ast


class TableExpressions(SetExpressions):
    """Type checks of table look-ups and their keys."""

    def lookup(
        self,
        table: typed.LookupTable,
        column: str,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        index = self.keys(table.name, table.keys, arguments, span, scope)
        if not table.columns:
            return self._unknown(span)  # reported with the table
        if column not in table.columns:
            shown = ", ".join(f"`{one}`" for one in table.columns)
            hint = f"name one of {shown}, as in `{table.name}(...)'s {next(iter(table.columns), 'column')}`"
            self._error(scope, "R704", span, f"`{table.name}` has several columns", hint)
            return self._unknown(span)
        if any(isinstance(one.type, Unknown) for one in index):
            return self._unknown(span)
        return typed.ColumnValue(table.columns[column], index, span)

    def lookup_column(self, node: ast.Possessive, scope: Scope) -> typed.Expr | None:
        """Type `fees(3)'s height`; return None for other possessives."""
        owner = node.owner
        if not isinstance(owner, ast.Name) or owner.name.text not in scope.globals.lookups:
            return None
        table = scope.globals.lookups[owner.name.text]
        if owner.name.text in scope.locals or "" in table.columns:
            return None
        if not table.columns:
            return self._unknown(node.span)  # reported with the table
        if node.name.text not in table.columns:
            hint = did_you_mean(node.name.text, table.columns)
            hint = hint or "it has " + ", ".join(f"`{one}`" for one in table.columns)
            message = f"the table `{table.name}` has no column `{node.name.text}`"
            scope.globals.report.unknown("R214", node.name.text, node.name.span, message, hint)
            return self._unknown(node.span)
        if node.arguments:
            self._error(
                scope,
                "R215",
                node.span,
                f"`{node.name.text}` takes nothing in brackets",
                "remove the brackets",
            )
        scope.globals.resolution.columns[node.name.span] = table.name
        return self.lookup(table, node.name.text, owner.arguments, node.span, scope)

    def keys(
        self, name: str, keys: Sequence[Key], arguments: tuple[ast.Expr, ...], span: Span, scope: Scope
    ) -> tuple[typed.Expr, ...]:
        """Type key arguments, each of its sort and within its range."""
        if len(keys) != len(arguments):
            words = [key.name if isinstance(key, NumberKey) else key.singular for key in keys]
            shown = f"{name}({', '.join(words)})" if words else f"{name}"
            self._error(
                scope,
                "R215" if not keys else "R705",
                span,
                f"`{name}` takes nothing in brackets"
                if not keys
                else f"`{name}` is kept for each {' and '.join(words)}",
                "remove the brackets" if not keys else f"name one of each, as in `{shown}`",
            )
            return tuple(self._unknown(span) for _ in keys)
        return tuple(self._key(name, key, one, scope) for key, one in zip(keys, arguments, strict=True))

    def _key(self, name: str, key: Key, node: ast.Expr, scope: Scope) -> typed.Expr:
        where = f"the argument of `{name}`"
        if isinstance(key, NumberKey):
            value = self.number(node, scope, where)
            if isinstance(value.type, NumberType) and not (
                key.lo <= value.type.lo and value.type.hi <= key.hi
            ):
                self._error(
                    scope,
                    "R706",
                    node.span,
                    f"`{name}` is kept for {key.lo} to {key.hi}, but this may lie outside",
                    f"give it something with a smaller range, for example `lesser of ... and {key.hi}`",
                )
                return self._unknown(node.span)
            return value
        if isinstance(node, ast.Name) and not node.arguments and node.name.text not in scope.locals:
            # a member's name takes precedence over attributes of `it`
            named = scope.globals.constants.get(node.name.text)
            if named is not None:
                fits = self.recast(typed.Constant(named[1], MemberType(named[0]), node.span), key)
                if fits is not None:
                    return fits
        if isinstance(node, ast.Text) and key.span == scope.globals.score_span and node.value in key.members:
            return typed.Constant(key.members.index(node.value), MemberType(key), node.span)
        value = self.member(node, scope, key, where)
        if isinstance(value.type, MemberType) and value.type.maybe and not self.definite(value, scope):
            return self._unknown(node.span)
        return value
