"""The storage of a game: state variables and constant tables."""

from __future__ import annotations

from dataclasses import replace

from rulec.base import limits
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field, Table
from rulec.ir.program import BoardZone, PieceStore, Pool, Stock
from rulec.ir.types import BOOL, Domain, ElemType, IntType, SetType, Type
from rulec.lower.board_tables import Grid
from rulec.lower.domains import Domains
from rulec.lower.tunable_fields import TunableFields
from rulec.lower.zone_fields import box_field, known_field, noticed_field, zone_field
from rulec.runtime import control
from rulec.semantics import typed
from rulec.semantics import types as t


class Stores(Domains):
    """Domains, fields and tables by the declarations that they represent."""

    def __init__(self, game: typed.Game) -> None:
        super().__init__(game)
        self.tables: dict[str, Table] = {}
        self.ranges: dict[tuple[int, int], Domain] = {}
        self.fields: list[Field] = []
        self.names: set[str] = set()  # of the fields
        self._variables: dict[typed.Variable, Field] = {}
        self._places: dict[typed.Place, Field] = {}
        self._zones: dict[typed.Zone, Field] = {}
        self._known: dict[typed.Zone, Field] = {}
        self._noticed: dict[typed.Zone, Field] = {}
        self._homes: dict[t.PieceSort, Field] = {}
        self.tunable = TunableFields(self._add)
        self.control = Control(self)
        self._allocate()

    # --- state ------------------------------------------------------------------------------------------

    def _allocate(self) -> None:
        for option in self.game.options:
            one = option.variable
            field = Field(one.name, self.stored(one.type), (), "option", one.initial)
            self._variables[one] = self._add(field)
        for place in self.game.places:
            name = f"{place.owner.plural}.{place.name}"
            field = Field(name, SetType(self.domain(place.owner)), (self.owners(place.pieces),))
            self._places[place] = self._add(field)
        for pieces in self.game.pieces:
            box = box_field(self, pieces) if pieces.owned or pieces.kinds in self.domains else None
            if box is not None:
                self._homes[pieces] = self._add(box)
        for zone in self.game.zones:
            self._zones[zone] = self._add(zone_field(self, zone))
            if zone.known:
                self._known[zone] = self._add(known_field(zone, self._zones[zone]))
            if zone.noticed:
                self._noticed[zone] = self._add(noticed_field(zone, self._zones[zone], self.seats))
        for variable in self.game.variables:
            owner = variable.owner
            name = variable.name if owner is None else f"{owner.plural}.{variable.name}"
            owners = () if owner is None else (owner,)
            dims = tuple(self.domain(sort) for sort in (*owners, *variable.keys))
            owned = 1 if owner is None else self.domain(owner).size
            field = Field(
                name,
                self.stored(variable.type),
                dims,
                initial=variable.initial,
                starts=variable.starts * owned,
                seen=variable.seen,
                passing=variable.until is not None,
                most=variable.type.entries if isinstance(variable.type, t.ListType) else 0,
            )
            self._variables[variable] = self._add(field)

    def _add(self, field: Field) -> Field:
        """Add a field; knowledge of `players.hand` is named like a variable that a file could declare."""
        while field.name in self.names:
            field = replace(field, name=f"{field.name}_")
        self.names.add(field.name)
        self.fields.append(field)
        return field

    def variable(self, variable: typed.Variable) -> Field:
        return self._variables[variable]

    def pieces_on(self, place: typed.Place) -> Field:
        """Return the members with a piece of each player."""
        return self._places[place]

    def home(self, pieces: t.PieceSort) -> Field | None:
        return self._homes.get(pieces)

    def zone(self, zone: typed.Zone) -> Field:
        return self._zones[zone]

    def known(self, zone: typed.Zone) -> Field | None:
        """Return the public knowledge of a hidden zone."""
        return self._known.get(zone)

    def noticed(self, zone: typed.Zone) -> Field | None:
        """Return each player's private knowledge of a hidden zone, beside the public one."""
        return self._noticed.get(zone)

    def occupied(self, place: typed.Place) -> Expr:
        """Return the members occupied by anybody."""
        field = self.pieces_on(place)
        type_ = SetType(self.domain(place.owner))
        value: Expr = s.empty(type_.domain)
        for owner in range(self.owners(place.pieces).size):
            value = s.union(value, nodes.ReadField(field, (self.owner(place.pieces, owner),)), type_)
        return value

    def decider(self, me: Expr) -> Expr:
        """Return the player who decides for the actor; none where nobody does."""
        actors = self.game.actors
        if actors is None or not isinstance(me.type, ElemType) or me.type.domain is not self.actors:
            return me
        return nodes.ReadField(self.variable(actors.decider), (me,))

    def owner(self, pieces: t.PieceSort, index: int) -> Expr:
        return Const(index, ElemType(self.owners(pieces)))

    # --- players ----------------------------------------------------------------------------------------

    def seat(self, index: int) -> Expr:
        return Const(index, self.player_type)

    def number_of_seats(self) -> Expr:
        low, high = self.game.players
        if low == high:
            return Const(high, IntType(high, high))
        return nodes.ReadField(self.control.seats, ())

    def everyone(self) -> Expr:
        """Return the set of participating players."""
        low, high = self.game.players
        if low == high:
            return s.full(self.seats)
        counts = Domain("counts", tuple(str(n) for n in range(high + 1)))
        values = tuple((1 << n) - 1 for n in range(high + 1))
        table = Table("all who play", SetType(self.seats), (counts,), values)
        return nodes.Lookup(self.table(table), (self.number_of_seats(),))

    # --- constants --------------------------------------------------------------------------------------

    def grid(self, board: t.Sort) -> Grid:
        assert board.board is not None
        shape = board.board
        lines = self.domain(shape.columns), self.domain(shape.rows)
        return Grid(self.domain(board), *lines, shape.geometry, shape.first, shape.down)

    def steps(self, board: t.Sort) -> Domain:
        assert board.board is not None
        assert board.board.steps is not None
        return self.domain(board.board.steps)

    def range(self, lo: int, hi: int) -> Domain:
        """Return a range of numbers as a domain, for sets of them."""
        labels = tuple(str(number) for number in range(lo, hi + 1))
        return self.ranges.setdefault((lo, hi), Domain(f"{lo} to {hi}", labels))

    def column(self, column: typed.Column) -> Table | Field:
        """Return a table column: constant, or a variable if its numbers are tunable."""
        name = f"{column.table}.{column.name}" if column.name else column.table
        dims = tuple(
            Domain(key.name, tuple(str(n) for n in range(key.lo, key.hi + 1)))
            if isinstance(key, t.NumberKey)
            else self.domain(key)
            for key in column.keys
        )
        if column.tunable:
            return self.tunable.field(name, self.stored(column.type), dims, column)
        return self.table(Table(name, self.stored(column.type), dims, column.values))

    def taken_in(self, inner: t.Sort, outer: t.Sort, sets: bool) -> Table:
        """Return the embedding of a kind's members into the kind that includes it."""
        start, type_ = outer.parts[inner], ElemType(self.domain(outer))
        places = tuple(range(start, start + inner.size))
        name = f"{outer.plural} of {inner.plural}" if sets else f"{outer.singular} of {inner.singular}"
        if sets:
            values = tuple(1 << place for place in places)
            return self.table(Table(name, SetType(type_.domain), (self.domain(inner),), values))
        return self.table(Table(name, type_, (self.domain(inner),), places))

    def narrowed(self, outer: t.Sort, inner: t.Sort, sets: bool) -> Table:
        """Return the projection of a kind's members onto an included kind, or none."""
        start, domain = outer.parts[inner], self.domain(inner)
        places = [n - start if start <= n < start + inner.size else -1 for n in range(outer.size)]
        name = f"{inner.plural} of {outer.plural}" if sets else f"{inner.singular} of {outer.singular}"
        if sets:
            values = tuple(0 if place < 0 else 1 << place for place in places)
            return self.table(Table(name, SetType(domain), (self.domain(outer),), values))
        return self.table(Table(name, ElemType(domain, True), (self.domain(outer),), tuple(places)))

    def members_before(self, domain: Domain) -> Table:
        """Return for each member the set of members declared before it."""
        values = tuple((1 << n) - 1 for n in range(domain.size))
        return self.table(Table(f"before {domain.name}", SetType(domain), (domain,), values))

    def table(self, table: Table) -> Table:
        return self.tables.setdefault(table.name, table)

    def table_of(self, base: str, type_: Type, dim: Domain, values: tuple[int, ...]) -> Table:
        """Return a derived table, shared with one of equal values."""
        for known in self.tables.values():
            same = (known.type, known.dims, known.values) == (type_, (dim,), values)
            if same and known.name.startswith(base):
                return known
        table = Table(f"{base} {len(self.tables) + 1}", type_, (dim,), values)
        return self.table(table)

    # --- for dictionaries and conservation ----------------------------------------------------------------

    def piece_stores(self) -> tuple[PieceStore, ...]:
        found = []
        for pieces in self.game.pieces:
            if not pieces.plain or any(zone.pieces is pieces for zone in self.game.zones):
                continue  # see `stocks`
            boards = tuple(
                (f"{place.owner.plural}.{place.name}", self.pieces_on(place))
                for place in self.game.places
                if place.pieces is pieces
            )
            found.append(PieceStore(pieces.singular, True, pieces.count, self.home(pieces), boards))
        return tuple(found)

    def stocks(self) -> tuple[Stock, ...]:
        found = []
        for pieces in self.game.pieces:
            zones = [zone for zone in self.game.zones if zone.pieces is pieces]
            if not zones or pieces.kinds is None:
                continue
            holders = [(self.zone(zone), zone_form(zone)) for zone in zones]
            holders += [(self.pieces_on(p), "spaces") for p in self.game.places if p.pieces is pieces]
            box, home = self.home(pieces), None
            if box is not None:
                holders.append((box, "counts"))
            home_field = next((self.zone(zone) for zone in zones if zone.name == pieces.home), box)
            home = next((one for one in holders if one[0] is home_field), None)
            rest = tuple(one for one in holders if one is not home)
            decks = tuple(
                tuple(self.zone(zone) for zone in (deck.middle, *deck.top))
                for deck in self.game.decks
                if deck.pieces is pieces
            )
            kinds = self.domain(pieces.kinds)
            owner_sort = "" if pieces.owner is None else pieces.owner.plural
            stock = Stock(pieces.singular, kinds, pieces.copies, home, rest, pieces.owners, decks, owner_sort)
            found.append(stock)
        return tuple(found)

    def pools(self) -> tuple[Pool, ...]:
        return tuple(
            Pool(self.variable(goods.variable), goods.limit)
            for goods in self.game.goods
            if goods.limit is not None
        )

    def board_zones(self) -> tuple[BoardZone, ...]:
        return tuple(
            BoardZone(
                f"{place.owner.plural}.{place.name}",
                self.domain(place.owner),
                ((place.pieces.singular, self.pieces_on(place)),),
            )
            for place in self.game.places
        )


def zone_form(zone: typed.Zone) -> str:
    """Return the representation of a zone's pieces."""
    if zone.single:
        return "one"
    if zone.row is not None:
        return "own" if zone.row.alike else "list"
    return "set" if zone.pieces.unique else "counts"


class Control:
    """Control fields, common to all games."""

    def __init__(self, stores: Stores) -> None:
        game = stores.game
        self.key = Field(control.KEY, IntType(0, 2**64 - 1), (), "control")
        self.decisions = Field(control.DECISIONS, IntType(0, game.length), (), "control")
        self.pending = Field(control.PENDING, IntType(0, limits.ACTIONS), (), "control")
        least, most = game.players[0], stores.seats.size
        self.seats = Field(control.SEATS, IntType(least, most), (), "control", initial=least)
        self.chance = Field(control.EXPLICIT, BOOL, (), "control")  # 1: chance outcomes are asked for
        self.seat = Field(control.SEAT, ElemType(stores.seats, True), (), "control", initial=-1)

    def all(self) -> tuple[Field, ...]:
        return (self.key, self.decisions, self.pending, self.seats, self.chance, self.seat)
