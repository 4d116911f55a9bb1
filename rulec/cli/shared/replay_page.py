"""Pages of recorded games, for commands with the option `--html`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared.picture_files import look_of, require_replaceable, seat_of, write_picture
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import State
    from rulec.picture.replay_renderer import Replay

Html = Annotated[
    str, typer.Option("--html", metavar="OUT", help="Write a replay page with a slider (.html).")
]
Observer = Annotated[
    int | None,
    typer.Option(
        "--observer",
        metavar="P",
        min=1,
        help="With --html: show only the knowledge of player P; by default everything.",
    ),
]
_ENDINGS = (".html", ".htm")


def require_page(target: str, observer: int | None) -> None:
    """Raise an error unless the page can be written there."""
    if observer is not None and not target:
        raise RulecError("--observer says who looks at a page", "give it with --html")
    if target:
        if Path(target).suffix.lower() not in _ENDINGS:
            raise RulecError(f"{target} has no form of a page", "let it end in .html")
        require_replaceable(target)


class ReplayPage:
    """Page of one recorded game, written to a file at the end."""

    def __init__(self, target: str, observer: int | None) -> None:
        self._target, self._observer = target, observer
        self._replay: Replay | None = None
        self._before: State | None = None

    def begin(self, state: State) -> None:
        from rulec.picture.replay_renderer import Replay

        self._replay = Replay(seat_of(state, self._observer), look_of(state))
        self._before = state.clone()
        self._replay.add(self._before)

    def add(self, state: State, label: str) -> None:
        """Append a position, and the option that led to it."""
        assert self._replay is not None
        assert self._before is not None
        before, self._before = self._before, state.clone()
        self._replay.add(self._before, before, before.string_to_action(label))

    def write(self) -> None:
        if self._replay is not None:
            write_picture(self._target, self._replay.html().encode())
