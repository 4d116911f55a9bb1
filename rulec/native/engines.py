"""Resolves names to rules files, and rules files to built engines."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import ModuleType

from rulec.base.base_lookup import LAST, SUFFIX
from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.native.loader import load_shipped
from rulec.native.names import is_game_name
from rulec.native.options import BuildOptions
from rulec.native.outputs import MANIFEST, read_manifest
from rulec.native.shipped_modules import GAMES, find_shipped
from rulec.native.source_cache import cached_module

GENERATED = Path("generated")
_NAME = re.compile(r"[A-Za-z][\w-]{0,79}", re.ASCII)


def built_engine(path: Path, debug: bool = False) -> ModuleType | None:
    """Engine of a rules file if already built: from the cache, else bundled with rulec.

    Only for exactly this text and compiler version; otherwise callers interpret or build.
    """
    module = cached_module(path.absolute(), options=BuildOptions(debug=debug))
    if module is not None or debug:
        return module
    shipped = find_shipped(path.stem)
    if shipped is None or not shipped.built_from(path):
        return None
    return load_shipped(shipped, path.absolute())


def find_rules(name: str) -> str:
    """Resolve an argument to a rules file: a path, or the name of a game.

    Searches here, then below `generated` and `games`, then among the bundled games. Obvious paths are
    returned unchanged, for the reader to report errors.
    """
    path = Path(name)
    try:
        if path.is_file():
            return name
    except (OSError, ValueError):
        return name
    if _NAME.fullmatch(name) is None:
        return name
    found = _rules_of(name) if is_game_name(name) else None
    if found is not None:
        return _shown(found)
    if path.exists():
        return name
    near = [*(one.name for one in Path().glob(f"*{SUFFIX}")), *game_names()]
    raise RulecError(
        f"there is no file {name}, and no game of that name",
        did_you_mean(name, near) or f"rulec's own games are {', '.join(sorted(_below(GAMES)))}",
    )


def game_names() -> list[str]:
    """Names that `find_rules` resolves."""
    built = (one.parent.name for one in GENERATED.glob(f"*/{MANIFEST}"))
    return sorted({*built, *_below(Path(LAST)), *_below(GAMES)})


def _rules_of(name: str) -> Path | None:
    here = Path(f"{name}{SUFFIX}")
    if here.is_file():
        return here
    manifest = read_manifest(GENERATED / name)
    if manifest is not None and manifest.sources[0].exists():
        return Path(manifest.sources[0].path)
    for folder in (Path(LAST), GAMES):
        found = _below(folder).get(name)
        if found is not None:
            return found
    return None


def _below(folder: Path) -> dict[str, Path]:
    """Games below a folder by name; on duplicates, the less deeply nested wins."""
    found: dict[str, Path] = {}
    for path in sorted(folder.glob(f"**/*{SUFFIX}"), key=lambda one: (len(one.parts), one)):
        found.setdefault(path.stem, path)
    return found


def _shown(path: Path) -> str:
    """Relative path, unless it would leave the working directory."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith(os.pardir + os.sep) else relative
