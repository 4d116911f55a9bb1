"""Lazy imports of the extra `lab`, with a clear error for a missing library."""

from __future__ import annotations

import importlib
from typing import Any

from rulec.errors import RulecError


def library(name: str) -> Any:
    """Import a module of the extra `lab`."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or name).partition(".")[0]
        raise RulecError(f"{missing} is not installed", "run `pip install 'rulec[lab]'`") from None
