"""R64.: how a game ends. R645: what options are called."""

from typing import Final

TEXT: Final = """
=== R641 play The rounds of the game stand in `play` itself
`repeat until the end:` is the loop of the whole game: there is one, and it stands right below `play:`.
--- bad
play:
  if 1 = 1:
    repeat until the end:
      each player acting in seat order: turn
end when no squares where empty: finish the round
--- good
play:
  repeat until the end:
    each player acting in seat order: turn
end when no squares where empty: finish the round
=== R642 end No rounds are played until the end
`finish the round` and `finish this turn` say which round or turn is the last one of the loop `repeat until
the end`. Where there is no such loop, they mean nothing.
--- bad
end when no squares where empty: finish the round
--- good
end when no squares where empty: end the game
=== R643 end This does not say how the game ends
Behind `end when ...:` stands how the game ends: `finish the round`, `finish this turn` (both perhaps with
so many more) or `end the game`. What else happens then belongs into the rules.
--- bad
end when no squares where empty: nothing
--- good
end when no squares where empty: end the game
=== R644 file Nothing is a turn
`end when` is looked at whenever a `turn` is over. Where no rule is called `turn`, or is declared with that
word, say `at any moment`.
--- bad
game "Example"
  players 2
  length 9

the game has:
  level: 0 to 9

play:
  repeat until the end:
    each player acting in seat order: go

action go:
  choose one as way:
    up: raise level by 1
    down: nothing

end when level = 9: finish the round

score:
  "Level": level
--- good
game "Example"
  players 2
  length 9

the game has:
  level: 0 to 9

play:
  repeat until the end:
    each player acting in seat order: turn

turn:
  choose one as way:
    up: raise level by 1
    down: nothing

end when level = 9: finish the round

score:
  "Level": level
=== R645 end Options are called by something that is no column
Behind `label` stands a column of the table whose rows are chosen from: a number, a text or a member, which
then stands in the place of the row's name.
--- bad
table gifts of gift:
  gift | worth
  coin | 3
  ring | 5
effect give:
  choose gift from gifts as present label price
--- good
table gifts of gift:
  gift | worth
  coin | 3
  ring | 5
effect give:
  choose gift from gifts as present label worth
=== R646 end Only players gain and lose goods
`whenever a player gains NAME` and `loses NAME` speak of players: only they have goods.
--- bad
coins: goods of each player, unlimited
whenever a square gains coins: gain 1 coins
effect give: gain 1 coins
--- good
coins: goods of each player, unlimited
whenever a player gains coins:
  if my coins >= 3: lose 3 coins
effect give: gain 1 coins
"""
