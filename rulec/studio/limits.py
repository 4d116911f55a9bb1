"""Limits of the studio: seconds of work, bytes of memory and of messages."""

from __future__ import annotations

from typing import Final

# Wall-clock seconds for a request to a worker process, which is killed after them.
OPEN: Final = 90.0  # compile a heavy game on a busy machine
PREPARE: Final = 600.0  # compile a game ahead, with the lowest priority
CHOOSE: Final = 15.0
VIEW: Final = 20.0
STEP: Final = 120.0  # a searching player
THINK: Final = 6.0  # a search for one decision, so that a seat answers on the interpreter, too
WHY: Final = 8.0  # of trying out what an option leads to, at first
WHY_MOST: Final = 60.0  # when somebody asks for a longer search
EXPLAIN: Final = 180.0  # the same, and compiling what explains
ANALYSE: Final = 30.0
EXAMPLES: Final = 300.0
JOB: Final = 24 * 3600.0

MEMORY: Final = 3 << 30  # address space of a worker process
REPLY: Final = 64 << 20  # bytes of one answer of a worker process
FILE: Final = 256 << 20  # bytes of a file that a worker process writes

ARRIVE: Final = 5.0  # seconds for a request to arrive, or to go on arriving
BODY: Final = 16 << 20  # bytes of one request of the browser
HEADERS: Final = 64  # of one request
GAMES: Final = 400  # rules files that are listed
KEPT: Final = 500  # saved games that are listed
LIVE: Final = 24  # worker processes of games; the least recently used is ended first
STREAMS: Final = 64  # open event streams
JOBS: Final = 2  # simulations at once
PREPARED: Final = 40  # games compiled ahead
ENGINES: Final = 6  # of these, engines built ahead
TITLE: Final = 200  # characters of a title that a user types
