"""Content-addressed cache of compiled modules in the user's cache folder.

An entry is a folder named by the digest of all its inputs. It is built in a private folder under a lock and
renamed into place, so killed builds leave no entry; the module's digest is verified on each use, so damaged
entries are rebuilt. No pickles are used. Folders writable by another user are rejected, since their content
is executed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulec.errors import ToolchainError
from rulec.native.atomic_files import write_atomic
from rulec.native.digests import digest_of, digest_of_file
from rulec.native.names import SUFFIX, is_game_name
from rulec.native.options import OnStage, no_observer
from rulec.native.tool_facts import Memo
from rulec.native.trust import make_private, require_own, require_trusted

_LAYOUT = "v1"
_ENTRY = "entry.json"
_TREES = 100  # compiled forms to keep: each edit adds new ones
_TRIAL_BYTES = 1 << 16
_TREE_BYTES = 1 << 28  # maximal uncompressed size of one


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Metadata beside a cached module; `processor` is empty for portable builds."""

    key: str
    name: str
    file: str
    digest: str
    rules_hash: str
    processor: str


@dataclass(frozen=True)
class Stored:
    """Cache entry whose module matches its digest."""

    entry: Entry
    path: Path

    def fits(self, rules_hash: str, processor: str) -> bool:
        """Check whether the module has these rules and runs on this processor and Python."""
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
    """Cache folder, shared by any number of processes."""

    root: Path

    @classmethod
    def default(cls) -> Cache:
        """Cache at `RULEC_CACHE_DIR`, else at the platform's default location."""
        chosen = os.environ.get("RULEC_CACHE_DIR", "").strip()
        if chosen:
            try:
                return cls(Path(chosen).expanduser().absolute() / _LAYOUT)
            except RuntimeError as error:  # `~somebody`
                raise ToolchainError(f"RULEC_CACHE_DIR is {chosen}, and nobody has that home") from error
        import platformdirs

        try:
            return cls(platformdirs.user_cache_path("rulec", appauthor=False) / _LAYOUT)
        except RuntimeError:  # no HOME, and a user unknown to the system, as in containers
            return cls(_temporary_folder() / f"rulec-{os.getuid()}" / _LAYOUT)

    @property
    def memo(self) -> Memo:
        return Memo(self.root / "toolchain.json")

    def find(self, key: str) -> Stored | None:
        """Verified entry of `key`, or None."""
        self.require_trusted()
        return stored_in(self.root / "modules" / key)

    def require_trusted(self) -> None:
        """Raise an error for a cache that another user can write."""
        require_trusted(self.root)

    def require_writable(self) -> None:
        """Raise an error for an unwritable cache before any work is done."""
        self.require_trusted()
        with self._errors():
            make_private(self.root)
            with tempfile.TemporaryFile(dir=self.root, buffering=0) as file:
                file.write(bytes(_TRIAL_BYTES))

    def find_rules(self, rules_hash: str, processor: str) -> Stored | None:
        """Some module of these rules that runs on this processor, or None; used to unpickle states."""
        self.require_trusted()
        with self._errors():
            folders = sorted(self._entries())
        for folder in folders:
            stored = stored_in(folder)
            if stored is not None and stored.fits(rules_hash, processor):
                return stored
        return None

    def make(
        self,
        key: str,
        name: str,
        rules_hash: str,
        processor: str,
        build: Build,
        on_stage: OnStage = no_observer,
    ) -> tuple[Stored, bool]:
        """Return the entry of `key`, building it if missing, and whether it was cached.

        `build` receives an empty private folder and returns the module's path in it. Concurrent processes
        wait for the one that builds.
        """
        self.require_trusted()
        with self._errors(), self._lock(key, on_stage=on_stage):
            found = self.find(key)
            if found is not None:
                return found, True
            work = self._private_folder(key)
            try:
                module = build(work)
                ready = work / "entry"
                ready.mkdir()
                os.chmod(ready, 0o755)  # regardless of the umask
                os.replace(module, ready / module.name)
                os.chmod(ready / module.name, 0o755)
                digest = digest_of_file(ready / module.name)
                entry = Entry(key, name, module.name, digest, rules_hash, processor)
                write_atomic(
                    ready / _ENTRY, msgspec.json.format(msgspec.json.encode(entry)) + b"\n", private=True
                )
                target = self.root / "modules" / key
                make_private(target.parent)
                if target.exists():
                    os.rename(target, work / "damaged")
                os.rename(ready, target)
            finally:
                shutil.rmtree(work, ignore_errors=True)
            return Stored(entry, target / entry.file), False

    def recall(self, key: str) -> str | None:
        """Text stored by `note`, or None if missing or damaged."""
        data = self._read("notes", key)
        try:
            return None if data is None else data.decode()
        except UnicodeDecodeError:
            return None

    def note(self, key: str, text: str) -> None:
        """Store a text by key; losing it only costs time."""
        self._write("notes", key, text.encode())

    def recall_object(self, key: str) -> bytes | None:
        """Object file stored by `keep_object`, or None if missing or damaged."""
        return self._read("objects", key)

    def keep_object(self, key: str, code: bytes) -> None:
        """Store an object file by key; losing it only costs time."""
        self._write("objects", key, code)

    def recall_tree(self, key: str) -> bytes | None:
        """Data stored by `keep_tree`, or None if missing or damaged."""
        data = self._read("trees", key)
        if data is None:
            return None
        try:
            unpacker = zlib.decompressobj()
            tree = unpacker.decompress(data, _TREE_BYTES)
        except zlib.error:
            return None
        return tree if unpacker.eof else None

    def keep_tree(self, key: str, tree: bytes) -> None:
        """Store a compiled form by key and evict the least recently used ones."""
        self._write("trees", key, zlib.compress(tree, 1))
        with contextlib.suppress(OSError):
            kept = sorted((self.root / "trees").iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
            for path in kept[_TREES:]:
                path.unlink(missing_ok=True)

    def _read(self, folder: str, key: str) -> bytes | None:
        self.require_trusted()
        path = self.root / folder / key
        try:
            require_own(path.parent)
            require_own(path)
            digest, _, data = path.read_bytes().partition(b"\n")
            os.utime(path)  # in use
        except OSError:
            return None
        return data if digest.decode("ascii", "replace") == digest_of(data) else None

    def _write(self, folder: str, key: str, data: bytes) -> None:
        self.require_trusted()
        with contextlib.suppress(OSError):
            write_atomic(self.root / folder / key, digest_of(data).encode() + b"\n" + data, private=True)

    def log_folder(self, key: str, name: str) -> Path:
        """Folder for the logs of a failed build."""
        return self.root / "logs" / f"{name}-{key[:12]}"

    def info(self) -> CacheInfo:
        """Number of modules, and the size of the whole folder."""
        with self._errors():
            entries = len(list(self._entries()))
        size = 0
        for folder, _, names in os.walk(self.root):
            for name in names:
                with contextlib.suppress(OSError):
                    size += os.lstat(os.path.join(folder, name)).st_size
        return CacheInfo(self.root, entries, size)

    def clean(self) -> CacheInfo:
        """Remove everything except running builds; return the previous contents' size."""
        self.require_trusted()
        before = self.info()
        with self._errors():
            for bucket in sorted(self._buckets()):
                with contextlib.suppress(TimeoutError), self._lock(bucket, wait=False):
                    for part in ("building", "modules"):
                        for folder in (self.root / part).glob(f"{bucket}*"):
                            shutil.rmtree(folder, ignore_errors=True)
            for part in ("notes", "objects", "trees", "logs"):
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
        """Create a build folder and remove those of killed builds in unlocked buckets."""
        parent = self.root / "building"
        make_private(parent)
        for dead in parent.glob("*"):
            ours = dead.name[:2] == key[:2]  # we hold its lock
            with (
                contextlib.suppress(TimeoutError),
                nullcontext() if ours else self._lock(dead.name, wait=False),
            ):
                shutil.rmtree(dead, ignore_errors=True)
        return Path(tempfile.mkdtemp(dir=parent, prefix=f"{key[:12]}-"))

    @contextlib.contextmanager
    def _lock(self, key: str, *, wait: bool = True, on_stage: OnStage = no_observer) -> Iterator[None]:
        """Hold the lock of the key's bucket; there are 256, since lock files must never be removed."""
        from filelock import FileLock  # needed by builds only

        make_private(self.root / "locks")
        lock = FileLock(self.root / "locks" / f"{key[:2]}.lock")
        try:
            lock.acquire(timeout=0)
        except TimeoutError:
            if not wait:
                raise
            on_stage("waiting for another build")
            lock.acquire()
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Convert an OSError of the cache folder to a ToolchainError."""
        try:
            yield
        except OSError as error:
            raise ToolchainError(
                f"the build cache {self.root} can't be used: {error.strerror or error}",
                "set RULEC_CACHE_DIR to a folder that can be written and has room",
            ) from error


Build = Callable[[Path], Path]


def _temporary_folder() -> Path:
    try:
        return Path(tempfile.gettempdir())
    except OSError:  # unwritable
        return Path("/tmp")


def stored_in(folder: Path) -> Stored | None:
    """Verified entry in `folder`, or None."""
    try:
        for one in (folder.parent, folder, folder / _ENTRY):
            require_own(one)
        entry = msgspec.json.decode((folder / _ENTRY).read_bytes(), type=Entry)
        if entry.key != folder.name or not is_game_name(entry.name) or Path(entry.file).name != entry.file:
            return None
        path = folder / entry.file
        require_own(path)
        return Stored(entry, path) if digest_of_file(path) == entry.digest else None
    except (OSError, msgspec.MsgspecError):
        return None
