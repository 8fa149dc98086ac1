"""One body per version: a public part is made once per change of its tournament and language.

The version counter is the ETag, so an unchanged answer costs one small query and a 304. A part has one place in the
cache, and the next version takes it over: what nobody will ask for again is not kept.
"""

import re
import zlib
from collections.abc import Callable

from django.core.cache import cache
from django.utils.translation import get_language

from ledger.models import LedgerRow
from ledger.selectors import live_version
from tournaments.events.models import Tournament

SECONDS = 3600
# Only the white space of layout: what keeps a number and its unit on one line is part of the text.
_AROUND_CELLS = re.compile(r"[ \t\r\n]*(</?(?:table|caption|thead|tbody|tr|th|td)\b[^>]*>)[ \t\r\n]*")
_SPACE = re.compile(r"[ \t\r\n]+")


def etag_of(tournament: Tournament, part: str) -> str:
    """The ETag of one public fragment in the present language."""
    return f'"{tournament.chain_key}.{part}.{live_version(tournament.chain_key)}.{get_language()}"'


def by_version(
    tournament: Tournament, part: str, make: Callable[[], str], *, number: int | None = None
) -> str:
    """The fragment ``part`` at the present version, made at most once per version and language.

    ``number``: what counts in place of the version; it must have been read before the tournament or with it. The
    fragment is kept compressed: one cache serves every tournament.
    """
    key = f"part:{tournament.chain_key}.{part}.{get_language()}"
    number = live_version(tournament.chain_key) if number is None else number
    kept = cache.get(key)
    if isinstance(kept, tuple) and kept[0] == number:
        return zlib.decompress(kept[1]).decode()
    body = str(make())
    cache.set(key, (number, zlib.compress(body.encode(), 1)), SECONDS)
    return body


def unreported(chain_key: str) -> int:
    """The newest row of a chain that is not a player's report: those change nothing in rounds that are complete."""
    rows = LedgerRow.objects.filter(chain_id=chain_key).exclude(action="result.report")
    return rows.order_by("-number").values_list("number", flat=True).first() or 0


def trimmed(markup: str) -> str:
    """Markup of tables without the white space that nobody sees; it holds no preformatted text."""
    return _SPACE.sub(" ", _AROUND_CELLS.sub(r"\1", markup))
