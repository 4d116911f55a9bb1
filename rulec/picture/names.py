"""Display names: texts of a column `display`, else readable forms of labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulec.face import Description, Kind

_DISPLAY = "display"
_WORD = re.compile(r"([^\W\d_]+ )?[^\W\d_]{3}")  # initial capital
_NUMBER = re.compile(r"-?[0-9]+")

# English colour names of pieces and goods -> CSS colours.
COLOURS: Mapping[str, str] = {
    "white": "#f4f1e8", "black": "#2b2b2b", "grey": "#8c8c8c", "gray": "#8c8c8c", "red": "#c0392b",
    "green": "#3c9a63", "blue": "#2f6db5", "yellow": "#e8c832", "orange": "#e08a1e", "purple": "#7d4fa3",
    "brown": "#7a4a24", "pink": "#e28bb0", "turquoise": "#2aa7a1", "gold": "#c9a227", "silver": "#b5bac0",
}  # fmt: skip


def humanise(label: str) -> str:
    """Readable form of a label: `st_louis` -> `St louis`; `a1` is unchanged."""
    text = label.replace("_", " ").strip()
    return capitalised(text) if _WORD.match(text) and text.islower() else text


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


class Names:
    """Display names of kinds and their members."""

    def __init__(self, description: Description) -> None:
        self.kinds: dict[str, Kind] = {kind.name: kind for kind in description.kinds}
        self.owners = description.actors or description.seats
        self._owners = {label: n for n, label in enumerate(self.owners)}
        self.wording = description.wording
        self._named = [kind.name for kind in description.kinds if self._names_members(kind)]
        self._words: dict[tuple[str, str], tuple[str, ...]] = {}
        self._tabled: dict[str, frozenset[str]] = {}
        self._hues: dict[str, dict[str, str]] = {}
        self._seats = not description.actors
        self._pieces = {one.kind for one in description.pieces if one.kind}
        self._pieces |= {one.name for one in description.pieces}
        self._cards = {one.name for one in description.pieces if one.kind == one.name}

    def is_piece(self, kind: str) -> bool:
        """Check whether members of this kind are pieces."""
        return kind in self._pieces

    def is_card(self, kind: str) -> bool:
        """Check whether members of this kind are pieces with table rows of their own."""
        return kind in self._cards

    def is_unnamed(self, kind: str, label: str) -> bool:
        """Check whether other members of the kind have display names, but not this one."""
        known = self._in_tables(kind)
        return bool(known) and label not in known

    def _in_tables(self, kind: str) -> frozenset[str]:
        """Members with a display name, of this kind and its parts (cached)."""
        if kind not in self._tabled:
            table = self.kinds.get(kind)
            found: set[str] = set()
            for part in table.parts if table is not None else ():
                found |= self._in_tables(part) if part != kind else set()
            cells = dict(table.columns).get(_DISPLAY, ()) if table is not None else ()
            members = table.members if table is not None else ()
            found |= {label for label, text in zip(members, cells, strict=False) if text}
            self._tabled[kind] = frozenset(found)
        return self._tabled[kind]

    def _names_members(self, kind: Kind) -> bool:
        return any(self.wording.is_named(kind.name, label) for label in kind.members)

    def several(self, kind: str) -> str:
        """Plural title of a kind."""
        return capitalised(self.wording.kind(kind, 2))

    def decision(self, name: str) -> str:
        return capitalised(self.wording.decision(name))

    def owner_of(self, label: str) -> int:
        """Owner index named in a piece's label: `disc of 2`."""
        return self._owners.get(label.rpartition(" of ")[2], -1) if " of " in label else -1

    def owner_name(self, number: int, kind: str = "") -> str:
        label = self.owners[number]
        return f"Player {label}" if self._seats else self.member(kind, label)

    def member(self, kind: str, label: str) -> str:
        """Display name of a member, without a piece's owner."""
        bare = label.rpartition(" of ")[0] if self.owner_of(label) >= 0 else label
        # Owned pieces with table rows are named like the rows.
        for one in (kind,) if bare == label else (kind, *self._named):
            for name in (label, bare):
                if self.wording.is_named(one, name):
                    return capitalised(self.wording.member(one, name))
        return humanise(bare)

    def words(self, kind: str, label: str) -> tuple[str, ...]:
        """Non-empty cells of a member's row, each as `heading value`."""
        key = kind, label
        if key not in self._words:
            self._words[key] = tuple(self._cells(kind, label))
        return self._words[key]

    def _cells(self, kind: str, label: str) -> Iterable[str]:
        for heading, text in self.wording.cells(kind, label):
            yield heading if text == "yes" else f"{heading}: {text}"

    def colour(self, kind: str, label: str) -> str:
        """Colour named in a label, else in a column of colours of its table."""
        if kind not in self._hues:
            self._hues[kind] = self._colours(kind)
        return colour_named(label) or self._hues[kind].get(label, "")

    def _colours(self, kind: str) -> dict[str, str]:
        """Colour of each member by the only column whose cells all name colours."""
        table = self.kinds.get(kind)
        if table is None:
            return {}
        columns = [[colour_named(cell) for cell in cells] for _, cells in table.columns]
        found = [cells for cells in columns if cells and all(cells)]
        return dict(zip(table.members, found[0], strict=False)) if len(found) == 1 else {}

    def number(self, kind: str, label: str, heading: str) -> float | None:
        """Numeric cell of a member's row, or None."""
        table = self.kinds.get(kind)
        cells = dict(table.columns).get(heading) if table is not None else None
        if table is None or cells is None or label not in table.members:
            return None
        cell = cells[table.members.index(label)]
        return float(cell) if _NUMBER.fullmatch(cell) else None


def colour_named(label: str) -> str:
    """Colour named in a label: `red`, `red_cube`."""
    return next((COLOURS[word] for word in label.lower().split("_") if word in COLOURS), "")
