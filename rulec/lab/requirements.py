"""Lazy imports of extras, with a clear error for a missing library."""

from __future__ import annotations

import importlib
from typing import Any

from rulec.errors import RulecError


def library(name: str, extra: str = "lab") -> Any:
    """Import a module of an extra, `lab` or another one."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or name).partition(".")[0]
        raise RulecError(f"{missing} is not installed", f"run `pip install 'rulec[{extra}]'`") from None
