"""How a module is to be built: the one record that every stage of the build is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Optimise = Literal["-O0", "-O1", "-O2", "-O3"]


@dataclass(frozen=True)
class BuildOptions:
    """`native` tunes for this machine's processor; what is shipped to others must not.

    `debug` only adds symbols here; the checks themselves are in the generated text.
    """

    debug: bool = False
    optimise: Optimise = "-O3"
    native: bool = True
