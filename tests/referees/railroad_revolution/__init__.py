"""Railroad Revolution once more, in plain Python: who may do what, and what comes of it.

This referee knows nothing of rulec. It was written from the statements of the rulebook alone, for reading
rather than for speed: `components` and `tiles` are what lies in the box, `position` what lies on the table
and what can be told from it, `asking` what a player or chance is asked, `rewards`, `actions`, `deals` and
`milestones` what can be done, `completion` what can be completed, `game` the course of play. Numbers in
brackets, [RR-064] or [A16], name the statement or the ruling that a line carries out.
"""

from tests.referees.railroad_revolution.components import CONFIGURATIONS as CONFIGURATIONS
from tests.referees.railroad_revolution.components import Configuration as Configuration
from tests.referees.railroad_revolution.game import Game as Game
