"""R24., R45. and on: how rules are called, and the sentences that rules are made of."""

from typing import Final

TEXT: Final = """
=== R240 end A rule is not given things this way
What a rule is given stands behind the words of its first line, once behind each of them, in any order.
--- bad
effect hire n for price:
  let cost = n * price
turn two:
  hire 2 at 3
--- good
effect hire n for price:
  let cost = n * price
turn two:
  hire 2 for 3
=== R241 end A rule is given different sorts of things
What a rule is given is the same sort of thing wherever the rule is called: always a number, or always a set
of squares. A parameter that is called like one of a sort is always one of these.
--- bad
rule settle with what:
  let seen = what
turn two:
  settle with 3
  settle with squares
--- good
rule settle with what:
  let seen = what
turn two:
  settle with (squares where mine)
  settle with squares
=== R242 end A rule gives no such name
Behind `giving` stand names that the rule itself gives: with `let`, with a choice, or with another `giving`.
--- bad
rule income:
  let total = 3
turn two:
  income giving sum_of_it
--- good
rule income:
  let total = 3
turn two:
  income giving total
=== R243 end It is not known what a rule gives
A rule that is part of what it calls can't take names from it: what they are would depend on themselves.
--- bad
rule first_half:
  second_half giving rest
rule second_half:
  first_half giving rest
--- good
rule first_half:
  second_half giving rest
rule second_half:
  first_half
  let rest = 1
=== R244 more A name means different things
A name that a body gives is seen behind it. Where two bodies give it to different sorts of things, it has no
meaning behind them.
--- bad
  if some squares where mine:
    let found = 1
  otherwise:
    let found = squares
  let copy = found
--- good
  if some squares where mine:
    let found = squares where mine
  otherwise:
    let found = squares
  let copy = found
=== R245 end A word stands twice in the first line of a rule
Several things behind one word are separated by commas, and given in brackets: `deliver with (3, yes)`.
--- bad
rule deliver with n for price with toll:
  let all_of_it = n * price + toll
--- good
rule deliver with n, toll for price:
  let all_of_it = n * price + toll
"""
