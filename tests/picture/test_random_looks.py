"""Whatever a look file may say, pictures stay whole: looks made at random, at the ends of every range too."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulec.base.source_text import SourceText
from rulec.picture import scene
from rulec.picture.look.reading import read_look
from rulec.picture.look.vocabulary import Vocabulary, vocabulary
from rulec.picture.page import arranged
from rulec.picture.svg_renderer import render_svg
from tests.picture.layout import faults
from tests.picture.positions import ROOT, interpreted
from tests.picture.test_scene import CARAVANS

NUMBERS = (0, 1, -1, 0.001, 7, 40, 100, -300, 99_999, -99_999)
PATHS = ("M0 0H9V9Z", "M-99999 3L99999 7Z", "m1 1c2 2 4 4 5 0z", "M3 3A9 4 20 1 0 9 2")
COLOURS = ('"#123456"', '"gold"', '{ light = "#fbf4dd", dark = "#33372f" }')


def random_look(words: Vocabulary, rnd: random.Random) -> str:
    """A look file with any of its keys."""

    def number() -> str:
        return str(rnd.choice(NUMBERS) if rnd.random() < 0.3 else round(rnd.uniform(0, 50), 1))

    def point() -> str:
        return f"[{number()}, {number()}]"

    def some(lines: list[str]) -> str:
        return "\n".join(one for one in lines if rnd.random() < 0.5)

    hues = iter(lambda: rnd.choice(COLOURS), None)
    parts = [f"[players]\ncolours = [{next(hues)}]\n" if rnd.random() < 0.5 else ""]
    for kind, edges in words.maps.items():
        shapes = ", ".join(
            f'{{ path = "{rnd.choice(PATHS)}", {rnd.choice(("fill", "line"))} = {next(hues)}, width = 40 }}'
            for _ in range(rnd.randrange(3))
        )
        view = f"[{number()}, {number()}, {abs(float(number())) + 0.01}, {abs(float(number())) + 0.01}]"
        lines = [
            f"view = {view}",
            f"background = {next(hues)}",
            f"shapes = [{shapes}]",
            f'captions = [{{ text = "Far away", at = {point()}, size = {rnd.choice((8, 13, 40))} }}]',
            f"node = [{rnd.choice((24, 60, 200))}, {rnd.choice((24, 60, 200))}]",
            f'links = "{rnd.choice(("line", "rail", "road", "trail"))}"',
            f"grid = {rnd.choice(('true', 'false'))}",
            f"spaces = [{next(hues)}]",
        ]
        parts.append(f"[maps.{kind}]\n{some(lines)}\n")
        if edges and rnd.random() < 0.8:
            places = "\n".join(f"{node} = {point()}" for node in words.nodes(kind))
            parts.append(f"[maps.{kind}.places]\n{places}\n")
            parts.append(f"[maps.{kind}.bends]\n{words.edges(kind)[0]} = [{point()}, {point()}]\n")
    for kind in rnd.sample(sorted(words.kinds), min(3, len(words.kinds))):
        icon = rnd.choice(
            ('icon = "\U0001f682"', 'icon = "Wwwwwwww"', 'icon_path = "M2 2A10 10 0 0 1 22 22Z"')
        )
        parts.append(f"[kinds.{kind}]\n{icon}\ncolour = {next(hues)}\n")
    for panel in words.panels[1:]:
        if rnd.random() < 0.5:
            width, hidden = rnd.randrange(1, 4), rnd.choice(("true", "false"))
            parts.append(f"[panels.{panel}]\norder = {number()}\nwidth = {width}\nhidden = {hidden}\n")
    return "\n".join(parts)


@pytest.fixture
def games(tmp_path: Path) -> list[Any]:
    rules = tmp_path / "caravans.rules"
    rules.write_text(CARAVANS, encoding="utf-8")
    return [
        interpreted(rules),
        *(interpreted(ROOT / "games" / "classics" / f"{name}.rules") for name in ("hex", "reversi")),
    ]


def test_pictures_with_random_looks(games: list[Any]) -> None:
    rnd = random.Random(11)
    for game in games:
        state: Any = game.State(seed=1)
        state = state.child(state.legal_actions()[0])
        words = vocabulary(state.description())
        for _ in range(20):
            text = random_look(words, rnd)
            look, problems = read_look(SourceText("random.look.toml", text), words)
            assert [one for one in problems if one.severity == "error"] == [], text
            shown = scene(state, None, None, "", look)
            assert faults(arranged(shown)) == [], text
            ElementTree.fromstring(render_svg(shown))
