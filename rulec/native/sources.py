"""Source files of a build: path and digest."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rulec.base.base_lookup import find_bases
from rulec.native.digests import digest_of_file


class SourceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    digest: str

    @classmethod
    def of(cls, path: Path | str) -> SourceFile:
        """Record the current state of a file, with an absolute path."""
        absolute = Path(path).absolute()
        return cls(str(absolute), digest_of_file(absolute))

    def exists(self) -> bool:
        return Path(self.path).is_file()

    def unchanged(self) -> bool:
        try:
            return digest_of_file(Path(self.path)) == self.digest
        except OSError:
            return False


def same_bases(path: Path, others: tuple[SourceFile, ...]) -> bool:
    """Check whether a variant still resolves to the same chain of base games."""
    for one in others:
        base = Path(one.path)
        found = find_bases(path, base.stem)
        if len(found) != 1 or not found[0].samefile(base):
            return False
        path = base
    return True
