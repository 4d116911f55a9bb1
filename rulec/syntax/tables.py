"""The parser's tables: made from the grammar once, at install, and read back at every start.

Lark needs some tenths of a second to work the tables out, which a command should not pay each time.
They are kept as JSON with the digest of the grammar; tables of another grammar, another version of
Lark or another format are not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import lark
from lark.grammar import Rule
from lark.lexer import PatternRE, PatternStr, TerminalDef

START_RULES: Final = ("declaration", "game_clause", "has_clause", "sentence", "alternative", "score_line")
FORMAT: Final = 2
WORD_END: Final = r"\b"
TABLES: Final = Path(__file__).with_name("tables.json")


def grammar_path() -> Path:
    """The grammar, in the folder `grammars` beside the package."""
    import grammars

    return Path(grammars.__file__).with_name("rules.lark")


def digest(grammar: str) -> str:
    return hashlib.sha256(f"{FORMAT} {lark.__version__} {grammar}".encode()).hexdigest()


def make_parser(grammar: str) -> lark.Lark:
    return lark.Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=list(START_RULES),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_whole_word,
    )


def _whole_word(terminal: TerminalDef) -> None:
    """A keyword ends where the word ends: `order` does not begin with `or`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isidentifier():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
        terminal.priority = 1


def write_tables(path: Path = TABLES) -> None:
    """Work the tables out and keep them; an install calls this."""
    grammar = grammar_path().read_text(encoding="utf-8")
    data, memo = make_parser(grammar).memo_serialize([TerminalDef, Rule])
    data["options"]["edit_terminals"] = None  # has done its work, and is no data
    text = json.dumps({"digest": digest(grammar), "data": data, "memo": memo})
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def load_parser(path: Path = TABLES) -> lark.Lark:
    """The parser, from kept tables if they fit the grammar, else made anew."""
    grammar = grammar_path().read_text(encoding="utf-8")
    kept = _read(path)
    if kept is not None and kept.get("digest") == digest(grammar):
        # What Lark's own stand-alone parsers are started with.
        load: Callable[..., lark.Lark] = lark.Lark._load_from_dict
        return load(_numbered(kept["data"]), _numbered(kept["memo"]))
    return make_parser(grammar)


def _read(path: Path) -> dict[str, Any] | None:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None


def _numbered(value: Any) -> Any:
    """JSON turns numbers that are keys into text; Lark wants numbers."""
    if isinstance(value, dict):
        digits = all(key.isdigit() for key in value)
        return {int(key) if digits else key: _numbered(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbered(one) for one in value]
    return value
