"""Builds one engine from generated text into the cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulec.codegen.generated_source import Generated
from rulec.errors import ToolchainError
from rulec.native.cache import Cache
from rulec.native.digests import digest_of, digest_of_file, headers_digest, processor
from rulec.native.names import require_game_name
from rulec.native.options import BuildOptions, OnStage, no_observer
from rulec.native.toolchain import Toolchain, find_toolchain, missing_tool

# Cython directives; part of the cache key.
DIRECTIVES = (
    "language_level=3",
    "boundscheck=False",
    "wraparound=False",
    "initializedcheck=False",
    "cdivision=True",
    "auto_pickle=False",
    "binding=False",
    "always_allow_keywords=False",  # positional arguments for unary functions
    "embedsignature=True",
    "emit_code_comments=False",  # halves the C code
)

# Sources that call the tools are inputs, too.
_RECIPE_FILES = ("cythonize.py", "python_glue.py", "shared_object.py", "translate.py")
_RECIPE = tuple(Path(__file__).with_name(name) for name in _RECIPE_FILES)


@dataclass(frozen=True)
class BuiltModule:
    """Native module on disk; `build_id` is the digest of all its inputs.

    `cached`: the module was not built now, and the seconds are zero.
    """

    name: str
    path: Path
    digest: str
    build_id: str
    processor: str
    cached: bool
    cython_seconds: float = 0.0
    compiler_seconds: float = 0.0


def build_module(
    generated: Generated,
    *,
    cache: Cache | None = None,
    options: BuildOptions | None = None,
    on_stage: OnStage = no_observer,
) -> BuiltModule:
    """Return the module of `generated`, cached or newly built; `on_stage` receives each stage's name.

    Raises `ToolchainError` if this machine cannot build, `CompilerBug` if the generated text is faulty.
    """
    cache = cache or Cache.default()
    options = options or BuildOptions()
    toolchain = find_toolchain(cache.memo)
    key = _key(generated, toolchain, options)
    found = _found(generated, key, cache)
    if found is not None:
        return found

    from rulec.native.cythonize import Extension, Timed  # unneeded on a cache hit
    from rulec.native.shared_object import SharedObject

    timed: list[Timed] = []

    def build(folder: Path) -> Path:
        shared = SharedObject(toolchain, options, cache)
        logs = cache.log_folder(key, generated.name)
        extension = Extension(generated, toolchain, options, DIRECTIVES, logs, shared)
        timed.append(extension.build(folder, on_stage))
        return timed[0].module

    require_game_name(generated.name)
    where = processor() if options.native else ""
    stored, cached = cache.make(key, generated.name, generated.rules_hash, where, build, on_stage)
    return BuiltModule(
        generated.name,
        stored.path,
        stored.entry.digest,
        key,
        where,
        cached,
        timed[0].cython if timed else 0.0,
        timed[0].compiler if timed else 0.0,
    )


def unbuildable(cache: Cache) -> ToolchainError | None:
    """Foreseeable reason why this machine cannot build an engine, or None."""
    missing = missing_tool(cache.memo)
    if missing is not None:
        return missing
    try:
        cache.require_writable()
    except ToolchainError as error:
        return error
    return None


def find_module(generated: Generated, cache: Cache, options: BuildOptions) -> BuiltModule | None:
    """Cached module of `generated`, or None; finds the C compiler but does not run it."""
    return _found(generated, _key(generated, find_toolchain(cache.memo), options), cache)


def _found(generated: Generated, key: str, cache: Cache) -> BuiltModule | None:
    stored = cache.find(key)
    if stored is None:
        return None
    return BuiltModule(
        generated.name, stored.path, stored.entry.digest, key, stored.entry.processor, cached=True
    )


def _key(generated: Generated, toolchain: Toolchain, options: BuildOptions) -> str:
    texts = [part for file in sorted(generated.files) for part in (file, generated.files[file])]
    return digest_of(
        generated.name,
        generated.rules_hash,
        generated.layout_hash,
        headers_digest(),
        *map(digest_of_file, _RECIPE),
        toolchain.key_for(options),
        *DIRECTIVES,
        *texts,
    )
