"""Serialization of IR trees: a table of nodes as JSON, decoded against the fields' declared types.

Children precede their parents and shared nodes are written once, so the format can express neither a cycle
nor the name of a function. Decoding makes objects of the IR's own classes alone, and only where every value
has the type that its field declares: text from elsewhere can be refused, but never runs.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import pkgutil
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

import rulec.ir
from rulec.base import example_labels, source_text
from rulec.base.gc_pause import gc_paused

_FORMAT = 1
_TUPLE, _BIG, _FILE = -1, -2, -3  # in the place of a class: a tuple, a large number, the name of a file
_SMALL = 1 << 53  # what every reader of JSON keeps exactly
_SCALARS = (bool, int, str, type(None))
# Fields that hold the name of a rules file: it is what the user typed, so another call may type another.
_FILE_FIELDS = frozenset({("Span", "file"), ("SourceText", "name"), ("Program", "file"), ("Index", "file")})


class Malformed(ValueError):
    """The text is no tree of the requested type."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    classes: list[tuple[str, list[str]]]
    nodes: list[bool | int | str | list[int | str] | None]


@dataclasses.dataclass(frozen=True)
class _File:
    number: int


_LEAVES = (*_SCALARS, _File)


# --- encoding -------------------------------------------------------------------------------------------


@gc_paused
def encode(tree: object, files: Sequence[str] = ()) -> bytes:
    """Encode the tree as JSON. `files` are the names of the rules files; `decode` needs them again."""
    return msgspec.json.encode(_Writer(files).table(tree))


class _Writer:
    def __init__(self, files: Sequence[str]) -> None:
        self._files = {name: _File(number) for number, name in enumerate(files)}
        self._classes: dict[type, int] = {}
        self._nodes: list[bool | int | str | list[int | str] | None] = []
        self._places: dict[object, int] = {}

    def table(self, tree: object) -> _Table:
        waiting = [tree]
        while waiting:
            one = waiting[-1]
            if _key(one) in self._places:
                waiting.pop()
                continue
            parts = self._parts(one)
            missing = [part for part in parts if _key(part) not in self._places]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            self._places[_key(one)] = len(self._nodes)
            self._nodes.append(self._node(one, parts))
        known = registry()
        names = {sort: name for name, sort in known.items()}
        classes = [(names[sort], _names(sort)) for sort in self._classes]
        return _Table(_FORMAT, classes, self._nodes)

    def _parts(self, one: Any) -> tuple[Any, ...]:
        if isinstance(one, _LEAVES):
            return ()
        if isinstance(one, tuple):
            return one
        if type(one) not in _members():
            raise TypeError(f"{type(one).__name__} is not a node of the IR")
        return tuple(self._part(one, name) for name in _names_of(one))

    def _part(self, one: object, name: str) -> object:
        value = getattr(one, name)
        if (type(one).__name__, name) in _FILE_FIELDS:
            return self._files.get(value, value)
        return value

    def _node(self, one: object, parts: tuple[Any, ...]) -> bool | int | str | list[int | str] | None:
        if isinstance(one, _File):
            return [_FILE, one.number]
        if isinstance(one, int) and not -_SMALL < one < _SMALL:
            return [_BIG, f"{one:x}"]
        if isinstance(one, _SCALARS):
            return one
        number = _TUPLE if type(one) is tuple else self._classes.setdefault(type(one), len(self._classes))
        return [number, *(self._places[_key(part)] for part in parts)]


def _key(one: object) -> object:
    return (type(one), one) if isinstance(one, _LEAVES) else id(one)


# --- decoding -------------------------------------------------------------------------------------------


@gc_paused
def decode(data: bytes, annotation: object, files: Sequence[str] = ()) -> Any:
    """Decode a tree of the type `annotation` from `encode`; `Malformed` for anything else."""
    try:
        table = msgspec.json.decode(data, type=_Table)
        if table.format != _FORMAT:
            raise Malformed("another format")
        known = registry()
        classes = [known[name] for name, _ in table.classes]
        if [names for _, names in table.classes] != [_names(sort) for sort in classes]:
            raise Malformed("a class has other fields")
        values: list[Any] = []
        for node in table.nodes:
            values.append(_value(node, values, classes, files) if type(node) is list else node)
        tree = values[-1]
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as problem:
        raise Malformed(str(problem)) from None
    if not _test(annotation)(tree):
        raise Malformed("the tree is of another type")
    return tree


def _value(node: list[Any], values: list[Any], classes: list[type], files: Sequence[str]) -> object:
    sort, *parts = node
    if sort == _BIG:
        return int(parts[0], 16)
    if sort == _FILE:
        return files[_natural(parts[0])]
    children = tuple([values[_natural(part)] for part in parts])
    if sort == _TUPLE:
        return children
    made = classes[_natural(sort)]
    tests = _tests(made)
    if len(children) != len(tests):
        raise Malformed(f"{made.__name__} has {len(tests)} fields, not {len(children)}")
    for child, (kinds, test) in zip(children, tests, strict=True):
        if type(child) not in kinds and not test(child):
            raise Malformed(f"a field of {made.__name__} can't be a {type(child).__name__}")
    return made(*children)


def _natural(number: object) -> int:
    """Check an index; a negative one would count from the end."""
    if type(number) is not int or number < 0:
        raise Malformed(f"{number!r} is not an index")
    return number


# --- classes and the types of their fields --------------------------------------------------------------


@functools.cache
def registry() -> dict[str, type]:
    """Return the serializable classes by name."""
    return {
        f"{sort.__module__}.{sort.__qualname__}": sort
        for module in _modules()
        for sort in vars(module).values()
        if isinstance(sort, type) and dataclasses.is_dataclass(sort) and sort.__module__ == module.__name__
    }


@functools.cache
def _members() -> frozenset[type]:
    return frozenset(registry().values())


@functools.cache
def _modules() -> tuple[types.ModuleType, ...]:
    inner = pkgutil.walk_packages(rulec.ir.__path__, "rulec.ir.")
    found = (importlib.import_module(one.name) for one in inner if one.name != __name__)
    return (*found, example_labels, source_text)


def _names_of(one: object) -> list[str]:
    sort: type = one.__class__
    return _names(sort)


@functools.cache
def _names(sort: type) -> list[str]:
    return [one.name for one in dataclasses.fields(sort) if one.init]


Test = Callable[[object], bool]


@functools.cache
def _tests(sort: type) -> list[tuple[frozenset[type], Test]]:
    """Return, for each field, the classes accepted by identity, and the full test for other values."""
    own = next(vars(module) for module in _modules() if module.__name__ == sort.__module__)
    hints = typing.get_type_hints(sort, {**_namespace(), **own})
    return [(_kinds(hints[name]), _test(hints[name])) for name in _names(sort)]


@functools.cache
def _namespace() -> dict[str, Any]:
    """Return every name of the IR: its modules import some of each other for type checkers alone."""
    return {name: value for module in _modules() for name, value in vars(module).items()}


@functools.cache
def _kinds(annotation: Any) -> frozenset[type]:
    """Return the classes all of whose instances are of this type."""
    found: set[type] = set()
    for one in _alternatives(annotation):
        if one is int:
            found |= {int, bool}
        elif one is None or one in (bool, str, type(None)):
            found.add(type(None) if one is None else one)
        elif isinstance(one, type) and one in _members():
            found |= {sort for sort in _members() if issubclass(sort, one)}
    return frozenset(found)


@functools.cache
def _test(annotation: Any) -> Test:
    """Build the membership test of a type."""
    if annotation is object:
        return lambda value: True
    kinds = _kinds(annotation)
    more = [
        _literal_test(one) if typing.get_origin(one) is typing.Literal else _tuple_test(typing.get_args(one))
        for one in _alternatives(annotation)
        if typing.get_origin(one) in (typing.Literal, tuple)
    ]
    return lambda value: type(value) in kinds or any(test(value) for test in more)


def _literal_test(annotation: Any) -> Test:
    words = frozenset(typing.get_args(annotation))
    return lambda value: type(value) is str and value in words


def _tuple_test(inner: tuple[Any, ...]) -> Test:
    if len(inner) == 2 and inner[1] is Ellipsis:
        kinds, each = _kinds(inner[0]), _test(inner[0])
        return lambda value: type(value) is tuple and all(type(x) in kinds or each(x) for x in value)
    tests = [_test(one) for one in inner]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(tests)
        and all(test(x) for test, x in zip(tests, value, strict=True))
    )


def _alternatives(annotation: Any) -> Iterator[Any]:
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        for one in typing.get_args(annotation):
            yield from _alternatives(one)
    else:
        yield annotation
