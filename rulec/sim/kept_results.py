"""File of task results, so that an interrupted run can go on: a heading, then a line per result.

A run with the same heading draws the same tasks again, and takes the results of known ones from the file. A
line is written in one piece; a last line that was cut off is dropped. Results are pickled, but only
statistics of this package are read back.
"""

from __future__ import annotations

import base64
import fcntl
import io
import json
import pickle
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from rulec.base.version import VERSION
from rulec.errors import RulecError

_FORMAT: Final = "kept results of rulec"
_COMPRESSION: Final = 1  # fast
_MODULES: Final = ("rulec.sim.", "rulec.lab.")
_LONGEST_HEADING: Final = 1_000_000
_FIRST: Final = ("rulec", "command", "rules")  # where these differ, nothing else is worth telling
_LONGEST_VALUE: Final = 60
_WORDS: Final = {
    "rulec": "the version of rulec",
    "rules": "the rules",
    "seats": "--seats",
    "seed": "--seed",
    "alternate": "--alternate",
    "forbid": "--forbid",
    "prefer": "--prefer",
    "out": "--out",
    "games": "--games",
    "seconds": "--seconds",
    "ladder": "--ladder",
    "player": "--player",
    "configuration": "the configuration",
    "configurations": "the list of configurations",
    "config": "--config",
    "players": "--players",
    "command": "the command",
}
_ANOTHER: Final = "give the same command, or name another file"


class Kept(NamedTuple):
    """Place of a kept result, with the moments when its task was drawn and its result came."""

    key: str
    drawn: float
    came: float
    offset: int
    length: int


class KeptResults:
    """Results of earlier sessions, in their order and by task; new ones are appended."""

    def __init__(self, path: Path, heading: Mapping[str, Any], warn: Callable[[str], None]) -> None:
        """Read the file, or create it; `warn` receives the reason when nothing more can be kept."""
        self.path, self._warn, self._failed = path, warn, False
        self.heading = {"file": _FORMAT, "rulec": VERSION, **json.loads(json.dumps(heading))}
        self._results: list[Kept] = []
        self._by_key: dict[str, Kept] = {}
        self._next = 0
        self._file = _opened(path)
        try:
            self._lock()
            self._end = self._read()
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return len(self._by_key)

    def close(self) -> None:
        self._file.close()

    # --- results of earlier sessions --------------------------------------------------------------------

    def drawn_next(self) -> float | None:
        """Moment when the task of the next result was drawn; None behind the last."""
        return self._results[self._next].drawn if self._next < len(self._results) else None

    def find(self, key: str) -> Kept | None:
        """Find the result of a task; the next one follows."""
        found = self._by_key.get(key)
        if found is not None and self._next < len(self._results) and self._results[self._next] is found:
            self._next += 1
        return found

    def load(self, one: Kept) -> Any:
        self._file.seek(one.offset)
        return self._result(json.loads(self._file.read(one.length)))

    # --- new results ------------------------------------------------------------------------------------

    def add(self, key: str, drawn: float, came: float, result: Any) -> None:
        """Append a result; on a full disk, warn once and keep no more."""
        if self._failed:
            return
        data = base64.b64encode(zlib.compress(pickle.dumps(result, protocol=5), _COMPRESSION)).decode()
        self._append({"task": key, "drawn": drawn, "came": came, "result": data})

    def _append(self, line: dict[str, Any]) -> None:
        data = json.dumps(line).encode() + b"\n"
        try:
            self._file.truncate(self._end)  # drops what an interrupted or failed write left
            self._file.seek(self._end)
            written = self._file.write(data)
            if written != len(data):
                raise OSError(None, "no room for all of it")
        except OSError as problem:
            self._failed = True
            self._warn(f"{self.path} can't be written: {problem.strerror}; further results are not kept")
            return
        self._end += len(data)

    # --- reading ----------------------------------------------------------------------------------------

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RulecError(
                f"--resume: {self.path} is in use by another run", "wait for its end, or name another file"
            ) from None
        except OSError:  # a file system without locks
            return

    def _read(self) -> int:
        """Check the heading and index all results; return the end of the last whole line."""
        with open(self._file.fileno(), "rb", closefd=False) as file:
            heading = file.readline(_LONGEST_HEADING)
            if json.dumps(self.heading).encode().startswith(heading):  # empty, or cut off
                return self._begin()
            self._compare(heading)
            whole = len(heading)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    break  # cut off while it was written
                self._index(line, number, whole)
                whole += len(line)
        return whole

    def _begin(self) -> int:
        self._end = 0
        self._append(self.heading)
        if self._failed:
            raise RulecError(f"--resume: {self.path} can't be written", "is there room?")
        return self._end

    def _compare(self, line: bytes) -> None:
        try:
            heading = json.loads(line)
        except ValueError:
            raise self._foreign() from None
        if not isinstance(heading, dict) or heading.get("file") != _FORMAT:
            raise self._foreign()
        names = dict.fromkeys((*self.heading, *heading))
        differing = [name for name in names if heading.get(name) != self.heading.get(name)]
        differing = [name for name in differing if name in _FIRST] or differing
        if differing:
            told = ", ".join(
                _difference(name, heading.get(name), self.heading.get(name)) for name in differing
            )
            raise RulecError(f"--resume: {self.path} is of another run: {told}", _ANOTHER)

    def _foreign(self) -> RulecError:
        return RulecError(f"--resume: {self.path} holds no results of `rulec`", "name another file")

    def _index(self, line: bytes, number: int, offset: int) -> None:
        try:
            read = json.loads(line)
            one = Kept(str(read["task"]), float(read["drawn"]), float(read["came"]), offset, len(line))
            self._result(read)
        except (
            ValueError,
            KeyError,
            TypeError,
            zlib.error,
            pickle.UnpicklingError,
            EOFError,
            AttributeError,
        ):
            raise RulecError(
                f"--resume: line {number} of {self.path} is damaged; the file is as it was",
                f"`head -n {number - 1} {self.path} > NEW` saves the results before it",
            ) from None
        self._results.append(one)
        self._by_key.setdefault(one.key, one)

    def _result(self, read: dict[str, Any]) -> Any:
        return _Statistics(
            io.BytesIO(zlib.decompress(base64.b64decode(read["result"], validate=True)))
        ).load()


def _difference(name: str, there: Any, here: Any) -> str:
    """Tell how a fact differs; long values are left out."""
    word = _WORDS.get(name, name)
    if isinstance(here, bool):
        return f"{word} is given {'here' if here else 'there'} only"
    texts = [_shown(one) for one in (there, here)]
    if name == "rules" or max(map(len, texts)) > _LONGEST_VALUE:
        return f"{word} differ{'' if name == 'rules' else 's'}"
    return f"{word} is {texts[0]} there, {texts[1]} here"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={one}" for name, one in value.items())
    if isinstance(value, list):
        return ",".join(map(_shown, value)) or "not given"
    return "not given" if value is None else str(value)


def _opened(path: Path) -> BinaryIO:
    try:
        if path.exists() and not path.is_file():
            raise RulecError(f"--resume: {path} is no file", "name a file; it is created")
        if not path.parent.is_dir():
            raise RulecError(f"--resume: there is no folder {path.parent}")
        return path.open("r+b" if path.exists() else "x+b", buffering=0)
    except OSError as problem:
        raise RulecError(f"--resume: {path} can't be used: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"--resume: {str(path)!r} is not a name of a file") from None


class _Statistics(pickle.Unpickler):
    """Unpickler of statistics only: a file of somebody else can't run code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "Counter"):
            return Counter
        found = vars(import_module(module)).get(name) if module.startswith(_MODULES) else None
        if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no statistic")


def key_of(task: Any, rules: str) -> str:
    """Digest of a task under its rules; fields without comparison do not count."""
    text = json.dumps([rules, _plain(task)], sort_keys=True)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(one) for one in value)
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if is_dataclass(value):
        members = {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.compare}
        return [type(value).__qualname__, members]
    raise TypeError(f"{type(value).__name__} can't be a part of a task")
