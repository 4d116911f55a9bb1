"""A `dataclass` decorator that compiles its constructor lazily, and tree walking.

The standard decorator generates and compiles up to seven methods when it defines a class, which took most of
the time of a quick command. Here the first object compiles the constructor, so that an unused class costs
next to nothing, and the other methods need no compiling. It supports the features that the compiler's trees
need: `frozen`, `eq`, defaults and default factories, `compare` and `repr` of `field`, inheritance;
`fields`, `replace`, `is_dataclass` and `match` work. Measured in November 2026: with the standard
decorator, importing the compiler and checking a small game takes 1.58 s of processor time instead of 1.15.

Tree walking is part of this module, because every stage does it many times.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True):
        if cls is None:
            return lambda made: _complete(made, frozen, eq)
        return _complete(cls, frozen, eq)


# Cached attributes of frozen objects, derived from their fields.
KEPT = frozenset(
    (
        "_hash",
        "_children",
        "_locals",
        "_size",
        "_sound",
        "_settled",
        "_plain",
        "_steps",
        "_sorted",
        "_words",
        "_calls",
    )
)


def replaced(one: Any, updates: dict[str, Any]) -> Any:
    """Copy a frozen object with other fields, like `dataclasses.replace` without its constructor."""
    new = object.__new__(one.__class__)
    values = new.__dict__
    for name, value in one.__dict__.items():
        if name not in KEPT:
            values[name] = value
    values.update(updates)
    return new


def is_frozen(sort: type) -> bool:
    """Check whether a class is a frozen dataclass of this module."""
    return sort.__dict__.get("__setattr__") is _refuse


# Fills in the fields, and all that `fields` and `replace` read; generates no method.
_standard = dataclasses.dataclass(init=False, repr=False, eq=False)


def _complete(cls: Any, frozen: bool, eq: bool) -> Any:
    own = dict(cls.__dict__)
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # else the standard library computes the signature, which is slow
    _standard(cls)
    fields = dataclasses.fields(cls)
    if "__init__" not in own:
        cls.__init__ = _first_use(cls, frozen)
    if "__repr__" not in own:
        cls.__repr__ = _shown(tuple(one.name for one in fields if one.repr))
    if eq:
        key = _key([one.name for one in fields if one.compare])
        if "__eq__" not in own:
            cls.__eq__ = _equality(key)
        if own.get("__hash__") is None:
            cls.__hash__ = _hashing(key) if frozen else None
    if frozen:
        cls.__setattr__ = cls.__delattr__ = _refuse
        if "__getstate__" not in own:
            cls.__getstate__ = _state
    return cls


def _first_use(cls: Any, frozen: bool) -> Any:
    """Return a constructor that replaces itself by the compiled constructor at its first call."""

    def __init__(self: Any, /, *values: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = _constructor(cls, frozen)
        cls.__init__(self, *values, **named)

    return __init__


def _constructor(cls: Any, frozen: bool) -> Any:
    """Compile the constructor of a class from the names of its fields."""
    missing = dataclasses.MISSING
    given: dict[str, Any] = {"put_": object.__setattr__, "missing_": missing}
    parameters, body = ["self"], []
    for one in dataclasses.fields(cls):
        name = value = one.name
        if one.default_factory is not missing:
            given[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is missing_ else {name}"
            name += "=missing_"
        elif one.default is not missing:
            given[f"default_{name}"] = one.default
            name += f"=default_{name}"
        parameters.append(name)
        body.append(f"put_(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}")
    text = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"])
    exec(text, given)  # noqa: S102 - no word of a user is in it
    made = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _key(names: list[str]) -> Any:
    """Return a function from an object to the tuple of its compared fields."""
    if len(names) == 1:
        get = attrgetter(names[0])
        return lambda one: (get(one),)
    return attrgetter(*names) if names else lambda one: ()


def _equality(key: Any) -> Any:
    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hashing(key: Any) -> Any:
    """Return a cached `__hash__`: trees are looked up often, and hashing visits the whole tree."""

    def __hash__(self: Any) -> int:  # noqa: N807
        kept = self.__dict__
        found: int | None = kept.get("_hash")
        if found is None:
            found = kept["_hash"] = hash(key(self))
        return found

    return __hash__


def _state(self: Any) -> dict[str, Any]:
    """Return the pickled state, without cached attributes, which are valid in this process only."""
    return {name: value for name, value in self.__dict__.items() if name not in KEPT}


def _shown(names: tuple[str, ...]) -> Any:
    def __repr__(self: Any) -> str:  # noqa: N807
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({values})"

    return __repr__


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


# --- tree walking ----------------------------------------------------------------------------------

_PLAIN = frozenset(["str", "int", "bool", "float", "None", "tuple", "Span"])
_known: dict[type, tuple[str, ...] | None] = {}


def inner(sort: type) -> tuple[str, ...] | None:
    """Return the fields that can hold further nodes; None for other types and for spans."""
    if sort not in _known:
        is_leaf = sort.__name__ == "Span" or not dataclasses.is_dataclass(sort)
        _known[sort] = None if is_leaf else inner_fields(sort, _PLAIN)
    return _known[sort]


def inner_fields(sort: Any, plain: frozenset[str]) -> tuple[str, ...]:
    """Return the fields of a class whose declared type names a type outside `plain`."""
    return tuple(one.name for one in dataclasses.fields(sort) if not _is_plain(str(one.type), plain))


def _is_plain(declared: str, plain: frozenset[str]) -> bool:
    return declared.startswith("Literal[") or plain.issuperset(re.findall(r"[\w.]*\w", declared))


def objects(tree: object) -> Iterator[Any]:
    """Yield all nodes of a tree in pre-order, in source order, without spans."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if type(one) is tuple:
            waiting += reversed(one)
            continue
        names = inner(type(one))
        if names is not None:
            yield one
            for name in reversed(names):
                value = getattr(one, name)
                if value is not None:
                    waiting.append(value)


def instances(tree: Any, *sorts: type) -> Iterator[Any]:
    """Yield the nodes of a frozen tree whose exact class is given, by class.

    The classes of all nodes are noted in the root, so that further questions, also of later checks that
    share the tree, need no walk.
    """
    noted: dict[type, list[Any]] | None = tree.__dict__.get("_sorted")
    if noted is None:
        noted = {}
        for one in objects(tree):
            noted.setdefault(type(one), []).append(one)
        tree.__dict__["_sorted"] = noted
    for sort in sorts:
        yield from noted.get(sort, ())
