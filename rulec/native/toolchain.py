"""Locates the C compiler, Python's headers and Cython."""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rulec.errors import ToolchainError
from rulec.native.digests import digest_of, processor
from rulec.native.names import SUFFIX
from rulec.native.options import BuildOptions
from rulec.native.tool_facts import Memo

_COMPILERS = ("gcc", "cc", "clang")

_COMMON = (
    "-std=gnu11",
    "-fPIC",
    "-pthread",
    "-fwrapv",  # bit-identical floating point on all compilers
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "-DNDEBUG",
    "-DCYTHON_CLINE_IN_TRACEBACK=0",
    "-w",  # warnings about generated C are useless
    "-pipe",
)
_LINK = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


@dataclass(frozen=True)
class Toolchain:
    """C compiler able to build extension modules for this Python; `key` identifies all parts."""

    command: tuple[str, ...]
    version: str
    headers: Path
    cython: str
    key: str

    def flags(self, options: BuildOptions) -> tuple[str, ...]:
        """Flags that compile and link a module."""
        return (*self.compile_flags(options), *_LINK)

    def compile_flags(self, options: BuildOptions) -> tuple[str, ...]:
        return (
            *_COMMON,
            options.optimise,
            *((f"-march={options.march}",) if options.march else ()),
            *self._small_copies(),
            *(("-g", "-DRULEC_DEBUG=1") if options.debug else ()),
        )

    def spread_flags(self, options: BuildOptions) -> tuple[str, ...]:
        """Flags for parallel LTO with gcc; empty for portable or debug builds.

        Inlining is decided for the whole file, then its partitions are compiled in parallel by `make`.
        """
        release = gcc_release(self.version) if self._is_gcc else 0
        slow = options.optimise in ("-O2", "-O3") and options.native and not options.debug
        if release < 10 or not slow or (os.cpu_count() or 1) < 2:
            return ()
        return ("-flto=auto",) if shutil.which(os.environ.get("MAKE", "").strip() or "make") else ()

    @property
    def _is_gcc(self) -> bool:
        return re.match(r"(?:\S*-)?g?cc\b", self.version) is not None

    def _small_copies(self) -> tuple[str, ...]:
        """Flags that copy and clear small structs with vector instructions instead of `rep movs`.

        String instructions have a start-up cost that exceeds the copy itself.
        """
        if not self._is_gcc or platform.machine() != "x86_64":
            return ()
        how = "vector_loop:1024:noalign,libcall:-1:noalign"
        return (f"-mmemcpy-strategy={how}", f"-mmemset-strategy={how}")

    def knows(self, level: str) -> bool:
        """Check whether the compiler supports an instruction set level."""
        import subprocess  # needed for wheels only

        if not level:
            return True
        command = [*self.command, f"-march={level}", "-E", "-x", "c", os.devnull]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0

    def key_for(self, options: BuildOptions) -> str:
        """Digest of tools, flags and, for native builds, the processor."""
        return digest_of(self.key, *self.flags(options), processor() if options.native else "any")


def gcc_release(version: str) -> int:
    """Major version in the first line of `gcc --version`; 0 if it is not gcc."""
    found = re.search(r"\) (\d+)\.\d", version)
    return int(found[1]) if found else 0


def find_toolchain(memo: Memo) -> Toolchain:
    """Locate the toolchain; raise a ToolchainError that names the missing package."""
    command = _find_compiler()
    fingerprint = digest_of(*_fingerprint(command))
    version = memo.get(fingerprint)
    if version is None:
        version = _ask_version(command)
        memo.put(fingerprint, version)
    headers = _find_headers()
    cython = cython_version()
    key = digest_of(*command, fingerprint, version, str(headers), cython, sys.version, SUFFIX)
    return Toolchain(command, version, headers, cython, key)


def missing_tool(memo: Memo) -> ToolchainError | None:
    """Error for a missing tool, or None."""
    try:
        find_toolchain(memo)
    except ToolchainError as error:
        return error
    return None


def cython_version() -> str:
    """Cython's version from its `dist-info` folder, without importing it."""
    spec = find_spec("Cython")
    if spec is None or spec.origin is None:
        raise ToolchainError("Cython is not installed", f"{sys.executable} -m pip install cython")
    for name in os.listdir(Path(spec.origin).parent.parent):
        if name.lower().startswith("cython-") and name.endswith(".dist-info"):
            return name[len("cython-") : -len(".dist-info")]
    from importlib.metadata import version  # slow to import, rarely needed

    return version("cython")


def _find_compiler() -> tuple[str, ...]:
    """C compiler command: `CC` if set, else the first usual name on the path."""
    wanted = os.environ.get("CC", "").strip()
    if wanted:
        try:
            words = shlex.split(wanted)
        except ValueError:  # unbalanced quote
            words = [wanted]
        path = shutil.which(words[0])
        if path is None:
            raise ToolchainError(
                f"there is no C compiler {words[0]!r}",
                "it is named by the environment variable CC: correct it, or unset it to use gcc",
            )
        return (path, *words[1:])
    for name in _COMPILERS:
        path = shutil.which(name)
        if path is not None:
            return (path,)
    raise ToolchainError("there is no C compiler on this machine", f"install one: {_how_to('gcc')}")


def _find_headers() -> Path:
    folder = Path(sysconfig.get_path("include"))
    if not (folder / "Python.h").is_file():
        raise ToolchainError(
            f"the headers of Python {platform.python_version()} are not installed (no Python.h in {folder})",
            f"install them: {_how_to('headers')}",
        )
    return folder


def _how_to(what: str) -> str:
    """Installation command for this system's package manager."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for tool, gcc, headers in (
        ("apt-get", "apt install gcc libc6-dev", f"apt install python{version}-dev"),
        ("dnf", "dnf install gcc", f"dnf install python{version}-devel"),
        ("apk", "apk add gcc musl-dev", "apk add python3-dev"),
        ("pacman", "pacman -S gcc", "pacman -S python"),
        ("xcode-select", "xcode-select --install", "xcode-select --install"),
    ):
        if shutil.which(tool):
            return gcc if what == "gcc" else headers
    return "gcc or clang" if what == "gcc" else f"the development package of Python {version}"


def _fingerprint(command: tuple[str, ...]) -> Iterator[str]:
    """Identity of the files behind a command (`ccache gcc` has two), to detect upgrades."""
    for word in command:
        path = shutil.which(word) if not word.startswith("-") else None
        if path is None:
            yield word
            continue
        real = os.path.realpath(path)
        status = os.stat(real)
        yield f"{path} {real} {status.st_size} {status.st_mtime_ns}"


def _ask_version(command: tuple[str, ...]) -> str:
    import subprocess  # needed on first use of a compiler

    try:
        done = subprocess.run(
            [*command, "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolchainError(f"the C compiler {command[0]} does not run: {error}") from error
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        raise ToolchainError(
            f"the C compiler {command[0]} does not run: it ended with {done.returncode}",
            f"try `{shlex.join(command)} --version`",
        )
    return lines[0].strip()
