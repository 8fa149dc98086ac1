"""Which card pool a key means: the one door to pools for everything above the engine.

A pool is packaged with the engine ("demo"). Asked for with a content hash, the door gives exactly that content or none.
"""

from django.utils.translation import gettext as _

from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.pool import POOLS


def pool_for(key: str, sha256: str = "") -> Pool:
    """The pool of that key; with a hash, the pool of exactly that content.

    Raises ``KeyError`` when there is no such pool, or none of that content.
    """
    try:
        pool = load_pool(key)
    except LookupError:
        raise KeyError(key) from None
    if sha256 and pool.sha256 != sha256:
        raise KeyError(f"{key} {sha256}")
    return pool


def pool_choices() -> list[tuple[str, str]]:
    """Every pool a tournament can be played with: its key, and words for it."""
    labels = {
        "demo": _("Act D1 of the demonstration set"),
        "demo-2": _("Acts D1 and D2 of the demonstration set"),
    }
    return [(key, labels.get(key, key)) for key in POOLS]
