"""R.88.: decks, and who sees what of pieces."""

from typing import Final

TEXT: Final = """
=== R880 end A deck can't be like this
A deck is made of pieces of which there are so many and which belong to nobody. What is said of it must go
together: nothing lies on top of a bag, and only what has been discarded can be shuffled again.
--- bad
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
  crop | 2
deck pile of tile: from tiles, reshuffle when empty
--- good
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
  crop | 2
deck pile of tile: from tiles, discard pile, reshuffle when empty
=== R881 end Nothing can be drawn here
`draw` takes pieces from a deck to a zone. What lies on top is known only of a deck that is declared with
`top shown`.
--- bad
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
the game has:
  pile: zone of tile
action refill:
  draw 1 from pile to my hand
--- good
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
deck pile of tile: from tiles
action refill:
  draw 1 from pile to my hand
=== R882 end This is seen all the same, or by all
Pieces can be hidden in zones that are `seen by owner` or `seen by nobody`. What is shown is shown to all
players.
--- bad
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
action refill:
  move coal to my hand face down
--- good
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile, seen by owner
action refill:
  move coal to my hand shown to players
=== R883 end What is drawn has to go somewhere
`draw` takes pieces to a zone. Without a zone they are kept aside, face up, under the name behind `giving`,
and the rule does something with each of them before it ends.
--- bad
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
deck pile of tile: from tiles
action look:
  draw up to 2 from pile face up
--- good
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
deck pile of tile: from tiles
action look:
  draw up to 2 from pile face up giving drawn
  choose tile from drawn as kept, if any: move tile to my hand
  put drawn under pile in random order
=== R884 end This can't lie under the deck, or be taken from there
Pieces of the deck's own sort are put under it, from the zone in which they lie. What lies under a deck comes
to light when it is drawn, and in no other way.
--- bad
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
deck pile of tile: from tiles
action sink:
  put my hand under pile
  move all tiles from pile to my hand
--- good
table tiles of tile, as pieces, count 4:
  tile | worth
  coal | 3
each player has:
  hand: zone of tile
deck pile of tile: from tiles
action sink:
  put my hand under pile
  draw 1 from pile to my hand
"""
