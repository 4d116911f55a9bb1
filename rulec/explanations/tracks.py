"""R74..: tracks, and values that are said case by case; rows of a table that are pieces."""

from typing import Final

TEXT: Final = """
=== R839 end Which rows are pieces is not known
`from TABLE where` looks at the columns of the table: which pieces there are is the same in every game.
--- bad
table wares of ware:
  ware  | worth
  salt  | 1
  spice | 4
pieces jars of jar: from wares where worth > number of players
--- good
table wares of ware:
  ware  | worth
  salt  | 1
  spice | 4
pieces jars of jar: from wares where worth > 2
=== R740 end The cases go by something unknown
`means by KIND:` goes by what stands in the brackets of the value, or by what the value belongs to.
--- bad
kind tasks of task: build, sell
worth means by task:
  build | 3
  sell  | 4
--- good
kind tasks of task: build, sell
worth(task) means by task:
  build | 3
  sell  | 4
=== R741 end The cases are not complete
Below `means by` every member stands in exactly one case: its name, `|` and its value. Members with the same
value can share a line, with commas between them.
--- bad
kind tasks of task: build, sell, rest
worth(task) means by task:
  build | 3
  sell  | 4
--- good
kind tasks of task: build, sell, rest
worth(task) means by task:
  build      | 3
  sell, rest | 4
=== R742 end This track has no markers, or they are nobody's
A track `for each player` has a marker of each player on it, which starts somewhere, is raised and pays at
gates. Without that it is a row of spaces with names: `track bids of bid:` and rows below it.
--- bad
track fame, starts 1: 0 to 6
--- good
track fame for each player, starts 1: 0 to 6
=== R743 end The numbers of a track do not grow
Every space of a track has its own number, and they grow along the track, perhaps with gaps. Where several
spaces have the same number, name the spaces and give them a column.
--- bad
track fame for each player: 0, 1, 1, 2
--- good
track fame for each player: 0, 1, 2, 4
=== R744 end The first columns of a track
The rows of a track begin with what its brackets name, then with the number of the space, under the word for
one space, or `slot` if there is none.
--- bad
track fame for each player:
  number | gain
  1      | 0
  2      | 4
--- good
track fame for each player:
  slot | gain
  1    | 0
  2    | 4
=== R745 end A space of a track is missing, or there twice
Each kind of marker goes over the same numbers, and each of its spaces has one row.
--- bad
kind lines of line: north, south
track rank(line) for each player:
  line  | slot
  north | 1
  north | 2
  south | 1
--- good
kind lines of line: north, south
track rank(line) for each player:
  line  | slot
  north | 1
  north | 2
  south | 1
  south | 2
=== R746 turn This marker never goes down
A track that is `never down` has markers that `raise` alone moves. Leave `never down` out if they go back as
well.
--- bad
track fame for each player, never down: 0 to 6
turn:
  choose square from squares where empty
  place my stone on square
  lower my fame by 1
--- good
track fame for each player, never down: 0 to 6
turn:
  choose square from squares where empty
  place my stone on square
  if my fame < 6: raise my fame by 1
=== R747 end There is no space above this
`2 steps above my fame` counts along a track: what follows is one of its spaces.
--- bad
square is far when 2 steps above square = 3
--- good
track fame for each player: 0 to 6
player is near_end when 2 steps above player's fame = 6
"""
