"""Manifest Railways once more, in plain Python: who may do what, and what comes of it.

This referee knows nothing of rulec. It was written from the statements of the rulebook alone, for reading
rather than for speed: `components` is what lies in the box, `position` what lies on the table and what can be
told from it, `payments` how a cost can be paid, `game` the course of play. Numbers in brackets, [MR-064] or
[A16], name the statement or the ruling that a line carries out.
"""

from tests.referees.manifest_railways.components import CONFIGURATIONS as CONFIGURATIONS
from tests.referees.manifest_railways.components import Configuration as Configuration
from tests.referees.manifest_railways.game import Game as Game
