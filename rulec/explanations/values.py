"""R3..: values of the wrong sort."""

from typing import Final

TEXT: Final = """
=== R301 more Yes or no is wanted
A condition is yes or no. A set is neither: ask whether it has members, with `some` or `no`. A number is
compared with another.
--- bad
  if squares where mine: end the game
--- good
  if some squares where mine: end the game
=== R302 score A number is wanted
A line of the score is a number. Count members with `number of`; turn yes or no into a number with
`1 if ... else 0`.
--- bad
score:
  "Points": squares where mine
--- good
score:
  "Points": number of squares where mine
=== R303 more A set is wanted
`some`, `no`, `number of`, `choose ... from` and the like are about a set: all members of a sort, or those for
which a `where` holds.
--- bad
  if some square: end the game
--- good
  if some squares where mine: end the game
=== R304 more It is the wrong sort of thing
A variable, a name in a list of names, a decider: each takes one sort of thing.
--- bad
  if square in columns: end the game
--- good
  if square's column in (columns where position = 1): end the game
=== R305 more These do not go together
Sets are joined with `+`, `-` and `within` if they have members of one sort; numbers are added to numbers.
--- bad
  if some (squares + columns): end the game
--- good
  if some (squares - (squares where mine)): end the game
=== R306 score Division by nothing
A number is divided by numbers above 0 only. It must be certain that the divisor is not negative.
--- bad
score:
  "Points": 7 div 0
--- good
score:
  "Points": 7 div 2
=== R307 score A result may be too large
Every result lies between -2,147,483,648 and 2,147,483,647. rulec works out how large a result may become from
the ranges of the variables.
--- bad
score:
  "Points": 2000000000 + 2000000000
--- good
score:
  "Points": 2000000 + 2000000
=== R308 more These can't be compared
`is` and `=` compare things of one sort. `<` and its like put numbers and members of one sort in order.
--- bad
  if square is 3: end the game
--- good
  if square's column's position is 3: end the game
=== R309 score The two sides of `else` differ
Whether the condition holds or not, the value must be of one sort.
--- bad
score:
  "Points": 1 if some squares where mine else no
--- good
score:
  "Points": 1 if some squares where mine else 0
=== R310 more Only squares lie next to each other
Rows, neighbours and reach are about squares of a board.
--- bad
  if 3 in a row among columns: end the game
--- good
  if 3 in a row among squares where mine: end the game
=== R311 more No such row fits the board
A row has at least 2 squares, and not more than the board is wide or high.
--- bad
  if 4 in a row among squares where mine: end the game
--- good
  if 3 in a row among squares where mine: end the game
=== R312 turn This may be none
`the first of` a set that is empty is none, and none has neither a place nor words of its own. `let` takes one
that exists; a name that may be none is a member below `if ... is not none:`.
--- bad
turn:
  choose square from squares where empty
  place my stone on the first of squares where empty
--- good
turn:
  choose square from squares where empty
  let other = the first of squares where empty
  place my stone on other
=== R313 more A piece can't be given a name
Pieces are known by the place where they lie. Name the place, or ask for the owner of the piece.
--- bad
  let stone = square's piece
--- good
  let player = square's piece's owner
=== R314 turn This is no place
Pieces lie in places: `each square has: piece: place for 1 of stones`. If a square has several places, say
which one.
--- bad
turn:
  choose square from squares where empty
  place my stone on square's column
--- good
turn:
  choose square from squares where empty
  place my stone on square
=== R315 end A move between places of two sorts
A piece is moved between places that are declared in one line.
--- bad
kind boxes of box: left, right
each box has:
  inside: place for 1 of stones
turn two:
  let square = the first of squares
  move square to left
--- good
turn two:
  let square = the first of squares
  let other = the last of squares
  move square to other
=== R317 more A second test behind `where` stands without brackets
Behind `where`, and behind the `has` of `every`, stands one test. An `and` or an `or` ends it and joins what
stands outside, so a second test of the members must stand in brackets together with the first.
--- bad
  if some squares where mine and it is empty: end the game
--- good
  if some squares where (mine and it is empty): end the game
=== R316 end The place is for other pieces
A place has room for pieces of one sort.
--- bad
pieces flags of flag: unlimited for each player
turn two:
  let square = the first of squares
  place my flag on square's piece
--- good
pieces flags of flag: unlimited for each player
turn two:
  let square = the first of squares
  place my stone on square's piece
=== R331 board Hexes have no diagonals
A square touches four others at its corners. A hex touches none there: all six around it are neighbours.
--- bad
board squares of square: hexes 3 by 3
square is alone when no diagonals of it where mine
--- good
board squares of square: hexes 3 by 3
square is alone when no neighbours of it where mine
=== R332 more Ways are compared by too many counts
A shortest way is the one with the fewest squares of one sort, then of another, up to four of them.
--- bad
  let way = shortest from square to squares over squares by fewest where mine, then fewest where empty,
    then fewest where column's position = 2, then fewest where row's position = 1,
    then fewest where column's position = 1
--- good
  let way = shortest from square to squares over squares by fewest where mine, then fewest where empty
=== R333 words The parts of a set are no value
Each connected part of a set is a set. Together they can be counted, and something can be asked of each.
--- bad
joined means parts of (squares where mine)
--- good
joined means number of parts of (squares where mine) = 1
"""
