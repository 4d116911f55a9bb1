"""Railway Boom once more, in plain Python: who may do what, and what comes of it.

This referee knows nothing of rulec. It was written from the statements of the rulebook alone, for reading
rather than for speed: `components` and `cards` are what lies in the box, `country` the map and what can be
told from it, `walk` the coal that a train needs, `position` what lies on the table, `asking` what a player or
chance is asked, `resources` what is converted and paid, `effects` what icons, tokens and cards do, `free`
what may be done at any time, `auction` and `trains` what their names say, `game` the course of play,
`scoring` the end. Numbers in brackets, [RB-064] or [A16], name the statement or the ruling that a line
carries out.
"""

from tests.referees.railway_boom.components import CONFIGURATIONS as CONFIGURATIONS
from tests.referees.railway_boom.components import Configuration as Configuration
from tests.referees.railway_boom.game import Game as Game
