"""R9..: variants, and what their patches name."""

from typing import Final

TEXT: Final = """
=== R901 variant The game that a variant changes is not there
A variant names the game that it changes by the name of its file: `variant "Short" of trade:` changes
`trade.rules`. The file is looked for beside the variant, and then in the folders above, up to one that is
called `games`, and in the folders in that one.
--- bad
variant "Short" of exampel:
  set length to 5
--- good
variant "Short" of example:
  set length to 5
=== R902 variant A variant changes itself
A variant may change another variant. In the end there has to be a game.
--- bad
variant "Short" of short:
  set length to 5
--- good
variant "Short" of example:
  set length to 5
=== R903 variant A patch names a declaration that the game does not have
Every patch names something that the game has: a declaration, a variable, a decision with lines below it.
What is new stands below `add:`.
--- bad
variant "Short" of example:
  replace action turn_over: end the game
--- good
variant "Short" of example:
  replace turn:
    choose square from squares where empty
    place my stone on square
    end the game
=== R904 variant A patch names a line that is not there
Rows are called by their first cell, or by all their keys with a blank between them, parts and alternatives
by their name, lines of the score by their text. A line that is changed or removed has to be there; columns,
too.
--- bad
variant "Short" of example:
  in score:
    remove "Rows"
    "Stones": number of squares where mine
--- good
variant "Short" of example:
  in score:
    remove "Row"
    "Stones": number of squares where mine
=== R905 variant Two patches change the same
In one variant everything is changed once, so that the order of the patches does not matter; so it is where
variants are combined.
--- bad
variant "Short" of example:
  set length to 5
  set length to 7
--- good
variant "Short" of example:
  set length to 7
=== R906 variant What is added is there already
Below `add:` stands what the game does not have. What takes the place of another declaration stands below
`replace:`.
--- bad
variant "Short" of example:
  add:
    square is mine when piece is none
--- good
variant "Short" of example:
  replace:
    square is mine when piece is none
=== R907 variant A patch does not fit what it names
`set` gives a variable, goods, a track or a value with a name another value; `before`, `after` and `around`
are for rules, with the word that the rule is declared with; `in` is for what has lines below it, and leaves
headings alone.
--- bad
variant "Short" of example:
  in mine:
    it when piece is none
--- good
variant "Short" of example:
  replace:
    square is mine when piece is none
=== R908 variant Something stands beside a variant
A file holds a game or a variant. Whatever a variant says stands below its first line.
--- bad
variant "Short" of example:
  set length to 5
square is far when piece is none
--- good
variant "Short" of example:
  set length to 5
  add:
    square is far when piece is none
=== R909 variant as_printed does not stand where the old rule can stand
Below `around` the word `as_printed` is the old rule. It stands on a line of its own, or alone behind a
colon, at least once.
--- bad
variant "Short" of example:
  around turn:
    if some squares where empty: end the game
--- good
variant "Short" of example:
  around turn:
    as_printed
    if some squares where mine: end the game
=== R910 variant A patch names several things
The name of a line may stand twice in a rule, and two kinds may have adjectives or values of one name. Then
the patch has to say which is meant: `in NAME:` with the name of the `choose one` or the `any order`, or the
owner before the name.
--- bad
variant "Short" of example:
  remove dear
--- good
variant "Short" of example:
  remove square's dear
=== R911 variant These can't be combined
`variant "Both" of rich and quick:` carries out what both variants change. They must be variants of one game,
each named once, and change different things.
--- bad
variant "Both" of quick and example:
  set length to 5
--- good
variant "Both" of quick and slow:
  set length to 5
"""
