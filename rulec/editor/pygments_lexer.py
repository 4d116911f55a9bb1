"""Pygments lexer `rules`, for mkdocs, Sphinx and LaTeX."""

from __future__ import annotations

import json
from typing import Any, ClassVar, Final

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from rulec.editor.language import FILE

_TOKENS: Final[dict[str, Any]] = {
    "": Whitespace,
    "comment": Comment.Single,
    "citation": Comment.Special,
    "string": String,
    "keyword": Keyword.Declaration,
    "name": Name.Class,
    "type": Keyword.Type,
    "control": Keyword,
    "constant": Keyword.Constant,
    "operator": Operator.Word,
    "word": Keyword.Pseudo,
    "number": Number.Integer,
    "identifier": Name,
    "sign": Operator,
    "punctuation": Punctuation,
}


def _rules() -> list[tuple[str, Any]]:
    patterns = json.loads(FILE.read_text(encoding="utf-8"))["patterns"]
    rules: list[tuple[str, Any]] = []
    for _, pattern, kinds in patterns:
        tokens = [_TOKENS[kind] for kind in kinds]
        rules.append((pattern, tokens[0] if len(tokens) == 1 else bygroups(*tokens)))
    return [*rules, (r"\s+", Whitespace), (r".", Text)]


class RulesLexer(RegexLexer):
    """Lexer for rules files of board games."""

    name = "rulec rules"
    aliases: ClassVar = ["rules", "rulec"]
    filenames: ClassVar = ["*.rules"]
    tokens: ClassVar[dict[str, list[tuple[str, Any]]]] = {"root": _rules()}
