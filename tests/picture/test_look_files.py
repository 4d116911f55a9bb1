"""Look files change how pictures look, and nothing else; wrong ones change nothing at all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rulec
from rulec import picture
from rulec.picture import LookWarning, scene
from rulec.picture.page import arranged
from rulec.picture.scene_records import BoardPanel, ZonePanel
from tests.picture.layout import faults
from tests.picture.positions import ROOT
from tests.picture.test_scene import CARAVANS

LOOK = """\
[players]
colours = ["#123456", "#e8c832"]

[maps.towns]
view = [0, 0, 100, 60]
background = "#cbe0ea"
links = "rail"
captions = [{ text = "The fens", at = [80, 50] }]
shapes = [
  { path = "M 5 5 H 95 V 55 Z", fill = { light = "#fbf4dd", dark = "#33372f" }, name = "England" },
]
[maps.towns.places]
york = [50, 10]
bath = [20, 45]
ely = [80, 30]

[panels.towns]
title = "The roads"
width = 2
[panels.decks]
hidden = true
[panels.points]
order = 1

[zones.caravan]
title = "Wagon"

[kinds.deals.members]
d_silk = { icon_path = "M 2 2 H 22 V 22 Z", colour = "#7d4fa3" }
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "caravans.rules"
    path.write_text(CARAVANS, encoding="utf-8")
    return path


def with_look(rules: Path, text: str = LOOK) -> Any:
    rules.with_name(f"{rules.stem}.look.toml").write_text(text, encoding="utf-8")
    return rulec.interpret(rules).State(seed=4)


def test_what_a_look_gives(rules: Path) -> None:
    state = with_look(rules)
    shown = scene(state)
    towns = next(one for one in shown.panels if isinstance(one, BoardPanel))
    assert towns.title == "The roads"
    assert [(space.x, space.y) for space in towns.spaces] == [(50, 10), (20, 45), (80, 30)]
    assert [token.text for token in towns.spaces[0].tokens] == ["Wagon", "Wagon"]
    assert "Decks" not in [one.title for one in shown.panels]
    page = arranged(shown)
    assert [one.drawn.panel.title for one in page.panels][:2] == ["Points", "The roads"]
    assert page.panels[1].drawn.span == 2
    assert faults(page) == []
    text = picture.svg(state)
    tree = ElementTree.fromstring(text)
    assert ".o0{fill:#123456" in text
    assert ".i0{fill:#ffffff}" in text
    assert ".i1{fill:#16181d}" in text
    assert "The fens" in text
    assert "England" in text
    assert len([one for one in tree.iter() if one.tag.endswith("}path")]) == 1
    assert {"ties", "bed"} <= {one.get("class") for one in tree.iter() if one.tag.endswith("}line")}


def test_labels_are_short_names_of_nodes(rules: Path) -> None:
    state = with_look(rules, LOOK + '[maps.towns.labels]\nyork = "Y"\nely = ""\n')
    towns = next(one for one in scene(state).panels if isinstance(one, BoardPanel))
    assert [(space.name, space.title) for space in towns.spaces] == [("Y", "York"), ("Bath", ""), ("", "Ely")]
    text = picture.svg(state)
    assert "york York</title>" in text
    assert ">Y</text>" in text
    assert ">Ely</text>" not in text


def test_hidden_panels_hide_no_option(rules: Path) -> None:
    state = with_look(rules, "".join(f"[panels.{one}]\nhidden = true\n" for one in ("towns", "players")))
    text = picture.html(state)
    assert all(f'data-label="{label}"' in text for label in state.legal_labels())
    assert "Towns" not in text
    assert not [one for one in scene(state).panels if isinstance(one, ZonePanel) and one.owner >= 0]


def test_icons_and_colours_of_members(rules: Path) -> None:
    state = with_look(rules, LOOK.replace("hidden = true", "hidden = false"))
    text = picture.svg(state)
    shown = {
        token.text for one in scene(state).panels for deck in getattr(one, "decks", ()) for token in deck.tops
    }
    assert ("Silk deal" in shown) == ("fill:#7d4fa3" in text)


def test_rules_are_the_same_with_a_look(rules: Path) -> None:
    plain = rulec.interpret(rules).RULES_HASH
    with_look(rules)
    assert rulec.interpret(rules).RULES_HASH == plain


def test_an_edit_is_seen_at_once(rules: Path) -> None:
    state = with_look(rules)
    look = rules.with_name("caravans.look.toml")
    assert "The fens" in picture.svg(state)
    look.write_text(LOOK.replace("The fens", "The moors"), encoding="utf-8")
    assert "The moors" in picture.svg(state)
    look.unlink()
    assert "The moors" not in picture.svg(state)


def test_a_look_is_read_once(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.picture.look import files

    state = with_look(rules)
    reads = []
    monkeypatch.setattr(
        files,
        "read_look",
        lambda *given, real=files.read_look, **more: reads.append(1) or real(*given, **more),
    )
    for _ in range(3):
        picture.svg(state)
    assert len(reads) == 1


def test_a_wrong_look_is_not_used(rules: Path) -> None:
    state = with_look(rules, LOOK.replace("rail", "rale") + "[panels.decs]\n")
    with pytest.warns(
        LookWarning, match=r"(?s)caravans\.look\.toml:7:9: error L104.*`rail`.*error L103.*`decks`"
    ):
        text = picture.svg(state)
    assert "The fens" not in text
    look, problems = picture.look_of(state)
    assert (look, problems.refused, len(problems.found)) == (picture.Look(), True, 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "line 1 is not text in UTF-8"),
        (b"# " + b"x" * 250_001, "at most 250,000 bytes"),
    ],
)
def test_files_that_are_no_text(rules: Path, data: bytes, message: str) -> None:
    state = with_look(rules)
    rules.with_name("caravans.look.toml").write_bytes(data)
    _, problems = picture.look_of(state)
    assert message in problems.text()


def test_edges_without_names_bend_by_their_ends(tmp_path: Path) -> None:
    path = tmp_path / "ways.rules"
    path.write_text(WAYS, encoding="utf-8")
    state = with_look(
        path, "[maps.spots]\nplaces = { n1 = [0, 0], n2 = [9, 0], n3 = [9, 9] }\nbends.n1-n2 = [[4, 5]]\n"
    )
    board = next(one for one in scene(state).panels if isinstance(one, BoardPanel))
    assert [link.bends for link in board.links] == [((4.0, 5.0),), ()]
    _, problems = picture.look_of(with_look(path, "[maps.spots.bends]\nn1-n3 = [[4, 5]]\n"))
    assert "hint: did you mean `n2-n3`?" in problems.text()


WAYS = """\
game "Ways"
  players 2
  length 9

graph spots of spot: one way along next
  spot | next
  n1   | n2
  n2   | n3
  n3   | -

each player has:
  pawn: spot, starts n1

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose spot from spots as step: set my pawn to spot

score:
  "Far": 1 if my pawn is n3 else 0
"""


def test_spaces_signs_and_icons_of_a_board(tmp_path: Path) -> None:
    path = tmp_path / "tic_tac_toe.rules"
    path.write_text(
        (ROOT / "games" / "classics" / "tic_tac_toe.rules").read_text(encoding="utf-8"), encoding="utf-8"
    )
    state = with_look(
        path, '[players]\nsigns = ["X", "O"]\n[maps.squares]\nspaces = ["#fdf8ec", "#eeddcc"]\n'
    )
    state = state.child(state.string_to_action("mark: b2"))
    text = picture.svg(state)
    assert text.count('class="kfdf8ec') + text.count('class="keeddcc') == 9
    assert re.search(r"<text[^>]*>X</text>", text)
    state = with_look(
        path, '[kinds.marks]\nicon_path = "M 2 2 L 22 22 Z"\n[kinds.squares.members]\na1 = "★"\n'
    )
    state = state.child(state.string_to_action("mark: b2"))
    text = picture.svg(state)
    assert len(re.findall(r'<path class="whiteink|<path class="i0"', text)) == 1
    assert "★" in text


VARIANT = """\
variant "Late caravans" of caravans:
  in towns:
    hull | "Hull" | 6 | 1
  in roads:
    r3 | ely - hull
"""


def test_variants_have_the_look_of_their_base(rules: Path) -> None:
    with_look(rules)
    path = rules.with_name("late.rules")
    path.write_text(VARIANT, encoding="utf-8")
    state: Any = rulec.interpret(path).State(seed=4)
    towns = next(one for one in scene(state).panels if isinstance(one, BoardPanel))
    assert [(space.x, space.y) for space in towns.spaces][:2] == [(50, 10), (20, 45)]
    assert (towns.spaces[3].x, towns.spaces[3].y) == (80, 30)  # beside Ely, its only neighbour
    path.with_name("late.look.toml").write_text(
        '[panels.towns]\ntitle = "Late roads"\n[maps.towns.places]\nhull = [90, 20]\n', encoding="utf-8"
    )
    towns = next(one for one in scene(state).panels if isinstance(one, BoardPanel))
    assert towns.title == "Late roads"
    assert [(space.x, space.y) for space in towns.spaces][1::2] == [(20, 45), (90, 20)]
    assert towns.look.links == "rail"


def test_names_that_a_variant_takes_out(rules: Path) -> None:
    with_look(rules)
    path = rules.with_name("few.rules")
    path.write_text('variant "Few" of caravans:\n  in deals:\n    remove d_silk\n', encoding="utf-8")
    assert picture.look_of(rulec.interpret(path).State())[1].found == ()


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"'><img src=x>", "]]>", "</style>"])
def test_hostile_texts_of_a_look(rules: Path, text: str) -> None:
    title = json.dumps(text)
    state = with_look(
        rules,
        f"[panels.towns]\ntitle = {title}\n[zones.caravan]\ntitle = {title}\n"
        f"[maps.towns]\ncaptions = [{{ text = {title}, at = [5, 5] }}]\n"
        f'shapes = [{{ path = "M0 0H9", line = "red", name = {title} }}]\n'
        "places = { york = [0, 0], bath = [9, 0], ely = [9, 9] }\n",
    )
    assert picture.look_of(state)[1].found == ()
    svg = picture.svg(state)
    for one in ElementTree.fromstring(svg).iter():
        assert one.tag.rpartition("}")[2] not in ("script", "img")
    assert picture.html(state).count(text) == (2 if text == "</style>" else 0)
