"""Control fields of a state: program counter, call stack, seats, generator.

Their names start with a mark that rules files cannot use, so that rules may declare `stack` or `seats`.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "@"

KEY: Final = f"{MARK}rng"
DECISIONS: Final = f"{MARK}decisions"
PENDING: Final = f"{MARK}pending"
SEATS: Final = f"{MARK}seats"  # number of players
EXPLICIT: Final = f"{MARK}chance"  # 1: explicit chance
SEAT: Final = f"{MARK}seat"  # deciding player
DRAWS: Final = f"{MARK}draws"  # per chance event
DEPTH: Final = f"{MARK}depth"  # number of active calls
STACK: Final = f"{MARK}stack"  # their return addresses, as places in `Schema.returns`
TOP: Final = f"{MARK}top"  # bytes used in SAVED
SAVED: Final = f"{MARK}saved"  # saved locals of recursive rules
