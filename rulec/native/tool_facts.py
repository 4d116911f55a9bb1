"""Persistent cache of slowly queried tool properties, such as compiler versions.

Optional: if the cache cannot be read or written, properties are queried again.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from rulec.native.atomic_files import write_atomic


@dataclass(frozen=True)
class Memo:
    """Bounded key-value store in one text file; the oldest entries are evicted."""

    path: Path
    keep: int = 32

    def get(self, key: str) -> str | None:
        return self._read().get(key)

    def put(self, key: str, value: str) -> None:
        facts = self._read()
        facts.pop(key, None)
        facts[key] = value
        kept = dict(list(facts.items())[-self.keep :])
        with contextlib.suppress(OSError):
            write_atomic(self.path, json.dumps(kept, indent=1) + "\n", private=True)

    def _read(self) -> dict[str, str]:
        try:
            facts = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(facts, dict):
            return {}
        return {str(key): value for key, value in facts.items() if isinstance(value, str)}
