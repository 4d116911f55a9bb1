"""The command line: `rulec VERB FILE`. One module per command; what they share is beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 problems found, 2 wrong usage or machine."""
    from rulec.cli.run import run

    return run(list(sys.argv[1:] if arguments is None else arguments))
