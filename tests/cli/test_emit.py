"""`rulec emit --passes` and `--after`."""

from __future__ import annotations

import pytest

from rulec.passes.pipeline import PIPELINE
from tests.cli.tools import NIM, Cli

NAMES = [one.name for one in PIPELINE]


def test_passes_are_listed_in_their_order(cli: Cli) -> None:
    ran = cli("emit", "--passes")
    assert ran.status == 0
    assert [word for line in ran.out.splitlines() if (word := line.split()[0]) in NAMES] == NAMES
    assert "keeps layout, actions, control flow" in ran.out


def test_passes_are_timed_on_a_file(cli: Cli) -> None:
    ran = cli("emit", NIM, "--passes")
    assert ran.status == 0
    lines = {line.split()[0]: line for line in ran.out.splitlines()}
    assert all(" s  " in lines[name] for name in NAMES)
    assert "changed" in lines["needs-search"]


def test_the_program_after_each_pass(cli: Cli) -> None:
    ran = {name: cli("emit", NIM, "--after", name) for name in ("none", *NAMES)}
    assert all(one.status == 0 and one.out for one in ran.values())
    assert ran["trial-order"].out == cli("emit", NIM).out


@pytest.mark.parametrize("name", ["guard-hoistin", "x", ""])
def test_an_unknown_pass_is_told_with_the_list(cli: Cli, name: str) -> None:
    ran = cli("emit", NIM, "--after", name)
    assert (ran.status, ran.out) == (2, "")
    assert ran.error.startswith(f"error: no pass is called `{name}`; there are none, redundant-checks, ")
    assert all(one in ran.error for one in NAMES)
    assert ran.hint == ("hint: did you mean `guard-hoisting`?" if name.startswith("guard") else "")


@pytest.mark.parametrize("more", [["--stage", "ir", "--passes"], ["--after", "peephole", "--passes"]])
def test_one_listing_at_a_time(cli: Cli, more: list[str]) -> None:
    ran = cli("emit", NIM, *more)
    assert (ran.status, ran.error) == (2, "error: --stage, --after and --passes exclude each other")


def test_a_file_is_needed_for_all_but_the_list(cli: Cli) -> None:
    assert cli("emit").error == "error: missing argument 'FILE'"
    assert cli("emit", "--after", "peephole").status == 2
