"""Writes what editors know of the language: a description made from the grammar, grammars of editors from it.

    python editors/generate.py            write all files
    python editors/generate.py --check    name those that would change

`rulec/editor/language.json` is the description: words, forms of lines, snippets, meanings of words.
TextMate's grammar and CodeMirror's stream mode are written from it; the Pygments lexer reads it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from grammar_forms import Alternative, Grammar

ROOT = Path(__file__).resolve().parents[1]
_STARTS = (
    "declaration",
    "game_clause",
    "has_clause",
    "sentence",
    "alternative",
    "part",
    "score_line",
    "example_line",
    "option_line",
    "track_line",
    "route_line",
    "payment_line",
    "obligation_line",
    "free_clause",
    "board_line",
    "plan_line",
    "account_line",
    "patch",
    "display_line",
)
_CONSTANTS = ("me", "my", "it", "none", "yes", "no")
_OPERATORS = (
    "and",
    "or",
    "not",
    "is",
    "in",
    "where",
    "div",
    "div_up",
    "mod",
    "within",
    "if",
    "else",
    "can",
    "every",
    "some",
    "among",
    "over",
)
_TYPES = ("flag", "maybe", "set", "list", "formula", "effect", "ability", "zone", "row", "place", "goods")
_RESERVED = re.compile(r'RESERVED: Final = frozenset\(\s*"""(.*?)"""', re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\(#([^)]*)\)")


def description() -> dict[str, Any]:
    grammar = Grammar((ROOT / "grammars" / "rules.lark").read_text(encoding="utf-8"))
    reserved = _RESERVED.search((ROOT / "rulec/syntax/parsing/reserved_words.py").read_text(encoding="utf-8"))
    assert reserved is not None
    declarations = sorted(grammar.openers("declaration") | grammar.openers("patch") - {"in", "add", "set"})
    sentences = sorted(grammar.openers("sentence") - {""} | {"if"})
    words = sorted(grammar.words() - {"s"})
    return {
        "words": words,
        "reserved": sorted(reserved[1].split()),
        "declarations": declarations,
        "sentences": sentences,
        "operators": sorted(_OPERATORS),
        "constants": sorted(_CONSTANTS),
        "types": sorted(_TYPES),
        "forms": {start: _forms(grammar, start) for start in _STARTS},
        "meanings": _meanings((ROOT / "docs" / "language.md").read_text(encoding="utf-8")),
    }


def _forms(grammar: Grammar, start: str) -> list[dict[str, str]]:
    found: list[tuple[Alternative, str]] = list(grammar.rules[start])
    if start == "sentence":
        found = [*grammar.rules["keyword_sentence"]]
    forms = []
    for alternative, alias in found:
        form, snippet = grammar.form(alternative), grammar.snippet(alternative)
        if form.endswith(" to"):  # what follows is read where it is put
            form, snippet = f"{form} VALUE", f"{snippet} ${{9:value}}"
        first = alternative[0]
        opener = (
            first.text if first.sort == "word" else form.split()[0].rstrip(":,") if form[:1].islower() else ""
        )
        forms.append(
            {
                "name": (alias or start).rstrip("_").replace("_", " "),
                "opener": opener,
                "form": form,
                "snippet": snippet,
            }
        )
    return forms


def _meanings(reference: str) -> dict[str, list[str]]:
    """[meaning, section] of each phrase of the table `Word by word`."""
    titles = {_anchor(title): title for title in re.findall(r"^#+ (.*)$", reference, re.MULTILINE)}
    rows = re.findall(r"^\| (.*?) \| (.*) \|$", reference.partition("## Word by word")[2], re.MULTILINE)
    found: dict[str, list[str]] = {}
    for phrases, meaning in rows:
        anchors = [anchor for _, anchor in _LINK.findall(meaning)]
        text = _LINK.sub(r"\1", meaning).strip()
        section = titles.get(re.sub(r"-\d+$", "", anchors[0]), "") if anchors else ""
        for phrase in re.findall(r"`([^`]+)`", phrases):
            for word in {re.sub(r"\s*\.\.\..*", "", phrase), *phrase.split(" ... ")}:
                if re.fullmatch(r"[a-z_'][a-z_' -]*", word):
                    before = found.get(word)
                    found[word] = [
                        text if before is None else f"{before[0]}; {text}",
                        section or (before or ["", ""])[1],
                    ]
    return dict(sorted(found.items()))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


# --- grammars of editors --------------------------------------------------------------------------------


def _any(words: list[str]) -> str:
    return "|".join(sorted((re.escape(one) for one in words), key=lambda one: (-len(one), one)))


def patterns(words: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """(what, regular expression, scopes of its groups) in the order in which they are tried, in each line."""
    sentences = [one for one in words["sentences"] if one not in words["operators"] or one == "if"]
    names = [
        one
        for one in words["declarations"]
        if one not in {"the", "each", "game", "no", "end", "ties", "actors"}
    ]
    inline = [one for one in sentences if one not in {"set", "place", "first", "may"}]
    told = {*words["operators"], *words["constants"], *words["types"]}
    plain = [one for one in words["words"] if one not in told]
    return [
        ("comment", r"#.*$", ["comment"]),
        ("citation", r"\[[A-Za-z]{1,8}-?[A-Za-z]{0,2}[0-9]{1,4}[a-z]?\]", ["citation"]),
        ("string", r'"[^"]*"?', ["string"]),
        ("game", r"^(the)(\s+)(game)(\s+)(has)\b", ["keyword", "", "keyword", "", "keyword"]),
        ("owner", r"^(each)(\s+)([A-Za-z_]\w*)(\s+)(has)\b", ["keyword", "", "type", "", "keyword"]),
        ("declaration", rf"^({_any(names)})(\s+)([A-Za-z_]\w*)", ["keyword", "", "name"]),
        ("heading", rf"^({_any(words['declarations'])})\b", ["keyword"]),
        ("sentence", rf"^(\s+)({_any(sentences)})\b", ["", "control"]),
        ("inline", rf"(:)(\s+)({_any(inline)})\b", ["punctuation", "", "control"]),
        ("possessive", r"(?<=\w)'s\b", ["punctuation"]),
        ("constant", rf"\b({_any(words['constants'])})\b", ["constant"]),
        ("operator", rf"\b({_any(words['operators'])})\b", ["operator"]),
        ("word", rf"\b({_any(plain)})\b", ["word"]),
        ("type", rf"\b({_any(words['types'])})\b(?=\s+of\b)|\b(flag|formula)\b", ["type", "type"]),
        ("number", r"\b[0-9][0-9_]*\b", ["number"]),
        ("name", r"[A-Za-z_]\w*", ["identifier"]),
        ("sign", r"<=|>=|[-+*<>=]", ["sign"]),
        ("cell", r"[|:,()/]", ["punctuation"]),
    ]


_TEXTMATE = {
    "comment": "comment.line.number-sign",
    "citation": "markup.underline.link",
    "string": "string.quoted.double",
    "keyword": "keyword.declaration",
    "name": "entity.name.type",
    "type": "storage.type",
    "control": "keyword.control",
    "constant": "constant.language",
    "operator": "keyword.operator.word",
    "word": "keyword.other",
    "number": "constant.numeric",
    "identifier": "variable.other",
    "sign": "keyword.operator",
    "punctuation": "punctuation.separator",
}
_CODEMIRROR = {
    "comment": "comment",
    "citation": "link",
    "string": "string",
    "keyword": "keyword",
    "name": "def",
    "type": "type",
    "control": "keyword",
    "constant": "atom",
    "operator": "operator",
    "word": "keyword",
    "number": "number",
    "identifier": "variable",
    "sign": "operator",
    "punctuation": "punctuation",
}


def textmate(words: dict[str, Any]) -> dict[str, Any]:
    rules = []
    for _, pattern, scopes in patterns(words):
        rule: dict[str, Any] = {"match": pattern}
        if len(scopes) == 1:
            rule["name"] = f"{_TEXTMATE[scopes[0]]}.rules"
        else:
            rule["captures"] = {
                str(n): {"name": f"{_TEXTMATE[scope]}.rules"}
                for n, scope in enumerate(scopes, start=1)
                if scope
            }
        rules.append(rule)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "rulec rules",
        "scopeName": "source.rules",
        "fileTypes": ["rules"],
        "patterns": rules,
    }


def codemirror(words: dict[str, Any]) -> str:
    rows = ",\n".join(
        f"  [{json.dumps(pattern.removeprefix('^'))}, {json.dumps(pattern.startswith('^'))}, "
        f"{json.dumps([_CODEMIRROR.get(one, '') for one in scopes])}]"
        for _, pattern, scopes in patterns(words)
    )
    return _MODE.replace("ROWS", rows)


_MODE = """\
// Written by editors/generate.py from grammars/rules.lark. A stream mode for CodeMirror 6:
//
//   import { StreamLanguage } from "@codemirror/language";
//   import { rules } from "./rules.mjs";
//   const extensions = [StreamLanguage.define(rules)];

// [pattern, only at the margin, what its groups are]
const table = [
ROWS
];
const compiled = table.map(([pattern, margin, kinds]) => [new RegExp(pattern, "y"), margin, kinds]);

export const rules = {
  name: "rules",
  startState: () => ({ queue: [] }),
  copyState: (state) => ({ queue: state.queue.slice() }),
  token(stream, state) {
    if (stream.sol()) state.queue = [];
    while (state.queue.length) {
      const [end, kind] = state.queue.shift();
      if (end <= stream.pos) continue;
      stream.pos = end;
      return kind || null;
    }
    for (const [pattern, margin, kinds] of compiled) {
      if (margin && stream.pos !== 0) continue;
      pattern.lastIndex = stream.pos;
      const found = pattern.exec(stream.string);
      if (!found || !found[0]) continue;
      const groups = found.slice(1).filter((one) => one !== undefined);
      if (kinds.length < 2 || groups.join("") !== found[0]) {
        stream.pos += found[0].length;
        return kinds[0] || null;
      }
      let end = stream.pos;
      state.queue = groups.map((text, n) => [(end += text.length), kinds[n]]);
      const [first, kind] = state.queue.shift();
      stream.pos = first;
      return kind || null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
};
"""


def outputs() -> dict[str, str]:
    """All files by their path, with their texts."""
    words = description()
    coloured = {key: words[key] for key in ("declarations", "sentences")}
    assert all(coloured.values())
    words["patterns"] = [list(one) for one in patterns(words)]
    return {
        "rulec/editor/language.json": _json(words),
        "editors/vscode/syntaxes/rules.tmLanguage.json": _json(textmate(words)),
        "editors/codemirror/rules.mjs": codemirror(words),
        "rulec/studio/static/rules_mode.js": codemirror(words),
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    stale = []
    for name, text in outputs().items():
        path = ROOT / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print("\n".join(stale) or "all files are as the grammar says")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    raise SystemExit(main())
