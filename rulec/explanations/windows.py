"""What can be wrong with obligations, windows and free actions."""

from typing import Final

TEXT: Final = """
=== R611 end No decision, window or helper has this name
`open at` names decisions and windows; `helped by` names free actions and rules.
--- bad
free action wave:
  open at sqare
  once a turn
  let n = 1
--- good
free action wave:
  open at square
  once a turn
  let n = 1
=== R612 end Nothing keeps a free action from going on for ever
Whoever may use a free action could use it again and again. Say how often it can be used, or what every use
makes smaller.
--- bad
free action wave:
  open at square
  let n = 1
--- good
free action wave:
  open at square
  once a turn
  let n = 1
=== R613 end Nothing is left to chance here
What is `certain` draws, rolls or takes a random member in its own sentences: a look-ahead goes on behind it.
--- bad
effect again, certain:
  let n = 1
--- good
effect again, certain:
  roll n in 1 to 6
=== R614 end What can come is not known to all
A look-ahead goes on behind what is `certain`, so it must not matter what only some players know.
--- bad
each player has:
  luck: 1 to 6, seen by owner
effect again, certain:
  roll n in 1 to my luck
--- good
each player has:
  luck: 1 to 6
effect again, certain:
  roll n in 1 to my luck
=== R615 end `always` can't try a rule out
The condition is evaluated wherever the game stops and in every position that is loaded. No rule is tried out
there.
--- bad
always some_room: can more_stones
effect more_stones:
  choose square from squares where empty as extra
  place my stone on square
--- good
always some_room: (number of squares where empty) >= 0
effect more_stones:
  choose square from squares where empty as extra
  place my stone on square
"""
