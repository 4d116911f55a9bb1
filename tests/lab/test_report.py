"""Reports: one file that loads nothing, with every figure in a table; hostile names stay text."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulec.lab.report.balance_page import page
from rulec.lab.report.charts import Bar, intervals
from rulec.lab.report.page import Report, Section, Table, render
from tests.cli.conftest import cli, elsewhere  # noqa: F401 - fixtures
from tests.cli.tools import Cli
from tests.lab.tools import GAMES, balanced

HOSTILE = "</script><script>alert(1)</script><!-- {{ 7 * 7 }} ${x} \u2028 ' \" & <b>"


def test_a_hostile_name_stays_text() -> None:
    chart = intervals([Bar(HOSTILE, 1, 0, 2, HOSTILE), Bar("b", 1, 0, 2, "other")], HOSTILE)
    table = Table([HOSTILE, "mean"], [[HOSTILE, "1"]])
    section = Section(HOSTILE, HOSTILE, table, chart)
    text = render(Report(HOSTILE, HOSTILE, [HOSTILE], [HOSTILE], [("command", HOSTILE)], [section])).decode()
    assert "alert(1)</script>" not in text
    assert "<b>" not in text
    assert html.escape(HOSTILE, quote=False)[:40] in text
    data = re.search(r'<script type="application/json" data-place="c1">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    assert any(HOSTILE in str(one) for one in _strings(json.loads(data[1])))


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _strings(one)]
    if isinstance(value, list):
        return [text for one in value for text in _strings(one)]
    return [value] if isinstance(value, str) else []


def test_a_report_is_one_file_that_loads_nothing() -> None:
    text = page(balanced("dear_card", 1), "rulec balance dear_card.rules").decode()
    markup = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert "default-src 'none'" in markup
    assert not re.search(r"(src|href)=", markup)
    assert "http" not in re.sub(r"http-equiv", "", markup)
    assert text.count("</script>") == text.count("<script")


def test_a_report_tells_how_it_came_about() -> None:
    found = balanced("dear_card", 1)
    text = page(found, "rulec balance dear_card.rules --seed 1").decode()
    assert "<code>rulec balance dear_card.rules --seed 1</code>" in text
    assert found.game.RULES_HASH in text
    assert "Must take: card ruby." in text
    charts, tables = text.count('class="chart"'), text.count("<table>")
    assert 3 <= charts <= tables


def test_every_command_that_plays_writes_a_report(cli: Cli, elsewhere: Path) -> None:  # noqa: F811
    """Its sentences, its command, a chart for each section that has one."""
    card, hostile = str(GAMES / "dear_card.rules"), (GAMES / "dear_card.rules").read_text()
    hostile = hostile.replace('"Dear card"', '"Dearer </script><b>card</b>"').replace("| 5", "| 9")
    (elsewhere / "dearer.rules").write_text(hostile)
    calls = {
        "sim": ("sim", "dearer.rules", "-n", "30", "--seats", "greedy,random"),
        "ladder": ("ladder", card, "--players", "random,greedy", "-n", "24"),
        "diff": ("diff", card, "dearer.rules", "-n", "60", "--seats", "greedy"),
    }
    for name, call in calls.items():
        ran = cli(*call, "--interpreter", "--report", f"{name}.html")
        assert ran.status in (0, 1), ran.err
        text = (elsewhere / f"{name}.html").read_text()
        assert f"rulec {' '.join(call)}" in html.unescape(text)
        assert text.count("</script>") == text.count("<script")
        assert "<b>card" not in text
        assert "data-place=" in text
    assert "Seat 1 wins" in (elsewhere / "sim.html").read_text()
    assert "greedy plays better than random" in (elsewhere / "ladder.html").read_text()
    assert "Every player scores more points: by " in (elsewhere / "diff.html").read_text()
    assert "scores: all, player 1 is clearly more in dearer.rules" in (elsewhere / "diff.html").read_text()


def test_a_comparison_without_games_has_no_report(cli: Cli) -> None:  # noqa: F811
    card = str(GAMES / "dear_card.rules")
    ran = cli("diff", card, card, "--report", "out.html")
    assert (ran.status, ran.error) == (2, "error: --report is about games that are played")


@pytest.mark.long  # a browser
def test_charts_are_drawn_in_a_browser(tmp_path: Any) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    file = tmp_path / "report.html"
    file.write_bytes(page(balanced("dear_card", 1), "rulec balance"))
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for width in (1280, 400):
            for scheme in ("light", "dark"):
                shown = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                wrong: list[str] = []
                shown.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))
                shown.on(
                    "console", lambda line, wrong=wrong: wrong.extend([line.text] * (line.type == "error"))
                )
                shown.goto(file.as_uri())
                shown.wait_for_selector(".chart svg")
                shown.wait_for_timeout(500)
                drawn = shown.evaluate(
                    "[...document.querySelectorAll('.chart')].every(x => x.querySelector('svg'))"
                )
                assert (drawn, wrong) == (True, [])
                assert shown.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()
