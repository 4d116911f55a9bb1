"""Maps between document URIs and file paths."""

from __future__ import annotations

import os

from pygls.uris import from_fs_path, to_fs_path


class Uris:
    """Paths with the URIs by which the client spelt them."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def path(self, uri: str) -> str:
        """Absolute path of a file URI; other URIs are returned unchanged."""
        found = to_fs_path(uri) if uri.startswith("file:") else None
        path = os.path.abspath(found) if found else uri
        self._given[path] = uri
        return path

    def uri(self, path: str) -> str:
        return self._given.get(path) or from_fs_path(path) or path

    def forget(self, path: str) -> None:
        self._given.pop(path, None)
