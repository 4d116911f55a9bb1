"""Declarations of a random rules file: what there is, and what of it rules can name.

A world is made first; sentences and formulas are then drawn from what it holds (`tests/fuzz/sayings.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

PLAYERS, SQUARES, ROWS, COLUMNS = "players", "squares", "rows", "columns"

BOARDS = (
    "3 columns by 3 rows",
    "4 columns by 2 rows, 8 neighbours",
    "hexes 3 by 2",
    "1 columns by 5 rows",
    "hexes 3 by 3, odd rows half a space right",
    "9 columns by 9 rows",
    "3 columns by 2 rows, counted from 0",
)


@dataclass
class Kind:
    """Members of one sort, by the names that stand for them."""

    plural: str
    singular: str
    named: list[str]  # members that can be named
    pieces: bool = False  # kinds of pieces, which lie in zones


@dataclass
class Word:
    """Something that is read: whose it is, what it is, and with which keys."""

    name: str
    type: str  # number, flag, one, maybe, set, list, zone, row, place
    owner: Kind | None = None
    of: Kind | None = None
    keys: list[Kind] = field(default_factory=list)
    lo: int = 0
    hi: int = 0
    changes: bool = True
    hidden: bool = False


@dataclass
class Pieces:
    """A sort of pieces: its kinds if they have names, and where it lies."""

    kind: Kind
    owned: bool
    zones: list[Word] = field(default_factory=list)
    deck: str = ""
    discards: bool = False
    place: Word | None = None


@dataclass
class World:
    rnd: random.Random
    lines: list[str] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    pieces: list[Pieces] = field(default_factory=list)
    adjectives: list[tuple[Kind, str]] = field(default_factory=list)
    goods: list[str] = field(default_factory=list)
    kept_goods: list[tuple[str, Kind]] = field(default_factory=list)
    effects: list[tuple[Kind, str]] = field(default_factory=list)
    board: bool = False
    graph: Kind | None = None
    track: str = ""
    named: int = 0
    # Sentences of larger constructs, and those that a rule may hold once.
    more: list[Callable[[Any], list[str] | None]] = field(default_factory=list)
    once: list[Callable[[Any], list[str] | None]] = field(default_factory=list)

    def chance(self, share: float) -> bool:
        return self.rnd.random() < share

    def kind(self, plural: str) -> Kind | None:
        return next((one for one in self.kinds if one.plural == plural), None)

    def fresh(self, base: str) -> str:
        self.named += 1
        return f"{base}{self.named}"

    @property
    def players(self) -> Kind:
        return self.kinds[0]


def make_world(rnd: random.Random) -> World:
    world = World(rnd)
    fewest = rnd.randint(2, 3)
    most = rnd.choice([fewest, fewest, 4])
    world.lines += ['game "Generated"', f"  players {fewest}" + (f" to {most}" if most > fewest else "")]
    world.lines += [f"  length {rnd.choice([40, 80, 200])}", ""]
    world.kinds.append(Kind(PLAYERS, "player", [f"p{n + 1}" for n in range(fewest)]))
    world.kinds.append(Kind("colours", "colour", ["red", "green", "blue"][: rnd.randint(2, 3)]))
    world.lines.append(f"kind colours of colour: {', '.join(world.kinds[1].named)}")
    if world.chance(0.5):
        _board(world)
    if world.chance(0.25):
        _graph(world)
    if world.chance(0.3):
        _kind_of_kinds(world)
    if world.chance(0.3):
        _option(world)
    for make, share in ((_cards, 0.7), (_men, 0.5), (_cubes, 0.4), (_tokens, 0.25)):
        if world.chance(share):
            make(world)
    if world.chance(0.4):
        _goods(world)
    if world.chance(0.3):
        _track(world)
    _variables(world)
    if world.chance(0.35):
        _lookup(world)
    _zones(world)
    return world


def _board(world: World) -> None:
    form = world.rnd.choice(BOARDS)
    labelled = "counted" not in form
    world.lines.append(f"board squares of square: {form}")
    world.kinds.append(Kind(SQUARES, "square", ["a1", "a2"] if labelled else []))
    world.kinds.append(Kind(ROWS, "row", []))
    world.kinds.append(Kind(COLUMNS, "column", []))
    world.board = True
    if world.chance(0.4):
        world.lines.append("square is corner when number of neighbours of it <= 2")
        world.adjectives.append((world.kinds[-3], "corner"))


def _graph(world: World) -> None:
    stops = Kind("stops", "stop", ["york", "bath", "hull", "ely"])
    world.kinds.append(stops)
    if world.chance(0.5):
        world.lines += ["graph stops of stop: one way along next", "  stop | next | size 0 to 5"]
        world.lines += ["  york | bath, hull | 1", "  bath | ely | 2", "  hull | ely | 0", "  ely | - | 4"]
        world.words.append(Word("next", "set", stops, stops, changes=False))
        world.words.append(Word("size", "number", stops, None, [], 0, 5, changes=False))
    else:
        world.lines += [
            "kind stops of stop: york, bath, hull, ely",
            "graph wires of wire: edges between stops",
        ]
        world.lines += [
            "  wire | ends | cost",
            "  w1 | york - bath | 2",
            "  w2 | bath - hull | 1",
            "  w3 | hull - ely | 3",
        ]
        wires = Kind("wires", "wire", ["w1", "w2", "w3"])
        world.kinds.append(wires)
        world.words.append(Word("cost", "number", wires, None, [], 1, 3, changes=False))
        world.words.append(Word("ends", "set", wires, stops, changes=False))
    world.graph = stops


def _kind_of_kinds(world: World) -> None:
    world.lines.append("kind spots of spot: each colour, far, near")
    world.kinds.append(Kind("spots", "spot", ["far", "near"]))


def _option(world: World) -> None:
    world.lines.append("option long: flag, default no")
    world.words.append(Word("long", "flag", changes=False))
    if world.chance(0.5):
        world.lines.append("option size_of_game: 2 to 4, default 3")
        world.words.append(Word("size_of_game", "number", None, None, [], 2, 4, changes=False))


def _cards(world: World) -> None:
    rnd = world.rnd
    home = rnd.choice(["", ", home stock"])
    many = rnd.choice(["", ", count 2", ", count copies"])
    kind = Kind("cards", "card", ["ace", "king", "queen"], pieces=True)
    world.lines.append(f"table cards of card, as pieces{many}{home}:")
    extra = " | copies" if "copies" in many else ""
    world.lines.append(
        f"  card | worth | suit colour | bold flag{extra}" + (" | gift effect" if world.chance(0.3) else "")
    )
    effect = "gift" in world.lines[-1]
    for number, name in enumerate([*kind.named, "jack"]):
        colour = world.kinds[1].named[number % len(world.kinds[1].named)]
        cells = [name, str(number), colour, rnd.choice(["yes", "no"])] + (["3"] if extra else [])
        if effect:
            cells.append(
                rnd.choice(["-", "nothing", "raise tally by 1", "raise tally by 1 / set tally to 0"])
            )
        world.lines.append("  " + " | ".join(cells))
    kind.named.append("jack")
    if effect:
        world.effects.append((kind, "gift"))
        world.words.append(Word("tally", "number", None, None, [], 0, 90))
    world.kinds.append(kind)
    world.words.append(Word("worth", "number", kind, None, [], 0, 3, changes=False))
    world.words.append(Word("suit", "one", kind, world.kinds[1], changes=False))
    world.words.append(Word("bold", "flag", kind, changes=False))
    pieces = Pieces(kind, False)
    world.pieces.append(pieces)
    if home:
        pieces.zones.append(Word("stock", "zone", None, kind))
    elif world.chance(0.7):
        clauses = ["from cards"]
        if world.chance(0.3):
            clauses.append("top shown 1")
        if world.chance(0.6):
            clauses += ["discard pile", "reshuffle when empty"]
            pieces.discards = True
        world.lines.append(f"deck pile of card: {', '.join(clauses)}")
        pieces.deck = "pile"


def _men(world: World) -> None:
    home = world.rnd.choice(["", ", home camp"])
    world.lines.append(
        f"pieces men of man: {world.rnd.choice(['3', '9', 'unlimited'])} for each player{home}"
    )
    if "unlimited" in world.lines[-1]:
        world.lines[-1] = "pieces men of man: 9 for each player" + home
    kind = Kind("men", "man", [], pieces=True)
    pieces = Pieces(kind, True)
    world.pieces.append(pieces)
    if home:
        pieces.zones.append(Word("camp", "zone", world.players, kind))


def _cubes(world: World) -> None:
    world.lines.append(f"pieces cubes of cube: {world.rnd.choice(['1', '6'])} of each colour, home heap")
    kind = Kind("cubes", "cube", [], pieces=True)
    world.pieces.append(Pieces(kind, False, [Word("heap", "zone", None, kind)]))


def _tokens(world: World) -> None:
    number = world.rnd.choice(["5", "unlimited"])
    world.lines.append(f"pieces tokens of token: {number}")
    world.pieces.append(Pieces(Kind("tokens", "token", [], pieces=True), False))


def _goods(world: World) -> None:
    world.lines.append("coins: goods of each player, unlimited, starts 5")
    world.goods.append("coins")
    world.words.append(Word("coins", "number", world.players, None, [], 0, 1000000, changes=False))
    if world.chance(0.5):
        limit = world.rnd.choice(["unlimited", "limited 9 in store"])
        world.lines.append(f"wares(colour): goods of each player, {limit}, starts 1")
        world.kept_goods.append(("wares", world.kinds[1]))
        world.words.append(
            Word("wares", "number", world.players, None, [world.kinds[1]], 0, 1000000, changes=False)
        )


def _track(world: World) -> None:
    steps = world.rnd.choice(["1 to 8", "0, 1, 3, 6"])
    first = steps[0]
    world.lines.append(f"track fame for each player, starts {first}: {steps}")
    world.track = "fame"


def _lookup(world: World) -> None:
    colours = world.kinds[1]
    if world.chance(0.5):
        world.lines += ["table fees by age 1 to 3:", "  1 | 2 | 3", "  4 | 0 | 7"]
        return
    world.lines += ["table dues by colour, giving 0 to 9:", "  " + " | ".join(colours.named)]
    world.lines.append("  " + " | ".join(str(number) for number in range(len(colours.named))))
    world.words.append(Word("dues", "number", None, None, [colours], 0, 9, changes=False))


def _variables(world: World) -> None:
    """Some of every type, of the game and of members."""
    rnd = world.rnd
    owners: list[Kind | None] = [None, world.players]
    owners += [one for one in world.kinds[1:] if not one.pieces and world.chance(0.35)]
    for owner in owners:
        lines = []
        for _ in range(rnd.randint(1, 3)):
            word = _variable(world, owner)
            world.words.append(word[0])
            lines.append("  " + word[1])
        if owner is None and world.effects:
            lines.append("  tally: 0 to 90")
        world.lines += ["the game has:" if owner is None else f"each {owner.singular} has:", *lines]


def _variable(world: World, owner: Kind | None) -> tuple[Word, str]:
    rnd = world.rnd
    kind = rnd.choice([one for one in world.kinds if not one.pieces])
    type_ = rnd.choice(["number", "number", "number", "flag", "one", "maybe", "maybe", "set", "list"])
    name = world.fresh(
        {"number": "n", "flag": "f", "one": "one_", "maybe": "m", "set": "s", "list": "l"}[type_]
    )
    keys = [world.kinds[1]] if world.chance(0.2) and type_ in {"number", "flag"} else []
    word = Word(name, type_, owner, kind, keys)
    seen = ""
    if owner is world.players and world.chance(0.15):
        seen = ", seen by owner"
    text = f"{name}(colour)" if keys else name
    if type_ == "number":
        word.lo, word.hi = rnd.choice([(0, 20), (0, 3), (-5, 5), (0, 255), (0, 1000)])
        return word, f"{text}: {word.lo} to {word.hi}{seen}"
    if type_ == "flag":
        return word, f"{text}: flag{seen}"
    form = {"one": kind.singular, "maybe": f"maybe {kind.singular}", "set": f"set of {kind.singular}"}
    return word, f"{text}: {form.get(type_, f'list of {kind.singular}')}{seen}"


def _zones(world: World) -> None:
    """For every sort of pieces some zones, of the game, of players and of other members."""
    for pieces in world.pieces:
        owners: list[Kind | None] = [None, world.players]
        owners += [one for one in world.kinds[1:] if not one.pieces]
        for owner in world.rnd.sample(owners, min(len(owners), world.rnd.randint(1, 3))):
            _zone(world, pieces, owner)
        for word in pieces.zones:
            if word.name in {"stock", "camp", "heap"}:
                head = "the game has:" if word.owner is None else "each player has:"
                world.lines += [head, f"  {word.name}: zone of {pieces.kind.singular}"]
        if pieces.owned and world.board and world.chance(0.5):
            square = world.kind(SQUARES)
            word = Word(world.fresh("spot"), "place", square, pieces.kind)
            pieces.place = word
            world.lines += ["each square has:", f"  {word.name}: place for 1 of {pieces.kind.plural}"]


def _zone(world: World, pieces: Pieces, owner: Kind | None) -> None:
    rnd, kind = world.rnd, pieces.kind
    name = world.fresh("z") if world.chance(0.8) else "kept" if world.chance(0.5) else world.fresh("zone")
    if any(one.name == name and one.owner is owner for one in world.words):
        return
    type_ = (
        rnd.choice(["zone", "zone", "zone", "row"])
        if not pieces.owned and kind.plural != "tokens"
        else "zone"
    )
    keys = [world.kinds[1]] if world.chance(0.25) and type_ == "zone" else []
    text = f"{name}(colour)" if keys else name
    form = f"{text}: zone of {kind.singular}"
    if type_ == "row":
        form = f"{text}: row of {kind.singular}" + rnd.choice(["", ", at most 4"])
    elif not pieces.owned and world.chance(0.15):
        type_, form = "single", f"{text}: place for 1 of {kind.singular}"
    elif world.chance(0.25):
        form += rnd.choice([", at most 3", ", at most 9"])
    if type_ == "zone" and world.chance(0.25):
        form += ", seen by owner" if owner is world.players else ", seen by nobody"
    word = Word(name, type_, owner, kind, keys, hidden="seen by" in form)
    world.words.append(word)
    pieces.zones.append(word)
    world.lines += ["the game has:" if owner is None else f"each {owner.singular} has:", f"  {form}"]
