"""Locate the base game of a variant.

`variant "Short" of trade:` changes the game in `trade.rules`: the file in the variant's own folder, or else
in the nearest folder above that has it. The search ends at a folder `games`, and includes its subfolders: a
variant in `games/variants` finds `games/classics/trade.rules`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".rules"
LAST = "games"


def find_bases(variant: Path, name: str) -> tuple[Path, ...]:
    """Return the nearest files of the game `name` for a variant: none, one, or several equally near."""
    for folder in _folders(variant):
        path = folder / f"{name}{SUFFIX}"
        if path.is_file():
            return (_shown(path, variant),)
        if folder.name == LAST:
            found = sorted(folder.glob(f"*/{name}{SUFFIX}"))
            return tuple(_shown(path, variant) for path in found if path.is_file())
    return ()


def games_near(variant: Path) -> tuple[str, ...]:
    """Return the names of all games that `find_bases` can find."""
    names: set[str] = set()
    for folder in _folders(variant):
        pattern = f"*/*{SUFFIX}" if folder.name == LAST else f"*{SUFFIX}"
        names |= {path.stem for part in {pattern, f"*{SUFFIX}"} for path in folder.glob(part)}
    return tuple(sorted(names - {variant.stem}))


def _folders(variant: Path) -> Iterator[Path]:
    """Yield the variant's folder and its parents, up to a folder `games`."""
    own = variant.absolute().parent
    for folder in (own, *own.parents):
        yield folder
        if folder.name == LAST:
            return


def _shown(path: Path, variant: Path) -> Path:
    """Return the path for messages: relative or absolute, like the variant's."""
    if variant.is_absolute():
        return path
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir + os.sep) else Path(relative)
