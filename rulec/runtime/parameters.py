"""Parameters of a build: numbers of the rules that can be set for new games.

They are state variables that no rule assigns, so each game keeps its own values. Setting them affects all
later games of the module, in all threads, and must not happen while playouts or batches of the module run in
another thread.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulec.runtime.errors import RulecError
from rulec.runtime.numbers import whole
from rulec.runtime.value_text import written
from rulec.runtime.view import View


class ParameterKind(NamedTuple):
    """Default of a parameter and its allowed range."""

    default: int
    lo: int
    hi: int


class Parameters:
    """Parameters of one module; `begin_with` is called after every change."""

    def __init__(self, view: View, begin_with: Callable[[], object]) -> None:
        self._view, self._begin_with = view, begin_with
        self._known = {one.name: one for one in view.schema.tunable_numbers}
        self._now = {one.name: one.value for one in self._known.values()}

    def values(self) -> dict[str, int]:
        """Current values for new games."""
        return dict(self._now)

    def set(self, values: Mapping[str, int] | None = None) -> None:
        """Set the values for new games; unnamed parameters return to their defaults."""
        if values is not None and not isinstance(values, Mapping):
            raise ValueError(f"parameters are a dictionary of names and numbers, not {written(values)}")
        wanted = {one.name: one.value for one in self._known.values()}
        for name, value in (values or {}).items():
            wanted[name] = self._checked(name, value)
        self._now = wanted
        for name, value in wanted.items():
            for cell in self._known[name].cells:
                self._view.begin_with(self._known[name].slot, cell, value)
        if self._known:
            self._begin_with()

    def adopt(self, values: Mapping[str, int]) -> None:
        """Set the values of a pickled game, unless this process has set others."""
        if self._now == values:
            return
        if any(self._now[name] != one.value for name, one in self._known.items()):
            raise RulecError(
                f"`{self._view.schema.name}` was pickled with other parameters than this process has set",
                "call `set_parameters` with the same values first",
            )
        self.set(values)

    def _checked(self, name: str, value: object) -> int:
        known = self._known.get(name)
        if known is None:
            close = difflib.get_close_matches(str(name)[:200], self._known, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else ""
            raise ValueError(f"this build has no parameter `{name}`{hint}")
        number = whole(value)
        if number is None or not known.lo <= number <= known.hi:
            raise ValueError(
                f"`{name}` is a whole number from {known.lo} to {known.hi}, not {written(value)}"
            )
        return number
