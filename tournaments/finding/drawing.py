"""The map of what was found, as plain numbers that a template draws: outline, circles with their words, a few towns."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians
from pathlib import Path
from typing import NamedTuple

from tournaments.towns import data
from tournaments.towns.names import towns
from tournaments.towns.places import Place, box

from .selectors import Cluster

WEST, SOUTH, EAST, NORTH = 2.45, 49.42, 7.35, 53.62
SQUEEZED = cos(radians(51.5))
"""A degree to the east is so much of one to the north in the middle of the map."""
UNIT = 100
"""What a degree to the north is on the picture."""
CIRCLE, LETTERS, APART = 0.042, 0.036, 2.0
"""Of the picture's width: half a circle, and the height of letters; how many halves two circles are apart at least."""
MOST_SIGNPOSTS = 7
SIGNPOSTS = (
    "amsterdam",
    "rotterdam",
    "groningen",
    "eindhoven",
    "maastricht",
    "antwerpen",
    "gent",
    "brussel",
    "luik",
)
CLOSER = {0: 25, 200: 50, 100: 25, 50: 10, 25: 5, 10: 5}
"""How far one looks around a circle that is opened, by how far one looked before."""
OUTLINE = Path(data.__file__).parent / "outline.json"


class Point(NamedTuple):
    """Where something lies on the picture."""

    x: float
    y: float


@dataclass(frozen=True)
class Frame:
    """Which part of the earth is drawn: its corner and its size, in units of the picture."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view_box(self) -> str:
        """As SVG wants it."""
        return f"{self.left:.1f} {self.top:.1f} {self.width:.1f} {self.height:.1f}"

    @property
    def step(self) -> float:
        """Degrees to the north of the squares by which events are counted."""
        return self.height / UNIT / 30


@dataclass(frozen=True)
class Circle:
    """Events that lie together: where they are drawn, and what they are."""

    x: float
    y: float
    many: int
    cluster: Cluster


class MapCircle(NamedTuple):
    """A circle as it is written into the picture: its numbers, how many events, what it says and where it leads."""

    x: str
    y: str
    r: str
    down: str
    many: int
    words: str
    url: str


def point(place: Place) -> Point:
    """A place on the picture."""
    return Point((place.longitude - WEST) * SQUEEZED * UNIT, (NORTH - place.latitude) * UNIT)


def frame_of(middle: Place | None, km: int) -> Frame:
    """Both countries, or what lies around a middle."""
    if middle is None:
        return Frame(0, 0, (EAST - WEST) * SQUEEZED * UNIT, (NORTH - SOUTH) * UNIT)
    south, west, north, east = box(middle, km * 1.1)
    left, top = point(Place(north, west))
    right, bottom = point(Place(south, east))
    return Frame(left, top, right - left, bottom - top)


@cache
def outline() -> str:
    """Every part of both countries as one SVG path."""
    shapes = json.loads(OUTLINE.read_text(encoding="utf-8"))
    return "".join(_path(ring) for country in shapes.values() for ring in country)


def _path(ring: Iterable[tuple[float, float]]) -> str:
    corners = (point(Place(latitude, longitude)) for longitude, latitude in ring)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def circles(clusters: Iterable[Cluster], frame: Frame) -> list[Circle]:
    """The clusters as circles that do not lie on each other: one that would is counted to the larger one."""
    apart = frame.width * CIRCLE * APART
    drawn: list[Circle] = []
    for cluster in sorted(clusters, key=lambda one: (-one.many, -one.place.latitude, one.place.longitude)):
        x, y = point(cluster.place)
        near = next((at for at, one in enumerate(drawn) if hypot(one.x - x, one.y - y) < apart), None)
        if near is None:
            drawn.append(Circle(x, y, cluster.many, cluster))
        else:
            drawn[near] = _together(drawn[near], cluster)
    return sorted(drawn, key=lambda one: (round(one.y / apart), one.x))


def _together(circle: Circle, more: Cluster) -> Circle:
    """A circle with a cluster beside it; its place stays that of the larger one."""
    one = circle.cluster
    towns_ = max(one.towns, 2 if more.town != one.town else 1)
    first = min(one.first, more.first)
    many = one.many + more.many
    return Circle(circle.x, circle.y, many, one._replace(many=many, towns=towns_, first=first, tournament=0))


def signposts(frame: Frame) -> Iterator[tuple[Point, str]]:
    """A few towns by which one knows where one is: of what lies around a middle the largest that have room."""
    whole = frame.left == 0
    keys = SIGNPOSTS if whole else towns()  # the largest first
    drawn: list[Point] = []
    for key in keys:
        town = towns()[key]
        at = point(town.place)
        inside = frame.left < at.x < frame.left + frame.width and frame.top < at.y < frame.top + frame.height
        if inside and (whole or all(hypot(at.x - one.x, at.y - one.y) > frame.width / 5 for one in drawn)):
            drawn.append(at)
            yield at, town.names[0]
        if len(drawn) == MOST_SIGNPOSTS and not whole:
            return
