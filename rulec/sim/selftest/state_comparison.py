"""Comparison of game metadata and states of two back ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulec.face import Game, State

_SHOWN = 400


class Difference(Exception):
    """The back ends disagree, or one violates an invariant."""

    def __init__(self, what: str, sides: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(what)
        self.what = what
        self.sides = sides


@dataclass(frozen=True)
class Side:
    """Back end with its name in reports."""

    name: str
    game: Game


def expect_equal(what: str, left: Side, right: Side, one: Any, two: Any) -> None:
    if one != two or type(one) is not type(two):
        raise Difference(what, ((left.name, _shown(one)), (right.name, _shown(two))))


_OF_A_GAME: tuple[tuple[str, Callable[[Game], Any]], ...] = (
    ("TITLE", lambda game: game.TITLE),
    ("NAME", lambda game: game.NAME),
    ("PLAYERS", lambda game: tuple(game.PLAYERS)),
    ("OPTIONS", lambda game: dict(game.OPTIONS)),
    ("CONFIGURATIONS", lambda game: list(game.CONFIGURATIONS)),
    ("DECISIONS", lambda game: [tuple((d.name, d.citation, d.who, d.first, d.size) for d in game.DECISIONS)]),
    ("NUM_ACTIONS", lambda game: game.NUM_ACTIONS),
    ("MAX_CHANCE_OUTCOMES", lambda game: game.MAX_CHANCE_OUTCOMES),
    ("chance_table()", lambda game: [(r.id, r.decision, r.option, r.label) for r in game.chance_table()]),
    ("MAX_DECISIONS", lambda game: game.MAX_DECISIONS),
    ("SCORE_CATEGORIES", lambda game: tuple(game.SCORE_CATEGORIES)),
    ("COOPERATIVE", lambda game: game.COOPERATIVE),
    ("OBSERVATION_LAYOUT", lambda game: [tuple(part) for part in game.OBSERVATION_LAYOUT]),
    ("RULES_HASH", lambda game: game.RULES_HASH),
    ("LAYOUT_HASH", lambda game: game.LAYOUT_HASH),
    ("action_table()", lambda game: [(r.id, r.decision, r.option, r.label) for r in game.action_table()]),
    ("the description of its state", lambda game: getattr(game.State, "_face").common_schema),  # noqa: B009
    (
        "offerable_actions()",
        lambda game: [game.State.offerable_actions(**given) for given in game.CONFIGURATIONS],
    ),
)

# What each back end works out with code of its own (the core of `rulec.runtime.state`): only here can one of
# them be wrong by itself, so it is compared at every decision of every game.
_WORKED_OUT: tuple[tuple[str, Callable[[State], Any]], ...] = (
    ("is_terminal()", lambda state: state.is_terminal()),
    ("current_player()", lambda state: state.current_player()),
    ("decision_seat()", lambda state: state.decision_seat()),
    ("decision()", lambda state: state.decision()),
    ("legal_actions()", lambda state: state.legal_actions()),
    ("count_legal()", lambda state: state.count_legal()),
    ("legal_actions_mask()", lambda state: bytes(state.legal_actions_mask())),
    ("chance_outcomes()", lambda state: state.chance_outcomes()),
    ("to_bytes()", lambda state: state.to_bytes()),
)

# The points too, but the interpreter needs longer for them than to play on: in a swift game they are compared
# every few decisions, and at the end.
_POINTS: tuple[tuple[str, Callable[[State], Any]], ...] = (
    ("score_sheet()", lambda state: state.score_sheet()),
)

# What follows from that by code that both share (`StateFace`): functions of the bytes, the ids and points
# above and the description of the game, which `compare_games` has found to be one and the same. Of the
# tie-breaks, which are worked out by each, ranking and winners show what they decide; so these are compared
# at the end of every game, too.
_FOLLOWS: tuple[tuple[str, Callable[[State], Any]], ...] = (
    ("the labels", lambda state: [state.action_to_string(one) for one in state.legal_actions()]),
    ("to_dict()", lambda state: state.to_dict()),
    ("scores()", lambda state: state.scores()),
    ("history()", lambda state: state.history()),
)

_AT_THE_END: tuple[tuple[str, Callable[[State], Any]], ...] = (
    ("winners()", lambda state: state.winners()),
    ("ranking()", lambda state: state.ranking()),
    ("returns()", lambda state: state.returns()),
)

_OF_A_PLAYER: tuple[tuple[str, Callable[[State, int], Any]], ...] = (
    ("observation()", lambda state, player: state.observation(player)),
    ("observation_tensor()", lambda state, player: state.observation_tensor(player)),
    (
        'observation_tensor(form="compact")',
        lambda state, player: state.observation_tensor(player, "compact"),
    ),
    ("public_scores()", lambda state, player: state.public_scores(player)),
)


def compare_games(left: Side, right: Side) -> None:
    """Compare the game metadata and check that labels are unique."""
    for what, ask in _OF_A_GAME:
        expect_equal(what, left, right, ask(left.game), ask(right.game))
    labels = [row.label for row in left.game.action_table()]
    if len(set(labels)) != len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise Difference(f"two action ids have the label {twice!r}")


def compare_states(left: Side, right: Side, one: State, two: State, number: int) -> None:
    """Compare everything, including the views of one player (`number` modulo players)."""
    compare_core(left, right, one, two, True)
    for what, ask in (*_FOLLOWS, *_AT_THE_END):
        expect_equal(what, left, right, ask(one), ask(two))
    player = number % len(one.returns())
    for what, told in _OF_A_PLAYER:
        expect_equal(what, left, right, told(one, player), told(two, player))


def compare_core(left: Side, right: Side, one: State, two: State, points: bool) -> None:
    """Compare back-end results only; scores if `points` is set, and always at the end."""
    over = one.is_terminal()
    more = (*_POINTS, *_AT_THE_END) if over else _POINTS if points else ()
    for what, ask in (*_WORKED_OUT, *more):
        expect_equal(what, left, right, ask(one), ask(two))


def compare_faults(left: Side, right: Side, one: Exception | None, two: Exception | None) -> None:
    """Compare errors of the rules, including the saved state."""
    expect_equal("what went wrong", left, right, _fault(one), _fault(two))


def _fault(error: Exception | None) -> Any:
    if error is None:
        return None
    names = ("kind", "file", "line", "state", "action")
    return (type(error).__name__, str(error), *(getattr(error, name, None) for name in names))


def _shown(value: Any) -> str:
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."
