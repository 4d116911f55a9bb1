"""How much the long tests edit: enough for minutes, or more if it is asked for.

`RULEC_LSP_AMOUNT=10 pytest -m long tests/lsp` edits ten times as much, which takes hours.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from rulec.frontend import files_of, read_source

AMOUNT: Final = max(1, int(os.environ.get("RULEC_LSP_AMOUNT", "1")))
_LINES: Final = 30_000 * AMOUNT  # read in one test by checks from scratch, which read some 4,000 a second


def edits_of(path: Path, least: int, most: int) -> int:
    """How many edits of a game, or of a variant with its bases, are checked in one test."""
    lines = sum(len(read_source(one).lines) for one in files_of(path))
    return max(least, min(most * AMOUNT, _LINES // lines))
