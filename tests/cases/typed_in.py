"""A hint typed in word by word, as a newcomer would do it."""

from __future__ import annotations

from rulec.repair.hint_text import typed_in as fixed

__all__ = ["fixed"]
