"""All numeric limits of the language and the engine.

A file that exceeds a limit gets a diagnostic; no limit is silent and nothing saturates.
"""

from __future__ import annotations

from typing import Final

# --- text -----------------------------------------------------------------------------------
FILE_BYTES: Final = 4_000_000
LINES: Final = 50_000
LINE_LENGTH: Final = 1_000
JOINED_LENGTH: Final = 100_000  # a line with its continuations
NAME_LENGTH: Final = 80
STRING_LENGTH: Final = 200
NUMBER_DIGITS: Final = 12
OUTLINE_DEPTH: Final = 32  # lines indented below lines
EXPRESSION_DEPTH: Final = 64  # brackets and operators inside one line
OTHERWISE_CHAIN: Final = 32  # branches of one `if`
VARIANTS: Final = 16  # variants of variants
DIAGNOSTICS_SHOWN: Final = 100
DIAGNOSTICS_FOUND: Final = 200  # further lines of the file are skipped

REPAIR_CHARACTERS: Final = 400_000  # text parsed per run to test hints
MENDING_CHARACTERS: Final = 1_500_000  # text checked per run to test fixes
MENDING_TRIES: Final = 24  # edits of a small file that are tried
MENDING_SECONDS: Final = 3.0  # processor time for them, besides that of two checks
MENDING_LINE: Final = 400  # characters in a repaired line
MENDING_WHOLE: Final = 12_000  # characters in a file that is checked as a whole
MENDING_READ: Final = 400  # edits of a line that are parsed before any is checked

# --- the game -------------------------------------------------------------------------------
PLAYERS: Final = 8
DOMAIN_SIZE: Final = 4_096  # members of one enumerable type (spaces, kinds, counts that are chosen)
GRID_SIDE: Final = 64
ACTIONS: Final = 4_096
CONFIGURATIONS: Final = 4_096  # combinations of player counts and option values
OPEN_END: Final = 1_000_000  # a range without an upper end stops here
STATE_BYTES: Final = 65_536
DECLARATIONS: Final = 5_000
SHOWN_TOP: Final = 8  # visible places on top of a deck
LAYERS: Final = 32  # layers of pieces put under a deck
CALL_DEPTH: Final = 64
NESTING: Final = 32  # recursion depth of rules
DECISIONS_IN_A_GAME: Final = 1_000_000
PLANNED_PIECES: Final = 256  # pieces in a best plan
LOOKAHEAD_NODES: Final = 100_000  # decisions searched to determine the legal options of a decision
LOOKAHEAD_DEPTH: Final = 256  # consecutive decisions in a search
LOOKAHEAD_UNREMEMBERED: Final = 24  # decisions per option before states are memoized: most need fewer
TRUSTED_AT_MOST: Final = 16  # decisions of random play before a check that its options can be completed
STEPS_BETWEEN_DECISIONS: Final = 100_000  # rounds of loops without a decision: then a loop counts as endless

# --- run time -------------------------------------------------------------------------------
INT_MIN: Final = -(2**31)
INT_MAX: Final = 2**31 - 1
