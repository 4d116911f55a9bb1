"""R7..: tables, and kinds made of other kinds."""

from typing import Final

TEXT: Final = """
=== R701 end A row has too many or too few cells
Every row of a table has one cell for each column; `-` is an empty one. A `|` stands between two cells, not at
the ends of a row.
--- bad
table towns of town:
  town | price
  york | 3
  bath
--- good
table towns of town:
  town | price
  york | 3
  bath | -
=== R702 end A table has no rows
The first line of a table holds its headings; below it stands one row for each member.
--- bad
table towns of town:
  town | price
--- good
table towns of town:
  town | price
  york | 3
=== R704 end Which column is not said
A table whose columns have names is asked for one of them: `fees(2)'s height`.
--- bad
table fees by number of players:
  players | height | width
  2       | 3      | 4
cost means fees(2)
--- good
table fees by number of players:
  players | height | width
  2       | 3      | 4
cost means fees(2)'s height
=== R705 end What stands in the brackets is missing
What is kept for each of several things is asked with them in brackets, as many as were declared.
--- bad
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | 6
cost means fees(1, 2)
--- good
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | 6
cost means fees(2)
=== R706 end A table may have nothing for this number
The number in the brackets must lie in the range that the table is declared for, whatever happens in the game.
--- bad
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | 6
cost means fees(number of squares)
--- good
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | 6
cost means fees(lesser of (1 + number of squares) and 3)
=== R707 end These are no numbered names
`l01 to l04` stands for `l01`, `l02`, `l03` and `l04`: both names begin alike and end in a number.
--- bad
kind engines of engine: small_1 to large_4
--- good
kind engines of engine: small_1 to small_4
=== R708 end The first cell of a row is no name
A row of a table is a member of a kind, and its first cell is that member's name.
--- bad
table towns of town:
  town   | price
  "York" | 3
--- good
table towns of town:
  town | display | price
  york | "York"  | 3
=== R709 end A row has no number of its own
`number` stands for the number at the end of the row's name, so that rows of `bid_1 to bid_9` hold 1 to 9.
--- bad
table bids of bid:
  bid    | worth
  lowest | number
--- good
table bids of bid:
  bid            | worth
  lowest         | 0
  bid_1 to bid_9 | number
=== R710 end A cell is outside the range of its column
The heading says between which numbers the cells of its column lie.
--- bad
table towns of town:
  town | level 1 to 5
  york | 6
--- good
table towns of town:
  town | level 1 to 6
  york | 6
=== R711 end A cell does not fit its column
Every cell of a column holds what its heading says: a number, `yes` or `no`, a member, several members.
--- bad
table towns of town:
  town | level 1 to 5
  york | yes
--- good
table towns of town:
  town | level 1 to 5 | open flag
  york | 3            | yes
=== R712 end The cells of a column are of several sorts
Without a type in its heading, a column holds what all its cells are: numbers, yes and no,
members of one kind.
--- bad
kind colours of colour: red, blue
table towns of town:
  town | sign
  york | red
  bath | 3
--- good
kind colours of colour: red, blue
table towns of town:
  town | sign
  york | red
  bath | blue
=== R713 end A column with several members in a cell does not say what it holds
Members between commas are a set, and the heading says so.
--- bad
kind colours of colour: red, blue
table towns of town:
  town | shown
  york | red, blue
--- good
kind colours of colour: red, blue
table towns of town:
  town | shown set of colour
  york | red, blue
=== R714 end A column has no name
Columns of a table of members have names, by which the members are asked for them.
--- bad
table towns of town:
  town | 1
  york | 3
--- good
table towns of town:
  town | price
  york | 3
=== R715 end Two columns have one name
Columns of one name are told apart by members in brackets: `points(red)`, `points(blue)`.
--- bad
table towns of town:
  town | points | points
  york | 3      | 4
--- good
kind colours of colour: red, blue
table towns of town:
  town | points(red) | points(blue)
  york | 3           | 4
=== R716 end Only players are counted beforehand
A table can be asked with a number of players. For any other number its range is given.
--- bad
table fees by number of squares:
  2 | 3
  4 | 5
--- good
table fees by amount 2 to 3:
  2 | 3
  4 | 5
=== R717 end The headings are not the values of the last key
With `giving`, the members or numbers of the last key stand above the columns.
--- bad
kind colours of colour: red, blue
table fees by colour, age 1 to 3, giving 0 to 9:
  colour | first | second | third
  red    | 3     | 4      | 5
  blue   | 5     | 6      | 7
--- good
kind colours of colour: red, blue
table fees by colour, age 1 to 3, giving 0 to 9:
  colour | 1 | 2 | 3
  red    | 3 | 4 | 5
  blue   | 5 | 6 | 7
=== R718 end A number outside the range of the key
The first line of the table says for which numbers it has something.
--- bad
table fees by age 1 to 2:
  1 | 2 | 3
  4 | 5 | 6
--- good
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | 6
=== R719 end A row does not say what it is for
The first cells of a row of a `by` table are the keys that it is for.
--- bad
kind colours of colour: red, blue
table fees by age 1 to 2, colour:
  age | red | blue
  red | 3   | 4
--- good
kind colours of colour: red, blue
table fees by age 1 to 2, colour:
  age | red | blue
  1   | 3   | 4
  2   | 5   | 6
=== R720 end A table has nothing for something that it can be asked for
A `by` table has a cell for everything that can stand in its brackets; `-` is an empty cell.
--- bad
table fees by age 1 to 3:
  1 | 2
  4 | 5
--- good
table fees by age 1 to 3:
  1 | 2 | 3
  4 | 5 | -
=== R721 end A kind takes in itself
`each town` makes the members of one kind members of another; that can't go round in a circle.
--- bad
kind towns of town: york, each node
kind nodes of node: each town, crossing
--- good
kind towns of town: york
kind nodes of node: each town, crossing
=== R722 end Members are taken in twice
Every member stands once in a kind.
--- bad
kind towns of town: york, bath
kind nodes of node: each town, crossing, each town
--- good
kind towns of town: york, bath
kind nodes of node: each town, crossing
=== R723 end An option can't hold this
An option is a number of a range, a flag, or a member of a kind or table.
--- bad
option first: player, default 1
--- good
kind maps of map: east, west
option played: map, default east
=== R724 end No such number of players
What is allowed only with an option is a value of it, or a number of players that the game is played with.
--- bad
option long: flag, default no
  allowed 5 players only when long
--- good
option long: flag, default no
  allowed 2 players only when not long
=== R725 end Too many options
Every way to choose options and a number of players is listed; there are at most 4096.
--- bad
option length_of_game: 1 to 5000, default 100
--- good
option length_of_game: 50 to 200, default 100
=== R726 end This is not known before the game
What is allowed can only depend on options, the number of players, and tables.
--- bad
option long: flag, default no
  allowed yes only when no squares where empty
--- good
option long: flag, default no
  allowed yes only when number of players = 2
=== R727 end The defaults don't go together
Without any choice an option has its default, and a game with all defaults must be allowed.
--- bad
option long: flag, default yes
  allowed yes only when number of players = 1
--- good
option long: flag, default no
  allowed yes only when number of players = 1
"""
