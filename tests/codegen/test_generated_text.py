"""Generated text can be read: no long lines, functions found by their rules, an index of all sections."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulec.codegen.line_layout import LONGEST
from rulec.codegen.names import place_name, plain
from rulec.compiler import compile_program, generate
from rulec.ir.program import Program
from tests.large import SLOW, by_default

ROOT = Path(__file__).resolve().parents[2]
HEAVY = sorted((ROOT / "games").glob("*.rules"))
CLASSICS = sorted((ROOT / "games" / "classics").glob("*.rules"))
PROBES = sorted((ROOT / "tests" / "probes").glob("*.rules"))
FUNCTION = re.compile(r"^cdef (?:inline )?\w+\*? (\w+)\(", re.MULTILINE)
HEADING = re.compile(r"^# --- (.+?) -+\n# Takes: (.+)\.\n# Gives: (.+)\.$", re.MULTILINE)
ENTRY = re.compile(r"^#   (\S.*?) +takes (.+)\n# +gives (.+)$", re.MULTILINE)


@cache
def made(path: Path) -> tuple[Program, str]:
    program = compile_program(path)
    (text,) = generate(program).files.values()
    return program, text


SMALL = [one.stem for one in (*CLASSICS, *PROBES[::3]) if one.stem not in SLOW]
every_text = pytest.mark.parametrize(
    "path", by_default([*HEAVY, *CLASSICS, *PROBES], "manifest_railways", *SMALL)
)


@every_text
def test_no_line_is_long(path: Path) -> None:
    lines = made(path)[1].splitlines()
    assert [line for line in lines if len(line) > LONGEST] == []
    assert [line for line in lines if line != line.rstrip()] == []


@every_text
def test_functions_are_found_by_rules(path: Path) -> None:
    program, text = made(path)
    functions = FUNCTION.findall(text)
    assert len(functions) == len(set(functions))
    assert not [name for name in functions if re.fullmatch(r"[a-z]+_\d+(_\d+)?", name)]
    for rule, name in {(block.rule, block.name) for block in program.blocks}:
        alike = [one for one in program.blocks if place_name(one.rule, one.name) == place_name(rule, name)]
        found = [one for one in functions if re.fullmatch(rf"{place_name(rule, name)}(_\d+)?", one)]
        assert len(found) >= len(alike)
    for decision in program.decisions:
        asked = f"{plain(decision.rule)}__{plain(decision.name)}"
        for what in ("options", "ask", "decider", "choose"):
            assert any(re.fullmatch(rf"{asked}(_\d+)?__{what}", one) for one in functions)


@every_text
def test_the_index_lists_every_section(path: Path) -> None:
    text = made(path)[1]
    headings = HEADING.findall(text)
    assert text.count("\n# --- ") == len(headings) > 10
    assert ENTRY.findall(text) == headings


def test_a_function_is_named_after_its_rule_and_place() -> None:
    _, text = made(ROOT / "games" / "classics" / "reversi.rules")
    for name in (
        "turn__begins",
        "turn__disc",
        "turn__disc__options",
        "turn__disc__choose",
        "play__after_turn",
    ):
        assert f" {name}(" in text
    assert "cdef inline uint64_t between__squares_disc_and_play_player(S* s, int l_square)" in text
    assert "return AT_turn__begins\n" in text  # a loop goes on in the dispatcher


def test_long_tables_are_rows(tmp_path: Path) -> None:
    rows = "\n".join(f"  f{n} | {n % 7}" for n in range(400))
    path = tmp_path / "fields.rules"
    path.write_text(FIELDS.format(rows=rows), encoding="utf-8")
    lines = made(path)[1].splitlines()
    first = next(n for n, line in enumerate(lines) if "T_fields_worth[400] = {" in line)
    assert lines[first + 1].lstrip()[:9] == "0, 1, 2, "
    assert max(map(len, lines)) <= LONGEST


FIELDS = """game "Fields"
  players 2
  length 40

table fields of field:
  field | worth 0 to 9
{rows}

each player has:
  pot: 0 to 90

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose field from fields as walk
  raise my pot by field's worth

score:
  "Pot": my pot
"""
