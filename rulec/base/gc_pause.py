"""Pause the cyclic garbage collector while trees are built: all nodes are live, and scans are slow."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def gc_paused(function: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        was = gc.isenabled()
        gc.disable()
        try:
            return function(*args, **kwargs)
        finally:
            if was:
                gc.enable()

    return run
