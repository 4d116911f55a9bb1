"""A digest of what a program means: the same for two files that differ in comments, places or title."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

from rulec.ir.program import Program
from rulec.source import Span

_NOT_MEANING = {"title", "file", "message", "citation", "decider", "source", "text", "pictures"}


def meaning_digest(program: Program) -> str:
    digest = hashlib.sha256()
    _feed(program, digest.update)
    return digest.hexdigest()[:32]


def _feed(value: Any, update: Any) -> None:
    if isinstance(value, Span):
        return
    if isinstance(value, tuple):
        update(b"(")
        for one in value:
            _feed(one, update)
        update(b")")
    elif dataclasses.is_dataclass(value):
        update(type(value).__name__.encode())
        for field in dataclasses.fields(value):
            if field.name not in _NOT_MEANING:
                _feed(getattr(value, field.name), update)
    else:
        update(repr(value).encode() + b";")
