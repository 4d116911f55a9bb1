# ruff: noqa: E501
"""Everyday phrases for declarations, and equivalent declarations (see `phrase_table.py`)."""

from __future__ import annotations

from typing import Final

from rulec.repair.phrase_table import phrase_table

_SIDES: Final = (
    r"\(?(?:square |rectang(?:le|ular) |size )?(\d+) ?(?:columns?)? ?(?:x|by|×|,|and) ?(\d+)(?: rows?)?\)?"
)

_TIES: Final = r"(?:(?:in case of|on|break) )?(?:a )?tie(?:s|[ _-]?break(?:er|ers|s)?)?(?: is broken by| are broken by| goes to| go to)?:? (?:by )?"
_MOST: Final = r"(?:most|highest|greatest|largest|more|higher)"
_LEAST: Final = r"(?:least|fewest|lowest|smallest|fewer|lower)"

_PIECES: Final = (
    r"(?:pieces?|tokens?|meeples?|cubes?|markers?|components?|units?|figures?|tiles?|dis[ck]s?|workers?)"
)
_NUMBER: Final = r"(?:an? )?(?:number|integer|int|num|counter)"
_TO: Final = r" ?(?:-|–|to|\.\.+|up to) ?"
_FLAG: Final = r"(?:flag|bool|boolean|yes/no|yes or no)"
_EACH_PLAYER: Final = r"(?:(?:for |per |of |to )?(?:each|every|all|per|a)(?: the)? players?|per player|each)"
_MANY: Final = r"(?:places|slots|spaces|spots|positions)"
_IN_ORDER: Final = r"(?:seat|seating|turn|player|playing|table|clockwise)"

DECLARATION_PHRASES: Final = phrase_table(
    # headings
    (r"(?:(?:the )?(?:board|table|shared|state|globals?|variables?|common|supply)(?: (?:state|area|variables?))?|(?:the |this )?game(?: state)?|global state|all players share)(?: has)?:", r"the game has:"),
    (r"(?:(?:all |the )?players? (?:have|has)|(?:every|a|any|per) player(?: has)?|each player(?: board| mat)?|players?|player (?:state|board|mat|variables?)):?", r"each player has:"),
    (r"(?:(?:at|before|in|on) (?:the )?(?:start|beginning|begin)(?: of (?:the |a )?(?:game|play))?|(?:start|beginning) of (?:the )?game|before (?:the game|play)|to set up|prepare the game):", r"setup:"),
    (r"(?:(?:a |the |my |each |every |one |take (?:a )?)?(?:player )?turn(?:\(\w*\))?|(?:a |the |each )?player'?s turn|on (?:your|my|a|each|his|her|their) turn|turn of (?:each |a |the )?player):", r"turn:"),
    (r"(?:(?:the )?(?:final|end|total|victory|game)(?:[ -]game)? )?(?:scor(?:es?|ings?)|points|result)(?: at the end)?:", r"score:"),
    (r"(?:the )?(?:main|game ?play|game ?loop|main loop|flow|rounds|course(?: of (?:the )?game)?)(?: of (?:the )?game)?:", r"play:"),
    (r"(?:final )?score:? (?:my )?(\w+)", r'score: //   "{Words:1}": my \1'),
    (r"(?:the |this )?game has (?:an? |the )?(\w+: .+)", r"the game has: //   \1"),
    (r"(?:each|every) player has (?:an? |the )?(\w+: .+)", r"each player has: //   \1"),
    (r"(action|rule|effect|phase|free action) \"?(\w+)\"? ?(?:\(\))?:(.*)", r"\1 \2:\3"),
    # the game
    (r"(?:name|title|game(?: name)?|the game is called):? (?:\"(?=.*\"))?([^\W\d_][\w '&!,-]*)\"?", r'game "\1"'),
    (r'game:? "([^"]+)",? (?:for|with|players:?) (\d+)(?: players?)?', r'game "\1" //   players \2'),
    (rf'game:? "([^"]+)",? (?:for|with|players:?) (\d+){_TO}(\d+)(?: players?)?', r'game "\1" //   players \2 to \3'),
    (rf"(?:for |number of players:? |\w+ players:? )?(\d+){_TO}(\d+)(?: players?)?", r"players \1 to \2"),
    (rf"players?:? (?:from )?(\d+){_TO}(\d+)(?: \w+)?", r"players \1 to \2"),
    (r"players?:? (\d+)(?:, ?\d+)*,? ?(?:or|and|,) ?(\d+)", r"players \1 to \2"),
    (r"(\d+) players?", r"players \1"),
    # definitions in other words
    (r"define (\w+) as (.+)", r"player is \1 when \2", r"{home1} is \1 when \2", r"\1 means \2"),
    (r"(?:an?|the|each|every) (\w+) is (\w+) (?:if|when|where) (?:he|she|it|they|(?:the|this) \w+) (?:has|have|owns?) (?:at least )?(\d+)(?: or more)? (\w+)", r"\1 is \2 when \4 >= \3"),
    (r"(?:an?|the|each|every) (\w+) is (\w+) (?:if|when|where) (?:its |his |her |their |the )?(\w+) is (?:at least|>=) (\d+)", r"\1 is \2 when \3 >= \4"),
    (r"(?:an?|the|each|every) (\w+) is (\w+) (?:if|when|where) (?:its |his |her |their |the )?(\w+) is (\d+)", r"\1 is \2 when \3 = \4"),
    (r"(?:an?|the|each|every) (\w+) is (\w+) (?:if|when|where) (?:its |his |her |their |the )?(.+)", r"\1 is \2 when \3"),
    (r"(\w+)\((\w+)\)(?: ?:?=| means| is) (.+)", r"\2 is \1 when \3{kind:2}", r"\2's \1 means \3{kind:2}"),
    (r"(?:the )?(\w+) of (?:an?|the|each) (\w+)(?: ?[:=]| means| is) (.+)", r"\2's \1 means \3{kind:2}"),
    (r"(\w+)'s (\w+) ?[:=] ?(.+)", r"\1 is \2 when \3{kind:1}", r"\1's \2 means \3{kind:1}"),
    (r"(\w+) (\w+) ?[:=] ?(\w+) where (.+)", r"{single:2} is \1 when \4{kind:2}"),
    (r"(?:constant|final|static|define|let|const|var) (\w+) ?[:= ] ?(-?\d+)|(\w+): ?(-?\d+)", r"\1\3 means \2\4"),
    # kinds
    (r"(?:there are (?:\w+ )?)?(?:(?:kinds?|enum|types?|set|resources?|goods|suits?|sorts?)(?: of)? )?(?!(?:setup|play|turn|score|tie\w*|display|kinds?|players?)\b)(\w+)(?: of \w+)?(?: ?[:=] ?| (?:is|are) (?:one of )?)[\[{(]?([a-z]\w*(?:(?: ?, ?(?:(?:and|or) )?| ?\| ?| (?:and|or) )[a-z]\w*)+)[\]})]?",
     r"kind {many:1} of {single:1}: {list:2}"),
    (r"(?:a|an|each|every|the) (\w+) (?:is|can be|may be)(?: either| one of)?:? ([a-z]\w*(?:(?: ?, ?(?:(?:and|or) )?| (?:and|or) )[a-z]\w*)+)", r"kind {many:1} of {single:1}: {list:2}"),
    # decks
    (r"deck of (\w+):? (\w+)", r"deck \2 of {one:1}: from {all:1}"),
    (r"(?:shuffled |draw |face[ -]?down |hidden )?deck of (\w+)", r"deck pile of {one:1}: from {all:1}"),
    (r"(?:shuffled|draw|face[ -]?down|hidden|secret|main) (?:deck|pile|stack) (\w+ of .*)", r"deck \1"),
    (r"(deck \w+ of \w+): ?(?:from )?(?:the |all )?(\w+),? ?(?:shuffled|in random order)(.*)", r"\1: from {all:2}\3"),
    (r"(deck \w+ of \w+: ?from \w+)(?:, discard pile)?,? ?(?:and )?reshuffled?(?: (?:it|if|when).*)?", r"\1, discard pile, reshuffle when empty"),
    (r"deck (\w+):? (?:from|of|with|holds|contains) (?:all )?(?:the )?(\w+)(.*)", r"deck \1 of {one:2}: from {all:2}\3"),
    (r"(\w+): ?(?:an? )?(?:deck|bag|draw pile|stack) (?:of|with|from) (\w+)(.*)", r"deck \1 of {one:2}: from {all:2}\3"),
    (r"(?:draw[ _]?pile|draw|stack|pile|supply) (\w+ of \w+: ?.*)", r"deck \1"),
    (r"bag (\w+ of \w+: ?.*)", r"deck \1, bag"),
    (r"(deck \w+ of \w+): ?(?:from )?(?:all|every|the|each)(?: of)?(?: the)? (\w+)(.*?),? ?reshuffled?(?: when (?:it is )?empty)?", r"\1: from {all:2}\3, discard pile, reshuffle when empty", r"\1: from {all:2}\3"),
    (r"(deck \w+ of \w+): ?(?:from )?(?:all|every|the|each)(?: of)?(?: the)? (\w+)(.*)", r"\1: from {all:2}\3"),
    (r"(?:card |tile |draw )?deck (?:from|of|with) (\w+)(?:,? (?:shuffled|in random order))?", r"deck pile of {one:1}: from {all:1}"),
    # boards
    (rf"board of {_SIDES} \w+ (?:called|named) (\w+)", r"board {many:3} of {single:3}: \1 columns by \2 rows"),
    (rf"board of {_SIDES} (\w+)", r"board {many:3} of {single:3}: \1 columns by \2 rows"),
    (rf"hex(?:agonal)?[ _-]?(?:board|grid|map):? ?{_SIDES}", r"board hexes of hex: hexes \1 by \2", r"board fields of field: hexes \1 by \2"),
    (rf"hex(?:agonal)?[ _-]?(?:board|grid|map) (\w+)(?: of \w+)?:? ?{_SIDES}", r"board {many:1} of {single:1}: hexes \2 by \3"),
    (rf"(?:(?:square|rectangular|main|playing|game) )?(?:grid|map|board|field)(?: of)? (\w+)(?: of \w+)?:? ?(?:an? )?{_SIDES}(?: (?:grid|squares?|board|spaces|fields))?", r"board {many:1} of {single:1}: \2 columns by \3 rows"),
    (r"(?:grid|map|board) (\w+)(?: of \w+)?:? ?width:?(?: is)? ?(\d+),? ?(?:and )?height:?(?: is)? ?(\d+)", r"board {many:1} of {single:1}: \2 columns by \3 rows"),
    (r"(?:grid|map|board) (\w+)(?: of \w+)?:? ?columns:? ?(\d+),? ?(?:and )?rows:? ?(\d+)", r"board {many:1} of {single:1}: \2 columns by \3 rows"),
    (r"(?:grid|map|board) (\w+)(?: of \w+)?:? ?rows:? ?(\d+),? ?(?:and )?columns:? ?(\d+)", r"board {many:1} of {single:1}: \3 columns by \2 rows"),
    (rf"board (\w+)(?: of \w+)?:? ?(?:{_SIDES} (?:of )?(?:hexes|hexagons|hex(?: grid)?)|(?:hexes|hexagons|hex(?: grid)?):? {_SIDES})", r"board {many:1} of {single:1}: hexes \2\4 by \3\5"),
    (rf"(?:grid|map|board)(?: is)?:? ?(?:an? )?{_SIDES}(?: (?:grid|squares?|board|spaces|fields))?", r"board squares of square: \1 columns by \2 rows"),
    # pieces
    (r"(\d+) neutral (\w+)", r"pieces {many:2} of {single:2}: \1"),
    (r"(?:the )?piece \"?(\w+)\"?(?: each)?", r"pieces {many:1} of {single:1}: unlimited for each player"),
    (r"(?:each|every) player (?:starts|begins) with (\d+) (\w+)", r"{many:2}: goods of each player, unlimited, starts \1"),
    (rf"(?!pieces )(\w+) (?:tokens|cubes|discs|pawns|meeples|markers): ?(\d+),? ?{_EACH_PLAYER}", r"pieces {many:1} of {single:1}: \2 for each player"),
    (rf"(?:{_PIECES} )?(\w+)(?: of \w+)?: ?(?:x ?)?(\d+)(?: ?x)?,? ?{_EACH_PLAYER}", r"pieces {many:1} of {single:1}: \2 for each player", r"\1: goods of each player, unlimited, starts \2"),
    (rf"(?:\w+ )?pieces (\w+)(?: of \w+)?(?::? ?{_EACH_PLAYER}(?: has)?:? ?(\d+)|: ?(\d+),? ?{_EACH_PLAYER})", r"pieces {many:1} of {single:1}: \2\3 for each player"),
    (rf"(\d+) (\w+) {_EACH_PLAYER}", r"pieces {many:2} of {single:2}: \1 for each player", r"{many:2}: goods of each player, unlimited, starts \1"),
    (r"(?:each|every) player (?:has|have|owns|gets|starts with) (\d+) (\w+)", r"pieces {many:2} of {single:2}: \1 for each player", r"{many:2}: goods of each player, unlimited, starts \1"),
    (rf"{_PIECES} (\w+)(?: of \w+)?: ?(?:x ?)?(\d+)(?: ?x)?", r"pieces {many:1} of {single:1}: \2"),
    # goods
    (r"(?:resources?|goods|currency|money) (\w+)(?: of each player)?(?:: ?|, ?)(?:goods of each player, ?)?(.+)", r"\1: goods of each player, \2"),
    (r"(\w+(?:\([^()]*\))?): ?(?:goods|money|resources?|currency|points|tokens) (?:of|for) (?:each |every |all )?players?(.*)", r"\1: goods of each player\2"),
    (r"(\w+(?:\([^()]*\))?: goods of each \w+,) ?(?:max(?:imum)?|at most|only|up to)? ?(\d+)(?: in (?:\w+ )?(\w+))?((?:, starts .+)?)", r"\1 limited \2 in \3\4", r"\1 limited \2\4"),
    (r"(\w+(?:\([^()]*\))?): ?(unlimited|limited(?: to)? \d+) (?:goods|money|resources?) (?:of|for) (?:each |every |all )?players?(.*)", r"\1: goods of each player, \2\3"),
    (r"(\w+(?:\([^()]*\))?): ?(?:goods|money|resources?|currency)((?:,.*)?)", r"\1: goods of each player\2"),
    # what something has
    (rf"{_FLAG} (\w+)(?: ?[:=] ?(?:false|no|off))?|(\w+): ?(?:{_FLAG} ?=? ?)?(?:false|no|off)", r"\1\2: flag"),
    (rf"{_FLAG} (\w+) ?[:=] ?(?:true|yes|on)|(\w+): ?(?:{_FLAG} ?=? ?)?(?:true|yes|on)", r"\1\2: flag, starts yes"),
    (rf"{_NUMBER} (\w+)", r"\1: 0 to 99"),
    (rf"{_NUMBER} (\w+) ?[:=] ?(\d+)", r"\1: 0 to 99, starts \2"),
    (rf"{_NUMBER} (\w+): ?(\D.*|\d+ (?:to|up).*)", r"\1: \2"),
    (r"(\w+): ?(?:(?:a )?number )?(?:up to|at most|max(?:imum|imal)?:?|no more than|<=) ?(\d+)((?:, starts.*)?)", r"\1: 0 to \2\3"),
    (r"(\w+(?:\([^()]*\))?: ?-?\d+ (?:to \d+|up)),? ?(?:\(?(?:initially|initial(?: value)?|default|starting(?: value)?|start(?:s|ing)?(?: (?:value|at|with|from))?|begins?(?: (?:at|with))?|=):? ?)(-?\d+)\)?", r"\1, starts \2"),
    (r"(\w+): ?(?:from |at least |min(?:imum)? |>= ?)(\d+)", r"\1: \2 up"),
    (r"(\w+): ?(\d+)(?: ?\+| or (?:more|higher|greater|above)| and (?:more|above)| upwards?)", r"\1: \2 up"),
    (r"(\w+): ?(?:score|points?|(?:an? )?(?:natural|positive) number|(?:start(?:s|ing)?(?: (?:at|with|from))? )?0)", r"\1: 0 up"),
    (r"(\w+): ?(?:start(?:s|ing)?(?: (?:at|with|from))? )?(\d+)", r"\1: 0 up, starts \2"),
    (r"(\w+): ?start(?:s|ing)?(?: (?:at|with|from))? (\d+),? ?(?:and )?(?:max(?:imum|imal)?|at most|up to) (\d+)", r"\1: 0 to \3, starts \2"),
    (r"(?:secret|hidden|private) (\w+): ?(\w+)(?:, ?(?:secret|hidden|private))?", r"\1: zone of {one:2}, seen by owner", r"secret_\1: \2, seen by owner", r"secret_\1: {one:2}, seen by owner"),
    (r"(\w+): ?(\w+), ?(?:secret|hidden|private)", r"\1: \2, seen by owner"),
    (r"(\w+) ?= ?(?:player|p) ?(\d)", r"\1: player, starts \2"),
    (r"([a-z]\w*) (?:of )?([a-z]\w*): ?(?:an? )?(?:number|integer|int|counter)", r"\1_\2: 0 to 99"),
    (r"([a-z]\w*) of ([a-z]\w*): ?(.+)", r"\1_of_\2: \3"),
    (r"(\w+): ?(?:an? )?([a-z]\w*) ?(?:=|,? (?:initially|starts? (?:as|with)|default|starting)) ?([a-z]\w*)", r"\1: {one:2}, starts \3"),
    (r"(\w+): ?(?:an? )?(?:none|nobody|nothing) or (?:an? )?(\w+)|(\w+): ?(\w+)(?:, ?(?:may|can) be (?:none|nobody|empty)| ?= ?(?:none|nobody|null|nothing))", r"\1\3: maybe {one:2}{one:4}"),
    (r"(\w+) (?:starts|begins)(?: (?:at|with|from))? (\d+)", r"\1: 0 to 99, starts \2"),
    (r"(\w+): ?(?:an? )?(\w+) ?(?:\((?:optional|or none|may be none|maybe)\)|, ?optional)", r"\1: maybe {one:2}"),
    (r"(\w+): ?(?:an? )?(?:(?:ordered )?(?:list|sequence|array|order)(?:<|\[|\(| of (?:all )?(?:the )?)|\[)(\w+)[>\])]?|(\w+): ?(\w+)(?:\[\]| (?:list|array|order))|(\w+): ?(players) in order", r"\1\3\5: list of {one:2}{one:4}{one:6}"),
    # zones
    (rf"(\w+): ?(?:an? )?(?:row|zone|market|display|line|offer|tableau) (?:of|for|with) (?:up to |at most |max(?:imum)? |exactly )?(\d+) (?:(?:face[ -]?up|open|visible) )?(?:{_MANY} (?:of|for) )?(\w+)", r"\1: row of {one:3}, at most \2"),
    (r"(\w+): ?(?:an? )?(\w+) (row|zone)((?:,.*)?)", r"\1: \3 of {one:2}\4"),
    (r"(\w+): ?(?:an? )?(row|zone) (?:for|with) (\w+)((?:,.*)?)", r"\1: \2 of {one:3}\4"),
    (r"(\w+): ?(?:an? )?(?:list|set|pile|stack|group|bag|collection|hand|deck) of (\w+)((?:,.*)?)", r"\1: zone of {one:2}\3"),
    (rf"(\w+): ?(?:an? )?(row|zone) of (\w+),? (?:max(?:imum|imal)?|with|up to|limit(?:ed to)?|size|holding|no more than|of size)(?: (?:up to|at most))? ?(\d+)(?: {_MANY}| cards)?", r"\1: \2 of {one:3}, at most \4"),
    (r"(\w+): ?(?:up to |at most |max(?:imum)? )?(\d+) (?:(?:face[ -]?up|open|visible) )?(\w+)", r"\1: row of {one:3}, at most \2", r"\1: place for \2 of {all:3}"),
    (r"(\w+): ?(?:an? )?(?:hidden|secret|private|concealed|face[ -]?down) (zone|row|hand|pile|set|list) of (\w+)(?:, ?seen by owner)?", r"\1: zone of {one:3}, seen by owner"),
    (r"(\w+): ?(?:an? )?(?:public|open|visible|face[ -]?up) (zone|row|hand|pile|set|list) of (\w+)", r"\1: zone of {one:3}"),
    (r"(\w+): ?(?:an? )?(zone|row) of (\w+)((?:, at most \d+)?),? (?:hidden|secret|private|concealed|only for (?:the )?owner|(?:visible|shown|known|open|seen)(?: only)?(?: to| by| for)? (?:only )?(?:the |its |their |his |her )?(?:owner|player|holder|me)(?: only)?|hidden from (?:the )?others?(?: players)?)", r"\1: \2 of {one:3}\4, seen by owner"),
    (r"(\w+)(?:: ?| )(?:hidden |secret )?(?:of )?(?:a (?:set|hand|pile) of )?(\w+)((?:, ?seen by owner)?)", r"\1: zone of {one:2}\3"),
    # places
    (r"(\w+): ?(?:an? )?(?:place|space|room|slot|spot|holds?)(?: for| of)? (?:up to |at most )?(?:(\d+|one|two|three|four|an?) )?(?:of )?(?:the )?(\w+)", r"\1: place for {count:2} of {all:3}", r"\1: place for {count:2} of {many:3}"),
    (r"(\w+): ?(?:at most |up to |max(?:imum)? |maybe |optional |an? |one )(?:(\d+|one|an?) )?(\w+)(?: or none)?|(\w+): ?(?:an? )?(\w+) or (?:none|nothing|empty)", r"\1\4: place for {count:2} of {many:3}{many:5}"),
    # adjectives and meanings
    (r"(?:define|def|let) (\w+)(?: ?[:=] ?| as | means | is )(.+)", r"\1 means \2"),
    (r"(\w+) (\w+) (?:(?:the|an?) )?(\w+) (?:if|when) (.+)", r"\1's \2(\3) means \4{kind:1}{kind:3}"),
    (r"(\w+) (\w+)(?: ?[:=] ?| means | if | when )(.+)", r"\1 is \2 when \3", r"\2 is \1 when \3"),
    (r"(\w+) is (\w+): ?(.+)", r"\1 is \2 when \3"),
    (r"(\w+): ?(?:an? |the )?(\w+) (?:where|when|if|with|that|which) (?:is )?(.+)", r"\2 is \1 when \3"),
    # turns
    (r"(?:for )?(?:each|every|all)(?: the)? players?(?: (?:acting|acts?|takes? (?:a )?turns?))?(?: in (?:\w+ )?order)?: ?(.+)", r"each player acting in seat order: \1"),
    (r"(?:all |the )?players (?:acting|act)(?: in (?:\w+ )?order)?:? ?(.+)", r"each player acting in seat order: \1"),
    (r"(?:action|rule|effect|phase) ([a-z]\w*)", r"\1"),
    (rf"(?:each|every) player,? (?:in )?{_IN_ORDER} order:? ?(?:takes? (?:an?|one|their|his) )?(.+)", r"each player acting in seat order: \1"),
    (rf"in {_IN_ORDER} order,?:? (?:each|every) player:? ?(?:takes? (?:an?|one|their|his) )?(.+)", r"each player acting in seat order: \1"),
    (r"(?:the |all )?players (?:each )?take (?:turns|(?:a|one|their) turn)(?: in (?:\w+ )?order)?", r"each player acting in seat order: turn"),
    (r"(?:for |repeat (?:for )?)?(\d+|[a-z]\w*) rounds?:(.*)", r"repeat \1 times:\2"),
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
    (r"(\w+): ?(?:an?|the|any|some|each|one|one of|another|other)(?: the)? (\w+)", r"\1: {one:2}"),
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
