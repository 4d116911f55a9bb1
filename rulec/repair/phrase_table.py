"""Tables of everyday phrases and equivalent lines of rules.

A phrase is a pattern of a whole line; its replacements can have placeholders for names declared in the file:
`{deck}`, `{hand}`, `{shared}`, `{goods}`, `{money}`, `{counter}`, `{card}`, `{rule}`, `{all:3}` (all members
of the kind in group 3), `{zone:1}` (zones of players for such pieces), `{said:2}` (readings of a part that is
a sentence itself). Every filling is verified with the
file before it is shown, most likely first, so patterns can overmatch. ` // ` separates lines.
"""

from __future__ import annotations

import re

Phrase = tuple[re.Pattern[str], tuple[str, ...]]  # pattern of a whole line, replacements, most likely first


def phrase_table(*rows: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Compile rows of a pattern and its replacements."""
    return tuple((re.compile(pattern, re.IGNORECASE), tuple(meant)) for pattern, *meant in rows)
