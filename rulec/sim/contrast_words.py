"""Comparison of two games in plain words, limited to statistically clear differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist

from rulec.sim.counters import WHOLE
from rulec.sim.play_diff import Contrast, Figure, Side, played
from rulec.sim.statistics import RISK

_NAMED = 3  # options named of those taken more often, and of those taken less often
_TELLING = 0.1  # an advantage that games have to be able to show, before none is told
_CLEAR = ("clearly more", "clearly less")


def in_words(found: Contrast, left: Side, right: Side, ways: Sequence[str]) -> list[str]:
    """Return the sentences that tell how the right game clearly differs from the left one."""
    told = [*_length(found), *_points(found), *_victories(found, left, right), *_options(found)]
    if not any(one.verdict in _CLEAR for one in found.figures):
        games = f"{played(right.tally):,} games each"
        told.insert(0, f"No figure clearly differs in {games}; more games show smaller differences.")
    if set(ways) <= {"random", "first", "last", "same"}:
        told.append(
            "Nobody played to win: such games show what the rules allow, not what good players would choose."
        )
    return told


def _length(found: Contrast) -> Iterator[str]:
    for one in found.of("length"):
        if one.name == "decisions":
            if one.verdict in _CLEAR:
                yield f"Games are {'longer' if _more(one) else 'shorter'}: {_values(one, ' decisions')}."
            elif one.verdict == "no difference seen":
                yield "Games are about equally long."


def _points(found: Contrast) -> Iterator[str]:
    totals = [one for one in found.of("scores") if one.name == "all"]
    clear = [one for one in totals if one.verdict in _CLEAR]
    for more in (True, False):
        some = [one for one in clear if _more(one) == more]
        word = "more" if more else "fewer"
        if len(some) == len(totals) > 1:
            spans = [sorted((abs(one.comparison.low), abs(one.comparison.high))) for one in some]
            least, most = min(low for low, _ in spans), max(high for _, high in spans)
            yield f"Every player scores {word} points: by {_number(least)} to {_number(most)}."
        else:
            yield from (f"{_who(one)} scores {word} points: {_values(one)}." for one in some)


def _victories(found: Contrast, left: Side, right: Side) -> Iterator[str]:
    for one in found.of("victories"):
        if one.verdict in _CLEAR:
            yield f"{_who(one)} wins {'more' if _more(one) else 'less'} often: {_values(one)}."
    before, after = _favoured(left), _favoured(right)
    first, second = left.game.TITLE, right.game.TITLE
    if before and after:
        yield f"In {first}, {before}; in {second}, {after}."
    elif before or after:
        uneven, even = (first, second) if before else (second, first)
        yield f"In {uneven}, {before or after}; {even} shows no such advantage."
    elif len(found.of("victories")) > 1 and max(map(_detectable, (left, right))) <= _TELLING:
        yield "Neither game shows an advantage of a seat."


def _favoured(side: Side) -> str:
    """Name the seat that surely wins more than an equal share; else return an empty text."""
    games, seats = side.tally.games, len(side.tally.wins)
    if seats < 2 or not games:
        return ""
    best = max(range(seats), key=lambda seat: side.tally.wins[seat])
    share = side.tally.wins[best] / WHOLE / games
    if share - 1 / seats <= _detectable(side):
        return ""
    return f"player {best + 1} has the better seat ({share:.0%} of the victories)"


def _detectable(side: Side) -> float:
    """Return the least advantage of a seat that so many games can show."""
    seats, games = len(side.tally.wins), max(side.tally.games, 1)
    # The best of all seats, in two games: the risk of a wrong name is shared out among them (Bonferroni).
    least = NormalDist().inv_cdf(1 - RISK / (4 * seats))
    return float(least * ((seats - 1) / seats**2 / games) ** 0.5)


def _options(found: Contrast) -> Iterator[str]:
    clear = [one for one in found.of("options taken") if one.verdict in _CLEAR]
    clear.sort(key=lambda one: -abs(one.comparison.difference))
    for more in (True, False):
        some = [one for one in clear if _more(one) == more]
        if some:
            named = ", ".join(f"{one.name} ({_values(one)})" for one in some[:_NAMED])
            rest = f", and {len(some) - _NAMED} others" if len(some) > _NAMED else ""
            yield f"Taken {'more' if more else 'less'} often in a game: {named}{rest}."


def _more(one: Figure) -> bool:
    return one.comparison.difference > 0


def _who(one: Figure) -> str:
    return "The player" if one.seat is None else f"Player {one.seat + 1}"


def _values(one: Figure, unit: str = "") -> str:
    if one.left.is_share:
        return f"{one.right.mean:.0%} instead of {one.left.mean:.0%}"
    return f"{_number(one.right.mean)}{unit} instead of {_number(one.left.mean)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
