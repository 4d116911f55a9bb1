"""Derives dark-mode colours: same hue, dark enough for light text."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache
from typing import Final

from rulec.picture.palette import LIGHT_INK, contrast

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_READABLE: Final = 6.0  # contrast, with a margin: dark-mode ink is off-white


@lru_cache(maxsize=256)
def dark_variant(colour: str) -> str:
    """Dark-mode variant of a colour."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    lightness = min(lightness, 0.32)
    while lightness > 0:
        parts = colorsys.hls_to_rgb(hue, lightness, saturation * 0.7)
        found = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
        if contrast(found, LIGHT_INK) >= _READABLE:
            return found
        lightness -= 0.02
    return "#14161a"
