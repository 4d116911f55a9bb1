"""Desugars game ends: `end when`, `finish the round`, `repeat until the end`.

Two state variables count down: `rounds_to_end` and `turns_to_end` are 0 before the end is triggered, then the
remaining rounds (turns), the current one included. A second trigger has no effect.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulec.base.diagnostics import Note, Reporter
from rulec.base.fast_dataclass import instances
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.desugar.ast_rewrite import rewrite_sentences
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import FLAG, PieceSort
from rulec.syntax import ast

ROUNDS, TURNS = "rounds_to_end", "turns_to_end"
_SENTENCES: Any = ast.FinishRound | ast.FinishTurn | ast.Repeat | ast.CallRule


def write_out_endings(file: ast.RulesFile, report: Reporter) -> ast.RulesFile:
    """Rewrite the ends of a game into countdown variables and tests of them."""
    return _Endings(file, report).written()


class _Endings:
    def __init__(self, file: ast.RulesFile, report: Reporter) -> None:
        self.file, self.report = file, report
        self.rounds: list[ast.FinishRound] = []
        self.turns: list[ast.FinishTurn] = []
        self.loops: list[ast.Repeat] = []
        for one in file.declarations:
            self.rounds += instances(one, ast.FinishRound)
            self.turns += instances(one, ast.FinishTurn)
            self.loops += (loop for loop in instances(one, ast.Repeat) if loop.to_the_end)
        self.ends = _ends_of(file)
        rules = [one for one in file.declarations if isinstance(one, ast.Rule)]
        self.rules = {one.name.text for one in rules}
        self.turn_rules = {one.name.text for one in rules if one.sort == "turn"}
        self.players = max(
            (one.players[1] for one in file.declarations if isinstance(one, ast.Game) and one.players),
            default=2,
        )

    def written(self) -> ast.RulesFile:
        if not self.rounds and not self.turns and not self.loops and not self.ends:
            return self.file
        self._check()
        self.file = replace(self.file, declarations=tuple(map(self._restricted, self.file.declarations)))
        self.ends = _ends_of(self.file)
        declarations = [
            rewrite_sentences(one, _SENTENCES, self._sentence) if self._is_affected(one) else one
            for one in self.file.declarations
        ]
        return replace(self.file, declarations=(*self._variables(), *declarations))

    # --- mistakes -----------------------------------------------------------------------------------

    def _check(self) -> None:
        in_play = [
            one
            for rule in self.file.declarations
            if isinstance(rule, ast.Rule) and rule.sort == "play"
            for one in rule.body
        ]
        for one in self.loops:
            if one not in in_play:
                self.report.error(
                    "R641",
                    one.span,
                    "the loop over rounds must be in `play` itself, not inside another statement",
                    "put this loop right below `play:`",
                )
        for other in self.loops[1:]:
            note = Note(self.loops[0].span, "the first one")
            self.report.error(
                "R641",
                other.span,
                "only one loop can run until the end of the game",
                "use `repeat until`",
                [note],
            )
        finishing: list[ast.FinishRound | ast.FinishTurn] = [*self.rounds, *self.turns]
        if finishing and not self.loops:
            self.report.error(
                "R642",
                finishing[0].span,
                "this does not say which rounds are played until the end",
                "write `repeat until the end:` in `play`, and below it what a round is",
            )
        for end in self.ends:
            for sentence in end.body:
                if not self._belongs(sentence):
                    self.report.error(
                        "R643",
                        end.span,
                        "this does not say how the game ends",
                        "write `finish the round`, `finish this turn` or `end the game`",
                    )
            if not end.any_moment and not self.turn_rules:
                self.report.error(
                    "R644",
                    end.span,
                    "no rule is a `turn`, so it is not known when to look at this",
                    "add `, at any moment` before the colon",
                )

    def _restricted(self, one: ast.Declaration) -> ast.Declaration:
        """Restrict the body of an `end when` to valid sentences; others have been reported."""
        if not isinstance(one, ast.EndWhen):
            return one
        return replace(one, body=tuple(filter(self._belongs, one.body)))

    def _belongs(self, sentence: ast.Sentence) -> bool:
        """Return whether a sentence ends the game; an unknown rule (`end game`) is reported elsewhere."""
        if isinstance(sentence, ast.LeaveRule):
            return sentence.name.text not in self.rules
        return isinstance(sentence, ast.FinishRound | ast.FinishTurn | ast.EndGame)

    # --- countdown variables --------------------------------------------------------------------------

    def _variables(self) -> Iterator[ast.Declaration]:
        kept = []
        if self.rounds:
            most = max(one.more for one in self.rounds) + 1
            kept.append((ROUNDS, most, self.rounds[0].span))
        if self.turns:
            most = 1 + max(one.more for one in self.turns) * (self.players - 1)
            kept.append((TURNS, most, self.turns[0].span))
        for name, most, span in kept:
            type_ = ast.ValueType("range", 0, most, None, span)
            yield ast.Has(None, (ast.Variable(ast.Ident(name, span), (), type_, None, None, span),), span)

    # --- sentences --------------------------------------------------------------------------------------

    def _is_affected(self, one: ast.Declaration) -> bool:
        return any(
            not isinstance(part, ast.CallRule) or part.name.text in self.turn_rules
            for part in instances(one, ast.FinishRound, ast.FinishTurn, ast.Repeat, ast.CallRule)
        )

    def _sentence(self, node: Any) -> list[Any]:
        match node:
            case ast.FinishRound():
                return [self._due(ROUNDS, _number(node.more + 1, node.span), node.span)]
            case ast.FinishTurn():
                others = ast.Binary("-", _players(node.span), _number(1, node.span), node.span)
                more = ast.Binary("*", _number(node.more, node.span), others, node.span)
                return [self._due(TURNS, ast.Binary("+", _number(1, node.span), more, node.span), node.span)]
            case ast.Repeat(to_the_end=True):
                return [self._loop(node)]
            case ast.CallRule() if node.name.text in self.turn_rules:
                return [node, *self._after_turn(node.span)]
        return [node]

    def _due(self, name: str, value: ast.Expr, span: Span) -> ast.Sentence:
        """Build the trigger of the end, which has no effect if already triggered."""
        tests = [_compare(one, "=", 0, span) for one, used in self._used() if used]
        condition = tests[0] if len(tests) == 1 else ast.Logic("and", tuple(tests), span)
        return ast.If(condition, (ast.Change("set", _read(name, span), value, span),), (), span)

    def _used(self) -> tuple[tuple[str, bool], ...]:
        return (ROUNDS, bool(self.rounds)), (TURNS, bool(self.turns))

    def _loop(self, node: ast.Repeat) -> ast.Sentence:
        """Count down at the start of each round, and leave the loop behind the last."""
        if not self.rounds:
            return node
        span = node.span
        fewer = ast.Change("lower", _read(ROUNDS, span), _number(1, span), span)
        first = ast.If(_compare(ROUNDS, ">=", 2, span), (fewer,), (), span)
        return replace(node, until=_compare(ROUNDS, "=", 1, span), body=(first, *node.body))

    def _after_turn(self, span: Span) -> Iterator[ast.Sentence]:
        for one in self.ends:
            if not one.any_moment:
                body = tuple(sentence for part in one.body for sentence in self._sentence(part))
                yield ast.If(one.condition, body, (), one.span)
        if self.turns:
            fewer = ast.Change("lower", _read(TURNS, span), _number(1, span), span)
            later = ast.If(_compare(TURNS, ">=", 2, span), (fewer,), (), span)
            yield ast.If(_compare(TURNS, "=", 1, span), (ast.LeaveRounds(span),), (later,), span)


def _ends_of(file: ast.RulesFile) -> list[ast.EndWhen]:
    return [one for one in file.declarations if isinstance(one, ast.EndWhen)]


def _number(value: int, span: Span) -> ast.Expr:
    return ast.Number(value, span)


def _read(name: str, span: Span) -> ast.Expr:
    return ast.Name(ast.Ident(name, span), (), span)


def _players(span: Span) -> ast.Expr:
    return ast.NumberOf(ast.Members(None, _read("players", span), span), span)


def _compare(name: str, op: str, value: int, span: Span) -> ast.Expr:
    return ast.Compare(op, _read(name, span), _number(value, span), False, span)


# --- at any moment ----------------------------------------------------------------------------------------

# Sentences without effects of their own; those nested or called are processed separately.
_QUIET = (typed.Let, typed.SetLocal, typed.Needs, typed.Must, typed.Unreached, typed.CallRule, typed.SkipPart)


def look_at_any_moment(game: typed.Game) -> None:
    """Test the condition of each end behind every sentence that changes an operand of it.

    During set-up no end is triggered.
    """
    if not game.endings:
        return
    while_set_up = _reached(game, game.setup)
    while_played = _reached(game, game.play)
    for rule in list(game.rules):
        if rule in while_played:
            rule.body = _Watched(game, rule in while_set_up).sentences(rule.body)


class _Watched:
    def __init__(self, game: typed.Game, also_set_up: bool) -> None:
        self.game, self.also_set_up = game, also_set_up
        self.read = [_things(one.condition) for one in game.endings]

    def sentences(self, body: tuple[Any, ...]) -> tuple[Any, ...]:
        found: list[Any] = []
        for one in body:
            found.append(self._inner(one))
            if isinstance(one, _QUIET) or any(_is_typed_sentence(part) for part in _below(one)):
                continue
            changed = _things(one)
            found += [
                self._look(end)
                for end, read in zip(self.game.endings, self.read, strict=True)
                if changed & read
            ]
        return tuple(found)

    def _look(self, end: typed.EndWhen) -> typed.Sentence:
        condition: typed.Expr = end.condition
        if self.also_set_up and self.game.setup is not None:
            playing = typed.Not(typed.During(self.game.setup, FLAG, end.span), end.span)
            condition = typed.Logic("and", playing, condition, end.span)
        return typed.If(condition, end.body, (), end.span)

    def _inner(self, node: Any) -> Any:
        """Process the nested sentences of a sentence."""
        changes = {}
        for field in dataclasses.fields(node):
            old = getattr(node, field.name)
            new = self._value(old)
            if new is not old:
                changes[field.name] = new
        return replace(node, **changes) if changes else node

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            if any(_is_typed_sentence(one) for one in value):
                return self.sentences(value)
            new = tuple(self._value(one) for one in value)
            return value if all(a is b for a, b in zip(new, value, strict=True)) else new
        if isinstance(value, typed.ChoiceGroup | typed.Part):
            return self._inner(value)
        return value


def _is_typed_sentence(node: object) -> bool:
    return isinstance(node, typed.SENTENCES)


def _below(node: object) -> Iterator[object]:
    found = parts(node)
    next(found)
    return found


def _things(node: object) -> set[object]:
    """Return the variables and piece sorts that a node mentions (read or write set)."""
    found: set[object] = set()
    waiting: list[object] = [node]
    seen: set[int] = set()
    while waiting:
        for part in parts(waiting.pop()):
            for field in dataclasses.fields(part):  # type: ignore[arg-type]
                value = getattr(part, field.name)
                if isinstance(value, typed.Goods):
                    found |= {value.variable, *([value.instead[0].variable] if value.instead else [])}
                elif isinstance(value, typed.Place | typed.Zone):
                    found.add(value.pieces)
                elif isinstance(value, typed.Variable | PieceSort):
                    found.add(value)
                elif isinstance(value, typed.Definition) and id(value) not in seen:
                    seen.add(id(value))
                    waiting.append(value.body)
    return found


def _reached(game: typed.Game, start: typed.Rule | None) -> set[typed.Rule]:
    if start is None:
        return set()
    found, waiting = {start}, [start]
    actions = [action.rule for action in game.free_actions] if start is game.play else []
    found |= set(actions)
    waiting += actions
    while waiting:
        for call in parts(waiting.pop().body):
            if isinstance(call, typed.CallRule) and call.rule not in found:
                found.add(call.rule)
                waiting.append(call.rule)
    return found
