"""R.3.: pieces, zones, goods."""

from typing import Final

TEXT: Final = """
=== R230 end No goods have this name
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
=== R330 end This is no kind of goods
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
=== R331 end Less than nothing is gained or paid
An amount is 0 or more. To take something away, write `lose` or `pay` instead of `gain`.
--- bad
money: goods of each player, unlimited
action earn:
  gain -3 money
--- good
money: goods of each player, unlimited
action earn:
  lose 3 money
=== R430 end Goods belong to players
Only players gain and pay. Numbers that belong to something else are variables.
--- bad
money: goods of each square, unlimited
--- good
each square has:
  money: 0 up
=== R431 end Goods are counted by more than one kind
In the brackets stands one kind, and there is a number for each of its members.
--- bad
kind wares of ware: iron, wood
kind grades of grade: rough, fine
stock(ware, grade): goods of each player, unlimited
--- good
kind wares of ware: rough_iron, fine_iron, rough_wood, fine_wood
stock(ware): goods of each player, unlimited
=== R530 end Goods have an impossible limit
The limit is what all players together can have, and at least 1.
--- bad
money: goods of each player, limited 0 in bank
--- good
money: goods of each player, limited 20 in bank
"""
