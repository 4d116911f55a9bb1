"""Digests of all inputs of a build."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """Path of `games` or `grammars`: inside the package of a wheel, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


INCLUDE = PACKAGE / "runtime" / "include"

# Not involved in code generation: editing these must not invalidate builds.
_NO_INPUT = frozenset(
    {
        "__pycache__",
        "adapters",
        "cli",
        "games",
        "grammars",
        "interp",
        "picture",
        "play",
        "policies",
        "shipped",
        "sim",
    }
)
_SUFFIXES = (".py", ".j2", ".h", ".c", ".lark")


def digest_of(*parts: str | bytes) -> str:
    """Digest of a sequence of parts; part boundaries matter."""
    state = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(b"%d:" % len(data))
        state.update(data)
    return state.hexdigest()


def digest_of_file(path: Path) -> str:
    return digest_of(path.read_bytes())


@functools.cache
def compiler_digest() -> str:
    """Digest of rulec's sources that determine the generated text."""
    grammars = data_folder("grammars")
    parts: list[str | bytes] = []
    for folder in (PACKAGE, grammars):
        for path in sorted(_sources(folder)):
            parts += [os.path.relpath(path, folder.parent), Path(path).read_bytes()]
    return digest_of(*parts)


@functools.cache
def headers_digest() -> str:
    """Digest of the C files that engines include or are linked with."""
    parts: list[str | bytes] = []
    for path in sorted(INCLUDE.glob("*.[ch]")):
        parts += [path.name, path.read_bytes()]
    return digest_of(*parts)


@functools.cache
def processor() -> str:
    """Processor identity as seen by `-march=native`: model and features."""
    words = [platform.machine()]
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if not line.strip():
                    break
                field, _, value = line.partition(":")
                if field.strip().lower() in _CPU_FIELDS:
                    words.append(value.strip())
    except OSError:
        words.append(platform.processor())
    return digest_of(*words)


# Processor features required by an instruction set level; none for the baseline.
LEVELS = {"x86-64-v3": frozenset({"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"})}


@functools.cache
def levels() -> tuple[str, ...]:
    """Instruction set levels of this processor, best first, the baseline last."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    line = next((one for one in text.splitlines() if one.startswith("flags")), "")
    abilities = frozenset(line.partition(":")[2].split())
    return (*(level for level, needed in LEVELS.items() if needed <= abilities), "")


def levels_of_machine() -> tuple[str, ...]:
    """Instruction set levels built into a wheel for this machine type, the baseline first."""
    return ("", *LEVELS) if platform.machine() == "x86_64" else ("",)


_CPU_FIELDS = frozenset(
    {
        "vendor_id",
        "cpu family",
        "model",
        "model name",
        "flags",
        "features",
        "cpu implementer",
        "cpu architecture",
        "cpu variant",
        "cpu part",
        "isa",
    }
)


def _sources(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in _NO_INPUT:
                    yield from _sources(Path(entry.path))
            elif entry.name.endswith(_SUFFIXES):
                yield entry.path
