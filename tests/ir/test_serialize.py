"""Programs as text and back: the same program, or a refusal; never anything but the IR's own classes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import clauses_of, index_of, to_examples, to_program
from rulec.frontend import Checked, check, read_source
from rulec.ir.clauses import Clause
from rulec.ir.examples import Examples
from rulec.ir.index import Index
from rulec.ir.program import Program
from rulec.ir.serialize import Malformed, decode, encode
from tests.engines import SMALL
from tests.large import some_by_default

NIM = Path(__file__).parents[1] / "games" / "nim.rules"


def checked(path: Path) -> Checked:
    found = check(read_source(path))
    assert found.ok
    return found


@pytest.mark.parametrize("path", some_by_default(SMALL, 3))
def test_every_form_comes_back_equal(path: Path) -> None:
    one = checked(path)
    program, names = to_program(one), list(one.files)
    forms: list[tuple[object, Any]] = [
        (program, Program),
        (to_examples(one, program), Examples),
        (clauses_of(one), tuple[Program, tuple[tuple[Clause, ...], ...]]),
        (index_of(one), Index),
    ]
    for form, annotation in forms:
        back = decode(encode(form, names), annotation, names)
        assert back == form
        assert repr(back) == repr(form)  # what is not compared, too


def test_a_file_may_be_called_otherwise() -> None:
    one = checked(NIM)
    names = list(one.files)
    back = decode(encode(to_program(one), names), Program, ["elsewhere/nim.rules"])
    assert back.file == "elsewhere/nim.rules"
    assert {span.span.file for span in back.decisions} == {"elsewhere/nim.rules"}
    assert back.source[0].name == "elsewhere/nim.rules"


def tables() -> list[dict[str, Any]]:
    """Tables that no compiler has written, each with one thing wrong."""
    const, span = "rulec.ir.nodes.Const", "rulec.base.source_text.Span"
    flag = "rulec.ir.types.BoolType"
    classes: list[Any] = [[const, ["value", "type"]], [flag, []]]
    return [
        {"format": 2, "classes": classes, "nodes": [1, [1], [0, 0, 1]]},
        {"format": 1, "classes": [["os.system", []]], "nodes": [[0]]},
        {"format": 1, "classes": [["rulec.ir.serialize._Writer", ["files"]]], "nodes": [[-1], [0, 0]]},
        {"format": 1, "classes": [[const, ["type", "value"]], [flag, []]], "nodes": [1, [1], [0, 1, 0]]},
        {"format": 1, "classes": classes, "nodes": ["one", [1], [0, 0, 1]]},
        {"format": 1, "classes": classes, "nodes": [1, [0, 0, 0]]},
        {"format": 1, "classes": classes, "nodes": [1, [1], [0, 0]]},
        {"format": 1, "classes": classes, "nodes": [1, [1], [0, 0, 2]]},  # itself
        {"format": 1, "classes": classes, "nodes": [1, [1], [0, 0, -1]]},
        {"format": 1, "classes": classes, "nodes": [1, [1], [0, 0, "1"]]},
        {"format": 1, "classes": classes, "nodes": [1, [1], [7, 0, 1]]},
        {"format": 1, "classes": classes, "nodes": []},
        {"format": 1, "classes": classes, "nodes": [1]},
        {"format": 1, "classes": classes, "nodes": [[-2, "zz"], [1], [0, 0, 1]]},
        {"format": 1, "classes": classes, "nodes": [[-3, 5]]},
        {"format": 1, "classes": [[span, []]], "nodes": [[0]]},
        {"format": 1, "classes": classes, "nodes": [[]]},
    ]


@pytest.mark.parametrize("table", tables(), ids=json.dumps)
def test_what_the_compiler_never_writes_is_refused(table: dict[str, Any]) -> None:
    from rulec.ir.nodes import Const

    with pytest.raises(Malformed):
        decode(json.dumps(table).encode(), Const, [])


def test_the_smallest_table_is_read() -> None:
    from rulec.ir.nodes import Const
    from rulec.ir.types import BOOL

    classes = [[f"{Const.__module__}.Const", ["value", "type"]], ["rulec.ir.types.BoolType", []]]
    table = {"format": 1, "classes": classes, "nodes": [1, [1], [0, 0, 1]]}
    assert decode(json.dumps(table).encode(), Const, []) == Const(1, BOOL)


def test_large_sets_survive() -> None:
    for number in (1 << 4000, -(1 << 70), (1 << 53) - 1, 1 << 53, 0):
        assert decode(encode(number), int) == number


def test_no_other_object_is_written() -> None:
    with pytest.raises(TypeError):
        encode(Path("x"))
