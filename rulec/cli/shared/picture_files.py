"""Writes picture files, in the format of their suffix, replacing only pictures."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulec.cli.shared import output
from rulec.cli.shared.files import STANDARD_INPUT
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import State
    from rulec.picture import Look

_FORMS = {".svg": "svg", ".html": "html", ".htm": "html", ".png": "png"}
_told: set[str] = set()  # problems of look files
_BEGINNINGS = (b"<svg", b"<!doctype html", b"\x89png")


@dataclass(frozen=True)
class Shown:
    """Position to draw, a previous one, and the move between them if single."""

    state: State
    before: State | None = None
    action: int | None = None


def form_of(target: str) -> str:
    """Format by suffix: `svg`, `html` or `png`; `-` is SVG to standard output."""
    if target == STANDARD_INPUT:
        return "svg"
    form = _FORMS.get(Path(target).suffix.lower())
    if form is None:
        raise RulecError(f"{target} has no form of a picture", "let it end in .svg, .html or .png")
    return form


def drawn(shown: Shown, observer: int | None, form: str) -> bytes:
    """Render in a format; `observer` counts players from 1."""
    from rulec import picture

    seat = seat_of(shown.state, observer)
    last = picture.last_choice(shown.before, shown.action, seat)
    look = look_of(shown.state)
    if form == "png":
        return picture.png(shown.state, seat, shown.before, last, look=look)
    text = (picture.svg if form == "svg" else picture.html)(shown.state, seat, shown.before, last, look)
    return text.encode()


def seat_of(state: State, observer: int | None) -> int | None:
    """Seat of an observer, who is counted from 1."""
    seats = state.num_players()
    if observer is not None and observer > seats:
        raise RulecError(f"there is no player {observer}", f"the game has {output.count(seats, 'player')}")
    return None if observer is None else observer - 1


def look_of(state: State) -> Look:
    """Look of a game; problems are printed once per version of its files."""
    from rulec import picture

    look, problems = picture.look_of(state)
    text = problems.text()
    if text and text not in _told:
        _told.add(text)
        print(output.problem_text(text, sys.stderr), file=sys.stderr)
        if problems.refused:
            told = "the picture is drawn without the look file"
            print(output.paint(f"note: {told}", "dim", sys.stderr), file=sys.stderr)
    return look


def require_replaceable(target: str) -> None:
    """Raise an error if the target is an existing file other than a picture."""
    path = Path(target)
    try:
        if target == STANDARD_INPUT or not path.exists():
            return
        if path.is_dir():
            raise RulecError(f"{target} is a folder")
        with path.open("rb") as file:
            start = file.read(32).lower()
    except OSError as problem:
        raise RulecError(f"{target} can't be read: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{target!r} is not a name of a file") from None
    if start and not start.startswith(_BEGINNINGS):
        raise RulecError(f"{target} is there already and is not a picture", "choose another name")


def write_picture(target: str, data: bytes) -> None:
    """Replace the file atomically."""
    path = Path(target)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
    except OSError as problem:
        raise RulecError(f"{target} can't be written: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{target!r} is not a name of a file") from None
