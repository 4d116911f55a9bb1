"""R76.: formulas in cells, and what is counted at the end."""

from typing import Final

TEXT: Final = """
=== R760 end This cell of a column of formulas is none
A cell of a `formula` column is one number or one condition that is worked out when it is read; `-` is
an empty one.
--- bad
table goals of goal:
  goal   | measure formula
  corner | 1, 2
--- good
table goals of goal:
  goal   | measure formula
  corner | number of squares where mine
=== R761 end The formulas of a column are of several sorts
All cells of a `formula` column are numbers, or all are conditions.
--- bad
table goals of goal:
  goal   | measure formula
  corner | 3
  middle | some squares where empty
--- good
table goals of goal:
  goal   | measure formula
  corner | 3
  middle | number of squares where empty
=== R762 end A column of formulas takes nothing in brackets
What stands in brackets behind such a column is the player for whom it is worked out, and a table that is
asked with keys holds values alone.
--- bad
table goals of goal:
  goal   | measure(player) formula
  corner | 3
--- good
table goals of goal:
  goal   | measure formula
  corner | 3
=== R763 end It is not known how good a plan can still become
A line that begins with `most` or `least` adds and subtracts what is counted or summed up over the fates, and
multiplies or divides it by what is the same for all plans. Then more of one thing is always better, or always
worse.
--- bad
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
  value means sum of vp over done
  most value mod 2
--- good
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
  value means sum of vp over done
  most value div 2
=== R764 end The plan does not know this
A plan knows the fates of its `each` lines and the values that its lines give a meaning; what a fate uses is a
column of the pieces with a number for each thing, or a set of things.
--- bad
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
  dome uses vp from my hand
  most sum of vp over done
--- good
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
  most sum of vp over done
=== R765 end A plan is not complete
A plan says for one kind of pieces or members which fates they can have, and with `most` or `least` which plan
is best. It is made for a limited number of them.
--- bad
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
--- good
table cards of card, as pieces:
  card | vp
  coal | 3
each player has:
  hand: zone of card
best plan:
  each card in my hand: done or failed
  most sum of vp over done
=== R766 file It is not said whose score this is
A score of members of a kind is one of players if `actors` says which player each of them acts for.
--- bad
game "Lines"
  players 2
  length 9
kind lines of line: red, blue
play:
  each player acting: turn
turn:
  choose line from lines as taken
score of lines:
  "Red": 1
--- good
game "Lines"
  players 2
  length 9
kind lines of line: red, blue
play:
  each player acting: turn
turn:
  choose line from lines as taken
score:
  "Red": 1
=== R767 end There is nothing to be ranked like that
`standing` ranks players by members of a kind whose score it is, and a game without a winner is one for a
single player: among several, those who are level share the place.
--- bad
standing of player: weakest of squares
--- good
score_of_corner means 1 if a1 is mine else 0
"""
