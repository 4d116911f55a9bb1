"""Libraries of the extra `lab`, imported late; a missing one is told in a line."""

from __future__ import annotations

import importlib
from typing import Any

from rulec.errors import RulecError


def library(name: str) -> Any:
    """A module of a library that `pip install 'rulec[lab]'` brings."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or name).partition(".")[0]
        raise RulecError(f"{missing} is not installed", "run `pip install 'rulec[lab]'`") from None
