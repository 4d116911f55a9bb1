# ruff: noqa: E501
"""Advice for phrases that no single sentence of the language can replace.

A phrase here names something that needs several declarations or another shape of the rules, so that nothing can be
typed in for it. Each advice has `...` where the author decides.
"""

from __future__ import annotations

import re
from typing import Final

from rulec.repair.bigrams import code_of
from rulec.repair.declared import Declared
from rulec.syntax.parsing.parser import parses

_OWNER: Final = "say whose it is: write it, indented, below `the game has:`, `each player has:` or another `each ... has:`"
_SHORT: Final = 100  # characters of a line that may be a phrase
_CARDS: Final = r"(?:cards?|tiles?|chips?|tokens?)"
_HOW_TO: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), advice)
    for pattern, advice in (
        (r"(?:kinds?|types?|resources?|components?|pieces|tokens|cards?|goods|boards?|zones?|decks?|materials?|definitions?)",
         "each is a declaration of its own, as in `kind colours of colour: red, blue`, `board squares of square: 8 columns by 8 rows`, "
         "`pieces men of man: 12 for each player`, `deck pile of card: from cards`"),
        (r"(?:kind|enum|type) \w+(?: of \w+)?",
         "its members stand behind a colon in the same line, as in `kind colours of colour: red, blue`; what each is worth stands in a `table`"),
        (r"play (?:for )?(?:\d+|[a-z]\w*) (?:rounds?|turns?|times)",
         "write `play:`, below it `repeat ... times:`, and the lines of a round below that"),
        (r"(?:swap|exchange|switch)s? .+",
         "two values change places by `let before = ...`, `set ... to ...` and `set ... to before`; "
         "pieces by way of a third zone, with `move all ... from ... to ...` three times"),
        (rf"(?:reveal|show|expose|flip|turn over|turn up)s? (?:an?|one|\d+|two|three|my|the|your|his|all) (?:\w+ ){{0,2}}?{_CARDS}(?: .*)?",
         "`show my ...` shows all that lies in a zone; a single piece is seen by all in a zone without `seen by`: `move ... to ...`"),
        (r"(?:reveal|expose)s? .+",
         "`show ...` shows a hidden zone to all, `show ... to ...` to one player; a zone without `seen by` is always seen by all"),
        (r".*\bskips? (?:an?|(?:the |my |your |their |his )?next|one) turns?.*|(?:miss|lose|skip)(?:es)? (?:an?|one|(?:the |my |your )?next) (?:turns?|go)",
         "declare a flag below `each player has:`, set it here, and leave those players out in `play:`, "
         "as in `each player acting in players where not ...: ...`"),
        (r"(?:go|jump|return|move on|proceed|continue|advance)(?: back| on| over)? (?:to|with|at) (?:the )?[a-z_]\w*(?: \w+){0,2}|goto \w+(?: \w+)?|restart the (?:turn|round|phase|game)",
         "a rule is carried out where its name stands in a line of its own, and then the next line; `end ...` leaves a rule, "
         "`restart ...` begins it again; `play:` says what follows what"),
        (r"(?:the )?(?:highest|lowest|winning|top|best) (?:bid|bidder|offer)\b.*",
         "keep each bid in a number below `each player has:`; the one who bids most is `the first of players in order of most ...`, "
         "and `as ...:` lets that player act"),
        (r"(?:on|in case of|if there is|if|when|for|break)? ?(?:an? |the )?(?:ties?|tied|tie[ _-]?break(?:er|s)?)\b.*",
         "`ties: most ..., then least ...` says who of equal players is first; who is equal in that too shares the place"),
        (rf"(?:take|steal|get|give)s? (?:\w+ )?(?:an?|one|\d+) (?:random )?{_CARDS}? ?.*",
         "`choose ... from ...'s hand as ...: move ... to my hand` takes a piece of one's choice; `let ... = a random one of ...` and `move ... to ...` a random one"),
        (rf"(?:play|put|place|lay)s? (?:an?|one|\d+) {_CARDS}.*",
         "`choose ... from my ... as ...: move ... to ...` moves a piece that the player chooses"),
        (r"(?:place|build|put)s? (?:an?|one|\d+) .+|(?:remove|take away)s? (?:an?|one|\d+) .+",
         "the player chooses where: `choose ... from ... where ... as ...: place my ... on ...`, or `remove ...` a place to empty it"),
        (r"(?:you |i |the player |player )?may .+|optionally .+|if (?:you|the player|i) (?:want|like|wish|choose)s?.*",
         "`may ...` offers a rule by its name; `choose one as ...:` offers the lines below it, and `... or pass` lets a player decline"),
        (r"(?:either|choose one(?: of)?:?|choose between|do one of) .+ or .+",
         "`choose one as ...:` offers what stands below it, a line for each: `first_way: ...`"),
        (r"(?:print|say|announce|tell|write|log|message|notify|alert|declare)\b.*",
         "no sentence speaks to the players: what they read stands below `display:`, and the score sheet names who wins"),
        (r"(?:wait|pause) .+", "the game stops at each `choose ...`; nothing else waits"),
        (r"(?:start|begin|go to|end|new|next)(?: of)?(?: an?| the)?(?: new| next)? (?:round|turn|phase)(?: \w+)?",
         "`repeat ... times:` or `repeat until ...:` in `play:` holds the rounds; the lines below it are one round"),
        (r"(?:import|include|using|def|function|class|yield|try|except|lambda|async|public|private|void)\b.*|return(?: \w+)?",
         "a rules file declares things and rules, as in `rule ...:` with its sentences below it; `end ...` leaves a rule"),
        (r"(?:if [^:]+: ?)?(?:continue|next|next iteration|go on)",
         "a loop goes on with its next turn when the lines below it end: put those that are left out below `if ...:`"),
        (r"\((?:game|define|metadata|equipment|role|init|legal|next|goal|terminal|<=)(?: .*)?\)?",
         "this reads like a game for Ludii or in GDL, which rulec does not read: a rules file begins with `game \"...\"`, "
         "then come declarations such as `board squares of square: ...`, `play:` and `score:`"),
        (r"(?:\w+ )?deck (?:of|from|with) \w+(?:,? (?:shuffled|in random order))?",
         "a deck holds pieces that a table declares, as in `table cards of card, as pieces, count 1:` with a row for each; "
         "then write `deck ... of card: from cards`"),
        (r"\(.*\)", "a line is a sentence, without brackets around it, as in `place my ... on ...` or `set ... to ...`"),
        (r"discards? .+",
         "pieces are discarded to a deck's own pile: declare the deck with `discard pile`, as in `deck ... of ...: from ..., discard pile`; "
         "elsewhere `move ... to ...` says where they go"),
        (rf"(?:move|take|put|place) (?:the )?top {_CARDS}?.*|(?:move|take|put|place) (?:the )?top (?:\d+|two|three) .+",
         "`draw 1 from ... to ...` takes the top piece of a deck; in a `row`, `leftmost of ...` and `rightmost of ...` lie at its ends"),
        (r"(?:re)?shuffles? .+|reshuffle",
         "`shuffle ...` shuffles a deck; other pieces are moved into it first, with `move all ... from ... to ...`"),
        (r"(?:each|every) players? (?:\w+s) .+",
         "`each player acting in seat order:` lets one player after the other act in the lines below it; "
         "`each player: raise player's ... by ...` changes what each has"),
        (r"(?:the )?(?:next|following|other) player(?: .*)?|(?:players )?take turns|(?:pass )?(?:the )?(?:turn|play) (?:passes|goes|moves)? ?(?:to )?(?:the )?(?:left|right|next player|clockwise)",
         "no sentence passes the turn on: `each player acting in seat order: ...` in `play:` lets one player after the other act"),
        (r"draws? (?:cards? )?(?:until|up to) .+",
         "`draw up to ... from ... to ...` takes a number of pieces, fewer if fewer are there; `greater of 5 - number of my ... and 0` fills up to 5"),
        (r"(?:gain|lose|pay|get|take|score)s? .+ (?:for each|for every|per) .+",
         "a number of times: `gain 2 * number of ... where ... coins`, or `raise my ... by 2 * number of ...`"),
        (r"repeat(?: this| these)?(?: \w+ times)?|repeat (?:once|twice)",
         "`repeat ... times:` ends in `:`, and the lines that are repeated stand below it, indented"),
        (r"(?:the )?(?:first|start|starting|last|next|active|current) player\b.*",
         "keep the player in a variable, as in `first_player: player` below `the game has:`; "
         "`set ... to ...` changes it, `players clockwise from ...` begins there"),
    )
)  # fmt: skip


def how_to(lines: list[str], number: int) -> str:
    """Return advice for the phrase in a line, or an empty text."""
    raw = lines[number - 1]
    text = code_of(raw).strip().rstrip(".!")
    if len(text) > _SHORT or text.partition(" ")[0].rstrip(":") in Declared(["\n".join(lines)], number).rules:
        return ""
    found = next((advice for pattern, advice in _HOW_TO if pattern.fullmatch(text.rstrip(":"))), "")
    return found or (_OWNER if is_unowned(raw) else "")


def is_unowned(raw: str) -> bool:
    """Return whether a line at the left margin declares a variable without its owner."""
    code = code_of(raw).rstrip()
    declared = re.match(r"[a-z_]\w*(?:\([^()]*\))?: ?\S", code) is not None
    return declared and parses(code, "has_clause") and not parses(code, "declaration")
