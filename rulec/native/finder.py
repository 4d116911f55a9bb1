"""`from generated import NAME`: which module that is, and when it must not be answered.

First `./generated/NAME/`, what the last `rulec build` in this folder wrote; then the games that came with
rulec. A module whose rules file has been edited since is never handed out.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

from rulec.errors import StaleBuild
from rulec.native.digests import digest_of_file, processor
from rulec.native.loader import load_module
from rulec.native.names import SUFFIX, is_game_name
from rulec.native.outputs import MANIFEST, Manifest, read_manifest
from rulec.native.shipped import GAMES, find_shipped, shipped_names
from rulec.native.sources import same_bases
from rulec.version import VERSION


def find_game(name: str) -> ModuleType:
    """The module of a game, or an ImportError with the command that makes it."""
    folder = Path("generated") / name
    if is_game_name(name) and (folder / MANIFEST).exists():
        return _from_manifest(name, read_manifest(folder))
    shipped = find_shipped(name)
    if shipped is None:
        raise ImportError(f"no game `{name}` is built here: run `{_command(_guess(name))}`", name=name)
    if shipped.stale():
        raise _stale("the rules have changed since the last build", shipped.rules_file)
    return shipped.load()


def game_names() -> list[str]:
    """Every name that `find_game` may know here."""
    built = (path.parent.name for path in Path("generated").glob(f"*/{MANIFEST}"))
    return sorted({*filter(is_game_name, built), *shipped_names()})


class GamesPackage(ModuleType):
    """The package `generated`. A game is looked up each time its name is used and never kept as an
    attribute, so that after an edit or a new build no old module is handed out."""

    def __getattr__(self, name: str) -> ModuleType:
        if not is_game_name(name):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        try:
            return find_game(name)
        except StaleBuild:
            raise
        except ImportError as error:  # `from generated import NAME` goes on to the finder, which says it
            raise AttributeError(str(error)) from error

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and is_game_name(name)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *game_names()]


class GamesFinder(MetaPathFinder):
    """Answers `import generated.NAME`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        parent, _, name = fullname.rpartition(".")
        if parent != self.package or not is_game_name(name):
            return None
        module = find_game(name)
        return spec_from_loader(fullname, _Found(module), origin=module.__file__)


class _Found(Loader):
    """Hands the import system a module that is already loaded."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        """Also the step of `importlib.reload`, which so gives the newest build."""
        spec = module.__spec__
        if spec is not None and module is not self.module:
            sys.modules[spec.name] = self.module


def install(package: str) -> None:
    """Make the imported package `package` a place where games are found."""
    module = sys.modules[package]
    module.__class__ = GamesPackage
    module.__path__ = []  # nothing in its folder is a module: `./generated/NAME/` holds text
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, GamesFinder)]
    sys.meta_path.insert(0, GamesFinder(package))


def _from_manifest(name: str, manifest: Manifest | None) -> ModuleType:
    """What the last build here left, if all of it still holds."""
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
    if not sound:
        raise _stale("its compiled module is no longer in the build cache", rules)
    return load_module(path, name, manifest.build_id, rules)


def _stale(why: str, rules: Path) -> StaleBuild:
    return StaleBuild(f"{rules.stem}: {why}", f"run `{_command(rules)}`")


def _guess(name: str) -> Path:
    """Where the rules of an unbuilt game probably are."""
    for folder in (Path("games"), GAMES):
        for path in sorted(folder.glob(f"**/{name}.rules")) if is_game_name(name) else ():
            return path
    return Path("games") / f"{name}.rules"


def _command(rules: Path) -> str:
    path = os.path.relpath(rules)
    return f"rulec build {shlex.quote(str(rules) if path.startswith('..') else path)}"
