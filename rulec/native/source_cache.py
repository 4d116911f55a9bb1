"""Cache from rules text to compiler results, consulted without loading the compiler.

Keyed by the raw text and rulec's own sources, so that a hit needs no parsing and imports no Lark, Jinja or
Cython.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import msgspec

from rulec.base import limits
from rulec.base.version import VERSION
from rulec.codegen.generated_source import Generated
from rulec.errors import ToolchainError
from rulec.native.build_module import find_module
from rulec.native.cache import Cache
from rulec.native.digests import compiler_digest, digest_of
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from rulec.native.sources import SourceFile, same_bases


class _Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cached result; `others` are the files that the rules refer to, relative to their folder."""

    generated: Generated
    others: tuple[SourceFile, ...]


@dataclass(frozen=True)
class CachedBuild:
    generated: Generated
    sources: tuple[SourceFile, ...]


def recall_generated(path: Path, *, debug: bool, cache: Cache) -> CachedBuild | None:
    """Result cached by `remember_generated` for this text, if all referenced files are unchanged."""
    text = _read(path)
    if text is None:
        return None
    kept = cache.recall(_key(path, text, debug))
    if kept is None:
        return None
    try:
        note = msgspec.json.decode(kept, type=_Note)
    except msgspec.MsgspecError:
        return None
    others = _found_again(path, note.others)
    if others is None:
        return None
    return CachedBuild(note.generated, (SourceFile(str(path), digest_of(text)), *others))


def remember_generated(
    generated: Generated, sources: tuple[SourceFile, ...], *, debug: bool, cache: Cache
) -> None:
    """Cache `generated` for the first of `sources`; the others are the files that it refers to.

    `sources` must be read before the compiler reads them: files edited meanwhile are not cached.
    """
    path = Path(sources[0].path)
    text = _read(path)
    if text is None or not all(one.unchanged() for one in sources):
        return
    note = _Note(generated, _beside(path, sources[1:]))
    cache.note(_key(path, text, debug), msgspec.json.encode(note).decode())


def cached_module(
    path: Path | str, *, cache: Cache | None = None, options: BuildOptions | None = None
) -> ModuleType | None:
    """Loaded module of a rules file if fully cached, else None; never raises."""
    cache = cache or Cache.default()
    options = options or BuildOptions()
    source = Path(path)
    recalled = recall_generated(source, debug=options.debug, cache=cache)
    if recalled is None:
        return None
    try:
        built = find_module(recalled.generated, cache, options)
        return None if built is None else load_module(built.path, built.name, built.build_id, source)
    except ToolchainError:
        return None


class _Tree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Header of a cached tree."""

    others: tuple[SourceFile, ...]


@dataclass(frozen=True)
class RecalledTree:
    data: bytes
    sources: tuple[SourceFile, ...]


def recall_tree(kind: str, path: Path, *, cache: Cache) -> RecalledTree | None:
    """Data cached by `remember_tree` for this text, if all referenced files are unchanged."""
    text = _read(path)
    kept = None if text is None else cache.recall_tree(_key_of_tree(kind, path, text))
    if text is None or kept is None:
        return None
    head, _, data = kept.partition(b"\n")
    try:
        note = msgspec.json.decode(head, type=_Tree)
    except msgspec.MsgspecError:
        return None
    others = _found_again(path, note.others)
    if others is None:
        return None
    return RecalledTree(data, (SourceFile(str(path), digest_of(text)), *others))


def remember_tree(kind: str, data: bytes, sources: tuple[SourceFile, ...], *, cache: Cache) -> None:
    """Cache a compiled form of the first of `sources`, unless a source changed since it was read."""
    path = Path(sources[0].path)
    text = _read(path)
    if text is not None and all(one.unchanged() for one in sources):
        head = msgspec.json.encode(_Tree(_beside(path, sources[1:])))
        cache.keep_tree(_key_of_tree(kind, path, text), head + b"\n" + data)


def _key_of_tree(kind: str, path: Path, text: bytes) -> str:
    return digest_of("tree", kind, VERSION, compiler_digest(), path.name, text)


def _key(path: Path, text: bytes, debug: bool) -> str:
    """Cache key; includes the file name, which may determine the game's name."""
    return digest_of(VERSION, compiler_digest(), path.name, text, "debug" if debug else "")


def _read(path: Path) -> bytes | None:
    """Content of a file within the compiler's size limit, else None."""
    try:
        with open(path, "rb") as file:
            text = file.read(limits.FILE_BYTES + 1)
    except (OSError, ValueError):
        return None
    return text if len(text) <= limits.FILE_BYTES else None


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Statistics of a file that passed the check."""

    rules: int
    decisions: int
    examples: int


class _Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counts: Counts
    others: tuple[SourceFile, ...]


def recall_check(path: Path, *, cache: Cache) -> Counts | None:
    """Cached statistics of a passed check for this text and the files it refers to."""
    text = _read(path)
    kept = None if text is None else cache.recall(_key_of_check(path, text))
    if kept is None:
        return None
    try:
        note = msgspec.json.decode(kept, type=_Checked)
    except msgspec.MsgspecError:
        return None
    return note.counts if _found_again(path, note.others) is not None else None


def remember_check(counts: Counts, sources: tuple[SourceFile, ...], *, cache: Cache) -> None:
    """Cache a passed check of the first of `sources`, unless a source changed since it was read."""
    path = Path(sources[0].path)
    text = _read(path)
    if text is not None and all(one.unchanged() for one in sources):
        note = _Checked(counts, _beside(path, sources[1:]))
        cache.note(_key_of_check(path, text), msgspec.json.encode(note).decode())


def _key_of_check(path: Path, text: bytes) -> str:
    return digest_of("check", VERSION, compiler_digest(), path.name, text)


def recall_look(files: tuple[Path, ...], *, cache: Cache) -> bool:
    """Check whether the look files passed with exactly these texts, the rules first."""
    key = _key_of_look(files)
    return key is not None and cache.recall(key) is not None


def remember_look(files: tuple[Path, ...], *, cache: Cache) -> None:
    key = _key_of_look(files)
    if key is not None:
        cache.note(key, "fine")


def _key_of_look(files: tuple[Path, ...]) -> str | None:
    texts = [_read(path) for path in files]
    found = [text for text in texts if text is not None]
    names = " ".join(path.name for path in files)
    return digest_of("look", VERSION, compiler_digest(), names, *found) if len(found) == len(texts) else None


def _beside(path: Path, others: tuple[SourceFile, ...]) -> tuple[SourceFile, ...]:
    """Referenced files with paths relative to the rules file."""
    return tuple(SourceFile(os.path.relpath(one.path, path.parent), one.digest) for one in others)


def _found_again(path: Path, others: tuple[SourceFile, ...]) -> tuple[SourceFile, ...] | None:
    """Referenced files at their current paths; None if one changed or another would be found."""
    found = tuple(SourceFile(str(path.parent / one.path), one.digest) for one in others)
    return found if all(one.unchanged() for one in found) and same_bases(path, found) else None
