"""Renders a recorded game as one HTML page with a slider.

Neighbouring positions share nearly all of their drawings: the page holds each distinct element once, and of
each position the differences from the one before.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from markupsafe import Markup

from rulec.face import State
from rulec.picture.build import scene
from rulec.picture.canvas import Close, Item, Open
from rulec.picture.html_renderer import opening_tag, template
from rulec.picture.look.records import Look
from rulec.picture.options import choice_text, last_choice
from rulec.picture.page import COLUMNS, DrawnPanel, draw_panels
from rulec.picture.scene_records import Scene, TurnPanel
from rulec.picture.svg_renderer import elements, style_sheet

_SCRIPT: Final = "replay.js"


@dataclass(frozen=True)
class _Entry:
    """Log entry of a move."""

    who: str
    text: str


class Replay:
    """Page of a recorded game, built position by position.

    `observer` sees what that player knows, and by default everything.
    """

    def __init__(self, observer: int | None = None, look: Look | None = None) -> None:
        self._observer, self._look = observer, look
        self._parts: dict[str, int] = {}
        self._styles: dict[str, int] = {}
        self._slots: dict[tuple[str, str, int], int] = {}
        self._drawings: dict[int, list[int]] = {}
        self._frames: list[list[Any]] = []
        self._log: list[_Entry] = []
        self._first: Scene | None = None

    def add(self, state: State, before: State | None = None, action: int | None = None) -> None:
        """Append a position, and the choice that led to it from `before`."""
        last = last_choice(before, action, self._observer)
        drawn = scene(state, self._observer, before, last, self._look, offered=False)
        self._first = self._first or drawn
        if before is not None and action is not None:
            self._log.append(_Entry(*choice_text(before, action, self._observer)))
        panels = draw_panels(drawn, flowing=True)
        slots = list(self._slots_of(panels))
        changes = [
            change for slot, one in zip(slots, panels, strict=True) for change in self._change(slot, one)
        ]
        wide = [slot for slot, one in zip(slots, panels, strict=True) if one.span > 1]
        narrow = [slot for slot, one in zip(slots, panels, strict=True) if one.span == 1]
        full = any(one.span >= COLUMNS for one in panels)
        style = self._styles.setdefault(style_sheet(drawn), len(self._styles))
        self._frames.append([style, int(full), wide, narrow, changes, self._points(state)])

    def html(self) -> str:
        """Render the page, without references to anything outside it."""
        if self._first is None:
            raise ValueError("a replay needs a position")
        script = (files("rulec.picture") / "templates" / _SCRIPT).read_text(encoding="utf-8")
        digest = b64encode(sha256(script.encode()).digest()).decode()
        data = {"styles": [*self._styles], "parts": [*self._parts], "frames": self._frames}
        # Inside a script element only `<` could end the data.
        text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
        return template("replay.html.j2").render(
            scene=self._first, log=self._log, data=Markup(text), script=Markup(script), digest=digest
        )

    def _slots_of(self, panels: Iterable[DrawnPanel]) -> Iterator[int]:
        """Yield a number for each panel, the same in all positions."""
        seen: dict[tuple[str, str], int] = {}
        for one in panels:
            title = "" if isinstance(one.panel, TurnPanel) else one.panel.title
            key = (type(one.panel).__name__, title)
            seen[key] = seen.get(key, 0) + 1
            yield self._slots.setdefault((*key, seen[key]), len(self._slots))

    def _change(self, slot: int, one: DrawnPanel) -> Iterator[list[Any]]:
        """Yield the difference of a panel from its last drawing, if any."""
        texts = [opening_tag(one), *_groups(one.items), "</svg>"]
        new = [self._parts.setdefault(text, len(self._parts)) for text in texts]
        old = self._drawings.get(slot, [])
        if new != old:
            self._drawings[slot] = new
            yield [slot, *_difference(old, new)]

    def _points(self, state: State) -> list[int]:
        if not state.description().categories:
            return list(state.scores()) if state.is_terminal() else []
        return list(state.scores() if self._observer is None else state.public_scores(self._observer))


def _groups(items: Sequence[Item]) -> Iterator[str]:
    """Yield the markup of each outermost group or element."""
    depth, start = 0, 0
    for end, item in enumerate(items, start=1):
        depth += isinstance(item, Open) - isinstance(item, Close)
        if depth == 0:
            yield "".join(elements(items[start:end]))
            start = end


def _difference(old: list[int], new: list[int]) -> list[list[int]]:
    """Edits `[start, removed, *inserted]` that turn the old list into the new one, the last edit first."""
    if len(old) == len(new):
        runs: list[list[int]] = []
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            if one == other:
                continue
            if runs and runs[-1][0] + runs[-1][1] == place:
                runs[-1][1] += 1
                runs[-1].append(other)
            else:
                runs.append([place, 1, other])
        return runs[::-1]
    short = min(len(old), len(new))
    head = next((n for n in range(short) if old[n] != new[n]), short)
    tail = next((n for n in range(short - head) if old[-1 - n] != new[-1 - n]), short - head)
    return [[head, len(old) - head - tail, *new[head : len(new) - tail]]]
