"""Random formulas by type, about whatever a world holds; nearly all of them are accepted by `check`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.fuzz.worlds import PLAYERS, SQUARES, Kind, Pieces, Word, World

BETWEEN = ("greater", "lesser", "difference")


@dataclass
class Place:
    """Where something stands: the names that hold there, who acts, what a filter looks at."""

    names: list[tuple[str, Kind]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    lists: list[tuple[str, Kind]] = field(default_factory=list)
    me: bool = True
    it: Kind | None = None
    depth: int = 2
    level: int = 2  # bodies that may still stand inside each other

    def deeper(self, **changes: Any) -> Place:
        copies = {name: list(getattr(self, name)) for name in ("names", "numbers", "lists")}
        return replace(self, depth=self.depth - 1, **{**copies, **changes})


class Formulas:
    def __init__(self, world: World) -> None:
        self.world, self.rnd = world, world.rnd

    def pick(self, forms: list[Callable[[], str | None]]) -> str | None:
        """One of these that can be made here."""
        forms = list(forms)
        self.rnd.shuffle(forms)
        for one in forms:
            text = one()
            if text is not None:
                return text
        return None

    # --- members ----------------------------------------------------------------------------------------

    def one(self, kind: Kind, at: Place) -> str | None:
        """One member, surely."""
        forms: list[Callable[[], str | None]] = []
        forms += [lambda name=name: name for name, sort in at.names if sort is kind] * 2
        if at.it is kind:
            forms += [lambda: "it"] * 3
        if kind.plural == PLAYERS and at.me:
            forms += [lambda: "me"] * 2
        forms += [lambda name=name: name for name in self.rnd.sample(kind.named, min(2, len(kind.named)))]
        words = [one for one in self.world.words if one.type == "one" and one.of is kind]
        if words and at.depth > 0:
            forms.append(lambda: self.read(self.rnd.choice(words), at))
        return self.pick(forms)

    def maybe(self, kind: Kind, at: Place) -> str | None:
        forms: list[Callable[[], str | None]] = [lambda: self.one(kind, at)]
        words = [one for one in self.world.words if one.type in {"maybe", "single"} and one.of is kind]
        if words:
            forms.append(lambda: self.read(self.rnd.choice(words), at))
        if at.depth > 0:
            forms.append(lambda: self.joined("the first of ({})", self.set(kind, at.deeper())))
            forms.append(lambda: self.joined("entry 1 of ({})", self.list(kind, at.deeper())))
        return self.pick(forms)

    def read(self, word: Word, at: Place) -> str | None:
        """The word, whoever has it."""
        keys = []
        for key in word.keys:
            value = self.one(key, at.deeper() if at.depth > 0 else at)
            if value is None:
                return None
            keys.append(value)
        behind = f"({', '.join(keys)})" if keys else ""
        if word.owner is None:
            return word.name + behind
        owner = self.one(word.owner, at.deeper()) if at.depth > 0 else self._shallow(word.owner, at)
        if owner is None:
            return None
        return f"my {word.name}{behind}" if owner == "me" else f"{owner}'s {word.name}{behind}"

    def _shallow(self, kind: Kind, at: Place) -> str | None:
        if kind.plural == PLAYERS and at.me:
            return "me"
        if at.it is kind:
            return "it"
        known = [name for name, sort in at.names if sort is kind] + kind.named[:1]
        return self.rnd.choice(known) if known else None

    def joined(self, form: str, *values: str | None) -> str | None:
        return None if None in values else form.format(*values)

    # --- sets and lists ---------------------------------------------------------------------------------

    def set(self, kind: Kind, at: Place) -> str | None:
        if kind.pieces:
            return self.lying(kind, at)
        forms: list[Callable[[], str | None]] = [lambda: kind.plural]
        words = [one for one in self.world.words if one.type == "set" and one.of is kind]
        if words:
            forms += [lambda: self.read(self.rnd.choice(words), at)] * 2
        if kind.plural == PLAYERS and at.me:
            forms.append(lambda: "others")
        if at.depth > 0:
            d = at.deeper()
            if kind.plural == SQUARES or kind is self.world.graph:
                forms.append(lambda: self.joined("neighbours of {}", self._shallow(kind, at)))
            forms += [
                lambda: self.joined("({} where {})", self.set(kind, d), self.flag(d.deeper(it=kind))),
            ] * 3
            forms.append(lambda: self.named_filter(kind, d))
            forms += [
                lambda: self.joined(
                    "({} " + self.rnd.choice(["+", "-", "within"]) + " {})",
                    self.set(kind, d),
                    self.set(kind, d),
                )
            ]
            forms.append(lambda: self.joined("({} + {})", self.set(kind, d), self.one(kind, d)))
            forms.append(lambda: self.union(kind, d))
            forms.append(
                lambda: self.joined(
                    "(the {} with " + self.rnd.choice(["most", "least"]) + " {})",
                    kind.plural,
                    self.number(d.deeper(it=kind)),
                )
            )
        return self.pick(forms)

    def union(self, kind: Kind, d: Place) -> str | None:
        over = self.rnd.choice([one for one in self.world.kinds if not one.pieces])
        inner = d.deeper(it=over)
        value = self.set(kind, inner) if self.rnd.random() < 0.5 else self.one(kind, inner)
        return self.joined("(union of {} over {})", value, over.plural)

    def list(self, kind: Kind, at: Place) -> str | None:
        forms: list[Callable[[], str | None]] = []
        forms += [lambda name=name: name for name, sort in at.lists if sort is kind] * 3
        words = [one for one in self.world.words if one.type in {"list", "row"} and one.of is kind]
        if words:
            forms += [lambda: self.read(self.rnd.choice(words), at)] * 2
        if at.depth > 0 and not kind.pieces:
            d = at.deeper()
            if kind.plural == PLAYERS:
                forms.append(lambda: self.joined("({} in seat order)", self.set(kind, d)))
                forms.append(lambda: self.joined("(players clockwise from {})", self._shallow(kind, at)))
            else:
                forms.append(
                    lambda: self.joined(
                        "({} in order of {})", self.set(kind, d), self.number(d.deeper(it=kind))
                    )
                )
            forms.append(lambda: self.joined("(the first 2 of {})", self.list(kind, d)))
            forms.append(
                lambda: self.joined("({} where {})", self.list(kind, d), self.flag(d.deeper(it=kind)))
            )
        return self.pick(forms)

    # --- pieces -----------------------------------------------------------------------------------------

    def sort_of(self, kind: Kind) -> Pieces:
        return next(one for one in self.world.pieces if one.kind is kind)

    def zone(self, pieces: Pieces, at: Place, rows: bool = True) -> str | None:
        words = [one for one in pieces.zones if one.type == "zone" or (rows and one.type == "row")]
        return self.read(self.rnd.choice(words), at) if words else None

    def lying(self, kind: Kind, at: Place) -> str | None:
        """Pieces, by where they lie."""
        pieces = self.sort_of(kind)
        forms: list[Callable[[], str | None]] = [lambda: self.zone(pieces, at)] * 3
        if at.depth > 0:
            d = at.deeper()
            forms += [
                lambda: self.joined("({} where {})", self.lying(kind, d), self.flag(d.deeper(it=kind)))
            ] * 2
            forms += [lambda: self.joined("({} + {})", self.lying(kind, d), self.lying(kind, d))] * 2
            forms.append(lambda: self.union_of_zones(kind, d))
            forms.append(lambda: self.joined("({} within {})", self.lying(kind, d), self.lying(kind, d)))
        return self.pick(forms)

    def union_of_zones(self, kind: Kind, d: Place) -> str | None:
        words = [one for one in self.sort_of(kind).zones if one.owner is not None or one.keys]
        if not words:
            return None
        word = self.rnd.choice(words)
        over = word.owner if word.owner is not None else word.keys[0]
        members = self.set(over, d) if self.rnd.random() < 0.5 else over.plural
        return self.joined("(union of {} over {})", self.read(word, replace(d, depth=0, it=over)), members)

    # --- conditions -------------------------------------------------------------------------------------

    def flag(self, at: Place) -> str:
        forms: list[Callable[[], str | None]] = []
        words = [one for one in self.world.words if one.type == "flag"]
        if words:
            forms.append(lambda: self.read(self.rnd.choice(words), at))
        d = at.deeper() if at.depth > 0 else at
        kind = self.rnd.choice(self.world.kinds)
        comparison = self.rnd.choice(["<", "<=", "=", ">=", ">"])
        forms.append(lambda: self.joined("{} " + comparison + " {}", self.number(d), self.number(d)))
        if at.it is not None and not at.it.pieces:
            forms += [lambda: self.joined("it is not {}", self.maybe(at.it, replace(d, it=None)))]  # type: ignore[arg-type]
            forms.append(lambda: self.joined("it in {}", self.set(at.it, replace(d, it=None))))  # type: ignore[arg-type]
        forms += [
            lambda one=one: self.joined("{} is " + one[1], self._shallow(one[0], at))
            for one in self.world.adjectives
        ]
        places = [one for one in self.world.words if one.type == "place"]
        places += [one.place for one in self.world.pieces if one.place is not None]
        if places:
            forms.append(lambda: self.joined("{} is none", self.read(self.rnd.choice(places), at)))
        if at.depth > 0:
            forms.append(lambda: self.joined("some {}", self.members(kind, d)))
            forms.append(lambda: self.joined("no {}", self.members(kind, d)))
            forms.append(lambda: self.joined("({} is {})", self.maybe(kind, d), self.maybe(kind, d)))
            forms.append(lambda: self.joined("({} in {})", self.one(kind, d), self.set(kind, d)))
            forms.append(lambda: f"(not ({self.flag(d)}))")
            forms.append(lambda: f"(({self.flag(d)}) {self.rnd.choice(['and', 'or'])} ({self.flag(d)}))")
            forms.append(
                lambda: (
                    self.joined("(every {} has ({}))", kind.plural, self.flag(d.deeper(it=kind)))
                    if not kind.pieces
                    else None
                )
            )
            forms.append(
                lambda: self.joined("({}) all " + self.rnd.choice(["alike", "different"]), self.set(kind, d))
            )
            if at.me and self.world.goods and at.it is None:
                forms.append(lambda: f"can pay {self.rnd.randint(0, 3)} {self.world.goods[0]}")
        return self.pick(forms) or "yes"

    def members(self, kind: Kind, d: Place) -> str | None:
        """Behind `some` and its like: a set, with a name for its members or without."""
        whole = self.set(kind, d)
        if whole is None:
            return None
        form = self.rnd.randint(0, 2)
        if form == 0:
            return f"({whole})"
        if form == 1:
            return f"(({whole}) where {self.flag(d.deeper(it=kind))})"
        name = self.world.fresh("who")
        inner = d.deeper(it=None)
        inner.names.append((name, kind))
        return f"{name} in ({whole}) where ({self.flag(inner)})"

    def named_filter(self, kind: Kind, at: Place) -> str | None:
        """A set whose members have a name, which its condition uses."""
        whole, other = self.set(kind, at), self.one(kind, at)
        if whole is None or other is None:
            return None
        name = self.world.fresh("which")
        inner = at.deeper(it=None)
        inner.names.append((name, kind))
        return f"({name} in {whole} where ({self.flag(inner)} or {name} is {other}))"

    # --- numbers ----------------------------------------------------------------------------------------

    def number(self, at: Place) -> str:
        forms: list[Callable[[], str | None]] = [
            lambda: str(self.rnd.randint(0, 5)),
            lambda: "number of players",
        ]
        forms += [lambda name=name: name for name in at.numbers]
        words = [one for one in self.world.words if one.type == "number"]
        if words:
            forms += [lambda: self.read(self.rnd.choice(words), at)] * 3
        if at.depth > 0:
            d = at.deeper()
            kind = self.rnd.choice(self.world.kinds)
            forms.append(lambda: self.joined("(number of {})", self.members(kind, d)))
            forms.append(
                lambda: self.joined("(sum of {} over {})", self.small(d.deeper(it=kind)), self.set(kind, d))
            )
            most = self.rnd.choice(["most", "least"])
            forms.append(
                lambda: self.joined(
                    "(" + most + " {} over {})", self.small(d.deeper(it=kind)), self.set(kind, d)
                )
            )
            forms.append(lambda: f"({self.small(d)} {self.rnd.choice('+-*')} {self.small(d)})")
            forms.append(
                lambda: (
                    f"({self.small(d)} {self.rnd.choice(['div', 'mod', 'div_up'])} {self.rnd.randint(1, 4)})"
                )
            )
            forms.append(lambda: f"({self.number(d)} if {self.flag(d)} else {self.number(d)})")
            forms.append(lambda: f"({self.rnd.choice(BETWEEN)} of {self.small(d)} and {self.small(d)})")
            forms.append(
                lambda: self.joined(
                    "(number of different {} over {})", self.small(d.deeper(it=kind)), self.set(kind, d)
                )
            )
            if not kind.pieces:
                forms.append(
                    lambda: self.joined("(position of {} in {})", self.one(kind, d), self.list(kind, d))
                )
            if self.world.track and at.me:
                forms.append(lambda: f"my {self.world.track}")
        return self.pick(forms) or "1"

    def small(self, at: Place) -> str:
        return f"({self.number(replace(at, depth=0))} mod {self.rnd.randint(2, 7)})"
