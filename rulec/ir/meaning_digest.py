"""A digest of a program's meaning: independent of comments, source positions and title."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

from rulec.base.source_text import Span
from rulec.ir.program import Program
from rulec.ir.storage import Field

_NOT_MEANING = {
    "title",
    "file",
    "message",
    "citation",
    "decider",
    "source",
    "text",
    "pictures",
    "presentation",
    "clause_id",
    "legality",
    "untried",
    "actor",
    "room_limits",
    "seating",
    "owner_sort",
    "always",
    "always_functions",
    "each",
    "scored",
    "tunable",
    "collection",
    "rows_laid",
    "members_given",
}

_DIGEST_NAMES = {"ProbeSuccess": "Mark"}  # renamed classes keep their names in digests


def meaning_digest(program: Program) -> str:
    return hashlib.sha256(_text(program, {})).hexdigest()[:32]


def _text(value: Any, known: dict[int, bytes]) -> bytes:
    """Encode the meaningful parts of a value. Shared nodes are encoded once."""
    kind = type(value)
    if kind is tuple:
        return b"(%b)" % b"".join([_text(one, known) for one in value])
    if kind is str or kind is int:
        return repr(value).encode() + b";"
    found = known.get(id(value))
    if found is None:
        names = _names(kind)
        if names is None:
            return b"" if kind is Span else repr(value).encode() + b";"
        inner = [_text(getattr(value, name), known) for name in names]
        if kind is Field and value.role == "frame":  # how long its list can become follows from the rest
            inner[names.index("most")] = _text(0, known)
        found = known[id(value)] = _digest_name(kind) + b"".join(inner)
    return found


def _digest_name(kind: type) -> bytes:
    return _DIGEST_NAMES.get(kind.__name__, kind.__name__).encode()


_known: dict[type, tuple[str, ...] | None] = {}


def _names(kind: type) -> tuple[str, ...] | None:
    """Return the meaningful fields of a dataclass; None for leaves and source positions."""
    if kind not in _known:
        is_leaf = kind is Span or not dataclasses.is_dataclass(kind)
        fields = () if is_leaf else dataclasses.fields(kind)
        _known[kind] = None if is_leaf else tuple(f.name for f in fields if f.name not in _NOT_MEANING)
    return _known[kind]
