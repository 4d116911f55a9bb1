"""R73.: what cells of tables say is done."""

from typing import Final

TEXT: Final = """
=== R731 end A cell offers the same twice
A `/` in the cell of an effect column stands between alternatives, and each is an option with the name of what
it says: two that say the same could not be told apart.
--- bad
table gifts of gift:
  gift | what effect
  coin | nothing / nothing
effect give: do coin's what
--- good
table gifts of gift:
  gift | what effect
  coin | nothing
effect give: do coin's what
=== R732 end Too many different effects in cells
All cells of effect columns together hold at most 4,096 different effects. Cells that say the same are one
effect. Where many differ only in a number, a column of numbers and one effect with that number say the same
in fewer words.
--- bad
each player has:
  coins: 0 to 5000
table gifts of gift:
  gift | what effect | more effect<2100 TIMES|
  g{i} | raise my coins by {i} | lower my coins by {i}>
effect give: do g1's what, do g1's more
--- good
each player has:
  coins: 0 to 5000
table gifts of gift:
  gift | many 0 to 5000
  g1 | 1
effect give: raise my coins by g1's many
=== R733 end Effects are never carried out
The cells of this column say what is done, but no rule has a `do` with it. This is no error: the game can be
played without.
--- bad
each player has:
  coins: 0 to 20
table gifts of gift:
  gift | what effect
  coin | raise my coins by 1
--- good
each player has:
  coins: 0 to 20
table gifts of gift:
  gift | what effect
  coin | raise my coins by 1
effect give: do coin's what
=== R734 turn `do` needs an effect
`do` carries out what a cell of an effect column says. Everything else that is done is a sentence of its own;
a rule is carried out by its name.
--- bad
turn:
  choose square from squares where empty
  place my stone on square
  do square
--- good
turn:
  choose square from squares where empty
  place my stone on square
  if no squares where empty: end the game
=== R735 turn Nobody listens to an event
`emit` says that something has happened. Without a `whenever` of that name nothing comes of it; perhaps one of
the two names is misspelt. This is no error: the game can be played without.
--- bad
turn:
  choose square from squares where empty
  place my stone on square
  emit placed on square
--- good
turn:
  choose square from squares where empty
  place my stone on square
  emit placed on square
whenever placed on square where some squares where mine: nothing
=== R736 end An event never happens
What stands below a `whenever` is carried out when some rule emits the event, and none does. Perhaps one of
the two names is misspelt.
--- bad
whenever placed on square: nothing
--- good
effect placing:
  choose square from squares as next_one
  emit placed on square
whenever placed on square: nothing
=== R737 end Listeners use different words
All who listen to an event are given the same values, behind the same words: those behind which `emit` gives
them.
--- bad
effect placing:
  choose square from squares as next_one
  emit placed on square
whenever placed on square: nothing
whenever placed at square: nothing
--- good
effect placing:
  choose square from squares as next_one
  emit placed on square
whenever placed on square: nothing
whenever placed on there: nothing
"""
