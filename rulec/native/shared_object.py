"""Compiles the C code that all engines share, once for each toolchain and its options.

It is as long as the code of a small game, and does not depend on the game. It is compiled beside Cython's
translation and kept in the cache as an object file, which the linker puts into every engine.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rulec.native.cache import Cache
from rulec.native.digests import INCLUDE, digest_of, headers_digest
from rulec.native.options import BuildOptions
from rulec.native.run import FinishedProcess, run_tool
from rulec.native.toolchain import Toolchain

SOURCE: Final = INCLUDE / "rulec_observe.c"
OBJECT: Final = "rulec_shared.o"


@dataclass(frozen=True)
class SharedObject:
    """Object file of the shared code for one toolchain and its options."""

    toolchain: Toolchain
    options: BuildOptions
    cache: Cache

    @contextlib.contextmanager
    def made_in(self, folder: Path) -> Iterator[Future[FinishedProcess]]:
        """Make the object file in `folder` while the body runs; the future tells how the compiler ended."""
        with ThreadPoolExecutor(1) as pool:
            yield pool.submit(self._make, folder)

    def _make(self, folder: Path) -> FinishedProcess:
        key = digest_of(headers_digest(), self.toolchain.key_for(self.options))
        code = self.cache.recall_object(key)
        if code is not None:
            (folder / OBJECT).write_bytes(code)
            return FinishedProcess(0, "")
        ran = run_tool(self._command(), folder, scratch=folder)
        if ran.status == 0:
            self.cache.keep_object(key, (folder / OBJECT).read_bytes())
        return ran

    def _command(self) -> list[str]:
        flags = self.toolchain.compile_flags(self.options)
        return [*self.toolchain.command, *flags, "-I", str(INCLUDE), "-c", str(SOURCE), "-o", OBJECT]
