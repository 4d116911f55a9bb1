"""LALR tables of the parser: computed from the grammar at install, loaded at every start.

Lark takes some tenths of a second to compute the tables, too long for every command. They are stored as JSON
with the digest of the grammar; tables of another grammar, version of Lark or format are recomputed, and
stored if possible.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import lark
from lark.grammar import Rule
from lark.lexer import PatternRE, PatternStr, TerminalDef

from rulec.syntax.parsing.lalr_driver import Driver, describe

FORMAT: Final = 4
START_RULES: Final = (
    *("declaration", "game_clause", "has_clause", "sentence", "alternative", "part", "score_line"),
    *(
        "route_line",
        "plan_line",
        "account_line",
        "payment_line",
        "track_line",
        "board_line",
        "picture_line",
        "formula_cell",
    ),
    *("obligation_line", "free_clause", "option_line"),
    *(
        "heading_cell",
        "value_cell",
        "effect_cell",
        "ability_cell",
        "example_line",
        "display_line",
        "assumed",
        "patch",
        "removed_lines",
    ),
)
WORD_END: Final = r"\b"
TABLES: Final = Path(__file__).with_name("tables.json")


def grammar_path() -> Path:
    """Return the path of the grammar: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "grammars" / "rules.lark"
    return inside if inside.is_file() else package.parent / "grammars" / "rules.lark"


def digest(grammar: str) -> str:
    return hashlib.sha256(f"{FORMAT} {lark.__version__} {grammar}".encode()).hexdigest()


def make_parser(grammar: str, starts: Sequence[str] = START_RULES) -> lark.Lark:
    return lark.Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=list(starts),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_whole_word,
    )


def _whole_word(terminal: TerminalDef) -> None:
    """Add a word boundary to a keyword's pattern: `order` does not begin with `or`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isidentifier():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
        terminal.priority = 1


def write_tables(path: Path = TABLES) -> None:
    """Compute the tables and write them to a file; the install calls this."""
    grammar = grammar_path().read_text(encoding="utf-8")
    _keep(path, grammar, make_parser(grammar))


def _keep(path: Path, grammar: str, parser: lark.Lark) -> None:
    """Write two lines atomically: the driver's tables, and Lark's own tables for error messages."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"]["edit_terminals"] = None  # a function, already applied
    quick = json.dumps({"digest": digest(grammar), "driver": describe(parser)})
    text = f"{quick}\n{json.dumps({'data': data, 'memo': memo})}\n"
    handle, draft = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


class Parsers:
    """Both parsers of a grammar; Lark's own is loaded lazily, at the first syntax error."""

    def __init__(self, path: Path = TABLES) -> None:
        grammar = grammar_path().read_text(encoding="utf-8")
        self.kept = False
        self._lark: lark.Lark | None = None
        kept, self._rest = _read(path)
        if kept is not None and kept.get("digest") == digest(grammar):
            self.kept = True
            self.driver = Driver(kept["driver"])
            return
        self._lark = make_parser(grammar)
        self.driver = Driver(describe(self._lark))
        # The grammar of a checkout changed; a read-only install recomputes its tables each time.
        with contextlib.suppress(OSError):
            _keep(path, grammar, self._lark)

    @property
    def lark(self) -> lark.Lark:
        if self._lark is None:
            # The loader of Lark's stand-alone parsers.
            load: Callable[..., lark.Lark] = lark.Lark._load_from_dict
            tables = json.loads(self._rest)
            self._lark = load(_numbered(tables["data"]), _numbered(tables["memo"]))
            self._rest = ""
        return self._lark


def _read(path: Path) -> tuple[dict[str, Any] | None, str]:
    """Read the tables: the first line decoded, the second line as text."""
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        kept = json.loads(first)
    except (OSError, ValueError):
        return None, ""
    return (kept, rest) if isinstance(kept, dict) and rest else (None, "")


def _numbered(value: Any) -> Any:
    """Restore integer keys, which JSON stores as text."""
    if isinstance(value, dict):
        digits = all(key.isdigit() for key in value)
        return {int(key) if digits else key: _numbered(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbered(one) for one in value]
    return value
