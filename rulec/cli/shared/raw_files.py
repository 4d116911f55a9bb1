"""Output tables of `--out games.parquet`: early checks, late writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.shared.configurations import in_words
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.sim.counters import GameRow

_MAGIC = b"PAR1"


def require_name(target: str) -> Path:
    """Validate the target: a .parquet name, with nothing but tables of games to replace."""
    from rulec.lab.raw_games import decisions_path
    from rulec.lab.requirements import library

    path = Path(target)
    if path.suffix.lower() != ".parquet":
        raise RulecError(f"--out: {target} is not a name of a table of games", "let it end in .parquet")
    try:
        if not path.parent.is_dir():
            raise RulecError(f"--out: there is no folder {path.parent}")
        for one in (path, decisions_path(path)):
            if one.is_dir():
                raise RulecError(f"--out: {one} is a folder")
            if one.exists() and one.read_bytes()[:4] != _MAGIC:
                raise RulecError(f"--out: {one} is there already and is not a table", "choose another name")
    except OSError as problem:
        raise RulecError(f"--out: {target} can't be read: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"--out: {target!r} is not a name of a file") from None
    library("pyarrow.parquet")
    return path


class Rows:
    """Writer that opens its files at the first rows, when the game is known."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.game: Game | None = None
        self.configuration: dict[str, Any] = {}
        self._kept: Any = None

    def keep(self, rows: list[GameRow]) -> None:
        from rulec.lab.raw_games import RawGames

        if self.path is None or self.game is None:
            return
        if self._kept is None:
            self._kept = RawGames(self.path, self.game.RULES_HASH, in_words(self.configuration))
        self._kept.add(rows)

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()


@contextmanager
def rows(target: str | None) -> Iterator[Rows]:
    found = Rows(None if target is None else require_name(target))
    try:
        yield found
    finally:
        found.close()
