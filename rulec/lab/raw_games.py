"""Games as Parquet tables: one row per game, and one row per decision in a second file.

| games | |
| --- | --- |
| game | its number; with the seed of the command it is the same game again |
| seed | of its setup and chance |
| rules | digest of the rules |
| configuration | players and options |
| ways | who played each seat |
| points, winners | of each player; numbers of the winners, from 1 |
| decisions | how many |
| stopped | the message of a rule that stopped it, else empty |

| decisions | |
| --- | --- |
| game, number | the game, and the decision in it, from 0; chance has the number of the next decision |
| player | who chose, from 1; 0 for chance |
| decision, option, action | the names and the id of what was chosen |
| options | how many there were |
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulec.lab.requirements import library
from rulec.sim.counters import GameRow


class RawGames:
    """Writer of both Parquet files; complete when both are closed."""

    def __init__(self, path: Path, rules: str, configuration: str) -> None:
        self._arrow, self._parquet = library("pyarrow"), library("pyarrow.parquet")
        self._rules, self._configuration = rules, configuration
        self._games = self._parquet.ParquetWriter(path, self._game_schema())
        self._decisions = self._parquet.ParquetWriter(decisions_path(path), self._decision_schema())

    def add(self, rows: Sequence[GameRow]) -> None:
        if not rows:
            return
        self._games.write_table(self._arrow.Table.from_pylist([*map(self._game, rows)], self._game_schema()))
        steps = [{"game": row.number, **step._asdict()} for row in rows for step in row.decisions]
        self._decisions.write_table(self._arrow.Table.from_pylist(steps, self._decision_schema()))

    def close(self) -> None:
        self._games.close()
        self._decisions.close()

    def _game(self, row: GameRow) -> dict[str, Any]:
        return {
            "game": row.number,
            "seed": row.seed,
            "rules": self._rules,
            "configuration": self._configuration,
            "ways": list(row.ways),
            "points": row.points,
            "winners": row.winners,
            "decisions": sum(step.player > 0 for step in row.decisions),
            "stopped": row.stopped,
        }

    def _game_schema(self) -> Any:
        a = self._arrow
        return a.schema(
            [
                ("game", a.int64()),
                ("seed", a.uint64()),
                ("rules", a.string()),
                ("configuration", a.string()),
                ("ways", a.list_(a.string())),
                ("points", a.list_(a.int64())),
                ("winners", a.list_(a.int16())),
                ("decisions", a.int32()),
                ("stopped", a.string()),
            ]
        )

    def _decision_schema(self) -> Any:
        a = self._arrow
        return a.schema(
            [
                ("game", a.int64()),
                ("number", a.int32()),
                ("player", a.int16()),
                ("decision", a.string()),
                ("option", a.string()),
                ("action", a.int32()),
                ("options", a.int32()),
            ]
        )


def decisions_path(path: Path) -> Path:
    """Path of the decisions file: `games.parquet` -> `games.decisions.parquet`."""
    return path.with_name(f"{path.stem}.decisions{path.suffix}")
