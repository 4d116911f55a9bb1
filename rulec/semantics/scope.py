"""Symbol table of the file's declarations, and scopes of locals around an expression."""

from __future__ import annotations

import re
from dataclasses import field

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics import typed
from rulec.semantics.preserved_variables import PreservedVariables
from rulec.semantics.types import Local, MemberType, PieceSort, Sort
from rulec.syntax import ast
from rulec.syntax.parsing.reserved_words import POSITION_KEYS, RESERVED

# A variable and its owner: none (global), the acting sort, or a local.
Stored = tuple[typed.Variable, Local | Sort | None]
# Words of other languages, and the rules language's words for them.
_SYNONYMS = {
    "true": "yes", "false": "no", "null": "none", "nobody": "none", "nothing": "none",
    "i": "me", "myself": "me", "current_player": "me", "self": "it", "this": "it",
}  # fmt: skip
# Functions of other languages.
_FUNCTIONS = {
    "abs": "`difference of ... and ...` lies between two numbers, and is never below 0",
    "max": "`greater of ... and ...` is the larger of two numbers, `most ... over ...` that of members",
    "min": "`lesser of ... and ...` is the smaller of two numbers, `least ... over ...` that of members",
    "len": "`number of ...` counts", "count": "`number of ...` counts",
    "any": "`some ... where ...` asks whether there is one", "all": "`every ... has ...` asks about all",
    "floor": "numbers are whole: `div` rounds down", "ceil": "numbers are whole: `div_up` rounds up",
}  # fmt: skip


@dataclass
class Resolution:
    """Resolved references, recorded during checking for editors."""

    owners: dict[Span, Sort] = field(default_factory=dict)  # attributes: the owner's sort, by position
    locals: dict[Span, Local] = field(default_factory=dict)  # locals, by position
    columns: dict[Span, str] = field(default_factory=dict)  # columns of `by` tables: the table's name
    globals: Globals | None = None


@dataclass
class Globals:
    """Symbol table of all declared names; attributes (`square's piece`) are kept per sort."""

    report: Reporter
    sets: dict[str, Sort] = field(default_factory=dict)  # plural -> sort
    members: dict[str, Sort] = field(default_factory=dict)  # singular -> sort
    constants: dict[str, tuple[Sort, int]] = field(default_factory=dict)  # `red` -> member of a kind
    labels: dict[str, tuple[Sort, int]] = field(default_factory=dict)  # `a1`, `p1`: declared names win
    shared_labels: dict[str, Sort] = field(default_factory=dict)  # labels of squares on several boards
    pieces: dict[str, PieceSort] = field(default_factory=dict)  # plural and singular
    variables: dict[str, typed.Variable] = field(default_factory=dict)  # global ones
    definitions: dict[str, typed.Definition] = field(default_factory=dict)  # global ones
    lookups: dict[str, typed.LookupTable] = field(default_factory=dict)
    zones: dict[str, typed.Zone] = field(default_factory=dict)  # global ones
    mixed: dict[str, typed.MixedZone] = field(default_factory=dict)  # zones of several piece sorts
    markers: dict[typed.Variable, typed.Track] = field(default_factory=dict)  # the track of each marker
    goods: dict[str, typed.Goods] = field(default_factory=dict)  # by name, and by the singular
    goods_of: dict[Sort, typed.Goods] = field(default_factory=dict)  # with an amount for each member
    score_span: Span = NOWHERE  # entered score lines are called by their texts
    accounts: dict[str, typed.Account] = field(default_factory=dict)
    plans: dict[str, tuple[ast.BestPlan, typed.AssignmentPlan]] = field(default_factory=dict)
    planned: list[typed.AssignmentPlan] = field(default_factory=list)  # checked plans, and those in progress
    routes: dict[str, ast.Route] = field(default_factory=dict)
    payments: dict[str, ast.Payment] = field(default_factory=dict)
    rules: dict[str, typed.Rule] = field(default_factory=dict)
    setup: typed.Rule | None = None  # never called, but tested by `during setup`
    decisions: dict[str, typed.Decision] = field(default_factory=dict)
    events: dict[str, typed.ChanceEvent] = field(default_factory=dict)
    own: dict[Sort, dict[str, Attribute]] = field(default_factory=dict)
    actors: Sort | None = None  # the sort that takes turns instead of the players
    seating: typed.Variable | None = None  # the list of their seating order
    places: dict[str, Span] = field(default_factory=dict)  # declarations of global names
    given: dict[str, Span] = field(default_factory=dict)  # first binding of each local name
    preserved: PreservedVariables = field(
        default_factory=lambda: PreservedVariables(())
    )  # mod/ref analysis for narrowing
    resolution: Resolution = field(default_factory=Resolution)

    def declare(self, name: ast.Ident) -> bool:
        """Declare a name; report a clash or a reserved word."""
        if not self.usable(name):
            return False
        before = self.places.get(name.text)
        if before is not None:
            second = name.span
            if before != NOWHERE and (before.line, before.column) > (second.line, second.column):
                before, second = second, before
            where = "by rulec itself" if before == NOWHERE else ""
            self.report.error(
                "R202",
                second,
                f"`{name.text}` is declared twice" + (f", once {where}" if where else ""),
                "give one of the two another name",
                [] if before == NOWHERE else [Note(before, "the first declaration")],
            )
            return False
        self.places[name.text] = name.span
        return True

    def usable(self, name: ast.Ident) -> bool:
        if name.text in RESERVED:
            self.report.error(
                "R203",
                name.span,
                f"`{name.text}` is a word of the language and can't be a name",
                f"write `{name.text}_` or another word",
            )
            self.report.lost.add(name.text)
            return False
        if name.text in POSITION_KEYS:
            self.report.error(
                "R206",
                name.span,
                f"`{name.text}` already names a part of every position",
                f"write `{name.text}_` or another word",
            )
            return False
        return True

    def attribute(self, sort: Sort, name: str) -> Attribute | None:
        """Look up an attribute of a sort, of a kind that includes it, or of an included kind."""
        home = self.home(sort, name)
        return None if home is None else self.own[home][name]

    def home(self, sort: Sort, name: str) -> Sort | None:
        """Return the sort that owns an attribute, as `attribute` resolves it."""
        if name in self.own.get(sort, ()):
            return sort
        if sort.rows is not None and isinstance(sort.rows.type, MemberType):
            return self.home(sort.rows.type.sort, name)
        for other, words in self.own.items():
            if name in words and (sort in other.parts or other in sort.parts):
                return other
        return None

    def seat_called(self, name: str) -> int | None:
        """Return the seat of a guaranteed player `p1`, `p2` ..., unless the file declares the name."""
        players = self.members["player"]
        if len(name) != 2 or name[0] != "p" or not name[1].isdigit() or name in self.places:
            return None
        seat = int(name[1]) - 1
        return seat if 0 <= seat < players.fewest else None

    @property
    def acting(self) -> Sort:
        """Sort of `me` by default."""
        return self.actors or self.members["player"]

    def known_words(self) -> set[str]:
        words = {*self.sets, *self.constants, *self.variables, *self.definitions, *self.lookups}
        for attributes in self.own.values():
            words |= set(attributes)
        return words


@dataclass(frozen=True)
class BuiltIn:
    """Built-in attribute of every board."""

    what: str
    board: Sort
    result: Sort
    is_set: bool = False
    maybe: bool = False


@dataclass(frozen=True)
class Share:
    """Shorthand for an amount of one kind: `my iron` for `my stock(iron)`."""

    variable: typed.Variable
    sort: Sort
    member: int


Attribute = (
    typed.Variable
    | typed.Place
    | typed.Definition
    | typed.Column
    | BuiltIn
    | Share
    | typed.Zone
    | typed.MixedZone
)


@dataclass(frozen=True)
class Filtered:
    """Member that a filter, fold or definition binds."""

    local: Local
    named: bool = False  # has a name: neither `it` nor bare attributes refer to it
    mentioned: bool = True  # whether the condition uses its name
    node: object = None  # the filter or fold in the syntax tree


@dataclass
class Scope:
    """Scope of an expression: its locals, and the meaning of `it` and `me`."""

    globals: Globals
    locals: dict[str, Local] = field(default_factory=dict)
    it: Local | None = None
    filters: tuple[Filtered, ...] = ()  # members bound by enclosing filters and folds, innermost last
    around: dict[str, Local] = field(default_factory=dict)  # members of enclosing filters, by sort
    me: Sort | None = None  # the acting sort, if anybody acts: players, or the sort that takes turns
    # Name for chance events here (empty: the name of the result); None: chance is forbidden.
    chance: str | None = None
    left: dict[str, Local | None] = field(default_factory=dict)  # bound in bodies above; None: ambiguous

    words: dict[str, tuple[Sort, int]] = field(default_factory=dict)  # further names of members, in examples
    sheet: dict[str, typed.Expr] = field(default_factory=dict)  # score lines, in examples

    narrowed: dict[str, PieceSort] = field(default_factory=dict)  # mixed zones: the piece sort meant here
    sure: frozenset[Local] = frozenset()  # optional locals narrowed here
    # Variables narrowed by a condition: None, or the sentence that has invalidated the narrowing.
    stored: dict[Stored, Span | None] = field(default_factory=dict)

    def inside(self, **changes: object) -> Scope:
        inner = object.__new__(Scope)
        vars(inner).update(vars(self), locals=dict(self.locals), left=dict(self.left))
        vars(inner).update(changes)
        return inner

    def with_local(self, local: Local) -> Scope:
        inner = self.without_chance()
        inner.locals[local.name] = local
        return inner

    def with_member(self, local: Local, mentioned: bool, node: object) -> Scope:
        """Return the scope of a filter or fold that names its member."""
        inner = self.with_local(local)
        inner.filters = (*self.filters, Filtered(local, True, mentioned, node))
        return inner

    def about(self, local: Local) -> None:
        """Bind `it` to a local outside any filter."""
        self.it, self.filters = local, (Filtered(local),)

    def with_it(self, local: Local, mentioned: bool = True, node: object = None) -> Scope:
        around, sort = self.around, it_sort(self.it)
        if self.it is not None and sort is not None:
            around = {sort.singular: self.it} | {one: v for one, v in around.items() if one != sort.singular}
        filters = (*self.filters, Filtered(local, False, mentioned, node))
        return self.inside(it=local, chance=None, around=around, filters=filters)

    def without_chance(self) -> Scope:
        """Return a scope for code that may run repeatedly or never: chance is forbidden there."""
        return self.inside(chance=None)

    @property
    def without_sheet(self) -> bool:
        """Whether this is an example of a faulty file, whose score was not read."""
        return not self.sheet and "p1" in self.words and self.globals.report.failed

    def unknown(self, name: ast.Ident, bare: bool = False) -> None:
        """Report an unknown name; `bare` ones have no values in brackets."""
        message = f"unknown name `{name.text}`"
        report, own = self.globals.report, self.globals.own
        owners = [sort for sort, words in own.items() if name.text in words]
        if owners:
            one = owners[0].singular
            message = f"this does not say whose `{name.text}` is meant"
            keyed, others = _with_keys(own[owners[0]][name.text], name.text) if bare else (name.text, "")
            if self.me in owners:
                hint = f"write `my {keyed}`{others} for that of the {self.me.singular} who acts"
            else:
                hint = f"every {one} has its own: name one, as in `{one}'s {keyed}`"
            report.unknown("R213", name.text, name.span, message, hint)
            return
        chosen = next((one.name for one in self.locals.values() if one.decision == name.text), "")
        if name.text in self.globals.routes:
            message = f"the route `{name.text}` is not a value"
            route = name.text
            hint = f"behind `follow {route}` you can ask about `{route}'s end` and `{route}'s entered`"
        elif "." in name.text:
            route, what = name.text.split(".")
            message = f"`{route}'s {what}` is not known: the route is not followed here"
            hint = f"write `follow {route} ...` above, in the same rule"
        elif name.text in self.globals.rules:
            message = f"the rule `{name.text}` is not a value"
            hint = "a rule is carried out in a sentence of its own"
        elif name.text in self.globals.pieces:
            message = f"`{name.text}` is not a value: pieces are known by the places where they lie"
            hint = "ask about such a place, as in `square's piece is none`"
        elif chosen and chosen != name.text:
            hint = f"`{name.text}` is the name of the decision; the chosen option is called `{chosen}`"
        elif "p1" in self.words and re.fullmatch(r"p\d+", name.text):
            players = [word for word in self.words if re.fullmatch(r"p\d+", word)]
            hint = f"the players of this example are {', '.join(f'`{one}`' for one in players)}"
        elif name.text in self.globals.given:
            line = self.globals.given[name.text].line
            hint = f"line {line} gives this name elsewhere; give it here, too, with `let {name.text} = ...`"
        elif left := [one for one in self.globals.goods.values() if one.bank == name.text]:
            message = f"`{name.text}` is the supply of goods; it is not a value"
            what = left[0].variable.name + "".join(f"({key.singular})" for key in left[0].variable.keys)
            hint = f"so many are left there: `{left[0].limit} - sum of {what} over players`"
        elif name.text.lower() in _SYNONYMS:
            hint = f"write `{_SYNONYMS[name.text.lower()]}`"
        elif name.text in _FUNCTIONS:
            hint = _FUNCTIONS[name.text]
        else:
            known = self.globals.known_words() | set(self.locals) | set(self.left) | set(self.words)
            hint = did_you_mean(name.text, known)
        report.unknown("R201", name.text, name.span, message, hint)


def it_sort(local: Local | None) -> Sort | None:
    """Return the sort whose attributes are bare words where `it` is bound to this local."""
    if local is not None and isinstance(local.type, MemberType):
        return local.type.sort
    return None


def read(local: Local) -> Local:
    """Count a use of a local, and of the locals it defaults to."""
    one: Local | None = local
    while one is not None and not one.uses:
        one.uses += 1
        one = one.before
    return local


def _with_keys(found: Attribute, name: str) -> tuple[str, str]:
    """Return an attribute with example values for its keys, and words about the other values."""
    keys = found.keys if isinstance(found, typed.Variable) else ()
    if not keys or not all(one.named and one.members for one in keys):
        return name, ""
    values = ", ".join(one.members[0] for one in keys)
    return f"{name}({values})", f", or another {' and '.join(one.singular for one in keys)},"
