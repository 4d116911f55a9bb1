"""SVG path data: what is read, what is refused and where, and that nothing but numbers comes out."""

from __future__ import annotations

import random
import re

import pytest

from rulec.picture.look.path_data import PathProblem, Step, moved, parse_path, relative_data


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("M 1 2 L 3,4 Z", [("M", 1, 2), ("L", 3, 4), ("Z",)]),
        ("m1,2l3-4z", [("M", 1, 2), ("L", 4, -2), ("Z",)]),
        ("M1 2 3 4 5 6", [("M", 1, 2), ("L", 3, 4), ("L", 5, 6)]),
        ("M0 0h5v-2H1V9", [("M", 0, 0), ("L", 5, 0), ("L", 5, -2), ("L", 1, -2), ("L", 1, 9)]),
        ("M.5.5-1-1", [("M", 0.5, 0.5), ("L", -1, -1)]),
        ("M1 1c1 0 1 0 2 2s1 1 2 2", [("M", 1, 1), ("C", 2, 1, 2, 1, 3, 3), ("S", 4, 4, 5, 5)]),
        ("M0 0q1 1 2 0t2 0", [("M", 0, 0), ("Q", 1, 1, 2, 0), ("T", 4, 0)]),
        ("M9 9a2 3 10 0 1 4 4", [("M", 9, 9), ("A", 2, 3, 10, 0, 1, 13, 13)]),
        ("M1 1h2zl1 1", [("M", 1, 1), ("L", 3, 1), ("Z",), ("L", 2, 2)]),
        (" M 1e1 2E-1 \n L 3 4 ", [("M", 10, 0.2), ("L", 3, 4)]),
    ],
)
def test_paths(text: str, steps: list[tuple[object, ...]]) -> None:
    assert [(one.command, *one.numbers) for one in parse_path(text)] == steps


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0), ("   ", 0), ("L 1 2", 0), ("M 1", 3), ("M 1 2 X", 6), ("M 1 2 L 3", 9), ("M 1 2 url(#a)", 6),
        ("M 1 2\"/><script>", 5), ("M 1 2 L nan 3", 8), ("M 1 2 L 1e999 3", 8), ("M 1 2 L 9999999 3", 8),
        ("M 1 2 A 1 1 0 2 0 3 3", 14), ("M 1 2 Z 3", 8), ("expression(1)", 0), ("M 1 2 L ٣ 4", 8),
    ],
)  # fmt: skip
def test_what_is_no_path(text: str, at: int) -> None:
    with pytest.raises(PathProblem) as problem:
        parse_path(text)
    assert problem.value.at == at


def test_whatever_is_read_is_commands_and_numbers() -> None:
    rnd = random.Random(4)
    read = 0
    parts = [*"MLHVCSQTAZmlzh", "1", " 2", ",3", "-4.5", ".5", "1e2", "+", '"', "<", "\n", "e", "0 1"]
    for _ in range(4000):
        text = "M1 2" + "".join(rnd.choice(parts) for _ in range(rnd.randrange(9)))
        found = _steps_or_place(text)
        if isinstance(found, int):
            assert 0 <= found <= len(text)
            continue
        read += 1
        for step in found:
            assert re.fullmatch("[MLCSQTAZ]", step.command)
            assert all(isinstance(number, float) and abs(number) < 1e8 for number in step.numbers)
    assert read > 400


def _steps_or_place(text: str) -> tuple[Step, ...] | int:
    try:
        return parse_path(text)
    except PathProblem as problem:
        return problem.at


@pytest.mark.parametrize(
    "text", ["M1 2H5V6Z", "m2 3c1 1 2 2 3 0s1 1 1 2zl1 1", "M1 1Q2 2 3 1T5 1M9 9A2 3 10 0 1 4 4"]
)
def test_relative_data_is_the_same_path(text: str) -> None:
    path = parse_path(text)
    again = parse_path(f"M 10 20 {relative_data(path, 2.0)}")[1:]
    assert len(again) == len(path)
    for one, other in zip(again, moved(path, 10, 20, 2.0), strict=True):
        assert one.command == other.command
        assert one.numbers == pytest.approx(other.numbers, abs=0.05)


def test_paths_are_scaled_and_shifted() -> None:
    path = parse_path("M1 2A1 2 30 0 1 5 6")
    assert moved(path, 10, 20, 2) == (Step("M", (12, 24)), Step("A", (2, 4, 30, 0, 1, 20, 32)))
