"""R.5.: routes and payments."""

from typing import Final

TEXT: Final = """
=== R850 turn No route has this name
Only a route that the file declares can be followed.
--- bad
route way from here over squares, no square twice:
  over empty | free
turn:
  choose square from squares where empty
  follow wai from square as step
  place my stone on square
--- good
route way from here over squares, no square twice:
  over empty | free
turn:
  choose square from squares where empty as start
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R851 turn It is not said where a route begins
A route begins where it is followed from, or at a marker: a variable of whoever follows it.
--- bad
route way over squares, no square twice:
  over empty | free
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way as step
--- good
route way from here over squares, no square twice:
  over empty | free
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R852 turn A route leads nowhere
Spaces for which no row holds cannot be entered, so a route needs at least one row for those that can.
--- bad
route way from here over squares, no square twice:
  over empty | passed through
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
--- good
route way from here over squares, no square twice:
  over empty | free
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R853 turn Something is said beside `free`, `closed` or `passed through`
Such a space asks for nothing else, so these words stand alone; there is nothing to choose at a space that is
closed or passed through.
--- bad
route way from here over squares, no square twice:
  over empty | free, uses 1 step
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
--- good
route way from here over squares, no square twice:
  over empty | uses 1 step
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R854 turn A question about a space has no name
Where a row has several sides, the player is asked which one is meant. Every decision has a name.
--- bad
route way from here over squares, no square twice:
  over empty | uses 1 step / free
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
--- good
route way from here over squares, no square twice:
  over empty | uses 1 step / free as gait
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R855 turn A way could go round and round
Each step must use something up, or no space may be entered twice; otherwise a way would never have to end.
--- bad
route way from here over squares:
  over empty | free
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
--- good
route way from here over squares:
  over empty | uses 1 step
  at most 2 steps
turn:
  choose square from squares where empty
  place my stone on square
  if some neighbours of square where empty: follow way from square as step
=== R856 end Goods are paid with each other in a circle
What is missing of some goods is paid with one other sort of goods, which is paid with nothing else itself.
--- bad
money: goods of each player, unlimited
payment selling: pays money, what is missing with money at 2 each
--- good
money: goods of each player, unlimited
share: goods of each player, unlimited
payment selling: pays money, what is missing with share at 2 each
=== R857 end What stands for other goods has an impossible worth
One of them is worth at least 1, and all that a player can have must be worth a number that
can be worked with.
--- bad
money: goods of each player, unlimited
share: goods of each player, unlimited
payment selling: pays money, what is missing with share at 0 each
--- good
money: goods of each player, unlimited
share: goods of each player, unlimited
payment selling: pays money, what is missing with share at 150 each
=== R858 more A route is never followed
What a route asks for is checked where it is followed.
--- bad
  if no squares where empty: end the game
route way from here over squares, no square twice:
  over empty | free
--- good
  if some squares where mine: follow way from the first of squares where mine as step
route way from here over squares, no square twice:
  over squares | free
=== R860 more No payment has this name
Behind `pay by` stands the name of a payment that the file declares.
--- bad
  pay by prise
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
=== R861 more It is not said how much a payment is to cover
A payment is done when what has been paid is worth what it covers.
--- bad
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  nothing superfluous
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
=== R862 more The headings of a payment make no sense
The columns are called `source`, `from` and `worth`; `only_for` and `goes_to` may stand behind them.
--- bad
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | value
  money  | my money | 1
  covers 2
  nothing superfluous
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
=== R863 more A row of a payment makes no sense
A row names what is paid with, one place from which it comes and a number: what one of them is worth. Pieces
that lie on several spaces come from `union of` their zone over the spaces.
--- bad
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 0
  covers 2
  nothing superfluous
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
=== R864 more What a payment needs is not said by its rows
A line `needs` counts what has been paid by the rows from which it came; that way it is known at once which
piece is superfluous.
--- bad
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
  needs my money >= 2
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
  needs number of (paid where it is money) >= 2
=== R865 more Nothing is ever paid by a payment
What stands in a payment is checked where something is paid by it.
--- bad
  if no squares where empty: end the game
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
--- good
  pay by price
money: goods of each player, unlimited, starts 9
payment price:
  source | from     | worth
  money  | my money | 1
  covers 2
  nothing superfluous
=== R866 more What a route lays is no fixed number for each space
`lays` keeps pieces for a space of the way and puts them there at its end; so no space may come twice, and
the number is fixed.
--- bad
  if some squares where mine: follow way from the first of squares where mine as step
pieces rails of rail: 5, home stock
the game has:
  stock: zone of rail
each square has:
  track: place for 1 of rails
route way from here over squares:
  over empty | lays 1 rail of stock on track, uses 1 step
  at most 2 steps
--- good
  if some squares where mine: follow way from the first of squares where mine as step
pieces rails of rail: 5, home stock
the game has:
  stock: zone of rail
each square has:
  track: place for 1 of rails
route way from here over squares, no square twice:
  over empty | lays 1 rail of stock on track
"""
