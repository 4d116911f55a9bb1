"""Random sentences and rules of a world: whole rules files, nearly all of which `check` accepts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.formulas import Formulas, Place
from tests.fuzz.modules import MODULES
from tests.fuzz.worlds import PLAYERS, SQUARES, Kind, Pieces, World, make_world

Lines = list[str]
LONG = 7  # terms of a definition that has a function of its own
ASKED = ("pick", "take", "deed")  # names that decisions share


class Sayings(Formulas):
    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.rules: list[tuple[str, str]] = []  # rules without parameters, rules that are given a number
        self.asked: list[str] = []
        self.orders = 0
        self.long: list[str] = []  # what players have by definitions too long to be inlined

    def sentences(self, at: Place, most: int = 3) -> Lines:
        found: Lines = []
        for _ in range(self.rnd.randint(1, most)):
            found += self.sentence(at)
        return found or ["nothing"]

    def sentence(self, at: Place) -> Lines:
        plain: list[Callable[[Place], Lines | None]] = [
            self.change,
            self.let,
            self.move,
            self.place,
            self.goods,
        ]
        plain += [self.track, self.draw, self.show, self.effect, self.roll, self.call]
        forms = [
            *plain,
            self.change,
            self.choose,
            self.choose,
            self.choose_number,
            self.choose_one,
            self.condition,
        ]
        forms += [
            self.each,
            self.repeat,
            self.several,
            self.may,
            self.order,
            self.trying,
            self.move,
            self.move,
        ]
        forms += [self.take, self.take, self.random, self.acting]
        if self.long and at.me:
            forms += [self.asked_twice] * 4
        if at.level <= 0:
            forms = plain
        elif self.world.more:
            forms += [self.rnd.choice(self.world.more)] * 5
        for _ in range(6):
            lines = self.rnd.choice(forms)(at)
            if lines is not None:
                return lines
        return ["nothing"]

    def below(self, head: str, at: Place, *more: Lines) -> Lines:
        body = self.sentences(at.deeper(level=at.level - 1), 2) if not more else more[0]
        return [head, *(f"  {one}" for one in body)]

    def plain(self, at: Place) -> str:
        """One sentence on a line."""
        for _ in range(4):
            lines = self.rnd.choice((self.change, self.goods, self.track))(at)
            if lines is not None and len(lines) == 1:
                return lines[0]
        return "nothing"

    def known(self, form: str, value: str | None, at: Place) -> Lines | None:
        return None if value is None or not at.me else [form.format(value)]

    def ask(self, base: str) -> str:
        name = self.rnd.choice(ASKED) if self.rnd.random() < 0.3 else self.world.fresh(base)
        self.asked.append(name)
        return name

    # --- values -----------------------------------------------------------------------------------------

    def change(self, at: Place) -> Lines | None:
        words = [one for one in self.world.words if one.changes and one.type in
                 {"number", "flag", "one", "maybe", "set", "list"}]  # fmt: skip
        if not words:
            return None
        word = self.rnd.choice(words)
        target = self.read(word, replace(at, depth=1))
        if target is None:
            return None
        match word.type:
            case "number":
                value = self.small(at) if word.hi > 6 else str(self.rnd.randint(0, 2))
                verb = self.rnd.choice(["raise {} by {}", "lower {} by {}", "set {} to {}"])
                return [verb.format(target, value)]
            case "flag":
                return [f"set {target} to {self.flag(at)}"]
            case "one" | "maybe":
                value = (self.one if word.type == "one" else self.maybe)(word.of, at)  # type: ignore[arg-type,assignment]
            case "set":
                value = self.set(word.of, at)  # type: ignore[arg-type,assignment]
            case _:
                value = (self.list if self.rnd.random() < 0.5 else self.set)(word.of, at)  # type: ignore[arg-type,assignment]
        if value is None:
            return None
        if word.type in {"set", "list"} and self.rnd.random() < 0.3:
            return [f"add {value} to {target}"]
        return [f"set {target} to {value}"]

    def let(self, at: Place) -> Lines | None:
        name = self.world.fresh("it_is_")
        kind = self.rnd.choice([one for one in self.world.kinds if not one.pieces])
        form = self.rnd.randint(0, 3)
        if form == 0:
            line = f"let {name} = {self.number(at)}"
            at.numbers.append(name)
            return [line]
        value = (self.one, self.maybe, self.set)[form - 1](kind, at)
        if value is None:
            return None
        if form == 1:
            at.names.append((name, kind))
        return [f"let {name} = {value}"]

    def random(self, at: Place) -> Lines | None:
        kind = self.rnd.choice(self.world.kinds)
        whole = self.set(kind, replace(at, depth=1))
        if whole is None:
            return None
        name = self.world.fresh("chance")
        at.names.append((name, kind))
        return [f"let {name} = a random one of ({whole})"]

    def roll(self, at: Place) -> Lines:
        name = self.world.fresh("die")
        at.numbers.append(name)
        return [f"roll {name} in {self.rnd.randint(0, 1)} to {self.rnd.randint(2, 6)}"]

    # --- decisions --------------------------------------------------------------------------------------

    def choose(self, at: Place) -> Lines | None:
        kind = self.rnd.choice(self.world.kinds)
        whole = self.set(kind, at)
        if whole is None:
            return None
        name, asked = self.world.fresh(f"{kind.singular}_"), self.ask("ask")
        if self.rnd.random() < 0.4:
            whole = f"({whole}) where {self.flag(at.deeper(it=kind))}"
        line = f"choose {name} from {whole} as {asked}"
        if self.rnd.random() < 0.1:
            line += " by p1"
        if self.rnd.random() < 0.3:
            line += f", or {self.world.fresh('pass')}"
        if self.rnd.random() < 0.4:
            line += ", if any"
        elif self.rnd.random() < 0.1:
            line += ", unless only one"
        inner = at.deeper()
        inner.names.append((name, kind))
        if self.rnd.random() < 0.3 and ", or" not in line and "if any" not in line:
            at.names.append((name, kind))
            return [line]
        lines = self.below(line + ":", inner)
        if self.rnd.random() < 0.3:
            lines += self.below(f"or {self.world.fresh('other')} when {self.flag(at.deeper())}:", at)
        if self.rnd.random() < 0.3:
            lines += self.below("otherwise:", at)
        return lines

    def choose_number(self, at: Place) -> Lines:
        name, asked = self.world.fresh("count"), self.world.fresh("many")
        self.asked.append(asked)
        inner = at.deeper()
        inner.numbers.append(name)
        line = f"choose {name} from {self.rnd.randint(0, 2)} to {self.small(at)} + 2 as {asked}, if any:"
        return self.below(line, inner)

    def choose_one(self, at: Place) -> Lines:
        lines = []
        for _ in range(self.rnd.randint(2, 3)):
            label = self.world.fresh("way")
            if self.rnd.random() < 0.4:
                kind = self.rnd.choice(self.world.kinds)
                whole = self.set(kind, replace(at, depth=1))
                if whole is not None:
                    name = self.world.fresh("each_")
                    inner = at.deeper()
                    inner.names.append((name, kind))
                    lines += self.below(f"{label} each {name} in {whole}:", inner)
                    continue
            when = f" when {self.flag(at.deeper())}" if self.rnd.random() < 0.4 else ""
            lines += self.below(f"{label}{when}:", at)
        found = [f"choose one as {self.ask('which')}:", *(f"  {one}" for one in lines)]
        return found + (self.below("otherwise:", at) if self.rnd.random() < 0.3 else [])

    def asked_twice(self, at: Place) -> Lines:
        """Conditions of long definitions, asked before and behind changes of whatever they are made of."""
        lines: Lines = []
        for _ in range(self.rnd.randint(1, 2)):
            condition = self.long_condition()
            body = [f"needs {condition}"] if self.rnd.random() < 0.7 else []
            for _ in range(self.rnd.randint(1, 2)):
                body += self.rnd.choice((self.change, self.goods, self.track, self.move))(at.deeper()) or []
                body.append(f"needs {condition if self.rnd.random() < 0.7 else self.long_condition()}")
            lines += [f"{self.world.fresh('way')}:", *(f"  {one}" for one in body)]
        lines += [f"{self.world.fresh('way')}: nothing"]
        return [f"choose one as {self.ask('twice')}:", *(f"  {one}" for one in lines)]

    def long_condition(self) -> str:
        name = self.rnd.choice(self.long)
        if self.rnd.random() < 0.6:
            return f"my {name} mod {self.rnd.randint(2, 4)} >= 1"
        return f"my {name} {self.rnd.choice(['>=', '<='])} {self.rnd.randint(0, 12)}"

    def several(self, at: Place) -> Lines | None:
        kind = self.rnd.choice(self.world.kinds)
        whole = self.set(kind, replace(at, depth=1))
        if whole is None:
            return None
        name, number = self.world.fresh("part"), self.rnd.choice(["up to 2", "1 to 2", "1", "up to 3"])
        collection = self.rnd.choice(["set", "bag", "list", "set"])
        line = f"choose a {collection} of {number}: {name} from {whole}"
        line += f" as {self.world.fresh('set_of')}"
        given = ""
        if self.rnd.random() < 0.4:
            given = self.world.fresh("given")
            line += f" giving {given}"
            if self.rnd.random() < 0.3:
                line += f" such that (number of {given}) >= {self.rnd.randint(0, 1)}"
        if given and collection == "bag":
            at.lists.append((given, kind))
        if self.rnd.random() < 0.5:
            if given and collection == "list":
                at.lists.append((given, kind))
            return [line]
        inner = at.deeper()
        inner.names.append((name, kind))
        return self.below(line + ":", inner)

    def may(self, at: Place) -> Lines | None:
        inner = self.rnd.choice((self.change, self.move, self.place, self.track))(at.deeper())
        if inner is None or len(inner) != 1:
            return None
        return [f"may {inner[0]} as {self.ask('may')}"]

    def order(self, at: Place) -> Lines | None:
        if self.orders > 1 or at.depth < 1:
            return None
        self.orders += 1
        first, second, third = (self.world.fresh("part_") for _ in range(3))
        lines = self.below(f"must {first}:", at.deeper())
        lines += self.below(f"may {second} after {first}:", at.deeper())
        if self.rnd.random() < 0.5:
            kind = self.rnd.choice([one for one in self.world.kinds if not one.pieces])
            whole = self.set(kind, replace(at, depth=1))
            name = self.world.fresh("one_of")
            inner = at.deeper()
            inner.names.append((name, kind))
            lines += self.below(f"may each {name} in {whole}:", inner)
        if self.rnd.random() < 0.3:
            lines += self.below(f"instead of all {third}:", at.deeper())
        return [f"any order as {self.world.fresh('order')}:", *(f"  {one}" for one in lines)]

    # --- flow -------------------------------------------------------------------------------------------

    def condition(self, at: Place) -> Lines:
        lines = self.below(f"if {self.flag(at)}:", at)
        return lines + (self.below("otherwise:", at) if self.rnd.random() < 0.4 else [])

    def each(self, at: Place) -> Lines | None:
        kind = self.rnd.choice(self.world.kinds)
        if self.rnd.random() < 0.2:
            name = self.world.fresh("number_")
            inner = at.deeper()
            inner.numbers.append(name)
            return self.below(f"each {name} in 1 to {self.rnd.randint(1, 3)}:", inner)
        if kind.plural == SQUARES and self.rnd.random() < 0.3:
            name = self.world.fresh("area_")
            inner = at.deeper()
            inner.numbers.append(f"(number of {name})")
            return self.below(f"each {name} in parts of ({self.set(kind, at)}):", inner)
        lists = self.rnd.random() < 0.3
        whole = self.list(kind, at) if lists else self.set(kind, at)
        if whole is None:
            return None
        name = self.world.fresh("every_")
        inner = at.deeper()
        inner.names.append((name, kind))
        acting = " acting" if kind.plural == PLAYERS and self.rnd.random() < 0.3 else ""
        mine = ""
        if not lists and not kind.pieces and self.rnd.random() < 0.1:
            mine = f" in an order of my choice as {self.world.fresh('row_of')}"
        return self.below(f"each {name}{acting} in {whole}{mine}:", inner)

    def repeat(self, at: Place) -> Lines:
        form = self.rnd.randint(0, 3)
        if form == 0:
            return self.below(f"repeat {self.rnd.randint(1, 2)} times:", at)
        if form == 1:
            return self.below(
                f"repeat up to 2 times as {self.world.fresh('again')}, or {self.world.fresh('stop')}:", at
            )
        if form == 2:
            return self.below(f"repeat 2 times while {self.flag(at.deeper())}:", at)
        left = self.world.fresh("left")
        inner = at.deeper()
        inner.numbers.append(left)
        return self.below(f"repeat 2 times, {left} left:", inner)

    def acting(self, at: Place) -> Lines:
        return self.below(f"as {self.one(self.world.players, at)}:", at)

    def trying(self, at: Place) -> Lines | None:
        form = self.rnd.randint(0, 2)
        if form == 0:
            inner = self.rnd.choice((self.move, self.place, self.change))(at.deeper())
            return None if inner is None or len(inner) != 1 else [f"if possible {inner[0]}"]
        if form == 1 and self.rules:
            return self.below(f"if possible {self.call(at)[0]}:", at)  # type: ignore[index]
        lines = self.below(f"{self.world.fresh('try')}:", at) + self.below(
            f"{self.world.fresh('else_')}:", at
        )
        return ["first possible of:", *(f"  {one}" for one in lines)]

    def call(self, at: Place) -> Lines | None:
        if not self.rules:
            return None
        name, given = self.rnd.choice(self.rules)
        return [f"{name} with {self.small(at)}" if given else name]

    # --- pieces -----------------------------------------------------------------------------------------

    def _sort(self) -> Pieces | None:
        return self.rnd.choice(self.world.pieces) if self.world.pieces else None

    def target(self, pieces: Pieces, at: Place) -> str | None:
        if self.rnd.random() < 0.15:
            return "box"
        words = [one for one in pieces.zones if one.type in {"zone", "row", "single"}]
        return self.read(self.rnd.choice(words), replace(at, depth=1)) if words else None

    def move(self, at: Place) -> Lines | None:
        pieces = self._sort()
        if pieces is None:
            return None
        goal, source = self.target(pieces, at), self.zone(pieces, replace(at, depth=1))
        if goal is None or source is None:
            return None
        names = [name for name, sort in at.names if sort is pieces.kind]
        forms = [
            f"move the first of {source} to {goal}",
            f"move all {pieces.kind.plural} from {source} to {goal}",
        ]
        if pieces.kind.named:
            kind = self.rnd.choice(pieces.kind.named)
            forms = [
                f"move {kind} from {source} to {goal}",
                f"move up to 1 {kind} from {source} to {goal}",
                forms[1],
            ]
        if names:
            name = self.rnd.choice(names)
            forms = [
                f"move {name} to {goal}",
                f"move {name} from {source} to {goal}",
                f"remove {name}",
                forms[-1],
            ]
            if pieces.discards:
                forms.append(f"discard {name}")
        elif self.rnd.random() < 0.3:
            forms = [f"move ({source} where {self.flag(Place(it=pieces.kind, me=at.me, depth=1))}) to {goal}"]
        return [self.rnd.choice(forms)]

    def take(self, at: Place) -> Lines | None:
        """A piece is chosen from several zones and goes somewhere else."""
        pieces = self._sort()
        if pieces is None:
            return None
        d = at.deeper()
        whole = self.rnd.choice((self.union_of_zones, self.lying))(pieces.kind, d)
        goal = self.target(pieces, at)
        if whole is None or goal is None:
            return None
        name = self.world.fresh("taken")
        if self.rnd.random() < 0.4:
            whole = f"({whole}) where {self.flag(at.deeper(it=pieces.kind))}"
        deed = self.rnd.choice([f"move {name} to {goal}", f"remove {name}"])
        inner = at.deeper()
        inner.names.append((name, pieces.kind))
        more = self.sentence(inner) if self.rnd.random() < 0.3 else []
        if self.rnd.random() < 0.3:
            word = self.world.fresh("way")
            lines = self.below(f"{word} each {name} in {whole}:", at, [deed, *more])
            lines += self.below(f"{self.world.fresh('way')}:", at)
            return [f"choose one as {self.ask('which')}:", *(f"  {one}" for one in lines)]
        return self.below(f"choose {name} from {whole} as {self.ask('take')}, if any:", at, [deed, *more])

    def place(self, at: Place) -> Lines | None:
        pieces = self._sort()
        if pieces is None or not pieces.owned or pieces.place is None:
            return None
        square = self.one(self.world.kind(SQUARES), at)  # type: ignore[arg-type]
        if square is None or not at.me:
            return None
        form = self.rnd.randint(0, 2)
        if form == 0:
            return [f"place my {pieces.kind.singular} on {square}'s {pieces.place.name}"]
        if form == 1:
            return [f"if {square}'s {pieces.place.name} is not none: remove {square}'s {pieces.place.name}"]
        return [f"place my {pieces.kind.singular} on {square}"]

    def draw(self, at: Place) -> Lines | None:
        pieces = self._sort()
        if pieces is None or not pieces.deck:
            return None
        goal = self.target(pieces, at)
        if goal is None or goal == "box":
            return None
        upto = self.rnd.choice(["", "up to "])
        giving = ""
        if self.rnd.random() < 0.3:
            drawn = self.world.fresh("drawn")
            giving = f" giving {drawn}"
            at.lists.append((drawn, pieces.kind))
        return [f"draw {upto}{self.rnd.randint(1, 2)} from {pieces.deck} to {goal}{giving}"]

    def show(self, at: Place) -> Lines | None:
        pieces = self._sort()
        if pieces is None:
            return None
        if pieces.deck and self.rnd.random() < 0.5:
            return [f"shuffle {pieces.deck}"]
        hidden = [one for one in pieces.zones if one.hidden]
        zone = self.read(self.rnd.choice(hidden), replace(at, depth=1)) if hidden else None
        return None if zone is None else [f"show {zone}"]

    # --- the rest ---------------------------------------------------------------------------------------

    def goods(self, at: Place) -> Lines | None:
        if not self.world.goods or not at.me:
            return None
        amount = f"{self.rnd.randint(0, 3)} {self.world.goods[0]}"
        if self.world.kept_goods and self.rnd.random() < 0.5:
            kind = self.world.kept_goods[0][1]
            amount = (
                f"1 {self.rnd.choice(kind.named)}"
                if self.rnd.random() < 0.5
                else f"1 of {self.one(kind, at)}"
            )
        verb = self.rnd.choice(["gain", "lose", "pay", "pay up to"])
        return [f"{verb} {amount}"]

    def track(self, at: Place) -> Lines | None:
        if not self.world.track or not at.me:
            return None
        name = self.world.track
        return [
            self.rnd.choice(
                [
                    f"raise my {name} by 1",
                    f"lower my {name} by 1",
                    f"set my {name} to 2 steps above my {name}",
                ]
            )
        ]

    def effect(self, at: Place) -> Lines | None:
        if not self.world.effects or not at.me:
            return None
        kind, column = self.rnd.choice(self.world.effects)
        one = self.one(kind, replace(at, depth=0))
        return None if one is None else [f"do {one}'s {column}"]


def make_rules(seed: int) -> str:
    """A rules file."""
    rnd = random.Random(seed)
    world = make_world(rnd)
    sayings = Sayings(world)
    lines = world.lines
    lines += definitions(sayings)
    for module in rnd.sample(MODULES, rnd.choice([0, 0, 1, 2, 3])):
        lines += module(sayings)
    lines += ["setup:"]
    lines += _indented(
        [
            "each someone acting in players:",
            *_indented(sayings.sentences(Place(names=[("someone", world.players)], depth=1), 2)),
        ]
    )
    lines += ["play:", f"  repeat {rnd.randint(1, 3)} times:", "    each player acting in seat order: turn"]
    for number in range(rnd.randint(0, 2)):
        name, given = f"rule_{number}", "n" if rnd.random() < 0.4 else ""
        at = Place(numbers=["n"] if given else [], level=1)
        sort = rnd.choice(["rule", "effect", "action", "phase"])
        body = sayings.sentences(at, 2)
        lines += [f"{sort} {name}" + (" with n:" if given else ":"), *_indented(body)]
        sayings.rules.append((name, given))
    turn: Lines = []
    deep = Place(level=2) if rnd.random() < 0.3 else Place(level=1)
    for once in world.once:
        deep.names, deep.numbers = list(deep.names), list(deep.numbers)
        lines_of_it = once(deep)
        turn = [*turn, *(lines_of_it or [])]
    turn = [*turn, *sayings.sentences(deep, 3), "choose colour_x from colours as closing"]
    lines += ["turn:", *_indented(turn)]
    lines += extras(sayings)
    lines += ["score:", f'  "a": {sayings.number(Place())}', f'  "b": {sayings.number(Place(depth=3))}']
    if rnd.random() < 0.4:
        lines.append(f"ties: {rnd.choice(['most', 'least'])} {sayings.number(Place())}")
    return "\n".join(lines) + "\n"


def _indented(lines: Lines) -> Lines:
    return [f"  {one}" for one in lines]


def definitions(sayings: Sayings) -> Lines:
    world, rnd = sayings.world, sayings.rnd
    lines: Lines = []
    for _ in range(rnd.randint(0, 3)):
        name = world.fresh("def")
        form = rnd.randint(0, 3)
        kind = rnd.choice([one for one in world.kinds if not one.pieces])
        if form == 0:
            lines.append(f"{kind.singular} is {name} when {sayings.flag(Place(it=kind, me=False))}")
            world.adjectives.append((kind, name))
        elif form == 1:
            lines.append(f"{name} means {sayings.number(Place(me=False))}")
            sayings.world.words.append(_word(name, "number", None, None))
        elif form == 2:
            lines.append(f"{kind.singular}'s {name} means {sayings.number(Place(it=kind, me=False))}")
            sayings.world.words.append(_word(name, "number", kind, None))
        else:
            whole = sayings.set(kind, Place(me=False))
            lines.append(f"{name} means {whole}")
            sayings.world.words.append(_word(name, "set", None, kind))
    if rnd.random() < 0.4:
        name, at = world.fresh("wealth"), Place(it=world.players, me=False, depth=2)
        parts = [f"({sayings.number(at)})" for _ in range(LONG)]
        own = [word for word in world.words if word.owner is world.players and word.type == "number"]
        parts += [word.name for word in own if not word.keys]
        lines.append(f"player's {name} means {' + '.join(parts)}")
        sayings.long.append(name)
    return lines


def _word(name: str, type_: str, owner: Kind | None, of: Kind | None):  # type: ignore[no-untyped-def]
    from tests.fuzz.worlds import Word

    return Word(name, type_, owner, of, changes=False)


def extras(sayings: Sayings) -> Lines:
    world, rnd = sayings.world, sayings.rnd
    lines: Lines = []
    if rnd.random() < 0.25:
        lines += [
            "free action extra:",
            f"  open at {rnd.choice(['closing', 'every choice in turn', 'every choice of mine in turn'])}",
        ]
        lines += ["  once a turn", *_indented(sayings.change(Place(depth=1)) or ["nothing"])]
    if rnd.random() < 0.2:
        how = "end the game"
        moment = rnd.choice(["", ", at any moment"])
        lines.append(f"end when {sayings.flag(Place(me=False, depth=1))}{moment}: {how}")
    if rnd.random() < 0.15:
        lines += [
            f"obligation duty: {sayings.long_condition() if sayings.long else sayings.flag(Place(depth=1))}",
            "  by end of turn, helped by open parts",
        ]
    if rnd.random() < 0.2 and world.goods:
        lines += [
            f"whenever a player {rnd.choice(['gains', 'loses'])} coins:",
            *_indented(sayings.change(Place(depth=1)) or ["nothing"]),
        ]
    return lines
