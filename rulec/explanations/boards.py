"""R86.: graphs, and boards that are drawn."""

from typing import Final

TEXT: Final = """
=== R861 end An edge has two ends
In the column `ends` of a graph each cell names the two nodes that the edge joins, with `-` between them.
--- bad
kind towns of town: york, bath
graph roads of road: edges between towns
  road | ends
  r1   | york
--- good
kind towns of town: york, bath
graph roads of road: edges between towns
  road | ends
  r1   | york - bath
=== R862 end These lie next to each other already
One graph says what lies next to what, and the squares of a board lie next to each other by themselves.
--- bad
graph roads of road: edges between squares
  road | ends
  r1   | a1 - b2
--- good
table roads of road:
  road | joined set of square
  r1   | a1, b2
=== R863 end A graph does not say what it joins
A graph of edges has a column `ends`; a graph `one way along` a column has that column, with the members that
come next in its cells. What the column holds is known, and its heading does not say it.
--- bad
graph path of stop: one way along next
  stop | fee
  s1   | 2
--- good
graph path of stop: one way along next
  stop | fee | next
  s1   | 2   | s2
  s2   | 2   | -
=== R864 board A board is drawn in another size
A picture has one row for each row of the board, and a sign for each column. Signs of several letters have
spaces between them. All pictures of one board have the same spaces.
--- bad
board squares of square: 3 columns by 3 rows
  drawn: "." is a space, "#" is no space
    "..#"
    "..."
--- good
board squares of square: 3 columns by 3 rows
  drawn: "." is a space, "#" is no space
    "..#"
    "..."
    "#.."
=== R865 board It is not said what a sign means, or it has two meanings
The line `drawn: ...` says what each sign of the picture means.
--- bad
board squares of square: 3 columns by 3 rows
  drawn: "." is a space
    "..#"
    "..."
    "..."
--- good
board squares of square: 3 columns by 3 rows
  drawn: "." is a space, "#" is no space
    "..#"
    "..."
    "..."
=== R866 end A graph has no straight lines
Lines, rows, runs and diagonals are there on boards of squares and hexes. On graphs there are neighbours,
parts, steps and the shortest way.
--- bad
kind towns of town: york, bath
graph roads of road: edges between towns
  road | ends
  r1   | york - bath
longest means longest line in towns
--- good
kind towns of town: york, bath
graph roads of road: edges between towns
  road | ends
  r1   | york - bath
longest means most (number of it) over parts of towns
=== R867 end This column holds no signs
Behind `drawn:` stands a column of texts: the sign of each member in the picture.
--- bad
table lands of land:
  land | cost
  hill | 2
board fields of field: 2 columns by 1 rows
  drawn: land's cost
    "22"
--- good
table lands of land:
  land | sign | cost
  hill | "h"  | 2
board fields of field: 2 columns by 1 rows
  drawn: land's sign
    "hh"
=== R868 end It is not said which square is meant
A name such as `a1` that two boards have names no square: `field(1, 1)` does, with the numbers of its column
and row. A place where nothing is drawn has no square.
--- bad
board fields of field: 2 columns by 2 rows
field is corner when it is a1
--- good
board fields of field: 2 columns by 2 rows
field is corner when it is field(1, 1)
"""
