"""Functions that Python calls are compiled for size, but for those that work on states themselves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulec.native.python_glue import mark_glue

SOURCE = """\
cdef int summed(int* numbers, int count) noexcept nogil:
    cdef int i, sum = 0
    for i in range(count):
        sum += numbers[i]
    return sum


cdef class Pile:
    cdef int[8] numbers

    def put(self, int at, int number):
        self.numbers[at] = number

    def total(self):
        return summed(self.numbers, 8)

    def empty(self):
        cdef int i
        for i in range(8):
            self.numbers[i] = 0
"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("glue")
    (folder / "pile.pyx").write_text(SOURCE)
    subprocess.run([sys.executable, "-m", "cython", "-3", "pile.pyx"], cwd=folder, check=True)
    return mark_glue((folder / "pile.c").read_text())


def attributes(code: str, function: str) -> list[str]:
    return re.findall(
        rf"^(?:__attribute__\(\((.*?)\)\) )?static [^;{{\n]*\b\w*{function}\([^;{{]*;", code, re.M
    )


@pytest.mark.parametrize(("method", "expected"), [("put", "cold"), ("total", ""), ("empty", "")])
def test_methods_that_loop_or_call_the_engine_stay(marked: str, method: str, expected: str) -> None:
    """Their wrappers, too: what is inlined into a cold function becomes cold."""
    assert attributes(marked, rf"__pyx_pf_\w*{method}") == [expected]
    assert attributes(marked, rf"__pyx_pw_\w*{method}") == [expected]


def test_functions_of_the_engine_are_as_they_were(marked: str) -> None:
    assert attributes(marked, r"__pyx_f_\w*summed") == [""]


def test_each_function_is_marked_once(marked: str) -> None:
    assert not re.search(r"__attribute__\(\(\w.*__attribute__\(\(cold", marked)
    assert mark_glue("int unrelated(void);\n") == "int unrelated(void);\n"


def test_the_code_compiles(marked: str, tmp_path: Path) -> None:
    """Warnings included: attributes that contradict each other are one."""
    import sysconfig

    (tmp_path / "pile.c").write_text(marked)
    command = ["gcc", "-Werror=attributes", "-O2", "-fPIC", "-c", f"-I{sysconfig.get_path('include')}"]
    made = subprocess.run([*command, "pile.c"], cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
