"""Display names of kinds, members, goods and values: from `display:`, a `display` column, or names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulec.base.display_templates import Template, holes, with_word
from rulec.runtime.english import is_plural, joined, plain, singular
from rulec.semantics import typed
from rulec.semantics.types import PieceSort, Sort

_DISPLAY = "display"
_NAME = re.compile(r"[A-Za-z]\w*")
_SPOKEN = {
    "my": "your", "me": "you", "of me": "of yours", "=": "is", ">=": "is at least", "<=": "is at most",
    ">": "is more than", "<": "is less than", "div": "divided by", "div_up": "divided by", "*": "times",
    "+": "plus", "-": "minus",
}  # fmt: skip
_GIVEN = re.compile(r"\b([A-Za-z]\w*?)(_of)?\(([\w, ]+)\)")
_TOKEN = re.compile(r"[A-Za-z]\w*|>=|<=|[<>=*+]|(?<= )-(?= )|\S|\s+")


def filled(template: Template, values: Mapping[str, str]) -> str:
    """Fill the holes of a text."""
    text = ""
    for part in template:
        text = joined(text, part if isinstance(part, str) else with_word(values[part.name], part))
    return text


class DisplayNames:
    def __init__(self, game: typed.Game) -> None:
        self.game, self.display = game, game.display
        self.sorts = {sort.plural: sort for sort in (game.player_sort, *game.sorts)}
        self._members = {sort.plural: self._texts(sort) for sort in self.sorts.values()}
        self._words = self._known_words()

    def _texts(self, sort: Sort) -> dict[str, str]:
        """Map members to their texts, included kinds among them."""
        found: dict[str, str] = {}
        for part in sort.parts:
            found |= self._texts(part)
        if _DISPLAY in sort.cells:
            cells = zip(sort.members, sort.cells[_DISPLAY], strict=False)
            found |= {label: text.strip('"') for label, text in cells if text.strip('"-')}
        return found | self.display.members.get(sort.plural, {})

    def member(self, sort: Sort, label: str) -> str:
        """Return a member's name for the middle of a sentence."""
        if sort is self.game.player_sort:
            return f"player {label}"
        return self._members.get(sort.plural, {}).get(label) or plain(label)

    def one(self, kind: Sort | PieceSort) -> str:
        words = self.display.words.get(kind.plural)
        return words[0] if words is not None else plain(kind.singular)

    def several(self, kind: Sort | PieceSort) -> str:
        words = self.display.words.get(kind.plural)
        return words[1] if words is not None else plain(kind.plural)

    def counted(self, number: str, kind: Sort | PieceSort) -> str:
        return f"{number} {self.one(kind) if number == '1' else self.several(kind)}"

    def goods(self, goods: typed.Goods, number: str, of_kind: tuple[str, ...]) -> str:
        """Format goods: `$200`, `1 share`, `2 wood`."""
        name = goods.variable.name
        template = self.display.texts.get(name)
        if template is not None and any(one.name == "number" for one in holes(template)):
            keys = [one.singular for one in goods.variable.keys]
            number = number if " " not in number else f"({number})"
            return filled(template, {"number": number, **dict(zip(keys, of_kind, strict=False))})
        words = self.display.words.get(name)
        if of_kind and words is None:
            return f"{number} {' '.join(of_kind)}"
        one, many = words or (plain(goods.singular or singular(name)), plain(name))
        if words is None and not is_plural(name):
            one = many = plain(name)
        return " ".join((number, *of_kind, one if number == "1" else many))

    def goods_word(self, goods: typed.Goods) -> str:
        words = self.display.words.get(goods.variable.name)
        return words[1] if words is not None else plain(goods.variable.name)

    def template(self, name: str) -> Template | None:
        """Return the `display:` template of a rule, value or variable."""
        return self.display.texts.get(name)

    def filled(self, name: str, values: Mapping[str, str]) -> str | None:
        """Fill a template; None without one, or where a part has no value (the number of some goods)."""
        template = self.template(name)
        if template is None or any(hole.name not in values for hole in holes(template)):
            return None
        return filled(template, values)

    def name(self, name: str) -> str:
        """Return the display name of a declaration without arguments."""
        return self._words.get(name) or plain(name)

    # --- sentences as they are written ----------------------------------------------------------------

    def laid_out(self, text: str) -> str:
        """Return source text with display names in place of names."""
        text = _GIVEN.sub(r"\1 of \3", text)  # `income(money)`
        return " ".join("".join(self._spoken(part) for part in _TOKEN.findall(text)).split())

    def _spoken(self, part: str) -> str:
        if part in "{}":
            return ""
        if part in _SPOKEN:
            return _SPOKEN[part]
        return self.name(part) if _NAME.fullmatch(part) else part

    def _known_words(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for sort in self.sorts.values():
            if sort.named:
                found |= {label: self.member(sort, label) for label in sort.members}
        for name, template in self.display.texts.items():
            if all(isinstance(part, str) for part in template):
                found[name] = "".join(map(str, template))
        kinds: tuple[Sort | PieceSort, ...] = (*self.sorts.values(), *self.game.pieces)
        for kind in kinds:
            found |= {kind.singular: self.one(kind), kind.plural: self.several(kind)}
        for goods in self.game.goods:
            found[goods.variable.name] = self.goods_word(goods)
        return found
