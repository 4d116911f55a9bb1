"""Status of the compiled engine of each bundled game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulec.errors import RulecError
from rulec.native.build_module import find_module
from rulec.native.cache import Cache
from rulec.native.digests import levels
from rulec.native.options import BuildOptions
from rulec.native.shipped_modules import find_shipped, shipped_rules
from rulec.native.source_cache import recall_generated


@dataclass(frozen=True)
class EngineStatus:
    """Status of one game; `origin` is `cache`, `wheel` or empty, `level` the required instruction set."""

    name: str
    origin: str
    level: str
    stale: bool
    text: str
    hint: str = ""

    @property
    def slow(self) -> bool:
        """Check whether the game is interpreted or misses available instruction sets."""
        return bool(self.hint)


def engine_statuses(cache: Cache) -> list[EngineStatus]:
    return [_status(path, cache) for path in shipped_rules()]


def _status(path: Path, cache: Cache) -> EngineStatus:
    name = path.stem
    if _in_cache(path, cache):
        return EngineStatus(name, "cache", "native", False, "compiled for this processor, in the cache")
    shipped = find_shipped(name)
    build = f"`rulec build {name}` compiles it for this processor"
    if shipped is None:
        return EngineStatus(name, "", "", False, "not compiled, so it is interpreted", build)
    level = shipped.compiled.level
    if not shipped.built_from(path):
        text = "compiled in the wheel from other rules or by another rulec, so it is interpreted"
        return EngineStatus(name, "wheel", level, True, text, build)
    text = f"compiled for {level or 'any processor'}, in the wheel"
    return EngineStatus(name, "wheel", level, False, text, build if level != levels()[0] else "")


def _in_cache(path: Path, cache: Cache) -> bool:
    try:
        recalled = recall_generated(path.absolute(), debug=False, cache=cache)
        return recalled is not None and find_module(recalled.generated, cache, BuildOptions()) is not None
    except (RulecError, OSError):  # no compiler or untrusted cache: reported elsewhere
        return False
