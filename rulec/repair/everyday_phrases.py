"""Matches phrases of rulebooks and other languages, and yields equivalent sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Final

from rulec.repair.bigrams import code_of
from rulec.repair.declaration_phrases import DECLARATION_PHRASES
from rulec.repair.declared import Declared
from rulec.repair.edits import Edit
from rulec.repair.rulebook_phrases import RULEBOOK_PHRASES
from rulec.repair.sentence_phrases import SENTENCE_PHRASES, URGENT_PHRASES
from rulec.repair.table_keys import keyed
from rulec.repair.value_phrases import SCORE_PHRASES, value_readings

_NUMBERS: Final[dict[str, str]] = {
    word: str(number)
    for number, word in enumerate("no one two three four five six seven eight nine ten".split())  # noqa: SIM905
}
_NUMBERS["at most "] = "up to "  # of members to choose
_FILLINGS: Final = 8  # limit of fillings per template
_COST: Final = -10.0
_VALUE_COST: Final = -22.0  # cheaper than the checker's advice, which knows a single word
_VALUES: Final = 24  # limit of values replaced once
_SIGNS: Final = tuple(
    (re.compile(foreign), meant)
    for foreign, meant in (
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
    plain = _plainly(text)
    if plain != text:
        yield _edit(_COST - 0.5, number, start, len(code), plain, text)
    rank = 0
    score = SCORE_PHRASES if _in_score(lines, number) else ()
    for pattern, meant in (
        *URGENT_PHRASES,
        *score,
        *RULEBOOK_PHRASES,
        *SENTENCE_PHRASES,
        *DECLARATION_PHRASES,
    ):
        found = pattern.fullmatch(text.rstrip(".!")) or (pattern.fullmatch(plain) if plain != text else None)
        if found is None:
            continue
        base = _VALUE_COST if (pattern, meant) in URGENT_PHRASES else _COST
        for template in meant:
            for instead in islice(filled(template, found, declared), _FILLINGS):
                whole = [instead] if instead != text else []
                if (pattern, meant) in score:
                    divided = instead.replace(" / ", " div ")
                    whole += [divided, *islice(_values_replaced(divided, declared), _FILLINGS)]
                for one in whole:
                    yield _edit(base + 0.01 * rank, number, start, len(code), one, text)
                    rank += 1


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
        elif name == "most":
            choices.append(declared.most(found[int(group)] or ""))
        elif name == "new":  # likewise: no adjective or meaning of the file is called so
            choices.append([] if declared.is_defined(found[int(group)]) else [""])
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
        yield re.sub(r"\\(\d)", lambda one: groups[int(one[1])], text).strip()


def _listed(text: str, _: Declared) -> str:
    """Return the words of an enumeration, separated by commas."""
    return ", ".join(one for one in re.findall(r"\w+", text) if one not in {"and", "or"})


def _plural(word: str, declared: Declared) -> str:
    """Return the word for all members: the declared one, else by the rules of spelling."""
    if word in declared.members.values() or word.endswith("s"):
        return word
    if word in declared.members:
        return declared.members[word]
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(?:x|ch|sh)$", word) else f"{word}s"


def _singular(word: str, declared: Declared) -> str:
    """Return the word for one member: the declared one, else by the rules of spelling."""
    one = declared.singular(word)
    if one != word or word in declared.members:
        return one
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if re.search(r"(?:s|x|ch|sh)es$", word):
        return word[:-2]
    return word.removesuffix("s")


_FORMED: Final[dict[str, Callable[[str, Declared], str]]] = {
    "one": lambda word, declared: declared.singular(word),
    "single": _singular,
    "many": _plural,
    "list": _listed,
    "count": lambda word, _: _NUMBERS.get(word, "1" if word in {"", "a", "an"} else word),
    "up": lambda word, _: f"{word} up" if word and word != "0" else "0 up",
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
