"""Which card pool a key means: the one door to pools for everything above the engine.

A pool is packaged with the engine ("demo") or frozen in the database by a keeper. Asked for with a content hash, the
door gives exactly that content or none: a list or a log of last year is read with the cards of last year.
"""

from functools import lru_cache
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.pool import POOLS

from .models import PoolSnapshot


def pool_for(key: str, sha256: str = "") -> Pool:
    """The pool of that key; with a hash, the pool of exactly that content.

    Raises ``KeyError`` when there is no such pool, or none of that content.
    """
    if key in POOLS:
        pool = load_pool(key)
        if not sha256 or pool.sha256 == sha256:
            return pool
    return _frozen(key, newest_content(PoolSnapshot.objects.all(), key, sha256))


def newest_content(snapshots: QuerySet[Any], key: str, sha256: str = "") -> str:
    """The hash of what a pool was frozen as last, or of exactly ``sha256``. Raises ``KeyError`` when it never was.

    ``snapshots`` are those of either game, the newest first.
    """
    found = snapshots.filter(key=key)
    if sha256:
        found = found.filter(sha256=sha256)
    newest = found.values_list("sha256", flat=True).first()
    if newest is None:
        raise KeyError(f"{key} {sha256}".strip())
    return str(newest)


def frozen_choices(snapshots: QuerySet[Any]) -> list[tuple[str, str]]:
    """The pools among these snapshots, the newest first: the key of each, and its name in the reader's language."""
    seen: dict[str, str] = {}
    for key, label, label_nl in snapshots.values_list("key", "label", "label_nl"):
        seen.setdefault(key, label_nl if get_language() == "nl" and label_nl else label)
    return sorted(seen.items())


@lru_cache(maxsize=32)
def _frozen(key: str, sha256: str) -> Pool:
    """A frozen pool out of the database: its content never changes, so a process reads it once."""
    text = PoolSnapshot.objects.values_list("cards", flat=True).get(key=key, sha256=sha256)
    try:
        cards = msgspec.json.decode(text, type=tuple[CardRevision, ...])
    except msgspec.ValidationError as error:
        raise KeyError(f"{key} {sha256}: {error}") from error
    pool = Pool(key, cards)
    if pool.sha256 != sha256:
        raise KeyError(f"{key} {sha256}: read as {pool.sha256}")
    return pool


def pool_choices() -> list[tuple[str, str]]:
    """Every pool a tournament can be played with: its key, and words for it."""
    labels = {
        "demo": _("Act D1 of the demonstration set"),
        "demo-2": _("Acts D1 and D2 of the demonstration set"),
        "demo-3": _("Acts D1, D2 and D3 of the demonstration set"),
        "demo-4": _("Acts D1 to D4 of the demonstration set"),
    }
    choices = [(key, labels.get(key, key)) for key in POOLS]
    return choices + frozen_choices(PoolSnapshot.objects.exclude(key__in=POOLS))
