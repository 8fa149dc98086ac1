"""One body per version: a public page is rendered once per change of its tournament, compressed or not.

The version counter is the cache key and the ETag, so an unchanged page costs one small query and a 304.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.utils.translation import get_language

from ledger.selectors import live_version
from tournaments.events.models import Tournament

SECONDS = 3600


def etag_of(tournament: Tournament, part: str) -> str:
    """The ETag of one public fragment in the present language."""
    return f'"{tournament.chain_key}.{part}.{live_version(tournament.chain_key)}.{get_language()}"'


def by_version(tournament: Tournament, part: str, make: Callable[[], str]) -> str:
    """The fragment ``part`` at the present version, made at most once per version and language."""
    key = f"part:{etag_of(tournament, part)}"
    body = cache.get(key)
    if body is None:
        body = make()
        cache.set(key, body, SECONDS)
    return str(body)
