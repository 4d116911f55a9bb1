"""Comparison of two games for the lab page, clear differences first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulec.sim.play_diff import Contrast, Figure, Side

_ROWS = 300
_ORDER = ("clearly more", "clearly less", "too few games to say", "no difference seen")


def contrast_record(found: Contrast, left: Side, right: Side, ways: Sequence[str]) -> dict[str, Any]:
    """Record of a comparison: plain words, figures with intervals, and elements of only one game."""
    from rulec.sim.contrast_words import in_words

    one, other = left.game, right.game
    figures = sorted(found.figures, key=lambda figure: _ORDER.index(figure.verdict))
    return {
        "titles": [one.TITLE, other.TITLE],
        "digests": [one.RULES_HASH, other.RULES_HASH],
        "words": in_words(found, left, right, ways),
        "figures": [_figure(figure) for figure in figures[:_ROWS]],
        "left_out": max(len(figures) - _ROWS, 0),
        "alone": [
            {"group": element.group, "name": element.name, "in_first": element.in_left}
            for element in found.alone[:_ROWS]
        ],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "group": figure.group,
        "name": figure.name,
        "seat": None if figure.seat is None else figure.seat + 1,
        "values": [figure.left.mean, figure.right.mean],
        "margins": [figure.left.margin, figure.right.margin],
        "difference": figure.comparison.difference,
        "interval": [figure.comparison.low, figure.comparison.high],
        "is_share": figure.left.is_share,
        "verdict": figure.verdict,
    }
