"""R76.: formulas in cells, and what is counted at the end."""

from typing import Final

TEXT: Final = """
=== R760 end This cell of a column of formulas is none
A cell of a `formula` column is one number or one condition that is worked out when it is read; `-` is
an empty one.
--- bad
table goals of goal:
  goal   | measure formula
  corner | 1, 2
--- good
table goals of goal:
  goal   | measure formula
  corner | number of squares where mine
=== R761 end The formulas of a column are of several sorts
All cells of a `formula` column are numbers, or all are conditions.
--- bad
table goals of goal:
  goal   | measure formula
  corner | 3
  middle | some squares where empty
--- good
table goals of goal:
  goal   | measure formula
  corner | 3
  middle | number of squares where empty
=== R762 end A column of formulas takes nothing in brackets
What stands in brackets behind such a column is the player for whom it is worked out, and a table that is
asked with keys holds values alone.
--- bad
table goals of goal:
  goal   | measure(player) formula
  corner | 3
--- good
table goals of goal:
  goal   | measure formula
  corner | 3
"""
