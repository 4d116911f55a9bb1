"""Rules files as a build remembers them: where, and what was in them."""

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
        """The file as it is now; the path is made absolute, for whoever reads it from elsewhere."""
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
    """Would a variant, and each variant that it changes, still find these games and no nearer ones?"""
    for one in others:
        base = Path(one.path)
        found = find_bases(path, base.stem)
        if len(found) != 1 or not found[0].samefile(base):
            return False
        path = base
    return True
