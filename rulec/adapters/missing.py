"""Clear error for a missing library of the extra `ai`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulec.errors import RulecError


class MissingLibrary(RulecError, ImportError):
    """An adapter's library is not installed."""


@contextmanager
def wanted(library: str, module: str) -> Iterator[None]:
    """Context manager for imports: convert a missing `module` to a MissingLibrary error."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module:
            raise
        raise MissingLibrary(f"{library} is not installed", "run `pip install 'rulec[ai]'`") from None
