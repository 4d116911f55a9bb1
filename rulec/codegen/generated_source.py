"""The output of code generation for the build: text and a few facts, no IR."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Generated:
    """The readable source of one engine. `files` maps plain file names to their text."""

    name: str
    title: str
    files: dict[str, str]
    rules_hash: str
    layout_hash: str
    state_bytes: int
