"""Light and dark colours of pictures, and text contrast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# Owner colours: distinct under every colour vision, and paired with a ring and a number.
OWNERS: Final = (
    "#0072b2", "#e69f00", "#9c1f2e", "#6cc08b", "#3d2b6b", "#e8e8e8", "#56b4e9", "#aadf5a", "#b34700",
)  # fmt: skip
RINGS: Final = ("", "4 0", "3 3", "7 4", "1 4", "9 2", "2 2", "5 2", "3 6")  # dashes of piece rings
DARK_INK: Final = "#16181d"
LIGHT_INK: Final = "#ffffff"

# name -> light, dark: (fill, stroke), stroke width, more
_STYLES: Final[dict[str, tuple[tuple[str, str], tuple[str, str], float]]] = {
    "page": (("#f4f1ea", "none"), ("#14161a", "none"), 0),
    "panel": (("#ffffff", "#d6cfbf"), ("#1f2228", "#3b404b"), 1),
    "active": (("#ffffff", "#0b6e4f"), ("#1f2228", "#5ad1a6"), 2.5),
    "rule": (("none", "#d6cfbf"), ("none", "#3b404b"), 1),
    "space": (("#f1eadb", "#b3a78d"), ("#2c3038", "#565d6b"), 1),
    "space2": (("#e4d8bf", "#b3a78d"), ("#363b46", "#565d6b"), 1),
    "node": (("#fbf7ec", "#8d8266"), ("#2c3038", "#7a8292"), 1.4),
    "edge": (("none", "#9a8f76"), ("none", "#6b7383"), 3),
    "way": (("#9a8f76", "none"), ("#6b7383", "none"), 0),
    "card": (("#fffdf6", "#a89c80"), ("#2a2e36", "#6b7383"), 1),
    "chip": (("#f3eee2", "#c9bfa9"), ("#2c3038", "#4b5160"), 1),
    "back": (("#3b5876", "#22364c"), ("#4a6886", "#9db4cb"), 1.2),
    "backline": (("none", "#7f9cba"), ("none", "#8fa9c4"), 1),
    "piece": (("#d9d2c1", "#4a453a"), ("#b9b3a4", "#f1ede2"), 1.2),
    "changed": (("none", "#b1590a"), ("none", "#ffc14d"), 2.5),
    "offer": (("none", "#0b6e4f"), ("none", "#5ad1a6"), 2.2),
    "offerdot": (("#0b6e4f", "#ffffff"), ("#5ad1a6", "#14161a"), 1),
    "arrow": (("none", "#0b6e4f"), ("none", "#5ad1a6"), 2.2),
    "hit": (("#16181d00", "none"), ("#16181d00", "none"), 0),
    "badge": (("#16181d", "#ffffff"), ("#f1ede2", "#16181d"), 0.8),
    "bed": (("none", "#4f4a40"), ("none", "#a8afbd"), 5),
    "ties": (("none", "#f4f1ea"), ("none", "#1f2228"), 3),
    "roadside": (("none", "#8a8069"), ("none", "#a8afbd"), 7),
    "road": (("none", "#fffdf6"), ("none", "#3b404b"), 5),
    "trail": (("none", "#8c5a2b"), ("none", "#c9975f"), 4),
}
_INKS: Final[dict[str, tuple[str, str]]] = {
    "ink": ("#16181d", "#f1ede2"),
    "dim": ("#57534a", "#b4b9c4"),
    "backink": (LIGHT_INK, LIGHT_INK),
    "badgeink": (LIGHT_INK, DARK_INK),
    "pieceink": (DARK_INK, DARK_INK),
    "whiteink": (LIGHT_INK, LIGHT_INK),
}
# Colours of grounds by words of their names, and defaults.
_GROUND_WORDS: Final = {
    "sea": "sea", "ocean": "sea", "water": "sea", "lake": "sea", "coast": "sea", "river": "river",
    "mountain": "mountain", "mountains": "mountain", "rock": "mountain", "peak": "mountain",
    "hill": "hill", "hills": "hill", "forest": "forest", "wood": "forest", "woods": "forest",
    "jungle": "forest", "plain": "plain", "plains": "plain", "grass": "plain", "meadow": "plain",
    "field": "plain", "prairie": "plain",
    "desert": "desert", "sand": "desert", "city": "city", "town": "city", "village": "city", "swamp": "swamp",
    "ice": "ice", "snow": "ice",
}  # fmt: skip
_GROUNDS: Final = {
    "sea": ("#b9d7e8", "#1f3f55"), "river": ("#cbe3ea", "#27505f"), "mountain": ("#c5b8ab", "#4d453f"),
    "hill": ("#d9cba6", "#4a4632"), "forest": ("#b7d3a8", "#2b4a33"), "plain": ("#e6ecc6", "#3a4430"),
    "desert": ("#f2e0ae", "#54492c"), "city": ("#e9c9bd", "#5a3a36"), "swamp": ("#c4ceb0", "#3a4434"),
    "ice": ("#e8f0f4", "#3f4a55"),
}  # fmt: skip
_OTHER_GROUNDS: Final = (
    ("#e6ecc6", "#3a4430"), ("#d9cba6", "#4a4632"), ("#c5b8ab", "#4d453f"), ("#b9d7e8", "#1f3f55"),
    ("#e9c9bd", "#5a3a36"), ("#d7cbe3", "#423a55"), ("#b7d3a8", "#2b4a33"), ("#f2e0ae", "#54492c"),
)  # fmt: skip


Pair = tuple[str, str]  # (light, dark) colour


@dataclass(frozen=True)
class Paint:
    """Colours specific to one picture."""

    grounds: tuple[Pair, ...] = ()
    owners: tuple[str, ...] = OWNERS
    shades: tuple[Pair, ...] = ()  # of shapes


def shade_style(pair: Pair, line: bool = False) -> str:
    """Style name of a fill or line colour."""
    return f"{'l' if line else 'k'}{pair[0][1:]}{pair[1][1:]}"


def ground_colours(names: tuple[str, ...], given: tuple[Pair | None, ...] = ()) -> tuple[Pair, ...]:
    """Light and dark colour of each ground, distinct where possible."""
    found: list[Pair] = []
    for number, name in enumerate(names):
        own = given[number] if number < len(given) else None
        if own is not None:
            found.append(own)
            continue
        words = name.lower().replace("_", " ").split()
        wanted = [_GROUNDS[_GROUND_WORDS[word]] for word in words if word in _GROUND_WORDS]
        free = [pair for pair in (*wanted, *_OTHER_GROUNDS, *_GROUNDS.values()) if pair not in found]
        found.append(free[0] if free else _OTHER_GROUNDS[len(found) % len(_OTHER_GROUNDS)])
    return tuple(found)


def luminance(colour: str) -> float:
    """Relative luminance as defined by WCAG."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Text style of higher contrast on a colour."""
    return "pieceink" if contrast(DARK_INK, colour) >= contrast(LIGHT_INK, colour) else "whiteink"


def owner_style(owner: int) -> str:
    return "piece" if owner < 0 else f"o{owner % len(OWNERS)}"


def owner_ink(owner: int) -> str:
    return "pieceink" if owner < 0 else f"i{owner % len(OWNERS)}"


def _shade(name: str, dark: bool) -> tuple[str, str]:
    """Fill and stroke of a style."""
    light, night, _ = _STYLES[name]
    return night if dark else light


def rules(dark: bool, root: str, paint: Paint) -> Iterator[str]:
    """Yield the style sheet rules below `root`."""
    place = 1 if dark else 0
    for name, (light, night, stroke) in _STYLES.items():
        fill, line = night if dark else light
        yield f"{root} .{name}{{fill:{fill};stroke:{line};stroke-width:{stroke:g}}}"
    for name, inks in _INKS.items():
        yield f"{root} .{name}{{fill:{inks[place]}}}"
    yield f"{root} .relief{{fill:{_INKS['ink'][place]};fill-opacity:0.2}}"
    yield f"{root} .nofill{{fill:none}}"
    yield f"{root} .ties{{stroke-dasharray:5 5}}{root} .trail{{stroke-dasharray:7 4}}"
    halo = _shade("panel", dark)[0]
    ink = _INKS["ink"][place]
    yield f"{root} .name{{fill:{ink};stroke:{halo};stroke-width:3;stroke-linejoin:round;paint-order:stroke}}"
    yield f"{root} .region{{fill:{ink};font-style:italic}}"
    line = _shade("space", dark)[1]
    yield f"{root} .spaceline{{stroke:{line};stroke-width:1}}"
    faint = "#f1ede21a" if dark else "#16181d1a"
    for number, pair in enumerate(paint.grounds):
        fill = pair[place]
        yield f"{root} .g{number}{{fill:{fill};stroke:{line};stroke-width:0.8}}"
        yield f"{root} .f{number}{{fill:{fill};stroke:{faint};stroke-width:0.6}}"
    for pair in paint.shades:
        yield f"{root} .{shade_style(pair)}{{fill:{pair[place]}}}"
        yield f"{root} .{shade_style(pair, True)}{{stroke:{pair[place]}}}"
    edge = "#f1ede2" if dark else "#16181d"
    for number, colour in enumerate(paint.owners):
        yield f"{root} .o{number}{{fill:{colour};stroke:{edge};stroke-width:1.2}}"
        ring = DARK_INK if ink_on(colour) == "pieceink" else LIGHT_INK
        yield f"{root} .i{number}{{fill:{ring}}}"
        dash = f";stroke-dasharray:{RINGS[number]}" if RINGS[number] else ";display:none"
        yield f"{root} .r{number}{{fill:none;stroke:{ring};stroke-width:1.4{dash}}}"


def text_colours(dark: bool) -> Iterator[tuple[str, str]]:
    """Yield every combination of text and background colour."""
    place = 1 if dark else 0

    def fill(name: str) -> str:
        return _shade(name, dark)[0]

    for ground in ("panel", "active", "space", "space2", "node", "card", "chip"):
        yield _INKS["ink"][place], fill(ground)
        yield _INKS["dim"][place], fill(ground)
    yield _INKS["backink"][place], fill("back")
    yield _INKS["badgeink"][place], fill("badge")
    yield _INKS["pieceink"][place], fill("piece")
    for pair in (*_GROUNDS.values(), *_OTHER_GROUNDS):
        yield _INKS["ink"][place], pair[place]
    for colour in OWNERS:
        yield (DARK_INK if ink_on(colour) == "pieceink" else LIGHT_INK), colour
