"""Validates values of a look file; invalid ones are reported with a fix and dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rulec.base.diagnostics import Diagnostic, did_you_mean
from rulec.base.source_text import Span
from rulec.picture.look.path_data import Path, PathProblem, lies_within, parse_path
from rulec.picture.look.records import ICON_SIDE, Icon, Point, Shade
from rulec.picture.look.shades import COLOUR, dark_variant
from rulec.picture.look.toml_spans import Value
from rulec.picture.names import COLOURS

TEXT_LENGTH: Final = 200
ICON_LENGTH: Final = 8  # code points: an emoji may have several
FAR: Final = 100_000.0
_ICON_HINT: Final = "use coordinates of 0 to 24"


@dataclass
class Checker:
    """Diagnostic collector for one file; without `strict` unknown names are ignored."""

    strict: bool = True
    found: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    def warning(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, span, hint, severity="warning"))

    # --- tables -----------------------------------------------------------------------------------------

    def table(self, value: Value, known: Iterable[str]) -> dict[str, Value]:
        """Entries of a table with known keys; others are reported."""
        if value.items is None:
            self._other(value, "a table")
            return {}
        names = tuple(known)
        for name in value.items:
            if name not in names:
                hint = did_you_mean(name, names) or f"there are {_listed(names)}"
                self.error("L102", value.keys[name], f"`{name}` is not a key here", hint)
        return {name: one for name, one in value.items.items() if name in names}

    def named(
        self, value: Value, known: Iterable[str], what: str, leaves: bool = True
    ) -> Iterator[tuple[str, Value]]:
        """Yield the entries of a table keyed by names of the rules file; others are reported.

        `leaves`: also yield entries under unknown names, to report further problems in them.
        """
        if value.items is None:
            self._other(value, "a table")
            return
        names = tuple(known)
        for name, one in value.items.items():
            if name in names:
                yield name, one
            elif self.strict:
                hint = did_you_mean(name, names) or (
                    f"there are {_listed(names)}" if names else "leave it out"
                )
                self.error("L103", value.keys[name], f"the rules have no {what} `{name}`", hint)
                if leaves:
                    yield name, one

    def rows(self, value: Value) -> list[Value]:
        """Elements of an array."""
        if value.elements is None:
            self._other(value, "an array")
            return []
        return value.elements

    def needed(self, parts: dict[str, Value], name: str, value: Value) -> Value | None:
        found = parts.get(name)
        if found is None and name not in (value.items or {}):
            self.error("L108", value.span, f"`{name}` is missing here", f"add `{name} = ...`")
        return found

    # --- values -----------------------------------------------------------------------------------------

    def text(self, value: Value, longest: int = TEXT_LENGTH) -> str | None:
        if not isinstance(value.plain, str):
            self._other(value, "a text")
            return None
        if not value.plain.strip() or len(value.plain) > longest:
            self.error("L107", value.span, f"a text here has 1 to {longest} characters")
            return None
        return value.plain

    def flag(self, value: Value) -> bool | None:
        if not isinstance(value.plain, bool):
            self._other(value, "true or false")
            return None
        return value.plain

    def number(self, value: Value, least: float, most: float) -> float | None:
        plain = value.plain
        if isinstance(plain, bool) or not isinstance(plain, int | float):
            self._other(value, "a number")
            return None
        if not least <= plain <= most:  # rejects nan as well
            self.error(
                "L107", value.span, f"{plain} is out of range", f"write a number of {least:g} to {most:g}"
            )
            return None
        return float(plain)

    def numbers(self, value: Value, count: int, least: float = -FAR, most: float = FAR) -> list[float] | None:
        if value.elements is None or len(value.elements) != count:
            self._other(value, f"an array of {count} numbers")
            return None
        found = [self.number(one, least, most) for one in value.elements]
        return [one for one in found if one is not None] if None not in found else None

    def point(self, value: Value, least: float = -FAR, most: float = FAR) -> Point | None:
        found = self.numbers(value, 2, least, most)
        return None if found is None else (found[0], found[1])

    def choice(self, value: Value, known: tuple[str, ...]) -> str | None:
        if not isinstance(value.plain, str):
            self._other(value, "a text")
            return None
        if value.plain not in known:
            hint = did_you_mean(value.plain, known) or f"write {_listed(known)}"
            self.error("L104", value.span, f"`{_short(value.plain)}` is not possible here", hint)
            return None
        return value.plain

    def colour(self, value: Value) -> Shade | None:
        """Parse `"#rrggbb"`, a colour name, or a table of `light` and `dark`."""
        if value.items is not None:
            parts = self.table(value, ("light", "dark"))
            pair = [
                self._hue(part)
                for name in ("light", "dark")
                if (part := self.needed(parts, name, value)) is not None
            ]
            both = [one for one in pair if one is not None]
            return Shade(both[0], both[1]) if len(both) == 2 else None
        hue = self._hue(value)
        return None if hue is None else Shade(hue, dark_variant(hue))

    def _hue(self, value: Value) -> str | None:
        if not isinstance(value.plain, str):
            self._other(value, "a colour")
            return None
        text = value.plain
        if COLOUR.fullmatch(text):
            return text.lower()
        if text in COLOURS:
            return COLOURS[text]
        hint = did_you_mean(text, COLOURS) or 'write it as "#rrggbb", for example "#2f6db5"'
        self.error("L105", value.span, f"`{_short(text)}` is not a colour", hint)
        return None

    def path(self, value: Value) -> Path | None:
        if not isinstance(value.plain, str):
            self._other(value, "path data")
            return None
        try:
            return parse_path(value.plain)
        except PathProblem as problem:
            left = value.plain[problem.at :].split()
            found = f"`{_short(left[0])}`" if left else "the end of the text"
            self.error(
                "L106",
                self._within(value, problem),
                f"{problem.message}, not {found}" if "expected" in problem.message else problem.message,
                'path data of SVG looks like "M 0 0 L 10 0 L 10 8 Z"',
            )
            return None

    def _within(self, value: Value, problem: PathProblem) -> Span:
        """Span of a path problem within its string, if on one line without escapes."""
        span = value.span
        if span.line != span.end_line or span.end_column - span.column != len(str(value.plain)) + 2:
            return span
        return Span.at(span.file, span.line, span.column + 1 + problem.at, problem.width)

    def icon(self, parts: dict[str, Value]) -> Icon | None:
        """Icon from the keys `icon` (short text) and `icon_path` (path data in a 24 by 24 square)."""
        if "icon" in parts and "icon_path" in parts:
            self.error("L104", parts["icon_path"].span, "`icon` and `icon_path` together", "leave one out")
        if "icon_path" in parts:
            path = self.path(parts["icon_path"])
            if path is not None and not lies_within(path, ICON_SIDE):
                self.error(
                    "L107", parts["icon_path"].span, "an icon lies in a square of 24 by 24", _ICON_HINT
                )
            return None if path is None else Icon(path=path)
        text = self.text(parts["icon"], ICON_LENGTH) if "icon" in parts else None
        return None if text is None else Icon(text)

    def _other(self, value: Value, wanted: str) -> None:
        found = (
            f"`{_short(str(value.plain))}`" if value.items is None and value.elements is None else value.kind
        )
        self.error("L104", value.span, f"{wanted} is needed here, not {found}", f"write {wanted}")


def _listed(names: Iterable[str]) -> str:
    shown = list(names)
    more = f" and {len(shown) - 12} more" if len(shown) > 12 else ""
    return ", ".join(f"`{one}`" for one in shown[:12]) + more


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
