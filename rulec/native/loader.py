"""Loads compiled engines.

Modules are keyed by path, not by name, so that a base game and its variant, or successive builds, coexist.
`sys.modules` is left unchanged.
"""

from __future__ import annotations

import importlib.util
import shlex
import sys
import threading
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from rulec.errors import CompilerBug, RulecError, ToolchainError
from rulec.runtime.foreign_names import OF_GAMES, missing

if TYPE_CHECKING:
    from rulec.native.shipped_modules import Shipped

_loaded: dict[str, ModuleType] = {}
_lock = threading.RLock()


class EngineModule(ModuleType):
    """Module of an engine; pickles and copies refer to its rules and its place in the cache."""

    def __reduce__(self) -> tuple[Any, ...]:
        known = vars(self)
        name, rules, path, source = (known[one] for one in ("NAME", "RULES_HASH", "__file__", "_SOURCE"))
        return restore_engine, (name, rules, path, source, known["parameters"]())

    if not TYPE_CHECKING:  # where every name would seem to be known

        def __getattr__(self, name: str) -> NoReturn:
            known = vars(self)
            raise missing(f"the game `{known['__name__']}`", name, known, OF_GAMES)


def load_module(path: Path, name: str, build_id: str, source: Path | str) -> ModuleType:
    """Load the module at `path` once and return the same object afterwards.

    `build_id` and `source` (the rules file) become `BUILD_ID` and `_SOURCE`; pickled states refer to
    `_restore_state`, pickled batches to `_restore_engine`.
    """
    place = str(Path(path).resolve())
    with _lock:
        module = _loaded.get(place)
        if module is None:
            module = _load(place, name)
            _loaded[place] = module
        attributes = vars(module)
        attributes["BUILD_ID"] = build_id
        attributes["_SOURCE"] = str(source)
        attributes["_restore_state"] = restore_state
        attributes["_restore_engine"] = restore_engine
        return module


def load_shipped(shipped: Shipped, rules_file: Path | None = None) -> ModuleType:
    """Load a bundled module; `rules_file` is another copy of the rules that it was built from."""
    source = rules_file or shipped.rules_file
    return load_module(shipped.path, shipped.record.name, shipped.compiled.build_id, source)


def restore_state(name: str, rules_hash: str, path: str, data: bytes, source: str = "") -> Any:
    """Unpickle a state; `State.__reduce__` refers to this function.

    The engine validates the bytes. It is the module that wrote them if still available, else any of the same
    rules; paths outside rulec's own builds are never loaded. `source` is the rules file, for definitions.
    """
    module = find_engine(name, rules_hash, path)
    known = vars(module)
    known["_SOURCE"] = known["_SOURCE"] or source
    return module.State.from_bytes(data)


def restore_engine(
    name: str, rules_hash: str, path: str, source: str, parameters: dict[str, int]
) -> ModuleType:
    """Unpickle a reference to an engine; `EngineModule.__reduce__` refers to this function.

    Parameters are those of a whole process: they are set where it has the defaults, and never replaced.
    """
    module = _engine_at_hand(name, rules_hash, path)
    if module is None:
        shown = ascii(name)[1:-1]
        raise RulecError(
            f"the engine of `{shown}` that was pickled is not built on this machine",
            f"run `rulec build {shlex.quote(source or shown + '.rules')}` here, with the same rules",
        )
    known = vars(module)
    known["_SOURCE"] = known["_SOURCE"] or source
    known["_adopt_parameters"](parameters)
    return module


def find_engine(name: str, rules_hash: str, path: str = "") -> ModuleType:
    """Find an engine of exactly these rules: loaded, cached or bundled."""
    module = _engine_at_hand(name, rules_hash, path)
    if module is None:
        raise RulecError(
            f"a saved state of `{ascii(name)[1:-1]}` belongs to rules that are not built here",
            "build the rules file it was played with, then load it again",
        )
    return module


def _engine_at_hand(name: str, rules_hash: str, path: str) -> ModuleType | None:
    with _lock:
        loaded = [_loaded.get(path), *_loaded.values()]
        for module in loaded:
            if module is not None and vars(module).get("RULES_HASH") == rules_hash:
                return module
    from rulec.native.cache import Cache, stored_in
    from rulec.native.digests import processor
    from rulec.native.shipped_modules import find_shipped
    from rulec.native.trust import require_trusted

    cpu = processor()
    stored = stored_in(Path(path).parent) if path else None
    if stored is not None:
        require_trusted(stored.path.parent)
    if stored is None or not stored.fits(rules_hash, cpu):
        stored = Cache.default().find_rules(rules_hash, cpu)
    if stored is not None:
        return load_module(stored.path, stored.entry.name, stored.entry.key, "")
    shipped = find_shipped(name)
    if shipped is not None and shipped.record.rules_hash == rules_hash:
        return load_shipped(shipped)
    return None


def _load(place: str, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, place, loader=ExtensionFileLoader(name, place))
    assert spec is not None
    assert spec.loader is not None
    before = sys.modules.get(name)
    try:
        module = importlib.util.module_from_spec(spec)
    except ImportError as error:
        raise ToolchainError(
            f"the module built for `{name}` can't be loaded: {error}", "rulec cache clean, then build again"
        ) from error
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CompilerBug(
            f"the module built for `{name}` does not start ({type(error).__name__}: {error}): a bug of rulec",
            f"please report it together with {place}",
        ) from error
    finally:
        _forget(name, before)
    module.__class__ = EngineModule
    return module


def _forget(name: str, before: ModuleType | None) -> None:
    """Remove the entry in `sys.modules` that Cython's init code makes under the bare name."""
    if before is not None:
        sys.modules[name] = before
    else:
        sys.modules.pop(name, None)
