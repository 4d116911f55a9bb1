# ruff: noqa: E501
"""Everyday phrases for sentences of rules, and equivalent sentences (see `phrase_table.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.repair.phrase_table import phrase_table

_N: Final = r"(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_V: Final = r"((?:my |[a-z]\w*'s )?[A-Za-z_]\w*(?:\([^()]*\))?)"
_GET: Final = r"(?:gains?|gets?|takes?|earns?|receives?|collects?|wins?|scores?)"
_LOSE: Final = r"(?:loses?|pays?|spends?)"
_WHO: Final = r"(?:(?:each|every|all)(?: the)? players?|everyone|everybody)"
_NAMED: Final = rf"(?!(?:you|i|me|each|every|all|the|everyone|everybody) ){_V}"
_SEVERAL: Final = r"(?:(up to |at most )|exactly )?(\d+(?: (?:to|or|-) \d+)?|two|three|four|five|six)"
_LEAVE: Final = r"(?:break|(?:stop|exit|leave|end|quit)(?: (?:repeating|looping|(?:the |this )?(?:loop|repeat|repetition))|))"
_MANY: Final = r"(?:space|step|square|field|place)s?"

_MOST: Final = r"(?:most|highest|greatest|largest|biggest|maximum)"
_LEAST: Final = r"(?:least|fewest|lowest|smallest|minimum)"
_DECK: Final = r"(?:the )?((?:draw |card |cards )?\w+?)"
_TOP: Final = r"(?:the )?top"
_ITEM: Final = r"(?:cards?|tiles?|chips?|tokens?)"


def _of_the_one_with(rank: str, words: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases for deeds of the player with most, or least, of something."""
    who, one = (
        rf"(?:the )?player (?:with|who has|having) (?:the )?{words} (\w+)",
        rf"the first of players in order of {rank} \1",
    )
    return (
        (rf"{who} {_GET} (.+)", rf"as {one}: gain \2", rf"let leader = {one} // as leader: gain \2"),
        (rf"{who} (lose|pay)s? (.+)", rf"as {one}: \2 \3", rf"let leader = {one} // as leader: \2 \3"),
        (rf"{who} draws? {_N}(?: \w+)?", rf"as {one}: draw \2 from {{deck}} to my {{hand}}",
         rf"let leader = {one} // as leader: draw \2 from {{deck}} to my {{hand}}"),
        (rf"{who} (?:goes|starts|begins|plays|is|becomes)(?: (?:the )?(?:first|starting|start))?(?: player)?", rf"set {{starter}} to {one}"),
    )  # fmt: skip


def _multiples() -> Iterator[tuple[str, ...]]:
    """Yield the phrases for as much of something as there is of something else."""
    each = r"(?:for (?:each|every)|per)(?: of)?"
    for verb, change in (
        (r"(?:gains?|gets?|takes?|earns?|receives?|scores?|raise)", "gain"),
        ("loses?", "lose"),
        ("pays?", "pay"),
    ):
        turned = "raise" if change == "gain" else "lower"
        for what, number in (
            (
                r"(?:my|your) (\w+?)(s?)",
                (
                    r"number of my \3\4",
                    r"number of my \3s",
                    r"(number of {home} where \3's owner is me)",
                    r"my \3\4",
                    r"my \3s",
                ),
            ),
            (r"(\w+?)s? (?:in|of|on) (?:(?:my|your) )(\w+)", (r"number of my \4{zoned:3}",)),
            (
                r"(\w+?)s? (?:in|on|of) (?:the )?([a-z]\w*(?:'s \w+)?)",
                (r"number of \4{zoned:3}", r"number of my \4{zoned:3}"),
            ),
            (
                r"(\w+?)(s?) (?:i|you) (?:have|own|control)",
                (
                    r"number of my \3\4",
                    r"number of my {zone_s:3}",
                    r"(number of {home} where \3's owner is me)",
                    r"my \3\4",
                    r"my \3s",
                ),
            ),
            (r"(free|empty|mine|[a-z]\w*) ([a-z]\w+)", (r"(number of {all:4} where \3)",)),
            (r"(\w+?)(s?)", (r"(number of {home} where \3's owner is me)", r"number of {places:3}")),
        ):
            money = r"\2"
            sums = [r"\1 * " + one for one in number]
            yield (
                rf"(?:you |i |me )?{verb} {_N} (?:victory )?(\w+?)s? {each} {what}",
                *(f"{change} {amount} {name}" for amount in sums for name in (money, money + "s", "{goods_like:2}")),
                *(f"{turned} my {name} by {amount}" for amount in sums for name in (money, money + "s", "{counter_like:2}")),
            )  # fmt: skip


_MULTIPLES: Final = tuple(_multiples())
LOOP_EXIT: Final = re.compile(rf"(?:if [^:]+: ?)?{_LEAVE}")

# Phrases for which the checker's advice, which changes a word, says something else.
URGENT_PHRASES: Final = phrase_table(
    (r"(turn|phase|action|effect|rule) ([a-z]\w*) ([a-z]\w*) ([a-z]\w*):(.*)", r"\1 \2_\3_\4:\5"),
    (r"(if [^:]+: ?.+?),? else if ([^:]+: ?.*)", r"\1 // otherwise if \2"),
    (r"(if [^:]+: ?.+?),? (?:else|otherwise):? ?(.*)", r"\1 // otherwise: \2"),
    (rf"(if [^:]+: ?)?{_LEAVE}", r"\1end {rule_of_loop}"),
)  # fmt: skip

SENTENCE_PHRASES: Final = phrase_table(
    # changes of numbers
    (rf"{_V} ?\+= ?(.+)", r"raise \1 by \2", r"raise my \1 by \2"),
    (rf"{_V} ?-= ?(.+)", r"lower \1 by \2", r"lower my \1 by \2"),
    (rf"{_V} ?\*= ?(.+)", r"set \1 to \1 * \2", r"set my \1 to my \1 * \2"),
    (rf"{_V} ?\+\+", r"raise \1 by 1", r"raise my \1 by 1"),
    (rf"{_V} ?--", r"lower \1 by 1", r"lower my \1 by 1"),
    (rf"(?:set |let )?{_V} ?(?::?=|to) ?\1 ?\+ ?(.+)", r"raise \1 by \2", r"raise my \1 by \2"),
    (rf"(?:set |let )?{_V} ?(?::?=|to) ?\1 ?- ?(.+)", r"lower \1 by \2", r"lower my \1 by \2"),
    (rf"set {_V} ?(?::=|==?|be|to|is) ?(.+)", r"set \1 to \2", r"set my \1 to \2"),
    (rf"(?:let |var |const )?(?!(?:set|raise|lower|move|add|put|place|pay|gain|lose) ){_V} ?(?::=|==?|be|to|is) ?(.+)", r"set \1 to \2", r"set my \1 to \2", r"let \1 = \2"),
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
    (rf"(?:swap|exchange|switch) (?:the )?{_V} (?:and|with|for|by) (?:the )?{_V}", r"let before = \1 // set \1 to \2 // set \2 to before"),
    (r"(?:increment|increase|raise|advance|count up) (?:the )?((?:my )?[a-z]\w*)", r"raise \1 by 1", r"raise my \1 by 1"),
    (r"(?:decrement|decrease|reduce|lower|count down) (?:the )?((?:my )?[a-z]\w*)", r"lower \1 by 1", r"lower my \1 by 1"),
    (rf"reset (?:the )?{_V}(?: to (?:0|zero))?", r"set \1 to 0", r"set my \1 to 0"),
    (rf"(?:the )?{_V} (?:becomes|turns into|is now|is set to|changes to) (.+)|put (?:the )?{_V} (?:to|at) (.+)", r"set \1\3 to \2\4", r"set my \1\3 to \2\4"),
    # goods and points
    (rf"(?:the )?(?:player|active player|current player) {_GET} {_N} (\w+?)(s?)", r"gain \1 \2\3", r"gain \1 \2s", r"raise my \2\3 by \1"),
    (rf"{_GET} {_N} (\w+?)(s?) from (?:the )?(?:bank|supply|store|stock|pool|box|reserve)", r"gain \1 \2\3", r"gain \1 \2s", r"raise my \2\3 by \1", r"gain \1 {goods_like:2}", r"raise my {counter_like:2} by \1"),
    (rf"(?:pays?|give|return) {_N} (\w+?)(s?) to (?:the )?(?:bank|supply|store|stock|pool|box|reserve)|pay (?:the )?(?:bank|supply) {_N} (\w+?)(s?)",
     r"pay \1\4 \2\3\5\6", r"pay \1\4 \2\5s", r"lower my \2\3\5\6 by \1\4"),
    (r"(?:gain|get|score) (\w+) equal to (.+)", r"gain (\2) \1", r"raise my \1 by \2"),
    (rf"(?:you |i |me )?{_GET} \$ ?(\d+)", r"gain \1 {money}", r"raise my {money} by \1"),
    (r"(?:you |i |me )?loses? \$ ?(\d+)", r"lose \1 {money}", r"lower my {money} by \1"),
    (rf"(?:you |i |me )?{_LOSE} \$ ?(\d+)", r"pay \1 {money}", r"lower my {money} by \1"),
    (r"\$ ?(\d+)", r"gain \1 {money}"),
    (r"(gain|lose|pay) \$ ?(\d+)(?:, and|,| and) (\d+) (\w+)", r"\1 \2 {money} + \3 \4", r"\1 \2 {money} // raise my \4 by \3"),
    (rf"(?:you |i |me )?{_GET} {_N} (?:victory )?(\w+?)(s?)",
     r"gain \1 \2\3", r"gain \1 \2s", r"raise my \2\3 by \1", r"raise my \2s by \1", r"gain \1 {goods_like:2}", r"raise my {counter_like:2} by \1"),
    (rf"(?:you |i |me )?loses? {_N} (?:victory )?(\w+?)(s?)",
     r"lose \1 \2\3", r"lose \1 \2s", r"lower my \2\3 by \1", r"lower my \2s by \1", r"lose \1 {goods_like:2}", r"lower my {counter_like:2} by \1"),
    (rf"(?:you |i |me )?(?:pays?|spends?) {_N} (?:victory )?(\w+?)(s?)",
     r"pay \1 \2\3", r"pay \1 \2s", r"lower my \2\3 by \1", r"lower my \2s by \1", r"pay \1 {goods_like:2}", r"lower my {counter_like:2} by \1"),
    (rf"pay {_N}", r"pay \1 {money}", r"lower my {money} by \1"),
    (rf"(?:add|give) {_N} (\w+) to (?:each|every|all) players?",
     r"each player: raise player's \2 by \1", r"each player acting in seat order: gain \1 \2"),
    (rf"{_WHO} {_GET} {_N} (\w+)",
     r"each player acting in seat order: gain \1 \2", r"each player acting in seat order: gain \1 \2s",
     r"each player: raise player's \2 by \1", r"each player acting in seat order: gain \1 {goods_like:2}",
     r"each player: raise player's {counter_like:2} by \1"),
    (rf"{_WHO} {_LOSE} {_N} (\w+)",
     r"each player acting in seat order: lose \1 \2", r"each player acting in seat order: lose \1 \2s",
     r"each player: lower player's \2 by \1", r"each player acting in seat order: lose \1 {goods_like:2}",
     r"each player: lower player's {counter_like:2} by \1"),
    (r"set (?:all|every|each)(?: the)? players?(?:'s?)? (\w+) (to .+)", r"each player: set player's \1 \2"),
    *(row for rank, words in (("most", _MOST), ("least", _LEAST)) for row in _of_the_one_with(rank, words)),
    (rf"{_NAMED} (gain|lose|pay)s (.+)", r"as \1: \2 \3", r"if \1 is not none: as \1: \2 \3"),
    (r"(gain|lose|pay) (\d+ (\w+)) or (\d+ (\w+))", r"choose one as chosen: //   \3: \1 \2 //   \5: \1 \4"),
    (rf"(gain|lose|pay) {_N} (\w+) for (?:each|every) (\w+?)s? (?:in|of|on) {_V}",
     r"\1 \2 * number of \5{zoned:4} \3", r"\1 \2 * number of (\5 where \4) \3", r"\1 \2 * number of (\5 where {column} is \4) \3"),
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
    *_MULTIPLES,
    (r"(gain|lose|pay) (\w+) equal to (.+)", r"\1 \3 \2"),
    # cards
    (rf"(?:you |i )?(?:draws?|takes?|deal me) {_N} (\w+)(?: from (?:the )?(?:top of (?:the )?)?((?:draw |card )?\w+))", r"draw \1 from {deck_like:3} to my {hand}{drawn:2}"),
    (rf"(?:you |i )?(?:draws?|takes?|deal me) {_N} (\w+)", r"draw \1 from {deck} to my {hand}{drawn:2}"),
    (rf"(?:you |i )?draws? {_N}", r"draw \1 from {deck} to my {hand}"),
    (rf"{_WHO} (?:takes?|has|have|gets?) (?:a|one|1|his|her|their) (turn)s?(?: in turn order)?",
     r"each player acting in seat order: \1"),
    (rf"{_WHO} (?:draws?|takes?|gets?) {_N} (?!turns?\b)(\w+?)s?(?: from (?:the )?\w+)?", r"each player: draw \1 from {deck} to player's {hand}"),
    (rf"(?:deal|give) {_N} \w+ to (?:each|every|all) players?", r"each player: draw \1 from {deck} to player's {hand}"),
    (rf"(?:deal|give) (?:each|every|all) players? {_N} \w+", r"each player: draw \1 from {deck} to player's {hand}"),
    (r"may draw a(?:nother)? \w+", r"may draw 1 from {deck} to my {hand} as drawing"),
    (r"may draw (.+) from (\w+)", r"may draw \1 from \2 to my {hand} as drawing"),
    # a number up to which pieces are drawn
    (rf"draws? (?:cards? |{_ITEM} )?(?:until|till|up to|so that) (?:i|you) (?:have|hold) {_N}(?: {_ITEM})?(?: in (?:my |your )?hand)?",
     r"draw up to greater of \1 - number of my {hand} and 0 from {deck} to my {hand}"),
    (rf"draws? (?:cards? |{_ITEM} )?(?:until|till) (?:my |your )?(\w+) (?:has|have|holds|contains|is) {_N}(?: {_ITEM})?",
     r"draw up to greater of \2 - number of my \1 and 0 from {deck} to my \1"),
    (rf"(?:draws?|refill|fill)(?: my| your)?(?: hand)?(?: back)? up to (?:a )?hand of {_N}(?: {_ITEM})?|(?:refill|fill(?: up)?) (?:my|your) hand(?: back)?(?: up)? to {_N}(?: {_ITEM})?",
     r"draw up to greater of \1\2 - number of my {hand} and 0 from {deck} to my {hand}"),
    (rf"discards? (?:\w+ )?down to {_N}(?: {_ITEM})?(?: in (?:my |your )?hand)?",
     r"repeat while number of my {hand} > \1: choose {card} from my {hand} as discarded, discard {card}"),
    (rf"{_WHO} (?:draws?|takes?) {_N}", r"each player: draw \1 from {deck} to player's {hand}"),
    (rf"{_WHO} discards? (?:a|one|1) (\w+)", r"each player acting in seat order: choose \1 from my {hand} as discarded, discard \1"),
    # tops of piles, and shuffling
    (rf"(?:move|take|put|place|draw) {_TOP} {_ITEM}? ?(?:of|from) {_DECK} (?:to|into|in|on|onto) (?:the )?{_V}", r"draw 1 from {deck_like:1} to \2", r"draw 1 from {deck_like:1} to my \2"),
    (rf"(?:move|take|put|place|draw) {_TOP} {_N} {_ITEM}? ?(?:of|from) {_DECK} (?:to|into|in|on|onto) (?:the )?{_V}", r"draw \1 from {deck_like:2} to \3", r"draw \1 from {deck_like:2} to my \3"),
    (rf"draws? {_TOP} {_N} {_ITEM}(?: (?:of|from) {_DECK})?", r"draw \1 from {deck} to my {hand}"),
    (rf"(?:re)?shuffle (?:all )?(?:of )?(?:the )?(?:discards?|discarded {_ITEM}|discard pile|\w+'s discard_pile)(?: {_ITEM})?(?: (?:back )?(?:in|into|to) {_DECK})?|reshuffle(?: the)?(?: (?:deck|pile|cards|discards?))?",
     r"move all {cards} from {discarding}'s discard_pile to {discarding} // shuffle {discarding}"),
    (rf"(?:re)?shuffle (?:all )?((?:my |[a-z]\w*'s )\w+) (?:back )?(?:in|into|to) {_DECK}", r"move all {cards} from \1 to {deck_like:2} // shuffle {deck_like:2}"),
    (rf"(?:re)?shuffle(?: the| all)? (?:{_ITEM}|deck|pile|stack|draw pile)|(?:re)?shuffle", r"shuffle {deck}"),
    # what is shown
    (r"look at ([a-z]\w*'s \w+)", r"show \1 to me"),
    (r"(?:reveal|show|expose)s? (?:my |your )(\w+)(?: to (?:everyone|everybody|all|all players|the others|all other players))?", r"show my \1"),
    (r"(?:reveal|show|expose)s? (?:the )?(\w+) of (\w+)", r"show \2's \1"),
    (r"(?:reveal|expose)s? ([a-z]\w*'s \w+)", r"show \1"),
    (r"(?:draw|take) the top (?:card|tile)(?: of (?:the )?\w+)?", r"draw 1 from {deck} to my {hand}"),
    (r"(?:reveal|flip|turn over|show) the top (?:card|tile)(?: of (?:the )?\w+)?", r"show top of {deck}"),
    (r"(?:reveal|flip|turn over|turn up) (?:the top|an?|1|one) \w+(?: (?:of|from) (?:the )?\w+)?(?:,? and| then)? (?:add|put|place|lay) it (?:to|in|into|on) (\w+)",
     r"draw 1 from {deck} to \1"),
    (r"(?:reveal|flip|turn over|turn up) (?:the top|an?|1|one) (?!coin\b|die\b)\w+(?: (?:of|from) (?:the )?\w+)?", r"draw 1 from {deck} to {shared}"),
    (r"look at the top (?:card|tile)(?: of (?:the )?\w+)?", r"show top of {deck} to me"),
    (rf"you may draw {_N}(?: \w+)?", r"may draw \1 from {deck} to my {hand} as drawing"),
    (r"remove (?:an? |my |the )?(\w+) from (?:the )?(?:\w+ )?(\w+)", r"remove \2's \1"),
    (r"discards? (?:all|every|each)(?: of)?(?: the)?(?: (?!my )\w+ (?:from|in|of))? ((?:my |[a-z]\w*'s )\w+(?:\([^()]*\))?)", r"discard \1"),
    (r"(?:move|put|take) (?:every|each|all)(?: of)?(?: the)? (\w+?)s? (?:from|in) (.+?) (?:to|into) (.+)", r"move all \1s from \2 to \3"),
    (r"end (?:the |this |my )(?!game\b)(\w+)", r"end \1", r"end {rule}"),
    (r"discards? (?:all (?:of )?)?(?:the|my|your) (\w+)", r"discard my \1{held:1}"),
    (rf"{_WHO} discards? (?:their|his|her|his or her|all their|the) (\w+)", r"each player: discard player's \1{held:1}"),
    (r"(?:play|put|place|lay|add) (?:an?|one) (\w+) (?:from|of) (?:my |your )?(\w+) (?:on|onto|to|into|in) (?:the |my |your )?(\w+)", r"choose \1 from my \2 as played: move \1 to \3", r"choose \1 from my \2 as played: move \1 to my \3"),
    (r"(?:take|steal|draw|get) (?:an?|one|1) random (\w+) from ([a-z]\w*'s \w+)|(?:take|steal|draw|get) (?:an?|one|1) (\w+) (?:at random )?from ([a-z]\w*'s \w+) at random",
     r"let stolen = a random one of \2\4 // move stolen to my {hand}"),
    (r"discards? (?:an?|one|the|my|your) (\w+)", r"choose \1 from my {hand} as discarded: discard \1",
     r"choose {card} from my {hand} as discarded: discard {card}{drawn:1}", r"discard my \1"),
    (r"discards? (?:an?|one|1) (\w+) (?:from|of|in) (?:my |your )?(\w+)", r"choose \1 from my \2 as discarded: discard \1"),
    (r"discards? (?:an?|one|1) random \w+(?: (?:from|of|in) (?:my |your )?(?:\w+))?|discards? (?:an?|one|1) \w+(?: (?:from|of|in) (?:my |your )?(?:\w+))? at random",
     r"let discarded = a random one of my {hand} // discard discarded"),
    (rf"discards? {_N} (\w+?)s?", r"repeat \1 times: choose \2 from my {hand} as discarded: discard \2",
     r"repeat \1 times: choose {card} from my {hand} as discarded: discard {card}"),
    (r"discards? (\w+)", r"discard my \1", r"discard my {hand}"),
    (r"(?:choose|pick|select|take) (?:an?|one) (\w+) from (?:my |your )?(\w+)(?:(?: and|,| then)+ discard it)",
     r"choose \1 from my \2 as discarded: discard \1", r"choose \1 from \2 as discarded: discard \1"),
    (rf"(?:put|place|add|take|return) (?:the )?(\w+) (?:on|in|into|onto|to) {_V}", r"move \1 to \2", r"move \1 to my \2"),
    (r"(?:add|put) (?:an?|1|one) (\w+) (?:to|on|onto) (\w+)", r"place my \1 on \2", r"place a \1 on \2"),
    (r"(?:refill|replenish|fill)(?: up)? (?:the )?(\w+)(?: up)? to (\d+)(?: \w+)?", r"draw up to \2 - number of \1 from {deck} to \1"),
    (rf"draws? (?:\w+ )?from (\w+) to {_V} until (?:it|there|\w+) (?:has|have|holds?|contains?|are|is) {_N}(?: .*)?|(?:refill|replenish|fill)(?: up)? {_V}(?: up)? to {_N}(?: \w+)? from (\w+)",
     r"draw up to \3\5 - number of \2\4 from \1\6 to \2\4", r"draw up to greater of \3\5 - number of \2\4 and 0 from \1\6 to \2\4"),
    (r"or (\w+)( when [^:]+)?", r"or \1\2: nothing"),
    (r"(?:refill|replenish) (?:the )?(\w+)", r"draw up to 1 from {deck} to \1"),
    (r"(?:put|place) (?:an? |the |my )?(\w+) (?:on|in|into|onto) (?:the |top of |the top of )?(?:discard )?(\w+)",
     r"place my \1 on \2", r"discard \1", r"move \1 to \2", r"put \1 under \2", r"place a \1 on \2"),
    # choices
    (r"(?:player |you )?(?:chooses?|picks?|selects?|do) (?:one|1)(?: of(?: these| the following)?)?:", r"choose one as choice:"),
    (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one )?(\w+) from (?:my |your |the )?(\w+)",
     r"choose \1 from my \2 as chosen", r"choose \1 from \2 as chosen"),
    (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one |any )?(\w+)",
     r"choose \1 from my {zone:1} as chosen", r"choose \1 from {all:1} as chosen", r"choose {card} from my {hand} as chosen{drawn:1}"),
    (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |another |one )?(?:opponent|other player|rival|player)", r"choose player from others as chosen"),
    (r"(?:player |you )?(?:chooses?|picks?|selects?) (?:an? |one |any )?(\w+) (\w+)",
     r"choose \2 from {all:2} where \1 as chosen", r"choose \2 from {all:2} where free as chosen"),
    (r"(?:place|put|build) (?:an? |my )?(\w+) on (?:an? |any |the )?(\w+) (\w+)",
     r"choose \3 from {all:3} where \2 as built: place my \1 on \3", r"place my \1 on \3"),
    (r"remove all (\w+?)s?", r"each {home1} where \1 is not none: remove \1"),
    (rf"(?:choose|pick|select|take) {_SEVERAL} (\w+?)s? (?:from|of|in|among) (?:the |your )?([^:,]+?)( as \w+)(:.*)?",
     r"choose a set of \1\2: \3 from \4\5\6"),
    (rf"(?:choose|pick|select|take) {_SEVERAL} (\w+?)s? (?:from|of|in|among) (?:the |your )?([^:,]+?)(?: and discard (?:them|it|these|those))",
     r"choose a set of \1\2: \3 from \4 as discarded: discard \3"),
    (rf"(?:choose|pick|select) {_SEVERAL} (\w+?)s? (?:from|of|in|among) (?:the |your )?([^:,]+?)(:.*)?",
     r"choose a set of \1\2: \3 from \4 as chosen\5"),
    (rf"(?:choose|pick|select|take) {_SEVERAL} (\w+?)s? (?:from|of|in) (?:my |your )?(\w+)( as \w+)?(:.*)?", r"choose a set of \1\2: \3 from my \4\5\6", r"choose a set of \1\2: \3 from my \4 as chosen\6"),
    (r"(?:choose|pick|select|take) any number of (?:the )?(\w+?)s? (?:from|of|in|among) (?:the |your )?([^:,]+?)( as \w+)?(:.*)?",
     r"choose a set of up to number of \2: \1 from \2\3\4", r"choose a set of up to number of \2: \1 from \2 as chosen\4"),
    (rf"(?:choose|pick|select) {_SEVERAL} (\w+)((?: where [^:,]+?)?)((?: as \w+)?)(:.*)?",
     r"choose a set of \1\2: {one:3} from my {zone_s:3}\4\5\6", r"choose a set of \1\2: {one:3} from my {zone_s:3}\4 as chosen\6",
     r"choose a set of \1\2: {one:3} from {placed:3}\4\5\6", r"choose a set of \1\2: {one:3} from {placed:3}\4 as chosen\6"),
    (r"(?:choose|pick|select) any number of (\w+?)s?", r"choose a set of up to number of my {zone:1}: \1 from my {zone:1} as chosen"),
    (rf"discards? {_SEVERAL} (\w+?)s?(?: from (?:your |my )?hand)?",
     r"choose a set of \1\2: \3 from my {hand} as discarded: discard \3",
     r"choose a set of \1\2: {card} from my {hand} as discarded: discard {card}"),
    # emptied zones
    (rf"(?:set|clear|empty|reset) {_V}(?: to (?:none|empty|nothing|0|zero|no \w+|\[\]|\{{\}}|\(\)))?",
     r"discard \1", r"discard my \1", r"move all {cards} from \1 to {deck}", r"move all {cards} from my \1 to {deck}",
     r"remove \1", r"remove my \1", r"set \1 to 0", r"set my \1 to 0", r"set \1 to \1 - \1", r"set my \1 to my \1 - my \1"),
    # goods of any kind
    (rf"(pay|lose) {_N} (?:of )?any (\w+)", r"choose {one:3} from {all:3} where can pay \2 of it as chosen: \1 \2 of {one:3}"),
    (rf"(pay|lose) {_N} (\w+) of (?:any (?:kind|type|sort)|(?:your|my) choice)",
     r"choose {one:3} from {all:3} where can pay \2 of it as chosen: \1 \2 of {one:3}"),
    (rf"(gain|take|get) {_N} (?:of )?any (\w+)", r"choose {one:3} from {all:3} as chosen: gain \2 of {one:3}"),
    (rf"(gain|take|get) {_N} (\w+) of (?:any (?:kind|type|sort)|(?:your|my) choice)",
     r"choose {one:3} from {all:3} as chosen: gain \2 of {one:3}"),
    # turns
    (r"(?:set )?([a-z]\w*) (?:=|to|:=|becomes|is now|passes to|moves to|goes to|is) (?:the )?(?:next player|player (?:to|on) the left|left(?: neighbou?r)?|next)(?: clockwise)?",
     r"set \1 to the first of (players clockwise after \1)"),
    (r"pass (?:the )?([a-z]\w*) (?:marker |card |token )?(?:to the )?(?:left|next player|clockwise|on)", r"set \1 to the first of (players clockwise after \1)"),
    (r"each player,? ?(?:starting|beginning) (?:with|from|at) (?:the )?(\w+)(?: acting)?: ?(.*)", r"each player acting in players clockwise from \1: \2"),
    (r"each player,? ?(?:starting|beginning) (?:with|from|at) (?:the )?(\w+) (\w+): ?(.*)", r"each player acting in players clockwise from \1_\2: \3"),
    # chance
    (r"(?:flip|toss) (?:an? |the )?(\w+)", r"roll \1 in 0 to 1", r"roll side in 0 to 1"),
    (r"roll (?:an? |the |one )?(?:die|dice|d6)", r"roll die in 1 to 6", r"roll rolled in 1 to 6"),
    (r"roll ?\( ?(\d+) ?\)|(?:random\.)?rand(?:om|int)? ?\( ?1 ?, ?(\d+) ?\)", r"roll die in 1 to \1\2"),
    (r"(?:let )?([a-z]\w*) ?(?:=|:=|to) ?(?:roll ?\( ?(\d+) ?\)|(?:random\.)?rand(?:om|int)? ?\( ?1 ?, ?(\d+) ?\)|1?d(\d+))", r"roll \1 in 1 to \2\3\4"),
    (r"roll (?:an? |the |one |1)?d(\d+)", r"roll die in 1 to \1"),
    (r"roll (?:two|2) dice|roll 2d6", r"roll die_1 in 1 to 6 // roll die_2 in 1 to 6"),
    (r"roll (?:three|3) dice|roll 3d6", r"roll die_1 in 1 to 6 // roll die_2 in 1 to 6 // roll die_3 in 1 to 6"),
    (rf"set {_V} to (?:an? )?random(?:ly)? (\w+)", r"set \1 to a random one of {all:2}",
     r"set my \1 to a random one of {all:2}"),
    (rf"{_V} = random (\w+)", r"set \1 to a random one of {all:2}"),
    (r"(?:choose|pick|select|take) an? random (\w+)",
     r"let \1 = a random one of {all:1}", r"set \1 to a random one of players", r"let chosen = a random one of {all:1}"),
    (rf"set {_V} to (?:1?d(\d+)|random\(1, ?(\d+)\))", r"roll rolled in 1 to \2\3 // set \1 to rolled"),
    (r"(gain|lose|pay) (?:random\((\d+), ?(\d+)\)|(1)d(\d+)) (\w+)", r"roll rolled in \2\4 to \3\5 // \1 rolled \6"),
    (r"(?:flip|toss) (?:an? |the )?coin ?[:;,.]? ?if (?:it(?:'s| is) |it shows )?(heads|tails)[:,]? ?(.+)", r"roll coin in 0 to 1 // if coin = 1: \2"),
    # loops and conditions
    (rf"(?:repeat|do|do this|do that|do it|do the following|this|loop)?,? ?(?:{_N}) times ?: ?(.*)", r"repeat \1 times: \2"),
    (r"(?:repeat|do|do this|do that|do it|do the following)? ?twice ?: ?(.*)", r"repeat 2 times: \1"),
    (r"(?:repeat|do|do this|do it)? ?(?:thrice|three times) ?: ?(.*)", r"repeat 3 times: \1"),
    (r"([^:]+) (?:twice|two times)", r"repeat 2 times: \1"),
    (rf"([^:]+) {_N} times", r"repeat \2 times: \1"),
    (r"(?:for|foreach|for each|for every|for all) (\w+?) in \w+(\(\))? ?: ?(.*)", r"each \1: \3"),
    (r"for (\w+) in range\((\d+)\) ?: ?(.*)", r"repeat \2 times: \3"),
    (r"for (\w+) (?:in|from|=) (\d+) ?(?:\.\.|to|-) ?(\d+) ?: ?(.*)", r"each \1 in \2 to \3: \4"),
    (r"(?:while|until|loop)(?: ?\(? ?(?:true|1|yes|forever) ?\)?)? ?:(.*)|(?:loop|repeat) forever ?: ?(.*)|forever ?: ?(.*)", r"repeat:\1\2\3"),
    (r"while no (?:players? )?(?:has|have) (\d+) (\w+)(:.*)?",
     r"repeat until some players where \2 >= \1\3", r"repeat until some players where \2 >= \1:"),
    (r"while no player has (\d+) (\w+?)(s?)(:.*)?", r"repeat until some players where \2\3 >= \1:\4"),
    (r"(.*?)\b(?:any|an?|some) player has (?:at least )?(\d+)(?: or more)? (\w+?)(s?)\b(.*)",
     r"\1some players where \3\4 >= \2\5", r"\1some players where \3s >= \2\5"),
    (r"(.*?)\b(?:any|an?|some) player has no (\w+)\b(.*)", r"\1some players where \2 = 0\3", r"\1some players where no \2\3"),
    (r"(.*?)\b(?:nobody|no one|no player) has (?:any )?([a-z]\w*)\b(.*)", r"\1no players where \2 > 0\3", r"\1no players where some \2\3"),
    (r"(.*?)\b(?:every|each) player has (?:at least )?(\d+)(?: or more)? (\w+?)(s?)\b(.*)",
     r"\1every players has \3\4 >= \2\5", r"\1every players has \3s >= \2\5"),
    (rf"(.*?){_V} is (\w+) or (\w+)\b(.*)", r"\1\2 in \3 + \4\5", r"\1my \2 in \3 + \4\5"),
    (rf"(.*?){_V} (?:exists|is set|is something|is some \w+|is an? \w+)\b(.*)", r"\1\2 is not none\3", r"\1my \2 is not none\3"),
    (r"(?:do|call|run|perform|execute|carry out|resolve) (\w+)(?: ?\(\))?", r"\1"),
    (rf"(?:repeat )?until ([^:]+?),? (?:or|but at most|at most|for at most|or at most|or after) {_N} (?:rounds|round|times|turns)(:.*)?",
     r"repeat \2 times while not (\1)\3"),
    (rf"repeat (?:up to |at most )?{_N} (?:rounds|times|turns),? (?:or )?until ([^:]+)(:.*)?", r"repeat \1 times while not (\2)\3"),
    (r"until ([^:]+)(:.*)?", r"repeat until \1\2", r"repeat until \1:"),
    (r"repeat until ([^:]+?) ((?:gain|lose|pay|place|move|set|raise|lower|draw|choose|do|end) .*)", r"repeat until \1: \2"),
    (r"unless ([^:]+)(:.*)", r"if not (\1)\2"),
    (r"when ([^:]+)(:.*)", r"if \1\2"),
    (r"otherwise ((?!if)[^:]+)", r"otherwise: \1"),
    (r"(.*) then ([^:]*)", r"\1: \2"),
    (r"(if [^:,]+), ?([^:]+)", r"\1: \2"),
    (r"if (?:i|you|the player|player) (?:have|has) (?:at least )?(\d+) (?:or more )?(\w+)(.*)", r"if my \2 >= \1\3"),
    (r"(.*)\b(?:len|count|size)\(([^()]*)\)(.*)", r"\1number of \2\3"),
    (rf"(.*?){_V} is between (\d+) and (\d+)(.*)", r"\1\2 >= \3 and \2 <= \4\5"),
    (r"(.*?)\b(?:the )?(deck|draw pile|pile|stack) (?:is|are) (?:empty|out|used up|exhausted)\b(.*)", r"\1no {deck_like:2}\3"),
    (r"(.*?)\b(?:the )?(deck|draw pile|pile|stack) (?:is|are) not empty\b(.*)", r"\1some {deck_like:2}\3"),
    (r"(.*?)\bno ([a-z]\w*) (?:are|is) ([a-z]\w*)\b(.*)", r"\1no {all:2} where \3\4"),
    (r"(.*?)\b(?:some|any) ([a-z]\w*) (?:are|is) ([a-z]\w*)\b(.*)", r"\1some {all:2} where \3\4"),
    (r"(if|otherwise if|repeat while|repeat until) (?:an?|the) (\w+) (?:is|lies|stands) (?:on|at|in) (?:the )?([a-z]\w*)(:.*)?", r"\1 \3's \2 is not none\4"),
    (r"(if|otherwise if|repeat while|repeat until) my (\w+) (?:is|lies|stands) (?:on|at|in) (?:the )?([a-z]\w*)(:.*)?", r"\1 \3's \2 is not none and \3's \2's owner is me\4"),
    (rf"(.*?){_V} is empty\b(.*)", r"\1no \2\3", r"\1number of \2 = 0\3"),
    (rf"(.*?){_V} is not empty\b(.*)", r"\1some \2\3", r"\1number of \2 >= 1\3"),
    (r"(.*?)\bthere (?:is|are) no (\w+) in (\w+)\b(.*)", r"\1no \3\4", r"\1number of \3 = 0\4"),
    (r"(.*?)\b(\w+) has more (\w+) than (\w+)\b(.*)", r"\1\2's \3 > \4's \3\5"),
    (r"(.*?)\b(\w+) has (?:fewer|less) (\w+) than (\w+)\b(.*)", r"\1\2's \3 < \4's \3\5"),
    (r"(.*?)\b(\w+) has as (?:many|much) (\w+) as (\w+)\b(.*)", r"\1\2's \3 = \4's \3\5"),
    (r"(.*?)\bi have more (\w+) than (\w+)\b(.*)", r"\1my \2 > \3's \2\4"),
    (r"(.*?)\bi have (?:fewer|less) (\w+) than (\w+)\b(.*)", r"\1my \2 < \3's \2\4"),
    (r"(choose \w+ from )([^,:]+) or ((?:my )?\w+)( as \w+)?(.*)", r"\1\2 + \3\4\5", r"\1\2 + \3 as chosen\5"),
    (r"(.*)\b(\w+)'s (?:number|size|length|count)\b(.*)", r"\1number of \2\3"),
    (r"(.*)\b(?:size|length|count) of (.*)", r"\1number of \2"),
    (r"(.*)\bhalf (?:of )?((?:my )?\w+)\b(.*)", r"\1\2 div 2\3"),
    (r"(.*)\btotal (\w+) (?:of|over|in) ((?:my )?\w+)\b(.*)", r"\1sum of \2 over \3\4"),
    (r"(.*)\bsum\(([^()]+)'s (\w+)\)(.*)", r"\1sum of \3 over \2\4"),
    (r"(.*)\bthe (?:first|top) [a-z]\w* of ((?:my )?\w+)\b(.*)", r"\1the first of \2\3"),
    (r"(.*)\bthe player to my (left)\b(.*)", r"\1the first of (players clockwise after me)\3"),
    (r"(.*)\bthe player to my (right)\b(.*)", r"\1the first of (players counter-clockwise after me)\3"),
    (r"(if|otherwise if|repeat while|repeat until) (?:there is |there's )?no (\w+) (?:on|at|in) (?:the )?([a-z]\w*)(:.*)?", r"\1 \3's \2 is none\4"),
    (r"(if|otherwise if|repeat while|repeat until) there(?: is|'s) (?:an? |some )(\w+) (?:on|at|in) (?:the )?([a-z]\w*)(:.*)?", r"\1 \3's \2 is not none\4"),
    (r"(.*?)\b([a-z]\w*) (?:has|have|contains?|holds) (?:no|none of) (\w+)\b(.*)", r"\1\2's \3 is none\4", r"\1no \2's \3\4", r"\1\2's \3 = 0\4", r"\1not \2's \3\4", r"\1no \2's {zone_s:3}\4"),
    (r"(.*?)\b([a-z]\w*) (?:has|have|contains?|holds) (?:my|our) (\w+)\b(.*)", r"\1\2's \3 is not none and \2's \3's owner is me\4", r"\1\2's \3's owner is me\4"),
    (r"(.*?)\b([a-z]\w*) (?:has|have|contains?|holds) (?:an? |any )(\w+)\b(.*)", r"\1\2's \3 is not none\4", r"\1some \2's \3\4", r"\1\2's \3 >= 1\4", r"\1\2's \3\4"),
    (r"(.*?)\b([a-z]\w*) is (?:occupied|taken|full|not empty|not free)\b(.*)", r"\1\2's {place} is not none\3", r"\1some \2\3"),
    (r"(.*?)\b([a-z]\w*) is (?:free|empty|vacant|unoccupied|not occupied)\b(.*)", r"\1\2's {place} is none\3"),
    (rf"(.*?)not {_V} (?:has|have|contains?|includes?|holds) (?:an? |any )?(\w+)\b(.*)", r"\1not (\3 in \2)\4", r"\1not (\3 in my \2)\4"),
    (rf"(.*?){_V} (?:has|have|contains?|includes?|holds) (?:an? |any )?(\w+)\b(.*)", r"\1\3 in \2\4", r"\1\3 in my \2\4"),
    (r"(.*?)\b(\w+) of player (\d)\b(.*)", r"\1p\3's \2\4"),
    (r"(.*)\b(?!me\b)(?:player|me)\.(\w+)(.*)", r"\1my \2\3", r"\1player's \2\3"),
    (r"(.*?)\b(\w+)\.(\w+)(.*)", r"\1\2's \3\4"),
    (r"(.*?)\b(?!number\b|sum\b|top\b)(\w+) of (p\d|\w+)\b(.*)", r"\1\3's \2\4"),
    (r"(.*?) ?\$ ?(\d+)(.*)", r"\1 \2\3", r"\1 \2 {money}\3"),
    (r"(if|repeat while|while|otherwise if) (.+?) (?:==?|is) (?:true|yes)\b(.*)", r"\1 \2\3"),
    (r"(if|repeat while|while|otherwise if) (.+?) (?:==?|is) (?:false|no)\b(.*)", r"\1 not \2\3"),
    # exits
    (r"(?:return|exit|end rule)", r"end {rule}"),
    (r"(?:end (?:my |your |the |this )turn|(?:the )?next player|(?:the |my |your )?turn (?:ends|is over))", r"end {turn}", r"end {rule}"),
    (r"(?:pass|skip|do nothing|no effect|noop|-)", r"nothing"),
    (r"(?:game over|end game|(?:the )?game ends|finish(?: the)? game|stop the game|win|you win|i win|(?:p\d|player|me) wins?)",
     r"end the game"),
    (r"(if .*?)[:,] ?(?:i |you |player |p\d )?wins?", r"\1: end the game"),
    (r"(given (?:.*, )?)(\w+)'s (\w+) is (p\d)'s(.*)", r"\1place \4's \3 on \2\5"),
    # several sentences in a line
    (r"([^:;\"]+?) ?; ?([^:;\"]+);?", r"\1 // \2"),
    (r"((?:gain|lose|pay) \d+ \w+)(?:, and|,| and) (\d+ \w+)", r"\1 + \2"),
    (r"((?:gain|lose|pay|draw|place|move|raise|lower|set) [^:,]+?)(?:, and|,| and) ((?:gain|lose|pay|draw|place|move|raise|lower|set) [^:,]+)",
     r"\1 // \2"),
    (r"(.*?);", r"\1"),
)  # fmt: skip
