# ruff: noqa: E501
"""Everyday phrases for values inside a line, and equivalent expressions (see `phrase_table.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.repair.phrase_table import phrase_table

_ZONE: Final = r"((?:(?:my|[a-z]\w*'s) )?[a-z]\w*(?:\([^()]*\))?)"
_MOST: Final = r"(?:the )?(?:most|highest|greatest|largest|biggest|maximum|maximal|max)"
_LEAST: Final = r"(?:the )?(?:least|fewest|lowest|smallest|minimum|minimal|min)"
_SIMPLE: Final = r"((?:my |[a-z]\w*'s )*\w+)"  # operands that need no brackets
_IN: Final = r"(?:in|on|from|of|at|among|within)"
_MORE: Final = r"more than|over|greater than|>"
_FEWER: Final = r"fewer than|less than|below|<"
_THE: Final = r"(?:all |the )*"


def _ranked(rank: str, words: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases for the one with most, or least, of something."""
    return (
        (rf"\b(?:the )?(?!with\b)(\w+) with {words} (\w+?) {_IN} {_ZONE}",
         rf"the first of \3 in order of {rank} \2{{kind:1}}"),
        (rf"\b(?:the )?(?!with\b)(\w+) {_IN} {_ZONE} with {words} (\w+)",
         rf"the first of \2 in order of {rank} \3{{kind:1}}"),
        (rf"\b(?:the )?(?!with\b|players\b)(\w+) (?:with|who has|which has|that has|having) {words} (\w+)(?: in (?:hand|(?:his|her|their|its) \w+))?",
         rf"the first of {{all:1}} in order of {rank} \2",
         rf"the first of {{all:1}} in order of {rank} \2s",
         rf"the first of {{all:1}} in order of {rank} number of {{zone_s:2}}"),
        (rf"\b(?:the )?players (?:with|who have|having) {words} (\w+)", rf"the players with {rank} \1"),
        (rf"\b(?:the )?{words} (?:of )?(\w+(?:\([^()]*\))?) (?:over|{_IN}) {_ZONE}", rf"{rank} \1 over \2"),
    )  # fmt: skip


VALUE_PHRASES: Final = phrase_table(
    *_ranked("most", _MOST),
    *_ranked("least", _LEAST),
    (r"\bplayer (\d)\b", r"p\1"),
    # functions
    (rf"\babs\({_SIMPLE} - {_SIMPLE}\)", r"difference of \1 and \2"),
    (r"\babs\(([^()]+) - ([^()]+)\)", r"difference of (\1) and (\2)"),
    (rf"\bmax(?:imum)?\({_SIMPLE}, ?{_SIMPLE}\)", r"greater of \1 and \2"),
    (r"\bmax(?:imum)?\(([^(),]+), ?([^(),]+)\)", r"greater of (\1) and (\2)"),
    (rf"\bmin(?:imum)?\({_SIMPLE}, ?{_SIMPLE}\)", r"lesser of \1 and \2"),
    (r"\bmin(?:imum)?\(([^(),]+), ?([^(),]+)\)", r"lesser of (\1) and (\2)"),
    # orders of players
    (r"\bin (counter-)?clockwise(?: order)?,? (?:(?:starting|beginning)(?: (?:from|with|at))?|from) ([a-z]\w*)", r"in players \1clockwise from \2"),
    (r"\bin (counter-)?clockwise(?: order)?,? after ([a-z]\w*)", r"in players \1clockwise after \2"),
    (r"\bin (?:clockwise|turn|table|player|playing) order\b", r"in seat order"),
    # players who are something, and orders of players that are filtered
    (r"\b(?:all|every|each)(?: the)? players? (?:all )?(?:have|has|are|is) (?!at\b)([a-z]\w*)", r"every players has \1"),
    (r"\b(?:all|every)(?: the)? other players? (?:have |has )?([a-z]\w*)", r"every others has \1"),
    (r"\b(?:all|every)(?: the)? players? pass(?:es|ed)?\b|\bevery(?:one|body) pass(?:es|ed)\b", r"every players has {passed}"),
    (r"\bnot (?:all|every)(?: players?)?(?: have| has)? ([a-z]\w*)", r"not every players has \1"),
    (r"\b(?:all(?: players)? (?:but|except) one|every player (?:but|except) one)(?: have| has)? ([a-z]\w*)", r"(number of players where not \1) = 1"),
    (r"\b(?:only|just) one player (?:is |has )?(?:left|remain(?:s|ing)?)\b|\bone player (?:is left|remains)\b", r"(number of players where not {out}) = 1"),
    (r"\b(?:a|any|some) player(?:'s)? (?:reaches|has|gets)(?: at least)? (\d+)(?: or more)? (\w+)", r"some players where \2 >= \1"),
    (r"\bmy (\w+) (?:reaches|is at|hits) (\d+)", r"my \1 >= \2"),
    (r"\b(?:i|you) (?:have|hold) (?:at least )?(\d+|two|three|four|five)(?: or more)? \w+ in (?:my |your )?(hand|\w+)", r"number of my \2 >= {count:1}"),
    (r"\b(?:i|you) (?:control|own|have) (?:at least )?(\d+)(?: or more)? (\w+)", r"(number of {all:2} where mine) >= \1", r"my \2 >= \1"),
    (r"\b(?:the )?(?:draw )?(?:deck|pile|stack|bag) is empty", r"no {deck}"),
    (r"\b(\w+) (?:that )?(?:i|you) (?:control|own|hold)", r"{all:1} where mine"),
    (r"\b(\w+) (?:with|that has|having) no (\w+)", r"{all:1} where \2 is none{spot:2}"),
    (r"\b(?:no|not any) players? (?:have|has|are|is) ([a-z]\w*)", r"no players where \1"),
    (r"\b(?:some|any|an?) players? (?:have|has|are|is) ([a-z]\w*)", r"some players where \1"),
    (r"\bplayers ((?:counter-)?clockwise (?:from|after) [a-z]\w*)(?= where\b)", r"(players \1)"),
    (r"\bi have (?:the )?most ([a-z]\w*)", r"me in the players with most \1"),
    (r"\bi have (?:the )?(?:least|fewest) ([a-z]\w*)", r"me in the players with least \1"),
    (r"\bthe (first|last) of (players (?:counter-)?clockwise (?:from|after) [a-z]\w*) in order of\b", r"the \1 of (\2) in order of"),
    # how much lies in a zone
    (rf"\b(?:there are )(?:{_MORE}) (\d+) \w+ {_IN} {_ZONE}", r"number of \2 > \1"),
    (rf"\b(?:there are )(?:{_FEWER}) (\d+) \w+ {_IN} {_ZONE}", r"number of \2 < \1"),
    (rf"{_ZONE} (?:has|have|holds|contains) (?:{_MORE}) (\d+) \w+", r"number of \1 > \2", r"number of my \1 > \2"),
    (rf"{_ZONE} (?:has|have|holds|contains) (?:{_FEWER}) (\d+) \w+", r"number of \1 < \2", r"number of my \1 < \2"),
    (rf"\b(some|no) ([a-z]\w*) (\w+) {_IN} {_ZONE}", r"\1 \4 where \2{kind:3}"),
    (r"\bit is (?!not\b)(\w+) (\d+)\b", r"\1 = \2"),
    (r"\bi am (?:the )?(?:first|start(?:ing)?) player\b", r"me is {starter}"),
    (r"\b(?:nobody|no[ -]one|none) (?:has|have|is|are) ([a-z]\w*)", r"no players where \1"),
    (r"\b(?:somebody|someone|anybody|anyone) (?:has|have|is|are) ([a-z]\w*)", r"some players where \1"),
    (r"\b(?:everybody|everyone) (?:has|have|is|are) ([a-z]\w*)", r"every players has \1"),
    (r"\b(?:the )?number of (\w+) (\w+)(?= (?:is|=|<|>|<=|>=)(?: |$))", r"number of {all:2} where \1"),
    (r"\bi have no (?:more )?(\w+)", r"my \1 = 0", r"no my {zone_s:1}", r"my \1s = 0"),
    (rf"{_ZONE} (?:has|have|holds|contains) (?:at least )?(\d+)(?: or more)? \w+", r"number of \1 >= \2", r"number of my \1 >= \2"),
    (rf"{_ZONE} (?:has|have|holds|contains) at most (\d+) \w+", r"number of \1 <= \2", r"number of my \1 <= \2"),
    (r"\b(?:all|every)(?: of)?(?: the)? (\w+) (?:are|is) (taken|full|occupied)\b", r"every {all:1} has ({place} is not none){new:2}"),
    (r"\b(\w+) and (\w+) are (?:both )?(\w+)", r"\1 is \3 and \2 is \3"),
    (r"\b(p\d|me|i) (or|and) (p\d|me|i) (?:has|have|is|are) (\w+)", r"\1's \4 \2 \3's \4", r"\1 is \4 \2 \3 is \4"),
    # spaces
    (r"\bthere (?:is|are) no (\w+)(?: (?:on|in|at) it)?(?=$|:|,| and\b| or\b)", r"\1 is none"),
    (r"\bthere (?:is|are) (?:an? |some )?(\w+)(?: (?:on|in|at) it)?(?=$|:|,| and\b| or\b)", r"\1 is not none"),
    (r"\b(?:not|without) (?:an? |any )?(\w+)(?=$|:|,| and\b| or\b)", r"\1 is none{spot:1}"),
    (r"(?:\b(?:it|this|(?:the |this )?\w+) is )?\b(empty|free|unoccupied|vacant)(?=$|:|,| and\b| or\b)", r"{place} is none{new:1}"),
    (r"\b(?:it|this|(?:the |this )?\w+) is (full|taken|occupied)(?=$|:|,| and\b| or\b)", r"{place} is not none{new:1}"),
    (r"\bmy (\w+) (?:is|are|lies|stands) (?:on|in|at) it\b", r"\1's owner is me"),
    (r"\b(?:it|this)(?:'s owner is| belongs to| is owned by) (me|\w+)\b", r"{place}'s owner is \1"),
    (r"\b(?:the )?(\w+) (?:belongs to|is owned by) (me|\w+)\b", r"\1's owner is \2"),
    (r"\b(?:the )?(\w+) is (?:mine|my own)\b", r"\1's owner is me"),
    (r"\b([a-z]\w*) with (?:an? |some |any )?([a-z]\w*)(?= |:|,|$)", r"\1 where \2 is not none"),
    (r"\b([a-z]\w*) without (?:an? |any )?([a-z]\w*)(?= |:|,|$)", r"\1 where \2 is none"),
    (r"\bis (?:adjacent|next) to ([a-z]\w*)", r"in neighbours of \1"),
    (r"\bwhere (?:it is )?(?:adjacent|next) to ([a-z]\w*)", r"where it in neighbours of \1"),
    (r"\b[a-z]\w* (?:adjacent|next) to ([a-z]\w*)", r"neighbours of \1"),
    # a multiple
    (r"\b(\d+) (?:for|per) (?:each |every )?[a-z]\w* in ([a-z]\w*) where (.+)", r"\1 * number of \2 where \3"),
    (rf"\b(\d+) for (?:each|every) ([a-z]\w*) {_IN} {_ZONE}",
     r"\1 * number of \3{zoned:2}", r"\1 * number of \3 where \2", r"\1 * number of \3 where {column} is \2"),
    # conditions behind or before what they are about
    (rf"\bnumber of different (\w+?)s? (?:over|{_IN}) {_ZONE}", r"number of different \1 over \2"),
    (rf"\b(\w+) (?:with|who have|that have|having) (?:{_MORE}) (\d+) (\w+)", r"\1 where \3 > \2", r"\1 where \3s > \2"),
    (rf"\b(\w+) (?:with|who have|that have|having) (?:{_FEWER}) (\d+) (\w+)", r"\1 where \3 < \2", r"\1 where \3s < \2"),
    (r"\b(\w+) (?:with|who have|that have|having) (?:at most) (\d+) (\w+)", r"\1 where \3 <= \2", r"\1 where \3s <= \2"),
    (r"\b(\w+) (?:with|who have|that have|having) (?:at least )?(\d+)(?: or more)? (\w+)", r"\1 where \3 >= \2", r"\1 where \3s >= \2"),
    (r"\b(\w+) (?:that|which|who) (?:is|are|has|have) (\w+)", r"\1 where \2"),
    (r"\bthere (?:is|are) no (\w+) (\w+)", r"no {all:2} where \1"),
    (r"\bthere (?:is|are) (?:(?:some|any|an?) )?(?!no\b)(\w+) (\w+)", r"some {all:2} where \1"),
    (r"\bi have (?:at least )?(?!no\b)(\d+|[a-z]\w*) ([a-z]\w*)", r"my \2 >= \1"),
    (r"\bi (?:can|could) (?:pay|afford)\b", r"can pay"),
    (r"\bi have (?:(?:some|any) )?(?!no\b)(\w+)", r"some my {zone_s:1}"),
    (r"\bno (\w+) (\w+)\b", r"no {all:2} where \1"),
    (r"\b(of|some|from|in) (?:the |all )?(\w+) (\w+)\b", r"\1 {all:3} where \2"),
    (r"\beach (\w+) (?:with|who has) (?:the )?(most|least) (\w+)", r"each \1 in the {all:1} with \2 \3"),
    (rf"\bthe (first|last) ([a-z]\w*) {_IN} {_ZONE}", r"the \1 of \3{kind:2}"),
    # one of a set
    (rf"\b(?:the|an?) (\w+) {_IN} {_ZONE} (?:where|that is|which is)\b", r"the first of \2 where{kind:1}"),
    (r"\b(?:the|an?) (\w+) (?:where|that is|which is)\b", r"the first of {all:1} where"),
    (r"\bthe (?!first\b|last\b)(\w+) (\w+)\b", r"the first of {all:2} where \1"),
    (rf"((?:the )?\b(?:first|last) of {_ZONE}|\btop of \w+)'s (\w+)", r"(\1)'s \3"),
    (r"\btop of (\w+)'s (\w+)", r"(leftmost of \1)'s \2", r"(the first of \1)'s \2"),
    (rf"\b(\w+) of ((?:the (?:first|last)|top) of {_ZONE})", r"(\2)'s \1"),
    # counts and sums
    (rf"\b(?:the )?(?:number|count|amount) of {_THE}my (\w+?)s? on (?:the )?\w+", r"number of {home} where \1's owner is me"),
    (rf"\b(?:the )?(?:number|count|amount) of {_THE}(\w+?)s? on (?:the )?\w+", r"number of {home} where \1 is not none"),
    (rf"\b(?:the )?(?:number|count|amount) of {_THE}(\w+) (\w+) {_IN} (?:the )?{_ZONE}", r"number of \3 where \1", r"number of \3 where {column} is \1"),
    (rf"\b(?:the )?(?:number|count|amount) of {_THE}(\w+) {_IN} (?:the )?{_ZONE}", r"number of \2{kind:1}"),
    (rf"\b(?:the )?(?:number|count) of {_ZONE}", r"number of \1"),
    (rf"\b(?:the )?(?:sum|total) (?:of )?{_THE}(\w+?)(s?) (?:of|in|from|over|on|for) {_THE}\w+ {_IN} {_ZONE}", r"sum of \1 over \3", r"sum of \1\2 over \3"),
    (rf"\b(?:the )?(?:sum|total) (?:of )?{_THE}(\w+?)(s?) (?:of|in|from|over|on|for) {_THE}{_ZONE}", r"sum of \1 over \3", r"sum of \1\2 over \3"),
    # members of a filter
    (r"\bwhere ([^:,()]+? (?:and|or) [^:,()]+?)(?= as\b| by\b| if\b| else\b|[:,)]| *$)", r"where (\1)"),
    (r"\bits neighbours\b", r"neighbours of it"),
    (r"\bits (\w+)", r"it's \1"),
)  # fmt: skip

# Lines of the score.
SCORE_PHRASES: Final = phrase_table(
    (r'("[^"]*"): ?(?:for )?each (\w+):? (.+)', r"\1: sum of \3 over {all:2}", r"\1: sum of \3 over players"),
    (r"(?:for )?(?:each|every|per) (?:of my |my )?(\w+?)s?: ?(-?\d+)(?: points?| vps?)?", r'"{Words:1}": \2 * number of {home} where \1' r"'s owner is me"),
    (r"(?:for )?each (\w+):? (.+)", r'"{Each:1}": sum of \2 over {all:1}'),
    (r'("[^"]*"): ?(-?\d+)(?: points?| vp)? (?:per|for (?:each|every)) (?:of )?(?:my )?(\w+?)s?(?: (?:in|on|of) (?:my |the )?(\w+))?',
     r"\1: \2 * number of {home} where \3's owner is me", r"\1: \2 * number of {all:3} where mine", r"\1: \2 * my \3", r"\1: \2 * my \3s",
     r"\1: \2 * number of my \4{zoned:3}", r"\1: \2 * number of my {zone_s:3}"),
    (r'("[^"]*"): ?(-?\d+)(?: points?| vp)? (?:per|for (?:each|every)) (\w+) (where .+)', r"\1: \2 * number of {all:3} \4"),
    (r'("[^"]*"): ?(?:the |each )?player\'s (.+)', r"\1: my \2"),
    (r'(?:("[^"]*"|\w+)(?::| =) )?(?:[-+*•] +)?(-?\d+)(?: points?| vps?| victory points?)?(?: each)? (?:per|for (?:each|every)) (?:of )?(?:my |your )?(\w+?)s?(?: (?:you|i) (?:control|own|have|hold))?',
     r"{Title:1}: \2 * number of {home} where \3's owner is me", r'{Title:1}: \2 * number of {all:3} where mine', r'{Title:1}: \2 * my \3', r'{Title:1}: \2 * my \3s'),
    (r'(?:("[^"]*"|\w+)(?::| =) )?(?:[-+*•] +)?(-?\d+)(?: points?| vps?| victory points?)? (?:per|for (?:each|every)) (\d+) (\w+)',
     r'{Title:1}: \2 * (my \4 div \3)', r'{Title:1}: \2 * (my \4s div \3)'),
    (r'(?:("[^"]*"|\w+)(?::| =) )?(?:my )?(\w+) / (\d+)', r'{Title:1}: my \2 div \3'),
    (r"[-+*•] +([A-Za-z][\w ]*?) ?[:=] ?(.+)", r'"{Words:1}": \2', r'"{Words:1}": my \2'),
    (r"(?!(?:for )?each )([A-Za-z][\w ]*?) ?[:=] ?(.+)", r'"\1": \2', r'"\1": my \2'),
    (r"(\w+)", r'"{Words:1}": my \1'),
    (r"[-+*•] +([^:]+)", r'"Points": \1', r'"Points": my \1'),
    (r"(-(?:my |number of |sum of |\d).+)", r'"Points": \1'),
    (r"-(\w+)", r'"{Words:1}": -my \1'),
    (r"((?:my |number of |sum of |\d).+)", r'"Points": \1'),
)  # fmt: skip


def value_readings(text: str) -> Iterator[tuple[re.Match[str], str, bool]]:
    """Yield the phrases in a line with a template for each; whether more of an expression follows."""
    for pattern, meant in VALUE_PHRASES:
        for found in pattern.finditer(text):
            if text.count('"', 0, found.start()) % 2:
                continue
            for template in meant:
                yield found, template, bool(re.match(r" *[^ :,)]", text[found.end() :]))
