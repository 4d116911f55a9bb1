"""Records of a look file: places, shapes, colours, icons, panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final, Literal

from rulec.picture.look.path_data import Path

ICON_SIDE: Final = 24.0
Point = tuple[float, float]
LinkStyle = Literal["line", "rail", "road", "trail"]
LINK_STYLES: Final[tuple[LinkStyle, ...]] = ("line", "rail", "road", "trail")


@dataclass(frozen=True)
class Shade:
    """Colour in light and dark pictures, as `#rrggbb`."""

    light: str
    dark: str


@dataclass(frozen=True)
class Icon:
    """Short text, or path in a 24 by 24 square."""

    text: str = ""
    path: Path = ()


@dataclass(frozen=True)
class Shape:
    """Filled or stroked shape behind a map."""

    path: Path
    fill: Shade | None = None
    line: Shade | None = None
    width: float = 1  # line width in pixels
    name: str = ""


@dataclass(frozen=True)
class Caption:
    """Name of a region on a map's ground."""

    text: str
    at: Point
    size: float = 13


@dataclass(frozen=True)
class MapLook:
    """Look of a map: node places and background, in units of its own."""

    places: Mapping[str, Point] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)  # displayed in place of node names
    bends: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    view: tuple[float, float, float, float] | None = None  # left, top, width, height
    background: Shade | None = None
    shapes: tuple[Shape, ...] = ()
    captions: tuple[Caption, ...] = ()
    node: Point | None = None  # width and height of a node in pixels
    links: LinkStyle | None = None
    grid: bool | None = None  # strong lines between spaces
    spaces: tuple[Shade, ...] = ()  # for boards without terrain: one colour, or two alternating


@dataclass(frozen=True)
class MemberLook:
    icon: Icon | None = None
    colour: Shade | None = None


@dataclass(frozen=True)
class KindLook:
    icon: Icon | None = None
    colour: Shade | None = None
    members: Mapping[str, MemberLook] = field(default_factory=dict)


@dataclass(frozen=True)
class PanelLook:
    title: str | None = None
    hidden: bool | None = None
    order: float | None = None
    width: int | None = None  # number of columns


@dataclass(frozen=True)
class Look:
    players: tuple[Shade, ...] = ()
    signs: tuple[str, ...] = ()  # shown on the pieces of each player
    maps: Mapping[str, MapLook] = field(default_factory=dict)
    kinds: Mapping[str, KindLook] = field(default_factory=dict)
    panels: Mapping[str, PanelLook] = field(default_factory=dict)
    zones: Mapping[str, PanelLook] = field(default_factory=dict)

    def hides(self, panel: str) -> bool:
        found = self.panels.get(panel)
        return found is not None and found.hidden is True

    def hides_zone(self, path: str) -> bool:
        """Check whether a variable or deck is hidden."""
        found = self.zones.get(path) or self.zones.get(path.rpartition(".")[2])
        return found is not None and found.hidden is True

    def member(self, kind: str, label: str) -> MemberLook:
        """Look of a member, with that of its kind as default."""
        found = self.kinds.get(kind)
        if found is None:
            return PLAIN_MEMBER
        own = found.members.get(label, PLAIN_MEMBER)
        return MemberLook(own.icon or found.icon, own.colour or found.colour)


PLAIN_MEMBER: Final = MemberLook()
PLAIN_MAP: Final = MapLook()
PLAIN: Final = Look()


def overlay(under: Any, over: Any) -> Any:
    """Overlay records recursively: fields of `over` take precedence over `under`."""
    if isinstance(under, Mapping) and isinstance(over, Mapping):
        return {
            **under,
            **{name: overlay(under[name], one) if name in under else one for name, one in over.items()},
        }
    if is_dataclass(over) and not isinstance(over, type) and type(over) is type(under):
        if isinstance(over, Shade | Icon | Shape | Caption):
            return over
        return replace(
            over,
            **{one.name: overlay(getattr(under, one.name), getattr(over, one.name)) for one in fields(over)},
        )
    return under if over is None or over == () else over
