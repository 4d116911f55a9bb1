"""The games that come with rulec, compiled when it is installed: `rulec/shipped/NAME.*.so`, `NAME.json`."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import msgspec

from rulec.codegen.result import Generated
from rulec.errors import RulecError
from rulec.native.digests import PACKAGE, digest_of_file
from rulec.native.files import write_atomic
from rulec.native.loader import load_module
from rulec.native.modules import BuiltModule
from rulec.native.names import SUFFIX, is_game_name, require_game_name
from rulec.native.sources import SourceFile
from rulec.version import VERSION

GAMES = PACKAGE.parent / "games"
SHIPPED = PACKAGE / "shipped"
VARIANTS = "variants"  # folder of the rules files that an install does not build


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of one shipped module; paths are relative to `games`, the rules file first."""

    name: str
    title: str
    sources: tuple[SourceFile, ...]
    digest: str
    rules_hash: str
    build_id: str
    rulec: str


@dataclass(frozen=True)
class Shipped:
    """A shipped module whose digest has been checked."""

    record: Record
    path: Path

    @property
    def rules_file(self) -> Path:
        return GAMES / self.record.sources[0].path

    def stale(self) -> bool:
        """Whether a rules file that lies here is not what the module was built from."""
        for source in self.record.sources:
            here = SourceFile(str(GAMES / source.path), source.digest)
            if here.exists() and not here.unchanged():
                return True
        return False

    def load(self) -> ModuleType:
        return load_module(self.path, self.record.name, self.record.build_id, self.rules_file)


def shipped_rules(games: Path = GAMES) -> list[Path]:
    """The rules files that an install builds: every one below `games`. Names must be unique.

    Without the variants: they are many, and whoever wants one builds it.
    """
    files = sorted(one for one in games.glob("**/*.rules") if one.parent.name != VARIANTS)
    names: dict[str, Path] = {}
    for path in files:
        other = names.setdefault(path.stem, path)
        if other is not path:
            raise RulecError(f"two shipped games have the same name: {other} and {path}")
    return files


def shipped_rules_of(name: str, games: Path | None = None) -> Path | None:
    """The rules file of a game that came with rulec, variants included; nothing if there is none."""
    if not is_game_name(name):
        return None
    return next(iter(sorted((games or GAMES).glob(f"**/{name}.rules"))), None)


def store_shipped(
    generated: Generated,
    built: BuiltModule,
    sources: tuple[SourceFile, ...],
    target: Path,
    games: Path = GAMES,
) -> None:
    """Put a portable module among the shipped ones in `target`."""
    name = require_game_name(generated.name)
    if built.processor:
        raise RulecError(f"`{name}` was built for this processor alone and can't be shipped")
    target.mkdir(parents=True, exist_ok=True)
    part = target / f".{name}.part"
    shutil.copyfile(built.path, part)
    os.replace(part, target / (name + SUFFIX))
    record = Record(
        name,
        generated.title,
        tuple(SourceFile(Path(os.path.relpath(one.path, games)).as_posix(), one.digest) for one in sources),
        built.digest,
        generated.rules_hash,
        built.build_id,
        VERSION,
    )
    write_atomic(target / f"{name}.json", msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")


def prune_shipped(names: set[str], target: Path) -> None:
    """Remove what an earlier install left of games that are no longer among `names`."""
    for name in set(shipped_names(target)) - names:
        (target / f"{name}.json").unlink()
        (target / (name + SUFFIX)).unlink(missing_ok=True)


def find_shipped(name: str, folder: Path = SHIPPED) -> Shipped | None:
    """The shipped module of that name, if it is there and undamaged."""
    if not is_game_name(name):
        return None
    path = folder / (name + SUFFIX)
    try:
        record = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Record)
        if record.name != name or record.rulec != VERSION or digest_of_file(path) != record.digest:
            return None
    except (OSError, msgspec.MsgspecError):
        return None
    return Shipped(record, path) if record.sources else None


def shipped_names(folder: Path = SHIPPED) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json") if is_game_name(path.stem))
