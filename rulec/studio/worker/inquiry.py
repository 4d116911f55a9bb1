"""Ends of work that the server may stop: the question why an option is offered, and searching seats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulec.face import State
    from rulec.insight.legality_answers import Answers
    from rulec.studio.worker.opening import Stopped, Tell

_OFTEN = 0.2  # seconds between two reports
_SOON = 0.05  # seconds between two looks for a stop


class Inquiry:
    """Watches a search: reports its progress, and ends it when it is stopped or its time is over."""

    def __init__(self, tell: Tell, stopped: Stopped, most: float) -> None:
        self._tell, self._stopped, self._most = tell, stopped, most
        self._began = self._told = time.monotonic()
        self.tried = 0
        self._over = False

    def goes_on(self, tried: int) -> bool:
        self.tried = tried
        now = time.monotonic()
        if now - self._told >= _OFTEN:
            self._told = now
            self._over = self._over or self._stopped() or now - self._began >= self._most
            self._tell({"progress": {"tried": tried, "most": self._most}})
        return not self._over


class MoveNow:
    """Tells a searching seat whether to choose now."""

    def __init__(self, stopped: Stopped) -> None:
        self._stopped, self._looked, self._asked = stopped, 0.0, False

    def begin(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        now = time.monotonic()
        if not self._asked and now - self._looked >= _SOON:
            self._looked, self._asked = now, self._stopped()
        return self._asked


def label_of(answers: Answers, state: State, option: str) -> str | None:
    """Return the label of a pending option given in words; of equal words, an offered one first."""
    if answers.pending is None:
        return None
    wanted, legal = option.casefold(), set(state.legal_actions())
    same = [one for one in answers.labels() if state.action_text(answers.ids[one]).casefold() == wanted]
    return min(same, key=lambda one: answers.ids[one] not in legal, default=None)
