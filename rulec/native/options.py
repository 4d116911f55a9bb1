"""How a module is to be built: the record that every stage of the build is given, and who watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Optimise = Literal["-O0", "-O1", "-O2", "-O3"]
OnStage = Callable[[str], None]


def no_observer(stage: str) -> None:
    """Default of `on_stage`: nobody watches the build."""


@dataclass(frozen=True)
class BuildOptions:
    """`native` tunes for this machine's processor; what is shipped to others must not, but may require an
    instruction set that many have (`level`, such as x86-64-v3).

    `debug` only adds symbols here; the checks themselves are in the generated text.
    """

    debug: bool = False
    optimise: Optimise = "-O3"
    native: bool = True
    level: str = ""

    @property
    def march(self) -> str:
        """Argument of the C compiler's `-march`; empty for the machine's baseline."""
        return "native" if self.native else self.level
