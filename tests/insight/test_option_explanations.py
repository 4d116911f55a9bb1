"""Why options are offered or not: the clauses that are told of must be what decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import explainer_of, to_program
from rulec.errors import RulesError
from rulec.frontend import check, read_source
from rulec.interp.face import interpret
from rulec.interp.legality_explainer import ClauseResult
from rulec.runtime import codec, rng
from tests.large import all_but_large

GAMES = Path(__file__).parents[1] / "games"
PROBES = Path(__file__).parents[1] / "probes"
FILES = sorted([*GAMES.glob("*.rules"), *GAMES.glob("variants/*.rules"), *PROBES.glob("*.rules")])
POSITIONS = 14
EVERY = 5


def _can_be_told(one: ClauseResult) -> bool:
    return one.holds is not None


@pytest.mark.parametrize("file", all_but_large(FILES, 4))
def test_clauses_are_what_decides(file: Path) -> None:
    """At positions of a random game: an option is possible exactly where all hold that it has to pass.

    Of those that a look-ahead rules out it is told where they end.
    """
    checked = check(read_source(file))
    game, reasons = interpret(to_program(checked)), explainer_of(checked)
    schema = reasons.machine.schema
    assert schema.layout_hash == game.LAYOUT_HASH
    stream = rng.stream(rng.key_of(3), 1)
    state = game.State(seed=3, record=False)
    told = 0
    for step in range(POSITIONS * EVERY):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        if step % EVERY == 0:
            cells = codec.unpack(schema, state.to_bytes()[len(codec.header(schema)) : -4])
            decision = reasons.asked(cells)
            assert decision is not None
            assert set(legal) <= set(reasons.machine.possible(decision, cells))
            for group in decision.groups:
                actions = range(group.first, group.first + group.domain.size)
                for action in actions[:40]:
                    clauses = reasons.clauses(cells, group, action)
                    if group.clause_id < 0 or not all(map(_can_be_told, clauses)):
                        continue
                    told += 1
                    expected = all(one.holds for one in clauses)
                    assert reasons.possible(cells, group, action) == expected, (
                        step,
                        decision.name,
                        action,
                        clauses,
                    )
            barred = [a for a in reasons.machine.possible(decision, cells) if a not in legal]
            for action in barred[:2]:
                ends, whole = reasons.stuck(cells, action)
                assert ends or not whole, (step, decision.name, action)
        try:
            state.apply_action(legal[rng.below(rng.draw(stream, step), len(legal))])
        except RulesError:
            break
    assert told
