"""The passes in their order. None is needed yet: lowering already makes sets of filters."""

from __future__ import annotations

from collections.abc import Callable

from rulec.ir.program import Program
from rulec.ir.verify import verify

PASSES: tuple[Callable[[Program], Program], ...] = ()


def run_passes(program: Program) -> Program:
    """Each pass is followed by the verifier: a pass that breaks a program is named at once."""
    for one in PASSES:
        program = one(program)
        verify(program)
    return program
