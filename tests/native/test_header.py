"""What every engine includes: as it is compiled for this processor, for any, and where there are no vectors.

The engines of other tests are compiled for any processor.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import rulec
from rulec.native.options import BuildOptions
from rulec.native.tool_facts import Memo
from rulec.native.toolchain import find_toolchain

HEADERS = Path(rulec.__file__).parent / "runtime" / "include"
PROGRAM = Path(__file__).parent / "header.c"
PROCESSORS = {
    "this": BuildOptions(),
    "any": BuildOptions(native=False),
    "checked": BuildOptions(native=False, optimise="-O1", debug=True),
}


@pytest.mark.parametrize("processor", [*PROCESSORS, "without vectors"])
def test_registers_find_what_a_loop_finds(processor: str, tmp_path: Path) -> None:
    tools = find_toolchain(Memo(tmp_path / "memo.json"))
    options = PROCESSORS.get(processor, BuildOptions(native=False))
    plain = ["-U__SSE2__"] if processor == "without vectors" else []
    flags = [one for one in tools.flags(options) if one != "-shared"]
    to = str(tmp_path / "header")
    command = [*tools.command, *flags, *plain, f"-I{HEADERS}", str(PROGRAM), "-o", to]
    made = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    ran = subprocess.run([to], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, "")
