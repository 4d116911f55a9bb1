"""The classes of the trees behave as the standard library's data classes do."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import field
from typing import Any

import pytest

from rulec.base import fast_dataclass
from rulec.ir import nodes
from rulec.ir.types import BOOL
from rulec.ir.walk import children, locals_read


def _classes(dataclass: Any) -> dict[str, Any]:
    @dataclass(frozen=True)
    class Point:
        x: int
        y: int = 0

    @dataclass(frozen=True)
    class Placed(Point):
        name: str = field(default="here", compare=False)
        seen: tuple[int, ...] = field(default_factory=tuple, repr=False)

    @dataclass
    class Open:
        values: list[int] = field(default_factory=list)
        text: str = ""

    @dataclass(eq=False)
    class Same:
        x: int

    @dataclass(frozen=True)
    class Empty:
        """Nothing."""

    return {one.__name__: one for one in (Point, Placed, Open, Same, Empty)}


STANDARD, OURS = _classes(dataclasses.dataclass), _classes(fast_dataclass.dataclass)


def _tell(classes: dict[str, Any]) -> list[Any]:
    """Everything that can be seen of the classes from outside."""
    point, placed, open_, same, empty = classes.values()
    made = placed(1, 2, "there", seen=(3,))
    told: list[Any] = [repr(one).rpartition("<locals>.")[2] for one in (point(1), made, open_([1]), empty())]
    told += [point(1) == point(1, 0), point(1) == point(2), point(1) == placed(1), point(1) != point(1)]
    told += [placed(1, 2, "a") == placed(1, 2, "b"), made == placed(1, 2, "there", (4,)), empty() == empty()]
    told += [hash(point(1)) == hash(point(1)), hash(placed(1, 2, "a")) == hash(placed(1, 2, "b"))]
    told += [len({point(1), point(1, 0), point(1, 1)}), open_.__hash__, same(1) == same(1)]
    told += [[one.name for one in dataclasses.fields(made)], placed.__match_args__]
    told += [dataclasses.replace(made, x=9).x, dataclasses.astuple(made), dataclasses.is_dataclass(made)]
    told += [open_().values is open_().values, open_(text="a").text]
    changed = open_()
    changed.text = "new"
    told.append(changed)
    for attempt in (
        lambda: setattr(made, "x", 3),
        lambda: delattr(made, "x"),
        lambda: setattr(empty(), "x", 3),
        lambda: point(),
        lambda: point(1, 2, 3),
        lambda: point(1, z=3),
        lambda: hash(changed),
    ):
        with pytest.raises((TypeError, AttributeError)) as caught:
            attempt()
        told.append(type(caught.value))
    match made:
        case placed(x, y, name):
            told.append((x, y, name))
    return [str(one).rpartition("<locals>.")[2] if one is changed else one for one in told]


def test_they_are_told_apart_by_nothing() -> None:
    assert _tell(OURS) == _tell(STANDARD)


def test_a_constructor_is_compiled_when_first_used() -> None:
    point, placed, *_ = _classes(fast_dataclass.dataclass).values()
    first = point.__init__, placed.__init__
    assert placed(1).name == "here"
    assert (point.__init__, placed.__init__)[0] is first[0]
    assert placed.__init__ is not first[1]
    assert placed.__init__.__code__.co_varnames == ("self", "x", "y", "name", "seen")


def test_a_constructor_of_its_own_is_kept() -> None:
    @fast_dataclass.dataclass
    class Own:
        x: int

        def __init__(self) -> None:
            self.x = 7

        def __repr__(self) -> str:
            return "own"

    assert (Own().x, repr(Own())) == (7, "own")


def test_frozen_ones_are_known() -> None:
    assert [fast_dataclass.is_frozen(one) for one in OURS.values()] == [True, True, False, False, True]
    assert not fast_dataclass.is_frozen(STANDARD["Point"])
    assert not fast_dataclass.is_frozen(int)


def test_what_is_kept_beside_fields_stays_in_its_process() -> None:
    """Hashes of texts differ from process to process: none may travel with an object."""
    one = nodes.Not(nodes.ReadLocal("x", BOOL))
    assert hash(one) == hash(nodes.Not(nodes.ReadLocal("x", BOOL)))
    assert children(one) == (nodes.ReadLocal("x", BOOL),)
    assert locals_read(one) == {"x"}
    assert {"_hash", "_children", "_locals"} <= one.__dict__.keys()
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert not {"_hash", "_children", "_locals"} & again.__dict__.keys()
