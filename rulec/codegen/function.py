"""A function of the generated module."""

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
