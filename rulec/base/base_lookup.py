"""Where the game lies that a variant changes.

`variant "Short" of trade:` changes the game in `trade.rules`: the file in the variant's own folder, or else
in the nearest folder above that has it. A folder called `games` is the last one that is looked at, and there
the folders in it, too: a variant in `games/variants` finds `games/classics/trade.rules`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".rules"
LAST = "games"


def find_bases(variant: Path, name: str) -> tuple[Path, ...]:
    """The file of the game `name` for the variant in that file; none, or several that are equally near."""
    for folder in _folders(variant):
        path = folder / f"{name}{SUFFIX}"
        if path.is_file():
            return (_shown(path, variant),)
        if folder.name == LAST:
            found = sorted(folder.glob(f"*/{name}{SUFFIX}"))
            return tuple(_shown(path, variant) for path in found if path.is_file())
    return ()


def games_near(variant: Path) -> tuple[str, ...]:
    """The names of all games that `find_bases` would find."""
    names: set[str] = set()
    for folder in _folders(variant):
        pattern = f"*/*{SUFFIX}" if folder.name == LAST else f"*{SUFFIX}"
        names |= {path.stem for part in {pattern, f"*{SUFFIX}"} for path in folder.glob(part)}
    return tuple(sorted(names - {variant.stem}))


def _folders(variant: Path) -> Iterator[Path]:
    """The variant's folder and those above it."""
    own = variant.absolute().parent
    for folder in (own, *own.parents):
        yield folder
        if folder.name == LAST:
            return


def _shown(path: Path, variant: Path) -> Path:
    """As it is called in messages: like the variant, by its place from here or by its whole path."""
    if variant.is_absolute():
        return path
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir + os.sep) else Path(relative)
