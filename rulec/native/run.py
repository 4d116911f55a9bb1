"""Runs a build tool with captured output."""

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
    "Disk quota exceeded",
    "File too large",
    "File size limit exceeded",
    "[Bus error]",  # linker, which writes to mapped memory
)
_NO_MEMORY = (
    "virtual memory exhausted",
    "out of memory",
    "memory exhausted",
    "Cannot allocate memory",
    "\nMemoryError",  # raised by Python, not quoted source
    "Killed signal terminated program",
    "[Killed]",
)


@dataclass(frozen=True)
class FinishedProcess:
    status: int
    output: str


def environment() -> dict[str, str]:
    """Environment of a tool: English messages, so that they can be recognized."""
    return {**os.environ, "LC_ALL": "C", "PYTHONWARNINGS": "ignore", "PYTHONIOENCODING": "utf-8"}


def run_tool(
    command: list[str], folder: Path, *, scratch: Path | None = None, name: str = ""
) -> FinishedProcess:
    """Run `command` in `folder`; temporary files go to `scratch`, which the caller removes."""
    name = name or Path(command[0]).name
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
        raise ToolchainError(f"{name} was stopped after {SECONDS / 60:.0f} minutes") from error
    except OSError as error:
        raise ToolchainError(f"{command[0]} does not run: {error.strerror}") from error
    return judged(name, done.returncode, done.stdout, folder)


def judged(name: str, status: int, output: str, folder: Path) -> FinishedProcess:
    """Convert exit status and output to a result; lack of disk or memory raises a ToolchainError."""
    if status and (status == -signal.SIGXFSZ or any(sign in output for sign in _NO_ROOM)):
        raise ToolchainError(
            f"{name} ran out of room on the disk, in {folder.parent}",
            "make room there, or set RULEC_CACHE_DIR to a folder that has more",
        )
    if status and any(sign in output for sign in _NO_MEMORY):
        raise ToolchainError(f"{name} ran out of memory", "end other programs, or build one game at a time")
    if status in (-signal.SIGKILL, -signal.SIGTERM):
        raise ToolchainError(
            f"{name} was stopped by the system (signal {-status})", "most often there was too little memory"
        )
    return FinishedProcess(status, output)
