"""What a release promises is one thing: the versions of Python, and the version of rulec, in every file."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from rulec.base.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_pythons_are_those_of_the_matrix_and_of_the_wheels() -> None:
    classifiers = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.M)
    matrix = re.findall(
        r'"(3\.\d+)"', re.search(r"^ +python: \[(.*)\]$", read(".github/workflows/ci.yml"), re.M)[1]
    )
    wheels = re.findall(r"cp3(\d+)-manylinux", PROJECT["tool"]["cibuildwheel"]["build"])
    assert classifiers == matrix == [f"3.{minor}" for minor in wheels]
    assert PROJECT["project"]["requires-python"] == f">= {classifiers[0]}"
    assert PROJECT["tool"]["mypy"]["python_version"] == classifiers[0]
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{classifiers[0].replace('.', '')}"


def test_both_compilers_are_in_the_matrix() -> None:
    ci = read(".github/workflows/ci.yml")
    assert re.search(r"^ +compiler: \[gcc, clang\]$", ci, re.M)
    assert "RULEC_CI_CC: ${{ matrix.compiler }}" in ci
    assert "RULEC_CI_CC" in read(".ci/run")


def test_jobs_run_the_scripts_of_the_checkout() -> None:
    """The same commands as a developer runs, and none that is gone."""
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        for script in re.findall(r"\.ci/\w+", workflow.read_text(encoding="utf-8")):
            assert (ROOT / script).is_file(), (workflow, script)


def test_the_citation_is_of_this_version() -> None:
    assert re.search(r"^version: (.*)$", read("CITATION.cff"), re.M)[1] == VERSION
    assert f"## {VERSION}" in read("CHANGELOG.md")
