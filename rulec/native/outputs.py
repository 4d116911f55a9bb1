"""Readable build output in `./generated/NAME/`, also used by `from generated import NAME`.

Contains the generated text and `manifest.json`, which locates the compiled module and its sources.
"""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import msgspec

from rulec.base.version import VERSION
from rulec.codegen.generated_source import Generated
from rulec.errors import RulecError
from rulec.native.atomic_files import write_atomic
from rulec.native.build_module import BuiltModule
from rulec.native.names import require_file_names, require_game_name
from rulec.native.sources import SourceFile

MANIFEST = "manifest.json"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Record of the last build of a game in this folder; the rules file is the first of `sources`."""

    name: str
    title: str
    sources: tuple[SourceFile, ...]
    module: str
    module_digest: str
    rules_hash: str
    layout_hash: str
    build_id: str
    processor: str
    debug: bool
    rulec: str
    files: tuple[str, ...]


def write_output(
    generated: Generated,
    built: BuiltModule,
    sources: tuple[SourceFile, ...],
    *,
    debug: bool = False,
    folder: Path | None = None,
) -> Path:
    """Write `folder/NAME/` (default `./generated/NAME/`), the manifest last."""
    name = require_game_name(generated.name)
    require_file_names(list(generated.files))
    target = _target(folder or Path("generated"), name)
    before = read_manifest(target)
    manifest = Manifest(
        name,
        generated.title,
        sources,
        str(built.path.absolute()),
        built.digest,
        generated.rules_hash,
        generated.layout_hash,
        built.build_id,
        built.processor,
        debug,
        VERSION,
        tuple(sorted(generated.files)),
    )
    try:
        for file, text in generated.files.items():
            write_atomic(target / file, text)
        write_atomic(target / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)).decode() + "\n")
        for file in set(before.files if before else ()) - set(generated.files):
            (target / file).unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(target, error) from error
    return target


def require_output(folder: Path) -> None:
    """Raise an error for an unwritable output folder before any work is done."""
    nearest = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(target: Path, error: OSError) -> RulecError:
    return RulecError(
        f"the text of the engine can't be written to {target}: {error.strerror or error}",
        "`rulec build --output DIR` writes it elsewhere; `rulec.load` needs no text",
    )


def read_manifest(target: Path) -> Manifest | None:
    """Manifest of a game's folder, or None if missing or invalid."""
    try:
        manifest = msgspec.json.decode((target / MANIFEST).read_bytes(), type=Manifest)
        require_file_names(list(manifest.files))
    except (OSError, msgspec.MsgspecError, RulecError):
        return None
    return manifest if manifest.name == target.name and manifest.sources else None


def _target(folder: Path, name: str) -> Path:
    """Output folder of the game; symbolic links that lead elsewhere are rejected."""
    target = folder / name
    with contextlib.suppress(OSError):
        if target.is_symlink() or target.resolve().parent != folder.resolve():
            raise RulecError(f"{target} is a link to another place; rulec does not write through it")
    if target.exists() and not target.is_dir():
        raise RulecError(f"{target} is in the way: it is not a folder")
    return target
