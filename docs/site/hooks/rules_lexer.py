"""The Pygments lexer of rules files, for a site that is built from a checkout."""

from __future__ import annotations

import pygments.lexers
from pygments.lexers._mapping import LEXERS

from rulec.editor.pygments_lexer import RulesLexer


def register() -> None:
    """Make `rules` a language that `pygments.lexers.get_lexer_by_name` finds, whatever is installed."""
    aliases, filenames = tuple(RulesLexer.aliases), tuple(RulesLexer.filenames)
    LEXERS["RulesLexer"] = (RulesLexer.__module__, RulesLexer.name, aliases, filenames, ())
    pygments.lexers._lexer_cache[RulesLexer.name] = RulesLexer
