"""R92..: display texts."""

from typing import Final

TEXT: Final = """
=== R920 end Nothing has this name in the display texts
A line below `display:` is about a name of the file, or, in quotes, about a decision or an option as it is
called in traces and examples. Of options that differ in a member the word for it stands in braces.
--- bad
display:
  "place: {square}": "put a stone on {square}"
--- good
display:
  "square: {square}": "put a stone on {square}"
=== R921 end Braces name no part of the text
In braces stands what differs from text to text: the member that is chosen, what a rule is given, the number
of goods.
--- bad
display:
  "square: {square}": "put a stone on {place}"
--- good
display:
  "square: {square}": "put a stone on {square}"
=== R922 end A display text can't be shown
A text has 1 to 120 visible characters, and no blank at its ends.
--- bad
display:
  square: "square ", "squares"
--- good
display:
  square: "square", "squares"
=== R923 end One text, or one for several, is missing
Kinds, pieces and goods are told by two texts, for one and for several of them; goods also by one in which
the number stands in braces. Everything else has one text.
--- bad
display:
  square: "field"
--- good
display:
  square: "field", "fields"
=== R924 end Two things are called the same, or one is told twice
Players could not tell them apart.
--- bad
display:
  square: "field", "fields"
  squares: "space", "spaces"
--- good
display:
  square: "field", "fields"
=== R925 end Options would read alike
A text for options that differ in a member must name the member.
--- bad
display:
  "square: {square}": "put a stone"
--- good
display:
  "square: {square}": "put a stone on {square}"
"""
