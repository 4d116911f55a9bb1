"""SVG to PNG by resvg, which needs no library of the system."""

from __future__ import annotations

from rulec.errors import RulecError


class MissingLibrary(RulecError, ImportError):
    """The library of the extra `picture` is not installed."""


def render_png(svg: str, zoom: float = 2) -> bytes:
    """Pixels of an SVG file, `zoom` of them for each unit."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        if error.name != "resvg_py":
            raise
        raise MissingLibrary("resvg-py is not installed", "run `pip install 'rulec[picture]'`") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
