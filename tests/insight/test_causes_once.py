"""The causes of look-aheads, found once for all decisions that are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiled import Compiled
from rulec.passes.needs_search import MustSucceed

PHASE_B = Path(__file__).parents[1] / "probes" / "phase_b.rules"


def test_all_decisions_share_one_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = Compiled(PHASE_B)
    names = compiled.decision_names()
    assert len(names) > 2
    solved = 0
    solve = MustSucceed.of.__func__  # type: ignore[attr-defined]

    def counted(cls: type[MustSucceed], program: object) -> MustSucceed:
        nonlocal solved
        solved += 1
        found: MustSucceed = solve(cls, program)
        return found

    monkeypatch.setattr(MustSucceed, "of", classmethod(counted))
    told = [compiled.explained(name) for name in names]
    assert solved == 1
    assert [one.name for one in told] == list(names)
    assert any(option.causes for one in told for option in one.options)
