"""Pacific Rails Inc. once more, in plain Python: who may do what, and what comes of it.

This referee knows nothing of rulec. It was written from the statements of the rulebook alone, for reading
rather than for speed: `components` is what lies in the box, `position` what lies on the table and what can be
told from it, `asking` what a player or chance is asked, `railroad` the ways on the Map, `building`, `laying`
and `train` what can be done, `game` the course of play, `scoring` the end. Numbers in brackets, [PR-087] or
[A27], name the statement or the ruling that a line carries out.
"""

from tests.referees.pacific_rails_inc.components import CONFIGURATIONS as CONFIGURATIONS
from tests.referees.pacific_rails_inc.components import Configuration as Configuration
from tests.referees.pacific_rails_inc.game import Game as Game
