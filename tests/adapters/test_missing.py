"""Without the extra an adapter's import says in one line what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rulec.adapters.missing import MissingLibrary, wanted
from rulec.errors import RulecError


@pytest.mark.parametrize("name", ["open_spiel", "pettingzoo", "gymnasium"])
def test_missing(name: str) -> None:
    code = (
        "import sys\n"
        "for one in ('pyspiel', 'pettingzoo', 'gymnasium'): sys.modules[one] = None\n"
        f"import rulec.adapters.{name}"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = run.stderr.splitlines()[-1]
    assert "is not installed" in last
    assert "pip install 'rulec[ai]'" in last
    assert "During handling" not in run.stderr


def test_what_the_library_itself_lacks_is_not_hidden() -> None:
    with pytest.raises(ModuleNotFoundError, match="other"), wanted("Library", "library"):
        raise ModuleNotFoundError("No module named 'other'", name="other")
    assert issubclass(MissingLibrary, (RulecError, ImportError))
