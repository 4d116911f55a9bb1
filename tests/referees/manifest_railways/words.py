"""The referee's decisions and figures in the words of `games/manifest_railways.rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.referees.manifest_railways.components import TILES, Configuration, Square
from tests.referees.manifest_railways.game import Choice, Dice, Draw, Game
from tests.referees.manifest_railways.position import Position

COMPANIES = {
    "up": "union_pacific",
    "np": "northern_pacific",
    "sf": "santa_fe",
    "sp": "southern_pacific",
    "wp": "western_pacific",
}
KINDS = {kind: "lumber" if kind == "forest" else kind for kind in TILES}
ACTIONS = {
    "build": "build_track",
    "upgrade": "upgrade_city",
    "route": "add_to_route",
    "board": "add_to_board",
    "exchange": "exchange_tiles",
    "pass": "pass",
}
SCORE_LINES = {
    "resources": "Resources",
    "cities": "Cities",
    "goal": "Goal",
    "west": "Furthest west",
    "loose ends": "Loose ends",
}
STAGES = ("opening", "middle", "closing")
DECISIONS = {
    "company": "company_pick",
    "action": "action",
    "square": "track_square",
    "further": "track_square",
    "city": "upgrade_square",
    "upgrade_pay": "coin",
    "second_city": "upgrade_square",
    "route_tile": "route_tile",
    "route_square": "route_square",
    "route_pay": "coin",
    "board_tile": "board_tile",
    "board_square": "board_square",
    "refill": "drawn",
}
ORDER = {kind: number for number, kind in enumerate(TILES)}


def named(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def company_name(name: str) -> str:
    return COMPANIES.get(name, name)


def word(name: str, option: Any) -> str:
    """An option in the words of its decision."""
    if isinstance(option, tuple):
        return named(option)
    if option == "stop" and name == "board_square":
        return "leave"
    return {**ACTIONS, **COMPANIES, **KINDS}.get(option, option)


def in_the_order_of_payment(tile: Any) -> tuple[int, ...]:
    """The hand first, then squares row by row; a mix is paid in one order only."""
    if isinstance(tile, str):
        return (0, ORDER[tile])
    (column, row), kind = tile
    return (1, row, column, ORDER[kind])


def steps(name: str, option: Any) -> list[str]:
    """An option as the labels that are chosen for it one after the other."""
    if name == "exchange":
        return [f"exchange_tile: {KINDS[kind]}" for kind in sorted(option, key=ORDER.__getitem__)]
    if name != "pay":
        return [f"{DECISIONS[name]}: {word(name, option)}"]
    found = []
    for tile in sorted(option, key=in_the_order_of_payment):
        if isinstance(tile, str):
            found.append(f"track_price: {tile}")
        else:
            square, kind = tile
            found += [f"track_price: {named(square)}", f"track_price_kind: {KINDS[kind]}"]
    return found


class ManifestWords:
    """What is pending in the words of the rules file: some choices take several of its decisions."""

    def __init__(self, game: Game, bold: float = 1.0) -> None:
        self.game = game
        self.done: list[str] = []  # of the pending choice
        self.bold = bold  # how gladly it builds

    def over(self) -> bool:
        return self.game.pending is None

    def chance(self) -> dict[str, float] | None:
        pending = self.game.pending
        if isinstance(pending, Dice):
            name = {"d6": "small_die", "d10": "large_die"}[pending.name]
            return {f"{name}: {face}": 1 / len(pending.outcomes) for face in pending.outcomes}
        if isinstance(pending, Draw):
            pile = self.game.position.face_down
            return {f"pool: {KINDS[kind]}": pile[kind] / pile.total() for kind in pending.outcomes}
        return None

    def bring(self, label: str) -> None:
        """What chance has brought."""
        pending = self.game.pending
        outcome = label.partition(": ")[2]
        if isinstance(pending, Dice):
            self.game.go_on(int(outcome))
        else:
            self.game.go_on(next(kind for kind, name in KINDS.items() if name == outcome))

    def _choice(self) -> Choice:
        assert isinstance(self.game.pending, Choice)
        return self.game.pending

    def player(self) -> int:
        return self._choice().seat % self.game.position.configuration.players

    def _left(self) -> list[tuple[Any, list[str]]]:
        """The options that what was chosen so far leaves, and the labels that are still to come."""
        choice, number = self._choice(), len(self.done)
        told = [(one, steps(choice.name, one)) for one in choice.options]
        return [(one, labels[number:]) for one, labels in told if labels[:number] == self.done]

    def options(self) -> list[str]:
        return sorted({labels[0] for _, labels in self._left()})

    def choose(self, label: str) -> None:
        """One label; which kind is paid is only asked where several lie."""
        self.done.append(label)
        while (left := self._left()) and left[0][1]:
            if not left[0][1][0].startswith("track_price_kind") or len(self._kinds_paid_from(label)) > 1:
                return
            self.done += self.options()
        self.done = []
        self.game.go_on(left[0][0])

    def _kinds_paid_from(self, label: str) -> Counter[str]:
        """What is left in the square whose label this is, after what is paid already."""
        position = self.game.position
        square = next(one for one in position.on_board if label == f"track_price: {named(one)}")
        pairs = zip(self.done, self.done[1:], strict=False)
        paid = [kind.partition(": ")[2] for place, kind in pairs if place == label]
        return Counter(KINDS[kind] for kind in position.resources(square)) - Counter(paid)

    def likes(self, label: str) -> float:
        """Random, but not aimless: track to the west, and what is seldom possible."""
        decision, _, option = label.partition(": ")
        if option in ("pass", "stop"):
            return 0.2
        if decision == "track_price" and option != "capital":
            return 3.0
        if option in ("build_track", "upgrade_city", "add_to_route"):
            return 2.0 * self.bold
        if decision == "track_square" and "," in option:
            return 1.0 + self.bold * max(0, 30 - int(option.partition(",")[0])) ** 2 / 100
        return 1.0

    # --- figures --------------------------------------------------------------------------------------------

    def settled(self) -> bool:
        """Between the turns every tile is where it belongs."""
        pending = self.game.pending
        return pending is None or (isinstance(pending, Choice) and pending.name == "action")

    def figures(self) -> dict[str, Any]:
        return figures(self.game.position)


def counted(tiles: Mapping[str, int]) -> dict[str, int]:
    return {KINDS[kind]: number for kind, number in tiles.items() if number}


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {
        "players": configuration.players,
        "map": configuration.map,
        "ages_run": "backwards" if configuration.backwards else "forwards",
        "companies_each": configuration.companies_each,
    }


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    names = {one.name: company_name(one.name) for one in position.companies}
    found: dict[str, Any] = {
        "seating": list(names.values()),
        "marker_row": STAGES[position.configuration.ages.index(position.age)],
        "marker_turn": position.turn,
        "pool": counted(position.face_down),
        "face_up": counted(position.face_up),
        "laid_out": {},
        "capital_discard": counted(position.capital_discard),
        "resource_discard": counted(position.resource_discard),
        "gone": counted(position.removed),
        "black_supply": Counter(black_cube=9 - len(position.upgraded)) + Counter(),
        "squares/lying": {named(s): counted(tiles) for s, tiles in position.on_board.items()},
        "squares/upgrade": {named(square): "black_cube" for square in position.upgraded},
    }
    rails: dict[str, dict[str, int]] = {}
    for company in position.companies:
        name = names[company.name]
        found[f"companies/hand/{name}"] = counted(company.hand)
        found[f"companies/owner/{name}"] = None if company.owner is None else str(company.owner + 1)
        found[f"companies/supply/{name}"] = {f"cube of {name}": company.cubes} if company.cubes else {}
        found[f"companies/sheet/{name}"] = {line: company.score[item] for item, line in SCORE_LINES.items()}
        for square in company.track:
            rails.setdefault(named(square), {})[f"cube of {name}"] = 1
    found["squares/rails"] = rails
    return found


def set_up(engine: Any, position: Position, seed: int = 0) -> Any:
    """The engine's state of a position made by hand, at the beginning of a round; chance is asked for."""
    configuration = position.configuration
    start = engine.State(**options_of(configuration), seed=seed, chance="explicit")
    owned = position.companies[: configuration.owned]
    start.play(*(f"company_pick: {company_name(company.name)}" for company in owned))
    whole = start.to_dict()
    for path, value in figures(position).items():
        *outer, last = path.split("/")
        part = whole
        for name in outer:
            part = part[name]
        if outer[:1] == ["squares"]:
            value = {**dict.fromkeys(part[last], None if last == "upgrade" else {}), **value}
        part[last] = value
    for name in whole["companies"]["hand"]:
        whole["known"]["companies_hand"][name] = {}
    return engine.State.from_dict(whole)
