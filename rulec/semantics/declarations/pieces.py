"""Declares pieces and their zones."""

from __future__ import annotations

from typing import Literal

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.declarations.piece_owners import owned_rows, unnamed_kinds, with_owners
from rulec.semantics.declarations.rows import declare_row
from rulec.semantics.declarations.zone_goods import declare_purse
from rulec.semantics.types import PieceSort, Sort
from rulec.syntax import ast


class PieceDeclarer:
    """Declares pieces and zones in the first pass."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer = declarer
        self.globals, self.report, self.game = declarer.globals, declarer.report, declarer.game

    # --- pieces ---------------------------------------------------------------------------------------

    def tables_as_pieces(self) -> None:
        """Declare tables `as pieces`: each row is a kind of piece."""
        for one in self.declarer.file.declarations:
            sort = self.globals.members.get(one.singular.text) if isinstance(one, ast.Table) else None
            if isinstance(one, ast.Table) and one.pieces is not None and sort is not None:
                copies = self._copies(sort, one.pieces, 1, one.span)
                self._add(
                    PieceSort(one.plural.text, one.singular.text, 1, one.span, sort, copies),
                    one.pieces,
                )

    def pieces(self, one: ast.Pieces) -> None:
        owner = None
        if one.owner is not None:
            owner = self.declarer.member_sort(one.owner)
            if owner is None:
                return
            if owner not in (self.game.player_sort, self.globals.acting):
                message = f"pieces belong to who takes turns or to nobody, but these to each {owner.singular}"
                hint = f"write `{one.count or 5} of each {owner.singular}` for one kind of piece for each"
                self.report.error("R833", one.owner.span, message, hint)
                return
        elif one.neutral:
            message = "nobody has such pieces, so all of them are neutral"
            self.report.error("R833", one.span, message, "write one number for all of them")
            return
        if one.kinds is not None:
            plural = self.globals.sets.get(one.kinds.text)
            kinds = plural if one.count is None and plural else self.declarer.member_sort(one.kinds)
            if kinds is None:
                return
            if one.count is not None and kinds in (self.game.player_sort, self.globals.acting):
                one_each = f"`{one.count} of each {kinds.singular}`"
                message = f"pieces {one_each} belong to nobody: each {kinds.singular} is a kind of them"
                hint = f"write `for each {kinds.singular}` for `of each {kinds.singular}`"
                self.report.error("R833", one.kinds.span, message, hint)
                return
            copies = self._copies(kinds, one.options, one.count if one.count is not None else 1, one.span)
            if owner is None:
                found = PieceSort(one.plural.text, one.singular.text, one.count, one.span, kinds, copies)
            else:
                found = owned_rows(self.declarer, one, kinds, copies, owner)
            if one.where is not None:
                self.declarer.piece_filters.append((found, kinds, one.where, False))
            if one.each_where is not None:
                self.declarer.piece_filters.append((found, kinds, one.each_where, True))
        elif owner is not None:
            labels = tuple(f"{one.singular.text} of {label}" for label in owner.members)
            found = with_owners(self.declarer, one, labels, owner)
        else:
            sort = unnamed_kinds(self.declarer, one, (one.singular.text,))
            found = PieceSort(one.plural.text, one.singular.text, one.count, one.span, sort, (one.count,))
        self._add(found, one.options)

    def _add(self, pieces: PieceSort, options: ast.PieceOptions) -> None:
        if options.home is not None and options.home.text != "box":
            pieces.home = options.home.text
            self.declarer.homes.append((pieces, options.home))
        self.globals.pieces[pieces.plural] = self.globals.pieces[pieces.singular] = pieces
        self.game.pieces.append(pieces)

    def _copies(
        self, kinds: Sort, options: ast.PieceOptions, given: int, span: Span
    ) -> tuple[int | None, ...]:
        """Return the copies of each kind: a number, a column, the column `count`, or the default."""
        said = options.copies
        if isinstance(said, int):
            return (said,) * kinds.size
        name = said.text if said is not None else "count"
        column = self.globals.attribute(kinds, name)
        if isinstance(column, typed.Column) and len(column.keys) == 1 and min(column.values, default=0) >= 0:
            return column.values
        if said is not None:
            message = f"`{name}` is not a column of numbers that says how many there are of each"
            hint = did_you_mean(name, self.globals.own[kinds]) or "write a number, or the name of a column"
            self.report.error("R832", said.span, message, hint)
        return (given,) * kinds.size

    # --- zones ----------------------------------------------------------------------------------------

    def zone(self, owner: Sort | None, one: ast.Zone) -> None:
        sorts: list[PieceSort] = []
        for name in (one.pieces, *one.others):
            pieces = self.globals.pieces.get(name.text)
            if pieces is None:
                hint = did_you_mean(name.text, self.globals.pieces)
                message = f"no pieces are called `{name.text}`"
                self.report.unknown("R208", name.text, name.span, message, hint)
                return
            if pieces in sorts:
                message = f"`{name.text}` appears twice here"
                self.report.error("R838", name.span, message, "leave one of the two out")
                return
            sorts.append(pieces)
        seen = self.declarer.seen(owner, one.seen_by)
        most = one.most if one.most_of is None and len(sorts) == 1 else None
        zones: list[typed.Zone] = []
        if len(sorts) == 1:
            found = self.declare(owner, one.name, one.parameters, sorts[0], False, most, one.span, seen)
            zones += [found] if found is not None else []
            if found is not None and one.row:
                declare_row(self.declarer, found, one)
            if found is not None and one.purse:
                declare_purse(self.declarer, found)
        elif one.row:
            message = "the pieces of a row are of one sort"
            self.report.error("R838", one.span, message, "declare a zone, or a row for each sort")
        else:
            zones = self._mixed(owner, one, sorts, seen)
        if most is None and one.most is not None and zones:
            each = None if one.most_of is None else self.declarer.member_sort(one.most_of)
            limit = typed.SharedLimit(tuple(zones), each)
            self.declarer.shared_limits.append((limit, one.most))
            for zone in zones:
                zone.shared = limit

    def _mixed(
        self, owner: Sort | None, one: ast.Zone, sorts: list[PieceSort],
        seen: Literal["all", "owner", "nobody"],
    ) -> list[typed.Zone]:  # fmt: skip
        """Declare a mixed zone: one zone for each piece sort, under a common name."""
        mixed = typed.MixedZone(owner, one.name.text, (), one.span)
        before = self.globals.mixed.get(one.name.text)
        if not self.declarer.claim(owner, one.name, mixed):
            return []
        if before is not None and before.sorts != tuple(sorts):
            message = f"`{one.name.text}` is already a zone of other pieces"
            self.report.error("R838", one.name.span, message, "give one of the two another name")
            return []
        zones = []
        for pieces in sorts:
            zone = self.declare(
                owner, one.name, one.parameters, pieces, False, None, one.span, seen, part=True
            )
            if zone is None:
                return []
            zone.stored = f"{one.name.text}.{pieces.plural}"
            zones.append(zone)
        mixed.parts = tuple(zones)
        self.globals.mixed[one.name.text] = mixed
        return zones

    def place(self, owner: Sort | None, one: ast.Place, pieces: PieceSort) -> None:
        self.declare(owner, one.name, one.parameters, pieces, True, None, one.span)

    def declare(
        self, owner: Sort | None, name: ast.Ident, parameters: tuple[ast.Ident, ...], pieces: PieceSort,
        single: bool, most: ast.Expr | None, span: Span, seen: Literal["all", "owner", "nobody"] = "all",
        part: bool = False,
    ) -> typed.Zone | None:  # fmt: skip
        keys = tuple(key for key in map(self.declarer.member_sort, parameters) if key is not None)
        if len(keys) < len(parameters):
            return None
        if pieces.kinds not in self.game.sorts:
            assert pieces.kinds is not None
            self.game.sorts.append(pieces.kinds)
        cells = (1 if owner is None else owner.size) * pieces.kinds.size
        for key in keys:
            cells *= key.size
        if cells > limits.STATE_BYTES:
            self.report.error("R834", span, f"this zone would need {cells} counters", "use fewer kinds")
            return None
        zone = typed.Zone(owner, name.text, pieces, keys, single, None, span, seen)
        if not part and not self.declarer.claim(owner, name, zone):
            return None
        if owner is None and not part:
            self.globals.zones[name.text] = zone
        self.game.zones.append(zone)
        if most is not None:
            self.declarer.zone_limits.append((zone, most))
        return zone

    def check_homes(self) -> None:
        """Check that homes are declared zones: global, or of each owner for owned pieces."""
        for pieces, name in self.declarer.homes:
            zones = [zone for zone in self.game.zones if zone.pieces is pieces]
            fitting = [zone for zone in zones if not zone.single and zone.row is None]
            known = [zone.name for zone in fitting if not zone.keys and self._is_home(zone)]
            if name.text not in known:
                whose = f"each {pieces.owner.singular}" if pieces.owner is not None else "the game"
                hint = did_you_mean(name.text, known)
                hint = hint or self._no_home(pieces, name.text, whose)
                message = f"`{name.text}` is not a zone where {pieces.plural} can begin"
                self.report.unknown("R831", name.text, name.span, message, hint)
                pieces.home = ""

    def _no_home(self, pieces: PieceSort, name: str, whose: str) -> str:
        """Return a hint why no zone of that name is a possible home."""
        found = next((zone for zone in self.game.zones if zone.name == name), None)
        if found is None:
            return f"write `{name}: zone of {pieces.singular}` below `{whose} has:`, or `home box`"
        if found.pieces is not pieces:
            return f"`{name}` holds other pieces; name a zone of {pieces.plural}, or write `home box`"
        if found.single or found.row is not None or found.keys:
            return "pieces begin in a zone that is neither a place nor a row and has one owner at most"
        if found.owner is pieces.owner is not None:
            return "only what belongs to somebody has a home there: write `home box` for those of nobody, too"
        of = f"each {found.owner.singular}" if found.owner is not None else "the game"
        return f"`{name}` is declared below `{of} has:`, but these pieces need one below `{whose} has:`"

    def _is_home(self, zone: typed.Zone) -> bool:
        pieces = zone.pieces
        return zone.owner is None or (zone.owner is pieces.owner and -1 not in pieces.owners)
