"""What players like: nobody who chooses at random joins the coasts or fills a train."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.referees.pacific_rails_inc.asking import STOP, Choice
from tests.referees.pacific_rails_inc.components import ALL_SPACES

MIDDLE = 9  # column of the Map


@dataclass(frozen=True)
class Taste:
    """How gladly an option is taken: by the whole of it, by a word of it or by the decision."""

    words: Mapping[str, float] = field(default_factory=dict)
    inland: float = 1.0  # more than 1: rather towards the middle of the Map, and seldom stop

    def __call__(self, choice: Choice, option: str) -> float:
        if choice.name == "route" and self.inland != 1:
            return self._of_way(choice, option)
        found = 1.0
        for word in (choice.name, *option.split(" "), f"{choice.name} {option}"):
            found = self.words.get(word, found)
        return found

    def _of_way(self, choice: Choice, option: str) -> float:
        distances = {one: abs(ALL_SPACES[one][1] - MIDDLE) for one in choice.options if one != STOP}
        if option == STOP:
            return 0.1
        return float(self.inland ** (min(distances.values()) - distances[option]))


EAGER = {"stop": 0.05, "skip": 0.1, "go_on": 8.0, "lay_track": 4.0, "centre": 8.0, "discard": 5.0}
EAGER |= dict.fromkeys(("discard rail", "discard tunnel", "discard bridge"), 0.5)
AT_CENTRE = dict.fromkeys(("miner_centre", "financier_centre", "centre_crew", "centre_engineer"), 4.0)
FOR_HATS = {"enter": 20.0, "hats 0": 0.3}
LOBBYING = {"foreman_financier": 8.0, "save": 8.0, "reset": 0.3, "discard coin": 0.1}
LOBBYING |= {
    "map_building": 9.0,
    "map_building2": 9.0,
    "any_goods": 3.0,
    "any_tiles": 3.0,
    "lobby skip": 0.02,
}
TASTES = (
    Taste(),
    Taste(EAGER),
    Taste({**EAGER, **AT_CENTRE}, inland=4.0),
    Taste({**EAGER, **FOR_HATS}),
    Taste({**EAGER, **LOBBYING, "building": 1.0, "railway_station": 3.0}),
    Taste({**EAGER, **AT_CENTRE, "hire": 20.0, "railway_station": 9.0}, inland=0.5),
)
