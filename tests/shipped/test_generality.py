"""No word of the language is there for one game: what a heavy game says, a second game says too."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from rulec.base.diagnostics import Reporter
from rulec.frontend import read_source
from rulec.syntax import ast
from rulec.syntax.parsing import parser
from rulec.syntax.parsing.lalr_driver import Driver
from rulec.syntax.reader import read_rules
from tests.engines import ROOT

HEAVY = sorted(path.stem for path in (ROOT / "games").glob("*.rules"))
GRAMMAR = ROOT / "grammars" / "rules.lark"
RECORD = ROOT / "docs" / "decisions" / "0021-sentences-of-one-heavy-game.md"
FILES = [
    path
    for folder in ("games", "games/classics", "tests/games", "tests/probes")
    for path in (ROOT / folder).glob("*.rules")
    if not re.search("^variant ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


def parts(tree: Any) -> Iterator[Any]:
    """The trees and tuples of a tree, itself among them."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif type(one).__module__.startswith(ast.__name__):
            yield one
            waiting += vars(one).values()


def said(tree: Any) -> set[str]:
    """What stands in a tree: each kind of node, and of each the parts that can be left out and are not."""
    found = set()
    for one in parts(tree):
        kind = type(one).__name__
        found.add(kind)
        for name, value in vars(one).items():
            if name.endswith("span"):  # where it stands is not said
                continue
            if (
                isinstance(value, tuple | bool)
                or value is None
                or type(value).__module__.startswith(ast.__name__)
            ):
                if value:
                    found.add(f"{kind}.{name}")
            elif name in ("sort", "collection", "rank", "verb"):
                found.add(f"{kind}.{name}={value}")
    return found


class Uses(NamedTuple):
    """By which games each kind of node, and each alternative of the grammar, is used."""

    nodes: dict[str, set[str]]
    alternatives: dict[str, set[str]]


@pytest.fixture(scope="module")
def uses() -> Uses:
    found = Uses(defaultdict(set), defaultdict(set))
    parse = Driver.parse
    with pytest.MonkeyPatch.context() as patch:
        for path in FILES:

            def noted(driver: Driver, text: str, start: str, game: str = path.stem) -> Any:
                tree = parse(driver, text, start)
                for part in tree.iter_subtrees() if tree is not None else ():
                    found.alternatives[str(part.data)].add(game)
                return tree

            patch.setattr(Driver, "parse", noted)
            parser._tree.cache_clear()
            report = Reporter()
            tree = read_rules(read_source(path), report)
            assert not report.found, path
            for kind in said(tree):
                found.nodes[kind].add(path.stem)
    parser._tree.cache_clear()
    return found


@pytest.fixture
def users(uses: Uses) -> dict[str, set[str]]:
    return uses.nodes


def test_there_is_much_to_say(users: dict[str, set[str]]) -> None:
    assert len(HEAVY) == 5
    assert len(users) > 500
    assert users["AnyOrder.instead"] >= {"great_western_trail", "orders"}


@pytest.mark.parametrize("game", HEAVY)
def test_a_second_game_says_it(game: str, users: dict[str, set[str]]) -> None:
    alone = sorted(kind for kind, games in users.items() if games == {game})
    assert alone == []


def test_alternatives_of_one_heavy_game_are_recorded(uses: Uses) -> None:
    text = RECORD.read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)))
    aliases = set(re.findall(r"-> (\w+)|^[?!]?(\w+):", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE))
    known = {one or other for one, other in aliases}
    alone = {name for name, games in uses.alternatives.items() if len(games & set(HEAVY)) == 1}
    assert len(listed) == len(set(listed))
    assert set(listed) == alone & known
