"""English forms of identifiers, used where the rules file gives no text."""

from __future__ import annotations

import re

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)es$")
_NO_PLURAL = re.compile(r"(?:ss|us|is)$")


def plain(label: str) -> str:
    """Replace underscores: `salt_lake_city` -> `salt lake city`."""
    return label.replace("_", " ").strip()


def singular(word: str) -> str:
    """Singular by rule: `shares` -> `share`."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if _SIBILANT.search(word):
        return word[:-2]
    return word if _NO_PLURAL.search(word) or not word.endswith("s") else word[:-1]


def is_plural(word: str) -> bool:
    return singular(word) != word


def with_article(word: str) -> str:
    """Prefix the indefinite article; plurals get none."""
    if is_plural(word):
        return word
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"


def joined(text: str, more: str) -> str:
    """Concatenate, turning a trailing `a` into `an` before a vowel."""
    if more[:1].lower() in tuple("aeiou") and (text in ("a ", "A ") or text.endswith(" a ")):
        return f"{text[:-1]}n {more}"
    return text + more


def in_a_row(words: list[str], joint: str = "and") -> str:
    """Join as an enumeration: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
