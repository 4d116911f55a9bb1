"""Build options and the default observer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Optimise = Literal["-O0", "-O1", "-O2", "-O3"]
OnStage = Callable[[str], None]


def no_observer(stage: str) -> None:
    """Default of `on_stage`: ignore the stages."""


@dataclass(frozen=True)
class BuildOptions:
    """Options of the C compiler.

    `native` tunes for this machine's processor; portable builds may instead require an instruction set
    (`level`, such as x86-64-v3). `debug` only adds symbols here; the checks themselves are in the generated
    text.
    """

    debug: bool = False
    optimise: Optimise = "-O3"
    native: bool = True
    level: str = ""

    @property
    def march(self) -> str:
        """Argument of `-march`; empty for the machine's baseline."""
        return "native" if self.native else self.level
