"""Pictures of the shipped games for README and docs: `python -m tests.picture.screenshots`.

Writes an SVG of each game of `SHOWN` into `docs/pictures`. With `--png FOLDER` it writes whole pages of all
shipped games, light and dark, by Chromium, for people to look at: `--png FOLDER connect_four` of some.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import rulec
from rulec import picture
from rulec.picture.scene_records import NOBODY, BoardPanel, Scene, TurnPanel, ZonePanel
from rulec.picture.svg_renderer import render_svg

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
RULES = {
    path.stem: path
    for folder in ("", "classics")
    for path in sorted((ROOT / "games" / folder).glob("*.rules"))
}
SHOWN = {"railroad_revolution": (3, 170), "great_western_trail": (3, 260), "railway_boom": (3, 420)}
SEED = 5


def position(name: str, players: int, moves: int) -> tuple[Any, Any]:
    """A position after random moves, and the one before."""
    game = rulec.interpret(RULES[name])
    state: Any = game.State(players=players, seed=SEED)
    before = None
    for number in range(moves):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        before, state = state, state.child(legal[state.drawn(game.playout_seed(SEED, number))])
    return state, before


def cut(scene: Scene) -> Scene:
    """Boards, the turn and the players."""
    kept = [
        number
        for number, one in enumerate(scene.panels)
        if isinstance(one, BoardPanel | TurnPanel) or (isinstance(one, ZonePanel) and one.owner != NOBODY)
    ]
    layouts = tuple(scene.layouts[number] for number in kept) if scene.layouts else ()
    return replace(scene, panels=tuple(scene.panels[number] for number in kept), layouts=layouts)


def write_svgs() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (players, moves) in SHOWN.items():
        state, before = position(name, players, moves)
        path = FOLDER / f"{name}.svg"
        path.write_text(render_svg(cut(picture.scene(state, None, before))), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


def write_pngs(folder: Path, names: list[str]) -> None:
    from tests.picture.browser import chromium

    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name in names or RULES:
            moves = 12 if RULES[name].parent.name == "classics" else 150
            state, before = position(name, 2, moves)
            for scheme in ("light", "dark"):
                tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
                tab.set_content(picture.html(state, None, before))
                tab.screenshot(path=folder / f"{name}_{scheme}.png", full_page=True)
                tab.close()
            print(f"{folder / name}_*.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--png", type=Path, metavar="FOLDER", help="whole pages by Chromium instead")
    parser.add_argument("names", nargs="*", metavar="GAME", help="of --png; all if not given")
    given = parser.parse_args()
    if given.png is not None:
        write_pngs(given.png, given.names)
    else:
        write_svgs()


if __name__ == "__main__":
    main()
