"""Which pool of Z/X cards a key means: packaged with the engine, or frozen by a keeper. As :mod:`.pools`."""

from functools import lru_cache

import msgspec
from django.utils.translation import gettext as _

from rules_engine.zx.cards import DEFAULT_POOL, TEXTS_POOL, ZxCard, ZxPool, load_pool

from .models import ZxCardRevision, ZxPoolSnapshot
from .pools import frozen_choices, newest_content
from .zx_reading import read_zx_row

PACKAGED = (DEFAULT_POOL, TEXTS_POOL)


def zx_pool_for(key: str, sha256: str = "") -> ZxPool:
    """The pool of that key; with a hash, the pool of exactly that content. Raises ``KeyError`` when there is none."""
    if key in PACKAGED:
        pool = load_pool(key)
        if sha256 and pool.sha256 != sha256:
            raise KeyError(f"{key} {sha256}")
        return pool
    return _frozen(key, newest_content(ZxPoolSnapshot.objects.all(), key, sha256))


@lru_cache(maxsize=16)
def _frozen(key: str, sha256: str) -> ZxPool:
    """A frozen pool out of the database: its content never changes, so a process reads it once."""
    text = ZxPoolSnapshot.objects.values_list("cards", flat=True).get(key=key, sha256=sha256)
    try:
        pool = ZxPool(key, msgspec.json.decode(text, type=tuple[ZxCard, ...]))
    except msgspec.ValidationError as error:
        raise KeyError(f"{key} {sha256}: {error}") from error
    if pool.sha256 != sha256:
        raise KeyError(f"{key} {sha256}: read as {pool.sha256}")
    return pool


def zx_pool_words(key: str) -> str:
    """What a pool of Z/X is called; of one nobody knows, its key."""
    packaged = {
        DEFAULT_POOL: _("26 demonstration cards without texts"),
        TEXTS_POOL: _("90 demonstration cards"),
    }
    if key in packaged:
        return packaged[key]
    return dict(zx_pool_choices()).get(key, key)


def zx_pool_choices() -> list[tuple[str, str]]:
    """Every pool of Z/X that a keeper froze: its key, and its name in the reader's language."""
    return frozen_choices(ZxPoolSnapshot.objects.all())


def printed_zx(number: str = "") -> list[ZxCardRevision]:
    """The newest form of every card that keepers entered (or of one), in the order of their numbers."""
    rows = ZxCardRevision.objects.order_by("number", "revision")
    found = {row.number: row for row in (rows.filter(number=number) if number else rows)}
    return list(found.values())


def entered_cards() -> tuple[ZxCard, ...]:
    """The cards that keepers entered, as printed today and as the engine reads them."""
    read = (read_zx_row(row.parts) for row in printed_zx())
    return tuple(one.card for one in read if one.card is not None)


def zx_card_of(number: str) -> ZxCard | None:
    """A card of Z/X by its number: one that comes with the engine, or one that a keeper entered."""
    packaged = load_pool(TEXTS_POOL).get(number)
    if packaged is not None:
        return packaged
    found = printed_zx(number) if number else []
    return read_zx_row(found[0].parts).card if found else None
