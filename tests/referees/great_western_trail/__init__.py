"""Great Western Trail once more, in plain Python: who may do what, and what comes of it.

This referee knows nothing of rulec. It was written from the statements of the rulebook alone, for reading
rather than for speed: `components` and `actions` are what lies in the box, `position` what lies on the table
and what can be told from it, `railroad` the track of the engines, `asking` what a player or chance is asked,
`cards`, `effects` and `stations` what can be done, `game` the course of play, `scoring` the end. Numbers in
brackets, [GW-064] or [A16], name the statement or the ruling that a line carries out.
"""

from tests.referees.great_western_trail.components import CONFIGURATIONS as CONFIGURATIONS
from tests.referees.great_western_trail.components import Configuration as Configuration
from tests.referees.great_western_trail.game import Game as Game
