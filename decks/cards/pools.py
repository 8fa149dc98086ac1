"""Which card pool a key means: the one door to pools for everything above the engine, whichever game they are of.

A pool is packaged with its game ("demo") or frozen in the database by a keeper. Asked for with a content hash, the
door gives exactly that content or none: a list or a log of last year is read with the cards of last year.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, cast

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_engine.games import GAMES, game_of, games
from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.games import Game
from rules_engine.x610z.cards import Pool

from .models import PoolSnapshot

AnyPool = CardPool[Any]
"""The cards of whichever game."""
Wanted = tuple[str, str, str]
"""A game, the key of a pool, and the hash of its content or "" for the newest."""
USUAL = next(iter(GAMES))
"""The game whose cards stand in the catalogue."""


def card_pool(game: str, key: str, sha256: str = "") -> AnyPool:
    """The pool of a game by its key; with a hash, the pool of exactly that content.

    Raises ``KeyError`` when there is no such pool, or none of that content.
    """
    pools = game_of(game).pools
    if key in pools.packaged:
        pool = pools.load(key)
        if not sha256 or pool.sha256 == sha256:
            return pool
    return _frozen(game, key, _newest(game, key, sha256))


def pool_for(key: str, sha256: str = "") -> Pool:
    """The pool of that key among those of the catalogue's own game; see :func:`card_pool`."""
    return cast(Pool, card_pool(USUAL, key, sha256))


def card_pools(wanted: Iterable[Wanted]) -> dict[Wanted, AnyPool]:
    """Those of these pools that there are: one query, and one more for each content that this process never read."""
    found: dict[Wanted, AnyPool] = {}
    frozen: set[Wanted] = set()
    for game, key, sha256 in {one for one in wanted if one[0] in GAMES}:
        packaged = game_of(game).pools.load(key) if key in game_of(game).pools.packaged else None
        if packaged is not None and sha256 in ("", packaged.sha256):
            found[game, key, sha256] = packaged
        else:
            frozen.add((game, key, sha256))
    kept = PoolSnapshot.objects.filter(key__in={key for _game, key, _sha256 in frozen})
    for game, key, sha256 in kept.values_list("game", "key", "sha256") if frozen else ():
        for one in ((game, key, sha256), (game, key, "")):  # the newest comes first
            if one in frozen:
                frozen.discard(one)
                with suppress(KeyError):
                    found[one] = _frozen(game, key, sha256)
    return found


def _newest(game: str, key: str, sha256: str) -> str:
    """The hash of what a pool was frozen as last, or of exactly ``sha256``."""
    found = PoolSnapshot.objects.filter(game=game, key=key)
    if sha256:
        found = found.filter(sha256=sha256)
    newest = found.values_list("sha256", flat=True).first()
    if newest is None:
        raise KeyError(f"{key} {sha256}".strip())
    return newest


@lru_cache(maxsize=32)
def _frozen(game: str, key: str, sha256: str) -> AnyPool:
    """A frozen pool out of the database: its content never changes, so a process reads it once."""
    text = PoolSnapshot.objects.values_list("cards", flat=True).get(game=game, key=key, sha256=sha256)
    engine = game_of(game).engine
    try:
        cards = msgspec.json.decode(text, type=engine.cards)
    except msgspec.ValidationError as error:
        raise KeyError(f"{key} {sha256}: {error}") from error
    pool: AnyPool = engine.pool(key, cards)
    if pool.sha256 != sha256:
        raise KeyError(f"{key} {sha256}: read as {pool.sha256}")
    return pool


def pool_choices(game: str = USUAL) -> list[tuple[str, str]]:
    """Every pool that a tournament of a game can be played with: its key, and words for it."""
    packaged = game_of(game).pools.packaged
    rows = PoolSnapshot.objects.filter(game=game).exclude(key__in=packaged)
    frozen: dict[str, str] = {}
    for key, label, label_nl in rows.values_list("key", "label", "label_nl"):
        frozen.setdefault(key, label_nl if get_language() == "nl" and label_nl else label)
    return [*((key, _(words)) for key, words in packaged.items()), *sorted(frozen.items())]


def every_pool() -> list[tuple[Game, list[tuple[str, str]]]]:
    """Every game with its pools, as :func:`pool_choices`."""
    return [(game, pool_choices(game.key)) for game in games()]


def games_of_pools(keys: Iterable[str]) -> dict[str, str]:
    """The games whose pools have these keys, for a key is of one game (:func:`is_taken`); else the usual one.

    At most one query.
    """
    found = dict.fromkeys(keys, USUAL)
    packaged = {key: game.key for game in games() for key in game.pools.packaged}
    if frozen := found.keys() - packaged.keys():
        found |= PoolSnapshot.objects.filter(key__in=frozen).values_list("key", "game")
    return found | {key: packaged[key] for key in found.keys() & packaged.keys()}


def game_of_pool(key: str) -> str:
    """The game of one pool; see :func:`games_of_pools`."""
    return games_of_pools([key])[key]


def pool_words(game: str, key: str) -> str:
    """What a pool is called; of one nobody knows, its key."""
    return dict(pool_choices(game)).get(key, key)


def other_games() -> list[Game]:
    """The games whose cards stand in no catalogue, in the order in which games are offered."""
    return [game for game in games() if not game.pools.in_catalogue]


def pools_elsewhere() -> list[AnyPool]:
    """Every pool of those games as it is now: two queries, and one more for each that this process never read."""
    keys = {(game.key, key, "") for game in other_games() for key in game.pools.packaged}
    kept = PoolSnapshot.objects.filter(game__in=[game.key for game in other_games()])
    return list(
        card_pools(keys | {(game, key, "") for game, key in kept.values_list("game", "key")}).values()
    )


def is_taken(key: str, game: str) -> bool:
    """Whether a pool of another game, or one that comes with a game, has this key."""
    packaged = any(key in one.pools.packaged for one in games())
    return packaged or PoolSnapshot.objects.filter(key=key).exclude(game=game).exists()
