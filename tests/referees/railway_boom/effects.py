"""What icons, tokens and Development Cards do."""

from __future__ import annotations

from tests.referees.railway_boom.asking import Flow, ask, draw
from tests.referees.railway_boom.cards import AUTOMATIC_VP, DEVELOPMENTS, INSTANT, ROUTES
from tests.referees.railway_boom.components import (
    CITIES,
    DRAW_TWO,
    INCOME_ICONS,
    LEVEL,
    LEVELS,
    RAILWAY,
    RESOURCES,
    TWO_RESOURCES,
    YIELDS,
    Icon,
)
from tests.referees.railway_boom.country import AT_LABEL, CITY_AT, KIND, Space, coastal, label
from tests.referees.railway_boom.position import Position
from tests.referees.railway_boom.resources import CONVERT, conversions, convert

KEEP_ALL, BUY_NONE = "keep_all", "buy_none"
DISCOUNT = 1  # on a drawn card
LINES = {  # cards that look at the kind of space
    "inlet_line": "inlet",
    "tourist_line": "tourist city",
    "forest_line": "forest",
    "river_line": "river",
    "plains_line": "plains",
    "mountain_line": "mountain",
}

# --- icons --------------------------------------------------------------------------------------------------


def do_icon(position: Position, seat: int, icon: Icon) -> Flow:
    """[RB-060 to RB-067, RB-133]"""
    if isinstance(icon, int):
        position.tycoons[seat].stock["vp"] += icon
    elif icon == DRAW_TWO:
        yield from draw_two(position, seat)
    elif icon == RAILWAY:
        yield from free_railway(position, seat)
    elif icon == LEVEL:
        yield from grow_any(position, seat)
    elif icon == TWO_RESOURCES:
        yield from gain_two(position, seat)


def grow(position: Position, seat: int, track: str) -> Flow:
    """By one level, with all that comes of it; at the end of the track nothing does [RB-056, A11, A12]."""
    levels = position.tycoons[seat].levels
    if levels[track] == LEVELS:
        return
    levels[track] += 1
    icon = INCOME_ICONS[track].get(levels[track])
    if icon is not None:
        yield from do_icon(position, seat, icon)


def grow_any(position: Position, seat: int) -> Flow:
    """[RB-066, A11, A58]"""
    tracks = position.tycoons[seat].growing()
    if tracks:
        yield from grow(position, seat, (yield from ask(seat, "income_level", tracks)))


def gain_two(position: Position, seat: int) -> Flow:
    """In the order of the resources, so that each pair is there once [RB-067, A57]."""
    first = 0
    for _ in range(2):
        kind = yield from ask(seat, "gain_resource", RESOURCES[first:])
        first = RESOURCES.index(kind)
        position.tycoons[seat].stock[kind] += 1


# --- the Development deck -----------------------------------------------------------------------------------


def draw_card(position: Position, seen: list[str]) -> Flow:
    """What was put under the deck comes after all that was never drawn, the older batches first."""
    batches = position.development_deck
    at = next(number for number, batch in enumerate(batches) if batch)
    seen.append((yield from draw("development_deck", batches[at])))
    if at and not batches[at]:
        batches.pop(at)


def put_under(position: Position, cards: list[str]) -> None:
    """[RB-064, RB-150]"""
    if cards:
        position.development_deck.append(list(cards))


def draw_two(position: Position, seat: int) -> Flow:
    """[RB-061 to RB-064, A18, A25]"""
    tycoon = position.tycoons[seat]
    drawn: list[str] = []
    for _ in range(2):
        if any(position.development_deck):
            yield from draw_card(position, drawn)
    while True:
        options = [card for card in drawn if can_buy(position, seat, price(card))]
        free = [CONVERT] if conversions(position, seat) else []
        answer = yield from ask(seat, "buy_drawn", (*options, BUY_NONE, *free))
        if answer != CONVERT:
            break
        yield from convert(position, seat)
    if answer != BUY_NONE:
        drawn.remove(answer)
        tycoon.stock["technology"] -= price(answer)
        yield from obtain(position, seat, answer)
    put_under(position, drawn)


def price(card: str) -> int:
    return max(0, DEVELOPMENTS[card].cost - DISCOUNT)


def can_buy(position: Position, seat: int, technology: int) -> bool:
    """[A06]"""
    stock = position.tycoons[seat].stock.copy()
    stock["technology"] -= technology
    return stock["technology"] >= 0 and position.may_hold(seat, stock)


def obtain(position: Position, seat: int, name: str) -> Flow:
    """An instant card acts at once [RB-151, RB-154 to RB-164]."""
    tycoon, card = position.tycoons[seat], DEVELOPMENTS[name]
    tycoon.cards.add(name)
    if card.timing != INSTANT:
        return
    if card.kind == "subsidy":
        tycoon.stock.update(card.gain)
    elif card.kind == "specialty_product":
        for kind in YIELDS:
            for _ in range(card.gain.get(kind, 0)):
                take_tile(position, seat, kind)
    elif card.kind == "locomotive_lease":
        yield from lease(position, seat, card.amount)
    elif card.kind == "planned_expansion":
        for _ in range(card.amount):
            yield from free_railway(position, seat)
    elif card.kind == "industrial_growth":
        for track in YIELDS:
            for _ in range(card.gain.get(track, 0)):
                yield from grow(position, seat, track)


def lease(position: Position, seat: int, points: int) -> Flow:
    """[RB-157, RB-158, A44]"""
    tycoon, train = position.tycoons[seat], position.train
    running = train.cards[0] if train and train.seat == seat else None
    there = [one for one in tycoon.locomotives() if one != running]
    if not there:
        return
    answer = yield from ask(seat, "lease", (*there, KEEP_ALL))
    if answer != KEEP_ALL:
        tycoon.fleet.remove(answer)
        position.boxed.add(answer)
        position.loaded[answer].clear()
        tycoon.stock["vp"] += points


# --- tokens -------------------------------------------------------------------------------------------------


def take_tile(position: Position, seat: int, kind: str) -> None:
    """[RB-015, A13]"""
    if position.tiles_left(kind):
        position.tycoons[seat].tiles[kind] += 1


def free_railway(position: Position, seat: int) -> Flow:
    """[RB-065, A14, A15, A17]"""
    sites = position.free_sites(seat)
    if sites:
        answer = yield from ask(seat, "free_railway", [label(one) for one in sites])
        yield from lay_railway(position, seat, AT_LABEL[answer])


def lay_railway(position: Position, seat: int, space: Space) -> Flow:
    """What it costs has been paid [A16, A27]."""
    tycoon = position.tycoons[seat]
    tycoon.railways.add(space)
    tycoon.stock["vp"] += line_points(position, seat, space)
    claim_routes(position, seat)
    name = CITY_AT.get(space)
    if name in CITIES:
        for kind in position.city(name).resources:
            take_tile(position, seat, kind)
    elif name:
        yield from do_icon(position, seat, position.sight(name).icon)


def line_points(position: Position, seat: int, space: Space) -> int:
    """[RB-165 to RB-167, RB-171 to RB-175, A50 to A52]"""
    met = [kind for kind, one in LINES.items() if one == KIND[space]]
    if coastal(space):
        met.append("coastal_line")
    if position.foreign(seat, space):
        met.append("crossing_line")
    return sum(AUTOMATIC_VP[kind] * position.tycoons[seat].of_kind(kind) for kind in met)


def claim_routes(position: Position, seat: int) -> None:
    """[RB-136 to RB-141, A34]"""
    for route in sorted(position.routes):
        claims = position.claims[route]
        if seat not in claims and position.joined(seat, route):
            position.tycoons[seat].stock["vp"] += ROUTES[route].later if claims else ROUTES[route].first
            claims.add(seat)
