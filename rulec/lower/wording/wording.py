"""Builds the display texts of a program, beyond its names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulec.base.display_templates import Placeholder, Template
from rulec.base.source_text import SourceText
from rulec.ir.presentation import CellTexts, OptionText, Wording
from rulec.lower.wording.display_names import DisplayNames
from rulec.lower.wording.effect_phrases import EffectPhrases
from rulec.lower.wording.phrases import Phrases
from rulec.semantics import typed
from rulec.semantics.types import EffectType, FlagType, Sort


def wording(game: typed.Game, sources: Sequence[SourceText]) -> Wording:
    return _WordingBuilder(game, sources).wording()


class _WordingBuilder:
    def __init__(self, game: typed.Game, sources: Sequence[SourceText]) -> None:
        self.game, self.display = game, game.display
        self.names = DisplayNames(game)
        self.phrases = Phrases(self.names, sources)
        self.rules = {rule.name: rule for rule in game.rules}
        effects = next((sort.members for sort in game.sorts if sort.plural == "effects"), ())
        self.effects = {n: self.rules[name] for n, name in enumerate(effects) if name in self.rules}
        self.effect_phrases = EffectPhrases(self.phrases, self.effects)

    def wording(self) -> Wording:
        return Wording(
            tuple((plural, *words) for plural, words in self.display.words.items()),
            tuple((kind, tuple(texts.items())) for kind, texts in self.display.members.items()),
            tuple(self._names()),
            tuple(self.display.decisions.items()),
            tuple(self._options()),
            tuple(one for one in self._cells() if one.texts),
        )

    def _names(self) -> Iterator[tuple[str, str]]:
        for name, template in self.display.texts.items():
            if all(isinstance(part, str) for part in template):
                yield name, "".join(map(str, template))

    # --- options --------------------------------------------------------------------------------------

    def _options(self) -> Iterator[OptionText]:
        for (decision, kind, label), template in self.display.options.items():
            yield OptionText(decision, kind, label, _kept(template))
        for decision, label, rule in dict.fromkeys(self._sides()):
            if (decision, "", label) not in self.display.options:
                text = self.effect_phrases.sentence_list(rule.body)
                if text:
                    yield OptionText(decision, "", label, (text,))

    def _sides(self) -> Iterator[tuple[str, str, typed.Rule]]:
        """Yield the options between the sides of cells, named as written."""
        for rule in self.game.rules:
            asked = rule.body[0] if rule.sort == "cell" and rule.parameters and rule.body else None
            for group in asked.groups if isinstance(asked, typed.Choose) else ():
                side = group.body[0] if group.body else None
                if isinstance(asked, typed.Choose) and isinstance(side, typed.CallRule):
                    yield asked.decision.name, group.label, side.rule

    # --- cells ----------------------------------------------------------------------------------------

    def _cells(self) -> Iterator[CellTexts]:
        for column in self.game.columns:
            sort = column.keys[0] if len(column.keys) == 1 else None
            if isinstance(column.type, EffectType) and isinstance(sort, Sort):
                yield CellTexts(sort.plural, column.name, tuple(self._effects(column, sort)))
        for one in self.game.definitions:
            if one.formula and one.subject is not None and isinstance(one.body, typed.ByMember):
                sort = next(s for s in self.game.sorts if getattr(one.subject.type, "sort", None) is s)
                yield CellTexts(sort.plural, one.name, tuple(self._formulas(one.body, sort)))

    def _effects(self, column: typed.Column, sort: Sort) -> Iterator[tuple[str, str]]:
        written = sort.cells.get(column.name, ())
        for number, (label, value) in enumerate(zip(sort.members, column.values, strict=True)):
            cell = written[number] if number < len(written) else ""
            rule = self.effects.get(value)
            if rule is None:  # nothing, or what listens to events
                said, when = self.names.laid_out(cell) if cell != "-" else "", ""
            else:
                said = self.effect_phrases.sentence(typed.CallRule(rule, (), (), rule.span))
                when = _when(cell)
            if said:
                yield label, f"{self.names.laid_out(when)}: {said}" if when else said

    def _formulas(self, body: typed.ByMember, sort: Sort) -> Iterator[tuple[str, str]]:
        """Return the formula texts; empty cells have none."""
        flag = isinstance(body.type, FlagType)
        for label, case in zip(sort.members, body.cases, strict=True):
            if case.span != body.span:
                text = self.phrases.condition(case) if flag else self.phrases.value(case)
                if text:
                    yield label, text


def _when(cell: str) -> str:
    """Return the condition of an ability: `whenever ...` or `once a round` before the colon."""
    head, colon, _ = cell.partition(":")
    first = head.split(" ", 1)[0]
    return head if colon and (first in ("whenever", "once") or head == "at once") else ""


def _kept(template: Template) -> tuple[str, ...]:
    """Encode alternating texts and parts, as `OptionText` keeps them."""
    found: list[str] = [""]
    for part in template:
        if isinstance(part, Placeholder):
            words = f"/{part.one}/{part.many}" if part.many else ""
            found += [f"{part.column}{words}", ""]
        else:
            found[-1] += part
    return tuple(found)
