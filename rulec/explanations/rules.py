"""R4.. to R6..: the game as a whole, its sizes, and what looks odd."""

from typing import Final

TEXT: Final = """
=== R401 heading There is no game
A file begins with the title of the game and the number of players.
--- bad
the game has:
  coins: 0 to 9
--- good
game "Example"
  players 2
=== R402 end Something stands twice in a file
A file has one `game`, one `play:`, one `setup:`, one `score:` and one line `ties:`.
--- bad
score:
  "Points": 1
--- good
ties: most 1
=== R403 heading The number of players is not said
Below the title stands `players 2`, or `players 2 to 4`.
--- bad
game "Example"
  length 9
--- good
game "Example"
  players 2
=== R404 heading The number of players can't be
A game has 1 to 8 players. The smaller number stands first.
--- bad
game "Example"
  players 4 to 2
--- good
game "Example"
  players 2 to 4
=== R405 heading The length can't be
`length` says how many decisions a game takes at most. A game that takes more is stopped with an error.
--- bad
game "Example"
  players 2
  length 0
--- good
game "Example"
  players 2
  length 9
=== R406 heading The title is empty
The title is shown to players.
--- bad
game ""
  players 2
--- good
game "Example"
  players 2
=== R407 score There is no score
`score:` is the sheet that says who wins: one line for each way to get points, worked out for every player.
--- bad
one means 1
--- good
score:
  "Points": 1
=== R408 end Two boards are counted otherwise
All boards of a game have their columns and rows in common, and so the names and numbers of these.
--- bad
board fields of field: 2 columns by 2 rows, counted from 0
--- good
board fields of field: 2 columns by 2 rows
=== R410 end A place holds one piece
A place has room for 1 piece so far.
--- bad
kind hands of hand: left, right
each hand has:
  held: place for 2 of stones
--- good
kind hands of hand: left, right
each hand has:
  held: place for 1 of stones
=== R411 more A sentence is never reached
Nothing happens after `end the game`.
--- bad
  if some squares where mine:
    end the game
    let n = 1
--- good
  if some squares where mine:
    let n = 1
    end the game
=== R412 play Only players act
`acting` says whose turn it is. Other things are gone through with a plain `each`.
--- bad
play:
  each square acting in squares: turn
--- good
play:
  each player acting in seat order: turn
=== R414 more Two options have one name
The options of a decision are told apart by their names.
--- bad
  choose one as next:
    pass: end the game
    pass: let n = 1
--- good
  choose one as next:
    pass: end the game
    stay: let n = 1
=== R415 more This can't be changed
`set`, `raise` and `lower` change variables and what `let` has named. Pieces are placed, moved and removed.
--- bad
  set square's piece to none
--- good
  remove square
=== R416 play It is not said how the game is played
`play:` says what happens from the beginning to the end of the game.
--- bad
rule resign:
  end the game
--- good
play:
  repeat:
    each player acting in seat order: turn
=== R417 turn Nobody decides anything
A game in which no rule has a `choose` can't be played.
--- bad
turn:
  end the game
--- good
turn:
  choose square from squares where empty
=== R418 words A definition uses itself
What a word means can't depend on the word itself, not even by way of others.
--- bad
square is mined when not mined
--- good
square is mined when not mine
=== R420 more A turn is carried out inside itself
Rules may lead back to themselves, but no turn begins before the one that is running is over. What happens
again and again stands below `repeat:`.
--- bad
  if some squares where mine: turn
--- good
  repeat 2 times: let n = 1
=== R421 score Two lines of the score have one name
The lines of the score sheet are told apart by their labels.
--- bad
score:
  "Points": 1
  "Points": 2
--- good
score:
  "Points": 1
  "More points": 2
=== R422 turn It is not said what is done with the choice
A `choose` with other options below it ends in a colon, and below it stands what is done if one is chosen.
--- bad
turn:
  choose square from squares where empty
  or pass: end the game
--- good
turn:
  choose square from squares where empty:
    place my stone on square
  or pass: end the game
=== R423 end The number of players of an example can't be
An example is played by as many players as the game can have.
--- bad
example "a crowd":
  players 5
--- good
example "a pair":
  players 2
=== R424 end The value of an option can't be
An option is one of its values: a name, a number, `yes` or `no`.
--- bad
example "fast":
  option speed is 2 + 3
--- good
example "fast":
  option speed is fast
=== R425 end A line of an example comes too late
`players` and `option` say which game is played, so they stand before everything that happens in it.
--- bad
example "late":
  play "square: a1"
  players 2
--- good
example "in time":
  players 2
  play "square: a1"
=== R426 end There is no such turn or phase
Behind `at` stands the name of a `turn` or of a `phase`: the places at
which a position made by hand may go on.
--- bad
example "somewhere":
  at middle of p1
--- good
example "a turn":
  at turn of p1
=== R427 end It is not said who acts
A turn or phase that speaks of `me` is somebody's.
--- bad
example "whose turn":
  at turn
--- good
example "a turn":
  at turn of p1
=== R428 end Something is decided in `given` or `then`
`given` puts things where they are to be and `then` looks at them. What players decide is played, by label, in
a line of its own.
--- bad
example "a stone":
  given each s in squares: choose t from squares
--- good
example "a stone":
  given place p1's stone on a1
  play "square: b1"
=== R429 end What is assumed has another name
Behind `for` stand names of what is declared there: what is assumed, and not said in the rulebook.
--- bad
assumed "the picture is lost" for sqares
--- good
assumed "the picture is lost" for squares
=== R430 end It is not said why something is assumed
`assumed` is followed by the reason, in quotes.
--- bad
assumed "" for squares
--- good
assumed "the picture is lost" for squares
=== R431 board The rows of squares lie straight
Only rows of hexes can lie half a space further right than the others.
--- bad
board squares of square: 3 columns by 3 rows, odd rows half a space right
--- good
board squares of square: hexes 3 by 3, odd rows half a space right
=== R432 board So many neighbours can't be
A square has 4 neighbours, or 8 if its corners count; a hex has 6.
--- bad
board squares of square: 3 columns by 3 rows, 6 neighbours
--- good
board squares of square: 3 columns by 3 rows, 8 neighbours
=== R433 end There is no such option
Options are called by the decision and what is chosen, as in `rulec play`: `"square: a1"`. Behind `play` and
`offered` stands such a name of an option that the rules can offer, at that moment or another.
--- bad
example "a corner":
  play "square: a9"
--- good
example "a corner":
  play "square: a1"
=== R440 turn Chance can't be asked here
Chance is asked once, in a sentence: a `let`, a `set`, a call. A `where`, a definition, a `when` or a side of
`and` may be looked at again and again, or not at all. Name what chance brings in a line before.
--- bad
turn:
  choose square from squares where it is a random one of squares
  place my stone on square
--- good
turn:
  let lucky = a random one of squares
  choose square from squares where it is not lucky
  place my stone on square
=== R441 turn Two things that chance brings have one name
Outcomes are known by name, as in `die: 3`, so what has one name is of one sort. Rolls of one name may have
different ends.
--- bad
turn:
  choose square from squares where empty
  place my stone on square
  if no squares where empty: let x = a random one of squares
  otherwise: roll x in 1 to 6
--- good
turn:
  choose square from squares where empty
  place my stone on square
  if no squares where empty: let x = a random one of squares
  otherwise: roll die in 1 to 6
=== R442 turn There is no number to roll
The first number of a roll is not greater than the second.
--- bad
turn:
  roll die in 6 to 1
  choose square from squares where empty
  place my stone on square
--- good
turn:
  roll die in 1 to 6
  choose square from squares where empty
  place my stone on square
=== R443 has Something is said twice of a variable
What a variable starts with and who sees it are each said once.
--- bad
each player has:
  secret: 0 to 9, starts 3, starts 4
--- good
each player has:
  secret: 0 to 9, starts 3, seen by owner
=== R444 has It is not said who sees a variable
A variable of the players is `seen by owner` or `seen by nobody`; any other is `seen by nobody`. Where nothing
is said, all see it.
--- bad
the game has:
  secret: 0 to 9, seen by owner
--- good
each player has:
  secret: 0 to 9, seen by owner
=== R423 turn No part of an order has this name
`after`, `before`, `at most one of` and `skip part` name parts of the order that they stand in.
--- bad
turn:
  any order as plan:
    must look: nothing_yet
    may rest after looking: nothing_yet
rule nothing_yet: let n = 1
--- good
turn:
  any order as plan:
    must look: nothing_yet
    may rest after look: nothing_yet
rule nothing_yet: let n = 1
=== R501 end A kind has too many members
A kind has at most 4,096 members.
--- bad
kind stars of star: sirius<5000 TIMES|,
  star{i}>
--- good
kind stars of star: sirius, vega
=== R502 board The board has an impossible size
A board has 1 to 64 columns and 1 to 64 rows.
--- bad
board squares of square: 100 columns by 100 rows
--- good
board squares of square: 10 columns by 10 rows
=== R503 pieces The number of pieces can't be
Each player has 1 to 4,096 pieces of a sort, or as many as needed: `unlimited`.
--- bad
pieces stones of stone: 0 for each player
--- good
pieces stones of stone: 20 for each player
=== R505 has The range is empty
The smaller number stands first.
--- bad
  height: 9 to 0
--- good
  height: 0 to 9
=== R506 has The range is too large
A variable holds numbers between -1,000,000 and 1,000,000.
--- bad
  height: 0 to 2000000
--- good
  height: 0 to 2000
=== R507 has The start is out of range
A variable starts with a number of its range.
--- bad
  height: 0 to 9, starts 10
--- good
  height: 0 to 9, starts 1
=== R508 has The start is of the wrong sort
A flag starts with `yes` or `no`, a number with a number, a member with the name of one.
--- bad
  height: 0 to 9, starts yes
--- good
  height: 0 to 9, starts 1
=== R509 score A number is too large
Numbers go up to 2,147,483,647.
--- bad
score:
  "Points": 3000000000
--- good
score:
  "Points": 3000
=== R510 end A variable is never in its range
The value lies outside the range of the variable whatever happens.
--- bad
the game has:
  coins: 0 to 9
turn two:
  set coins to 10
--- good
the game has:
  coins: 0 to 9
turn two:
  set coins to 9
=== R511 board The game has too many options
All options of all decisions are numbered, at most 4,096 of them. Choose in two steps what is chosen in one:
first the column, then the row.
--- bad
board squares of square: 64 columns by 64 rows
rule more:
  choose other from squares
turn two:
  more
--- good
board squares of square: 32 columns by 64 rows
rule more:
  choose other from columns
turn two:
  more
=== R512 end Definitions use each other too deep
A definition that uses others, which use others, may do so 64 deep.
--- bad
d0 means d1 + 1<70 TIMES|
d{i} means d{j} + 1>
d71 means 1
--- good
d0 means d1 + 1
d1 means 1
=== R513 score The score may be too large
All lines together lie between -2147483647 and 2147483647, and so does what breaks a tie.
--- bad
score:
  "Points": 2000000000
  "More points": 200000000
--- good
score:
  "Points": 200000
=== R514 end Rules call each other too deep
A rule that calls others, which call others, may do so 64 deep.
--- bad
rule r0:
  r1<70 TIMES|
rule r{i}:
  r{j}>
rule r71:
  end the game
--- good
rule r0:
  r1
rule r1:
  end the game
=== R515 score What is given may be too large
A number that is given to a rule or definition lies between -1,000,000 and 1,000,000.
--- bad
double(n) means n * 2
score:
  "Points": double(2000000)
--- good
double(n) means n * 2
score:
  "Points": double(2000)
=== R516 end Too many values are kept
What is kept for each of several things at once is kept for every combination of them.
--- bad
kind towns of town: t_1 to t_300
kind goods of good: g_1 to g_300
each town has:
  stock(good): 0 to 9
--- good
kind towns of town: t_1 to t_30
kind goods of good: g_1 to g_30
each town has:
  stock(good): 0 to 9
=== R517 end Too many different numbers
Numbers that `number of different` tells apart lie in a range of up to 4096.
--- bad
the game has:
  total: 0 up
sums means number of different total + row's position over squares
--- good
sums means number of different row's position + column's position over squares
=== R531 board The board has too many steps
Where rules speak of `steps`, each way from a square to the next one is a thing of its own, and there are at
most 4,096 of them.
--- bad
board squares of square: 30 columns by 30 rows
step is level when goal's row is start's row
--- good
board squares of square: 20 columns by 20 rows
step is level when goal's row is start's row
=== R540 turn A roll has too many outcomes
All rolls of one name together come to at most 4,096 different numbers.
--- bad
turn:
  roll die in 1 to 5000
  choose square from squares where empty
  place my stone on square
--- good
turn:
  roll thousands in 0 to 4
  roll units in 0 to 999
  choose square from squares where empty
  place my stone on square
=== R601 end A rule is never used
Nothing calls this rule. The game can be played all the same, so this is a warning.
--- bad
rule resign:
  end the game
--- good
one means 1
=== R602 more A condition never holds
What is asked here is impossible: a number outside the range of a variable, two values at once, or the
contrary of a condition around it. The game can be played all the same, so this is a warning.
--- bad
  let edge = square's row is the first of rows
  if square is mine and square is not mine: end the game
--- good
  if square is mine: end the game
=== R603 more A condition always holds
Nothing can be otherwise: leave the condition out, or ask what was meant. The game can be played all the
same, so this is a warning.
--- bad
  if square is mine or square is not mine: end the game
--- good
  if square is mine: end the game
=== R604 end An end can be missed
With `=` the game, or a loop, ends at one number only: in `end when`, `repeat until`, `if ...: end the game`.
A step larger than 1 jumps over it, and a position beyond it (made by hand, or of another length of the
game) goes on for ever.
--- bad
the game has:
  hours: 0 to 100
end when hours = 10, at any moment: end the game
effect passing: raise hours by 3
--- good
the game has:
  hours: 0 to 100
end when hours >= 10, at any moment: end the game
effect passing: raise hours by 3
"""
