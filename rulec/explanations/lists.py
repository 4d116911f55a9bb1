"""R34.: lists and orderings."""

from typing import Final

TEXT: Final = """
=== R341 more Players who are equal would stand in no order
Members of a kind that are equal in every key stay in the order in which they are declared. Players are
declared nowhere, and it would always be the first seat that gains by a tie. So the last key must tell any two
players apart: their seats do, and so does the place of each in a list.
--- bad
each player has:
  wins: 0 to 9
turn two:
  each p in players in order of most wins: raise p's wins by 1
--- good
each player has:
  wins: 0 to 9
turn two:
  each p in players in order of most wins, then in seat order: raise p's wins by 1
=== R342 more These have no seats
Players sit around the table; squares and members of kinds do not.
--- bad
  let one = the first of (squares where mine) in seat order
--- good
  let one = the first of (squares where mine) in order of row, then column
=== R343 end Pieces of which equal ones lie there stand in no order
A zone in which several equal pieces lie is no set, and cannot be put in order. What a set of their kinds can
do goes with the kinds themselves.
--- bad
kind colours of colour: red, blue
pieces cubes of cube: 3 of each colour
the game has:
  heap: zone of cube
turn two:
  each c in heap in order of it: end the game
--- good
kind colours of colour: red, blue
pieces cubes of cube: 3 of each colour
the game has:
  heap: zone of cube
turn two:
  each c in colours where it in heap: end the game
=== R344 end Only a list can be long
`at most` behind the declaration of a list says how many entries it has room for. A number has its range.
--- bad
the game has:
  round: 0 to 9, at most 5
--- good
the game has:
  round: 0 to 5
  order: list of player, at most 5
=== R345 more What stands in an order is asked for another one
A loop goes over its members in an order that the rules give, or in one that a player chooses.
--- bad
  each s in (squares where mine) in order of row in an order of my choice as next: end the game
--- good
  each s in (squares where mine) in an order of my choice as next: end the game
=== R346 end A list is too long
rulec keeps lists of up to 1,000 entries. One that is not said to be longer has room for each member once.
--- bad
the game has:
  moves: list of square, at most 2000
--- good
the game has:
  moves: list of square, at most 200
=== R347 more A set has no entries
Entries are counted in a list. The members of a set have no places until they are put in order.
--- bad
  if entry 2 of (squares where mine) is square: end the game
--- good
  if entry 2 of ((squares where mine) in order of row) is square: end the game
"""
