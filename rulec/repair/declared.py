"""Names that a file declares, found by regular expressions, to fill phrase templates."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

_GOODS: Final = re.compile(r"^([a-z_]\w*)(?:\([^)]*\))?: goods of each", re.M)
_DECKS: Final = re.compile(r"^\s*deck ([a-z_]\w*)(?:\([^)]*\))? of ([a-z_]\w*)", re.M)
_KINDS: Final = re.compile(r"^(?:kind|table|pieces|board) ([a-z_]\w*) of ([a-z_]\w*)", re.M)
_OWN: Final = re.compile(r"^ +([a-z_]\w*)(?:\([^)]*\))?: (.*)$")
_RULE: Final = re.compile(r"^ *(?:(?:turn|phase|action|effect|rule|free action)\b) ?([a-z_]\w*)?[^:]*:")
_DISCARDING: Final = re.compile(r"^\s*deck ([a-z_]\w*)[^\n]*\bdiscard pile\b", re.M)
_DECK_WORDS: Final = frozenset({"deck", "pile", "stack", "bag", "draw_pile", "drawpile", "stock"})
_MONEY: Final = ("money", "coins", "coin", "cash", "gold", "dollars", "dollar", "credits", "silver")
_BIDS: Final = frozenset({"bid", "offer", "my_bid", "current_bid", "last_bid"})
_PASSED: Final = ("passed", "has_passed", "pass_")
_OUT: Final = ("out", "eliminated", "dead", "bankrupt", "defeated", "lost", "dropped_out", "retired")
_POINTS: Final = ("points", "vp", "score", "victory_points", "vps", "prestige", "fame", "stars")


class Declared:
    """Declared names by purpose, most likely first."""

    def __init__(self, texts: list[str], line: int) -> None:
        self.own, self.line = texts[0].split("\n"), line
        self.text = "\n".join(texts)

    def names(self, what: str) -> list[str]:
        found: list[str] = getattr(self, what)
        return found

    @cached_property
    def goods(self) -> list[str]:
        return _preferred(_GOODS.findall(self.text), _MONEY)

    @cached_property
    def deck(self) -> list[str]:
        return [name for name, _ in _DECKS.findall(self.text)]

    @cached_property
    def card(self) -> list[str]:
        return [card for _, card in _DECKS.findall(self.text)]

    @cached_property
    def counter(self) -> list[str]:
        """Numeric variables of players."""
        found = [
            name
            for owner, name, what in self._had
            if owner == "player" and re.match(r"-?\d+ (?:to|up)", what)
        ]
        return _preferred(found, _POINTS)

    @cached_property
    def money(self) -> list[str]:
        return _preferred([*self.goods, *self.counter], _MONEY)[:4]

    def left(self, goods: str) -> list[str]:
        """Return how many of limited goods nobody has."""
        limits = re.findall(rf"^{goods}(?: of \w+)?: goods of each player, limited (\d+)", self.text, re.M)
        return [f"{limit} - sum of {goods} over players" for limit in limits]

    def counters_like(self, word: str) -> list[str]:
        """Return numeric variables of players that a word for money or points may mean."""
        return [name for name in self.counter if _are_alike(word, name)]

    def goods_like(self, word: str) -> list[str]:
        """Return goods that a word for money or points may mean."""
        return [name for name in self.goods if _are_alike(word, name)]

    def decks_like(self, word: str) -> list[str]:
        """Return the deck of this name, or the only one for a word such as `pile`."""
        if word in self.deck:
            return [word]
        return self.deck if word.replace(" ", "_").lower() in _DECK_WORDS and len(self.deck) == 1 else []

    def is_drawn(self, word: str) -> bool:
        """Check whether a deck holds pieces called so, or a general word stands for them."""
        general = word.removesuffix("s") in {"card", "tile", "chip", "token"}
        return bool(self.deck) and (general or self.singular(word) in self.card or word.isdigit())

    @cached_property
    def discarding(self) -> list[str]:
        """Decks with a discard pile of their own."""
        return list(_DISCARDING.findall(self.text))

    def is_defined(self, word: str) -> bool:
        """Check whether the file defines an adjective or a meaning of this name."""
        return re.search(rf"(?:\bis {word} when|^ *{word} means)\b", self.text, re.M) is not None

    def is_declared(self, name: str) -> bool:
        """Check whether goods, a variable, a zone or a place is called so."""
        return name in self.goods or any(name == one for _, one, _ in self._had)

    def keys(self, name: str) -> list[str]:
        """Return the kind in brackets behind a variable of the game, in the singular."""
        found = re.search(rf"^ +{name}s?\((\w+)\):", self.text, re.M)
        return [found[1]] if found is not None and found[1] in self.members else []

    def tops(self, name: str) -> list[str]:
        """Return the largest value of a numeric variable."""
        ends = (re.match(r"-?\d+ to (\d+)", what) for _, one, what in self._had if one == name)
        return [found[1] for found in ends if found is not None]

    def holders(self, place: str) -> list[str]:
        """Return the kinds whose members have a place of this name, in the singular."""
        return [
            owner
            for owner, name, what in self._had
            if name == place and owner in self.members and re.match(r"place for\b", what)
        ]

    @cached_property
    def spots(self) -> list[str]:
        """Places for pieces that members of boards have."""
        return [name for _, name, what in self._had if re.match(r"place for\b", what)]

    @cached_property
    def place(self) -> list[str]:
        """Places for pieces that members of boards have, if they have only one."""
        return self.spots if len(self.spots) == 1 else []

    def placed(self, word: str) -> list[str]:
        """Return the word for all members of a kind, unless they are pieces."""
        one = self.singular(word)
        many = self.members.get(one)
        return [many] if many is not None and many not in self._pieces else []

    @cached_property
    def _pieces(self) -> set[str]:
        found = re.findall(
            r"^(?:table ([a-z_]\w*) of [a-z_]\w*, as pieces|pieces ([a-z_]\w*) of)", self.text, re.M
        )
        return {one for pair in found for one in pair if one}

    def places(self, word: str) -> list[str]:
        """Return the word for all members of a board, a graph or another set of places."""
        one = self.singular(word)
        found = re.findall(r"^(?:board|graph) ([a-z_]\w*) of ([a-z_]\w*)", self.text, re.M)
        return [many for many, single in found if single == one]

    @cached_property
    def starter(self) -> list[str]:
        """Variables of the game that hold a player."""
        return [name for owner, name, what in self._had if owner == "game" and re.match(r"player\b", what)]

    @cached_property
    def passed(self) -> list[str]:
        """Flags of players that say who has passed."""
        return self._flags(_PASSED)

    @cached_property
    def out(self) -> list[str]:
        """Flags of players that say who plays no longer, in the game or in the round."""
        return self._flags((*_OUT, *_PASSED))

    def _flags(self, likely: tuple[str, ...]) -> list[str]:
        flags = {name for owner, name, what in self._had if owner == "player" and what.startswith("flag")}
        return [name for name in likely if name in flags]

    @cached_property
    def bid(self) -> list[str]:
        """Numbers of players that hold a bid."""
        return [name for name in self.counter if name in _BIDS]

    @cached_property
    def hand(self) -> list[str]:
        found = [
            name
            for owner, name, what in self._had
            if owner == "player" and what.startswith(("zone of", "row of"))
        ]
        return _preferred(found, ("hand",))

    @cached_property
    def shared(self) -> list[str]:
        """Zones of the game."""
        return [
            name
            for owner, name, what in self._had
            if owner == "game" and what.startswith(("zone of", "row of"))
        ]

    def most(self, zone: str) -> list[str]:
        """Return the largest number of pieces that a zone of this name may hold, if it is a number."""
        limits = (re.search(r"\bat most (\d+)\b", what) for _, name, what in self._had if name == zone)
        return [found[1] for found in limits if found is not None]

    def zones_of(self, one: str) -> list[str]:
        """Return the zones of players for pieces of this kind."""
        return [
            name
            for owner, name, what in self._had
            if owner == "player" and re.match(rf"(?:zone|row) of {one}\b", what)
        ]

    def all_zones_of(self, one: str) -> list[str]:
        """Return the zones of players and of the game for pieces of this kind."""
        return [name for _, name, what in self._had if re.match(rf"(?:zone|row) of {one}\b", what)]

    def singular(self, word: str) -> str:
        """Return the word for one member of a kind, given either of its words."""
        return next((one for one, many in self.members.items() if word in {one, many}), word)

    def is_kind(self, word: str) -> bool:
        return any(word.lower() in pair for pair in self.members.items())

    @cached_property
    def column(self) -> list[str]:
        """Headings of the columns of tables, without those of the rows' names."""
        heads = re.findall(r"^(?:table|graph) .*:.*\n +\w+ *\|(.*)", self.text, re.M)
        words = (re.match(r" *([a-z_]\w*)", cell) for head in heads for cell in head.split("|"))
        return list(dict.fromkeys(word[1] for word in words if word is not None))

    @cached_property
    def turn(self) -> list[str]:
        """The word `turn` in a rule, where one can be ended; not in `play:` and `setup:`."""
        return ["turn"] if self.rule else []

    @cached_property
    def rule(self) -> list[str]:
        """The rule that contains the line."""
        for raw in reversed(self.own[: self.line]):
            if re.match(r"(?:play|setup|score|ties)\b.*:", raw):
                return []
            if found := _RULE.match(raw):
                return [found[1] or raw.split(":")[0].split()[0]]
        return []

    @cached_property
    def rule_of_loop(self) -> list[str]:
        """The rule around the line, if nothing stands behind its innermost loop."""
        here = self.own[self.line - 1]
        depth = _indent(here)
        for place in range(self.line - 2, -1, -1):
            raw = self.own[place]
            if not raw.strip() or _indent(raw) >= depth:
                continue
            depth = _indent(raw)
            if re.match(r" *(?:repeat|each)\b", raw):
                break
            if depth == 0 or re.match(r" *(?:choose|any order|may|must)\b", raw):
                return []
        else:
            return []
        while (
            place > 0 and depth > 0
        ):  # no line of the rule stands behind the loop, or around it in another loop
            below = next((raw for raw in self.own[self.line :] if raw.strip() and _indent(raw) <= depth), "")
            if _indent(below) == depth and not below.lstrip().startswith("otherwise"):
                return []
            above = next(
                n for n in range(place - 1, -1, -1) if self.own[n].strip() and _indent(self.own[n]) < depth
            )
            place, depth = above, _indent(self.own[above])
            if depth > 0 and re.match(r" *(?:repeat|each)\b", self.own[place]):
                return []
        return self.rule

    @cached_property
    def cards(self) -> list[str]:
        """Plurals of the pieces of decks."""
        return [self.members.get(card, f"{card}s") for card in self.card]

    @cached_property
    def rules(self) -> list[str]:
        return list(dict.fromkeys(re.findall(r"^(?:phase|action|effect|rule) ([a-z_]\w*)", self.text, re.M)))

    @cached_property
    def members(self) -> dict[str, str]:
        """Singular -> plural of every kind."""
        return {one: many for many, one in _KINDS.findall(self.text)} | {"player": "players"}

    @cached_property
    def _had(self) -> list[tuple[str, str, str]]:
        """Owner, name and type of every variable and zone in `each ... has:` and `the game has:`."""
        found, owner = [], ""
        for raw in self.text.split("\n"):
            if head := re.match(r"^ *each (\w+) has:", raw):
                owner = head[1]
            elif re.match(r"^ *the game has:", raw):
                owner = "game"
            elif raw.strip() and not raw.startswith(" "):
                owner = ""
            elif owner and (line := _OWN.match(raw)):
                found.append((owner, line[1], line[2]))
        return found


def _are_alike(word: str, name: str) -> bool:
    """Check whether two words both mean money, or both points."""
    pairs = ((_MONEY, "money"), (_POINTS, "points"))
    forms = {word.lower(), f"{word.lower()}s", word.lower().removesuffix("s")}
    return any(name in group and not forms.isdisjoint({*group, kind}) for group, kind in pairs)


def _indent(raw: str) -> int:
    return len(raw) - len(raw.lstrip(" "))


def _preferred(names: list[str], first: tuple[str, ...]) -> list[str]:
    return sorted(dict.fromkeys(names), key=lambda name: first.index(name) if name in first else len(first))
