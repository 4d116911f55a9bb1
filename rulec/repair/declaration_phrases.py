# ruff: noqa: E501
"""Everyday phrases for declarations, and equivalent declarations (see `phrase_table.py`)."""

from __future__ import annotations

from typing import Final

from rulec.repair.phrase_table import phrase_table

_SIDES: Final = r"(\d+) ?(?:columns?)? ?(?:x|by|×|,|and) ?(\d+)(?: rows?)?"

_TIES: Final = r"(?:(?:in case of|on|break) )?(?:a )?tie(?:s|[ _-]?break(?:er|ers|s)?)?(?: is broken by| are broken by| goes to| go to)?:? (?:by )?"
_MOST: Final = r"(?:most|highest|greatest|largest|more|higher)"
_LEAST: Final = r"(?:least|fewest|lowest|smallest|fewer|lower)"

DECLARATION_PHRASES: Final = phrase_table(
    (r"(?:def|function|func|fn|procedure|sub|method|proc) (\w+) ?(?:\(\))? ?[:{]? ?(.*)", r"rule \1: \2", r"rule \1:"),
    (r"(turn|phase|action|effect|rule)((?: with| for| of| on| in| at| to| from) \w+.*):(.*)", r"\1 \1_\2:\3", r"rule run_\1\2:\3"),
    (r"(\w+)'s (\w+):(.*)", r"rule \2 \1:\3", r"rule \1_\2 \1:\3", r"rule \1_\2:\3"),
    (r"(?!(?:action|display|effect|game|phase|play|rule|score|setup|ties|turn|whenever):)(\w+):", r"rule \1:"),
    (r"players?:? (\d+)", r"players \1"),
    (r"players?:? (\d+) ?(?:-|to|–) ?(\d+)", r"players \1 to \2"),
    (r"(?:kinds?|enum) (\w+?)s?(?: of \w+)? ?[:=] ?([^ ,].*)", r"kind \1s of \1: \2"),
    (r"(kind \w+ of \w+) ?[:=] ?(\w+) (\w+)", r"\1: \2, \3"),
    (r"(kind \w+ of \w+) ?[:=] ?(\w+) (\w+) (\w+)", r"\1: \2, \3, \4"),
    (r"(kind \w+ of \w+) ?[:=] ?(\w+) (\w+) (\w+) (\w+)", r"\1: \2, \3, \4, \5"),
    (rf"board (\w+?)s?(?: of \w+)?:? {_SIDES}", r"board \1s of \1: \2 columns by \3 rows", r"board squares of square: \2 columns by \3 rows"),
    (r"board (\w+?)s?(?: of \w+)?:? (\d+) rows?,? ?(?:by|x|and)? ?(\d+) columns?", r"board \1s of \1: \3 columns by \2 rows"),
    (r"deck (\w+) of (\w+)", r"deck \1 of \2: from {all:2}", r"deck \1 of \2: from \2s"),
    (r"deck (\w+)(?: of \w+)?: ?(?:of )?(\w+?)s?", r"deck \1 of \2: from \2s"),
    (r"(?:rule |action |effect )?(\w+) ?\((\w+)\):(.*)", r"rule \1 with \2:\3"),
    (r"(?:rule |action |effect )?(\w+) ?\((\w+), ?(\w+)\):(.*)", r"rule \1 with \2, \3:\4"),
    (r"(?:start|begin|beginning|prepare|preparation|set ?up|initial(?:i[sz]e)?):(.*)", r"setup:\1"),
    # ties
    (rf"{_TIES}(?:(?:the )?player (?:with|who has) (?:the )?)?{_MOST} (\w+)(?: wins?)?", r"ties: most my \1"),
    (rf"{_TIES}(?:(?:the )?player (?:with|who has) (?:the )?)?{_LEAST} (\w+)(?: wins?)?", r"ties: least my \1"),
    (rf"{_TIES}{_MOST} (\w+),? then (?:{_MOST} )?(\w+)", r"ties: most my \1, then most my \2"),
    (rf"{_TIES}(?:my )?(\w+)", r"ties: most my \1"),
    (rf"{_TIES}(?:my )?(\w+)(?:,| then|, then) (?:my )?(\w+)", r"ties: most my \1, then most my \2"),
    # pieces
    (r"(pieces \w+ of \w+ ?: ?(?:\d+|unlimited)) (?:per|(?:for )?every|each|a)(?: player)?", r"\1 for each player"),
    # variables and zones
    (r"(\w+(?:\([^()]*\))?): ?(?:maybe|optional) 0 to (\d+)", r"\1: -1 to \2, starts -1"),
    (r"(\w+): ?(?:an? |the |any )?(\w+)(?: or (?:none|nobody|nothing|no \w+|null)|\?| ?\| ?none)|(\w+): ?optional (\w+)", r"\1\3: maybe \2\4"),
    (r"(\w+): ?(?:an?|the|any|some|each|one|one of)(?: the)? (\w+)", r"\1: {one:2}"),
    (r"(\w+): ?(?:a |any |some )?(?:number|integer|amount|value|count|figure)", r"\1: 0 to 99"),
    (r"(\w+): ?(?:an? )?((?:zone|row|list|set) of) (\w+)((?:,.*)?)", r"\1: \2 {one:3}\4"),
    (r"(\w+): (?:an? )?(?:number|integer|int|num|counter)(?: ?=|,? starts?(?: at)?) ?(\d+)", r"\1: 0 to 99, starts \2"),
    (r"(\w+): (?:an? )?(?:number|integer|int|num|counter)", r"\1: 0 to 99"),
    (r"(\w+): ?(?:an? )?(?:number |integer |int )?(?:from |between |of )?(-?\d+) ?(?:\.\.+|-|–|to|and) ?(\d+)(?: ?=|,? start(?:s|ing)?(?: at)?) ?(\d+)",
     r"\1: \2 to \3, starts \4"),
    (r"(\w+): ?(?:an? )?(?:number |integer |int )?(?:from |between |of )?(-?\d+) ?(?:\.\.+|-|–|to|and) ?(\d+)", r"\1: \2 to \3"),
    (r"([a-z]\w*) ([a-z]\w*): (.+)", r"\1_\2: \3"),
    (r"(\w+) ?= ?(\d+)", r"\1: 0 to 99, starts \2"),
    (r"(\w+): (?:an? )?(?:bool|boolean|yes or no|yes/no|true or false|true/false)", r"\1: flag"),
    (r"(\w+): (?:an? )?(?:zone|place|row|pile|hand|list) (?:for|with|from) (\w+?)s?", r"\1: zone of \2"),
    (r"(?:the )?game (?:ends|is over) (?:when|if|once) ([^:]+?):?", r"end when \1: end the game"),
    (r"(?:const |var |let )(\w+) ?= ?(.+)", r"\1 means \2"),
    (r"(\w+) ?= ?(.+)", r"\1 means \2"),
    (r"(?:the )?(?:end|game ends) when (?:an?|any|some|one) player has (\d+)(?: or more)? (\w+)",
     r"end when some players where \2 >= \1: end the game"),
)  # fmt: skip
