"""Exceptions of a running game."""

from __future__ import annotations

from typing import Any, Final

# What a rule can say about the positions in which it can't be carried out.
DEAD_END_HINT: Final = (
    "say what happens where this can't be done: `if` or `may` before it, or `otherwise` below it; "
    "if there are options, a line behind them may be the cause (`draw up to 1` for `draw 1`)"
)


class RulecError(Exception):
    """Base of all errors caused by user input."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle every attribute: the subclasses take other arguments than `args` holds."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[RulecError], args: tuple[Any, ...], attributes: dict[str, Any]) -> RulecError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class OptionGivesWay(UserWarning):
    """Warning: an unnamed option deviates from its default to fit the number of players."""


class IllegalAction(RulecError, ValueError):
    """The action is not an option of the pending decision; the state is unchanged."""


class UnknownName(RulecError, KeyError):
    """The path does not exist in the state."""


class StaleBuild(RulecError, ImportError):
    """The rules file has changed since the module was built."""


class RulesError(RulecError):
    """The rules led the game to a state in which it cannot go on.

    `kind` is one of `dead end`, `range`, `length`, `look-ahead`, `always`; `file` and `line` name the rule;
    `state` holds the bytes of the state before the action, `action` the id that led there.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        file: str = "",
        line: int = 0,
        state: bytes = b"",
        action: int | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(message, DEAD_END_HINT if kind == "dead end" else "")
        self.kind = kind
        self.file = file
        self.line = line
        self.state = state
        self.action = action
        self.seed = seed

    @property
    def summary(self) -> str:
        """Rule and kind, by which games that stopped alike are counted together."""
        return f"{self.place}: {self.kind}"

    @property
    def place(self) -> str:
        """Location in the rules."""
        return f"{self.file}:{self.line}"
