"""Cooperative games: all players have the same result by definition."""

from __future__ import annotations

from rulec.ir.program import Program
from rulec.ir.walk import locals_read


def is_cooperative(program: Program) -> bool:
    """Return whether neither points nor tie-breaks depend on the player."""
    if not program.categories:
        return False
    functions = {one.name: one for one in program.functions}
    scoring = [*(one.function for one in program.categories), *program.tie_breaks]
    return not any("me" in locals_read(functions[name].result) for name in scoring)
