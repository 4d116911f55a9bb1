"""Compiled modules bundled in a wheel, one per instruction set level.

`rulec/shipped/NAME.json` describes a game, `rulec/shipped/LEVEL/NAME.*.so` are its modules. The best level
that the processor supports is loaded.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulec.base.version import VERSION
from rulec.codegen.generated_source import Generated
from rulec.errors import RulecError
from rulec.native.atomic_files import write_atomic
from rulec.native.build_module import BuiltModule
from rulec.native.digests import PACKAGE, compiler_digest, data_folder, digest_of_file, levels
from rulec.native.names import SUFFIX, is_game_name, require_game_name
from rulec.native.sources import SourceFile

GAMES = data_folder("games")
SHIPPED = PACKAGE / "shipped"
VARIANTS = "variants"  # folder of rules files excluded from wheels
_BASELINE = "baseline"


class Compiled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Module for one instruction set level."""

    level: str
    digest: str
    build_id: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Metadata of a bundled game; paths are relative to `games`, the rules file first.

    `compiler` is the digest of the sources that generated it.
    """

    name: str
    title: str
    sources: tuple[SourceFile, ...]
    modules: tuple[Compiled, ...]
    rules_hash: str
    rulec: str
    compiler: str = ""


@dataclass(frozen=True)
class Shipped:
    """Bundled module whose digest has been verified."""

    record: Record
    compiled: Compiled
    path: Path

    @property
    def rules_file(self) -> Path:
        return GAMES / self.record.sources[0].path

    def stale(self) -> bool:
        """Check whether a local rules file differs from the module's source."""
        for source in self.record.sources:
            here = SourceFile(str(GAMES / source.path), source.digest)
            if here.exists() and not here.unchanged():
                return True
        return False

    def built_from(self, path: Path) -> bool:
        """Check whether today's compiler would build the module from exactly this file and its bases."""
        if self.record.compiler != compiler_digest() or path.stem != self.record.name:
            return False
        if len(self.record.sources) > 1:
            return self.rules_file.exists() and path.samefile(self.rules_file) and not self.stale()
        return SourceFile(str(path), self.record.sources[0].digest).unchanged()


def shipped_rules(games: Path = GAMES) -> list[Path]:
    """Rules files to build on installation: all below `games`, with unique names.

    Variants are not included: they are many, and are built on demand.
    """
    files = sorted(one for one in games.glob("**/*.rules") if one.parent.name != VARIANTS)
    names: dict[str, Path] = {}
    for path in files:
        other = names.setdefault(path.stem, path)
        if other is not path:
            raise RulecError(f"two shipped games have the same name: {other} and {path}")
    return files


def shipped_rules_of(name: str, games: Path | None = None) -> Path | None:
    """Rules file of a bundled game or variant, or None."""
    if not is_game_name(name):
        return None
    return next(iter(sorted((games or GAMES).glob(f"**/{name}.rules"))), None)


def store_shipped(
    generated: Generated,
    built: Mapping[str, BuiltModule],
    sources: tuple[SourceFile, ...],
    target: Path,
    games: Path = GAMES,
) -> None:
    """Store the modules of a game, by instruction set level, in `target`."""
    name = require_game_name(generated.name)
    if any(one.processor for one in built.values()):
        raise RulecError(f"`{name}` was built for this processor alone and can't be shipped")
    for level, one in built.items():
        path = module_path(target, level, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{name}.part")
        shutil.copyfile(one.path, part)
        os.replace(part, path)
    record = Record(
        name,
        generated.title,
        tuple(SourceFile(Path(os.path.relpath(one.path, games)).as_posix(), one.digest) for one in sources),
        tuple(Compiled(level, one.digest, one.build_id) for level, one in built.items()),
        generated.rules_hash,
        VERSION,
        compiler_digest(),
    )
    write_atomic(target / f"{name}.json", msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")


def prune_shipped(names: set[str], target: Path) -> None:
    """Remove bundled games missing from `names`."""
    for name in set(shipped_names(target)) - names:
        (target / f"{name}.json").unlink()
        for module in target.glob(f"*/{name}{SUFFIX}"):
            module.unlink()


def find_shipped(name: str, folder: Path = SHIPPED) -> Shipped | None:
    """Best intact bundled module that this processor supports, or None."""
    if not is_game_name(name):
        return None
    try:
        record = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Record)
    except (OSError, msgspec.MsgspecError):
        return None
    if record.name != name or record.rulec != VERSION or not record.sources:
        return None
    by_level = {one.level: one for one in record.modules}
    for level in levels():
        compiled = by_level.get(level)
        path = module_path(folder, level, name)
        if compiled is not None and _is_undamaged(path, compiled.digest):
            return Shipped(record, compiled, path)
    return None


def module_path(folder: Path, level: str, name: str) -> Path:
    """Path of a game's module for one instruction set level."""
    return folder / (level or _BASELINE) / (name + SUFFIX)


def _is_undamaged(path: Path, digest: str) -> bool:
    try:
        return digest_of_file(path) == digest
    except OSError:
        return False


def shipped_names(folder: Path = SHIPPED) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json") if is_game_name(path.stem))
