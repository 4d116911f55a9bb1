"""Rewrites of common foreign phrases into the language, for hints.

A repair word by word would make the line parse, but miss its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from rulec.syntax.parsing.error_repair import Repair, Word

_VALUE: Final = r"(?:my )?[A-Za-z0-9_]+(?:'s [A-Za-z0-9_]+)*"
_LITTLE: Final = "of|is|by|in|to|with|for|on|from|at|and|or|not|as|if|some|no|each|than|after"
_LESS: Final = r"<=|>=|<|>"
_BEGINNING: Final = (
    "choose|each|repeat|any|first|as|may|must|if|otherwise|free|rule|action|effect|phase|kind|kinds|table|board"
    "|deck|track|in|add|replace|let|set|raise|lower|move|place|remove|draw|roll|score|ties|pieces|goods|when"
)
# Foreign phrase -> phrase of the language. The first rewrite after which the line parses is used.
_PHRASES: Final = tuple(
    (re.compile(pattern), meant)
    for pattern, meant in (
        (rf"({_VALUE}) ({_LESS}) ([^:,()<>]+?) ({_LESS}) ({_VALUE})", r"\1 \2 \3 and \3 \4 \5"),
        (rf"({_VALUE}) ({_LESS}) ({_VALUE}) (and|or) ({_LESS}) ({_VALUE})", r"\1 \2 \3 \4 \1 \5 \6"),
        (r"\bis (?:at least|no less than)\b", ">="),
        (r"\bis (?:at most|no more than)\b", "<="),
        (r"\bis (?:more|greater|higher|larger|bigger) than\b", ">"),
        (r"\bis (?:less|fewer|lower|smaller) than\b", "<"),
        (r"\b(?:at most )?once (?:a|per|each) (\w+)", r"once a \1"),
        (r"\b(?:at most )?twice (?:a|per|each) (\w+)", r"at most 2 times a \1"),
        (r"\bat most (\S+) times (?:per|each) (\w+)", r"at most \1 times a \2"),
        (r"^each other player\b", "each player in others"),
        (r"\b(?:all |the )?other players\b", "others"),
        (r"\b(?:the )?next player\b", "the first of (players clockwise after me)"),
        (r"\b(?:the )?previous player\b", "the first of (players counter-clockwise after me)"),
        (r"\bevery ([a-z]\w*) where (?!.* has )([^:,()]* (?:and|or) [^:,()]*)", r"every \1 has (\2)"),
        (r"\bevery ([a-z]\w*) where (?!.* has )([^:,]+)", r"every \1 has \2"),
        (
            r"\b(?:all|every) (?!my\b|the\b|of\b)([a-z]\w*?)(s?) (?:are |is )?([a-z]\w*)(?=:|,|$)",
            r"every \1s has \3",
        ),
        (r"\bwhere (not )?in\b", r"where it \1in"),
        (r"\bhas (not )?in\b", r"has it \1in"),
        (r"\bevery ([a-z]\w*) in ([^:,]+?) (?:is|are) (not )?in\b", r"every \1 in \2 has \1 \3in"),
        (rf"^(?!(?:{_BEGINNING})\b)([a-z]\w*) (?:only )?(?:if|where) ([^:]+:)", r"\1 when \2"),
        (r"^each (\w+)(?= where\b)", r"each \1 in \1s"),
        (r"^choose (?:an? |one )?(\w+)(?= where\b)", r"choose \1 from \1s"),
        (r"^choose (?:an? |one )(\w+)(?= from\b)", r"choose \1"),
        (r"^choose (?:one )?from ((?:my |[a-z]\w*'s )?)([a-z]\w*?)s(?=[ :,]|$)", r"choose \2 from \1\2s"),
        (r"^choose (?:an? )?(\w+)(?= as\b| by\b|,|:|$)", r"choose \1 from \1s"),
        (r"^choose (\w+) from (\w+)((?: as \w+)?) when ([^:,]+)", r"choose \1 from \2 where (\4)\3"),
        (
            r"^choose (\w+) from (\w+) where \(?([^:,]+?)\)?((?: as \w+)?) when ([^:,]+)",
            r"choose \1 from \2 where (\3 and (\5))\4",
        ),
        (rf"^({_VALUE}) := (.+)$", r"set \1 to \2"),
        (r"^(my \w+|\w+'s \w+) = (.+)$", r"set \1 to \2"),
        (rf"^set ({_VALUE}) = (.+)$", r"set \1 to \2"),
        (r"^while\b", "repeat while"),
        (r"^roll (?:a |the )?d(\d+)$", r"roll die in 1 to \1"),
        (r"^roll (?:a |the )?(\w+)$", r"roll \1 in 1 to 6"),
        (r"^(?:let|set) (\w+) (?:=|to) (?:roll|a random number from) (.+)$", r"roll \1 in \2"),
        (r"^(?:end (?:my|the|this)|skip (?:my |the |this )?) ?turn$", "end turn"),
        (r"\bfinish round\b", "finish the round"),
        (r"\bfinish turn\b", "finish this turn"),
        (r"^(end when [^:]+?)(?:,? then)?:?$", r"\1: end the game"),
        (r"\bdraw (?:an?|one|the top) \w+ from\b", "draw 1 from"),
        (r"\bdraw (up to )?(\d+|[a-z]\w*) [a-z]\w* from\b", r"draw \1\2 from"),
        (r"^remove (?:my |an? |the )?\w+ from (.+)$", r"remove \1"),
        (r"^place (.+) (?:at|in|into) (.+)$", r"place \1 on \2"),
        (r"\b(gain|lose|pay) ([A-Za-z_]\w*) (\d+)\b", r"\1 \3 \2"),
        (r"\b(gain|lose|pay) (\d+) (\w+) for each (?:of )?(my \w+|\w+'s \w+)", r"\1 \2 * number of \4 \3"),
        (r"\b(gain|lose|pay) (\d+) (\w+) for each of (\w+)", r"\1 \2 * number of \4 \3"),
        (rf"\b(?!(?:{_LITTLE})\b)([a-z]\w*) (?:left|remaining)\b(?= (?:{_LESS}|=))", r"my \1"),
        (r"\bis (\w+), (\w+)$", r"is \1 + \2"),
        (r"\bis (\w+), (\w+), (\w+)$", r"is \1 + \2 + \3"),
        (rf"\b(?!(?:{_LITTLE})\b)([a-z]\w*) (me)\b", r"\1(\2)"),
        (r"^([^:]+) or ([^:]+)$", r"\1 / \2"),  # of a cell
        (r"^([a-z]\w*?)(\d+) \1(\d+)(?=:)", r"\1\2 to \1\3"),
        (rf"^(?!(?:{_BEGINNING})\b)([a-z]\w*) (?!when\b)([a-z]\w*)(?=:| when\b)", r"\1_\2"),
    )
)


def phrases(text: str, parses: Callable[[str], bool]) -> Iterator[Repair]:
    """Yield the rewrites after which the line parses."""
    for pattern, meant in _PHRASES:
        for found in pattern.finditer(text):
            instead = found.expand(meant)
            start, end = found.span()
            if parses(text[:start] + instead + text[end:]):
                yield Repair(f"write `{instead}`", start, end, instead, Word(found[0], start, end))
