"""A function of the generated module, and its lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class FunctionText:
    """One function of the generated module."""

    name: str
    result: str
    parameters: str
    body: list[str]
    remark: str = ""
    inline: bool = True


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
