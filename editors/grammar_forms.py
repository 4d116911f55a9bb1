"""The forms of lines that a grammar of Lark describes, as text for people and as snippets for editors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RULE = re.compile(r"^[?!]*([a-z_]+|[A-Z_]+)(?:\.\d+)?:\s*", re.MULTILINE)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)+/|->|[A-Za-z_]+|[()\[\]|*+?]')
_DEEPEST = 4
# What stands for a value in a form, and what it is called there.
VALUES = {
    "expr": "value",
    "or_expr": "value",
    "not_expr": "condition",
    "filtered": "set",
    "sum": "value",
    "term": "value",
    "factor": "value",
    "postfix": "value",
    "members": "set",
    "operand": "set",
    "mix": "amounts",
    "moved": "pieces",
    "standing": "strongest of kind",
    "inline": "sentence",
    "sentence": "sentence",
    "call": "rule",
    "value_type": "0 to 9",
    "names": "name",
    "ranking": "most value",
    "supply": "unlimited",
    "grid": "3 columns by 3 rows",
    "choices": "decision",
    "signature": "",
    "patched": "name",
    "row_name": "row",
    "column": "column",
    "event": "event",
    "table_key": "kind",
    "kind_item": "name",
    "plan_value": "value",
    "legend": '"x" is a space',
    "step_limit": "at most 3 steps",
    "signed": "0",
    "route_side": "free",
    "slots": "0 to 10",
    "helper": "helper",
    "zone_pieces": "pieces",
}
_TERMINALS = {"NAME": "name", "INT": "1", "STRING": "text", "COMPARE": "="}
_NO_SPACE_BEFORE = {":", ",", ")", "'s"}


@dataclass(frozen=True)
class Item:
    """A part of an alternative: a word, a symbol, or a group; `optional`: may be left out."""

    sort: str  # word, symbol, group
    text: str = ""
    inner: tuple[tuple[Item, ...], ...] = ()
    optional: bool = False


Alternative = tuple[Item, ...]


class Grammar:
    def __init__(self, text: str) -> None:
        text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
        found = list(_RULE.finditer(text))
        self.terminals: dict[str, str] = {}
        self.rules: dict[str, tuple[tuple[Alternative, str], ...]] = {}
        for one, following in zip(found, [*found[1:], None], strict=True):
            body = text[one.end() : following.start() if following is not None else len(text)]
            body = body.partition("%ignore")[0]
            if one[1].isupper() or one[1].lstrip("_").isupper():
                self.terminals[one[1]] = _words_of(body.strip())
            else:
                self.rules[one[1]] = tuple(_alternatives(body))

    def words(self) -> set[str]:
        """Every word of the language."""
        texts = [
            item.text
            for rule in self.rules.values()
            for alternative, _ in rule
            for item in _all(alternative)
            if item.sort == "word"
        ]
        texts += [self.terminals[name] for name in self.terminals if name.startswith("_")]
        return {word for text in texts for word in re.findall(r"[A-Za-z_][A-Za-z_-]*", text) if len(word) > 0}

    def words_of(self, rule: str) -> set[str]:
        found: set[str] = set()
        for alternative, _ in self.rules[rule]:
            for item in _all(alternative):
                if item.sort == "word":
                    found.add(item.text)
                elif item.sort == "symbol" and item.text.startswith("_") and item.text in self.terminals:
                    found.update(self.terminals[item.text].split())
        return {word for word in found if word.isidentifier()}

    def openers(self, rule: str) -> set[str]:
        """The words with which a line can begin."""
        return {word for alternative, _ in self.rules[rule] for word in self._first(alternative, 0)}

    def _first(self, alternative: Alternative, depth: int) -> Iterator[str]:
        for item in alternative:
            if item.sort == "word":
                yield item.text
            elif item.sort == "group":
                for inner in item.inner:
                    yield from self._first(inner, depth)
            elif item.text.startswith("_"):
                yield self.terminals[item.text].split()[0].strip(",'")
            elif item.text in self.rules and depth < _DEEPEST and item.text not in VALUES:
                for inner, _ in self.rules[item.text]:
                    yield from self._first(inner, depth + 1)
            if not item.optional:
                return

    def form(self, alternative: Alternative) -> str:
        """The line as people read it: `choose NAME from VALUE [to VALUE]`."""
        return _joined(self._shown(alternative, 0))

    def _shown(self, alternative: Alternative, depth: int) -> list[str]:
        parts: list[str] = []
        for item in alternative:
            if item.sort == "word":
                part = [item.text]
            elif item.sort == "group":
                texts = [_joined(self._shown(inner, depth)) for inner in item.inner]
                part = [" | ".join(texts)] if item.optional or len(texts) == 1 else [f"({' | '.join(texts)})"]
            elif item.text in _TERMINALS:
                part = [_TERMINALS[item.text].upper() if item.text != "INT" else "NUMBER"]
            elif item.text.startswith("_"):
                part = [self.terminals[item.text]]
            elif item.text in VALUES:
                part = [VALUES[item.text].upper() if " " not in VALUES[item.text] else item.text.upper()]
            elif depth < _DEEPEST and item.text in self.rules and len(self.rules[item.text]) == 1:
                part = self._shown(self.rules[item.text][0][0], depth + 1)
            else:
                part = [item.text.upper()]
            text = _joined(part)
            parts += [f"[{text}]" if item.optional and text else text] if text else []
        return parts

    def snippet(self, alternative: Alternative) -> str:
        """The shortest such line, with places to fill in."""
        counter = [0]
        text = _joined(self._filled(alternative, counter, 0))
        ends = [item for item in alternative if item.sort != "group" or not item.optional]
        opens = bool(ends) and ends[-1].text == ":"
        return text + ("\n  $0" if opens else "")

    def _filled(self, alternative: Alternative, counter: list[int], depth: int) -> list[str]:
        parts: list[str] = []
        for item in alternative:
            if item.optional:
                continue
            if item.sort == "word":
                parts.append(item.text)
            elif item.sort == "group":
                parts += self._filled(item.inner[0], counter, depth)
            elif item.text in _TERMINALS:
                hole = _hole(counter, _TERMINALS[item.text])
                parts.append(f'"{hole}"' if item.text == "STRING" else hole)
            elif item.text.startswith("_"):
                parts.append(self.terminals[item.text])
            elif item.text in VALUES:
                parts += [_hole(counter, VALUES[item.text])] if VALUES[item.text] else []
            else:
                parts += self._expanded(item.text, counter, depth)
        return parts

    def _expanded(self, rule: str, counter: list[int], depth: int) -> list[str]:
        alternatives = [one for one, _ in self.rules.get(rule, ())]
        literal = [one[0].text for one in alternatives if len(one) == 1 and one[0].sort == "word"]
        if len(literal) == len(alternatives) > 1:
            counter[0] += 1
            return [f"${{{counter[0]}|{','.join(literal)}|}}"]
        if not alternatives or depth >= _DEEPEST:
            return [_hole(counter, rule.replace("_", " "))]
        return self._filled(alternatives[0], counter, depth + 1)


def _hole(counter: list[int], text: str) -> str:
    counter[0] += 1
    return f"${{{counter[0]}:{text}}}"


def _all(alternative: Alternative) -> Iterator[Item]:
    for item in alternative:
        yield item
        for inner in item.inner:
            yield from _all(inner)


def _joined(parts: list[str]) -> str:
    text = ""
    for part in parts:
        close = (
            part.lstrip("[")[:1] in {":", ",", ")"} or part.startswith("'s") or text.endswith("(") or not text
        )
        text += part if close else f" {part}"
    return text.strip()


def _words_of(pattern: str) -> str:
    """The words that a terminal stands for: `/if[ \\t]+possible\\b/` is `if possible`."""
    text = pattern.strip('/"')
    text = re.sub(r"\(\?=.*\)$", "", text)
    return text.replace(r"[ \t]+", " ").replace(r"[ \t]*", " ").replace(r"\b", "").strip()


def _alternatives(body: str) -> Iterator[tuple[Alternative, str]]:
    tokens = _TOKEN.findall(body)
    place = 0

    def sequence() -> Alternative:
        nonlocal place
        items: list[Item] = []
        while place < len(tokens) and tokens[place] not in ("|", ")", "]", "->"):
            token = tokens[place]
            place += 1
            if token in ("(", "["):
                inner = [sequence()]
                while tokens[place] == "|":
                    place += 1
                    inner.append(sequence())
                place += 1
                items.append(Item("group", "", tuple(inner), optional=token == "["))
            elif token in ("*", "?"):
                last = items.pop()
                items.append(Item(last.sort, last.text, last.inner, optional=True))
            elif token == "+":
                continue
            elif token.startswith('"'):
                items.append(Item("word", token[1:-1]))
            else:
                items.append(Item("symbol", token))
        return tuple(items)

    while place < len(tokens):
        found = sequence()
        alias = ""
        if place < len(tokens) and tokens[place] == "->":
            alias = tokens[place + 1]
            place += 2
        yield found, alias
        if place < len(tokens):
            place += 1
