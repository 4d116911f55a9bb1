"""Every example of the pages on the language is compiled, and played where it can be.

```rules                        a whole game: checks clean, three random games without a RulesError
```rules frame                  such a game, to which the fragments of its page belong; its turns begin with
                                `example` even if it does not say so
```rules file=PATH              such a game, equal to that file
```rules base=NAME              a whole game that variants on its page change
```rules variant=NAME           a variant of another one here, or of the frame, which is called `meadow`
```rules fragment=declarations  added to the frame; `game`, `play` ... and rules replace the frame's own
```rules fragment=sentences     the body of the frame's `example`, which each turn begins with
```rules fragment=values        every line an expression, given a name by a `let` in `example`
... error=R201                  just these problems are found (several: `error=R201,R214`)
... stops=range                 checks clean, and a random game stops with a RulesError of that kind
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest

from rulec.base import limits
from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.compiler import to_examples, to_program
from rulec.errors import RulecError
from rulec.frontend import Checked, Library, check, decode_source
from rulec.interp.examples import ExampleRunner
from rulec.interp.face import interpret
from rulec.runtime.errors import RulesError
from rulec.syntax.parsing.parser import openers
from rulec.syntax.parsing.reserved_words import POSITION_KEYS, RESERVED
from rulec.syntax.reading import (
    boards,
    data_declarations,
    declarations,
    effect_cells,
    payments,
    routes,
    sentences,
    table_rows,
    tracks,
)
from rulec.syntax.variants import line_patches, patches, variant

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "language.md"
PAGES = (REFERENCE, *(ROOT / "docs" / name for name in ("core.md", "tutorial.md", "how_to_say.md")))
GRAMMAR = ROOT / "grammars" / "rules.lark"
GAMES_PLAYED = 3

_BLOCK = re.compile(r"^```rules\b[ ]*(?P<info>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
_SETTING = re.compile(r'(\w+)(?:=(?:"([^"]*)"|(\S+)))?')
_SETTINGS = {"frame", "base", "variant", "file", "fragment", "error", "stops"}
_ONCE = {"game", "setup", "play", "turn", "score", "ties"}


@dataclass(frozen=True)
class Example:
    page: Path
    line: int
    text: str
    settings: dict[str, str]

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.line}"


def examples_of(page: Path) -> Iterator[Example]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        settings = {key: quoted or bare for key, quoted, bare in _SETTING.findall(found["info"])}
        assert settings.keys() <= _SETTINGS, f"{page.name}: {found['info']}"
        yield Example(page, text.count("\n", 0, found.start()) + 1, found["text"], settings)


EXAMPLES = tuple(example for page in PAGES for example in examples_of(page))


# --- fragments in their frame ---------------------------------------------------------------------


@cache
def frame_of(page: Path) -> str:
    frames = [one.text for one in examples_of(page) if "frame" in one.settings]
    assert len(frames) == 1, f"{page.name} has {len(frames)} frames"
    return frames[0]


def sections(text: str) -> list[str]:
    """The declarations of a file, each with the lines below it."""
    return re.findall(r"^\S.*\n(?:^[ ].*\n|^\n)*", text, re.MULTILINE)


def heading(section: str) -> str:
    """What may stand once: `play`, or `action example`."""
    words = re.match(r"(\w+)[ ]*(\w*)", section)
    assert words is not None, section
    if words[1] in _ONCE:
        return words[1]
    return f"{words[1]} {words[2]}" if words[1] in {"action", "phase", "effect", "rule"} else section


def indented(text: str, before: str = "") -> str:
    return "".join(f"  {before}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def whole(example: Example) -> str:
    """The game that an example is, or the frame with the example in it."""
    kind = example.settings.get("fragment")
    if kind is None:
        return example.text
    if kind == "declarations":
        added = example.text
    elif kind == "sentences":
        added = "action example:\n" + indented(example.text)
    else:
        assert kind == "values", kind
        square = "  let square = the first of squares where empty\n" if example.page == REFERENCE else ""
        added = f"action example:\n{square}"
        for number, line in enumerate(example.text.splitlines()):
            added += f"  let value_{number} = {line}\n"
    replaced = {heading(one) for one in sections(added)}
    frame = frame_of(example.page)
    if "\n  example\n" not in frame:
        frame = frame.replace("\nturn:\n", "\nturn:\n  example\n")
    kept = [one for one in sections(frame) if heading(one) not in replaced]
    if kind != "declarations":  # what each turn begins with is not what they are about
        kept = [one for one in kept if not one.startswith("example ")]
    return "".join(kept) + "\n" + added


def checked(example: Example) -> Checked:
    return check(
        decode_source(f"{example.name}.rules", whole(example).encode()), Library(bases(example.page))
    )


@cache
def bases(page: Path) -> dict[str, SourceText]:
    """The games that variants of a page change."""
    named = {
        one.settings[word]: one.text
        for one in examples_of(page)
        for word in ("base", "variant")
        if word in one.settings
    }
    texts = {"meadow": frame_of(page), **named} if named else {}
    return {name: SourceText(f"{name}.rules", text) for name, text in texts.items()}


def said(result: Checked) -> str:
    return render(result.diagnostics, result.files)


def play(game: Any, seed: int) -> None:
    choices = random.Random(seed)
    configuration = game.CONFIGURATIONS[seed * 7 % len(game.CONFIGURATIONS)]
    state = game.State(seed=seed, **configuration)
    while not state.is_terminal():
        state.apply_action(choices.choice(state.legal_actions()))
    state.scores()
    state.winners()


# --- the examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_example_does_what_the_page_says(example: Example, time_limit: None) -> None:
    result = checked(example)
    if "error" in example.settings:
        codes = {one.code for one in result.diagnostics}
        assert codes == set(example.settings["error"].split(",")), said(result) or "nothing is wrong"
        return
    assert result.ok, said(result)
    game = interpret(to_program(result))
    if "stops" in example.settings:
        with pytest.raises(RulesError) as caught:
            play(game, 0)
        assert caught.value.kind == example.settings["stops"]
        return
    for seed in range(GAMES_PLAYED):
        play(game, seed)
    runner = ExampleRunner(to_examples(result, to_program(result)))
    outcomes = [runner.run_one(game, one) for one in runner.examples if not one.options]
    assert all(one.ok for one in outcomes), outcomes


@pytest.mark.parametrize(
    "example", [one for one in EXAMPLES if "file" in one.settings], ids=lambda one: one.name
)
def test_game_shown_is_the_file(example: Example) -> None:
    assert example.text == (ROOT / example.settings["file"]).read_text(encoding="utf-8")


# --- the reference covers the language ------------------------------------------------------------


def works(example: Example) -> bool:
    return "error" not in example.settings


@pytest.fixture
def trees(monkeypatch: pytest.MonkeyPatch) -> list[lark.Tree[lark.Token]]:
    """The parse trees of all lines read while the test runs."""
    found: list[lark.Tree[lark.Token]] = []
    parse_line = declarations.parse_line

    def noted(*given: Any) -> Any:
        tree = parse_line(*given)
        if tree is not None:
            found.append(tree)
        return tree

    monkeypatch.setattr(declarations, "parse_line", noted)
    for module in (
        data_declarations,
        sentences,
        variant,
        patches,
        line_patches,
        payments,
        routes,
        tracks,
        boards,
    ):
        monkeypatch.setattr(module, "parse_line", noted)
    monkeypatch.setattr(table_rows, "parse_line", noted)
    monkeypatch.setattr(effect_cells, "parse_line", noted)
    monkeypatch.setattr(
        table_rows, "plain_cell", lambda cell: None
    )  # plain cells are read by the parser, too
    return found


def test_every_construct_of_the_grammar_is_shown(trees: list[lark.Tree[lark.Token]]) -> None:
    aliases = set(re.findall(r"->\s*(\w+)", GRAMMAR.read_text(encoding="utf-8")))
    for example in EXAMPLES:
        if example.page == REFERENCE and works(example):
            checked(example)
    shown = {str(part.data) for tree in trees for part in tree.iter_subtrees()}
    assert aliases - shown == set()


def test_every_keyword_of_the_grammar_is_shown_and_explained() -> None:
    grammar = re.sub(r"^\s*//.*$", "", GRAMMAR.read_text(encoding="utf-8"), flags=re.MULTILINE)
    keywords = {word for word in re.findall(r'"([^"]+)"', grammar) if word.isidentifier()}
    shown = {
        word
        for one in EXAMPLES
        if one.page == REFERENCE and works(one)
        for word in re.findall(r"\w+", re.sub(r"#.*", "", one.text))
    }
    assert keywords - shown == set()
    table = REFERENCE.read_text(encoding="utf-8").partition("\n## Word by word\n")[2]
    explained = {word for entry in re.findall(r"`([^`]+)`", table) for word in re.findall(r"\w+", entry)}
    assert keywords - explained == set()


def test_words_that_can_not_be_names_are_listed() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    quoted = re.findall(r"(?:^> .*\n)+", text, re.MULTILINE)
    listed = [set(one.replace(">", " ").split()) for one in quoted]
    assert listed == [RESERVED, POSITION_KEYS, set(openers("sentence"))]


def test_limits_are_the_real_ones() -> None:
    text = REFERENCE.read_text(encoding="utf-8").partition("\n## Limits\n")[2].partition("\n## ")[0]
    stated = {int(one.replace(",", "")) for one in re.findall(r"\| ([\d,]+) \|", text)}
    named = {
        limits.FILE_BYTES, limits.LINES, limits.LINE_LENGTH, limits.JOINED_LENGTH, limits.NAME_LENGTH,
        limits.STRING_LENGTH, limits.OUTLINE_DEPTH, limits.EXPRESSION_DEPTH, limits.OTHERWISE_CHAIN,
        limits.DECLARATIONS, limits.PLAYERS, limits.GRID_SIDE, limits.DOMAIN_SIZE, limits.ACTIONS,
        limits.CALL_DEPTH, limits.DECISIONS_IN_A_GAME, limits.OPEN_END, limits.INT_MAX, 100_000_000,
    }  # fmt: skip
    assert stated == named


def anchors_of(page: Path) -> list[str]:
    prose = re.sub(r"^```(?:.*\n)*?```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    anchors: list[str] = []
    for title in re.findall(r"^#+ (.+)$", prose, re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        while anchor in anchors:  # a title that stands twice gets a number
            anchor = f"{anchor}-1"
        anchors.append(anchor)
    return anchors


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"], ids=lambda one: one.name
)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        file = page.parent / name if name else page
        assert file.exists() or file.parent.name == "decisions", link
        assert not anchor or anchor in anchors_of(file), link


def test_a_fragment_that_is_wrong_is_noticed() -> None:
    example = Example(REFERENCE, 1, "raise my mony by 1\n", {"fragment": "sentences"})
    with pytest.raises(RulecError):
        to_program(checked(example))


def test_display_texts_read_as_the_page_says() -> None:
    """What stands there in italics, of the example above it."""
    page = REFERENCE.read_text(encoding="utf-8").partition("### Display texts")[2].partition("\n## ")[0]
    example = next(one for one in EXAMPLES if one.page == REFERENCE and "display:\n  load:" in one.text)
    game = interpret(to_program(checked(example)))
    told = {game.State().action_text(0, row.id) for row in game.action_table()}
    said = {" ".join(text.split()) for text in re.findall(r"(?<!\*)\*(take [^*]*)\*", page)}
    assert len(said) == 2
    assert said <= told, told
