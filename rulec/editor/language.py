"""What grammar and reference say about words: read from `language.json`, written by `editors/generate.py`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulec.base.fast_dataclass import dataclass

FILE: Final = Path(__file__).with_name("language.json")


@dataclass(frozen=True)
class Form:
    """One form of a line: how people read it, and with places to fill in."""

    name: str
    opener: str  # the word that it begins with, or nothing
    form: str
    snippet: str


@dataclass(frozen=True)
class Language:
    words: frozenset[str]
    declarations: frozenset[str]
    sentences: frozenset[str]
    forms: dict[str, tuple[Form, ...]]  # by start rule of the grammar
    meanings: dict[str, tuple[str, str]]  # of a phrase: what it means, and the section that tells more


@cache
def language() -> Language:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    forms = {
        start: tuple(Form(one["name"], one["opener"], one["form"], one["snippet"]) for one in found)
        for start, found in data["forms"].items()
    }
    meanings = {phrase: (text, section) for phrase, (text, section) in data["meanings"].items()}
    words = [frozenset(data[name]) for name in ("words", "declarations", "sentences")]
    return Language(words[0], words[1], words[2], forms, meanings)
