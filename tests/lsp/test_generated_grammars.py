"""What editors know of the language is what the grammar says."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rulec.editor.language import language
from rulec.syntax.parsing.parser import keywords, openers, parses

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    folder = str(ROOT / "editors")
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.spec_from_file_location("generate", ROOT / "editors" / "generate.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(folder)


def test_no_file_has_drifted_from_the_grammar(generate: ModuleType) -> None:
    stale = [
        name for name, text in generate.outputs().items() if (ROOT / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `python editors/generate.py`"


def test_every_keyword_of_the_parser_is_known() -> None:
    assert {word for word in keywords() if word.isidentifier()} <= language().words


def test_every_opener_has_a_form() -> None:
    for start in ("declaration", "sentence"):
        assert set(openers(start)) <= {form.opener for form in language().forms[start]} | {
            "turn", "phase", "action", "effect", "rule",
        }  # fmt: skip


def test_a_snippet_as_it_stands_can_be_read() -> None:
    """With its first suggestions filled in, a snippet is a line of the language."""
    import re

    filled = 0
    for start, forms in language().forms.items():
        for form in forms:
            text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", form.snippet)
            text = re.sub(r"\$\{\d+\|([^,}]*)[^}]*\}", r"\1", text).partition("\n")[0]
            text = re.sub(r"\b(?:sentence)\b", "nothing", text)
            if start != "patch" and "|" not in text:
                assert parses(text, start), (start, text)
                filled += 1
    assert filled > 90


def test_pygments_colours_all_text_of_every_game() -> None:
    lexers = pytest.importorskip("pygments.lexers")
    from rulec.editor.pygments_lexer import RulesLexer

    for path in sorted((ROOT / "games").rglob("*.rules")):
        text = path.read_text(encoding="utf-8")
        found = list(RulesLexer(stripnl=False).get_tokens(text))
        assert "".join(part for _, part in found) == text
        assert not any("Error" in str(token) for token, _ in found)
    assert lexers is not None


def test_textmate_and_codemirror_have_every_pattern() -> None:
    patterns = json.loads((ROOT / "rulec/editor/language.json").read_text(encoding="utf-8"))["patterns"]
    textmate = json.loads(
        (ROOT / "editors/vscode/syntaxes/rules.tmLanguage.json").read_text(encoding="utf-8")
    )
    assert [one["match"] for one in textmate["patterns"]] == [pattern for _, pattern, _ in patterns]
    mode = (ROOT / "editors/codemirror/rules.mjs").read_text(encoding="utf-8")
    for _, pattern, _ in patterns:
        assert json.dumps(pattern.removeprefix("^")) in mode
