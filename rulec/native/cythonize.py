"""Compiles generated text to an extension module with Cython and the C compiler as subprocesses.

Without setuptools or distutils, `# distutils:` comments and a user's `setup.cfg` or `CFLAGS` have no effect.
Failures are never the user's fault, so tool output goes to a log.
"""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from rulec.codegen.generated_source import Generated
from rulec.errors import CompilerBug
from rulec.native.digests import INCLUDE
from rulec.native.doctor import probe
from rulec.native.names import SUFFIX, require_file_names, require_game_name
from rulec.native.options import BuildOptions, OnStage, no_observer
from rulec.native.python_glue import mark_glue
from rulec.native.run import FinishedProcess, run_tool
from rulec.native.shared_object import OBJECT, SharedObject
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
    shared: SharedObject

    def build(self, folder: Path, on_stage: OnStage = no_observer) -> Timed:
        """Build in `folder`, which must be private to this call."""
        name = require_game_name(self.generated.name)
        require_file_names(list(self.generated.files))
        for file, text in self.generated.files.items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
        with self.shared.made_in(folder) as shared:
            started = time.perf_counter()
            on_stage("Cython")
            self._check("Cython", run_cython(self._cython_arguments(name), folder), folder)
            code = folder / f"{name}.c"
            code.write_text(mark_glue(code.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
            translated = time.perf_counter()
            on_stage("C compiler")
            ran = self._compile(name, folder, shared)
            if ran.status:
                probe(self.toolchain)  # a failing minimal module means a broken machine
            self._check("the C compiler", ran, folder)
        return Timed(folder / (name + SUFFIX), translated - started, time.perf_counter() - translated)

    def _cython_arguments(self, name: str) -> list[str]:
        directives = [word for one in self.directives for word in ("-X", one)]
        return ["-3", *directives, "-o", f"{name}.c", f"{name}.pyx"]

    def _compile(self, name: str, folder: Path, shared: Future[FinishedProcess]) -> FinishedProcess:
        """Compile large engines with parallel LTO; fall back to a single process if that fails."""
        if sum(map(len, self.generated.files.values())) >= LARGE:
            spread = self.toolchain.spread_flags(self.options)
            ran = self._compile_and_link(name, folder, shared, spread) if spread else None
            if ran is not None and ran.status == 0:
                return ran
        return self._compile_and_link(name, folder, shared)

    def _compile_and_link(
        self, name: str, folder: Path, shared: Future[FinishedProcess], extra: tuple[str, ...] = ()
    ) -> FinishedProcess:
        """Compile the engine, perhaps beside the shared code, and link both; stop at the first failure."""
        command, flags = self.toolchain.command, self.toolchain.compile_flags(self.options)
        include = ("-I", str(INCLUDE), "-I", str(self.toolchain.headers))
        compiled = run_tool(
            [*command, *flags, *extra, *include, "-c", f"{name}.c", "-o", f"{name}.o"], folder, scratch=folder
        )
        if compiled.status:
            return compiled
        made = shared.result()
        if made.status:
            return made
        link = [*command, *self.toolchain.flags(self.options), *extra, f"{name}.o", OBJECT]
        return run_tool([*link, "-o", name + SUFFIX, "-lm"], folder, scratch=folder)

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
