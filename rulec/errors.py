"""Errors that a user of rulec can cause: one line with problem and location, and a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

# The run-time errors live with the runtime, which compiled engines import without the compiler.
from rulec.runtime.errors import (
    DEAD_END_HINT as DEAD_END_HINT,
)
from rulec.runtime.errors import (
    IllegalAction as IllegalAction,
)
from rulec.runtime.errors import (
    OptionGivesWay as OptionGivesWay,
)
from rulec.runtime.errors import (
    RulecError as RulecError,
)
from rulec.runtime.errors import (
    RulesError as RulesError,
)
from rulec.runtime.errors import (
    StaleBuild as StaleBuild,
)
from rulec.runtime.errors import (
    UnknownName as UnknownName,
)

if TYPE_CHECKING:
    from rulec.base.diagnostics import Diagnostic


class RulesFileError(RulecError):
    """A rules file has problems; `diagnostics` lists all of them."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class ToolchainError(RulecError):
    """The machine can't build: no C compiler, no Python headers, no room."""


class CompilerBug(RulecError):
    """Generated code did not build although `rulec check` accepted the rules: a bug of rulec."""
