"""Type checks of examples.

The scope adds `p1`, `p2` ... for the example's players, members by their labels (`a1` for a square), and
`p1's score("...")` for lines of the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.diagnostics import did_you_mean
from rulec.base.example_labels import Label, Offered, Over, Play
from rulec.base.fast_dataclass import instances, objects
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.collect import SymbolTableBuilder
from rulec.semantics.examples.zone_contents import given_parts
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.expressions.score_sheet import sheet_of
from rulec.semantics.scope import Scope
from rulec.semantics.sentences.base import Context
from rulec.semantics.sentences.checker import SentenceChecker
from rulec.semantics.typed import examples as evidence
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import NoneType, PieceType, Sort, Type, Unknown
from rulec.syntax import ast
from rulec.syntax.ast import examples as written

# Sentences forbidden in changes by hand.
_DECIDES = (ast.Choose, ast.ChooseOne, ast.Repeat, ast.EndGame, ast.Roll)


class ExampleChecker:
    def __init__(
        self, declarer: SymbolTableBuilder, expressions: ExpressionChecker, sentences: SentenceChecker
    ) -> None:
        self.game, self.report = declarer.game, declarer.report
        self.declarer, self.expressions, self.sentences = declarer, expressions, sentences
        self.labels = _labels(declarer)
        self.sheet = sheet_of(self.game)

    def run(self, examples: tuple[written.Example, ...]) -> list[evidence.Example]:
        found = []
        for one in examples:
            found.append(self.example(one))
            self.report.settle()
        return found

    def example(self, node: written.Example) -> evidence.Example:
        low, high = self.game.players
        players, options = low, []
        lines = list(node.lines)
        while lines and isinstance(first := lines[0], written.Players | written.Option):
            lines.pop(0)
            if isinstance(first, written.Option):
                options.append((first.name.text, self._option(first.value)))
            elif low <= first.count <= high:
                players = first.count
            else:
                counts = str(low) if low == high else f"{low} to {high}"
                message = f"this game is played by {counts}, not by {first.count}"
                hint = f"write `players {low}`" if low == high else f"write a number from {low} to {high}"
                self.report.error("R434", first.span, message, hint)
        scope = Scope(self.declarer.globals, words=self.labels | self._players(players), sheet=self.sheet)
        checked = [self._line(line, scope) for line in lines]
        found = tuple(line for line in checked if line is not None)
        return evidence.Example(node.title.value, players, tuple(options), found, node.citations, node.span)

    def _players(self, count: int) -> dict[str, tuple[Sort, int]]:
        return {f"p{seat + 1}": (self.game.player_sort, seat) for seat in range(count)}

    def _option(self, value: ast.Expr) -> str | int | bool:
        """Return the value of an option in the form the engine takes."""
        if isinstance(value, ast.Number):
            return value.value
        if isinstance(value, ast.Word) and value.word in {"yes", "no"}:
            return value.word == "yes"
        if isinstance(value, ast.Name) and not value.arguments:
            return value.name.text
        self.report.error(
            "R424", value.span, "an option has one of its values", "write a name, a number, `yes` or `no`"
        )
        return 0

    # --- lines ----------------------------------------------------------------------------------------

    def _line(self, node: written.ExampleLine, scope: Scope) -> evidence.Line | None:
        match node:
            case written.Players() | written.Option():
                word = "players" if isinstance(node, written.Players) else "option"
                self.report.error(
                    "R425",
                    node.span,
                    f"`{word}` comes too late: the game of this example has begun",
                    "put this line first",
                )
                return None
            case written.At():
                return self._at(node, scope)
            case written.Given():
                return self._given(node, scope)
            case written.Play():
                return Play(_texts(node.labels), node.span)
            case written.Offered():
                return Offered(_texts(node.labels), node.negated, node.span)
            case written.Then():
                found = [one for part in node.conditions for one in self._condition(part, scope)]
                return evidence.Then(tuple(found), node.span)
            case written.Over():
                return Over(node.negated, node.span)

    def _at(self, node: written.At, scope: Scope) -> evidence.At | None:
        known = {one.point: one for one in self.game.rules if one.point}
        rule = known.get(node.name.text)
        if rule is None:
            hint = did_you_mean(node.name.text, known)
            if node.name.text in scope.globals.rules:
                points = ", ".join(f"`{name}`" for name in known)
                hint = f"`{node.name.text}` is a rule; an example begins at a turn or a phase: {points}"
                if len(known) == 1:
                    hint = (
                        f"write {points}, or declare `{node.name.text}` as a phase: `phase {node.name.text}`"
                    )
                if not known:
                    hint = f"`{node.name.text}` is a rule; declare a turn or a phase"
            elif not hint and known:
                hint = "a game can be looked at from " + ", ".join(f"`{name}`" for name in known)
                if len(known) == 1:
                    hint = f"write `{next(iter(known))}`, or declare a phase of that name"
            message = f"no turn and no phase is called `{node.name.text}`"
            self.report.unknown("R426", node.name.text, node.name.span, message, hint)
            return None
        arguments = list(node.arguments)
        player: typed.Expr | None = None
        who = next((one for one in arguments if one.word == "of" and len(one.values) == 1), None)
        if who is not None and (rule.uses_me or self.report.failed):
            arguments.remove(who)
            sort = scope.globals.acting
            player = self.expressions.member(who.values[0], scope, sort, f"who acts in `{rule.name}`")
        elif rule.uses_me and not self.report.failed:
            message = f"this does not say whose `{rule.name}` this is"
            self.report.error("R427", node.span, message, f"write `at {rule.name} of p1`")
            return None
        call = ast.CallRule(node.name, tuple(arguments), (), node.span)
        values = self.sentences.calls.values(rule, call, self._context(scope, node.span))
        return evidence.At(rule, player, values, node.span)

    def _context(self, scope: Scope, span: Span) -> Context:
        return Context(scope, typed.Rule("example", "example", (), (), span))

    def _given(self, node: written.Given, scope: Scope) -> evidence.Given | None:
        if any(instances(node, *_DECIDES)):
            self._report_deciding(next(one for one in objects(node.sentences) if type(one) in _DECIDES).span)
            return None
        found = given_parts(self.sentences, node.sentences, self._context(scope, node.span))
        for one in parts(found):
            if isinstance(one, (*typed.BLOCK_TERMINATORS, typed.CanCall)) or (
                isinstance(one, typed.CallRule) and one.rule.stops
            ):
                self._report_deciding(one.span)
                return None
        return evidence.Given(found, node.span)

    def _report_deciding(self, span: Span) -> None:
        self.report.error(
            "R428",
            span,
            "`given` and `then` look at a position; nothing is decided, played or tried out there",
            'decide with `play "..."`, and look at what can be done with `offered "..."`',
        )

    # --- conditions -----------------------------------------------------------------------------------

    def _condition(self, node: ast.Expr, scope: Scope) -> Iterator[evidence.Condition]:
        test = self.expressions.flag(node, scope, "what an example says")
        if isinstance(test.type, Unknown):
            return
        asked = next((one for one in parts(test) if isinstance(one, typed.CanCall)), None)
        if asked is not None:
            self._report_deciding(asked.span)
            return
        for part in _conjuncts(test):
            yield evidence.Condition(part, _value_of(part), part.span)


def _texts(labels: tuple[ast.Text, ...]) -> tuple[Label, ...]:
    return tuple(Label(one.value, one.span) for one in labels)


def _conjuncts(test: typed.Expr) -> Iterator[typed.Expr]:
    """Yield the conjuncts of a test, which are reported separately."""
    if isinstance(test, typed.Logic) and test.op == "and":
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    else:
        yield test


def _value_of(test: typed.Expr) -> typed.Expr | None:
    """Return the computed side of a comparison, shown if it fails."""
    if not isinstance(test, typed.Comparison):
        return None
    sides = [one for one in (test.left, test.right) if not isinstance(one, typed.Constant)]
    return sides[0] if sides and _can_be_shown(sides[0].type) else None


def _can_be_shown(type_: Type) -> bool:
    return not isinstance(type_, PieceType | NoneType | Unknown)


def _labels(declarer: SymbolTableBuilder) -> dict[str, tuple[Sort, int]]:
    """Return members by their option labels, if these are unambiguous."""
    found: dict[str, tuple[Sort, int]] = {}
    twice: set[str] = set()
    for sort in declarer.game.sorts:
        for index, label in enumerate(sort.members):
            if label in found:
                twice.add(label)
            found[label] = (sort, index)
    taken = twice | set(declarer.globals.places)
    return {label: one for label, one in found.items() if label.isidentifier() and label not in taken}
