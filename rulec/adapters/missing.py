"""One clear line where a library of the extra `ai` is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulec.errors import RulecError


class MissingLibrary(RulecError, ImportError):
    """An adapter's library is not installed."""


@contextmanager
def wanted(library: str, module: str) -> Iterator[None]:
    """Import `module` of this library within; what the library itself lacks keeps its own error."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module:
            raise
        raise MissingLibrary(f"{library} is not installed", "run `pip install 'rulec[ai]'`") from None
