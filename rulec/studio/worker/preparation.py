"""Compilation of a game before anybody opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulec.studio.worker.opening import open_engine


class Preparer:
    """Leaves the compiled forms of a game in rulec's cache."""

    def do_prepare(self, path: str) -> dict[str, Any]:
        """Compile a game and its explanations; return whether it has an engine."""
        from rulec.compiled import Compiled

        compiled = Compiled(path)
        _ = compiled.schema, compiled.reasons
        return {"engine": open_engine(Path(path)) is not None}

    def do_plan(self, path: str) -> dict[str, Any]:
        """Compile a game in play."""
        from rulec.compiled import Compiled

        _ = Compiled(path).schema
        return {}
