"""Likely plurals and singulars of names, for declarations that give one word for both (R204)."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter
from rulec.syntax import ast


def refuse_one_number(plural: ast.Ident, singular: ast.Ident, report: Reporter) -> bool:
    """Report one name for plural and singular; return whether there is only one."""
    if plural.text != singular.text:
        return False
    message = f"all of them and one of them are both called `{plural.text}`"
    report.error("R204", singular.span, message, f"write for example `{_as_two(plural.text)}`")
    return True


def both_numbers(plural: str, singular: str) -> set[str]:
    """Return plural and singular, or likely forms of both if they are the same."""
    if plural != singular:
        return {plural, singular}
    return {
        plural,
        plural + "s",
        plural + "es",
        _plural(plural),
        plural.removesuffix("es"),
        _singular(plural),
    }


def _as_two(name: str) -> str:
    return f"{name} of {_singular(name)}" if name.endswith("s") else f"{_plural(name)} of {name}"


def _plural(name: str) -> str:
    is_vowel = name[-2:-1] in set("aeiou")
    return name[:-1] + "ies" if name.endswith("y") and not is_vowel else name + "s"


def _singular(name: str) -> str:
    return name[:-3] + "y" if name.endswith("ies") and len(name) > len("ties") else name.removesuffix("s")
