"""Edits of zones and decks, normalized to the form of position dictionaries.

    {"display": {}}                                        empty zone
    {"display": ["red", "red"]}  {"hand.1": {"a": 1}}      list or counts, independent of storage
    {"offers": {"top": ["a"], "middle": ["b", "c"], "bottom": ["d", "e"]}}

Face-down pieces have no order before they are drawn. `top` are the face-up pieces; where the rules put pieces
under a deck, further pieces of `top` and those of `bottom` form separate layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulec.runtime import control, piece_conservation
from rulec.runtime.numbers import whole
from rulec.runtime.schema import PLAYERS, Slot
from rulec.runtime.value_text import written
from rulec.runtime.view import View

Labels = tuple[str, ...]
_PARTS = ("top", "middle", "bottom")
_MOST_LISTED = 1 << 16  # counts are spread into lists before their sum is held against what there is


class Deck(NamedTuple):
    """Slots of a deck, by the keys of a pile description."""

    name: str
    below: str
    shown: tuple[str, ...]
    layers: str  # or empty


def decks(view: View) -> list[Deck]:
    """List the decks of the game."""
    found = []
    for stock in view.schema.stocks:
        for below, *shown in stock.decks:
            name = below.removesuffix(".middle")
            layers = f"{name}.under" if f"{name}.under" in view.seen_by else ""
            found.append(Deck(name, below, tuple(shown), layers))
    return found


def parts(view: View, cells: list[int], names: list[str], key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Split an edit into edits of single variables: `{"squares": {"piece": ...}}` -> `squares.piece`."""
    for deck in decks(view):
        if key == deck.name or key.startswith(f"{deck.name}."):
            labels = tuple(key[len(deck.name) + 1 :].split(".")) if key != deck.name else ()
            if _is_pile(view, deck, labels, value):
                yield from _pile(view, deck, labels, value)
                return
    if any(name.startswith(f"{key}.") for name in names) and key not in names:
        if not isinstance(value, Mapping):
            raise ValueError(f"`{key}` is a dictionary with a value for each member")
        if not value:
            raise ValueError(f"`{key}` has several parts; name the one to clear")
        for inner, content in value.items():
            yield from parts(view, cells, names, f"{key}.{inner}", content)
        return
    yield key, value


def _is_pile(view: View, deck: Deck, labels: Labels, value: Any) -> bool:
    """Check whether an edit describes a pile by top, middle and bottom."""
    if not isinstance(value, Mapping) or len(labels) != _depth(view, deck.below):
        return False
    if any(label not in dim for label, dim in zip(labels, view.slots[deck.below].dims, strict=False)):
        return False
    if not value:
        return deck.name != deck.below
    kinds = _kinds(view.slots[deck.below])
    return any(key in _PARTS and key not in kinds for key in value) and set(value) <= {
        *_PARTS,
        "discard_pile",
        *(name.rpartition(".")[2] for name in deck.shown),
    }


def _depth(view: View, name: str) -> int:
    """Number of labels that identify one zone of a variable."""
    slot = view.slots[name]
    return len(slot.dims) - (slot.sort == "int")


def _kinds(slot: Slot) -> Labels:
    return slot.dims[-1] if slot.sort == "int" else slot.members


def _pile(view: View, deck: Deck, labels: Labels, value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if not value:
        value = {"top": [], "middle": [], **({"bottom": []} if deck.layers else {})}
        value = {**value, **({"discard_pile": []} if f"{deck.name}.discard_pile" in view.slots else {})}
    top = _listed(value.get("top"))
    more = top[len(deck.shown) :]
    where = ".".join((deck.name, *labels))
    below: list[Any] = [value["middle"]] if "middle" in value else []
    bottom = value.get("bottom")
    layers = [[one] for one in bottom] if isinstance(bottom, list | tuple) else [bottom] if bottom else []
    if (more or layers) and not deck.layers:
        raise ValueError(
            f"`{where}`: what lies face down has no order before it is drawn; say what comes by its label "
            "in `play`"
        )
    if more and not below:
        raise ValueError(f"`{where}`: more lies on top than is shown, so say what `middle` there is")
    below = [*([one] for one in more), *below, *layers]
    for place, name in enumerate(deck.shown):
        if "top" in value and (place < len(top) or not top):
            yield ".".join((name, *labels)), top[place] if place < len(top) else None
    for name, content in value.items():
        if name not in _PARTS:
            yield ".".join((deck.name, name, *labels)), content
    if "middle" in value:
        yield ".".join((deck.below, *labels)), below.pop(0)
    if deck.layers and (more or "bottom" in value):
        yield from _layers(view, deck, labels, below)


def _layers(view: View, deck: Deck, labels: Labels, below: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield edits for the layers under a deck, topmost first, with no observers."""
    slot = view.slots[deck.layers]
    there = slot.dims[-1] if slot.sort == "set" else slot.dims[-2]
    if len(below) > len(there):
        raise ValueError(f"under `{deck.name}` lie at most {len(there)} layers, not {len(below)}")
    for place, layer in enumerate(there):
        yield ".".join((deck.layers, *labels, layer)), below[place] if place < len(below) else []
        yield ".".join((view.seen_by[deck.layers], *labels, layer)), []


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple | set | frozenset) else _spread(value)


def _spread(value: Any) -> list[Any]:
    """Expand counts to a list of pieces; wrap a single piece."""
    if not isinstance(value, Mapping):
        return [value]
    found: list[Any] = []
    for kind, given in value.items():
        number = whole(given)
        if number is None or number < 0:
            raise ValueError(f"there are {written(given)} of {kind!r}; a count is a whole number from 0 on")
        if number > _MOST_LISTED:
            raise ValueError(f"there are {number} of {kind!r}, more than there can be")
        found += [kind] * number
    return found


# --- what lies in a zone --------------------------------------------------------------------------------


def content(view: View, cells: list[int], name: str, labels: Labels, value: Any) -> Any:
    """Normalize the edited contents of one zone, of one owner's zones, or of the whole variable."""
    form = next(
        (forms[name] for forms in map(piece_conservation.forms_of, view.schema.stocks) if name in forms), None
    )
    slot = view.slots.get(name)
    if form in (None, "spaces", "own") or slot is None or len(labels) > _depth(view, name):
        return value
    return _contents(view, cells, slot, form, len(labels), value)


def _contents(view: View, cells: list[int], slot: Slot, form: str | None, depth: int, value: Any) -> Any:
    if depth < len(slot.dims) - (form == "counts"):
        inner = slot.dims[depth]
        if depth == 0 and slot.kept_for[:1] == (PLAYERS,):
            inner = inner[: view.get(cells, control.SEATS)]
        if not value and isinstance(value, Mapping | list | tuple):
            value = {label: {} for label in inner}
        if not isinstance(value, Mapping):
            return value
        return {key: _contents(view, cells, slot, form, depth + 1, one) for key, one in value.items()}
    if form == "one":
        lying = _listed(value)
        return value if len(lying) > 1 else lying[0] if lying else None
    if form in ("set", "list"):
        return _spread(value) if isinstance(value, Mapping) else [] if value is None else value
    return _counts(slot, value)


def _counts(slot: Slot, value: Any) -> Any:
    """Convert a list of pieces to counts; an empty list gives zeros."""
    if value is None or isinstance(value, list | tuple):
        lying = list(value or ())
        for one in lying:
            if not isinstance(one, str | int):
                raise ValueError(f"`{slot.name}` is of pieces by name; {written(one)} is none")
        value = {kind: lying.count(kind) for kind in lying}
        if not slot.sparse:
            value = {**dict.fromkeys(slot.dims[-1], 0), **value}
    elif isinstance(value, Mapping) and not value and not slot.sparse:
        value = dict.fromkeys(slot.dims[-1], 0)
    return value
