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
"""
