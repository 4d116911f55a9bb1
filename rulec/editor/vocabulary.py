"""Constants shared by client and server: token types, lens commands."""

from __future__ import annotations

from typing import Final

TYPES: Final = (
    "comment",
    "string",
    "number",
    "keyword",
    "operator",
    "type",
    "enumMember",
    "variable",
    "property",
    "function",
    "parameter",
    "class",
    "event",
    "decorator",
)
MODIFIERS: Final = ("declaration",)
RUN_EXAMPLE: Final = "rulec.runExample"
PLAY: Final = "rulec.play"
