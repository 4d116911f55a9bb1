"""Checks of `certain` rules, behind whose chance the look-ahead continues."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.typed.walk import body_parts, parts


def check_certain(game: typed.Game, report: Reporter) -> None:
    """Check that a `certain` rule uses chance, and that its outcomes depend on public information only.

    Otherwise the legal options would reveal hidden information.
    """
    for rule in game.rules:
        if rule.certain is None:
            continue
        drawn = [
            part
            for part in body_parts(rule)
            if isinstance(part, typed.DrawOne | typed.Roll | typed.RandomOne)
        ]
        if not drawn:
            report.error(
                "R613",
                rule.certain,
                f"`{rule.name}` itself leaves nothing to chance",
                "write `certain` at the rule that draws or rolls, or leave it out",
            )
        for one in drawn:
            for name in _hidden(one, game):
                report.error(
                    "R614",
                    one.span,
                    f"what can come here depends on `{name}`, which not all players know",
                    "leave `certain` out, or let all see it",
                )
                break


def _hidden(chance: typed.DrawOne | typed.Roll | typed.RandomOne, game: typed.Game) -> Iterator[str]:
    read: list[object] = []
    if isinstance(chance, typed.Roll):
        read += [*parts(chance.low), *parts(chance.high)]
    else:
        read += parts(chance.source if isinstance(chance, typed.DrawOne) else chance.value)
    for part in read:
        if isinstance(part, typed.VariableValue) and part.variable.seen != "all":
            yield part.variable.name
        if isinstance(part, typed.ZoneValue):
            # The contents of a pile are known if all pieces outside it are.
            pile = part.zone
            for zone in game.zones:
                own = zone is pile and zone.deck is not None
                if zone.pieces is pile.pieces and zone.seen != "all" and not own:
                    yield zone.name
