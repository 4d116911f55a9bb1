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
=== R450 turn There is no number to choose
Numbers are chosen between a smaller one and a larger one. Here the second is always below the first.
--- bad
turn:
  choose n from 5 to 2 as bid
--- good
turn:
  choose n from 2 to 5 as bid
=== R451 turn A number could be too large to choose
Every option of a decision has a number of its own, and there are at most 4,096 of them. How large a chosen
number can be must therefore be known before the game.
--- bad
the game has:
  pot: 0 up
turn:
  choose n from 1 to pot as bid
--- good
the game has:
  pot: 0 up
turn:
  choose n from 1 to lesser of pot and 50 as bid
=== R452 more A decision has no name
`may` asks a question, and every question has a name. If it is about a rule, it is called like the rule; any
other is named with `as`.
--- bad
  may end the game
--- good
  may end the game as resign
=== R453 more It is not known how many rounds are left
`left` counts the rounds that are still to come, so it must be said how many there are.
--- bad
  repeat while some squares where empty, rest left: end the game
--- good
  repeat 3 times, rest left:
    if rest = 1: end the game
=== R454 more It is not said where a loop is left
A loop that may be left asks for it in the decision that its lines begin with, as one more option. If they do
not begin with a decision of their own, the question needs a name.
--- bad
  repeat up to 3 times: remove square
--- good
  repeat up to 3 times as again: remove square
=== R455 more A family of alternatives where nothing is asked
Below `first possible of` the first alternative that can be carried out is taken; there are no options for
members.
--- bad
  first possible of:
    each spot in squares where empty: place my stone on spot
--- good
  first possible of:
    placed:
      choose spot from squares where empty: place my stone on spot
    nothing_left: nothing
"""
