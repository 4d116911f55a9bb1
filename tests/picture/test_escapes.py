"""Titles, names and texts of a rules file appear as text only, wherever they come into a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulec import picture
from rulec.picture.html_renderer import render_fragment, render_page
from rulec.picture.look.path_data import parse_path
from rulec.picture.look.records import Caption, Icon, MapLook, Shade, Shape
from rulec.picture.scene_records import (
    BoardPanel,
    Deck,
    DeckPanel,
    LineMark,
    Link,
    Mark,
    Scene,
    SheetPanel,
    Space,
    Token,
    TrackPanel,
    TrackRow,
    TurnPanel,
    ZonePanel,
    ZoneRow,
)
from rulec.picture.svg_renderer import render_svg
from tests.picture.positions import interpreted

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "</style><script>1</script>",
    "</title></svg><iframe src=//x>",
    "]]><!--",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;b&gt; &#0; &unknown;",
    "\x00\x08\x1b\ufffe\ud800",
    "javascript:alert(1)",
    "\u202egnp.exe",
]
ELEMENTS = {"svg", "style", "rect", "g", "title", "text", "circle", "polygon", "line", "path"}
ATTRIBUTES = {
    "viewBox", "width", "height", "class", "role", "aria-label", "font-family", "transform", "x", "y", "rx",
    "style", "cx", "cy", "r", "points", "x1", "y1", "x2", "y2", "font-size", "text-anchor", "font-weight",
    "textLength", "lengthAdjust", "data-action", "data-label", "d",
    "stroke-width",
}  # fmt: skip


def everywhere(text: str) -> Scene:
    """A scene with this text in each place that holds text of a game."""
    mark = Mark(1, text, text)
    tokens = (
        Token(text, "piece", 2, 0, (text,), "", True, mark, (text, text)),
        Token(text, "card", words=(text, text)),
        Token(text, "value"),
        Token(text, "back"),
        Token(text, icon=Icon(text)),
    )
    shade = Shade("#ccddee", "#112233")
    look = MapLook(
        {text: (0, 0)},
        background=shade,
        shapes=(Shape(parse_path("M0 0H2V2Z"), shade, shade, 2, text),),
        captions=(Caption(text, (1.5, 0.5)),),
    )
    spaces = (
        Space(text, 0, 0, text, 0, tokens, True, mark),
        Space("b1", 1, 0, text, 0, tokens[:1], False, None),
        Space("c1", 2, 0, "", -1, (), False, mark),
    )
    links = (Link(0, 1, text, True, tokens, True, mark),)
    lines = (LineMark("columns", "b", mark),)
    return Scene(
        text,
        text,
        (text, text),
        (
            TurnPanel(text, 0, text, text, (mark,) * 50),
            BoardPanel(text, "squares", spaces, (), (), lines, (text,)),
            BoardPanel(text, "hexes", spaces, (), (), (), (text,)),
            BoardPanel(text, "graph", spaces, links, (), (), (text,)),
            BoardPanel(text, "graph", spaces, links, (), (), (text,), True, (), look),
            TrackPanel(text, (TrackRow(text, spaces),)),
            DeckPanel(text, (Deck(text, 3, tokens, tokens, tokens),)),
            ZonePanel(
                text,
                (ZoneRow(text, tokens, mark), ZoneRow("", tokens[1:2]), ZoneRow(text, tokens * 20)),
                0,
                True,
                mark,
            ),
            SheetPanel(text, (0, 1), (text, text), ((text, (1, 2)),), (3, 4)),
        ),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_svg_has_only_its_own_elements(text: str) -> None:
    found = render_svg(everywhere(text))
    tree = ElementTree.fromstring(found)
    for element in tree.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES
        if element.tag.endswith("style"):
            assert "alert" not in (element.text or "")
            assert "url" not in (element.text or "")
    assert {one.tag for one in tree.iter()} == {f"{{http://www.w3.org/2000/svg}}{name}" for name in ELEMENTS}


@pytest.mark.parametrize("text", HOSTILE)
def test_html_has_only_its_own_elements(text: str) -> None:
    """With hostile texts a page has the same tags, in the same order, as with harmless ones."""
    for render in (render_page, render_fragment):
        assert tags(render(everywhere(text))) == tags(render(everywhere("plain" if fits(text) else "")))


def fits(text: str) -> bool:
    return bool(text.strip("\x00\x08\x1b\ufffe\ud800"))


def tags(page: str) -> set[tuple[str, tuple[str, ...]]]:
    from html.parser import HTMLParser

    found: set[tuple[str, tuple[str, ...]]] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.add(
                (tag, tuple(name for name, _ in attrs if name != "textlength" and name != "lengthadjust"))
            )

    Reader().feed(page)
    return found


def test_titles_and_texts_of_a_rules_file(tmp_path: Path) -> None:
    rules = tmp_path / "hostile.rules"
    rules.write_text(RULES, encoding="utf-8")
    state = interpreted(rules).State()
    state.apply_action(0)
    found = picture.svg(state)
    ElementTree.fromstring(found)
    for text in (found, picture.html(state)):
        assert "<script" not in text
        assert "<img" not in text
        assert "&lt;script&gt;" in text


RULES = """\
game "<script>alert('title')</script>"
  players 2
  length 9

table towns of town:
  town | display                          | note
  york | "<script>alert('town')</script>" | "<img src=x onerror=alert(1)>"
  bath | "Bath & Co <b>"                  | "]]>"

table wares of ware, as pieces, home shop:
  ware | display                   | says
  salt | "<script>x</script>"      | "<script>y</script>"
the game has:
  shop: zone of ware
  place_now: maybe town

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose town from towns as town: set place_now to town

score:
  "<script>alert('score')</script>": 0
"""


DISPLAYED = """game "Texts"
  players 2
  length 20
kind towns of town: york, bath
table offers of offer:
  offer | price | now effect
  one   | 3     | dig 2
each player has:
  depth: 0 to 99
display:
  town: "{text}", "{text}s"
  york: "{text}"
  dig: "{text} {{n {text}/{text}s}}"
  "site": "{text}"
  "site: {{town}}": "{text} {{town}}"
  "deal: {{offer}}": "{text} {{offer's now}}"
action dig n: raise my depth by n
play:
  repeat 3 times:
    each player acting: turn
turn:
  choose town from towns as site
  choose offer from offers as deal
  do offer's now
score:
  "Depth": my depth
"""


@pytest.mark.parametrize("text", [one for one in HOSTILE if one.isprintable() and not set(one) & set('{}"')])
def test_display_texts_stay_texts(text: str, tmp_path: Path) -> None:
    pages = []
    for number, shown in enumerate(("plain", text.replace("/", "|"))):
        rules = tmp_path / f"texts_{number}.rules"
        rules.write_text(DISPLAYED.format(text=shown), encoding="utf-8")
        state = interpreted(rules).State()
        assert shown in state.legal_texts()[0]
        ElementTree.fromstring(picture.svg(state))
        pages.append(tags(picture.html_fragment(state)))
    assert pages[0] == pages[1]
