"""Places on the earth as plain numbers: distances, the box around a circle, the squares of a grid. Knows no Django."""

from collections.abc import Iterator
from math import asin, ceil, cos, floor, radians, sin, sqrt
from typing import NamedTuple

EARTH_KM = 6371.0
"""Mean radius of the earth (IUGG)."""
KM_OF_A_DEGREE = 111.2
SQUARE = 0.25
"""Degrees of one square of the grid by which events are found: about 28 by 17 km here."""
COLUMNS = 1440  # squares around the earth


class Place(NamedTuple):
    """Degrees north and east."""

    latitude: float
    longitude: float

    @property
    def possible(self) -> bool:
        """Whether such a place is on the earth."""
        return -90 <= self.latitude <= 90 and -180 <= self.longitude <= 180

    def rounded(self) -> "Place":
        """The same place to about one kilometre: no address says more of where a person is."""
        return Place(round(self.latitude, 2), round(self.longitude, 2))


def distance_km(one: Place, two: Place) -> float:
    """The shortest way over the earth (haversine)."""
    north, east = radians(two.latitude - one.latitude), radians(two.longitude - one.longitude)
    flat = cos(radians(one.latitude)) * cos(radians(two.latitude))
    return 2 * EARTH_KM * asin(min(1.0, sqrt(sin(north / 2) ** 2 + flat * sin(east / 2) ** 2)))


def box(middle: Place, km: float) -> tuple[float, float, float, float]:
    """South, west, north, east of the smallest box in degrees that holds a circle around a place."""
    north = km / KM_OF_A_DEGREE * 1.01
    east = north / max(0.05, cos(radians(min(89.0, abs(middle.latitude) + north))))
    return (
        middle.latitude - north,
        middle.longitude - east,
        middle.latitude + north,
        middle.longitude + east,
    )


def square_of(place: Place) -> int:
    """The number of the grid's square in which a place lies."""
    return _square(floor(place.latitude / SQUARE), floor(place.longitude / SQUARE))


def squares_around(middle: Place, km: float) -> list[int]:
    """The squares that a circle touches, those at the rim of its box too."""
    south, west, north, east = box(middle, km)
    rows = range(floor(south / SQUARE), ceil(north / SQUARE))
    columns = range(floor(west / SQUARE), ceil(east / SQUARE))
    return sorted({_square(row, column) for row in rows for column in columns})


def _square(row: int, column: int) -> int:
    return row * COLUMNS + column % COLUMNS


def spread(places: list[Place]) -> Iterator[float]:
    """South, west, north, east of the smallest box around some places."""
    yield min(one.latitude for one in places)
    yield min(one.longitude for one in places)
    yield max(one.latitude for one in places)
    yield max(one.longitude for one in places)
