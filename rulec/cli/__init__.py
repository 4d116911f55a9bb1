"""Command-line interface: `rulec VERB FILE`, one module per command."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 problems found, 2 wrong usage or machine."""
    try:
        from rulec.cli.run import run

        status = run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:  # before a command started
        status = 130
    if arguments is not None:
        return status
    gc.freeze()  # skip the final garbage collection, which takes 0.1 s
    return status
