"""Pygments lexer for rules files; its words are those of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pygments.lexers
from pygments.lexer import RegexLexer, bygroups
from pygments.lexers._mapping import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from rulec.syntax.parsing.parser import openers
from rulec.syntax.parsing.reserved_words import RESERVED

GRAMMAR = Path(__file__).resolve().parents[3] / "grammars" / "rules.lark"
_CONSTANTS = frozenset({"me", "my", "it", "yes", "no", "none"})


def keywords() -> frozenset[str]:
    """Every word that the grammar spells out."""
    text = re.sub(r"^\s*//.*$", "", GRAMMAR.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return frozenset(word for word in re.findall(r'"([^"]+)"', text) if word.isidentifier())


def _any_of(chosen: Iterable[str]) -> str:
    return rf"(?<!['\w])(?:{'|'.join(sorted(chosen, key=lambda one: (-len(one), one)))})\b"


_OPENERS = _any_of(openers("sentence"))


class RulesLexer(RegexLexer):
    """Rules of board games."""

    name = "rulec rules"
    aliases = ("rules",)
    filenames = ("*.rules",)
    url = "language/"
    tokens = {  # noqa: RUF012 - as pygments declares it
        "root": [
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\[[A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?\]", Comment.Special),
            (rf"^{_any_of(openers('declaration'))}", Keyword.Declaration),
            (rf"^([ \t]+)({_OPENERS})", bygroups(Whitespace, Keyword)),
            (rf"([:,])([ ]+)({_OPENERS})", bygroups(Punctuation, Whitespace, Keyword)),
            (r"(?<=\w)'s\b|(?<=s)'", Punctuation),
            (r"\b\d+\b", Number.Integer),
            (_any_of(_CONSTANTS), Name.Builtin),
            (_any_of(keywords() | RESERVED), Operator.Word),
            (r"\w+", Name),
            (r"[-+*=<>]+", Operator),
            (r"[|:,().]", Punctuation),
            (r"\n|[ \t\r]+", Whitespace),
            (r".", Text),
        ],
    }


def register() -> None:
    """Make `rules` a language that `pygments.lexers.get_lexer_by_name` finds."""
    LEXERS["RulesLexer"] = (__name__, RulesLexer.name, RulesLexer.aliases, RulesLexer.filenames, ())
    pygments.lexers._lexer_cache[RulesLexer.name] = RulesLexer
