"""Nodes of generated code: what is written for them, and that no line is long."""

from __future__ import annotations

import pytest

from rulec.codegen.line_layout import LONGEST, WIDTH, function_lines
from rulec.codegen.names import LocalNames
from rulec.codegen.quote import bytes_literal
from rulec.codegen.shapes import shape_of
from rulec.codegen.text_nodes import (
    Called,
    Code,
    Comment,
    Declaration,
    FunctionText,
    Local,
    Piece,
    below,
    call,
    chained,
    code,
    either,
    element,
    grouped,
    operation,
    when,
)


def written(*body: Code | str) -> list[str]:
    return list(function_lines(FunctionText("f", "int", [], list(body))))[1:]


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (call("f", "s", "1"), "f(s, 1)"),
        (element("s.v_pot", call("rulec_index", Local("turn.p~3"), "4")), "s.v_pot[rulec_index(l_p, 4)]"),
        (operation(operation("a", "+", "b"), "*", "c"), "((a + b) * c)"),
        (either("c", "a", "b"), "(a if c else b)"),
        (grouped(call("g"), "not "), "(not g())"),
        (chained("|", ["a", "b", "c"]), "(a | b | c)"),
        (chained("|", ["a"]), "a"),
        (code("{} += {}", Local("x", "rest"), Called("f_y")), "rest_l_x += f_y"),
    ],
)
def test_short_nodes_are_one_line(node: Code, text: str) -> None:
    assert written(node) == [f"    {text}"]


def test_a_chain_is_broken_at_its_operators() -> None:
    sum_: Piece = "first_of_all_the_numbers"
    for n in range(8):
        sum_ = operation(sum_, "+", f"another_number_{n}")
    lines = written(code("return {}", sum_))
    assert lines[:3] == [
        "    return ((((((((",
        "        first_of_all_the_numbers",
        "        + another_number_0)",
    ]
    assert lines[-2:] == ["        + another_number_7", "    )"]


def test_only_what_is_too_long_is_broken() -> None:
    inner = call("inner", "a", "b")
    long = call("outer", *(f"argument_number_{n}" for n in range(9)), inner)
    lines = written(code("{} = {}", element("s.v_pot", "0"), long))
    assert lines[0] == "    s.v_pot[0] = outer("
    assert lines[-2:] == ["        inner(a, b)", "    )"]


@pytest.mark.parametrize("depth", [1, 5, 40, 400])
def test_however_deep_no_line_is_long(depth: int) -> None:
    """Every sort of brackets in each other; the same is written, apart from line ends."""
    node: Piece = "s.v_players_discard_pile"
    for n in range(depth):
        name = f"some_function_of_the_rules_{n}"
        node = operation(call(name, "s", node, Local(f"turn.kind~{n}")), "and", "s.v_rounds")
        node = either("s.v_open", element("T_values", grouped(node, "not ")) if n % 3 else node, "0")
    lines = written(code("return {}", node))
    assert max(map(len, lines)) <= (WIDTH if depth < 9 else LONGEST)
    marks = sum(part.count("(") for part in code("{}", node).all_parts() if isinstance(part, str))
    assert "\n".join(lines).count("(") == marks


def test_a_node_is_no_text() -> None:
    with pytest.raises(TypeError):
        f"return {call('f')}"
    with pytest.raises(TypeError):
        str(call("f"))


def test_a_function_is_written_with_its_statements() -> None:
    kind = Local("turn.kind~1")
    function = FunctionText(
        "turn__begins",
        "int",
        [code("int {}", kind)],
        [
            Comment("3 | turn"),
            Declaration("uint64_t", Local("turn.kind~1", "rest"), "0"),
            below("while 1:", when(code("{} < 0", kind), "break", remark="nothing is left"), "return 1"),
        ],
    )
    assert (
        "\n".join(function_lines(function))
        == """\
cdef inline int turn__begins(S* s, int l_kind) noexcept nogil:
    # 3 | turn
    cdef uint64_t rest_l_kind = 0
    while 1:
        # Nothing is left.
        if l_kind < 0:
            break
        return 1"""
    )


def test_functions_that_differ_in_the_names_of_locals_have_one_shape() -> None:
    def shape(name: str, other: str) -> object:
        return shape_of("int", [("int", Local(name))], [code("return {} + {}", Local(name), Local(other))])

    assert shape("a", "b") == shape("x", "y")
    assert shape("a", "b") != shape("a", "a")


@pytest.mark.parametrize("depth", [10, 20])
def test_each_word_is_named_twice_at_most_whatever_its_depth(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layout of a statement takes time in proportion to its length."""
    names: list[Local] = []
    name_of = LocalNames.of
    monkeypatch.setattr(LocalNames, "of", lambda self, one: names.append(one) or name_of(self, one))
    locals_ = [Local(f"name_of_local_{number}") for number in range(4)]
    value: Piece = locals_[0]
    for number in range(depth):
        value = call(f"function_{number}", value, *locals_)
    lines = written(code("return {}", value))
    assert len(lines) > depth
    assert len(names) <= 2 * (4 * depth + 1)


def test_bytes_are_literals_of_one_length() -> None:
    data = bytes(range(256)) * 3 + b"plain words"
    lines = bytes_literal(data).split("\n")
    assert b"".join(eval(line) for line in lines) == data  # noqa: S307
    assert {len(line) for line in lines[:-1]} <= set(range(95, 99))
    assert bytes_literal(b"") == '    b""'
