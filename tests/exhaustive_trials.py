"""Legality marks of a program against a search that trusts none of them."""

from __future__ import annotations

import random
from dataclasses import replace

from rulec.interp.face import interpret
from rulec.ir.program import GroupLegality, OptionGroup, Program


def without_marks(program: Program) -> Program:
    """Return the same game without legality marks, so that every option is searched to the end."""

    def group(one: OptionGroup) -> OptionGroup:
        options = one.legality.locally_legal or one.options
        return replace(one, options=options, legality=GroupLegality(True, trial_cost=one.legality.trial_cost))

    decisions = tuple(
        replace(decision, groups=tuple(map(group, decision.groups))).marked(
            completable=False, completable_in_rule=False, exit_condition=None
        )
        for decision in program.decisions
    )
    return replace(program, decisions=decisions)


def number_of_marked_groups(program: Program) -> int:
    """Count the option groups that have a condition derived by a pass."""
    marks = [group.legality for decision in program.decisions for group in decision.groups]
    conditions = ((one.locally_legal, one.sufficient, one.necessary) for one in marks)
    return sum(any(one is not None for one in group) for group in conditions)


def compare_with_search(program: Program, decisions: int) -> int:
    """Compare all options at so many decisions of random games; return the number compared."""
    game, searching = interpret(program), interpret(without_marks(program))
    compared = seed = 0
    while compared < decisions:
        rnd = random.Random(seed)
        state = game.State(game.PLAYERS[seed % len(game.PLAYERS)], seed=seed)
        seed += 1
        while not state.is_terminal() and compared < decisions:
            offered = state.legal_actions()
            found = searching._machine.options(list(state._values))
            assert offered == found, (state.history(), state.to_dict())
            compared += 1
            state.apply_action(rnd.choice(offered))
    return compared
