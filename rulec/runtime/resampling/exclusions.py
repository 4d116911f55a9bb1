"""Upper bounds on hidden hands, inferred by replaying single steps with other hands.

Applies where the rules' queries of a zone are monotone in its pieces (`HiddenInfo.monotone`). The step is
replayed with the minimal known hand; if that reproduces the player's view, but an additional piece of a kind
does not, no hand with this piece is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulec.runtime import codec, hidden
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.observer import Look, Observer
from rulec.runtime.resampling.arrivals import ArrivalBound, Counts
from rulec.runtime.resampling.events import Step
from rulec.runtime.resampling.proposals import HiddenPieceObservations


class PlayedStep(NamedTuple):
    """Step of a game, and the player's view after it."""

    number: int
    step: Step
    after: Look


def caps_of(
    reading: HiddenPieceObservations, played: list[PlayedStep], eye: Observer
) -> Iterator[ArrivalBound]:
    """Derive upper bounds from the observed decisions of other players."""
    for one in played:
        if one.step.seat == CHANCE_PLAYER:
            continue
        pending = one.step.before._pending()
        for number, zone in enumerate(reading.zones):
            if pending in zone.info.monotone and reading.is_filled_by_draws(number):
                yield from _Trial(reading, one, eye, number).caps()


class _Trial:
    """Replay of one step with other contents in one zone."""

    def __init__(
        self, reading: HiddenPieceObservations, played: PlayedStep, eye: Observer, zone: int
    ) -> None:
        self.reading, self.played, self.eye, self.zone = reading, played, eye, zone
        before, after = (reading.contents[played.number + n][zone] for n in (0, 1))
        certain = reading.certain[played.number][zone]
        gone = [max(0, old - new) for old, new in zip(before, after, strict=True)]
        self.least = [max(pair) for pair in zip(certain, gone, strict=True)]

    def caps(self) -> Iterator[ArrivalBound]:
        contents = self._with_few()
        if not self._looks_the_same(contents):
            return  # the observed step requires more pieces there
        place, step = self.reading.places[self.zone], self.played.number
        seen = self.reading.seen_before(step, self.zone)
        for kind in range(len(self.least)):
            more = self._with_one_more(contents, kind)
            if more is not None and self._looks_the_same(more) is False:
                yield ArrivalBound(step, place, kind, self.least[kind] - seen[kind])

    def _with_few(self) -> list[Counts]:
        """Contents with the least possible hand; the other pieces move to the draw zone."""
        contents = [list(one) for one in self.reading.contents[self.played.number]]
        source = self.reading.source_of(self.zone)
        for kind, count in enumerate(self.least):
            contents[source][kind] += contents[self.zone][kind] - count
        contents[self.zone] = list(self.least)
        return contents

    def _with_one_more(self, contents: list[Counts], kind: int) -> list[Counts] | None:
        group = self.reading.zones[self.zone].group
        more = [list(one) for one in contents]
        order = [self.reading.source_of(self.zone), *range(len(contents))]
        for number in order:
            alike = self.reading.zones[number].group == group and number != self.zone
            if alike and more[number][kind] > 0:
                more[number][kind] -= 1
                more[self.zone][kind] += 1
                return more
        return None

    def _looks_the_same(self, contents: list[Counts]) -> bool | None:
        """Check whether the step looks the same; None if the rules cannot go on, which proves nothing."""
        view, before = self.reading.view, self.played.step.before
        cells = before._cells()
        for zone, counts in zip(self.reading.zones, contents, strict=True):
            hidden.put(view, cells, zone, counts)
        hidden.forget_what_is_gone(view, cells)
        at = before.clone()
        try:
            at._load(codec.pack(view.schema, cells))
            if at._refresh() >= 0:
                return None
            if self.played.step.action not in at.legal_actions():
                return False
            at._apply(self.played.step.action)
        except (RulecError, ValueError, OverflowError):
            return None
        return self.eye.look(at)[::2] == self.played.after[::2]  # except zone sizes
