"""The four main actions: effects in any order, each at most once [RR-062, A10]."""

from __future__ import annotations

from collections.abc import Callable

from tests.referees.railroad_revolution.asking import STOP, Flow, ask
from tests.referees.railroad_revolution.components import (
    CITIES,
    FLIP_PRICE,
    PRIMARY_PRICE,
    RAIL_SPACES,
    RAILROAD_PRICE,
    SECTIONS,
    TILE_PRICE,
    TRAIN_PRICE,
    TRIANGLE_PRICE,
)
from tests.referees.railroad_revolution.deals import accept, next_deal
from tests.referees.railroad_revolution.position import Action, Position
from tests.referees.railroad_revolution.rewards import flips, promotions, resolve, steps, take_train
from tests.referees.railroad_revolution.tiles import CITY_TILES, DEALS, TELEGRAPH_TILES, CityTile, Reward

Effects = dict[str, Callable[[], Flow]]


def take_action(position: Position, seat: int, name: str, worker: str) -> Flow:
    """[RR-069, RR-075 to RR-079]; all is finished before a Deal [A52]."""
    kinds = {"station": Station, "railroad": Railroad, "telegraph": Telegraph, "trade": Trade}
    position.action = Action(name, worker)
    yield from kinds[name](position, seat).go_through()


class MainAction:
    """The Worker's ability and the promotion exclude each other [RR-078, RR-079]."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.company = position.companies[seat]
        assert position.action is not None
        self.action = position.action
        self.worker = self.action.worker

    def go_through(self) -> Flow:
        while True:
            done = STOP if self.is_complete() else None
            name = yield from ask(self.position, self.seat, "effect", lambda: self.effects(), done)
            if name == STOP:
                return
            yield from self.effects()[name]()

    def effects(self) -> Effects:
        """What can be begun now."""
        found = self.main_effects()
        if not self.action.used:
            found["promotion"] = self.promotion  # [RR-077]
            ability = self.abilities().get(self.worker)
            if ability:
                found["ability"] = ability
        return found

    def main_effects(self) -> Effects:
        raise NotImplementedError

    def abilities(self) -> Effects:
        raise NotImplementedError

    def is_complete(self) -> bool:
        raise NotImplementedError

    def promotion(self) -> Flow:
        self.action.used = True
        yield from promotions(self.position, self.seat, 1)

    def reward(self, reward: Reward, price: int = 0) -> Flow:
        self.company.pay(price)
        yield from resolve(self.position, self.seat, reward)

    def pay(self) -> Flow:
        """The cost of the main action, at any moment after the target is named [A10]."""
        self.company.pay(self.action.cost)
        self.action.cost = 0
        yield from ()


class Station(MainAction):
    def main_effects(self) -> Effects:
        if self.action.site is None:
            return {"build": self.build} if self.company.buildings else {}
        found: Effects = {}
        if self.action.cost:
            found["pay"] = self.pay
        if self.action.primary:
            found["primary"] = self.primary
        if self.action.bonus:
            found["bonus"] = self.bonus
        return found

    def abilities(self) -> Effects:
        found: Effects = {"purple": self.flip_one}
        if self.action.site is not None:
            found |= {"grey": self.bonus_again, "turquoise": self.primary_again}
            if self.action.cost:
                found["orange"] = self.free_of_charge
        return found

    def is_complete(self) -> bool:
        return self.action.site is not None and not self.action.cost

    def build(self) -> Flow:
        """[RR-083, RR-084, RR-090, RR-091]"""
        city = yield from ask(self.position, self.seat, "city", self.company.cities)
        self.company.buildings -= 1
        self.action.bonus = self.position.build_station(self.seat, city)
        self.action.site, self.action.cost, self.action.primary = city, CITIES[city][1], True

    def primary(self) -> Flow:
        """[RR-085]"""
        self.action.primary = False
        yield from self.reward(self.tile().primary)

    def bonus(self) -> Flow:
        """[RR-090]"""
        self.action.bonus = False
        yield from self.reward(self.tile().first)

    def tile(self) -> CityTile:
        assert self.action.site is not None
        return CITY_TILES[self.position.tile_at[self.action.site]]

    def flip_one(self) -> Flow:
        """[RR-095]"""
        self.action.used = True
        self.company.pay(FLIP_PRICE)
        yield from flips(self.position, self.seat, 1)

    def bonus_again(self) -> Flow:
        """[RR-096, RR-097, A38]"""
        self.action.used = True
        yield from self.reward(self.tile().first)

    def free_of_charge(self) -> Flow:
        """[RR-098]"""
        self.action.used = True
        self.action.cost = 0
        yield from ()

    def primary_again(self) -> Flow:
        """[RR-099, A37]"""
        self.action.used = True
        yield from self.reward(self.tile().primary, PRIMARY_PRICE)


class Railroad(MainAction):
    def main_effects(self) -> Effects:
        if self.action.site is None:
            return {"build": self.build} if self.company.rails else {}
        return {"pay": self.pay} if self.action.cost else {}

    def abilities(self) -> Effects:
        found: Effects = {"purple": self.buy_train, "grey": self.gain_shares}
        if self.action.site is None:
            if self.company.rails >= 3:  # [A26]
                found["turquoise"] = self.three_rails
        else:
            found["orange"] = self.gain_money
        return found

    def is_complete(self) -> bool:
        return self.action.site is not None and not self.action.cost

    def build(self) -> Flow:
        """Two rails, or the only one there is [RR-116 to RR-119, A27]; one Deal at most [RR-120, RR-122]."""
        passed: set[str] = set()  # the same spaces in another order are the same move

        def spaces() -> list[str]:
            return [space for space in self.company.rail_spaces() if space not in passed]

        for _ in range(min(self.action.rails, self.company.rails)):
            before = set(self.company.rail_spaces())
            space = yield from ask(self.position, self.seat, "rail", spaces)
            passed |= {one for one in before if one <= space}
            self.company.rails -= 1
            self.company.track.add(space)
            self.action.triangles += RAIL_SPACES[space].triangles
            self.action.deal |= RAIL_SPACES[space].deal
        self.action.site = "track"
        self.action.cost = RAILROAD_PRICE + TRIANGLE_PRICE * self.action.triangles  # [RR-110, RR-111]

    def buy_train(self) -> Flow:
        """[RR-123]"""
        self.action.used = True
        self.company.pay(TRAIN_PRICE)
        yield from take_train(self.position, self.seat)

    def gain_shares(self) -> Flow:
        """[RR-124]"""
        self.action.used = True
        self.company.shares += 2
        yield from ()

    def gain_money(self) -> Flow:
        """[RR-125, RR-126]"""
        self.action.used = True
        self.company.money += 100 + 50 * self.action.triangles
        yield from ()

    def three_rails(self) -> Flow:
        """Before the first rail is laid [RR-127, A10]."""
        self.action.used = True
        self.action.rails = 3
        yield from ()


class Telegraph(MainAction):
    def main_effects(self) -> Effects:
        if self.action.site is None:
            return {"build": self.build} if self.company.buildings else {}
        return {"tile": self.tile_for_worker} if self.action.tile else {}

    def abilities(self) -> Effects:
        found: Effects = {"purple": self.exchange}
        if self.action.site is not None:
            found |= {"grey": self.first_again, "orange": self.gain_money}
            if self.action.site in self.position.tile_at:
                found["turquoise"] = self.tile_for_money
        return found

    def is_complete(self) -> bool:
        return self.action.site is not None

    def build(self) -> Flow:
        """[RR-128, RR-129, RR-132, RR-133, RR-139]"""
        section = yield from ask(self.position, self.seat, "section", self.company.sections)
        self.company.buildings -= 1
        first = self.position.build_office(self.seat, section)
        self.action.taken = SECTIONS[section].shares + (SECTIONS[section].first_shares if first else 0)
        self.company.shares += self.action.taken
        self.action.site, self.action.deal = section, SECTIONS[section].deal
        self.action.tile = section in self.position.tile_at

    def bonus(self) -> Reward:
        assert self.action.site is not None
        return TELEGRAPH_TILES[self.position.tile_at[self.action.site]]

    def tile_for_worker(self) -> Flow:
        """[RR-135, RR-136, A43]"""
        self.action.tile = False
        place = yield from ask(self.position, self.seat, "discard", self.company.workers)
        self.position.discard_worker(self.seat, place)
        yield from self.reward(self.bonus())

    def tile_for_money(self) -> Flow:
        """[RR-145, A35]"""
        self.action.used = True
        yield from self.reward(self.bonus(), TILE_PRICE)

    def exchange(self) -> Flow:
        """[RR-142]"""
        self.action.used = True
        yield from self.reward(Reward("swap"))

    def first_again(self) -> Flow:
        """[RR-143]"""
        self.action.used = True
        assert isinstance(self.action.site, int)
        self.company.shares += SECTIONS[self.action.site].first_shares
        yield from ()

    def gain_money(self) -> Flow:
        """[RR-144, A36]"""
        self.action.used = True
        self.company.money += 100 * self.action.taken
        yield from ()


class Trade(MainAction):
    def main_effects(self) -> Effects:
        found: Effects = {} if self.action.site else {"sell": self.sell}
        if self.action.flip:
            found["flip"] = self.flip_one
        return found

    def abilities(self) -> Effects:
        return {
            "purple": self.three_steps,
            "grey": self.deal_for_one,
            "orange": self.gain_money,
            "turquoise": self.flip_another,
        }

    def is_complete(self) -> bool:
        return self.action.site is not None

    def sell(self) -> Flow:
        """[RR-153 to RR-156]"""

        def kinds() -> list[str]:
            _, building, rail = self.company.leftmost()
            return ["building"] * building + ["rail"] * rail

        kind = yield from ask(self.position, self.seat, "sale", kinds)
        self.company.money += self.company.leftmost()[0]
        if kind == "building":
            self.company.buildings -= 1
        else:
            self.company.rails -= 1
        self.action.site = "board"

    def flip_one(self) -> Flow:
        """[RR-157]"""
        self.action.flip = False
        yield from flips(self.position, self.seat, 1)

    def flip_another(self) -> Flow:
        """[RR-165]"""
        self.action.used = True
        yield from flips(self.position, self.seat, 1)

    def three_steps(self) -> Flow:
        """[RR-161]"""
        self.action.used = True
        yield from steps(self.position, self.seat, 3)

    def gain_money(self) -> Flow:
        """[RR-164]"""
        self.action.used = True
        self.company.money += 100 * (self.company.face_up.total() + self.company.face_down.total())
        yield from ()

    def deal_for_one(self) -> Flow:
        """A Share is gained with it and may pay for it; then comes a new tile [RR-162, RR-163, A29, A30]."""
        self.action.used = True
        deals = DEALS[self.position.deal]
        self.company.shares += 1
        number = yield from ask(self.position, self.seat, "deal for one", lambda: range(len(deals)))
        yield from accept(self.position, self.seat, deals[number])
        yield from next_deal(self.position)
