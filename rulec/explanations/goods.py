"""R.3.: pieces, zones, goods."""

from typing import Final

TEXT: Final = """
=== R820 end No goods have this name
What is gained and paid are goods: by their own name, by the word for one of them, or by one of the kinds that
they are counted by.
--- bad
money: goods of each player, unlimited
action earn:
  gain 3 monei
--- good
money: goods of each player, unlimited
action earn:
  gain 3 money
=== R821 end This is no kind of goods
Behind `of` stands one of the members that some goods are counted by. What is gained or paid as a whole is an
amount.
--- bad
kind wares of ware: iron, wood
stock(ware): goods of each player, unlimited
action earn:
  gain 3 of me
--- good
kind wares of ware: iron, wood
stock(ware): goods of each player, unlimited
each player has:
  favourite: ware
action earn:
  gain 3 of my favourite
=== R822 end Less than nothing is gained or paid
An amount is 0 or more. To take something away, write `lose` or `pay` instead of `gain`.
--- bad
money: goods of each player, unlimited
action earn:
  gain -3 money
--- good
money: goods of each player, unlimited
action earn:
  lose 3 money
=== R823 end Goods belong to players
Only players gain and pay. Numbers that belong to something else are variables.
--- bad
money: goods of each square, unlimited
--- good
each square has:
  money: 0 up
=== R824 end Goods are counted by more than one kind
In the brackets stands one kind, and there is a number for each of its members.
--- bad
kind wares of ware: iron, wood
kind grades of grade: rough, fine
stock(ware, grade): goods of each player, unlimited
--- good
kind wares of ware: rough_iron, fine_iron, rough_wood, fine_wood
stock(ware): goods of each player, unlimited
=== R825 end Goods have an impossible limit
The limit is what all players together can have, and at least 1.
--- bad
money: goods of each player, limited 0 in bank
--- good
money: goods of each player, limited 20 in bank
=== R830 end It is not said where a piece comes from
Pieces are known by their kind, so a move must say in which zone they lie. What was chosen from a zone comes
from there; else write `from`.
--- bad
table wares of ware, as pieces, count 3, home market:
  ware | worth
  salt | 1
the game has:
  market: zone of ware
  lost: zone of ware
action lose_one with ware:
  move ware to lost
--- good
table wares of ware, as pieces, count 3, home market:
  ware | worth
  salt | 1
the game has:
  market: zone of ware
  lost: zone of ware
action lose_one with ware:
  move ware from market to lost
=== R831 end Pieces begin in no such zone
A home is a zone of the game, or of each player for the pieces of players; or it is `box`.
--- bad
pieces cubes of cube: 18 for each player, home store
--- good
pieces cubes of cube: 18 for each player, home store
each player has:
  store: zone of cube
=== R832 end It is not said how many pieces there are
Behind `count` stands a number, or a column of the table with a number in each row.
--- bad
table wares of ware, as pieces, count weight:
  ware | worth
  salt | 1
--- good
table wares of ware, as pieces, count worth:
  ware | worth
  salt | 1
=== R833 end These pieces belong to no player
Pieces belong to players, to what takes the turns (`actors`), or to nobody. What there is of each member of a
kind is a kind of piece.
--- bad
kind colours of colour: red, blue
pieces cubes of cube: 18 for each colour
--- good
kind colours of colour: red, blue
pieces cubes of cube: 18 of each colour
=== R834 end A zone is too large
A zone keeps a number for each kind of piece and each owner.
--- bad
kind lands of land: l1 to l4000
kind colours of colour: c1 to c20
pieces cubes of cube: 5 of each colour
each land has:
  heap: zone of cube
--- good
kind lands of land: l1 to l40
kind colours of colour: c1 to c20
pieces cubes of cube: 5 of each colour
each land has:
  heap: zone of cube
=== R835 end This is no zone
Pieces are moved from one zone or place to another, or to the `box`.
--- bad
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
  gone: 0 to 5
action lose_one:
  move 1 cube from pile to gone
--- good
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
  gone: zone of cube
action lose_one:
  move 1 cube from pile to gone
=== R836 end It is not said which pieces are meant
Where there are several kinds of a piece, the kind is named.
--- bad
kind colours of colour: red, blue
pieces cubes of cube: 5 of each colour, home pile
the game has:
  pile: zone of cube
action lose_one:
  move 1 cube from pile to box
--- good
kind colours of colour: red, blue
pieces cubes of cube: 5 of each colour, home pile
the game has:
  pile: zone of cube
action lose_one:
  move 1 cube of red from pile to box
=== R837 end A name can't stand for several equal pieces
A `let` stands for one kind or a set of kinds. Where equal pieces lie several times, name the zone.
--- bad
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
action look:
  let all = pile
--- good
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
action look:
  let many = number of pile
=== R838 end Several sorts of pieces lie there
What is asked about a zone of several sorts of pieces is asked of all of them: `some`, `no`, `every`, `number
of` and `sum of` can do that. Pieces of one sort are moved there, each where there is room for it.
--- bad
pieces huts of hut: 5 for each player
pieces forts of fort: 2 for each player
each square has:
  camp: zone of hut and fort
square is held when camp = none
--- good
pieces huts of hut: 5 for each player
pieces forts of fort: 2 for each player
each square has:
  camp: zone of hut and fort, at most 1 for each player
square is held when some camp where (it is fort and owner is me)
=== R844 end Amounts of goods have no other name
Amounts stand in the cells of a table, `1 iron + 2 coin`, and in sentences that gain and pay. What is gained
or paid is written as amounts or as such a cell, not as a plain number.
--- bad
money: goods of each player, unlimited
each player has:
  wage: 0 to 9
action earn:
  gain my wage
--- good
money: goods of each player, unlimited
each player has:
  wage: 0 to 9
action earn:
  gain my wage money
=== R845 more What lies in several zones is always asked for
Of pieces in several zones each zone has options of its own, so a single kind need not be a single option.
--- bad
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
  heap: zone of cube
action take_one:
  choose cube from pile + heap as taken, unless only one
  move cube to heap
--- good
pieces cubes of cube: 5, home pile
the game has:
  pile: zone of cube
  heap: zone of cube
action take_one:
  choose cube from pile + heap as taken
  move cube to heap
"""
