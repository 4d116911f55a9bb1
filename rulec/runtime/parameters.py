"""Parameters of a build: numbers of the rules with which games begin.

They are variables of the state that no rule changes, so each game keeps those with which it began. Setting
them changes what games begin with: those of the whole module, in all threads, from then on. It must not
happen while random games or batches of the module are played in another thread.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulec.runtime.view import View


class ParameterKind(NamedTuple):
    """The value of the rules file, and which values games can be given."""

    default: int
    lo: int
    hi: int


class Parameters:
    """What games of one module begin with; `begin_with` is told of every change."""

    def __init__(self, view: View, begin_with: Callable[[], object]) -> None:
        self._view, self._begin_with = view, begin_with
        self._known = {one.name: one for one in view.schema.tunable_numbers}
        self._now = {one.name: one.value for one in self._known.values()}

    def values(self) -> dict[str, int]:
        """The numbers with which games begin now."""
        return dict(self._now)

    def set(self, values: Mapping[str, int] | None = None) -> None:
        """Let games begin with these numbers; those not named, with their defaults."""
        wanted = {one.name: one.value for one in self._known.values()}
        for name, value in (values or {}).items():
            wanted[name] = self._checked(name, value)
        self._now = wanted
        for name, value in wanted.items():
            for cell in self._known[name].cells:
                self._view.begin_with(self._known[name].slot, cell, value)
        if self._known:
            self._begin_with()

    def _checked(self, name: str, value: object) -> int:
        known = self._known.get(name)
        if known is None:
            close = difflib.get_close_matches(str(name)[:200], self._known, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else ""
            raise ValueError(f"this build has no parameter `{name}`{hint}")
        if isinstance(value, bool) or not isinstance(value, int) or not known.lo <= value <= known.hi:
            raise ValueError(f"`{name}` is a whole number from {known.lo} to {known.hi}, not {value!r}")
        return value
