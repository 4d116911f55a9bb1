"""Report files: early checks; only reports are overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulec.errors import RulecError

_READ = 4_096  # bytes in which a report's marker must occur


def prepare(target: str) -> Callable[[bytes], None]:
    """Check the target and the libraries in advance; return the writer of the report."""
    from rulec.cli.shared.picture_files import write_picture
    from rulec.lab.report.page import GENERATOR, demand_libraries

    path = Path(target)
    if path.suffix.lower() not in (".html", ".htm"):
        raise RulecError(f"--report: {target} is not a name of a report", "let it end in .html")
    try:
        if path.is_dir():
            raise RulecError(f"--report: {target} is a folder")
        if not path.parent.is_dir():
            raise RulecError(f"--report: there is no folder {path.parent}")
        if path.exists():
            with path.open("rb") as file:
                start = file.read(_READ)
            if start and f'content="{GENERATOR}"'.encode() not in start:
                raise RulecError(
                    f"--report: {target} is there already and is not a report", "choose another name"
                )
    except OSError as problem:
        raise RulecError(f"--report: {target} can't be read: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"--report: {target!r} is not a name of a file") from None
    demand_libraries()
    return lambda data: write_picture(target, data)
