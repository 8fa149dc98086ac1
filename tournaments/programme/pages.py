"""A ladder as a page: the part that is the same for everybody, made once per version, language and page of rows.

The version is that of the circuit's chain; it rises with every change of a result, a rule, a name or what somebody
shows, in the transaction of its cause. It is read before the part: at worst a part is newer than its number says.
"""

import re
import zlib
from typing import TypedDict

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.people import Person
from ledger.selectors import live_version
from ledger.shapes import Context
from rules_engine.drawing.charts import PHONE, Chart
from rules_engine.drawing.ladder import ORBITS, ladder_sky
from tournaments.season_points import Ladder, LadderRow

from .ladders import ladder_day, ladder_of
from .models import Circuit
from .words import COLUMNS, named, number

ROWS = 250
"""So many places stand on one page of a ladder."""
SECONDS = 3600
AROUND = 2
"""Pages that are named before and after the one that is read; the first and the last always are."""
_BETWEEN = re.compile(r">\s+<")


def person_key(circuit: Circuit, person: str) -> str:
    """How the pages of a circuit name a person in addresses: another key in every circuit, and none of the account."""
    return salted_hmac("programme.person", f"{circuit.pk}:{person}", algorithm="sha256").hexdigest()[:12]


def person_of(circuit: Circuit, table: Ladder, key: str) -> str | None:
    """Whom such a key names among those with a result."""
    return next((one for one in table.results if person_key(circuit, one) == key), None)


def version_of(circuit: Circuit) -> str:
    """What the pages of a ladder rest on: the version of its chain, and the day where its rules look back from it."""
    return f"{live_version(circuit.chain_key)}.{ladder_day(circuit) or ''}"


def served(circuit: Circuit, page: int, version: str, table: Ladder | None = None) -> str:
    """The rows of one page as markup, as they are at a version; ``table``: the ladder, where it is known already."""
    key = f"ladder:{circuit.chain_key}.{page}.{get_language()}"
    kept = cache.get(key)
    if isinstance(kept, tuple) and kept[0] == version:
        return zlib.decompress(kept[1]).decode()
    body = _BETWEEN.sub(
        "><", render_to_string("programme/_ladder.html", ladder_context(circuit, page, table))
    ).strip()
    cache.set(key, (version, zlib.compress(body.encode(), 6)), SECONDS)
    return body


def ladder_context(circuit: Circuit, page: int, table: Ladder | None = None) -> Context:
    """What the rows of one page are made of."""
    table = table or ladder_of(circuit)
    pages = max(1, -(-len(table.rows) // ROWS))
    page = min(max(page, 1), pages)
    rows = table.rows[(page - 1) * ROWS : page * ROWS]
    names = named(row.person for row in rows)
    columns = ("points", *table.season.circuit.tie_breaks)
    return {
        "circuit": circuit,
        "columns": [{"key": key, "name": COLUMNS[key]} for key in columns],
        "rows": [_row(circuit, row, names, columns[1:]) for row in rows],
        "count": len(table.rows),
        "events": len(table.season.events),
        "pages": _chips(page, pages, len(table.rows)),
        "page": page,
    }


def _row(
    circuit: Circuit, row: LadderRow, names: dict[str, tuple[str, str]], columns: tuple[str, ...]
) -> Context:
    name, page = names.get(row.person, ("?", ""))
    return {
        "key": person_key(circuit, row.person),
        "rank": row.rank,
        "name": name,
        "page": page,
        "points": number(row.points),
        "values": [(key, number(row.values[key])) for key in columns],
    }


def _chips(page: int, pages: int, rows: int) -> list[tuple[int, int, int]]:
    """The pages that are named: number, first and last row of each."""
    if pages == 1:
        return []
    near = {1, pages, *range(max(1, page - AROUND), min(pages, page + AROUND) + 1)}
    return [(one, (one - 1) * ROWS + 1, min(one * ROWS, rows)) for one in sorted(near)]


class Own(TypedDict):
    """Where somebody stands: rank, points, the key of their row, the page of rows it is on."""

    rank: int
    points: str
    key: str
    page: int


def own_line(circuit: Circuit, table: Ladder, user: Person) -> Own | None:
    """Where the reader stands; None for who has no points."""
    if not user.is_authenticated:
        return None
    place = table.place_of.get(str(user.pk))
    if place is None:
        return None
    row = table.rows[place]
    return {
        "rank": row.rank,
        "points": number(row.points),
        "key": person_key(circuit, row.person),
        "page": place // ROWS + 1,
    }


def sky_of(table: Ladder, own: int | None = None) -> Chart | None:
    """The ladder as a sky of orbits, one rank marked; its text twin are the orbits in numbers. None without rows."""
    if not table.rows:
        return None
    ranks = [row.rank for row in table.rows if row.rank <= ORBITS[-1]]
    title = _("The ladder in orbits")
    about = _(
        "The first stands in the middle; each orbit further out holds later places, up to place %(last)s."
    )
    rows, first = list[tuple[str, ...]](), 1
    for last in ORBITS:
        there = [row for row in table.rows if first <= row.rank <= last]
        if there:
            places = str(first) if first == last else f"{first}–{last}"
            points = number(there[0].points)
            if there[-1].points != there[0].points:
                points = f"{points}–{number(there[-1].points)}"
            mine = str(own) if own is not None and first <= own <= last else ""
            rows.append((places, str(len(there)), points, mine))
        first = last + 1
    heads: tuple[str, ...] = (_("Place"), _("People"), _("Points"), _("You"))
    if own is None:
        heads, rows = heads[:3], [row[:3] for row in rows]
    return Chart(
        "ladder",
        title,
        about % {"last": ORBITS[-1]},
        heads,
        tuple(rows),
        ladder_sky(ranks, title, own=own),
        ladder_sky(ranks, title, own=own, width=PHONE),
        sky=True,
    )
