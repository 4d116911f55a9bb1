"""Games opened on other machines: the text of the rules travels, engines stay where they are built."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from rulec.errors import RulecError
from rulec.face import Game
from rulec.frontend import files_of
from rulec.native.atomic_files import write_atomic
from rulec.native.cache import Cache
from rulec.native.digests import compiler_digest, digest_of
from rulec.native.engines import built_engine, find_rules

Intervals = tuple[tuple[str, tuple[int, int]], ...]


@dataclass(frozen=True)
class PortableGame:
    """Rules file with its bases; calling it opens the game on this machine.

    The engine is found in the cache by the digest of the text, or among the games that came with rulec, and
    built where it is missing.
    """

    files: tuple[tuple[str, bytes], ...]  # name and text, the game itself first
    compiler: str  # digest of the sources of rulec, which have to be the same everywhere
    interpreted: bool = False
    parameters: Intervals = ()

    @classmethod
    def of(
        cls, named: str | os.PathLike[str], *, interpreted: bool = False, parameters: Intervals = ()
    ) -> PortableGame:
        """Read the rules of a game, given by its name or its rules file."""
        path = Path(find_rules(os.fspath(named)))
        files = tuple((one.name, one.read_bytes()) for one in files_of(path))
        return cls(files, compiler_digest(), interpreted, parameters)

    @cached_property
    def digest(self) -> str:
        """Digest of the text of all files."""
        return digest_of(*(part for one in self.files for part in one))

    def __call__(self) -> Game:
        if compiler_digest() != self.compiler:
            raise RulecError("rulec differs between machines", "install the same version on all of them")
        path = self._written()
        from rulec import facade

        parameters: Any = dict(self.parameters)
        if self.interpreted:
            return cast(Game, facade.interpret(path, parameters=parameters))
        engine = None if parameters else built_engine(path)
        return cast(Game, engine or facade.load(path, parameters=parameters))

    def _written(self) -> Path:
        """Write the files where they are missing; return the path of the game itself."""
        cache = Cache.default()
        cache.require_writable()
        folder = cache.root / "cluster" / self.digest
        for name, text in self.files:
            path = folder / name
            if not path.is_file() or path.read_bytes() != text:
                write_atomic(path, text, private=True)
        return folder / self.files[0][0]
