"""The score of players, or of members that act for them: computed on demand, or entered.

A line with `at NAME` is entered by `score NAME`: all such lines of all members are computed from one
position, then added to their sheets. A player's sheet is that of the weakest member.
"""

from __future__ import annotations

from typing import Literal

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.expressions.track_numbers import printed
from rulec.semantics.scope import Scope
from rulec.semantics.types import NONE, UNKNOWN, Local, MemberType, NumberType, SetType, Sort, Unknown
from rulec.syntax import ast

SHEET = "sheet"
POINTS = "points"


class ScoreDeclarer:
    """Declares score sheets and the rules that enter their lines, before expressions are checked."""

    def __init__(self, owner: DeclarationContext) -> None:
        self.owner, self.report, self.game = owner, owner.report, owner.game

    def declare(self, score: ast.Score | None) -> None:
        entered = [one for one in score.lines if one.at is not None] if score is not None else []
        if score is None or not entered:
            return
        sort = self._sort(score)
        labels = tuple(dict.fromkeys(one.label.value for one in entered))
        lines = Sort("score lines", "score line", labels, score.span)
        self.game.sorts.append(lines)
        self.owner.globals.score_span = score.span
        range_ = NumberType(-limits.OPEN_END, limits.OPEN_END)
        sheet = typed.Variable(sort, SHEET, range_, 0, score.span, (lines,))
        subject = Local(sort.singular, MemberType(sort), score.span)
        points = typed.Definition(POINTS, subject, (), score.span)
        names = [ast.Ident(name, score.span) for name in (SHEET, POINTS)]
        if not self.owner.claim(sort, names[0], sheet) or not self.owner.claim(sort, names[1], points):
            return
        self.game.variables.append(sheet)
        self.game.definitions.append(points)
        points.body = _sum_of(typed.LocalValue(subject, score.span), sheet, score.span)
        self.owner.sheet = sheet
        for one in entered:
            assert one.at is not None
            name = f"score {one.at.text}"
            if name not in self.owner.globals.rules:
                rule = typed.Rule("effect", name, (), (), one.at.span)
                rule.point = one.at.text if one.at.text not in self.owner.globals.rules else ""
                self.owner.globals.rules[name] = rule
                self.game.rules.append(rule)
                self.owner.entering[rule] = []
            self.owner.entering[self.owner.globals.rules[name]].append(one.label.value)

    def _sort(self, score: ast.Score) -> Sort:
        """Return the scored sort; errors are reported where the set is checked."""
        value = score.of
        while isinstance(value, ast.Where):
            value = value.value
        if isinstance(value, ast.Name):
            return self.owner.globals.sets.get(value.name.text, self.game.player_sort)
        return self.game.player_sort


def _sum_of(member: typed.Expr, sheet: typed.Variable, span: Span) -> typed.Expr:
    """Sum all entered lines of a member."""
    total: typed.Expr | None = None
    for line in range(sheet.keys[0].size):
        one = _cell(member, sheet, line, span)
        total = one if total is None else _plus(total, one, span)
    assert total is not None
    return total


def _cell(member: typed.Expr, sheet: typed.Variable, line: int, span: Span) -> typed.VariableValue:
    return typed.VariableValue(sheet, member, span, (typed.Constant(line, MemberType(sheet.keys[0]), span),))


def _plus(a: typed.Expr, b: typed.Expr, span: Span) -> typed.Expr:
    assert isinstance(a.type, NumberType)
    assert isinstance(b.type, NumberType)
    return typed.Arithmetic("+", a, b, NumberType(a.type.lo + b.type.lo, a.type.hi + b.type.hi), span)


def _minus(value: typed.Expr, span: Span) -> typed.Expr:
    assert isinstance(value.type, NumberType)
    zero = typed.Constant(0, NumberType(0, 0), span)
    return typed.Arithmetic("-", zero, value, NumberType(-value.type.hi, -value.type.lo), span)


class ScoreChecker:
    def __init__(
        self, declarer: DeclarationContext, expressions: ExpressionChecker, report: Reporter
    ) -> None:
        self.declarer, self.expressions, self.report = declarer, expressions, report
        self.game, self.score, self.ties = declarer.game, declarer.score, declarer.ties
        self.players = self.game.player_sort
        self.sort = self.players
        self.lines: list[tuple[ast.ScoreLine, typed.Definition]] = []
        self.keys: list[typed.Definition] = []  # of tie-breaks, in lexicographic order

    def run(self) -> None:
        whole = self._members()
        scope = Scope(self.declarer.globals, me=self.sort)
        entered: dict[str, typed.Definition] = {}
        labels: dict[str, Span] = {}
        whole_range = (0, 0)
        for line in self.score.lines if self.score is not None else ():
            if line.label.value in labels:
                message = f'two lines of the score are called "{line.label.value}"'
                notes = [Note(labels[line.label.value], "the first one")]
                self.report.error("R421", line.label.span, message, "give one of the two another name", notes)
                continue
            labels[line.label.value] = line.label.span
            value = self.expressions.number(line.value, scope, "a line of the score")
            whole_range = self._range(value, whole_range)
            if line.at is None or isinstance(value.type, Unknown):
                self.lines.append((line, self._definition(f"line {line.label.value}", value, line.span)))
                continue
            sheet = self.declarer.sheet
            if sheet is None:
                return
            entered[line.label.value] = self._definition(f"enter {line.label.value}", value, line.span)
            number = sheet.keys[0].members.index(line.label.value)
            me = typed.Me(MemberType(self.sort), line.span)
            cell = _cell(me, sheet, number, line.span)
            self.lines.append((line, self._definition(f"line {line.label.value}", cell, line.span)))
        for one in self.ties.breaks if self.ties is not None else ():
            value = self._place(one.value, scope)
            self._range(value)
            if one.rank == "least" and isinstance(value.type, NumberType):
                value = _minus(value, one.span)
            self.keys.append(self._definition(f"tie {len(self.keys) + 1}", value, one.span))
        if self.report.failed:
            return
        for rule, names in self.declarer.entering.items():
            rule.body = tuple(self._entering(whole, {name: entered[name] for name in names}, rule.span))
        self._sheets(whole)

    def _place(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """Type a tie-break: a number, or a member by its index, with none first."""
        known = len(self.report.found)
        value = printed(self.expressions.expr(node, scope))
        type_, span = value.type, node.span
        if not isinstance(type_, MemberType) and len(self.report.found) == known:
            return self.expressions.number(node, scope, "the tie-break")
        if not isinstance(type_, MemberType):
            return typed.Constant(0, UNKNOWN, span)
        before = typed.Before(value, SetType(type_.sort), span)
        number = NumberType(0, type_.sort.size)
        one = typed.Constant(1, NumberType(1, 1), span)
        place = typed.Arithmetic("+", typed.NumberOf(before, number, span), one, number, span)
        if not type_.maybe:
            return place
        some = typed.Comparison("!=", value, typed.Constant(-1, NONE, span), span)
        return typed.IfElse(some, place, typed.Constant(0, NumberType(0, 0), span), number, span)

    # --- scored members -------------------------------------------------------------------------------------

    def _members(self) -> typed.Expr:
        span = self.score.span if self.score is not None else self.game.span
        everyone = typed.All(SetType(self.players), span)
        if self.score is None or self.score.of is None:
            return everyone
        scope = Scope(self.declarer.globals)
        whole = self.expressions.set_(self.score.of, scope, "the value after `score of`")
        if not isinstance(whole.type, SetType) or whole.type.sort is self.players:
            return whole if isinstance(whole.type, SetType) else everyone
        if self.game.actors is None or self.game.actors.sort is not whole.type.sort:
            plural = whole.type.sort.plural
            hint = f"add `actors: {plural}, each for its owner` with a variable that names the player"
            self.report.error("R766", whole.span, f"this does not say whose the {plural} are", hint)
            return everyone
        self.sort = whole.type.sort
        return whole

    def _range(self, value: typed.Expr, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Accumulate the range of the score's lines; report an overflow."""
        if not isinstance(value.type, NumberType):
            return before
        lo, hi = before[0] + value.type.lo, before[1] + value.type.hi
        if max(-lo, hi) <= limits.INT_MAX:
            return lo, hi
        message = f"the score may come to more than {limits.INT_MAX}"
        self.report.error("R513", value.span, message, "use smaller numbers")
        return before

    def _definition(self, name: str, value: typed.Expr, span: Span) -> typed.Definition:
        """Build a definition with a member as `me`, under a name that the file cannot use."""
        subject = Local(self.sort.singular, MemberType(self.sort), span)
        body = typed.ForPlayer(typed.LocalValue(subject, span), value, span)
        return typed.Definition(name, subject, (), span, body)

    def _of(self, definition: typed.Definition, member: typed.Expr) -> typed.Expr:
        return typed.Use(definition, member, (), definition.type, definition.span)

    # --- entered lines --------------------------------------------------------------------------------------

    def _entering(
        self, whole: typed.Expr, lines: dict[str, typed.Definition], span: Span
    ) -> list[typed.Sentence]:
        sheet = self.declarer.sheet
        assert sheet is not None
        lets: list[typed.Sentence] = []
        sets: list[typed.Sentence] = []
        zero = typed.Constant(0, NumberType(0, 0), span)
        for n, _ in enumerate(self.sort.members):
            member = typed.Constant(n, MemberType(self.sort), span)
            for label, line in lines.items():
                type_ = line.type
                assert isinstance(type_, NumberType)
                type_ = NumberType(min(0, type_.lo), max(0, type_.hi))
                inside = typed.Membership(member, whole, span)
                value = typed.IfElse(inside, self._of(line, member), zero, type_, span)
                local = Local(f"{label} {n}", type_, span)
                lets.append(typed.Let(local, value, span))
                cell = _cell(member, sheet, sheet.keys[0].members.index(label), span)
                more = _plus(cell, typed.LocalValue(local, span), span)
                sets.append(typed.SetVariable(sheet, member, more, span, cell.keys))
        return [*lets, *sets]

    # --- sheets of players ----------------------------------------------------------------------------------

    def _sheets(self, whole: typed.Expr) -> None:
        span = self.score.span if self.score is not None else self.game.span
        me = typed.Me(MemberType(self.players), span)
        if self.sort is self.players:
            for line, definition in self.lines:
                assert isinstance(definition.body, typed.ForPlayer)
                self.game.score.append(typed.ScoreLine(line.label.value, definition.body.value, line.span))
            for one in self.keys:
                assert isinstance(one.body, typed.ForPlayer)
                self.game.ties.append(typed.TieBreak("most", one.body.value, one.span))
            return
        total = self._total(span)
        ranked = (total, *self.keys)
        behind = self._behind(whole, ranked, span)
        said = self.declarer.standing
        standing = said.ranks if said is not None else ("weakest",)
        points = said.points if said is not None else (False,)
        chosen = [self._chosen(whole, which, behind, span) for which in standing]
        for line, definition in self.lines:
            value = self._if_any(chosen[0], definition, me, span)
            self.game.score.append(typed.ScoreLine(line.label.value, value, line.span, definition))
        self.game.scored = whole
        for number, member in enumerate(chosen):
            keys = () if points[number] else tuple(self.keys)
            for one in (total, *keys) if number else keys:
                value = self._if_any(member, one, me, span)
                self.game.ties.append(typed.TieBreak("most", value, one.span))

    def _total(self, span: Span) -> typed.Definition:
        subject = Local(self.sort.singular, MemberType(self.sort), span)
        member, found = typed.LocalValue(subject, span), None
        for _, definition in self.lines:
            one = self._of(definition, member)
            found = one if found is None else _plus(found, one, span)
        zero = typed.Constant(0, NumberType(0, 0), span)
        return typed.Definition("total", subject, (), span, found or zero)

    def _behind(
        self, whole: typed.Expr, ranked: tuple[typed.Definition, ...], span: Span
    ) -> typed.Definition:
        """Count the members ahead of one, in lexicographic order of the keys."""
        subject = Local(self.sort.singular, MemberType(self.sort), span)
        other = Local("other", MemberType(self.sort), span)
        one, two = typed.LocalValue(subject, span), typed.LocalValue(other, span)
        ahead: typed.Expr | None = None
        for key in reversed(ranked):
            more = typed.Comparison(">", self._of(key, two), self._of(key, one), span)
            if ahead is None:
                ahead = more
                continue
            equal = typed.Comparison("==", self._of(key, two), self._of(key, one), span)
            ahead = typed.Logic("or", more, typed.Logic("and", equal, ahead, span), span)
        assert ahead is not None
        differs = typed.Comparison("!=", two, one, span)
        others = typed.Logic("and", differs, ahead, span)  # a member is not compared with itself
        members = typed.Where(other, whole, others, SetType(self.sort), span)
        count = typed.NumberOf(members, NumberType(0, self.sort.size), span)
        return typed.Definition("behind", subject, (), span, count)

    def _chosen(
        self, whole: typed.Expr, which: Literal["weakest", "strongest"], behind: typed.Definition, span: Span
    ) -> typed.Definition:
        """Return the weakest or strongest member of a player, or none."""
        assert self.game.actors is not None
        player = Local("player", MemberType(self.players), span)
        one, same = (Local(self.sort.singular, MemberType(self.sort), span) for _ in range(2))
        holds = typed.VariableValue(self.game.actors.decider, typed.LocalValue(one, span), span)
        own = typed.Where(
            one,
            whole,
            typed.Comparison("==", holds, typed.LocalValue(player, span), span),
            SetType(self.sort),
            span,
        )
        rank: Literal["most", "least"] = "most" if which == "weakest" else "least"
        key = self._of(behind, typed.LocalValue(same, span))
        best = typed.Best(rank, same, own, key, MemberType(self.sort, True), span)
        return typed.Definition(which, player, (), span, best)

    def _if_any(
        self, member: typed.Definition, value: typed.Definition, me: typed.Expr, span: Span
    ) -> typed.Expr:
        """Return a value of the player's representative member; 0 without members."""
        which = self._of(member, me)
        none = typed.Comparison("<", which, typed.Constant(0, MemberType(self.sort), span), span)
        found = self._of(value, typed.Conversion(which, MemberType(self.sort), span))
        assert isinstance(value.type, NumberType)
        type_ = NumberType(min(0, value.type.lo), max(0, value.type.hi))
        zero = typed.Constant(0, NumberType(0, 0), span)
        return typed.IfElse(none, zero, found, type_, span)


def standing_of(file: ast.RulesFile, game: typed.Game, report: Reporter) -> ast.Standing | None:
    """Return the declared rank order of a player's members; `no winner` alone needs none."""
    found = [one for one in file.declarations if isinstance(one, ast.Standing)]
    for alone in file.declarations:
        if isinstance(alone, ast.NoWinner) and alone.number != 1:
            hint = "leave it out: who is level in everything shares the place"
            report.error("R767", alone.span, "only one player alone has nobody to win against", hint)
    score = next((one for one in file.declarations if isinstance(one, ast.Score)), None)
    for one in found:
        if score is None or score.of is None:
            hint = "write `score of` and the members that a player can have several of"
            report.error("R767", one.span, "the score is the players' own", hint)
    return found[0] if found else None
