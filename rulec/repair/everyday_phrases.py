"""Matches phrases of rulebooks and other languages, and yields equivalent sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import Final

from rulec.repair.bigrams import code_of
from rulec.repair.blocks import BULLET
from rulec.repair.declaration_phrases import DECLARATION_PHRASES
from rulec.repair.declared import Declared
from rulec.repair.edits import Edit
from rulec.repair.phrase_table import Phrase
from rulec.repair.rulebook_phrases import COMPOUND_PHRASES, RULEBOOK_PHRASES
from rulec.repair.sentence_phrases import SENTENCE_PHRASES, URGENT_PHRASES
from rulec.repair.table_keys import keyed
from rulec.repair.value_phrases import SCORE_PHRASES, value_readings
from rulec.repair.word_forms import plural, singular
from rulec.syntax.parsing.parser import parses

_NUMBERS: Final[dict[str, str]] = {
    word: str(number)
    for number, word in enumerate("no one two three four five six seven eight nine ten".split())  # noqa: SIM905
}
_NUMBERS["at most "] = "up to "  # of members to choose
_FILLINGS: Final = 8  # limit of fillings per template
_COST: Final = -10.0
_VALUE_COST: Final = -22.0  # cheaper than the checker's advice, which knows a single word
_WORDING_COST: Final = -6.0  # a line without articles and the like, where no phrase is known
_VALUES: Final = 24  # limit of values replaced once
_SIGNS: Final = tuple(
    (re.compile(foreign), meant)
    for foreign, meant in (
        (r"\b(?:me|self|this|(?:the )?(?:current|active)_player)\.(?=[a-z])", "my "),
        (r"\bgame\.(?=[a-z])", ""),
        (r"\bmy_(?=[a-z])", "my "),
        (r"(?<=[a-z_])\.(?=[a-z_]\w*(?!\w|\())", "'s "),
        (r"(?<=\)|\w) ?\{ ?([^{}]+?);? ?\}$", r": \1"),
        (r"===?", "="),
        (r" ?!==? ?|<>", " is not "),
        (r" ?&& ?", " and "),
        (r" ?\|\| ?", " or "),
        (r"!(?=\w|\()", "not "),
        (r"\b[Tt]rue\b", "yes"),
        (r"\b[Ff]alse\b", "no"),
        (r" ?\{ ?$", ":"),
        (r";$", ""),
        (r" (?:is|are) (?:more|greater|higher|larger|bigger) than ", " > "),
        (r" (?:is|are) (?:less|fewer|lower|smaller) than ", " < "),
        (r" (?:is|are) at least ", " >= "),
        (r" (?:is|are) at most ", " <= "),
        (r" equals ", " = "),
        (r"^((?:otherwise )?if [^:]+?),? then ", r"\1: "),
    )
)
_DECLARED_SIGNS: Final = tuple(
    (re.compile(foreign, re.IGNORECASE), meant)
    for foreign, meant in (
        (r";(?= ?\w)", ","),
        (r'(?<=[:,] )"([a-z]\w*)"(?=,|$)', r"\1"),
        (r'^("[a-z]\w*" ?:.*),$', r"\1"),
        (r'^"([a-z]\w*)"(?= ?:)', r"\1"),
        (r'(?<=[\[{,] )"([a-z]\w*)"|(?<=[\[{,])"([a-z]\w*)"', r"\1\2"),
        (r"^(?:an?|the|one) (?!game\b)(?=\w+(?: |:))", ""),
        (r"\[ ?(-?\d+) ?(?:\.\.+|-|,|to) ?(\d+) ?\]", r"\1 to \2"),
        (r"(?<=\w) \(([^()]+)\)$", r", \1"),
        (r"^(\w+) (?:from|between) (-?\d+) (?:to|and) (\d+)", r"\1: \2 to \3"),
        (r"(?<=, )(?:no limit|limitless|without (?:a )?limit|infinite|infinitely many)\b", "unlimited"),
        (
            r"(?<=, )(?:initially|initial(?: value)?|default|starting(?: value)?"
            r"|start(?:s|ing)? (?:at|with)|start)(?:: ?| )(?=\w)",
            "starts ",
        ),
    )
)  # fmt: skip
_ARTICLES: Final = re.compile(
    r"\b(?:the|an?) (?!(?:first|last|game|random|set|bag|list|top|neutral|piece)\b"
    r"|\w+ (?:with|who|that|which)\b)"
    r"(?=[a-z_])",
    re.IGNORECASE,
)
_FILLERS: Final = re.compile(
    r" (?:immediately|at once|right away|simply|instead)\b|\b(?:then|simply|also) (?=\w)"
)
_BEFORE_SENTENCE: Final = re.compile(
    r"((?:if|otherwise if|otherwise|each|for|repeat|while|when)\b[^:]*:) ?(\S.*)", re.IGNORECASE
)
_COMPOUNDS: Final = 12  # readings of a sentence behind a colon
_HEADS: Final = 4
_PARTS: Final = 3  # readings of a part of a line
_AGAIN: Final = 24  # readings in which values are replaced as well
_RANKED: Final = re.compile(
    r"(?:the )?(?:winner is (?:the )?)?player (?:with|who has) (?:the )?"
    r"(?:most|highest|greatest|largest) (\w+)(?: wins?(?: the game)?)?"
    r"|(?:the )?most (\w+) wins?|highest (\w+) wins?",
    re.IGNORECASE,
)
_TEMPLATE: Final = re.compile(r"\{(\w+)(?::(\d))?\}")


def everyday(lines: list[str], others: list[str], number: int) -> Iterator[Edit]:
    """Yield the sentences that an everyday or foreign phrase may stand for."""
    raw = lines[number - 1]
    code = code_of(raw).rstrip()
    text = code.lstrip(" ")
    start = len(code) - len(text)
    declared = Declared(["\n".join(lines), *others], number)
    own = _own_signs(text)
    if own != text:
        yield _edit(_COST - 1, number, start, len(code), own, text)
    if _RANKED.fullmatch(text.rstrip(".:")):
        yield from _winner(text, start, len(code), number, lines)
    below = lines[number] if number < len(lines) else ""
    for rank, instead in enumerate((*keyed(text, below, declared), *_with_values(text, declared))):
        yield _edit(_VALUE_COST + 0.01 * rank, number, start, len(code), instead, text)
    wordings = _wordings(text, own)
    plain = _plainly(text)
    for rank, wording in enumerate(wordings[1:]):
        if wording != own:
            cost = _COST - 0.5 if wording == plain else _WORDING_COST + 0.1 * rank
            yield _edit(cost, number, start, len(code), wording, text)
    score = SCORE_PHRASES if _in_score(lines, number) else ()
    for rank, (base, instead) in enumerate(_read(text, wordings, score, declared)):
        yield _edit(base + 0.01 * rank, number, start, len(code), instead, text)


def _read(
    text: str, wordings: list[str], score: tuple[Phrase, ...], declared: Declared
) -> Iterator[tuple[float, str]]:
    """Yield the readings of a line by the tables, each with its cost."""
    sentences = (*RULEBOOK_PHRASES, *SENTENCE_PHRASES, *COMPOUND_PHRASES)
    tables = (*URGENT_PHRASES, *score, *sentences, *DECLARATION_PHRASES)
    again: list[tuple[float, str]] = []
    for phrase, instead in _matching(tables, [one.rstrip(".!") for one in wordings], declared):
        base = _VALUE_COST if phrase in URGENT_PHRASES else _COST
        whole = [instead] if instead != text else []
        if phrase in score:
            divided = instead.replace(" / ", " div ")
            whole += [divided, *islice(_values_replaced(divided, declared), _FILLINGS)]
        elif len(again) < _AGAIN and "//" not in instead and _has_phrases(instead):
            replaced = islice(_values_replaced(instead, declared), _VALUES)
            fitting = (one for one in replaced if parses(one, "sentence"))
            again += [(base + 1, one) for one in islice(fitting, _PARTS)]
        yield from ((base, one) for one in whole)
    yield from again
    yield from _behind_a_condition(wordings, declared)


def _has_phrases(sentence: str) -> bool:
    """Return whether values in a sentence may be phrases; functions read like values with keys."""
    return "(" in sentence or not parses(sentence, "sentence")


def _matching(
    tables: Iterable[Phrase], wordings: list[str], declared: Declared
) -> Iterator[tuple[Phrase, str]]:
    """Yield each phrase that a wording of a line is, with the lines that it may stand for."""
    for phrase in tables:
        found = next((way for one in wordings if (way := phrase[0].fullmatch(one)) is not None), None)
        for template in phrase[1] if found is not None else ():
            assert found is not None
            readings = islice(filled(template, found, declared), _FILLINGS)
            yield from ((phrase, _own_signs(one)) for one in readings)


def _behind_a_condition(wordings: list[str], declared: Declared) -> Iterator[tuple[float, str]]:
    """Yield readings of the sentence behind the colon of a line."""
    for wording in wordings:
        found = _BEFORE_SENTENCE.fullmatch(wording)
        if found is None:
            continue
        head, sentence = _own_signs(found[1].strip()), found[2]
        heads = [head, *islice(_values_replaced(head, declared), _FILLINGS)]
        inner = _wordings(sentence, _own_signs(sentence))
        readings = [*inner[1:], *(one for one in _sentences(inner, declared) if "//" not in one)]
        for one in islice(dict.fromkeys(readings), _COMPOUNDS):
            for before in heads[:_HEADS]:
                if f"{before} {one}" not in wordings and parses(f"{before} {one}", "sentence"):
                    yield _COST + 1, f"{before} {one}"
        return


def _sentences(wordings: list[str], declared: Declared) -> Iterator[str]:
    """Yield the readings of a sentence, with more lines behind ` // `."""
    tables = (*URGENT_PHRASES, *RULEBOOK_PHRASES, *SENTENCE_PHRASES, *COMPOUND_PHRASES)
    yield from (one for _, one in _matching(tables, wordings, declared))


def said(text: str, declared: Declared) -> list[str]:
    """Return readings in one line of a part of a line, itself a sentence."""
    wordings = _wordings(text, _own_signs(text))
    likely = (*wordings, *_sentences(wordings, declared))
    fitting = (
        one for one in likely if "//" not in one and parses(one, "sentence") and not one.isidentifier()
    )
    return list(islice(dict.fromkeys(fitting), _PARTS))


def _wordings(text: str, own: str) -> list[str]:
    """Return a line, and the same without articles, bullets, foreign signs and words that say nothing."""
    plain = _plainly(text)
    bare = BULLET.sub("", text, count=1)
    named = _ARTICLES.sub("", _FILLERS.sub("", bare))
    signs = _ARTICLES.sub("", _FILLERS.sub("", BULLET.sub("", own, count=1)))
    return list(dict.fromkeys((text, plain, own, bare, named, signs)))


def _with_values(text: str, declared: Declared) -> Iterator[str]:
    """Yield the line with one phrase for a value replaced, then with two."""
    once = list(islice(dict.fromkeys(_values_replaced(text, declared)), _VALUES))
    yield from once
    seen = {text, *once}
    for one in once:
        for two in islice(_values_replaced(one, declared), _FILLINGS):
            if two not in seen:
                seen.add(two)
                yield two


def _values_replaced(text: str, declared: Declared) -> Iterator[str]:
    for found, template, followed in value_readings(text):
        for value in islice(filled(template, found, declared), _FILLINGS):
            before, after = text[: found.start()], text[found.end() :]
            bare, apart = f"{before}{value}{after}", f"{before}({value}){after}"
            first = followed and value.startswith("the first of") and not value.endswith(" where")
            yield from (one for one in ((apart, bare) if first else (bare, apart)) if one != text)


def _own_signs(text: str) -> str:
    """Replace foreign operators by those of the language, outside quoted texts."""
    parts = re.split(r'("[^"]*")', text)
    for place in range(0, len(parts), 2):
        for foreign, meant in _SIGNS:
            parts[place] = foreign.sub(meant, parts[place])
    return "".join(parts).rstrip()


def _plainly(text: str) -> str:
    """Return a declaration without articles, brackets and quotes, its range and its start in our words."""
    for foreign, meant in _DECLARED_SIGNS:
        text = foreign.sub(meant, text)
    return text


def _winner(text: str, start: int, end: int, number: int, lines: list[str]) -> Iterator[Edit]:
    found = _RANKED.fullmatch(text.rstrip(".:"))
    what = next((one for one in found.groups() if one), "points") if found is not None else "points"
    message = "who has most by the lines below `score:` wins; no sentence says that"
    if _in_score(lines, number):
        for own in (f"my {what}", "my points"):
            instead = f'"{what.capitalize()}": {own}'
            yield Edit(
                _COST - 1, number, start, end, instead, f"write `{instead}`", (start, end), None, message
            )
    if any(raw.startswith("score:") for raw in lines):
        yield Edit(_COST, number, start, end, "", "remove it", (start, end), None, message)
    for own in (f"my {what}", "my points", "1"):
        hint = f'write `score:` and below it, indented, `"{what.capitalize()}": {own}`'
        instead = f'score:\n{" " * (start + 2)}"{what.capitalize()}": {own}'
        yield Edit(_COST, number, start, end, instead, hint, (start, end), None, message)


def _in_score(lines: list[str], number: int) -> bool:
    """Return whether the line is in the score section."""
    heads = (raw for raw in reversed(lines[: number - 1]) if raw[:1] not in {"", " ", "#"})
    return lines[number - 1].startswith(" ") and next(heads, "").startswith("score:")


def filled(template: str, found: re.Match[str], declared: Declared) -> Iterator[str]:
    """Yield a replacement with the groups of a match and each choice of declared names filled in."""
    places = _TEMPLATE.findall(template)
    choices = []
    for name, group in places:
        if name in {"all", "Each"}:
            one = found[int(group)] or ""
            all_of = declared.members.get(one) or declared.members.get(one.removesuffix("s")) or f"{one}s"
            choices.append([all_of if name == "all" else all_of.capitalize()])
        elif name == "kind":  # a guard that fills in nothing
            choices.append([""] if declared.is_kind(found[int(group)]) else [])
        elif name == "drawn":  # likewise: a deck holds such pieces
            choices.append([""] if declared.is_drawn(found[int(group)] or "card") else [])
        elif name == "held":  # likewise: players have such a zone
            choices.append([""] if found[int(group)] in declared.hand else [])
        elif name == "pile":  # likewise: a deck of this name
            choices.append([""] if found[int(group)] in declared.deck else [])
        elif name == "said":
            choices.append(said(found[int(group)] or "", declared))
        elif name == "most":
            choices.append(declared.most(found[int(group)] or ""))
        elif name == "new":  # likewise: no adjective or meaning of the file is called so
            choices.append([] if declared.is_defined(found[int(group)]) else [""])
        elif name == "undeclared":  # likewise: nothing that a line can change is called so
            choices.append([] if declared.is_declared(found[int(group)]) else [""])
        elif name == "ruled":  # likewise: a rule of the file is called so
            choices.append([""] if found[int(group)] in {*declared.rules, "turn"} else [])
        elif name in _KINDS:
            kinds = _KINDS[name](declared, found[int(group)])
            choices.append([declared.members[one] for one in kinds] if name.endswith("s") else kinds)
        elif name == "left":
            choices.append(declared.left(found[int(group)]))
        elif name == "top":
            choices.append(declared.tops(found[int(group)]))
        elif name == "spot":  # likewise: something has such a place
            choices.append([""] if found[int(group)] in declared.spots else [])
        elif name == "zoned":  # likewise: pieces of the kind lie in the zone of the next group
            one, zone = found[int(group)], (found[int(group) + 1] or "").split(" ")[-1]
            choices.append([""] if zone in declared.all_zones_of(declared.singular(one)) else [])
        elif name in _FORMED:
            choices.append([_FORMED[name](found[int(group)] or "", declared)])
        elif name in {"zone", "zone_s"}:
            one = found[int(group)]
            choices.append(declared.zones_of(one if name == "zone" else declared.singular(one)))
        elif name in {"counter_like", "goods_like", "deck_like"}:
            choices.append(_like(name, found[int(group)] or "", declared))
        elif name in {"placed", "places"}:
            word = found[int(group)]
            choices.append(declared.placed(word) if name == "placed" else declared.places(word))
        elif name in {"home", "home1"}:
            choices.append(list(declared.members.values() if name == "home" else declared.members)[:6])
        else:
            choices.append(declared.names(name))
    groups = [
        _NUMBERS.get(part.lower(), part) if part else "" for part in (found[0], *found.groups(default=""))
    ]
    groups = ["1" if part in {"a", "an"} else part for part in groups]
    for names in product(*choices):
        pieces = iter(_TEMPLATE.split(template)[:: _TEMPLATE.groups + 1])
        text = next(pieces) + "".join(name + piece for name, piece in zip(names, pieces, strict=True))
        text = re.sub(r"\\(\d)", lambda one: groups[int(one[1])], text).strip()
        yield text.replace("my player's ", "my ")


def _listed(text: str, _: Declared) -> str:
    """Return the words of an enumeration, separated by commas."""
    return ", ".join(one for one in re.findall(r"\w+", text) if one not in {"and", "or"})


_KINDS: Final[dict[str, Callable[[Declared, str], list[str]]]] = {
    "key": Declared.keys,
    "keys": Declared.keys,
    "holder": Declared.holders,
    "holders": Declared.holders,
}
_FORMED: Final[dict[str, Callable[[str, Declared], str]]] = {
    "one": lambda word, declared: declared.singular(word),
    "single": singular,
    "many": plural,
    "list": _listed,
    "count": lambda word, _: _NUMBERS.get(word, "1" if word in {"", "a", "an"} else word),
    "verb": lambda word, _: "gain" if word[:3] in {"gai", "get", "rec", "ear"} else word[:4],
    "rank": lambda word, _: "most" if word.lower() == "richest" else "least",
    "amount": lambda word, _: word or "1",
    "where": lambda word, _: f" where {word}" if word else "",
    "up": lambda word, _: f"{word} up" if word and word != "0" else "0 up",
    "Title": lambda word, _: word if word[:1] == '"' else f'"{(word or "points").capitalize()}"',
    "Words": lambda word, _: word.replace("_", " ").capitalize(),
}


def _like(name: str, word: str, declared: Declared) -> list[str]:
    """Return declared names that a word of everyday language may mean."""
    if name == "counter_like":
        return declared.counters_like(word)
    return declared.goods_like(word) if name == "goods_like" else declared.decks_like(word)


def _edit(cost: float, number: int, start: int, end: int, instead: str, text: str) -> Edit:
    parts = instead.split(" // ")
    hint = f"write `{parts[0]}`" + "".join(f" and below it `{part}`" for part in parts[1:])
    meant = ("\n" + " " * start).join(parts)
    message = f"`{text[:60]}` is not a phrase of the language"
    return Edit(cost, number, start, end, meant, hint, (start, end), None, message)
