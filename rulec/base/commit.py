"""The commit of this rulec: read from the checkout, or recorded in a wheel."""

from __future__ import annotations

import subprocess
from pathlib import Path

RECORDED = Path(__file__).with_name("commit.txt")
CHECKOUT = Path(__file__).resolve().parents[2]
_GIT = ("git", "describe", "--always", "--abbrev=9", "--dirty=+", "--exclude=*")


def commit(recorded: Path = RECORDED, checkout: Path = CHECKOUT) -> str:
    """Return the short hash, with `+` if files have changed since; empty if unknown."""
    try:
        if (checkout / ".git").exists():
            ran = subprocess.run(_GIT, cwd=checkout, capture_output=True, text=True, timeout=5, check=True)
            return ran.stdout.strip()
        return recorded.read_text(encoding="ascii").strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""


def version_line(version: str) -> str:
    """Return version, commit, Python and platform, the first line of a bug report."""
    import platform

    known = commit()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{platform.system()} {platform.machine()}"
    return f"rulec {version}{f' ({known})' if known else ''}, {python}, {machine}"
