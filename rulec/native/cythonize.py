"""Compiles generated text to an extension module with Cython and the C compiler as subprocesses.

Without setuptools or distutils, `# distutils:` comments and a user's `setup.cfg` or `CFLAGS` have no effect.
Failures are never the user's fault, so tool output goes to a log.
"""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rulec.codegen.generated_source import Generated
from rulec.errors import CompilerBug
from rulec.native.digests import INCLUDE
from rulec.native.doctor import probe
from rulec.native.names import SUFFIX, require_file_names, require_game_name
from rulec.native.options import BuildOptions, OnStage, no_observer
from rulec.native.run import FinishedProcess, run_tool
from rulec.native.toolchain import Toolchain
from rulec.native.translator import run_cython

LARGE = 400_000  # characters; below, distribution costs more than compilation


@dataclass(frozen=True)
class Timed:
    """Built module and the seconds per tool."""

    module: Path
    cython: float
    compiler: float


@dataclass(frozen=True)
class Extension:
    """Build job of one engine: text, tools, log folder."""

    generated: Generated
    toolchain: Toolchain
    options: BuildOptions
    directives: tuple[str, ...]
    log_folder: Path

    def build(self, folder: Path, on_stage: OnStage = no_observer) -> Timed:
        """Build in `folder`, which must be private to this call."""
        name = require_game_name(self.generated.name)
        require_file_names(list(self.generated.files))
        for file, text in self.generated.files.items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
        started = time.perf_counter()
        on_stage("Cython")
        self._check("Cython", run_cython(self._cython_arguments(name), folder), folder)
        translated = time.perf_counter()
        on_stage("C compiler")
        ran = self._compile(name, folder)
        if ran.status:
            probe(self.toolchain)  # a failing minimal module means a broken machine
        self._check("the C compiler", ran, folder)
        return Timed(folder / (name + SUFFIX), translated - started, time.perf_counter() - translated)

    def _cython_arguments(self, name: str) -> list[str]:
        directives = [word for one in self.directives for word in ("-X", one)]
        return ["-3", *directives, "-o", f"{name}.c", f"{name}.pyx"]

    def _compile(self, name: str, folder: Path) -> FinishedProcess:
        """Compile large engines with parallel LTO; fall back to a single process if that fails."""
        ran = None
        if sum(map(len, self.generated.files.values())) >= LARGE:
            spread = self.toolchain.spread_flags(self.options)
            ran = run_tool(self._compiler_command(name, spread), folder, scratch=folder) if spread else None
        if ran is not None and ran.status == 0:
            return ran
        return run_tool(self._compiler_command(name), folder, scratch=folder)

    def _compiler_command(self, name: str, extra: tuple[str, ...] = ()) -> list[str]:
        return [
            *self.toolchain.command,
            *self.toolchain.flags(self.options),
            *extra,
            *("-I", str(INCLUDE), "-I", str(self.toolchain.headers)),
            *("-o", name + SUFFIX, f"{name}.c", "-lm"),
        ]

    def _check(self, tool: str, ran: FinishedProcess, folder: Path) -> None:
        """On failure, save the generated text and the tool's output to the log folder, and raise."""
        if ran.status == 0:
            return
        shutil.rmtree(self.log_folder, ignore_errors=True)
        self.log_folder.mkdir(parents=True)
        for file in self.generated.files:
            shutil.copy(folder / file, self.log_folder)
        log = self.log_folder / "log.txt"
        versions = (
            f"{tool} failed\nPython {sys.version}\n{self.toolchain.version}\nCython {self.toolchain.cython}"
        )
        log.write_text(f"{versions}\n\n{ran.output}", encoding="utf-8")
        raise CompilerBug(
            f"{tool} rejected the code made for `{self.generated.name}`: a bug of rulec, not of the rules",
            f"please report it together with the folder of {log}",
        )
