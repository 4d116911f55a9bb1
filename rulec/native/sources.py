"""Rules files as a build remembers them: where, and what was in them."""

from __future__ import annotations

from pathlib import Path

import msgspec

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
