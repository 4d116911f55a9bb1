"""Parts of the documentation site that need no MkDocs; `.ci/run` builds the site, warnings as errors."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rulec.base.diagnostic_codes import codes
from rulec.native import finder
from rulec.syntax.parsing.parser import openers
from tests.docs.pages import ROOT, read
from tests.engines import installed

HOOKS = ROOT / "docs" / "site" / "hooks"
REFERENCE = ROOT / "docs" / "language.md"
RULES = sorted((ROOT / "games").glob("**/*.rules"))


@pytest.fixture(autouse=True)
def hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HOOKS))


def test_chapters_hold_the_whole_reference() -> None:
    import chapters
    from markdown_links import headings

    text = REFERENCE.read_text(encoding="utf-8")
    found = chapters.split(text)
    pages = chapters.every_page(found)
    lines = [line for page in pages for line in page.lines]
    assert [line for line in text.splitlines() if line not in lines] == []
    assert chapters.places(found).keys() == {anchor for _, _, anchor in headings(text)}
    assert len({page.uri for page in pages}) == len(pages)
    assert max(len(page.lines) for page in pages) < 300


def test_links_and_fences_become_those_of_the_site() -> None:
    from markdown_links import rewrite

    text = (
        "# Top `code`\n\nSee [it](a.md#b), `[x](y)`, [`z`](#top-code).\n"
        "```rules fragment=values error=R201\n# [no](link)\n```\n~~~~\n```\n~~~~\n## Below\n"
    )
    written = rewrite(text, lambda path, anchor: f"<{path}:{anchor}>", ["one", "two"])
    assert written == (
        "# Top `code` { #one }\n\nSee [it](<a.md:b>), `[x](y)`, [`z`](<:top-code>).\n"
        '```rules title="refused with R201"\n# [no](link)\n```\n~~~~\n```\n~~~~\n## Below { #two }\n'
    )


@pytest.mark.parametrize("path", RULES, ids=lambda one: one.stem)
def test_lexer_reads_every_game(path: Path) -> None:
    from pygments import lex
    from pygments.token import Comment, Error, Keyword, String, Text

    from rulec.editor.pygments_lexer import RulesLexer

    tokens: list[tuple[Any, str]] = list(lex(path.read_text(encoding="utf-8"), RulesLexer()))
    assert {kind for kind, _ in tokens} >= {Comment.Single, Keyword.Declaration, String}
    assert all(text in "/'" for kind, text in tokens if kind in (Error, Text))


def test_words_of_the_lexer_are_those_of_the_grammar() -> None:
    from rulec.editor.language import language

    assert {"choose", "unlimited", "clockwise", "whenever"} <= language().words
    declaring = set(openers("declaration"))
    assert {"game", "table", "turn", "effect", "the", "each", "score", "example"} <= declaring
    assert declaring <= language().declarations
    assert not declaring & {"choose", "of", "when"}


def test_every_code_has_a_page() -> None:
    import diagnostic_pages

    pages = dict(diagnostic_pages.pages())
    assert pages.keys() == {"diagnostics/index.md", *map(diagnostic_pages.uri_of, codes())}
    assert {code[:2] for code in codes()} == diagnostic_pages.AREAS.keys()
    assert codes()["R201"].good in pages["diagnostics/R201.md"]


def test_every_game_and_command_has_its_place() -> None:
    import command_pages
    import gallery

    games = gallery.shipped(ROOT / "games")
    every = [one for game in games for one in (game, *game.variants)]
    assert sorted(one.name for one in every) == sorted(path.stem for path in RULES)
    assert all(one.title and (one.players or one.base) for one in every)
    commands = re.findall(r"^## rulec (.*)$", command_pages.page(), re.MULTILINE)
    assert {"check", "play", "trace record", "cache info", "doctor"} <= set(commands)


def test_how_it_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    read(ROOT / "docs" / "how_it_works.md", monkeypatch)
    shown = (tmp_path / "turn.txt").read_text(encoding="utf-8")
    assert shown in (ROOT / "games" / "classics" / "tic_tac_toe.rules").read_text(encoding="utf-8")


def test_example_of_the_home_page_is_connect_four() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```rules\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(shown) == 1
    rules = (ROOT / "games" / "classics" / "connect_four.rules").read_text(encoding="utf-8")
    assert all(line.split("#")[0].rstrip() in rules for line in shown[0].splitlines())


def test_program_of_the_ai_page_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "ai_users.md").read_text(encoding="utf-8")
    program = re.findall(r"^```py\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    game = installed(ROOT / "games" / "classics" / "connect_four.rules")
    monkeypatch.setattr(finder, "find_game", lambda name, build=None: {game.NAME: game}[name])
    assert "generated" in sys.modules or __import__("generated")
    exec(compile(program[0].replace("100_000", "100"), "ai_users.md", "exec"), {})  # noqa: S102
    assert len(capsys.readouterr().out.splitlines()) == 2
