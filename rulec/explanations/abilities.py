"""R75.: what pieces can do, and when; accounts."""

from typing import Final

TEXT: Final = """
=== R750 end Abilities belong to the rows of a table
A cell of an `ability` column is what one member can do, and when. A table with keys has no members, and
a column
with something in brackets behind its name would give several to each.
--- bad
table luck by spin 1 to 2, giving ability:
  1                   | 2
  at once: end the game | -
--- good
table charms of charm:
  charm | luck ability
  bell  | at once: end the game
  ring  | -
effect lucky: do bell's luck
=== R751 end No abilities are in force there
In a zone with `abilities live` the abilities that begin with `whenever` listen to events, for whoever
acts. So there
must be some among the pieces of the zone, and the zone is the game's, or of those who act. What nobody has
seen can't be in force: whoever noticed it would know what lies there.
--- bad
pieces coins of coin: 5
each player has:
  purse: zone of coin, abilities live
--- good
pieces coins of coin: 5
each player has:
  purse: zone of coin
=== R752 end It could not be told which piece is used
What can be used `once a round` is marked as used until the round is over. Of pieces of which there are
several
it is not known which is which.
--- bad
table charms of charm, as pieces, count 2:
  charm | luck ability
  bell  | once a turn: nothing
  ring  | -
effect lucky: do bell's luck
--- good
table charms of charm, as pieces:
  charm  | luck ability
  bell_1 | once a turn: nothing
  bell_2 | once a turn: nothing
  ring   | -
effect lucky: do bell_1's luck
=== R753 turn This says nothing of when it is done
`is at once` and `is once a round` ask of which sort an ability is. A column of abilities has `ability`
in its heading.
--- bad
turn:
  choose square from squares where empty
  place my stone on square
  if square is at once: end the game
--- good
table charms of charm:
  charm | luck ability
  bell  | at once: end the game
turn:
  choose square from squares where empty
  place my stone on square
  if bell's luck is at once: do bell's luck
=== R754 end Nobody ever hears of it
An ability that begins with `whenever` listens while its piece lies in a zone with `abilities live`. This
is no error:
the game can be played without.
--- bad
table charms of charm, as pieces:
  charm | luck ability
  bell  | whenever placed on square: end the game
each player has:
  held: zone of charm
effect placing:
  choose square from squares as next_one
  emit placed on square
--- good
table charms of charm, as pieces:
  charm | luck ability
  bell  | whenever placed on square: end the game
each player has:
  held: zone of charm, abilities live
effect placing:
  choose square from squares as next_one
  emit placed on square
=== R755 end An account has two lines
An account says what there is at first, and what each member on the way pays and then earns.
--- bad
account wall along squares:
  each square: pays 1, then earns number of neighbours of square where mine
square is open when wall holds along squares
--- good
account wall along squares:
  starts with 2
  each square: pays 1, then earns number of neighbours of square where mine
square is open when wall holds along squares
=== R756 end This is no account
Before `holds along` stands the name of an account.
--- bad
square is open when mine holds along squares
--- good
account wall along squares:
  starts with 2
  each square: pays 1, then earns number of neighbours of square where mine
square is open when wall holds along squares
=== R757 end Room in which zone?
`room for` stands behind `where`, or in a definition, and asks of the one zone for such pieces that the
member has.
--- bad
pieces coins of coin: from squares, home bank
the game has:
  bank: zone of coin
square is open when room for square
--- good
table coins of coin, as pieces, home bank:
  coin  | worth
  penny | 1
the game has:
  bank: zone of coin
each square has:
  pot: zone of coin, at most number of neighbours of it
square is open when room for penny
"""
