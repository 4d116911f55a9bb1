"""Words of rules, looks, statements, traces and saved games are text on every page: nothing runs or loads."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio.window import CHROMIUM, OPTION, ROOT, Studio, Window, begin

pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]

HOSTILE = (
    "<img src=x onerror=pwned()>",
    "</style></textarea></title><script>pwned()</script>",
    "<svg/onload=pwned()>",
    "' style='background:url(//127.0.0.2/leak)' onfocus='pwned()' autofocus='",
    "javascript:pwned()",
    "<a href=//127.0.0.2/leak ping=//127.0.0.2/leak>x</a>",
    "<base href=//127.0.0.2/><link rel=stylesheet href=//127.0.0.2/leak>&lt;script&gt;",
    "<iframe srcdoc='<script>parent.pwned()</script>'></iframe>",
    "<style>*{background:url(//127.0.0.2/leak)}</style>",
    "<math><mtext><style><img src=x onerror=pwned()></style></mtext></math>",
    "--><!--><script>pwned()</script>",
    "${pwned()} #{7*7} %0d%0aset-cookie: a=b",
)
ALONE = r"""Array.from(document.querySelectorAll('*'))
  .map((one) => [one.tagName.toLowerCase(), ...Array.from(one.attributes, (each) => each.name)].join(' '))
  .filter((one) => /^(iframe|img|base|math|embed|object)\b|\son\w+|\ssrcdoc|\sping/.test(one))"""


def hostile_rules(text: str) -> str:
    """The same rules with something hostile in each title, name to show, label of points and reason."""
    texts = itertools.cycle(re.sub("[{}]", "", one) for one in HOSTILE)  # braces are parts of a display
    lines, displays = [], False
    for line in re.sub(r"then .*score\(.*", "then p1's money >= 6", text).splitlines():
        displays = line.startswith("display:") or (displays and line.startswith(" "))
        key = re.match(r'\s+"[^"]*":', line) if displays else None
        kept = key[0] if key else ""
        rest = line[len(kept) :]
        if not re.match(r"\s*(play|offered|not offered|then)\b", rest):
            rest = re.sub(r'"([^"]*)"', lambda found: f'"{found[1]} {next(texts)}"', rest)
        lines.append(kept + rest)
    return "\n".join([*lines, *(f"# {one}" for one in HOSTILE), ""])


def hostile_statements(text: str) -> str:
    texts = itertools.cycle(HOSTILE)
    return re.sub(
        r'"([^"]*)"',
        lambda found: found[0] if found[1] == "ST" else f'"{found[1]} {next(texts)}"',
        text,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root: Path = tmp_path_factory.mktemp("games")
    games = ROOT / "tests/games"
    for name in ("freight", "stones"):
        text = (games / f"{name}.rules").read_text(encoding="utf-8")
        (root / f"{name}.rules").write_text(hostile_rules(text), encoding="utf-8")
    inventory = (games / "stones.statements.toml").read_text(encoding="utf-8")
    (root / "stones.statements.toml").write_text(hostile_statements(inventory), encoding="utf-8")
    captions = ",\n".join(f"  {{ text = {json.dumps(one)}, at = [1, 1] }}" for one in HOSTILE)
    look = (
        f"[panels.squares]\ntitle = {json.dumps(HOSTILE[1])}\n[maps.squares]\ncaptions = [\n{captions},\n]\n"
    )
    (root / "stones.look.toml").write_text(look, encoding="utf-8")
    (root / "freight.look.toml").write_text(
        f"[players]\nsigns = {json.dumps(HOSTILE[:3])}\n", encoding="utf-8"
    )
    (root / "broken.rules").write_text(
        "\n".join(f'game "{one}"\nboardd {one}: 3' for one in HOSTILE), encoding="utf-8"
    )
    return root


class Listener:
    """What a window asks for elsewhere, opens or says."""

    def __init__(self, page: Any, studio: Studio) -> None:
        self.page, self.heard = page, []
        page.context.on("request", lambda one: one.url.startswith(studio.at) or self.heard.append(one.url))
        page.context.on("page", lambda one: self.heard.append(f"window {one.url}"))
        page.on("dialog", lambda one: (self.heard.append(f"dialog {one.message}"), one.dismiss()))
        page.expose_function("pwned", lambda: self.heard.append("a script ran"))

    def nothing(self) -> None:
        self.page.wait_for_timeout(300)
        assert self.heard == []
        assert self.page.evaluate(ALONE) == []


@pytest.fixture
def window(chromium: Any, studio: Studio, request: pytest.FixtureRequest) -> Iterator[Window]:
    found = Window(chromium, studio)
    yield found
    found.close(request.node.name)
    refused = [one for one in found.wrong if "Content Security Policy" in one]
    assert refused == []  # the policy is the second line; nothing may come so far


@pytest.fixture
def listener(window: Window, studio: Studio) -> Listener:
    return Listener(window.page, studio)


@pytest.mark.parametrize("game", ["freight", "stones", "broken"])
def test_pages_of_a_game(window: Window, studio: Studio, listener: Listener, game: str) -> None:
    page = window.page
    for name, ready in (
        ("new", "#waiting[hidden]"),
        ("rules", "#problems li"),
        ("lab", "#waiting[hidden]"),
        ("cover", "#waiting[hidden]"),
    ):
        page.goto(f"{studio.at}/{name}/here/{game}.rules")
        page.wait_for_selector(ready, state="attached")
        listener.nothing()
    page.goto(studio.at)
    listener.nothing()


@pytest.mark.parametrize("game", ["freight", "stones"])
def test_a_game_of_hostile_words(window: Window, studio: Studio, listener: Listener, game: str) -> None:
    page = window.page
    begin(page, studio, f"here/{game}.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.locator("#game > summary").click()
    page.check("#ids")
    listener.nothing()
    page.locator(OPTION).first.click()
    page.wait_for_selector("#log li")
    page.locator("#options .ask").first.click()
    page.wait_for_selector("#answer b")
    page.fill("#whichoption", HOSTILE[0])
    page.click("#askwhy")
    page.wait_for_selector("#answer :is(.trouble, b)")
    listener.nothing()


def test_forms_and_editor(window: Window, studio: Studio, listener: Listener) -> None:
    page = window.page
    page.goto(f"{studio.at}/rules/here/stones.rules")
    page.wait_for_selector("#problems li")
    page.click("#examples")
    page.wait_for_selector("#extitle:has-text('hold')")
    page.click("#makevariant")
    page.wait_for_selector("#numbers .number")
    page.fill("#vname", HOSTILE[2])
    page.fill("#vfile", "hostile_variant")
    number = page.locator("#numbers input[data-patch]").first
    number.fill(str(int(number.input_value()) + 1))
    page.click("#vmake")
    page.wait_for_url("**/hostile_variant.rules#variant")
    page.wait_for_selector("#problems li")
    listener.nothing()
    page.goto(f"{studio.at}/lab/here/stones.rules")
    page.wait_for_selector("#plan:not([hidden])")
    page.select_option("#kind", "simulate")
    page.fill("#ways", HOSTILE[0])
    page.click("#plan button.main")
    page.wait_for_selector(".trouble:not([hidden])")
    page.fill("#ways", "random")
    page.fill("#games", "20")
    page.click("#plan button.main")
    page.wait_for_selector("#past tbody tr:has-text('done')")
    listener.nothing()


def test_saved_games_and_traces(window: Window, studio: Studio, listener: Listener, tmp_path: Path) -> None:
    page = window.page
    begin(page, studio, "here/stones.rules", "human", "human")
    page.wait_for_selector(OPTION)
    saved = page.url.rpartition("/")[2]
    trace = next(studio.state.rglob(f"{saved}.trace")).read_text(encoding="utf-8")
    for number, one in enumerate(HOSTILE):
        file = tmp_path / f"{number}.trace"
        file.write_text(
            trace.replace("stones", one) if number % 2 else f"{trace}p1 {one}\n", encoding="utf-8"
        )
        page.goto(studio.at)
        page.set_input_files("#file", file)
        page.wait_for_selector("#loadbox[open]")
        listener.nothing()
        page.click("#loadbox .main")
        page.wait_for_selector("#said.shown, #options")
        listener.nothing()
    about = next(studio.state.rglob(f"{saved}.json"))
    page.goto("about:blank")
    studio.stop()
    data = json.loads(about.read_text(encoding="utf-8"))
    data |= {"title": HOSTILE[1] + HOSTILE[3], "seats": [HOSTILE[0], "human"], "note": HOSTILE[2]}
    about.write_text(json.dumps(data), encoding="utf-8")
    studio.start()
    page.goto(studio.at)
    listener.nothing()
    page.goto(f"{studio.at}/play/{saved}")
    page.wait_for_timeout(1500)
    listener.nothing()


def test_the_listener_hears(chromium: Any, studio: Studio) -> None:
    for script in ("pwned()", "document.body.append(document.createElement('iframe'))"):
        window = Window(chromium, studio)
        listener = Listener(window.page, studio)
        window.page.evaluate(script)
        with pytest.raises(AssertionError):
            listener.nothing()
        window.context.close()
