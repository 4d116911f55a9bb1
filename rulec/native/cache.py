"""The build cache: compiled modules by content, in the user's cache folder.

An entry is a folder named by the digest of all its inputs. It is made in a private folder under a lock
and renamed into place, so a killed build leaves nothing at the entry's name; the digest of the module is
checked whenever an entry is used, so a damaged one is built again. Nothing here is a pickle.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulec.errors import ToolchainError
from rulec.native.digests import digest_of, digest_of_file
from rulec.native.files import write_atomic
from rulec.native.memo import Memo
from rulec.native.names import SUFFIX, is_game_name

_LAYOUT = "v1"
_ENTRY = "entry.json"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written beside a module. `processor` is empty for one that runs anywhere."""

    key: str
    name: str
    file: str
    digest: str
    rules_hash: str
    processor: str


@dataclass(frozen=True)
class Stored:
    """An entry whose module has been checked against its digest."""

    entry: Entry
    path: Path

    def fits(self, rules_hash: str, processor: str) -> bool:
        """Whether it plays these rules and runs on this processor and Python."""
        return (
            self.entry.rules_hash == rules_hash
            and self.entry.processor in ("", processor)
            and self.entry.file == self.entry.name + SUFFIX
        )


@dataclass(frozen=True)
class CacheInfo:
    folder: Path
    entries: int
    bytes: int


@dataclass(frozen=True)
class Cache:
    """One cache folder; any number of processes may use it at once."""

    root: Path

    @classmethod
    def default(cls) -> Cache:
        """`RULEC_CACHE_DIR`, else the usual place of this system."""
        chosen = os.environ.get("RULEC_CACHE_DIR", "").strip()
        if chosen:
            return cls(Path(chosen).expanduser().absolute() / _LAYOUT)
        import platformdirs

        return cls(platformdirs.user_cache_path("rulec", appauthor=False) / _LAYOUT)

    @property
    def memo(self) -> Memo:
        return Memo(self.root / "toolchain.json")

    def find(self, key: str) -> Stored | None:
        """The entry of `key`, if it is there and undamaged."""
        return stored_in(self.root / "modules" / key)

    def find_rules(self, rules_hash: str, processor: str) -> Stored | None:
        """Any module of these rules that this processor can run (a saved game looks for its engine)."""
        for folder in sorted(self._entries()):
            stored = stored_in(folder)
            if stored is not None and stored.fits(rules_hash, processor):
                return stored
        return None

    def make(self, key: str, name: str, rules_hash: str, processor: str, build: Build) -> tuple[Stored, bool]:
        """The entry of `key`, built by `build` if need be; and whether it was there already.

        `build` is given an empty private folder and returns the module's path in it. Of several processes
        that want the same entry, one builds and the others wait for it.
        """
        with self._errors(), self._lock(key):
            found = self.find(key)
            if found is not None:
                return found, True
            work = self._private_folder(key)
            try:
                module = build(work)
                ready = work / "entry"
                ready.mkdir()
                os.replace(module, ready / module.name)
                digest = digest_of_file(ready / module.name)
                entry = Entry(key, name, module.name, digest, rules_hash, processor)
                (ready / _ENTRY).write_bytes(msgspec.json.format(msgspec.json.encode(entry)) + b"\n")
                target = self.root / "modules" / key
                target.parent.mkdir(parents=True, exist_ok=True)
                if target.exists():
                    os.rename(target, work / "damaged")
                os.rename(ready, target)
            finally:
                shutil.rmtree(work, ignore_errors=True)
            return Stored(entry, target / entry.file), False

    def recall(self, key: str) -> str | None:
        """What was kept by `note`, if it is undamaged."""
        try:
            digest, _, text = (self.root / "notes" / key).read_text(encoding="utf-8").partition("\n")
        except (OSError, ValueError):
            return None
        return text if digest == digest_of(text) else None

    def note(self, key: str, text: str) -> None:
        """Keep a text by key. Losing one only costs time."""
        with contextlib.suppress(OSError):
            write_atomic(self.root / "notes" / key, f"{digest_of(text)}\n{text}")

    def log_folder(self, key: str, name: str) -> Path:
        """Where the traces of a failed build go."""
        return self.root / "logs" / f"{name}-{key[:12]}"

    def info(self) -> CacheInfo:
        """How many builds there are, and what the whole folder takes."""
        size = 0
        for folder, _, names in os.walk(self.root):
            for name in names:
                with contextlib.suppress(OSError):
                    size += os.lstat(os.path.join(folder, name)).st_size
        return CacheInfo(self.root, len(list(self._entries())), size)

    def clean(self) -> CacheInfo:
        """Remove everything but what is being built right now; returns what was there."""
        before = self.info()
        with self._errors():
            for bucket in sorted(self._buckets()):
                with contextlib.suppress(TimeoutError), self._lock(bucket, wait=False):
                    for part in ("building", "modules"):
                        for folder in (self.root / part).glob(f"{bucket}*"):
                            shutil.rmtree(folder, ignore_errors=True)
            for part in ("notes", "logs"):
                shutil.rmtree(self.root / part, ignore_errors=True)
            self.memo.path.unlink(missing_ok=True)
        return before

    def _entries(self) -> Iterator[Path]:
        return (folder for folder in (self.root / "modules").glob("*") if folder.is_dir())

    def _buckets(self) -> set[str]:
        return {
            folder.name[:2] for part in ("building", "modules") for folder in (self.root / part).glob("*")
        }

    def _private_folder(self, key: str) -> Path:
        """A new folder to build in. Those of the same bucket are left by killed builds: we hold the lock."""
        parent = self.root / "building"
        parent.mkdir(parents=True, exist_ok=True)
        for dead in parent.glob(f"{key[:2]}*"):
            shutil.rmtree(dead, ignore_errors=True)
        return Path(tempfile.mkdtemp(dir=parent, prefix=f"{key[:12]}-"))

    @contextlib.contextmanager
    def _lock(self, key: str, *, wait: bool = True) -> Iterator[None]:
        """Hold the lock of the key's bucket. There are 256: a lock file may never be removed."""
        from filelock import FileLock  # only a build needs it

        (self.root / "locks").mkdir(parents=True, exist_ok=True)
        with FileLock(self.root / "locks" / f"{key[:2]}.lock", timeout=-1 if wait else 0):
            yield

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """A cache that can't be written is the machine's trouble, said in the user's words."""
        try:
            yield
        except OSError as error:
            raise ToolchainError(
                f"the build cache {self.root} can't be used: {error.strerror or error}",
                "set RULEC_CACHE_DIR to a folder that can be written and has room",
            ) from error


Build = Callable[[Path], Path]


def stored_in(folder: Path) -> Stored | None:
    """The entry in `folder`, or nothing if any part of it is not as it was written."""
    try:
        entry = msgspec.json.decode((folder / _ENTRY).read_bytes(), type=Entry)
        if entry.key != folder.name or not is_game_name(entry.name) or Path(entry.file).name != entry.file:
            return None
        path = folder / entry.file
        return Stored(entry, path) if digest_of_file(path) == entry.digest else None
    except (OSError, msgspec.MsgspecError):
        return None
