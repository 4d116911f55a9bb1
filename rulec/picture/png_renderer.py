"""Renders SVG to PNG by resvg, without system libraries."""

from __future__ import annotations

from rulec.errors import RulecError


class MissingLibrary(RulecError, ImportError):
    """The library of the extra `picture` is missing."""


def render_png(svg: str, zoom: float = 2) -> bytes:
    """Render an SVG file at `zoom` pixels per unit."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        if error.name != "resvg_py":
            raise
        raise MissingLibrary("resvg-py is not installed", "run `pip install 'rulec[picture]'`") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
