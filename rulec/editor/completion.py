"""Completion: words that the grammar accepts, and names with their kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.editor.citations import citation_begun, statements_of
from rulec.editor.declarations import Declaration, declaration_at, starts_of
from rulec.editor.document import Document
from rulec.editor.language import Form, language
from rulec.editor.names import Meaning, all_names, attribute_meaning, meaning_of_seat
from rulec.editor.positions import Position
from rulec.editor.workspace import Analysis, Workspace
from rulec.semantics import typed
from rulec.semantics.desugar.zone_monomorphization import PARTS_OF_DECKS
from rulec.semantics.examples.option_labels import Labels
from rulec.semantics.scope import Globals
from rulec.semantics.types import MemberType, Sort
from rulec.syntax.lines.outline import CITATION, comment_start, continues
from rulec.syntax.parsing.parser import accepted_after

_PARTIAL: Final = re.compile(r"[A-Za-z_]\w*$")
_CHAIN: Final = re.compile(r"([A-Za-z_]\w*(?:\([^()]*\))?(?:'s\s+[A-Za-z_]\w*(?:\([^()]*\))?)*)'s\s*$")
_MINE: Final = re.compile(r"\bmy\s+$")
_GIVEN: Final = re.compile(
    r"\blet\s+(\w+)\s*=|\bchoose\s+(\w+)\s+from|\beach\s+(\w+)\s|\broll\s+(\w+)\s+in|\bgiving\s+(\w+)|"
    r":\s*(\w+)\s+from\b|\b(\w+)\s+in\s+\w+"
)
_HEADED: Final = re.compile(r"^(?:turn|phase|action|effect|rule|free action)\s+\w+\s+([^:]*)")
_DEFINES: Final = re.compile(r"\b(?:when|means)\b|^(?:always|end when|whenever)\b")
_CASES: Final = re.compile(r"\bmeans by\b")
_PLACEHOLDER: Final = "something"
_MOST: Final = 2_000


@dataclass(frozen=True)
class Completion:
    """Completion item; `typed` is the number of characters it replaces."""

    label: str
    kind: str
    detail: str = ""
    insert: str = ""  # if other than the label
    snippet: bool = False
    typed: int = 0
    rank: int = 5  # lower sorts first


def completions(workspace: Workspace, path: str, position: Position) -> list[Completion]:
    document = workspace.document(path)
    if document is None:
        return []
    line, offset = document.offset(position)
    before = document.lines[line][:offset]
    begun = citation_begun(before)
    if begun is not None:
        close = "" if document.lines[line][offset : offset + 1] == "]" else "]"
        return [
            Completion(one.id, "statement", one.text, f"{one.id}{close}", typed=len(begun))
            for one in statements_of(workspace, path).values()
        ]
    if comment_start(before) is not None:
        return []
    analysis = workspace.last(path)
    if before.count('"') % 2:
        return list(_labels(analysis, before)) if _plays(document, line, before) else []
    partial = _PARTIAL.search(before)
    typed = len(partial[0]) if partial is not None else 0
    head = before[: len(before) - typed]
    found = list(_possessive(analysis, document, line, head)) or list(_at(analysis, document, line, head))
    unique = {(one.label, one.kind): one for one in found}
    return [_with(one, typed) for one in list(unique.values())[:_MOST]]


def _with(one: Completion, typed: int) -> Completion:
    return Completion(one.label, one.kind, one.detail, one.insert, one.snippet, typed, one.rank)


# --- labels of examples -----------------------------------------------------------------------------------


def _plays(document: Document, line: int, before: str) -> bool:
    return re.match(r"\s*(?:play|offered|not\s+offered|\")", before) is not None and any(
        text.startswith(("example", "variant")) for text in document.lines[: line + 1]
    )


def _labels(analysis: Analysis | None, before: str) -> Iterator[Completion]:
    """Decision names and, after a colon, options of that decision."""
    if analysis is None or analysis.checked.game is None:
        return
    begun = before.rpartition('"')[2]
    question, colon, option = begun.partition(":")
    known = Labels(analysis.checked.game).options
    if not colon:
        for name, options in known.items():
            yield Completion(name, "decision", f"{len(options)} options", f"{name}: ", typed=len(begun))
        return
    for one in known.get(question, ()):
        yield Completion(one, "option", question, typed=len(option.lstrip()))


# --- words of a member ------------------------------------------------------------------------------------


def _possessive(analysis: Analysis | None, document: Document, line: int, head: str) -> Iterator[Completion]:
    g = analysis.resolution.globals if analysis is not None else None
    if g is None:
        return
    chain = _CHAIN.search(head)
    if _MINE.search(head):
        sort: Sort | None = g.acting if "player" in g.members else None
    elif chain is not None:
        sort = _sort_of(g, analysis, document, line, chain[1])
        yield from _words_of_pieces(g, chain[1])
    else:
        return
    if sort is not None:
        yield from _words_of(g, sort)
        if sort is g.members.get("player"):
            yield Completion("score", "property", "points, or a line of the score", rank=2)


def _words_of_pieces(g: Globals, chain: str) -> Iterator[Completion]:
    """Yield the attributes of the piece or deck at the end of a possessive chain."""
    last = re.sub(r"\(.*", "", chain.rpartition("'s")[2]).strip()
    named: list[object] = [words[last] for words in g.own.values() if last in words]
    for one in (*named, g.zones.get(last)):
        if isinstance(one, typed.Place):
            yield Completion("owner", "property", "the player to whom the piece belongs", rank=1)
            if one.pieces.kinds is not None:
                yield from _words_of(g, one.pieces.kinds)
        elif isinstance(one, typed.Zone) and one.deck is not None:
            for part in sorted(PARTS_OF_DECKS):
                yield Completion(part, "zone", f"of the deck {last}", rank=1)


def _words_of(g: Globals, sort: Sort) -> Iterator[Completion]:
    for name, attribute in g.own.get(sort, {}).items():
        if name.isidentifier():
            meaning = attribute_meaning(sort, name, attribute)
            yield Completion(name, meaning.kind, meaning.type, rank=1)
    for other, words in g.own.items():
        if other in sort.parts or sort in other.parts:
            for name, attribute in words.items():
                yield Completion(name, "property", attribute_meaning(other, name, attribute).type, rank=2)


def _sort_of(g: Globals, analysis: Analysis | None, document: Document, line: int, chain: str) -> Sort | None:
    """Kind of the value of a possessive chain `a's b's c`, as far as known."""
    words = [re.sub(r"\(.*", "", one).strip() for one in chain.split("'s")]
    first, *rest = words
    sort = g.members.get(first) or g.members.get(re.sub(r"_?\d+$", "", first))
    if first == "me":
        sort = g.acting
    elif first in g.constants:
        sort = g.constants[first][0]
    elif re.fullmatch(r"p[1-8]", first):
        sort = g.members.get("player")
    elif sort is None:
        stored = g.variables.get(first) or g.definitions.get(first)
        type_ = stored.type if stored is not None else _local_type(analysis, first)
        sort = type_.sort if isinstance(type_, MemberType) else None
    for word in rest:
        attribute = g.attribute(sort, word) if sort is not None else None
        type_ = getattr(attribute, "type", None)
        sort = type_.sort if isinstance(type_, MemberType) else None
    return sort


def _local_type(analysis: Analysis | None, name: str) -> object:
    found = analysis.resolution.locals.values() if analysis is not None else ()
    return next((one.type for one in found if one.name == name), None)


# --- words of the grammar, and names ----------------------------------------------------------------------


def _at(analysis: Analysis | None, document: Document, line: int, head: str) -> Iterator[Completion]:
    start, text = _start_of(document, line, head)
    kinds, fixed = accepted_after(text.lstrip(), start)
    comma = text.rstrip().endswith(",")
    if comma:
        _, more = accepted_after(text.rstrip()[:-1].lstrip(), start)
        fixed += tuple(one.lstrip(", ") for one in more if one.startswith(", "))
    empty = not text.strip()
    if empty:
        yield from _forms(start, text)
    opened = {form.opener for form in language().forms.get(start, ())} if empty else set[str]()
    for word in fixed:
        if word[0].isalpha() and word not in opened:
            yield Completion(word, "keyword", language().meanings.get(word, ("", ""))[0], rank=4)
        elif word.startswith(", ") and not comma:
            yield Completion(word, "keyword", rank=6)
    if empty and start == "sentence":
        yield from (one for one in _global_names(analysis) if one.kind == "rule")
    elif "NAME" in kinds and not _names_anew(start, text):
        yield from _locals(document, line)
        yield from _global_names(analysis)
        yield from _bare_words(analysis, text, start)
        yield from _seats(analysis, start)


def _names_anew(start: str, text: str) -> bool:
    """Check whether the text introduces a new name."""
    stripped = text.strip()
    if start == "declaration" and _DEFINES.search(stripped):
        return False
    if start in {"has_clause", "declaration"} and ":" not in stripped and " of" not in stripped:
        return start == "has_clause" or stripped != ""
    return re.search(r"\b(?:let|choose|roll|as|giving|label)$", stripped) is not None


def _forms(start: str, text: str) -> Iterator[Completion]:
    indent = " " * (len(text) - len(text.lstrip()))
    for form in language().forms.get(start, ()):
        label = form.opener or form.form.partition(":")[0]
        yield Completion(
            _label(form), "snippet", form.form, form.snippet.replace("\n", f"\n{indent}"), True, rank=3
        )
        if form.opener:
            meaning = language().meanings.get(form.opener, ("", ""))[0]
            yield Completion(label, "keyword", meaning, rank=2)


def _label(form: Form) -> str:
    text, count = form.form, 1
    while count:
        text, count = re.subn(r"\s*\[[^\[\]]*\]", "", text)
    return text.strip()


def _start_of(document: Document, line: int, head: str) -> tuple[str, str]:
    """Grammar start rule for a line and the text typed so far; in a table, for a cell."""
    one = declaration_at(document.lines, line)
    lines = one.text.split("\n")
    here = line - one.first
    if not head.strip() and not document.lines[line][:1].isspace() and not head:
        return "declaration", head
    if "|" in head and lines[0].split(" ")[0] in {"table", "graph", "track"}:
        return _cell(lines, here, head), head.rpartition("|")[2]
    if "|" in head and _CASES.search(lines[0]):
        return "formula_cell", head.rpartition("|")[2]
    lines[here] = head + _PLACEHOLDER
    first, text = _logical(lines, here, head)
    start = _read_as(one, lines, first, here)
    if start is None:
        start = _guessed(lines, first)
    return start, text


def _read_as(one: Declaration, lines: list[str], first: int, here: int) -> str | None:
    if one.text.startswith("variant "):
        return None
    return starts_of("\n".join(lines[: here + 1])).get(first + 1)


def _guessed(lines: list[str], here: int) -> str:
    """Guess the start rule from the lines above; variants parse only with their base game."""
    indent = len(lines[here]) - len(lines[here].lstrip())
    above = next(
        (x for x in reversed(lines[:here]) if x.strip() and len(x) - len(x.lstrip()) < indent), ""
    ).strip()
    if above.startswith(("variant", "in ")) and not re.match(r"in (?:the game|each)\b", above):
        return "patch"
    if above.startswith(("the ", "each ", "in the game", "in each")):
        return "has_clause"
    if above.startswith("add:") or indent == 0:
        return "declaration"
    if above.startswith("example"):
        return "example_line"
    return "score_line" if above.startswith("score") else "sentence"


def _logical(lines: list[str], here: int, head: str) -> tuple[int, str]:
    """Return the logical line up to here, and the number of its first physical line."""
    text = head
    while here > 0 and (continues(text) or _code(lines[here - 1]).endswith(",") or _is_open(lines, here)):
        here -= 1
        text = f"{_code(lines[here])} {text.lstrip()}"
    return here, text


def _code(line: str) -> str:
    """Return a line without comment and citations."""
    return CITATION.sub("", line[: comment_start(line)]).strip()


def _is_open(lines: list[str], here: int) -> bool:
    """Check whether the line above leaves a bracket open."""
    above = re.sub(r'"[^"]*"', "", _code(lines[here - 1]))
    return above.count("(") > above.count(")")


def _cell(lines: list[str], here: int, head: str) -> str:
    heading = next((x for x in lines[1:] if "|" in x), "").split("|")
    column = head.count("|")
    if here == next((n for n, x in enumerate(lines) if n and "|" in x), here):
        return "heading_cell"
    title = heading[column].strip() if column < len(heading) else ""
    if " effect" in f" {title}":
        return "effect_cell"
    return "ability_cell" if title.endswith("ability") else "value_cell"


def _global_names(analysis: Analysis | None) -> Iterator[Completion]:
    g = analysis.resolution.globals if analysis is not None else None
    if g is not None and "player" in g.members:
        yield from (_named(one) for one in all_names(g))


def _named(one: Meaning) -> Completion:
    return Completion(one.name, one.kind, one.type, rank=3 if one.kind in {"rule", "decision"} else 2)


def _seats(analysis: Analysis | None, start: str) -> Iterator[Completion]:
    """Yield the names of seats: all in an example, elsewhere those that every game has."""
    g = analysis.resolution.globals if analysis is not None else None
    players = g.members.get("player") if g is not None else None
    if g is None or players is None:
        return
    for seat in range(players.size if start == "example_line" else players.fewest):
        if f"p{seat + 1}" not in g.places:
            yield Completion(f"p{seat + 1}", "member", meaning_of_seat(seat), rank=2)


def _bare_words(analysis: Analysis | None, text: str, start: str) -> Iterator[Completion]:
    """Words of members usable without owner, after `where` and the like; in effects those of who acts."""
    g = analysis.resolution.globals if analysis is not None else None
    if g is not None and start == "effect_cell" and "player" in g.members:
        yield from _words_of(g, g.acting)
    if g is None or not re.search(r"\b(?:where|when|has|means|over|(?:sum|most|least) of)\b", text):
        return
    found = re.search(
        r"\b(\w+)\s+where\b[^)]*$|^(\w+)\s+is\s+\w+(?:\(.*\))?\s+when\b|^(\w+)'s\s+\w+.*\bmeans\b",
        text.strip(),
    )
    name = next((one for one in found.groups() if one), "") if found is not None else ""
    sort = g.sets.get(name) or g.members.get(name)
    sorts = [sort] if sort is not None else list(g.own)
    for one in sorts:
        yield from _words_of(g, one)


def _locals(document: Document, line: int) -> Iterator[Completion]:
    """Local names introduced above in the same declaration."""
    one = declaration_at(document.lines, line)
    above = document.lines[one.first : line + 1]
    headed = _HEADED.match(above[0]) if above else None
    given = re.findall(r"\w+", headed[1]) if headed is not None else []
    for text in above:
        given += [name for found in _GIVEN.findall(text) for name in found if name]
    for name in dict.fromkeys(given):
        if name not in language().words:
            yield Completion(name, "local", "given above", rank=1)
