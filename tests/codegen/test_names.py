"""Names in generated text: short, told apart, the same after edits elsewhere; whatever rules are called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulec
from rulec.codegen.names import (
    LONGEST_NAME,
    FunctionNames,
    LocalNames,
    distinct_names,
    local_name,
    place_name,
    plain,
)
from rulec.codegen.text_nodes import Local
from rulec.compiler import compile_program, generate

RESERVED = (
    "int",
    "for",
    "register",
    "class",
    "lambda",
    "None",
    "cdef",
    "nogil",
    "struct",
    "s",
    "__init__",
    "NULL",
)
HOSTILE = (*RESERVED, "größe", "площадь", "", "_", "a b", "a.b~3", "9 lives", "x" * 300, "a" * 40 + ".b")


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_becomes_an_identifier(name: str) -> None:
    found = plain(name)
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", found)
    assert len(found) <= LONGEST_NAME + 1
    assert re.fullmatch(r"[a-zA-Z]\w*__\w+", place_name(name, f"{name} begins"))


def test_names_that_become_alike_are_told_apart() -> None:
    alike = ("a.b", "a_b", "a b", "a~7.b", "ä b", "a_b_2")
    assert list(distinct_names(alike, "f_").values()) == [
        *("f_a_b", "f_a_b_2", "f_a_b_3", "f_a_b_4", "f_a_b_5", "f_a_b_2_2")
    ]
    names = FunctionNames()
    found = [names.new(base) for base in ("t__x", "t__x_2", "t__x", "t__x", "t__x_2")]
    assert found == ["t__x", "t__x_2", "t__x_3", "t__x_4", "t__x_2_2"]
    assert len(set(found)) == len(found)


def test_locals_are_named_after_what_they_hold() -> None:
    assert local_name("discard_pair.kind~437") == "kind"
    assert local_name("hire.row.chosen.74") == "row_chosen"
    names = LocalNames()
    given = [Local("turn.kind~1"), Local("turn.kind~2"), Local("turn.kind~1", "rest")]
    assert [names.of(one) for one in given] == ["l_kind", "l_kind_2", "rest_l_kind"]


def test_a_long_name_ends_with_a_word() -> None:
    assert plain("take_the_top_card_of_the_discard_pile") == "take_the_top_card_of_the_discard"


GAME = """game "Names"
  players 2
  length 400

kind fields of struct: int, char
{more}
each player has:
  pot: 0 to 90
  register: 0 to 90

play:
  repeat 3 times:
    each player acting in seat order: double

rule double:
  choose one as volatile:
    nogil: raise my pot by 1
    static: raise my register by 2
  a__b

rule a__b:
  choose one as {long}:
    lambda: raise my pot by 1
    none_of: raise my pot by 2
  a_b

rule a_b:
  choose struct from fields as {long}
  raise my pot by 1
{rule}
score:
  "Pot": my pot
"""
LONG = "n" * 80


def functions(path: Path, **given: str) -> list[str]:
    text = GAME.format(**{"more": "", "long": "pick", "rule": "", **given})
    path.write_text(text, encoding="utf-8")
    (made,) = generate(compile_program(path)).files.values()
    return re.findall(r"^cdef (?:inline )?\w+ (\w+__\w+)\(", made, re.MULTILINE)


def test_rules_named_alike_have_functions_of_their_own(tmp_path: Path) -> None:
    found = functions(tmp_path / "names.rules", long=LONG)
    assert len(found) == len(set(found))
    assert {"a_b__begins", "a_b__begins_2", "double__static", "double__volatile__ask"} <= set(found)
    assert max(map(len, found)) <= 3 * LONGEST_NAME


def test_an_edit_elsewhere_leaves_names_as_they_are(tmp_path: Path) -> None:
    before = functions(tmp_path / "names.rules")
    rule = "\nrule unused_yet:\n  choose one as extra:\n    one: raise my pot by 1\n    two: nothing\n"
    after = functions(tmp_path / "names.rules", more="kind others of other: x, y\n", rule=rule)
    assert after == before
    again = GAME.replace("  choose one as volatile:", "  raise my pot by 1\n  choose one as volatile:")
    (tmp_path / "more.rules").write_text(again.format(more="", long="pick", rule=""), encoding="utf-8")
    (made,) = generate(compile_program(tmp_path / "more.rules")).files.values()
    assert {name for name in before if name.startswith("a_b")} <= set(re.findall(r"\w+", made))
    assert made == generate(compile_program(tmp_path / "more.rules")).files["more.pyx"]


def test_reserved_words_are_no_trouble(tmp_path: Path) -> None:
    """Cython takes the module, and C its rules: words of both are names of rules, members and variables."""
    path = tmp_path / "names.rules"
    path.write_text(GAME.format(more="", long=LONG, rule=""), encoding="utf-8")
    loaded = rulec.load(path, optimise="-O0", native=False)
    assert len(loaded.playouts(3, seed=1).scores) == 3
