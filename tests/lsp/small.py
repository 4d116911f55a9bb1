"""A small game with a bit of everything an editor is asked about, a variant of it, and its inventory."""

from __future__ import annotations

GAME = """\
# Harvest: carts bring wares from fields to the mill.
game "Harvest"
  players 2
  length 200
  statements HA

kind wares of ware: wheat, hops

table carts of cart:
  cart  | room 0 to 9 | carries ware
  small | 2           | wheat            [HA-1]
  large | 4           | hops

board fields of field: 4 columns by 2 rows
pieces barns of barn: 9 for each player

the game has:
  rounds: 0 to 9, starts 6

each player has:
  grain: 0 to 99
  wagon: cart

each field has:
  standing_here: place for 1 of barns

# A field is free while nobody has built there.
field is free when standing_here is none
field's worth means 2 if free else 1
player's reach_far means wagon's room + 1

setup:
  each player acting in seat order:
    set my wagon to small

play:
  repeat until rounds = 0 or no fields where free:
    each player acting in seat order: turn
    lower rounds by 1

turn:
  choose field from fields where free as building      [HA-2]
  let gained = field's worth + my wagon's room
  place my barn on field
  collect with gained

rule collect with amount:
  raise my grain by amount
  if my grain > 20: end the game

score:
  "Grain": my grain

example "the first barn":
  play "building: a1"
  then p1's grain = 4
"""

INVENTORY = """\
prefix = "HA"

[sections."Play"]
HA-1 = "two sorts of carts"
HA-2 = "a barn is built on a free field"
HA-3 = "the mill pays at the end"
"""

VARIANT = """\
variant "Long harvest" of harvest:
  in the game:
    rounds: 0 to 9, starts 9
  after turn:
    collect with 1
  add:
    example "nine rounds":
      then rounds = 9
"""
