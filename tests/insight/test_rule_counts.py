"""Rules that are carried out, told from those that are only tried or never come."""

from __future__ import annotations

import random

from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import check
from rulec.insight.rule_counts import RuleCounts
from rulec.interp.face import interpret
from tests.cli.tools import TRIED
from tests.engines import SMALL, interpreted


def followed(text: str, wanted: str) -> set[str]:
    """The rules that are never carried out, if everybody takes what is wanted where it is offered."""
    checked = check(SourceText("tried.rules", text))
    assert checked.ok, checked.diagnostics
    program = to_program(checked)
    game, firings = interpret(program), RuleCounts(program)
    state = game.State(2, seed=1)
    firings.begin(1, "sampled", {"players": 2})
    while not state.is_terminal():
        labels = {state.action_to_string(one): one for one in state.legal_actions()}
        action = next((one for label, one in labels.items() if label.endswith(wanted)), None)
        before = state.to_bytes()
        action = next(iter(labels.values())) if action is None else action
        state.apply_action(action)
        firings.follow(before, action, state.to_bytes())
    return {rule.name for rule in firings.never()}


def test_what_is_only_tried_is_not_carried_out() -> None:
    assert followed(TRIED, "save") == {"squander", "sing", "imagine", "burn"}
    assert followed(TRIED, "spend") == {"grow", "sing", "imagine", "burn"}
    assert followed(TRIED, "dream") == {"grow", "squander", "sing", "imagine", "burn"}


def test_rules_that_are_used_in_the_set_up_alone_count() -> None:
    assert "endow" not in followed(TRIED, "save")


FOLLOWED = ("nesting", "orders", "passing", "secrets")


def test_games_of_every_sort_can_be_followed() -> None:
    for path in (one for one in SMALL if one.stem in FOLLOWED):
        checked = check(SourceText(str(path), path.read_text(encoding="utf-8")))
        game, firings, rnd = interpreted(path), RuleCounts(to_program(checked)), random.Random(1)
        state = game.State(seed=2)
        firings.begin(2, "sampled", {"players": state.num_players()})
        for _ in range(30):
            if state.is_terminal():
                break
            before, action = state.to_bytes(), rnd.choice(state.legal_actions())
            state.apply_action(action)
            firings.follow(before, action, state.to_bytes())
        assert len(firings.never()) < len(firings.rules), path
