"""Sentences for the effects of cells: `pay 200 money, take_train` as `pay $200, take a train`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard, assert_never

from rulec.lower.wording.phrases import Phrases
from rulec.runtime.english import in_a_row, plain, with_article
from rulec.semantics import typed
from rulec.semantics.types import EffectType

_DEEP = 8  # effects inside effects that are told


class EffectPhrases:
    """Forms sentences. `alternatives` are the rules that choose between a cell's sides, by name."""

    def __init__(self, phrases: Phrases, effects: Mapping[int, typed.Rule]) -> None:
        self.phrases, self.names = phrases, phrases.names
        self._effects = effects

    def sentence_list(self, body: Sequence[typed.Sentence], depth: int = 0) -> str:
        """Join all sentences by commas."""
        found: dict[object, str] = {}  # what one line of the rules became several sentences is told once
        for one in body:
            text = "" if one.span in found else self.sentence(one, depth)
            if text:
                found[one.span] = text
        return ", ".join(found.values())

    def sentence(self, sentence: typed.Sentence, depth: int = 0) -> str:
        """Return one sentence; the fallback is its formatted source text."""
        match node := typed.any_sentence(sentence):
            case typed.Transfer():
                return self._transfer(node)
            case typed.CallRule():
                return self._call(node, depth)
            case typed.Choose():
                return self._choose(node, depth)
            case typed.If(span=span) if not self.phrases.begins(span, "if"):
                return self.phrases.written(span)  # made of another sentence, such as a step on a track
            case typed.If(condition, then, otherwise):
                test = self.phrases.condition(condition)
                return self._either(
                    f"if {test}, {self.sentence_list(then, depth)}", "otherwise", otherwise, depth
                )
            case typed.IfPossible(tried, then, otherwise):
                first = f"{self.sentence_list(tried, depth)} if possible"
                if then:
                    first += f", and then {self.sentence_list(then, depth)}"
                return self._either(first, "if not", otherwise, depth)
            case typed.FirstPossible(alternatives):
                ways = [self.sentence_list(one.body or (), depth) or plain(one.label) for one in alternatives]
                return f"the first possible of: {'; '.join(ways)}"
            case typed.Repeat(None, None, times, None, _, body) if times is not None:
                return f"{self.phrases.value(times)} times: {self.sentence_list(body, depth)}"
            case typed.Each(var, _, _, body):
                return f"for each {plain(var.name)}: {self.sentence_list(body, depth)}"
            case typed.ActingAs(player, body):
                return f"{self.phrases.value(player)}: {self.sentence_list(body, depth)}"
            case typed.DrawOne() | typed.Roll():
                return self._by_chance(node)
            case typed.EndGame():
                return "end the game"
            case typed.Let() | typed.SetLocal() | typed.Unreached() | typed.Must():
                return ""  # says nothing that is done
            case typed.Needs(condition):
                return f"needs {self.phrases.condition(condition)}"
            case typed.CaseOf():
                return ""  # only inside the rule that carries out any effect
            case (
                typed.CountedLoop()
                | typed.Repeat()
                | typed.SetVariable()
                | typed.PlacePiece()
                | typed.MovePiece()
                | typed.RemovePiece()
                | typed.TakeAway()
                | typed.Transport()
                | typed.ShowAll()
                | typed.LeaveRule()
                | typed.LeaveRounds()
                | typed.AnyOrder()
                | typed.SkipPart()
                | typed.ChooseSeveral()
            ):
                return self.phrases.written(node.span)
            case _ as other:
                assert_never(other)

    def _either(self, first: str, word: str, otherwise: Sequence[typed.Sentence], depth: int) -> str:
        other = self.sentence_list(otherwise, depth)
        return f"{first}; {word} {other}" if other else first

    def _transfer(self, node: typed.Transfer) -> str:
        text = f"{node.sort} {self.phrases.amounts(node.amounts)}"
        if not isinstance(node.owner, typed.Me):
            text = f"{self.phrases.value(node.owner)}: {text}"
        return text if node.to is None else f"{text} to {self.phrases.value(node.to)}"

    def _by_chance(self, node: typed.DrawOne | typed.Roll) -> str:
        if isinstance(node, typed.Roll):
            low, high = self.phrases.value(node.low), self.phrases.value(node.high)
            return f"roll a number from {low} to {high}"
        zone = node.source.zone
        deck = zone.deck.name if zone.deck is not None else zone.name
        return f"draw {with_article(self.names.one(zone.pieces))} from the {self.names.name(deck)}"

    # --- what other rules do --------------------------------------------------------------------------

    def _call(self, node: typed.CallRule, depth: int) -> str:
        rule = node.rule
        if rule.sort == "cell":
            return self._effect(node, depth)
        values = [self.phrases.value(one) for one in node.arguments]
        given = dict(zip((one.name for one in rule.parameters), values, strict=False))
        text = self.names.filled(rule.name, given)
        if text is not None:
            return text
        words = [self.names.name(rule.name)]
        for word, value in zip(rule.words, values, strict=False):
            words += [word, value] if word else [value]
        return " ".join(words)

    def _effect(self, node: typed.CallRule, depth: int) -> str:
        """Return the effect of a cell: its own sentences, alternatives, or the number's meaning."""
        number = node.arguments[0] if node.arguments else None
        if depth >= _DEEP:
            return self.phrases.written(node.span)
        if number is None:
            return self.sentence_list(node.rule.body, depth + 1)
        match node.rule.body:
            case (typed.Choose(_, _, groups),) if _is_effect(number):
                sides = [self.sentence_list(one.body or (), depth + 1) for one in _offered(groups, number)]
                return in_a_row(sides, "or")
            case _ if _is_effect(number) and number.value in self._effects:
                return self.sentence_list(self._effects[number.value].body, depth + 1)
            case _:
                return self.phrases.written(node.span)

    def _choose(self, node: typed.Choose, depth: int) -> str:
        """Return the alternatives of a choice: yes or no for `may`, else the options with bodies."""
        first, *others = node.groups
        if first.label == "yes" and [one.label for one in others] == ["no"]:
            return f"you may {self.sentence_list(first.body or (), depth)}"
        bodies = [self.sentence_list(one.body or (), depth) for one in node.groups]
        if all(bodies) and all(one.var is None for one in node.groups):
            return in_a_row(bodies, "or")
        return self.phrases.written(node.span)


def _is_effect(number: typed.Expr) -> TypeGuard[typed.Constant]:
    return isinstance(number, typed.Constant) and isinstance(number.type, EffectType)


def _offered(groups: Sequence[typed.ChoiceGroup], number: typed.Constant) -> list[typed.ChoiceGroup]:
    """Return the sides that a cell offers, by number."""
    return [one for one in groups if one.options is None or _holds(one.options, number.value)]


def _holds(among: typed.Expr, number: int) -> bool:
    match among:
        case typed.Membership(_, typed.Constant(mask)):
            return bool(mask >> number & 1)
        case _:
            return False
