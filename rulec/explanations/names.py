"""R2..: names."""

from typing import Final

TEXT: Final = """
=== R201 more Nothing has this name
The name is neither declared nor given in this rule, or it names something that has no value. If it looks like
a known name, the hint says which.
--- bad
  if some sqares where mine: end the game
--- good
  if some squares where mine: end the game
=== R202 end A name is declared twice
Every name stands for one thing. Players, columns and rows are declared by rulec itself.
--- bad
kind colours of colour: red, blue, red
--- good
kind colours of colour: red, blue
=== R203 end A word of the language as a name
Words with which sentences and formulas are built can't be names.
--- bad
kind most of colour: red, blue
--- good
kind colours of colour: red, blue
=== R204 end Plural and singular are the same
All of them and one of them need two names, for `squares` is a set and `square` a member of it.
--- bad
kind sheep of sheep: dolly, polly
--- good
kind flock of sheep: dolly, polly
=== R205 end No sort of thing has this name
Behind `each` and before `is ... when` stands the singular of a board or a kind, or `player`.
--- bad
each squares has:
  height: 0 to 9
--- good
each square has:
  height: 0 to 9
=== R206 has The name is taken by every position
A position written as a dictionary has some keys of its own; nothing of the game can have these names.
--- bad
  seats: 0 to 9
--- good
  chairs: 0 to 9
=== R207 has One thing has two words of the same name
A word belongs to a sort of thing once: a variable, a place, an adjective or a definition.
--- bad
  piece: 0 to 9
--- good
  height: 0 to 9
=== R208 more No pieces have this name
Behind `place my` and `place for 1 of` stands the name of pieces that are declared with `pieces`.
--- bad
  place my mark on square
--- good
  place my stone on square
=== R209 end No member of the kind has this name
A variable that holds a member starts with one of the names that the kind lists.
--- bad
kind colours of colour: red, blue
the game has:
  sky: colour, starts bleu
--- good
kind colours of colour: red, blue
the game has:
  sky: colour, starts blue
=== R210 play Nobody acts here
`me` and `my` are the player who acts. Somebody acts below `each player acting` and in the rules called from
there, but not in `play:` and `setup:` themselves.
--- bad
play:
  turn
--- good
play:
  each player acting in seat order: turn
=== R211 more There is no `it` here
`it` is the member that the condition of a `where` looks at, or the one that an adjective is about.
--- bad
  if it is empty: end the game
--- good
  if some squares where it is empty: end the game
=== R212 more A word could mean two things
Inside `where`, and in what is summed up over members, the member is `it`, is called by its kind, and its own
words can be used alone. If something further out has the same name, say which one is meant: `it` and
`it's piece` are the member that is looked at; what is further out can be used once the member has a name,
as in `some s in squares where s is not square`.
--- bad
  if some squares where square is empty: end the game
--- good
  if some squares where it is empty: end the game
=== R246 more `it` stands for two members
In one expression `it` is one member. If a filter inside a filter over the same things needs an `it` as
well, give one of the two members a name.
--- bad
  if some squares where (some neighbours of it where it is mine): end the game
--- good
  if some squares where (some s in neighbours of it where s is mine): end the game
=== R213 more It is not said which one is meant
`square` alone is any square. Name one first, with `choose`, `let` or `each`, or say `squares` for all
of them.
--- bad
  if some columns where square is empty: end the game
  let other = column
--- good
  if square is empty: end the game
=== R214 words It has no such word
Behind `'s` and `my` stands a word that this sort of thing has of its own.
--- bad
square is high when square's hight is 3
--- good
square is high when square's row is the last of rows
=== R215 more Nothing in brackets is wanted
Only definitions with a list of names in brackets take something in brackets.
--- bad
  let line = square's row(3)
--- good
  let line = square's row
=== R216 score Too much or too little is given
A rule or definition is given one thing for each name that it lists.
--- bad
double(n) means n * 2
score:
  "Points": double
--- good
double(n) means n * 2
score:
  "Points": double(1)
=== R217 more A name is given twice
Inside one rule a name stands for one thing. What `choose`, `let` and `each` name is known to the end of the
lines among which it stands.
--- bad
  let n = 1
  let n = 2
--- good
  let n = 1
  set n to 2
=== R218 more It is not said of which set this is a member
`each square:` is about all squares. With a name of your own, say of which set: `each corner in ...:`.
--- bad
  each corner: end the game
--- good
  each corner in squares where empty: end the game
=== R219 more No rule has this name
A sentence that is only a name carries out the rule of that name.
--- bad
  if some squares where mine: tun
--- good
  if some squares where mine: wind_up
rule wind_up:
  end the game
=== R220 end The score has no such line
In an example, `score("...")` of a player is the line of the score sheet with this label;
`score` alone is the sum of all lines.
--- bad
example "the end":
  then p1's score("Rows") = 0
--- good
example "the end":
  then p1's score("Row") = 0
"""
