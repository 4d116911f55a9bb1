"""Control fields of a state: program counter, call stack, seats, generator.

Their names start with a mark that rules files cannot use, so that rules may declare `stack` or `seats`.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "@"

KEY: Final = f"{MARK}rng"
DECISIONS: Final = f"{MARK}decisions"
PENDING: Final = f"{MARK}pending"
SEATS: Final = f"{MARK}seats"  # how many play
EXPLICIT: Final = f"{MARK}chance"  # 1: chance outcomes are asked for
SEAT: Final = f"{MARK}seat"  # who decides
DRAWS: Final = f"{MARK}draws"  # of each event of chance
DEPTH: Final = f"{MARK}depth"  # calls that are running
STACK: Final = f"{MARK}stack"  # where they go back to
TOP: Final = f"{MARK}top"  # bytes that are used of the following
SAVED: Final = f"{MARK}saved"  # names of rules that lead back to themselves
