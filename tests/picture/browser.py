"""Faults of a picture in Chromium: texts outside their boxes or over each other, contrast, overflow."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
WIDTHS = (1280, 400)

# Runs in the page. Boxes are those on the screen; `hair` pixels of two texts may overlap.
MEASURE = """
() => {
  const found = [], hair = 1.0;
  const page = document.documentElement;
  if (page.scrollWidth > window.innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide`);
  const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = parts => {
    const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = parts.map(v => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const over = (under, parts) => {
    const alpha = parts.length > 3 ? parts[3] : 1;
    return under.map((value, n) => value * (1 - alpha) + parts[n] * alpha);
  };
  const paper = element => {
    for (let at = element; at; at = at.parentElement) {
      const parts = rgb(getComputedStyle(at).backgroundColor);
      if (parts.length === 3 || parts[3] > 0) return parts.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const roots = [...document.querySelectorAll('svg')].filter(one => !one.ownerSVGElement);
  for (const svg of roots) {
    const room = svg.getBoundingClientRect();
    const shapes = [...svg.querySelectorAll('rect, circle, polygon, path, line')];
    const texts = [...svg.querySelectorAll('text')].map(one => ({one, box: one.getBoundingClientRect()}));
    const order = new Map([...svg.querySelectorAll('*')].map((one, n) => [one, n]));
    for (const shape of shapes) {
      if (shape.ownerSVGElement !== svg) continue;  // cut off by a drawing of its own
      const box = shape.getBoundingClientRect();
      if (box.width && (box.left < room.left - 2 || box.right > room.right + 2
          || box.top < room.top - 2 || box.bottom > room.bottom + 2))
        found.push(`${shape.tagName}.${shape.getAttribute('class')} leaves the view`);
    }
    const drawn = shapes.filter(one => one.tagName !== 'line')
      .map(one => ({one, n: order.get(one), box: one.getBoundingClientRect()}));
    for (const {one, box} of texts) {
      const said = one.textContent;
      if (box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1
          || box.bottom > room.bottom + 1) found.push(`"${said}" leaves the view`);
      const x = box.left + box.width / 2, y = box.top + box.height / 2, n = order.get(one);
      const style = getComputedStyle(one);
      let ground = paper(svg);
      for (const shape of drawn) {
        const b = shape.box;
        if (shape.n > n || x < b.left || x > b.right || y < b.top || y > b.bottom) continue;
        const look = getComputedStyle(shape.one);
        if (look.fill === 'none' || look.display === 'none') continue;
        const point = new DOMPoint(x, y).matrixTransform(shape.one.getScreenCTM().inverse());
        if (!shape.one.isPointInFill(point)) continue;
        const parts = rgb(look.fill);
        const alpha = (parts.length > 3 ? parts[3] : 1) * Number(look.fillOpacity);
        ground = over(ground, [...parts.slice(0, 3), alpha]);
      }
      const haloed = style.paintOrder.startsWith('stroke') && style.stroke !== 'none';
      const halo = haloed ? rgb(style.stroke) : null;
      const ratio = contrast(rgb(style.fill), halo || ground);
      if (ratio < 4.5) found.push(`"${said}" has a contrast of ${ratio.toFixed(2)}`);
    }
    texts.sort((a, b) => a.box.left - b.box.left);
    for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
      const a = texts[i].box, b = texts[j].box;
      if (b.left > a.right) break;
      const wide = Math.min(a.right, b.right) - b.left;
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // A line of text is as high as its font is, its glyphs are lower.
      const glyphs = 0.26 * Math.min(a.height, b.height);
      if (wide > hair && high > hair + glyphs)
        found.push(`"${texts[i].one.textContent}" and "${texts[j].one.textContent}" overlap`);
    }
  }
  return found;
}
"""
# The box that each text was given, as the layout knows it, against its width in the fonts of this machine.
OWN_BOXES = """
() => [...document.querySelectorAll('text')].filter(one => {
  const room = one.closest('svg').getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return box.width > room.width + 1;
}).map(one => `"${one.textContent}" is wider than its panel`)
"""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, or a test that is skipped with one line."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def measured(browser: Any, pages: list[tuple[str, str]]) -> list[str]:
    """Faults of HTML pages, each with its name: light and dark, at all widths."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        for wide in WIDTHS:
            context = browser.new_context(viewport={"width": wide, "height": 900}, color_scheme=scheme)
            tab = context.new_page()
            for name, text in pages:
                tab.set_content(text)
                faults = [*tab.evaluate(MEASURE), *tab.evaluate(OWN_BOXES)]
                found += [f"{name}, {scheme}, {wide}: {one}" for one in faults]
            context.close()
    return found
