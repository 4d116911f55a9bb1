"""Running a tool: its output is caught, never shown raw to a user."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from rulec.errors import ToolchainError

SECONDS = 1800.0
_NO_ROOM = (
    "No space left on device",
    "virtual memory exhausted",
    "out of memory",
    "MemoryError",
    "Killed signal terminated program",
)


@dataclass(frozen=True)
class Ran:
    status: int
    output: str


def environment() -> dict[str, str]:
    """Of a tool: messages come in English, so that they can be told apart."""
    return {**os.environ, "LC_ALL": "C", "PYTHONWARNINGS": "ignore", "PYTHONIOENCODING": "utf-8"}


def run_tool(command: list[str], folder: Path, *, scratch: Path | None = None) -> Ran:
    """Run `command` in `folder`; its temporary files go to `scratch`, which its owner removes."""
    variables = environment() if scratch is None else {**environment(), "TMPDIR": str(scratch)}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise ToolchainError(
            f"{Path(command[0]).name} was stopped after {SECONDS / 60:.0f} minutes"
        ) from error
    except OSError as error:
        raise ToolchainError(f"{command[0]} does not run: {error.strerror}") from error
    return judged(Path(command[0]).name, done.returncode, done.stdout)


def judged(name: str, status: int, output: str) -> Ran:
    """What a tool came to; being stopped by the system is an error of the machine, not of the tool."""
    stopped = status in (-signal.SIGKILL, -signal.SIGTERM)
    if status and (stopped or any(sign in output for sign in _NO_ROOM)):
        raise ToolchainError(
            f"{name} was stopped by the system (status {status})",
            "most often there was too little memory or no room on the disk",
        )
    return Ran(status, output)
