"""No module grows beyond what is read at one sitting."""

from __future__ import annotations

from pathlib import Path

import rulec

LONGEST = 600  # lines


def test_no_module_is_longer() -> None:
    root = Path(rulec.__file__).parent
    modules = (path for path in root.rglob("*.py") if "shipped" not in path.parts)
    lines = {path.relative_to(root): path.read_text(encoding="utf-8").count("\n") for path in modules}
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}
