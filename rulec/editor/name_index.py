"""Index of all name occurrences with their declarations, for navigation, rename and highlighting.

References recorded by the checker take precedence. Where it recorded nothing, as in faulty lines, global
names and names introduced in the same declaration are resolved by the syntax tree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rulec.base.fast_dataclass import dataclass, inner_fields
from rulec.base.source_text import NOWHERE, Span
from rulec.frontend import Checked
from rulec.semantics.scope import Resolution, Share
from rulec.syntax import ast
from rulec.syntax.ast import examples

# Referent of a name: ("global", name), ("own", plural of its kind, name), ("column", table, name),
# ("local", file:line, name), ("event", name), ("decision", name), ("option", name), ("statement", id).
Key = tuple[str, ...]

# Fields that introduce a local name.
_GIVES: Final = frozenset(
    {
        *(("Members", "var"), ("Draw", "giving"), ("Each", "var"), ("EachNumber", "var"), ("Repeat", "left")),
        *(("Choose", "var"), ("Alternative", "var"), ("Let", "var"), ("Roll", "var"), ("Part", "var")),
        *(
            ("ChooseSeveral", "var"),
            ("ChooseSeveral", "giving"),
            ("CallRule", "giving"),
            ("AccountStep", "var"),
        ),
        *(("WalkEnds", "var"), ("Parameter", "name"), ("Meaning", "parameters"), ("Adjective", "parameters")),
        *(("MeaningByCases", "parameters"), ("PlanValue", "name"), ("Fates", "name"), ("Fates", "fates")),
        *(("Route", "entering"), ("RouteRow", "name")),
        ("Route", "parameters"),
    }
)
_DECISIONS: Final = frozenset(
    {
        *(("Choose", "name"), ("ChooseOne", "name"), ("AnyOrder", "name"), ("ChooseSeveral", "name")),
        *(("May", "name"), ("Pause", "name"), ("Repeat", "name"), ("Each", "order"), ("Follow", "name")),
    }
)
_OPTIONS: Final = frozenset(
    {
        *(("Alternative", "label"), ("Part", "name"), ("Part", "after"), ("Part", "before")),
        *(("SkipPart", "name"), ("AnyOrder", "exclusive")),
    }
)
# Fields that declare a word of a kind, if the declaration has an owner.
_OWNED: Final = frozenset(
    {
        *(("Variable", "name"), ("Place", "name"), ("Zone", "name"), ("Deck", "name"), ("Adjective", "name")),
        *(("Meaning", "name"), ("MeaningByCases", "name"), ("Heading", "name"), ("Goods", "name")),
    }
)
_OWNERS: Final = ("owner", "subject", "singular")
_COLUMNS: Final = frozenset({("Assumed", "columns"), ("Heading", "name")})
_GOODS: Final = frozenset({("Amount", "name"), ("Shortage", "goods"), ("Shortage", "instead")})
_EVENTS: Final = frozenset({("Whenever", "event"), ("Ability", "event")})
_DISPLAYED: Final = frozenset({("DisplayLine", "key"), ("DisplayLine", "last")})
_EMITTED: Final = "emit "
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_CITED: Final = "statement"


@dataclass(frozen=True)
class Occurrence:
    """Occurrence of a name; `gives` marks its introduction in a rule or formula."""

    span: Span
    key: Key
    text: str
    gives: bool = False


class NameIndex:
    """Occurrences of all names in a checked file and its base games."""

    def __init__(self, checked: Checked, resolution: Resolution) -> None:
        self.resolution = resolution
        self.globals = resolution.globals
        self.by_key: dict[Key, list[Occurrence]] = defaultdict(list)
        self.by_line: dict[tuple[str, int], list[Occurrence]] = defaultdict(list)
        self._declared: dict[Key, list[Span]] = {}
        self._linked: dict[Key, set[Key]] = defaultdict(set)
        self._seen: set[tuple[Span, Key]] = set()
        self._decisions: set[str] = set()
        self._options: set[str] = set()
        self._events: set[str] = set()
        self._given: dict[str, set[str]] = defaultdict(set)  # by place of declaration
        self._rules = {
            one.name.text: one.name.span
            for one in checked.tree.declarations
            if isinstance(one, ast.Rule) and one.sort not in {"setup", "play"}
        }
        walked = [(one, _idents(one)) for one in (*checked.tree.declarations, *checked.tree.examples)]
        for top, found in walked:
            home = f"{top.span.file}:{top.span.line}"
            for ident, field, _ in found:
                if field in _GIVES:
                    self._given[home].add(ident.text)
                if field in _DECISIONS:
                    self._decisions.add(ident.text)
                elif field in _OPTIONS:
                    self._options.add(ident.text)
                elif field in _EVENTS or ident.text.startswith(_EMITTED):
                    self._events.add(ident.text.removeprefix(_EMITTED))
        for top, found in walked:
            home = f"{top.span.file}:{top.span.line}"
            for ident, field, owner in found:
                text = ident.text.removeprefix(_EMITTED)
                for key in self._keys(ident, field, owner, home):
                    self._add(Occurrence(ident.span, key, text, field in _GIVES))
        for label in _labels(checked.tree):
            self._label(label)
        for cited in checked.tree.citations:
            inner = Span(
                cited.span.file,
                cited.span.line,
                cited.span.column + 1,
                cited.span.line,
                cited.span.end_column - 1,
            )
            self._add(Occurrence(inner, (_CITED, cited.text), cited.text))

    # --- questions --------------------------------------------------------------------------------

    def at(self, file: str, line: int, column: int) -> Occurrence | None:
        """Name at a place, or ending just before it."""
        near = [
            one
            for one in self.by_line.get((file, line), ())
            if one.span.column <= column <= one.span.end_column
        ]
        return next((one for one in near if column < one.span.end_column), near[0] if near else None)

    def all_of(self, key: Key) -> list[Occurrence]:
        """Occurrences of a key and of linked keys, where one word declares several."""
        keys, waiting = {key}, [key]
        while waiting:
            for other in self._linked.get(waiting.pop(), ()):
                if other not in keys:
                    keys.add(other)
                    waiting.append(other)
        found = {one.span: one for each in keys for one in self.by_key.get(each, ())}
        return sorted(found.values(), key=lambda one: (one.span.file, one.span.line, one.span.column))

    def declarations(self, key: Key) -> list[Span]:
        """Declaring spans of a name; several only for names introduced repeatedly in a rule."""
        found = self._declared.get(key)
        if found is None:
            found = self._declared[key] = self._declarations(key)
        return found

    def _declarations(self, key: Key) -> list[Span]:
        g = self.globals
        if g is None:
            return []
        found = self.by_key.get(key, [])
        if key[0] == "global":
            place = g.places.get(key[1]) or self._rules.get(key[1])
            return [] if place is None or place == NOWHERE else [self._narrowed(place, key[1])]
        if key[0] == "own":
            sort = g.sets.get(key[1])
            attribute = g.own.get(sort, {}).get(key[2]) if sort is not None else None
            place = getattr(attribute, "span", NOWHERE)
            if place == NOWHERE:
                return []
            inside = [one.span for one in found if _covers(place, one.span)]
            return inside[:1] or [place]
        if key[0] == "local":
            return _first(one.span for one in found if one.gives)
        return _first(one.span for one in found)

    def _narrowed(self, place: Span, name: str) -> Span:
        inside = [one.span for one in self.by_key.get(("global", name), ()) if _covers(place, one.span)]
        return inside[0] if inside else place

    # --- keys -------------------------------------------------------------------------------------

    def _add(self, one: Occurrence) -> None:
        if one.span.line != one.span.end_line or (one.span, one.key) in self._seen:
            return
        self._seen.add((one.span, one.key))
        for other in self.by_line[one.span.file, one.span.line]:
            if other.span == one.span:
                self._linked[other.key].add(one.key)
                self._linked[one.key].add(other.key)
        self.by_key[one.key].append(one)
        self.by_line[one.span.file, one.span.line].append(one)

    def _keys(self, ident: ast.Ident, field: tuple[str, str], owner: str | None, home: str) -> Iterator[Key]:
        name = ident.text
        if field in _DECISIONS:
            yield "decision", name
            return
        if field in _OPTIONS:
            yield "option", name
            return
        if field in _EVENTS or name.startswith(_EMITTED):
            yield "event", name.removeprefix(_EMITTED)
            return
        if field in _DISPLAYED and (g := self.globals) is not None and name not in g.places:
            called = (("event", self._events), ("decision", self._decisions), ("option", self._options))
            kind = next((kind for kind, names in called if name in names), None)
            if kind is not None:
                yield kind, name
                return
        key = self._recorded(ident, field, owner) or self._given_here(ident, field, home)
        key = key or self._global(name, field)
        if key is not None:
            yield key

    def _recorded(self, ident: ast.Ident, field: tuple[str, str], owner: str | None) -> Key | None:
        """Key of a member's word or a table column, as recorded by the checker or as declared."""
        g, name = self.globals, ident.text
        recorded = self.resolution.owners.get(ident.span)
        if recorded is not None:
            shared = g is not None and isinstance(g.own[recorded].get(name), Share)
            return ("global", name) if shared else ("own", recorded.plural, name)
        table = self.resolution.columns.get(ident.span)
        if table is not None:
            return "column", table, name
        if g is None or owner is None or field not in (_OWNED | _COLUMNS):
            return None
        sort = g.members.get(owner) or g.sets.get(owner)
        if sort is not None and name in g.own.get(sort, ()):
            return "own", sort.plural, name
        known = g.lookups.get(owner)
        return ("column", owner, name) if known is not None and name in known.columns else None

    def _given_here(self, ident: ast.Ident, field: tuple[str, str], home: str) -> Key | None:
        """Key of a name local to the same rule or formula; names of kinds refer to the kind."""
        name, g = ident.text, self.globals
        recorded = ident.span in self.resolution.locals
        if not (recorded or name in self._given[home]) or (g is not None and name in g.members):
            return None
        shadows = field in _GIVES or recorded or g is None or name not in g.places
        return ("local", home, name) if shadows else None

    def _global(self, name: str, field: tuple[str, str]) -> Key | None:
        g = self.globals
        if g is None:
            return ("global", name) if name in self._rules else None
        goods = g.goods.get(name) if field in _GOODS else None
        if goods is not None and goods.variable.owner is not None:
            return "own", goods.variable.owner.plural, goods.variable.name
        if field != ("Possessive", "name") and (name in g.places or name in self._rules):
            return "global", name
        if field in {("Choices", "names"), ("Choices", "inside"), ("Deadline", "helpers")}:
            return "decision", name
        owners = [sort for sort, words in g.own.items() if name in words]
        return ("own", owners[0].plural, name) if len(owners) == 1 else None

    # --- texts ------------------------------------------------------------------------------------

    def _label(self, label: ast.Text) -> None:
        """Index the names in a label: the decision, then the words of the option."""
        if label.span.line != label.span.end_line:
            return
        question, colon, _ = label.value.partition(":")
        for found in _NAME.finditer(label.value):
            key = self._label_key(found[0], asked=bool(colon) and found.end() <= len(question))
            if key is not None:
                column = label.span.column + 1 + found.start()
                span = Span.at(label.span.file, label.span.line, column, len(found[0]))
                self._add(Occurrence(span, key, found[0]))

    def _label_key(self, word: str, *, asked: bool) -> Key | None:
        if asked:
            return ("decision", word) if word in self._decisions else None
        g = self.globals
        if word in self._options:
            return "option", word
        if g is not None and (word in g.constants or word in g.rules):
            return "global", word
        return None


def _labels(tree: ast.RulesFile) -> Iterator[ast.Text]:
    """Yield option labels: in examples and in display texts."""
    for example in tree.examples:
        for line in example.lines:
            if isinstance(line, examples.Play | examples.Offered):
                yield from line.labels
    for one in tree.declarations:
        for row in one.lines if isinstance(one, ast.Display) else ():
            if isinstance(row.key, ast.Text):
                yield row.key


def _first(spans: Iterable[Span]) -> list[Span]:
    found = min(spans, key=lambda one: (one.line, one.column), default=None)
    return [] if found is None else [found]


def _covers(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return (
        outer.file == inner.file
        and start <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= end
    )


_Field = tuple[str, tuple[str, str], bool]


_NAMELESS: Final = frozenset(("str", "int", "bool", "None", "tuple", "Span", "Text", "SourceText"))


_known: dict[type, tuple[_Field, ...]] = {}


def _fields(sort: type) -> tuple[_Field, ...]:
    """Fields of a node type that can contain names: (field, place, whether the owner applies)."""
    if sort not in _known:
        found = inner_fields(sort, _NAMELESS)
        _known[sort] = tuple((field, (sort.__name__, field), field not in _OWNERS) for field in found)
    return _known[sort]


_Found = tuple[ast.Ident, tuple[str, str], str | None]


def _idents(node: object) -> list[_Found]:
    """Collect the names below a node, each with its field and the owner of its declaration."""
    found: list[_Found] = []
    waiting: list[tuple[Any, str | None]] = [(node, None)]
    while waiting:
        one, owner = waiting.pop()
        inner = _owner(one) or owner
        for field, place, reaches in _fields(type(one)):
            value = getattr(one, field)
            if value is None:
                continue
            whose = inner if reaches else owner
            if type(value) is ast.Ident:
                found.append((value, place, whose))
            elif type(value) is tuple:
                _each_of(value, place, whose, found, waiting)
            elif hasattr(value, "__dataclass_fields__"):
                waiting.append((value, whose))
    return found


def _each_of(
    values: tuple[object, ...],
    place: tuple[str, str],
    owner: str | None,
    found: list[_Found],
    waiting: list[tuple[Any, str | None]],
) -> None:
    for one in values:
        if type(one) is ast.Ident:
            found.append((one, place, owner))
        elif type(one) is tuple:
            _each_of(one, place, owner, found, waiting)
        elif hasattr(one, "__dataclass_fields__") and type(one) is not Span:
            waiting.append((one, owner))


def _owner(node: object) -> str | None:
    """Kind whose words a declaration declares."""
    if isinstance(node, ast.Has | ast.Goods):
        return node.owner.text if node.owner is not None else None
    if isinstance(node, ast.Adjective | ast.Meaning | ast.MeaningByCases):
        return node.subject.text if node.subject is not None else None
    if isinstance(node, ast.LookupTable):
        return node.name.text
    return node.singular.text if isinstance(node, ast.Table) else None
