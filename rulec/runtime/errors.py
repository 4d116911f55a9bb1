"""Errors of a running game."""

from __future__ import annotations

from typing import Any


class RulecError(Exception):
    """Base of every error that rulec raises for something a user did."""

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
    """An option that nobody named has not its default, which does not go with the number of players."""


class IllegalAction(RulecError, ValueError):
    """An action that the pending decision does not offer; the state is unchanged."""


class UnknownName(RulecError, KeyError):
    """A path at which a state has nothing."""


class StaleBuild(RulecError, ImportError):
    """The rules file has changed since the module was built."""


class RulesError(RulecError):
    """The rules led the game where it can't go on.

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
        super().__init__(message)
        self.kind = kind
        self.file = file
        self.line = line
        self.state = state
        self.action = action
        self.seed = seed
