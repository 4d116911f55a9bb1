"""Plurals and singulars of words for kinds: the declared ones, else by the rules of spelling."""

from __future__ import annotations

import re

from rulec.repair.declared import Declared


def plural(word: str, declared: Declared) -> str:
    """Return the word for all members."""
    if word in declared.members.values() or word.endswith("s"):
        return word
    if word in declared.members:
        return declared.members[word]
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(?:x|ch|sh)$", word) else f"{word}s"


def singular(word: str, declared: Declared) -> str:
    """Return the word for one member."""
    one = declared.singular(word)
    if one != word or word in declared.members:
        return one
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if re.search(r"(?:ss|x|ch|sh)es$", word):  # but phases, horses
        return word[:-2]
    return word.removesuffix("s")
