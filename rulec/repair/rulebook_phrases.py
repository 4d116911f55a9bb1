# ruff: noqa: E501
"""Phrases of rulebooks for sentences: trades, draws, orders of players, loops (see `phrase_table.py`)."""

from __future__ import annotations

from typing import Final

from rulec.repair.phrase_table import phrase_table

_GET: Final = r"(?:gains?|gets?|takes?|earns?|receives?|collects?)"
_N: Final = r"(\d+|an?|one|two|three|four|five)"
_EACH: Final = r"(?:(?:each|every|all)(?: the)? players?|everyone|everybody)"
_FROM: Final = r"(?:from|in|of|out of|on)(?: the)?"
_ONE: Final = r"(?:any|some|one|an?)"
_NAMED: Final = (
    r"(?!(?:you|i|me|each|every|all|the|everyone|everybody|if|players?) )((?:my |[a-z]\w*'s )?[A-Za-z_]\w*)"
)
_GAINS: Final = r"(?:gains|gets|takes|earns|receives|collects)"
_SUPPLY: Final = r"(?: (?:to|from|into) (?:the )?(?:bank|supply|store|stock|pool|box|reserve))?"
_SUM: Final = r"(my \w+|[a-z]\w*(?:'s \w+)?)"  # an amount that has a name
_RAISES: Final = r"(?:raises?|increases?|levels? up|grows?)"
_LOWERS: Final = r"(?:lowers?|decreases?|reduces?)"
_FIRST: Final = r"(?:first|start(?:ing)?) player"

RULEBOOK_PHRASES: Final = phrase_table(
    # goods
    (rf"{_EACH} {_GET} {_N} (\w+)(?:,| and|, and) {_N} (\w+)", r"each player acting in seat order: gain {count:1} \2 + {count:3} \4", r"each player acting in seat order: gain {count:1} \2s + {count:3} \4"),
    (rf"{_EACH} (pay|lose)s? {_N} (\w+)(?:,| and|, and) {_N} (\w+)", r"each player acting in seat order: \1 {count:2} \3 + {count:4} \5"),
    (rf"{_GET} (?:as many )?(\w+) (?:equal to (?:the )?number of my|as (?:i have|my)) (\w+?)s?", r"gain (number of {home} where \2's owner is me) \1", r"gain number of my \2s \1", r"gain number of my \2 \1", r"gain my \2s \1"),
    (rf"(?:pay|spend) {_N} (\w+?)(s?) to draw {_N} \w+", r"pay {count:1} \2\3 // draw {count:4} from {deck} to my {hand}", r"pay {count:1} \2s // draw {count:4} from {deck} to my {hand}"),
    (rf"(?:pay|spend) {_N} (\w+?)(s?) to {_GET} {_N} (\w+)", r"pay {count:1} \2\3 // gain {count:4} \5", r"pay {count:1} \2\3 // raise my \5 by {count:4}", r"pay {count:1} \2s // gain {count:4} \5"),
    (rf"(?:pay|spend) {_N} (\w+?)(s?) to (.+)", r"pay {count:1} \2\3 // \4", r"pay {count:1} \2s // \4"),
    (rf"(?:steal|take|get) {_N} (?!card|tile)(\w+?)(s?) from (?!the\b|pile\b|deck\b)(\w+)", r"let taker = me // as \4: pay {count:1} \2\3 to taker", r"let taker = me // as \4: pay {count:1} \2s to taker"),
    (rf"(\w+) (?:gives|pays|owes) (?:me|you) {_N} (\w+?)(s?)", r"let taker = me // as \1: pay {count:2} \3\4 to taker", r"let taker = me // as \1: pay {count:2} \3s to taker"),
    (rf"{_EACH} (?:with|who has) (?:more than|over) (\d+) (\w+) (gain|lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in players where \2 > \1: \3 {count:4} \5\6", r"each player acting in players where \2 > \1: \3 {count:4} \5s"),
    (rf"{_EACH} (?:with|who has) (?:fewer than|less than) (\d+) (\w+) (gain|lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in players where \2 < \1: \3 {count:4} \5\6", r"each player acting in players where \2 < \1: \3 {count:4} \5s"),
    (rf"{_EACH} (?:with|who has) (?:at least )?(\d+)(?: or more)? (\w+) (gain|lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in players where \2 >= \1: \3 {count:4} \5\6", r"each player acting in players where \2 >= \1: \3 {count:4} \5s"),
    (rf"(?:swap|sell|trade|exchange|convert|turn) {_N} (\w+?)(s?) (?:for|into|to) {_N} (\w+?)(s?)", r"pay {count:1} \2\3 // gain {count:4} \5\6", r"pay {count:1} \2\3 // gain {count:4} \5s", r"pay {count:1} \2s // gain {count:4} \5s", r"pay {count:1} \2s // gain {count:4} \5\6"),
    (r"(pay|lose) all (?:of )?my (\w+)", r"\1 my \2 \2"),
    (r"(?:spend|discard|return) all (?:of )?my (\w+)", r"lose my \1 \1"),
    (rf"(?:(?:each|every|all)(?: (?:of )?the)? (?:opponents?|other players?)|the (?:others|other players)) (?:gains?|gets?|receives?) {_N} (\w+?)(s?)", r"each player acting in others: gain {count:1} \2\3", r"each player acting in others: gain {count:1} \2s"),
    (rf"(?:(?:each|every|all)(?: (?:of )?the)? (?:opponents?|other players?)|the (?:others|other players)) (lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in others: \1 {count:2} \3\4", r"each player acting in others: \1 {count:2} \3s"),
    (rf"(?:(?:each|every|all)(?: (?:of )?the)? (?:opponents?|other players?)|the (?:others|other players)) (?:pays?|gives?) (?:me|you) {_N} (\w+?)(s?)", r"let taker = me // each player acting in others: pay {count:1} \2\3 to taker", r"let taker = me // each player acting in others: pay {count:1} \2s to taker"),
    (rf"(?:for )?each player: ?(?:player|they|he|she) (gain|lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in seat order: \1 {count:2} \3\4", r"each player acting in seat order: \1 {count:2} \3s"),
    (rf"(?:for|per) (?:each|every) (\d+) (\w+),? {_GET} {_N} (\w+)", r"gain {count:3} * (my \2 div \1) \4", r"raise my \4 by {count:3} * (my \2 div \1)"),
    (rf"{_GET} {_N} (\w+) (?:for|per) (?:each |every )?(\d+) (\w+)", r"gain {count:1} * (my \4 div \3) \2", r"raise my \2 by {count:1} * (my \4 div \3)"),
    (r"halve (?:my )?(\w+)", r"set my \1 to my \1 div 2", r"set \1 to \1 div 2"),
    (r"(?:my )?(\w+) (?:increases?|rises?|grows?|goes? up) by (.+)", r"raise my \1 by \2", r"raise \1 by \2"),
    (r"(?:my )?(\w+) (?:decreases?|falls?|sinks?|drops?|goes? down) by (.+)", r"lower my \1 by \2", r"lower \1 by \2"),
    (r"add (\d+)(?: \w+)? to (?:my )?(\w+)", r"raise my \2 by \1", r"raise \2 by \1"),
    (r"(?:mark|flag) (?:me|myself|(?:the |this )?player) as (\w+)|set (\w+)", r"set my \1\2 to yes", r"set \1\2 to yes"),
    # amounts with a name, and players by what they are
    (rf"{_NAMED} (pays|loses) {_SUM} (\w+){_SUPPLY}", r"as \1: {verb:2} \3 \4", r"as \1: {verb:2} my \3 \4"),
    (rf"{_NAMED} {_GAINS} {_SUM} (\w+){_SUPPLY}", r"as \1: gain \2 \3", r"as \1: gain my \2 \3"),
    (rf"{_NAMED} {_GAINS} {_N} (\w+?)(s?){_SUPPLY}", r"as \1: gain {count:2} \3\4", r"as \1: gain {count:2} \3s"),
    (rf"{_NAMED} (?:pays|loses) (?:the |an? )?(my \w+|[a-z]\w*)", r"as \1: pay \2 {money}"),
    (rf"(?:i |you )?(?:gain|get|earn|receive|collect) {_SUM} (\w+)", r"gain \1 \2", r"gain my \1 \2"),
    (rf"(?:i |you )?(pay|lose) {_SUM} (\w+)", r"\1 \2 \3", r"\1 my \2 \3"),
    (rf"{_EACH} (?:who|that|which) (?:is|are|has|have) (not )?(\w+) {_GET} {_N} (\w+?)(s?)", r"each player acting in players where \1\2: gain {count:3} \4\5", r"each player acting in players where \1\2: gain {count:3} \4s"),
    (rf"(?:all |the |every |each )?players? (?:who|that|which) (?:is|are|has|have) (not )?(\w+) (gain|lose|pay)s? {_N} (\w+?)(s?)", r"each player acting in players where \1\2: \3 {count:4} \5\6", r"each player acting in players where \1\2: \3 {count:4} \5s"),
    (rf"{_EACH} (?:with|who has|having|that has) (?:an?|any|some|at least one) \w+ (?:in|on) (?:(?:his|her|their|its|the) )?(\w+) (gain|lose|pay|get|receive)s? {_N} (\w+?)(s?)", r"each player acting in players where some \1: {verb:2} {count:3} \4\5", r"each player acting in players where some \1: {verb:2} {count:3} \4s"),
    (rf"(?:the )?(?:all )?(?:others|other players|opponents) (pay|give)s? (?:me|you) {_N} (\w+?)(s?)", r"let taker = me // each player acting in others: pay {count:2} \3\4 to taker", r"let taker = me // each player acting in others: pay {count:2} \3s to taker"),
    (rf"(?:the )?(richest|poorest) player {_GET} {_N} (\w+)", r"as the first of players in order of {rank:1} {money}: gain {count:2} \3"),
    (rf"(?:the )?(richest|poorest) player (lose|pay)s {_N} (\w+)", r"as the first of players in order of {rank:1} {money}: \2 {count:3} \4"),
    (r"(?:the )?(richest|poorest) player loses half (?:of )?(?:his|her|their|its) (\w+)", r"as the first of players in order of {rank:1} \2: lose my \2 div 2 \2"),
    (r"(?:i|you|me) (?:become|am now|become now|am) (?:the )?(?:new )?(\w+)", r"set \1 to me"),
    (r"(?:pass|hand|give)(?: on)? (?:the )?(\w+)(?: \w+)? (?:on )?to (?:the )?next player", r"set \1 to the first of (players clockwise after \1)"),
    (r"(?:put|place|lay|take) (\w+) (?:into|in|to) (my \w+|[a-z]\w*)", r"add \1 to \2", r"move \1 to \2", r"add \1 to my \2"),
    (r"(my \w+) (?:gets?|gains?|receives?) (\w+)", r"add \2 to \1"),
    # changes of what has a member in brackets, or of all members
    (rf"{_RAISES} (?:the )?(\w+?)(s?) of (?:the )?(\w+)(?: by (.+))?", r"raise \1\2(\3) by {amount:4}", r"raise \1s(\3) by {amount:4}", r"raise \3's \1\2 by {amount:4}"),
    (rf"{_LOWERS} (?:the )?(\w+?)(s?) of (?:the )?(\w+)(?: by (.+))?", r"lower \1\2(\3) by {amount:4}", r"lower \1s(\3) by {amount:4}", r"lower \3's \1\2 by {amount:4}"),
    (r"(?:the )?(\w+?)(s?) of (?:the )?(\w+) (?:increases?|rises?|grows?|goes? up) by (.+)", r"raise \1\2(\3) by \4", r"raise \1s(\3) by \4", r"raise \3's \1\2 by \4"),
    (r"(?:the )?(\w+?)(s?) of (?:the )?(\w+) (?:decreases?|falls?|sinks?|drops?|goes? down) by (.+)", r"lower \1\2(\3) by \4", r"lower \1s(\3) by \4", r"lower \3's \1\2 by \4"),
    (rf"{_RAISES} (?:the )?(\w+) of (?:each|every|all)(?: the)? (?:(\w+) )?(\w+)(?: by (.+))?", r"each {single:3} in {all:3}{where:2}: raise {single:3}'s \1 by {amount:4}"),
    (rf"{_LOWERS} (?:the )?(\w+) of (?:each|every|all)(?: the)? (?:(\w+) )?(\w+)(?: by (.+))?", r"each {single:3} in {all:3}{where:2}: lower {single:3}'s \1 by {amount:4}"),
    (rf"{_RAISES} all (?:the )?(\w+?)(s?)(?: by (.+))?", r"each {key:1} in {keys:1}: raise \1\2({key:1}) by {amount:3}"),
    (rf"{_LOWERS} all (?:the )?(\w+?)(s?)(?: by (.+))?", r"each {key:1} in {keys:1}: lower \1\2({key:1}) by {amount:3}"),
    (r"(?:raise|increase|outbid) (?:the )?(\w+) by at least (\d+)", r"choose new_\1 from \1 + \2 to {top:1} as raised: set \1 to new_\1"),
    # cards
    (rf"(?:draw|take) {_N} (?:random )?(\w+?)s? (?:at random|randomly) from (?:the )?(\w+)", r"draw {count:1} from \3 to my {hand}{pile:3}"),
    (rf"(?:take|draw|deal) (?:the )?top {_N} (?:\w+ )?(?:of|from|off)(?: the)? (\w+)", r"draw {count:1} from \2 to my {hand}"),
    (rf"deal {_N} \w+ (?:each )?to (?:everyone|everybody|all|each)(?: players?)?", r"each player: draw {count:1} from {deck} to player's {hand}"),
    (r"play (?:an?|one) (\w+)(?: (?:from|of|in) (?:my |the )?(?:\w+))? (?:to|into|onto|in) (?:my |the )?(\w+)", r"choose \1 from my {hand} as played: move \1 to my \2", r"choose \1 from my {hand} as played: move \1 to \2"),
    (r"(?:choose|pick|select|take) (?:an?|one|any) (\w+) (?:from|in|of) (.+?) and (?:put|move|place|add|lay) it (?:in|into|to|onto|on) (.+)", r"choose \1 from \2 as chosen: move \1 to \3"),
    (r"(?:choose|pick|name|select) (?:a |any )?number (?:from|between|in) (\d+) (?:to|and|-) (\d+)(?: as (\w+))?", r"choose number from \1 to \2 as \3", r"choose number from \1 to \2 as chosen"),
    (r"(?:choose|pick|select) (?:an?|one|any) (\w+) (\w+) and (?:place|put|build) my (\w+) (?:there|on it|in it)", r"choose \2 from {all:2} where \1 as built: place my \3 on \2", r"choose \2 from {all:2} where \3 is none as built: place my \3 on \2"),
    (r"(?:choose|pick|select) (?:one|any)(?: one)? of (my )?(\w+)", r"choose {single:2} from \1\2 as chosen", r"choose {single:2} from \2 where mine as chosen"),
    (rf"(?:buy|purchase) {_ONE} (\w+) {_FROM} (\w+)(?: (?:for|by paying) (?:its|the|their) (\w+))?", r"choose \1 from \2 where my {money} >= \3 as bought: pay \1's \3 {money}, move \1 to my {hand}", r"choose \1 from \2 where my {money} >= {column} as bought: pay \1's {column} {money}, move \1 to my {hand}"),
    (rf"(?:take|draw|get|move) (?:the )?(first|last) (\w+) {_FROM} (\w+)(?: (?:to|into) my (\w+))?", r"move the \1 of \3 to my \4", r"move the \1 of \3 to my {hand}"),
    (rf"(?:take|get|pick|draw) {_ONE} (\w+) {_FROM} (\w+)(?: (?:to|into) my (\w+))?", r"draw 1 from \2 to my {hand}{pile:2}", r"choose \1 from \2 as taken: move \1 to my \3", r"choose \1 from \2 as taken: move \1 to my {hand}"),
    (rf"(?:choose|pick|select) {_ONE} random (\w+) {_FROM} (.+)", r"let drawn = a random one of \2"),
    (r"(?:choose|pick|select) (?:an?|one|the) player with (?:the )?(?:most|highest) (\w+)", r"choose player from the players with most \1 as chosen"),
    (r"(?:choose|pick|select) (?:an?|one|the) player with (?:the )?(?:least|fewest|lowest) (\w+)", r"choose player from the players with least \1 as chosen"),
    (rf"(?:choose|pick|select) {_ONE} (\w+) {_FROM} (.+)", r"choose \1 from \2 as chosen"),
    (r"draws?(?: cards?)? (?:until|to|up to) (\d+)(?: cards?)?", r"draw up to greater of \1 - number of my {hand} and 0 from {deck} to my {hand}"),
    (r"(?:refill|replenish|fill)(?: up)? (?:the )?(\w+) (?:from|with|out of) (?:the )?(\w+)", r"draw up to {most:1} - number of \1 from \2 to \1"),
    (r"(?:refill|replenish|fill(?: up)?) (?:the )?(\w+)", r"draw up to {most:1} - number of \1 from {deck} to \1"),
    (r"(?:give|pass|hand)(?: over)? (?:all (?:of )?)?my (\w+) to (\w+)", r"move all {cards} from my \1 to \2's \1"),
    (r"discard (?:the |all(?: the)? )(?:\w+ (?:in|from|of|on)(?: the)? )?(\w+)", r"each card in \1: discard card", r"each {card} in \1: discard {card}"),
    # pieces
    (r"(?:for )?(?:each|every|all) (\w+?)s? (?:on|in) (?:the )?(?:board|map|table|grid)(?:'s \w+)?: ?(.+)", r"each {holder:1} in {holders:1} where \1 is not none: \2"),
    (r"remove (?:all|every|each)(?: the)? (\w+?)s? from (?:the )?(?:board|map|table|grid|\w+)", r"each {holder:1} in {holders:1} where \1 is not none: remove {holder:1}'s \1"),
    (r"remove (?:all|every|each)(?: of)? my (\w+?)s?(?: from (?:the )?\w+)?", r"each {holder:1} in {holders:1} where \1's owner is me: remove {holder:1}'s \1"),
    (r"(?:my|an?|one) (\w+) (?:goes|is placed|is put|is built|is laid) (?:on|onto|at|in|into) (\w+)", r"place my \1 on \2"),
    (r"(?:place|build|put) (?:my|an?|one) (\w+) (?:on|onto|at|in) (?:an?|any|one) (\w+) (\w+) (?:that is |which is )?(?:adjacent|next) to (?:one of |any of )?my \w+", r"choose \3 from {all:3} where (\2 and some neighbours of it where \1's owner is me) as built: place my \1 on \3"),
    (r"(?:place|build|put) (?:my|an?|one) (\w+) (?:on|onto|at|in) (?:an?|any|one) (\w+) (\w+)", r"choose \3 from {all:3} where \2 as built: place my \1 on \3"),
    (r"(?:place|build|put) (?:my|an?|one) (\w+) (?:adjacent|next) to (?:one of |any of )?my \w+", r"choose {home1} from {home} where (\1 is none and some neighbours of it where \1's owner is me) as built: place my \1 on {home1}"),
    (r"remove (?:\w+'s|my|the|an?) (\w+) from (\w+)", r"remove \2"),
    (r"move (?:my |the |an? |\w+'s )?(\w+) (?:from|on|at|in) (\w+) to (\w+)", r"move \2 to \3"),
    (r"(?:choose|pick|select) (?:an?|any|one) (\w+) (?:you|i) (?:control|own|hold)", r"choose \1 from {all:1} where mine as chosen"),
    (r"(?:choose|pick|select) (?:an?|any|one) (\w+) (?:with no|without(?: an?)?) (\w+)", r"choose \1 from {all:1} where \2 is none as chosen"),
    (r"(?:choose|pick|select) (?:an?|any|one) (\w+) with (?:an? )?(\w+)", r"choose \1 from {all:1} where \2 is not none as chosen"),
    (r"(?:place|build|put) (?:my|an?|one) (\w+) (?:on|onto|at|in) (?:an?|any|one) (empty|free|vacant|unoccupied) (\w+)", r"choose \3 from {all:3} where \1 is none as built: place my \1 on \3{new:2}"),
    (r"(?:place|build|put) (\w+) (?:on|onto|at|in) (?:the )?(\w+)", r"choose \2 from {all:2} where \1 is none as built: place my \1 on \2"),
    (r"remove (?:an?|one|my|your) (\w+) from (?:an?|any|one) (\w+)", r"choose \2 from {all:2} where \1's owner is me as cleared: remove \2's \1"),
    (rf"{_GET} (\d+) (\w+?)s? (?:per|for (?:each|every)) (\w+?)s? (?:that )?(?:i|you) (?:control|own|hold|have)", r"gain \1 * (number of {all:3} where mine) \2s", r"gain \1 * (number of {all:3} where mine) \2", r"raise my \2 by \1 * number of {all:3} where mine", r"raise my \2s by \1 * number of {all:3} where mine"),
    # players
    (rf"(?:the )?{_FIRST} (?:becomes|is now|changes to|is) (\w+)|(\w+) (?:becomes|is|is now) (?:the )?(?:new )?{_FIRST}", r"set {starter} to \1\2"),
    (rf"(?:pass|move|hand) (?:the )?{_FIRST}(?:'s)?(?: marker| token| card)? (?:to the left|clockwise|on|to the next player)(?: .*)?", r"set {starter} to the first of (players clockwise after {starter})"),
    # loops and alternatives
    (r"(?:for )?(?:choose|pick|select) (?:an?|one|any|the) (\w+): ?(.+)", r"choose \1 from {all:1} as chosen: \2"),
    (r"(?:the )?game (?:ends|is over|stops|finishes)(?: (?:here|now|immediately|at once))?|(?:end|stop|finish) (?:the )?game(?: (?:here|now|immediately|at once))?", r"end the game"),
    (r"(?:for )?(?:each|every|all)(?: the)? players? (?!in\b|acting\b)([a-z]\w*)", r"each player acting in seat order: \1{ruled:1}"),
    (r"as long as ([^:]+): ?(.+)", r"repeat while \1: \2"),
    (r"repeat (\d+) ?x: ?(.*)", r"repeat \1 times: \2"),
    (r"(?:for )?(?:all|every|each)(?: the)? (\w+) (where [^:]+): ?(.+)", r"each {single:1} in {many:1} \2: \3"),
    (r"(?:for )?(?:each|every) (?!player\b)(\w+) (\w+): ?(.+)", r"each \2 in {all:2} where \1: \3"),
    (r"(?:for )?all(?: the)? (\w+) (\w+): ?(.+)", r"each {single:2} in \2 where \1: \3"),
    (r"((?:my )?\w+): ?(\d+|[a-z]\w*)", r"set \1 to \2", r"set my \1 to \2"),
)  # fmt: skip

# Lines of several sentences: tried last, since a phrase for the whole line says more.
COMPOUND_PHRASES: Final = phrase_table(
    (r"either ([^:]+?),? or ([^:]+)", r"choose one as chosen: //   first_way: {said:1} //   second_way: {said:2}"),
    (r"(?:you |i |the player )?(?:choose|pick|do)(?: one(?: of)?)?:? (?:either )?(.+?),? or (.+)", r"choose one as chosen: //   first_way: {said:1} //   second_way: {said:2}"),
    (r"(?:you|i|(?:the )?player) (?:may|can) (?:pay|spend) (.+?) to (.+)", r"choose one as chosen: //   pay_for_it: pay \1, {said:2} //   pass: nothing"),
    (r"(?!if |each |for |repeat |while |choose |set )([^:]+?),? or ([^:]+)", r"choose one as chosen: //   first_way: {said:1} //   second_way: {said:2}"),
    (r"(?!if |each |for |repeat |while )([^:]+?),? (?:and then|then|and) ([^:]+)", r"{said:1} // {said:2}"),
)  # fmt: skip
