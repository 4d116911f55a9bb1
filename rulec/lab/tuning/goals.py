"""Parses goals: `seat spread below 2 %`, `points of Network at least 3`, `every main above 0.8`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.face import Game

Subject = Literal[
    "seat spread", "decisions", "choices", "points", "margin", "ties", "category", "worth", "use", "times"
]

# What can be said of whole games; `%`: is it a share?
_OF_GAMES: Final[dict[str, tuple[Subject, bool]]] = {
    "seat spread": ("seat spread", True),
    "spread of seats": ("seat spread", True),
    "decisions": ("decisions", False),
    "choices": ("choices", False),
    "points": ("points", False),
    "margin": ("margin", False),
    "margin of winner": ("margin", False),
    "ties": ("ties", True),
}
_MEANINGS: Final = (
    "`seat spread` (win shares, in %), `decisions`, `choices`, `points`, `margin`, `ties` (%), `points of` a "
    "line of the score, `every DECISION` or an option (its worth beside the mean), `use of` either (%), "
    "either `times a game`"
)
_NUMBER: Final = r"(-?\d+(?:\.\d+)?)\s*(%|percent|per\s+cent)?"
_BOUNDS: Final = (
    (re.compile(rf"\b(?:between|from)\s+{_NUMBER}\s*(?:and|to|-)\s*{_NUMBER}", re.I), "both"),
    (re.compile(rf"(?<![\w.]){_NUMBER}\s*(?:to|\.\.|-)\s*{_NUMBER}", re.I), "both"),
    (re.compile(rf"(?:\b(?:below|under|at\s+most|less\s+than)\b|<=?)\s*{_NUMBER}", re.I), "below"),
    (re.compile(rf"(?:\b(?:above|over|at\s+least|more\s+than)\b|>=?)\s*{_NUMBER}", re.I), "above"),
)
_MOST_OPTIONS: Final = 40


@dataclass(frozen=True)
class Goal:
    """Target interval for a statistic, or for those of several options."""

    text: str
    subject: Subject
    lo: float
    hi: float
    percent: bool
    options: tuple[str, ...] = ()  # labels: those of a decision, or a single one
    decision: str = ""  # the options beside which these are looked at are all of its options
    every: bool = False
    category: str = ""  # a line of the score

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        return self.subject, self.options or (self.category,)

    def distance(self, values: Iterable[float]) -> float:
        """Largest distance of the values from the interval, normalized for comparison between goals."""
        scale = self.scale
        return max((max(self.lo - one, one - self.hi, 0.0) / scale for one in values), default=0.0)

    @property
    def scale(self) -> float:
        if self.percent:
            return 10.0
        if self.subject == "worth":
            return 1.0
        return max((abs(one) for one in (self.lo, self.hi) if abs(one) != inf), default=1.0) or 1.0

    @property
    def bounds(self) -> str:
        unit = " %" if self.percent else ""
        if self.lo == -inf:
            return f"at most {self.hi:g}{unit}"
        return f"at least {self.lo:g}{unit}" if self.hi == inf else f"{self.lo:g} to {self.hi:g}{unit}"


def read_goals(texts: Sequence[str], game: Game, players: int) -> tuple[Goal, ...]:
    """Parse goals; unknown, impossible or contradictory ones raise a RulecError."""
    found = tuple(_goal(text, game) for text in texts)
    for goal in found:
        if goal.subject in ("seat spread", "margin", "ties") and players < 2:
            raise RulecError(f"`{goal.text}`: a game for one has no {goal.subject}")
        if not goal.lo <= goal.hi:
            raise RulecError(f"`{goal.text}`: no number is in {goal.lo:g} to {goal.hi:g}")
        if goal.percent and (goal.hi < 0 or goal.lo > 100):
            raise RulecError(f"`{goal.text}`: a share is 0 to 100 %")
        _require_possible(goal)
    for place, goal in enumerate(found):
        for other in found[:place]:
            _require_compatible(goal, other)
    return found


def _require_possible(goal: Goal) -> None:
    count = len(goal.options)
    if not goal.every:
        return
    if goal.subject == "worth" and not goal.lo <= 1 <= goal.hi:
        side = "above" if goal.lo > 1 else "below"
        what = f"`{goal.text}` contradicts itself: not all can be {side} their mean"
        raise RulecError(what, "an interval around 1 can be met")
    if goal.subject == "use" and (count * goal.lo > 100 or count * goal.hi < 100):
        raise RulecError(f"`{goal.text}` contradicts itself: the shares of {count} options make 100 %")


def _require_compatible(goal: Goal, other: Goal) -> None:
    shared = goal.subject == other.subject and (
        goal.key == other.key or set(goal.options) & set(other.options)
    )
    if shared and max(goal.lo, other.lo) > min(goal.hi, other.hi):
        raise RulecError(f"the goals `{other.text}` and `{goal.text}` contradict each other", "leave one out")


# --- reading ------------------------------------------------------------------------------------------


def _goal(text: str, game: Game) -> Goal:
    lo, hi, percent, rest = _bounds(text)
    words = re.sub(r"\s+", " ", rest).strip(" ,:").lower()
    words = re.sub(r"\bof (?:the )?mean(?: worth)?$", "", words).strip()
    plain = re.sub(r"^(?:the|mean) ", "", words)
    if plain in _OF_GAMES:
        subject, share = _OF_GAMES[plain]
        _require_unit(text, share, percent)
        return Goal(text, subject, lo, hi, share)
    line = re.match(r"points (?:of|for|from) ", plain)
    if line:
        _require_unit(text, False, percent)
        return _of_category(text, plain[line.end() :], (lo, hi), game)
    what, sort = _sort(plain)
    goal = _of_options(text, what, sort, (lo, hi), game)
    _require_unit(text, goal.percent, percent)
    return goal


def _sort(words: str) -> tuple[str, Subject]:
    """Split the words into the names of options and the statistic."""
    times = re.search(r" times(?: (?:a|per|each) game)?$", words)
    if times:
        return words[: times.start()], "times"
    use = re.match(r"(?:use|uses|share) of ", words)
    return (words[use.end() :], "use") if use else (re.sub(r"^worth of ", "", words), "worth")


def _of_category(text: str, what: str, bounds: tuple[float, float], game: Game) -> Goal:
    known = {one.lower(): one for one in game.SCORE_CATEGORIES}
    if what not in known:
        lines = ", ".join(f"`{one}`" for one in known.values())
        hint = did_you_mean(what, [*known.values()]) or f"the lines are {lines}"
        raise RulecError(f"`{text}`: no line of the score is called `{what}`", hint)
    return Goal(text, "category", *bounds, False, category=known[what])


def _bounds(text: str) -> tuple[float, float, bool, str]:
    for pattern, sort in _BOUNDS:
        found = pattern.search(text)
        if found is None:
            continue
        numbers = [float(one) for one in found.groups()[::2]]
        percent = any(found.groups()[1::2])
        lo = -inf if sort == "below" else numbers[0]
        hi = inf if sort == "above" else numbers[-1]
        return lo, hi, percent, f"{text[: found.start()]} {text[found.end() :]}"
    raise RulecError(
        f"`{text}` says no bounds", "write `below 2 %`, `at least 90` or `between 0.8 and 1.2` in a goal"
    )


def _require_unit(text: str, share: bool, percent: bool) -> None:
    if share and not percent:
        raise RulecError(f"`{text}` is about a share", "write its bounds in %, as in `below 2 %`")
    if percent and not share:
        raise RulecError(f"`{text}` is about no share", "leave the % out")


def _of_options(text: str, what: str, subject: Subject, bounds: tuple[float, float], game: Game) -> Goal:
    several = re.match(r"(?:every|each|all) ", what)
    name = what[several.end() :] if several else what
    name = re.sub(r" (?:actions?|options?|choices)$", "", name)
    labels: dict[str, list[str]] = {}
    for row in game.action_table():
        labels.setdefault(row.decision, []).append(row.label)
    folded = {one.lower(): one for one in labels}
    every = folded.get(name, "")
    if every:
        options = tuple(labels[every])
        if not 2 <= len(options) <= _MOST_OPTIONS:
            count = len(options)
            raise RulecError(f"`{text}`: `{every}` has {count} options", "name single options of it")
        return Goal(text, subject, *bounds, subject == "use", options, every, every=True)
    single = {label.lower(): (label, decision) for decision, those in labels.items() for label in those}
    found = single.get(name)
    if found is None:
        known = [*_OF_GAMES, *labels, *(label for label, _ in single.values())]
        hint = did_you_mean(name, known) or f"a goal is about {_MEANINGS}"
        raise RulecError(f"`{text}`: unknown name `{name}`", hint)
    if len(labels[found[1]]) > _MOST_OPTIONS * 10:
        raise RulecError(f"`{text}`: `{found[1]}` has too many options to compare them")
    return Goal(text, subject, *bounds, subject == "use", (found[0],), found[1])
