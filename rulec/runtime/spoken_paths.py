"""Paths of values from words of the rules: `my money`, `p2's gems(red)`, `price of york`."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from rulec.runtime.errors import UnknownName
from rulec.runtime.schema import PLAYERS
from rulec.runtime.seats import unmarked
from rulec.runtime.view import View

_NAME: Final = r"(?P<name>\w+)(?P<rest>(?:\((?:\w+(?: *, *\w+)*)\))?(?:\.\w+)*)"
_WHOSE: Final = r"(?P<me>my|mine|(?:the )?current player's)|(?:player )?(?P<owner>\w+)'s"
_FORMS: Final = (
    re.compile(rf"(?:{_WHOSE}) {_NAME}"),
    re.compile(rf"{_NAME} of (?:player )?(?P<owner>\w+)"),
    re.compile(_NAME),
)


def is_spoken(path: str) -> bool:
    """Return whether the text is no path of names and dots."""
    return any(mark in path for mark in " '(")


def path_of(view: View, names: list[str], words: Callable[[], list[str]], path: str, actor: str) -> str:
    """Return the path that such words mean, or the text as it is; `actor` decides now."""
    found = next((match for form in _FORMS if (match := form.fullmatch(path))), None)
    if found is None or any(path.startswith(f"{one}.") for one in names):
        return path  # a label may have such words, too: `supply.red.cube of red`
    parts = found.groupdict()
    rest = "".join(f".{one}" for one in re.findall(r"\w+", parts["rest"]))
    name, mine, owner = parts["name"], parts.get("me"), parts.get("owner")
    if mine and not actor:
        raise UnknownName(f"nobody decides now, so `{path}` is nobody's; name a player: `p1's {name}`")
    label = actor if mine else owner
    if label is None:
        return f"{name}{rest}" if name in {*names, *words()} else _whose(view, names, path, name, rest)
    meant = [
        f"{one}.{here}{rest}"
        for one in names
        if one.rpartition(".")[2] == name and (here := _first_member(view, one, label)) is not None
    ]
    if not meant:
        meant = [
            f"{one}{rest}.{unmarked(label)}" if one == name else f"{one}.{unmarked(label)}{rest}"
            for one in words()
            if one.rpartition(".")[2] == name
        ]
    if len(meant) > 1:
        raise UnknownName(f"`{path}` may be {' or '.join(f'`{one}`' for one in meant)}")
    if not meant and not any(_first_member(view, one, label) for one in names):
        raise UnknownName(f"nothing in {view.schema.name} is called `{label}`")
    if not meant:
        known = {one.rpartition(".")[2] for one in (*names, *words())}
        close = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
        hint = f"; did you mean `{path.replace(name, close[0])}`?" if close else ""
        raise UnknownName(f"`{path}` is nothing of {view.schema.name}{hint}")
    return meant[0]


def turned_round(view: View, names: list[str], path: str) -> str:
    """Return the path meant by `p2.money`, which names the member first; nothing if there is none."""
    label, dot, name = path.partition(".")
    for one in names if dot else ():
        here = _first_member(view, one, label)
        if one.rpartition(".")[2] == name and here is not None:
            return f"{one}.{here}"
    return ""


def _first_member(view: View, name: str, label: str) -> str | None:
    """Return the label as the variable spells its first member, if it has such a member."""
    slot = view.slots.get(name)
    if slot is None or not slot.dims:
        return None
    return next((one for one in (label, unmarked(label)) if one in slot.dims[0]), None)


def _whose(view: View, names: list[str], path: str, name: str, rest: str) -> str:
    """Return the path as it is; of a variable that several members have, ask whose is meant."""
    kept = [one for one in names if one.rpartition(".")[2] == name and view.slots[one].dims]
    if kept:
        slot = view.slots[kept[0]]
        member = slot.dims[0][0]
        said = f"`my {path}`, `p1's {path}`" if slot.kept_for[0] == PLAYERS else f"`{member}'s {path}`"
        raise UnknownName(f"whose `{path}`? Write {said} or the path `{kept[0]}.{member}{rest}`")
    return path
