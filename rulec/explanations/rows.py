"""R87.: rows, whose pieces lie in an order."""

from typing import Final

TEXT: Final = """
=== R871 end This can't be said of a row
Only a row of somebody's own pieces begins `full` or is `laid over` a table, and there must be as many pieces
as places.
--- bad
pieces cubes of cube: 4, home box
the game has:
  shelf: row of cube, full
--- good
pieces cubes of cube: 4 for each player, home box
each player has:
  shelf: row of cube, full
=== R872 end Only rows have places
A row has a leftmost and a rightmost piece. `on` asks a row that is `laid over` a table what lies on one of
its members.
--- bad
pieces cubes of cube: 4 for each player, home box
each player has:
  shelf: zone of cube
action take:
  remove leftmost of my shelf
--- good
pieces cubes of cube: 4 for each player, home box
each player has:
  shelf: row of cube
action take:
  remove leftmost of my shelf
=== R874 end This is no purse
From a purse each player pays, and into it gains: an open zone, one for each player, of pieces that belong to
nobody, with several of a kind.
--- bad
pieces cubes of cube: 12, home box
the game has:
  store: zone of cube, purse
--- good
pieces cubes of cube: 12, home box
each player has:
  store: zone of cube, purse
=== R873 end Pieces leave this row from the left
The places of a row that is laid over a table are filled up to the right end, so its pieces leave from the
left.
--- bad
table steps of step:
  step | places
  low  | 2
  high | 1
pieces cubes of cube: 3 for each player, home box
each player has:
  shelf: row of cube, full, laid over steps by places
action take:
  move 1 cube from my shelf to box
--- good
table steps of step:
  step | places
  low  | 2
  high | 1
pieces cubes of cube: 3 for each player, home box
each player has:
  shelf: row of cube, full, laid over steps by places
action take:
  remove leftmost of my shelf
"""
