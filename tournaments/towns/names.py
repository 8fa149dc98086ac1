"""The towns of the Netherlands and Belgium: found by any of their names, and by a name that is nearly right.

The data are of GeoNames (``data/NOTICE.md``), read once by each process that asks. Knows no Django but its languages.
"""

from collections import defaultdict
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ledger.names import fold

from .places import Place, distance_km

FILE = Path(__file__).resolve().parent / "data" / "towns.tsv"
NEAR_ENOUGH = 0.72
"""How much of a name must be right, as :mod:`difflib` counts it."""
AREAS = {
    "NL-01": "Drenthe", "NL-02": "Friesland", "NL-03": "Gelderland", "NL-04": "Groningen", "NL-05": "Limburg",
    "NL-06": "Noord-Brabant", "NL-07": "Noord-Holland", "NL-09": "Utrecht", "NL-10": "Zeeland",
    "NL-11": "Zuid-Holland", "NL-15": "Overijssel", "NL-16": "Flevoland", "BE-BRU": "Brussel",
    "BE-VLG": "Vlaanderen", "BE-WAL": "Wallonie",
}  # fmt: skip
"""By the codes of the file; as they are called there, so that they need no translation."""


class Town(NamedTuple):
    """One town. ``names``: the Dutch one first, then the French one where it has another, then others."""

    key: str
    names: tuple[str, ...]
    area: str
    place: Place
    people: int

    @property
    def label(self) -> str:
        """Its Dutch name, and its area where another town has the same name."""
        return self.label_as("")

    def label_as(self, said: str) -> str:
        """The same by the name that somebody used or began to write: who says Mons reads Mons, and not Bergen."""
        said = _plain(said)
        names = [one for one in self.names if said and _plain(one).startswith(said)] or self.names
        name = next((one for one in names if _plain(one) == said), names[0])
        alone = len(_by_name()[_plain(name)]) == 1
        return name if alone else f"{name} ({AREAS.get(self.area, self.area)})"


@cache
def towns() -> dict[str, Town]:
    """Every town by its key, the largest first."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        key, names, area, latitude, longitude, people = line.split("\t")
        place = Place(float(latitude), float(longitude))
        found[key] = Town(key, tuple(names.split("|")), area, place, int(people))
    return found


@cache
def _by_name() -> dict[str, list[Town]]:
    """Towns by each of their names as :func:`_plain` writes it, and by key; the largest first."""
    found: dict[str, list[Town]] = defaultdict(list)
    for town in towns().values():
        for name in dict.fromkeys(map(_plain, town.names)):
            found[name].append(town)
    return found


@cache
def _by_letter() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name in _by_name():
        found[name[:1]].append(name)
    return found


def _plain(name: str) -> str:
    """A name as it is compared: without accents, apostrophes and hyphens."""
    return " ".join(fold(name).replace("'", " ").replace("’", " ").replace("-", " ").split())


def town_of(text: str) -> Town | None:
    """The town of this key, or the largest one of this name; None where nothing is called so."""
    known = towns().get(text)
    if known is not None:
        return known
    name, _bracket, area = text.partition("(")
    found = _by_name().get(_plain(name), [])
    wanted = [one for one in found if area and _plain(AREAS.get(one.area, "")) == _plain(area.rstrip(") "))]
    return next(iter(wanted or found), None)


def town_label(key: str) -> str:
    """The name of the town with this key; empty for none, and for one of a newer release."""
    town = towns().get(key)
    return town.label if town is not None else ""


def labels_like(text: str) -> list[str]:
    """What to offer somebody who types: the likely towns, each by its name that begins so."""
    return [town.label_as(text) for town in towns_like(text)]


def towns_like(text: str, most: int = 8) -> list[Town]:
    """Towns that somebody may mean: whose names begin so, the largest first; else those that are spelled alike."""
    typed = _plain(text)[:60]
    if not typed:
        return []
    begun = [town for name in _by_letter()[typed[0]] if name.startswith(typed) for town in _by_name()[name]]
    if not begun:
        names = get_close_matches(typed, _by_letter()[typed[0]], n=most, cutoff=NEAR_ENOUGH)
        begun = [town for name in names for town in _by_name()[name]]
        return list(dict.fromkeys(begun))[:most]
    return sorted(dict.fromkeys(begun), key=lambda town: -town.people)[:most]


def nearest(place: Place, within_km: float = 40.0) -> Town | None:
    """The town whose middle is nearest; None where none is that near."""
    around = [
        (distance_km(place, town.place), town.key)
        for town in towns().values()
        if abs(town.place.latitude - place.latitude) < 0.4
        and abs(town.place.longitude - place.longitude) < 0.6
    ]
    found = min(around, default=None)
    return towns()[found[1]] if found is not None and found[0] <= within_km else None
