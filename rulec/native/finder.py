"""Import hook for `from generated import NAME`.

Looks in `./generated/NAME/`, written by the last `rulec build` here, then among the bundled games, compiled
by an earlier import or on demand. Modules of outdated rules are never returned.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

from rulec.base.diagnostics import did_you_mean
from rulec.base.version import VERSION
from rulec.errors import RulecError, StaleBuild, ToolchainError
from rulec.native.digests import digest_of_file, processor
from rulec.native.loader import load_module, load_shipped
from rulec.native.names import SUFFIX, is_game_name
from rulec.native.outputs import MANIFEST, Manifest, read_manifest
from rulec.native.shipped_modules import GAMES, VARIANTS, find_shipped, shipped_names, shipped_rules_of
from rulec.native.sources import same_bases
from rulec.native.trust import require_executable

Build = Callable[[Path], ModuleType]


class NotBuildable(ImportError):
    """A bundled game is not compiled, and this machine cannot compile it."""


def find_game(name: str, build: Build | None = None) -> ModuleType:
    """Module of a game, or an ImportError that names the command to build it.

    `build` compiles the rules of bundled games without a compiled module.
    """
    folder = Path("generated") / name
    if is_game_name(name) and (folder / MANIFEST).exists():
        return _from_manifest(name, read_manifest(folder))
    shipped = find_shipped(name)
    rules = shipped_rules_of(name) if shipped is None else None
    if build is not None and rules is not None:
        return _built_on_demand(name, rules, build)
    if shipped is None:
        near = did_you_mean(name, known_names())
        raise ImportError(
            f"no game `{name}` is built here: run `{_command(_guess(name))}`{f' ({near})' if near else ''}",
            name=name,
        )
    if shipped.stale():
        raise _stale("the rules have changed since the last build", shipped.rules_file)
    return load_shipped(shipped)


def known_names() -> list[str]:
    """All importable names: compiled and bundled games."""
    return sorted({*game_names(), *(path.stem for path in GAMES.glob("**/*.rules"))})


def game_names() -> list[str]:
    """Names with a compiled module."""
    built = (path.parent.name for path in Path("generated").glob(f"*/{MANIFEST}"))
    return sorted({*filter(is_game_name, built), *shipped_names()})


class GamesPackage(ModuleType):
    """The package `generated`.

    Games are looked up on each access and never cached as attributes, so that an edit or a new build takes
    effect.
    """

    def __getattr__(self, name: str) -> ModuleType:
        if not is_game_name(name):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        try:
            return find_game(name, self.__dict__["_build"])
        except (StaleBuild, NotBuildable):
            raise
        except ImportError as error:  # `from generated import NAME` proceeds to the finder, which reports it
            raise AttributeError(str(error)) from error

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and is_game_name(name)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *game_names()]


class GamesFinder(MetaPathFinder):
    """Meta path finder for `import generated.NAME`."""

    def __init__(self, package: str, build: Build | None) -> None:
        self.package, self.build = package, build

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        parent, _, name = fullname.rpartition(".")
        if parent != self.package or not is_game_name(name):
            return None
        module = find_game(name, self.build)
        return spec_from_loader(fullname, _Found(module), origin=module.__file__)


class _Found(Loader):
    """Loader that returns an already loaded module."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        """Install the loaded module; `importlib.reload` thereby yields the newest build."""
        spec = module.__spec__
        if spec is not None and module is not self.module:
            sys.modules[spec.name] = self.module


def install(package: str, build: Build | None = None) -> None:
    """Turn the package `package` into a namespace of games, compiled on demand by `build`."""
    module = sys.modules[package]
    module.__dict__["_build"] = build
    module.__class__ = GamesPackage
    module.__path__ = []  # its folder contains no modules: `./generated/NAME/` holds text
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, GamesFinder)]
    sys.meta_path.insert(0, GamesFinder(package, build))


def _built_on_demand(name: str, rules: Path, build: Build) -> ModuleType:
    try:
        return build(rules)
    except ToolchainError as error:
        wheel = (
            "install a wheel of rulec, which has it compiled; or " if rules.parent.name != VARIANTS else ""
        )
        raise NotBuildable(
            f"{name} is not compiled yet, and this machine can't compile it: {error.message}. "
            f"Ways out: {error.hint or 'see `rulec doctor`'}; or {wheel}"
            f"play it without a compiler: `rulec.interpret({str(rules)!r})`",
            name=name,
        ) from None
    except RulecError as error:
        raise NotBuildable(f"{name} could not be compiled from {rules}: {error}", name=name) from error


def _from_manifest(name: str, manifest: Manifest | None) -> ModuleType:
    """Module of the last build in this folder, if its sources are unchanged."""
    if manifest is None:
        raise _stale(f"generated/{name}/{MANIFEST} is damaged", _guess(name))
    rules = Path(manifest.sources[0].path)
    for source in manifest.sources:
        if not source.exists():
            raise _stale(f"its rules file {source.path} is gone since the last build", rules)
        if not source.unchanged():
            raise _stale("the rules have changed since the last build", rules)
    if not same_bases(rules, manifest.sources[1:]):
        raise _stale("the game that it is a variant of is another file now", rules)
    path = Path(manifest.module)
    if manifest.rulec != VERSION:
        raise _stale(f"it was built by rulec {manifest.rulec}, and this is rulec {VERSION}", rules)
    if path.name != name + SUFFIX:
        raise _stale("it was built for another Python", rules)
    if manifest.processor not in ("", processor()):
        raise _stale("it was built for another processor", rules)
    try:
        sound = digest_of_file(path) == manifest.module_digest
    except OSError:
        sound = False
    require_executable(path)
    if not sound:
        raise _stale("its compiled module is no longer in the build cache", rules)
    return load_module(path, name, manifest.build_id, rules)


def _stale(why: str, rules: Path) -> StaleBuild:
    return StaleBuild(f"{rules.stem}: {why}", f"run `{_command(rules)}`")


def _guess(name: str) -> Path:
    """Probable path of an unbuilt game's rules."""
    for folder in (Path("games"), GAMES):
        for path in sorted(folder.glob(f"**/{name}.rules")) if is_game_name(name) else ():
            return path
    return Path("games") / f"{name}.rules"


def _command(rules: Path) -> str:
    path = os.path.relpath(rules)
    return f"rulec build {shlex.quote(str(rules) if path.startswith('..') else path)}"
