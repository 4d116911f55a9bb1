"""`rulec cover`: the inventory of a rulebook, and the proof that examples hold the rules fast."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulec.base.cpu_limit import Clock
from rulec.base.source_text import SourceText
from rulec.frontend import Checked, check, check_tree, read_source
from rulec.insight.mutation_proof import _MutationRunner
from rulec.ir.program import Program
from rulec.syntax.clause_mutations import Change, changes_of
from tests.cli.tools import NIM, ROOT, Cli

STONES = ROOT / "tests" / "games" / "stones.rules"


@pytest.fixture
def stones(elsewhere: Path) -> Path:
    for name in ("stones.rules", "stones.statements.toml"):
        shutil.copy(STONES.with_name(name), elsewhere / name)
    return elsewhere / "stones.rules"


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def test_sections_and_what_is_open(cli: Cli) -> None:
    ran = cli("cover", str(STONES), "--open")
    assert ran.status == 0
    assert ran.out == (
        f"""\
  How it is played  4 carried out, 0 not applicable, 0 open
  The end           4 carried out, 1 not applicable, 1 open
  all               8 carried out, 1 not applicable, 1 open
open:
  ST-008  who has fewer stones wins a tie
assumed:
  {STONES}:15: each player has: money (the rules do not say what one begins with)
"""
    )


def test_citations_that_can_not_be_right(cli: Cli, stones: Path) -> None:
    change(stones, "[ST-005]", "[ST-0055]")
    change(stones, "[D1]", "[D2]")
    change(stones, "[ST-006]", "[ST-007]")
    ran = cli("cover", "stones.rules", "--format", "json")
    assert ran.status == 1
    report = json.loads(ran.out)
    assert {(one["what"], one["hint"]) for one in report["problems"]} == {
        ("`[ST-0055]` is not in the inventory", "did you mean `[ST-005]`?"),
        ("`[D2]` is not in the inventory", "did you mean `[D1]`?"),
        ("ST-007 does not apply: a matter of the box", "remove one of the two"),
    }
    standing = {one["id"]: one["standing"] for one in report["statements"]}
    assert (standing["ST-001"], standing["ST-005"], standing["ST-007"]) == (
        "carried out",
        "open",
        "not applicable",
    )
    (first,) = (one for one in report["statements"] if one["id"] == "ST-001")
    lines = [n for n, text in enumerate(stones.read_text().splitlines(), 1) if "[ST-001]" in text]
    assert first["lines"] == lines


@pytest.mark.parametrize(
    ("toml", "error"),
    [
        ("prefix = 3", "`prefix` is a text in quotes"),
        ('prefix = "XX"', "is the inventory of `XX`, but the rules cite `ST`"),
        ("[sections]\na = 3", "`sections.a` is a table"),
        ('[sections.a]\nST-1 = "x"\n[sections.b]\nST-1 = "y"', "ST-1 appears twice"),
        ("[sections.a]\nST-1 = {txt = 'x'}", "ST-1 has a `txt`"),
        ("[sections.a]\nST-1 = 7", "`ST-1` is a table"),
        ("sections = [", "is not TOML"),
    ],
)
def test_inventories_that_make_no_sense(cli: Cli, stones: Path, toml: str, error: str) -> None:
    stones.with_name("stones.statements.toml").write_text(toml)
    ran = cli("cover", "stones.rules")
    assert ran.status == 2
    assert error in ran.error


def test_files_without_an_inventory(cli: Cli, stones: Path) -> None:
    assert cli("cover", NIM).error == f"error: {NIM} names no inventory"
    stones.with_name("stones.statements.toml").unlink()
    assert cli("cover", "stones.rules").error == "error: there is no inventory stones.statements.toml"
    stones.write_text("game\n")
    assert cli("cover", "stones.rules").status == 1


# --- the proof ------------------------------------------------------------------------------------------


def proof(cli: Cli, *more: str) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = cli("cover", "stones.rules", "--proof", "--format", "json", *more)
    report = json.loads(ran.out)["proof"]
    return ran.status, {one["key"]: one for one in report["changes"]}


def test_every_clause_is_held_fast(cli: Cli, stones: Path) -> None:
    status, changes = proof(cli)
    assert status == 0
    assert {one["verdict"] for one in changes.values() if not one["equivalent"]} == {"killed", "rejected"}
    assert {one["line"] for one in changes.values()} == {
        n
        for n, text in enumerate(stones.read_text().splitlines(), 1)
        if "[" in text.partition("#")[0] and not text.startswith("example")
    }
    row = next(one for one in changes.values() if one["citations"] == ["ST-003"])
    assert (row["what"], row["by"]) == ("left out", 'example "three in a row"')


def test_without_examples_nothing_notices_but_recorded_games_do(cli: Cli, stones: Path) -> None:
    stones.write_text(stones.read_text().partition('\nexample "')[0] + "\n")
    change(stones.with_name("stones.statements.toml"), "[equivalent]", "[equivalent]\n# none")
    status, changes = proof(cli)
    assert status == 1
    assert "killed" not in {one["verdict"] for one in changes.values()}
    ran = cli("trace", "record", "stones.rules", "--games", "8", "--to", "traces", "--interpreter")
    assert ran.status == 0
    status, changes = proof(cli, "--traces", "traces")
    left = {one["line"] for one in changes.values() if one["verdict"] == "survived"}
    assert len({one["line"] for one in changes.values()} - left) >= 6
    assert any(one["by"].startswith("trace ") for one in changes.values())


def test_samples_and_going_on(cli: Cli, stones: Path) -> None:
    _, some = proof(cli, "--sample", "5", "--seed", "3", "--resume", "proof.jsonl")
    assert len(some) == 5
    assert proof(cli, "--sample", "5", "--seed", "3")[1].keys() == some.keys()
    noted = stones.with_name("proof.jsonl")
    assert noted.read_text().count('"key"') == 5
    noted.write_text(noted.read_text() + '{"of": ')  # stopped in the middle of a line
    _, whole = proof(cli, "--resume", "proof.jsonl", "--jobs", "2")
    assert some.items() <= whole.items()
    assert noted.read_text().count('"key"') == len(whole)
    change(stones, "# Three", "# three")  # another file: nothing of it is known
    proof(cli, "--sample", "1", "--resume", "proof.jsonl")
    assert noted.read_text().count('"key"') == len(whole) + 1


class GoesOnAndOn:
    """An example that takes for ever where one clause is changed; the others come after it, or none."""

    def __init__(self, key: str, others: bool) -> None:
        self.key, self.others, self.tries = key, others, 0
        self.honest = _MutationRunner._witnesses

    def witnesses(
        self, bench: _MutationRunner, checked: Checked, program: Program, change: Change
    ) -> Iterator[tuple[str, Callable[[Any], bool]]]:
        if change.key == self.key:
            yield 'example "on and on"', self.notices
        if change.key != self.key or self.others:
            yield from self.honest(bench, checked, program, change)

    def notices(self, _: Any) -> bool:
        self.tries += 1
        while True:
            with contextlib.suppress(Exception):
                range(10).index(11)


class FromTheFirstWitnessOn(Clock):
    """Compiling is free: a test's process is large and may look for garbage longer than a change is given."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.asked = seconds, 0

    def left(self, most: float = float("inf")) -> contextlib.AbstractContextManager[None]:
        self.asked += 1
        if self.asked == 1:
            return contextlib.nullcontext()
        if self.asked == 2:
            super().__init__(self.seconds)
        return super().left(most)


def test_a_change_that_never_ends_is_undecided(
    cli: Cli, stones: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, changes = proof(cli, "--resume", "whole.jsonl")
    stuck = GoesOnAndOn(next(key for key, one in changes.items() if one["verdict"] == "killed"), others=False)
    monkeypatch.setattr(_MutationRunner, "_witnesses", lambda *args: stuck.witnesses(*args))
    monkeypatch.setattr("rulec.insight.mutation_proof.Clock", FromTheFirstWitnessOn)
    call = ("cover", "stones.rules", "--proof", "--resume", "proof.jsonl", "--limit", "3")
    ran = cli(*call)
    assert "  undecided      1: ended after --limit\n" in ran.out
    assert f"undecided, ended after --limit:\n  {stuck.key}  stones.rules:" in ran.out
    tries = stuck.tries
    assert tries
    assert cli(*call).out == ran.out
    assert stuck.tries == tries  # it is not tried again,
    monkeypatch.setattr(_MutationRunner, "_witnesses", stuck.honest)
    assert "undecided" not in cli(*call[:-1], "60").out  # except with more patience


def test_where_one_example_never_ends_another_may_notice(
    cli: Cli, stones: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, changes = proof(cli)
    key, noticed = next((key, one) for key, one in changes.items() if one["verdict"] == "killed")
    stuck = GoesOnAndOn(key, others=True)
    monkeypatch.setattr(_MutationRunner, "_witnesses", lambda *args: stuck.witnesses(*args))
    monkeypatch.setattr("rulec.insight.mutation_proof.Clock", FromTheFirstWitnessOn)
    _, again = proof(cli, "--limit", "3")
    assert stuck.tries == 1
    assert (again[key]["verdict"], again[key]["by"]) == ("killed", noticed["by"])


def test_new_examples_are_tried_on_what_nobody_noticed(cli: Cli, stones: Path) -> None:
    head, title, examples = stones.read_text().partition('\nexample "three in a row"')
    assert examples
    first, _, others = examples.partition("\nexample ")
    stones.write_text(head + "\nexample " + others)
    _, before = proof(cli, "--resume", "proof.jsonl")
    noted = stones.with_name("proof.jsonl").read_text().count('"key"')
    stones.write_text(head + "\nexample " + others + title + first)
    _, after = proof(cli, "--resume", "proof.jsonl")
    left = [one for one in before.values() if one["verdict"] == "survived"]
    assert stones.with_name("proof.jsonl").read_text().count('"key"') == noted + len(left)
    assert sum(one["verdict"] == "survived" for one in after.values()) < len(left)


def test_what_is_called_equivalent_is_held_against_the_changes(cli: Cli, stones: Path) -> None:
    _, changes = proof(cli)
    key = next(one["key"] for one in changes.values() if one["verdict"] == "killed")
    inventory = stones.with_name("stones.statements.toml")
    change(inventory, "[equivalent]", f'[equivalent]\n"{key}" = "so we thought"\n"00000000" = "long gone"')
    ran = cli("cover", "stones.rules", "--proof")
    assert "00000000 is called equivalent, but there is no such change" in ran.out
    assert "called equivalent, but noticed:\n  " + key in ran.out


def test_a_file_whose_examples_fail_proves_nothing(cli: Cli, stones: Path) -> None:
    change(stones, "raise my money by 1", "raise my money by 2")
    ran = cli("cover", "stones.rules", "--proof")
    assert ran.status == 2
    assert 'example "three in a row" fails' in ran.error


def test_changes_are_those_that_they_say() -> None:
    source = read_source(STONES)
    tree = check(source).tree
    changes = changes_of(source, tree)
    assert len({one.key for one in changes}) == len(changes)
    for one in changes:
        assert one.apply(tree) != tree, one.what
    accepted = [check_tree(source, one.apply(tree)).ok for one in changes]
    assert sum(accepted) >= len(changes) - 2


def test_what_does_nothing_is_not_left_out() -> None:
    text = """\
game "Rest"
  players 2
  length 9
  statements RE
play:
  each player acting: turn
turn:
  choose one as action:
    rest: nothing   [RE-1]
    stay: nothing
"""
    source = SourceText("rest.rules", text)
    whats = [one.what for one in changes_of(source, check(source).tree)]
    assert whats == ["left out"]  # the way, not `nothing`


REST = """\
game "Rest"
  players 2
  length 9
  statements RE
each player has:
  coins: 0 to 9, starts 0
play:
  each player acting: turn
turn:
  choose one as action:
"""


def test_what_may_be_done_is_left_out_with_the_question() -> None:
    text = f"""{REST}    rest: nothing
    stay: nothing
  may raise my coins by 1 as earn   [RE-1]
score:
  "Coins": my coins
"""
    source = SourceText("rest.rules", text)
    tree = check(source).tree
    changes = changes_of(source, tree)
    assert [one.what for one in changes] == ["left out"]
    assert check_tree(source, changes[0].apply(tree)).game is not None


def test_what_can_is_asked_about_is_not_left_out() -> None:
    text = f"""{REST}    earn when can save: save   [RE-1]
    stay: nothing
action save:
  raise my coins by 1
score:
  "Coins": my coins
"""
    source = SourceText("rest.rules", text)
    tree = check(source).tree
    changes = changes_of(source, tree)
    assert [one.what for one in changes] == [
        "left out",
        "`when` always yes",
        "`when` always no",
        "left out",  # of the way what it does
    ]
    assert all(check_tree(source, one.apply(tree)).ok for one in changes)


def test_effects_in_tables_are_left_out() -> None:
    text = """\
game "Cards"
  players 2
  length 4
  statements CA
the game has:
  left: 0 to 9, starts 9
table cards of card:
  card | cost | gives effect
  ace  | 3    | lower left by 1   [CA-1]
play:
  repeat:
    each player acting: turn
turn:
  choose card from cards
  do card's gives
  lower left by card's cost
score:
  "Left": left
"""
    source = SourceText("cards.rules", text)
    tree = check(source).tree
    assert tree.citations, "a row may cite something"
    whats = [(one.what, check_tree(source, one.apply(tree)).ok) for one in changes_of(source, tree)]
    assert whats == [("number one more", True), ("number one less", True), ("effect left out", True)]


def test_what_noticed_a_change_before_is_asked_first(cli: Cli, stones: Path) -> None:
    _, changes = proof(cli)
    key = next(key for key, one in changes.items() if one["citations"] == ["ST-003"])
    assert changes[key]["by"] == 'example "three in a row"'
    row = {"of": "other rules", "key": key, "verdict": "killed", "evidence": ""}
    for by in 'example "the board is full"', 'example "long gone"':
        stones.with_name("proof.jsonl").write_text(json.dumps(row | {"by": by}) + "\n")
        _, again = proof(cli, "--resume", "proof.jsonl", "--jobs", "2")
        assert again[key] == changes[key] | ({} if "long gone" in by else {"by": by})


def test_what_noticed_other_changes_lately_is_asked_soon(stones: Path) -> None:
    bench = _MutationRunner(stones, (), 60.0, {})
    change = next(one for one in bench.changes if one.citations == ("ST-003",))
    first, *others = ('example "three in a row"', 'example "the third player is next"')
    bench.lately = others
    assert bench.tried(change.key).by == others[0]
    assert bench.tried(change.key).by == others[0]
    bench.lately = []
    assert bench.tried(change.key).by == first
    assert bench.lately == [first]


def test_examples_are_run_once_before_anything_is_changed(
    cli: Cli, stones: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[_MutationRunner] = []
    monkeypatch.setattr(_MutationRunner, "all_hold", lambda bench: asked.append(bench))
    for _ in range(2):
        proof(cli, "--sample", "1", "--resume", "proof.jsonl")
    assert len(asked) == 1
    change(stones, "p3's money = 6", "p3's money = 6, p1's money = 6")  # another example
    proof(cli, "--sample", "1", "--resume", "proof.jsonl")
    assert len(asked) == 2
