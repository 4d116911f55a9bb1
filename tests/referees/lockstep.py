"""An engine and a referee play the same game, and every difference between them is an error.

What is pending at the referee, in the words of the rules file, is told by the game's own `Words`.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from rulec.runtime.face import CHANCE_PLAYER


class Words(Protocol):
    """A referee that speaks the words of the rules file."""

    def over(self) -> bool:
        """Has the game ended?"""

    def chance(self) -> dict[str, float] | None:
        """Label of each outcome -> its probability; None if a player decides."""

    def bring(self, label: str) -> None:
        """This is what chance has brought."""

    def player(self) -> int:
        """The person who decides."""

    def options(self) -> list[str]:
        """The labels of what may be chosen."""

    def choose(self, label: str) -> None:
        """This has been chosen."""

    def likes(self, label: str) -> float:
        """How gladly this option is taken."""

    def settled(self) -> bool:
        """Do the figures have to be the same now?"""

    def figures(self) -> dict[str, Any]:
        """Path in the engine's dictionary -> what has to be there, apart from empty places."""


class Disagreement(AssertionError):
    """With what was played up to here, so that the position can be reached again."""


def agree(state: Any, what: str, engine: Any, referee: Any) -> None:
    if engine != referee:
        if isinstance(engine, list) and isinstance(referee, list):
            alone = (
                [one for one in engine if one not in referee],
                [one for one in referee if one not in engine],
            )
            engine, referee = f"{engine} ({alone[0]} alone)", f"{referee} ({alone[1]} alone)"
        said = f"{what}: the engine has {engine}, the referee {referee}"
        raise Disagreement(f"{said}; history {state.history()}, {state.to_dict()['options']}")


def filled(value: Any) -> Any:
    """Without empty places."""
    if not isinstance(value, dict):
        return value
    kept = {key: filled(one) for key, one in value.items()}
    return {key: one for key, one in kept.items() if one not in (None, 0, {})}


def compare(state: Any, words: Words) -> None:
    position = state.to_dict()
    for path, expected in words.figures().items():
        found: Any = position
        for name in path.split("/"):
            found = found[name]
        agree(state, path, filled(found), filled(expected))


def play_together(
    state: Any, words: Words, rnd: random.Random, most: int | None = None, often: float = 1.0
) -> int:
    """To the end, or through so many decisions; how many there were. The state asks for chance.

    `often` is how often all figures are compared; options and whose turn it is always are.
    """
    decisions = 0
    while not words.over() and decisions != most:
        agree(state, "over", state.is_terminal(), False)
        if words.settled() and rnd.random() < often:
            compare(state, words)
        ids = {state.action_to_string(action): action for action in state.legal_actions()}
        outcomes = words.chance()
        if outcomes is not None:
            agree(state, f"who decides {state.decision()}", state.current_player(), CHANCE_PLAYER)
            agree(state, "outcomes", sorted(ids), sorted(outcomes))
            for action, probability in state.chance_outcomes():
                label = state.action_to_string(action)
                agree(state, label, round(probability, 9), round(outcomes[label], 9))
            label = rnd.choices(list(outcomes), list(outcomes.values()))[0]
            words.bring(label)
        else:
            options = words.options()
            agree(state, "options", sorted(ids), sorted(options))
            agree(state, f"who decides {state.decision()}", state.current_player(), words.player())
            label = rnd.choices(options, [words.likes(one) for one in options])[0]
            words.choose(label)
            decisions += 1
        state.apply_action(ids[label])
    if words.over():
        agree(state, "over", state.is_terminal(), True)
    if words.settled():
        compare(state, words)
    return decisions


def agree_on_points(state: Any, sheets: list[dict[str, int]], ranking: Any) -> None:
    """Of each seat its score sheet, in the words of the rules file; and the places."""
    agree(state, "scores", state.scores(), [sum(sheet.values()) for sheet in sheets])
    items = {name: [sheet[name] for sheet in sheets] for name in sheets[0]}
    agree(state, "score sheet", state.score_sheet(), items)
    agree(state, "ranking", state.ranking(), ranking)
    agree(state, "winners", state.winners(), ranking[0])
