"""Files of `--resume`: results of earlier sessions of the same command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output

if TYPE_CHECKING:
    from rulec.sim.kept_results import KeptResults


class KeptFile:
    """File that opens when the run is known; without a name, nothing is kept."""

    def __init__(self, target: str | None) -> None:
        self.target = target
        self.results: KeptResults | None = None
        self.earlier = 0

    def open(self, command: str, rules: str | list[str], **run: Any) -> KeptResults | None:
        """Open the file of a run, or refuse one of another; results depend on the facts in `run`."""
        if self.target is None:
            return None
        from rulec.sim.kept_results import KeptResults

        heading = {"command": command, "rules": rules, **run}
        self.results = KeptResults(Path(self.target), heading, output.note)
        self.earlier = len(self.results)
        return self.results

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Line for the table of facts about a resumed run."""
        if not self.earlier:
            return []
        return [("resumed", f"{output.count(self.earlier, 'result')} of earlier sessions, {self.target}")]

    @property
    def how_to_go_on(self) -> str:
        """Hint after an interrupt."""
        if self.target is None:
            return "with --resume FILE a run keeps its results there, and the same command goes on"
        return f"the same command goes on; its results are in {self.target}"

    def close(self) -> None:
        if self.results is not None:
            self.results.close()


@contextmanager
def kept_file(target: str | None) -> Iterator[KeptFile]:
    found = KeptFile(target)
    try:
        yield found
    finally:
        found.close()
