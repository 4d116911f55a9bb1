"""Parses a look file to records, collecting all problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar, cast

from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText
from rulec.picture.colour_vision import APART, distance
from rulec.picture.look.checker import FAR, Checker
from rulec.picture.look.records import (
    LINK_STYLES,
    Caption,
    KindLook,
    LinkStyle,
    Look,
    MapLook,
    MemberLook,
    PanelLook,
    Point,
    Shade,
    Shape,
)
from rulec.picture.look.toml_spans import Value, read_toml
from rulec.picture.look.vocabulary import Vocabulary
from rulec.picture.palette import DARK_INK, OWNERS, contrast

T = TypeVar("T")

SHAPES: Final = 200
CAPTIONS: Final = 60
_MAP: Final = (
    "places", "labels", "bends", "view", "background", "shapes", "captions", "node", "links", "grid", "spaces"
)  # fmt: skip
_READABLE: Final = 4.5


def read_look(
    source: SourceText, words: Vocabulary, strict: bool = True, whole: bool = True
) -> tuple[Look, tuple[Diagnostic, ...]]:
    """Parse a look file; return the look and its problems in source order.

    Without `strict`, names missing in the rules are ignored: a variant may have removed them. The look of a
    variant need not be `whole`, since it is overlaid on that of its base.
    """
    check = Checker(strict)
    root, broken = read_toml(source)
    for span, message in broken:
        check.error("L101", span, f"this is not TOML: {message}", _TOML_HINTS.get(message, ""))
    look = _Reader(check, words, whole).look(root)
    return look, tuple(sorted(check.found, key=Diagnostic.sort_key))


_TOML_HINTS: Final = {
    "invalid value": 'texts and colours are quoted: `colour = "#2f6db5"`',
    "invalid statement": "a line is `key = value`, `[table]` or `# comment`",
    "cannot overwrite a value": "this key is there already: remove one of the two",
    "unclosed array": "close the array with `]`",
}


class _Reader:
    def __init__(self, check: Checker, words: Vocabulary, whole: bool) -> None:
        self.check, self.words, self.whole = check, words, whole and check.strict

    def look(self, root: Value) -> Look:
        parts = self.check.table(root, ("players", "maps", "kinds", "panels", "zones"))
        return Look(
            *(self._players(parts["players"]) if "players" in parts else ((), ())),
            self._each(parts, "maps", self.words.maps, "board or graph", self._map),
            self._each(parts, "kinds", self.words.kinds, "kind", self._kind),
            self._each(parts, "panels", self.words.panels, "panel", self._whole_panel),
            self._each(parts, "zones", self.words.zones, "variable", lambda _, one: self._panel(one, False)),
        )

    def _each(
        self,
        parts: Mapping[str, Value],
        section: str,
        known: Iterable[str],
        what: str,
        read: Callable[[str, Value], T],
    ) -> dict[str, T]:
        if section not in parts:
            return {}
        leaves = section in ("panels", "zones")
        return {name: read(name, one) for name, one in self.check.named(parts[section], known, what, leaves)}

    # --- players ----------------------------------------------------------------------------------------

    def _players(self, value: Value) -> tuple[tuple[Shade, ...], tuple[str, ...]]:
        parts = self.check.table(value, ("colours", "signs"))
        texts = [self.check.text(one, 2) for one in self._seats(parts, "signs")]
        return self._colours(self._seats(parts, "colours")), tuple(text or "?" for text in texts)

    def _seats(self, parts: Mapping[str, Value], name: str) -> list[Value]:
        """Elements of an array with at most one entry per player."""
        rows = self.check.rows(parts[name]) if name in parts else []
        seats = max(self.words.seats, 1)
        if len(rows) > seats:
            message = f"the game has {seats} players, these are {len(rows)} {name}"
            self.check.error("L107", rows[seats].span, message, "remove the surplus")
        return rows

    def _colours(self, rows: list[Value]) -> tuple[Shade, ...]:
        found = [self.check.colour(one) for one in rows]
        self._warn_similar_colours(rows, found)
        return tuple(
            Shade(one.light, one.light) if one else Shade(OWNERS[n % len(OWNERS)], OWNERS[n % len(OWNERS)])
            for n, one in enumerate(found)
        )

    def _warn_similar_colours(self, rows: list[Value], found: list[Shade | None]) -> None:
        """Warn about player colours that colour-blind people confuse, default colours included."""
        colours = [one.light if one else "" for one in found]
        colours += OWNERS[len(found) : self.words.seats]
        for number, row in enumerate(rows):
            for other, colour in enumerate(colours):
                before = other < number or other >= len(rows)
                if before and colour and colours[number] and distance(colours[number], colour) <= APART:
                    self.check.warning(
                        "L201",
                        row.span,
                        f"`{colours[number]}` of player {number + 1} and `{colour}` of player {other + 1} "
                        "look alike, to people without full colour vision at least",
                        "choose colours that differ in lightness, too",
                    )

    # --- maps -------------------------------------------------------------------------------------------

    def _map(self, kind: str, value: Value) -> MapLook:
        check = self.check
        parts = check.table(value, _MAP)
        view = check.numbers(parts["view"], 4) if "view" in parts else None
        if view is not None and min(view[2:]) <= 0:
            check.error(
                "L107",
                parts["view"].span,
                "a view has a width and a height above 0",
                "write [left, top, width, height]",
            )
            view = None
        places = self._places(kind, parts)
        self._warn_places(places, view, parts)
        links = check.choice(parts["links"], LINK_STYLES) if "links" in parts else None
        return MapLook(
            places,
            self._labels(kind, parts),
            self._bends(kind, parts),
            None if view is None else (view[0], view[1], view[2], view[3]),
            self._ground(parts["background"]) if "background" in parts else None,
            self._list(parts, "shapes", SHAPES, self._shape),
            self._list(parts, "captions", CAPTIONS, self._caption),
            check.point(parts["node"], 24, 200) if "node" in parts else None,
            cast("LinkStyle | None", links),
            check.flag(parts["grid"]) if "grid" in parts else None,
            self._list(parts, "spaces", 2, self._ground),
        )

    def _places(self, kind: str, parts: Mapping[str, Value]) -> dict[str, Point]:
        if "places" not in parts:
            return {}
        found = {
            name: point
            for name, one in self.check.named(parts["places"], self.words.nodes(kind), "node")
            if (point := self.check.point(one)) is not None
        }
        missing = [name for name in self.words.nodes(kind) if name not in (parts["places"].items or {})]
        if missing and self.whole and self.words.maps.get(kind):
            self._tell_missing(missing, parts["places"])
        return found

    def _warn_places(
        self, places: Mapping[str, Point], view: list[float] | None, parts: Mapping[str, Value]
    ) -> None:
        """Warn about nodes outside the view or at one place."""
        spans = {name: one.span for name, one in (parts["places"].items or {}).items()} if places else {}
        taken: dict[Point, str] = {}
        for name, (x, y) in places.items():
            if view and not (0 <= x - view[0] <= view[2] and 0 <= y - view[1] <= view[3]):
                self.check.warning(
                    "L203", spans[name], f"`{name}` lies outside the view", "move it, or widen `view`"
                )
            if (x, y) in taken:
                message = f"`{name}` lies on the place of `{taken[x, y]}`"
                self.check.warning("L203", spans[name], message, "move one of the two")
            taken.setdefault((x, y), name)

    def _tell_missing(self, missing: list[str], places: Value) -> None:
        shown = ", ".join(f"`{name}`" for name in missing[:6]) + (" and others" if len(missing) > 6 else "")
        self.check.error(
            "L108",
            places.span,
            f"{shown} {'have' if len(missing) > 1 else 'has'} no place here",
            f"add {missing[0]} = [x, y]; without `places` a layout is worked out",
        )

    def _labels(self, kind: str, parts: Mapping[str, Value]) -> dict[str, str]:
        """Labels of nodes; an empty one hides the text."""
        if "labels" not in parts:
            return {}
        found = self.check.named(parts["labels"], self.words.nodes(kind), "node")
        return {name: "" if one.plain == "" else self.check.text(one, 40) or "" for name, one in found}

    def _bends(self, kind: str, parts: Mapping[str, Value]) -> dict[str, tuple[Point, ...]]:
        if "bends" not in parts:
            return {}
        return {
            name: tuple(
                point for part in self.check.rows(one) if (point := self.check.point(part)) is not None
            )
            for name, one in self.check.named(parts["bends"], self.words.edges(kind), "edge")
        }

    def _list(
        self, parts: Mapping[str, Value], name: str, most: int, read: Callable[[Value], T | None]
    ) -> tuple[T, ...]:
        if name not in parts:
            return ()
        rows = self.check.rows(parts[name])
        if len(rows) > most:
            self.check.error("L107", rows[most].span, f"there are at most {most} {name}", "leave some out")
        return tuple(one for row in rows[:most] if (one := read(row)) is not None)

    def _shape(self, value: Value) -> Shape | None:
        check = self.check
        parts = check.table(value, ("path", "fill", "line", "width", "name"))
        path = check.path(found) if (found := check.needed(parts, "path", value)) is not None else None
        fill = self._ground(parts["fill"]) if "fill" in parts else None
        line = check.colour(parts["line"]) if "line" in parts else None
        width = check.number(parts["width"], 0.2, 40) if "width" in parts else 1.0
        name = check.text(parts["name"]) if "name" in parts else ""
        if not {"fill", "line"} & set(value.items or {}) and value.items is not None:
            check.error("L108", value.span, "this shape has no colour", "add `fill` or `line`")
        if path is None or (fill is None and line is None):
            return None
        return Shape(path, fill, line, width or 1.0, name or "")

    def _caption(self, value: Value) -> Caption | None:
        check = self.check
        parts = check.table(value, ("text", "at", "size"))
        text = check.text(found) if (found := check.needed(parts, "text", value)) is not None else None
        at = check.point(found) if (found := check.needed(parts, "at", value)) is not None else None
        size = check.number(parts["size"], 8, 40) if "size" in parts else None
        return None if text is None or at is None else Caption(text, at, size or 13.0)

    def _ground(self, value: Value) -> Shade | None:
        """Colour of an area behind text."""
        shade = self.check.colour(value)
        if shade is not None:
            self._warn_contrast(value, shade)
        return shade

    def _warn_contrast(self, value: Value, shade: Shade) -> None:
        for name, colour, ink in (("light", shade.light, DARK_INK), ("dark", shade.dark, "#f1ede2")):
            if contrast(colour, ink) < _READABLE:
                self.check.warning(
                    "L202",
                    value.span,
                    f"`{colour}` leaves text unreadable in {name} pictures",
                    "make it lighter" if name == "light" else "make it darker: { light = ..., dark = ... }",
                )

    # --- kinds, panels ----------------------------------------------------------------------------------

    def _kind(self, kind: str, value: Value) -> KindLook:
        parts = self.check.table(value, ("icon", "icon_path", "colour", "members"))
        members: dict[str, MemberLook] = {}
        if "members" in parts:
            members = {
                name: self._member(one)
                for name, one in self.check.named(parts["members"], self.words.kinds[kind], "member")
            }
        return KindLook(
            self.check.icon(parts), self.check.colour(parts["colour"]) if "colour" in parts else None, members
        )

    def _member(self, value: Value) -> MemberLook:
        if isinstance(value.plain, str):
            text = self.check.text(value, 8)
            return MemberLook(self.check.icon({"icon": value}) if text else None)
        parts = self.check.table(value, ("icon", "icon_path", "colour"))
        return MemberLook(
            self.check.icon(parts), self.check.colour(parts["colour"]) if "colour" in parts else None
        )

    def _whole_panel(self, name: str, value: Value) -> PanelLook:
        found = self._panel(value, True)
        if name == "turn" and found.hidden and value.items is not None:
            self.check.error("L104", value.items["hidden"].span, "the turn is always shown", "leave it out")
        return found

    def _panel(self, value: Value, whole: bool) -> PanelLook:
        """Parse a panel or, without `whole`, a part of one."""
        check = self.check
        parts = check.table(value, ("title", "hidden", "order", "width") if whole else ("title", "hidden"))
        width = check.number(parts["width"], 1, 3) if "width" in parts else None
        return PanelLook(
            check.text(parts["title"]) if "title" in parts else None,
            check.flag(parts["hidden"]) if "hidden" in parts else None,
            check.number(parts["order"], -FAR, FAR) if "order" in parts else None,
            None if width is None else round(width),
        )
