"""The commit of `rulec --version`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rulec.base.commit import commit


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    ran = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_commit_of_a_checkout(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a").write_text("1")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-qm", "First")
    head = git(tmp_path, "rev-parse", "HEAD")
    assert head.startswith(commit(tmp_path / "none", tmp_path))
    (tmp_path / "a").write_text("2")
    assert commit(tmp_path / "none", tmp_path) == f"{head[:9]}+"


def test_commit_of_a_wheel_is_the_recorded_one(tmp_path: Path) -> None:
    """Also where it is installed somewhere inside another checkout."""
    git(tmp_path, "init", "-q")
    site = tmp_path / "venv" / "site-packages"
    site.mkdir(parents=True)
    (site / "commit.txt").write_text("abc123456\n")
    assert commit(site / "commit.txt", site) == "abc123456"
    assert commit(site / "none.txt", site) == ""
