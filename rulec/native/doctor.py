"""Diagnosis of the build environment for `rulec doctor`."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulec.errors import RulecError, ToolchainError
from rulec.native.cache import Cache
from rulec.native.digests import levels
from rulec.native.names import SUFFIX
from rulec.native.options import BuildOptions
from rulec.native.run import run_tool
from rulec.native.toolchain import Toolchain, cython_version, find_toolchain

_PROBE = """\
#include <Python.h>
#include <stdint.h>
#include <string.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "probe", 0, -1, 0};
PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&probe); }
"""


@dataclass(frozen=True)
class Fact:
    """One line of the report; `hint` says how to install or fix something."""

    what: str
    found: str
    missing: bool = False
    hint: str = ""
    slow: bool = False


def examine(cache: Cache) -> list[Fact]:
    """Examine the environment, basic requirements first."""
    facts = [Fact("Python", f"{platform.python_version()} ({sys.executable})")]
    for what, look in (
        ("Cython", cython_version),
        ("C compiler", lambda: find_toolchain(cache.memo).version),
        ("headers", lambda: str(find_toolchain(cache.memo).headers)),
        ("trial build", lambda: _probe_compile(find_toolchain(cache.memo))),
        ("build cache", lambda: _disk_space(cache)),
    ):
        facts.append(_ask(what, look))
    return [*facts, _processor()]


def probe(toolchain: Toolchain) -> None:
    """Build a minimal extension module; raise a ToolchainError if that fails."""
    with tempfile.TemporaryDirectory(prefix="rulec-probe-") as name:
        folder = Path(name)
        (folder / "probe.c").write_text(_PROBE, encoding="utf-8")
        flags = toolchain.flags(BuildOptions(optimise="-O0", native=False))
        ran = run_tool(
            [*toolchain.command, *flags, "-I", str(toolchain.headers), "probe.c", "-o", "probe" + SUFFIX],
            folder,
        )
    if ran.status:
        first = next((line for line in ran.output.splitlines() if "error" in line), "no message")
        raise ToolchainError(
            f"the C compiler can't build even the smallest Python module: {first.strip()}",
            "`rulec doctor` lists missing parts; often the C library's headers (libc6-dev)",
        )


def _processor() -> Fact:
    """Instruction set level and core count, with a hint if engines run slowly."""
    best, cores = levels()[0], len(os.sched_getaffinity(0))
    found = f"{platform.machine()}, {best or 'baseline'} instructions, {cores} core{'s' * (cores != 1)}"
    slow = platform.machine() == "x86_64" and not best
    hint = "engines use no vectors of 256 bits: games with large boards are slower" if slow else ""
    return Fact("processor", found, hint=hint, slow=slow)


def _probe_compile(toolchain: Toolchain) -> str:
    probe(toolchain)
    return "works"


def _disk_space(cache: Cache) -> str:
    cache.require_writable()
    info = cache.info()
    free = shutil.disk_usage(info.folder).free
    builds, size = info.entries, f"{info.bytes / 2**20:,.1f} MiB"
    return f"{info.folder}: only you can write it; {builds} builds, {size}; {free // 2**20:,} MiB free"


def _ask(what: str, look: Callable[[], str]) -> Fact:
    try:
        return Fact(what, look())
    except RulecError as error:
        return Fact(what, error.message, missing=True, hint=error.hint)
    except OSError as error:
        return Fact(what, str(error), missing=True)
