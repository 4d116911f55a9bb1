# ruff: noqa: E501
"""Everyday phrases, and the sentences that say the same here.

A phrase is a pattern of a whole line; what stands for it may have places for names that the file declares:
`{deck}`, `{hand}`, `{goods}`, `{money}`, `{counter}`, `{card}`, `{rule}`, `{all:3}` (all members of the kind that
group 3 names), `{zone:1}` (zones of players in which such things lie). Every filling is tried with the file before
it is shown, the likeliest first, so no pattern needs to be right everywhere. A second line stands behind ` // `.
"""

from __future__ import annotations

import re
from typing import Final

_N: Final = r"(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_V: Final = r"((?:my |[a-z]\w*'s )?[A-Za-z_]\w*(?:\([^()]*\))?)"
_GET: Final = r"(?:gains?|gets?|takes?|earns?|receives?|collects?|wins?|scores?)"
_LOSE: Final = r"(?:loses?|pays?|spends?)"
_WHO: Final = r"(?:(?:each|every|all)(?: the)? players?|everyone|everybody)"
_MANY: Final = r"(?:space|step|square|field|place)s?"

# What is written, as a whole line -> what may be meant, the likeliest first.
PHRASES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), tuple(meant))
    for pattern, *meant in (
        # numbers that are changed
        (rf"{_V} ?\+= ?(.+)", r"raise \1 by \2", r"raise my \1 by \2"),
        (rf"{_V} ?-= ?(.+)", r"lower \1 by \2", r"lower my \1 by \2"),
        (rf"{_V} ?\*= ?(.+)", r"set \1 to \1 * \2", r"set my \1 to my \1 * \2"),
        (rf"{_V} ?\+\+", r"raise \1 by 1", r"raise my \1 by 1"),
        (rf"{_V} ?--", r"lower \1 by 1", r"lower my \1 by 1"),
        (rf"(?:set |let )?{_V} ?(?::?=|to) ?\1 ?\+ ?(.+)", r"raise \1 by \2", r"raise my \1 by \2"),
        (rf"(?:set |let )?{_V} ?(?::?=|to) ?\1 ?- ?(.+)", r"lower \1 by \2", r"lower my \1 by \2"),
        (rf"set {_V} ?(?::=|==?|be|to|is) ?(.+)", r"set \1 to \2", r"set my \1 to \2"),
        (rf"(?:let |var |const )?{_V} ?(?::=|==?|be|to|is) ?(.+)", r"set \1 to \2", r"set my \1 to \2", r"let \1 = \2"),
        (rf"set {_V} (-?\d+)", r"set \1 to \2", r"set my \1 to \2"),
        (rf"(?:increase|add to) {_V} by (.+)", r"raise \1 by \2", r"raise my \1 by \2", r"gain \2 \1"),
        (rf"(?:decrease|reduce) {_V} by (.+)", r"lower \1 by \2", r"lower my \1 by \2", r"lose \2 \1"),
        (rf"add (\d+) to {_V}", r"raise \2 by \1", r"raise my \2 by \1", r"gain \1 \2"),
        (rf"(?:subtract|take) (\d+) (?:from|off) {_V}", r"lower \2 by \1", r"lower my \2 by \1", r"lose \1 \2"),
        (rf"double {_V}", r"set \1 to 2 * \1", r"set my \1 to 2 * my \1"),
        (rf"(?:advance|move) (?:my |the |your )?(\w+)(?: forward| up)?(?: by)? {_N}(?: {_MANY})?(?: forward)?",
         r"raise my \1 by \2", r"raise \1 by \2", r"raise my {counter} by \2"),
        (rf"move (?:my |the |your )?(\w+) (?:back|backwards?|down)(?: by)? {_N}(?: {_MANY})?",
         r"lower my \1 by \2", r"lower \1 by \2"),
        # goods and points
        (rf"(?:you |i |me )?{_GET} \$ ?(\d+)", r"gain \1 {money}", r"raise my {money} by \1"),
        (r"(?:you |i |me )?loses? \$ ?(\d+)", r"lose \1 {money}", r"lower my {money} by \1"),
        (rf"(?:you |i |me )?{_LOSE} \$ ?(\d+)", r"pay \1 {money}", r"lower my {money} by \1"),
        (rf"(?:you |i |me )?{_GET} {_N} (?:victory )?(\w+?)(s?)",
         r"gain \1 \2\3", r"gain \1 \2s", r"raise my \2\3 by \1", r"raise my \2s by \1", r"raise my {counter} by \1"),
        (rf"(?:you |i |me )?loses? {_N} (?:victory )?(\w+?)(s?)",
         r"lose \1 \2\3", r"lose \1 \2s", r"lower my \2\3 by \1", r"lower my \2s by \1", r"lower my {counter} by \1"),
        (rf"(?:you |i |me )?(?:pays?|spends?) {_N} (?:victory )?(\w+?)(s?)",
         r"pay \1 \2\3", r"pay \1 \2s", r"lower my \2\3 by \1", r"lower my \2s by \1"),
        (rf"pay {_N}", r"pay \1 {money}", r"lower my {money} by \1"),
        (rf"(?:add|give) {_N} (\w+) to (?:each|every|all) players?",
         r"each player: raise player's \2 by \1", r"each player acting in seat order: gain \1 \2"),
        (rf"{_WHO} {_GET} {_N} (\w+)",
         r"each player acting in seat order: gain \1 \2", r"each player: raise player's \2 by \1"),
        (rf"{_WHO} {_LOSE} {_N} (\w+)",
         r"each player acting in seat order: lose \1 \2", r"each player: lower player's \2 by \1"),
        (rf"(?:each|every|all) other players? {_GET} {_N} (\w+)",
         r"each player in others: as player: gain \1 \2", r"each player in others: raise player's \2 by \1"),
        (rf"(?:each|every|all) other players? {_LOSE} {_N} (\w+)",
         r"each player in others: as player: lose \1 \2", r"each player in others: lower player's \2 by \1"),
        (rf"(?:give|pay) {_N} (\w+) to (p\d|\w+)", r"pay \1 \2 to \3", r"lower my \2 by \1 // raise \3's \2 by \1"),
        (rf"give (p\d|\w+) {_N} (\w+)", r"pay \2 \3 to \1", r"lower my \3 by \2 // raise \1's \3 by \2"),
        (rf"(?:steal|take) {_N} (\w+) from (p\d|\w+)", r"as \3: pay \1 \2 to me", r"lower \3's \2 by \1 // raise my \2 by \1"),
        (r"(?:trade|exchange|swap|pay) (\d+ \w+) (?:for|to get|and gain|to gain) (\d+ \w+)", r"pay \1 // gain \2"),
        (r"lose all (?:my |your )?(\w+)", r"lose my \1 \1", r"set my \1 to 0"),
        (r"lose half (?:my |your |of my )?(\w+)", r"lose my \1 div 2 \1", r"set my \1 to my \1 div 2"),
        (rf"gain {_N} (\w+?)s? for (?:each|every) (?:my )?(\w+?)s?",
         r"gain \1 * number of {all:3} where mine \2", r"gain \1 * number of my \3s \2s", r"gain \1 * (number of {home} where \3's owner is me) \2s",
         r"gain \1 * (number of {home} where \3's owner is me) \2"),
        (r"(gain|lose|pay) (\w+) equal to (.+)", r"\1 \3 \2"),
        # cards
        (rf"(?:you |i )?(?:draws?|takes?|deal me) {_N}(?: \w+)?(?: from (?:the |my )?\w+)?",
         r"draw \1 from {deck} to my {hand}"),
        (rf"{_WHO} (?:draws?|takes?|gets?) {_N} (\w+?)s?(?: from (?:the )?\w+)?", r"each player: draw \1 from {deck} to player's {hand}"),
        (rf"(?:deal|give) {_N} \w+ to (?:each|every|all) players?", r"each player: draw \1 from {deck} to player's {hand}"),
        (rf"(?:deal|give) (?:each|every|all) players? {_N} \w+", r"each player: draw \1 from {deck} to player's {hand}"),
        (r"may draw a(?:nother)? \w+", r"may draw 1 from {deck} to my {hand} as drawing"),
        (r"may draw (.+) from (\w+)", r"may draw \1 from \2 to my {hand} as drawing"),
        (r"shuffle(?: the| all)?(?: \w+)?", r"shuffle {deck}"),
        (r"(?:draw|take) the top (?:card|tile)(?: of (?:the )?\w+)?", r"draw 1 from {deck} to my {hand}"),
        (r"(?:reveal|flip|turn over|show) the top (?:card|tile)(?: of (?:the )?\w+)?", r"show top of {deck}"),
        (r"look at the top (?:card|tile)(?: of (?:the )?\w+)?", r"show top of {deck} to me"),
        (rf"you may draw {_N}(?: \w+)?", r"may draw \1 from {deck} to my {hand} as drawing"),
        (r"remove (?:an? |my |the )?(\w+) from (?:the )?(?:\w+ )?(\w+)", r"remove \2's \1"),
        (r"discards? (?:an?|one|the|my|your) (\w+)", r"choose \1 from my {hand} as discarded: discard \1",
         r"choose {card} from my {hand} as discarded: discard {card}", r"discard my \1", r"discard my {hand}"),
        (rf"discards? {_N} (\w+?)s?", r"repeat \1 times: choose \2 from my {hand} as discarded: discard \2",
         r"repeat \1 times: choose {card} from my {hand} as discarded: discard {card}"),
        (r"discards? (\w+)", r"discard my \1", r"discard my {hand}"),
        (r"(?:choose|pick|select|take) (?:an?|one) (\w+) from (?:my |your )?(\w+)(?: and discard it)",
         r"choose \1 from my \2 as discarded: discard \1", r"choose \1 from \2 as discarded: discard \1"),
        (r"put (?:an? |the |my )?(\w+) (?:on|in|into|onto) (?:the |top of |the top of )?(?:discard )?(\w+)",
         r"place my \1 on \2", r"discard \1", r"move \1 to \2", r"put \1 under \2", r"place a \1 on \2"),
        # choices
        (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one )?(\w+) from (?:my |your |the )?(\w+)",
         r"choose \1 from my \2 as chosen", r"choose \1 from \2 as chosen"),
        (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one |any )?(\w+)",
         r"choose \1 from my {zone:1} as chosen", r"choose \1 from {all:1} as chosen", r"choose {card} from my {hand} as chosen"),
        (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one |any )?(\w+) (\w+)",
         r"choose \2 from {all:2} where \1 as chosen", r"choose \2 from {all:2} where free as chosen"),
        (r"(?:place|put|build) (?:an? |my )?(\w+) on (?:an? |any |the )?(\w+) (\w+)",
         r"choose \3 from {all:3} where \2 as built: place my \1 on \3", r"place my \1 on \3"),
        (r"remove all (\w+?)s?", r"each {home1} where \1 is not none: remove \1"),
        # chance
        (r"(?:flip|toss) (?:an? |the )?(\w+)", r"roll \1 in 0 to 1", r"roll side in 0 to 1"),
        (r"roll (?:an? |the |one )?(?:die|dice|d6)", r"roll die in 1 to 6", r"roll rolled in 1 to 6"),
        (r"roll (?:an? |the |one )?d(\d+)", r"roll die in 1 to \1"),
        (r"roll (?:two|2) dice|roll 2d6", r"roll die_1 in 1 to 6 // roll die_2 in 1 to 6"),
        (r"roll (?:three|3) dice|roll 3d6", r"roll die_1 in 1 to 6 // roll die_2 in 1 to 6 // roll die_3 in 1 to 6"),
        (rf"set {_V} to (?:an? )?random(?:ly)? (\w+)", r"set \1 to a random one of {all:2}"),
        (rf"{_V} = random (\w+)", r"set \1 to a random one of {all:2}"),
        (rf"set {_V} to (?:1?d(\d+)|random\(1, ?(\d+)\))", r"roll rolled in 1 to \2\3 // set \1 to rolled"),
        (r"(gain|lose|pay) (?:random\((\d+), ?(\d+)\)|(1)d(\d+)) (\w+)", r"roll rolled in \2\4 to \3\5 // \1 rolled \6"),
        # loops and conditions
        (r"(?:for|foreach|for each|for every|for all) (\w+?) in \w+(\(\))? ?: ?(.*)", r"each \1: \3"),
        (r"for (\w+) in range\((\d+)\) ?: ?(.*)", r"repeat \2 times: \3"),
        (r"for (\w+) (?:in|from|=) (\d+) ?(?:\.\.|to|-) ?(\d+) ?: ?(.*)", r"each \1 in \2 to \3: \4"),
        (r"while no (?:players? )?(?:has|have) (\d+) (\w+)(:.*)?",
         r"repeat until some players where \2 >= \1\3", r"repeat until some players where \2 >= \1:"),
        (r"while no player has (\d+) (\w+?)(s?)(:.*)?", r"repeat until some players where \2\3 >= \1:\4"),
        (r"until ([^:]+)(:.*)?", r"repeat until \1\2", r"repeat until \1:"),
        (r"repeat until ([^:]+?) ((?:gain|lose|pay|place|move|set|raise|lower|draw|choose|do|end) .*)", r"repeat until \1: \2"),
        (r"unless ([^:]+)(:.*)", r"if not (\1)\2"),
        (r"when ([^:]+)(:.*)", r"if \1\2"),
        (r"otherwise ((?!if)[^:]+)", r"otherwise: \1"),
        (r"(.*) then ([^:]*)", r"\1: \2"),
        (r"(if [^:,]+), ?([^:]+)", r"\1: \2"),
        (r"if (?:i|you|the player|player) (?:have|has) (?:at least )?(\d+) (?:or more )?(\w+)(.*)", r"if my \2 >= \1\3"),
        (r"(.*)\b(?:len|count|size)\(([^()]*)\)(.*)", r"\1number of \2\3"),
        (r"(.*)\bmax\(([^(),]*), ?([^(),]*)\)(.*)", r"\1(greater of \2 and \3)\4"),
        (r"(.*)\bmin\(([^(),]*), ?([^(),]*)\)(.*)", r"\1(lesser of \2 and \3)\4"),
        (rf"(.*?){_V} is between (\d+) and (\d+)(.*)", r"\1\2 >= \3 and \2 <= \4\5"),
        (r"(.*?)\bmy (\w+) is (not )?empty\b(.*)", r"\1no my \2\4", r"\1some my \2\4"),
        (r"(.*)\b(?!me\b)(?:player|me)\.(\w+)(.*)", r"\1my \2\3", r"\1player's \2\3"),
        (r"(.*?)\b(\w+)\.(\w+)(.*)", r"\1\2's \3\4"),
        (r"(.*?)\b(?!number\b|sum\b|top\b)(\w+) of (p\d|\w+)\b(.*)", r"\1\3's \2\4"),
        (r"(.*?) ?\$ ?(\d+)(.*)", r"\1 \2\3", r"\1 \2 {money}\3"),
        (r"(if|repeat while|while|otherwise if) (.+?) (?:==?|is) (?:true|yes)\b(.*)", r"\1 \2\3"),
        (r"(if|repeat while|while|otherwise if) (.+?) (?:==?|is) (?:false|no)\b(.*)", r"\1 not \2\3"),
        # leaving
        (r"(?:return|exit|end rule)", r"end {rule}"),
        (r"(?:end (?:my |your |the |this )turn|(?:the )?next player|(?:the |my |your )?turn (?:ends|is over))", r"end turn", r"end {rule}"),
        (r"(?:pass|skip|continue|do nothing|no effect|noop|-)", r"nothing"),
        (r"(?:game over|end game|(?:the )?game ends|finish(?: the)? game|stop the game|win|you win|i win|(?:p\d|player|me) wins?)",
         r"end the game"),
        (r"(if .*?)[:,] ?(?:i |you |player |p\d )?wins?", r"\1: end the game"),
        # several sentences in a line
        (r"([^:;\"]+?) ?; ?([^:;\"]+);?", r"\1 // \2"),
        (r"((?:gain|lose|pay) \d+ \w+)(?:, and|,| and) (\d+ \w+)", r"\1 + \2"),
        (r"((?:gain|lose|pay|draw|place|move|raise|lower|set) [^:,]+?)(?:, and|,| and) ((?:gain|lose|pay|draw|place|move|raise|lower|set) [^:,]+)",
         r"\1 // \2"),
        (r"(.*?);", r"\1"),
        # declarations
        (r"(?:def|function|func|fn|procedure|sub|method|proc) (\w+) ?(?:\(\))? ?[:{]? ?(.*)", r"rule \1: \2", r"rule \1:"),
        (r"(turn|phase|action|effect|rule)((?: with| for| of| on| in| at| to| from) \w+.*):(.*)", r"\1 \1_\2:\3", r"rule run_\1\2:\3"),
        (r"players?:? (\d+) ?(?:-|to|–) ?(\d+)", r"players \1 to \2"),
        (r"(?:the )?game (?:ends|is over) (?:when|if|once) ([^:]+?):?", r"end when \1: end the game"),
        (r"(?:const |var |let )(\w+) ?= ?(.+)", r"\1 means \2"),
        (r"(\w+) ?= ?(.+)", r"\1 means \2"),
        (r"(?:the )?(?:end|game ends) when (?:an?|any|some|one) player has (\d+)(?: or more)? (\w+)",
         r"end when some players where \2 >= \1: end the game"),
    )
)  # fmt: skip
