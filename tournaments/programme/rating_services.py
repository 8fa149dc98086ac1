"""Ratings as a curiosity: made anew from results once an hour, shown by those who show theirs, read by nothing else.

They rank nobody, open no door and seed no event (decision 561). One pool for each game and mode; a rating is shown
after eight games. Guests count as opponents, rehearsals and what was played elsewhere not at all.
"""

import zlib
from datetime import timedelta
from typing import NamedTuple

import msgspec
from django.core.cache import cache
from django.utils import timezone

from rules_engine.games import GAMES, game_of
from tournaments.events.models import Tournament
from tournaments.season_points import Game
from tournaments.season_points.ratings import rate

from .models import Outcome
from .outcome_services import unpacked
from .rating_models import RatingPool

EVERY = 3600
"""Seconds until ratings are made again."""
BACK = timedelta(days=730)
"""So far back games count."""
MOST_GAMES = 20_000
"""Games of one pool, the newest ones."""
Packed = dict[str, tuple[int, int]]


class Shown(NamedTuple):
    """A rating as it is shown: of which game and mode, the number, and from how many games."""

    game: str
    mode: str
    number: int
    games: int


def ratings_sweep() -> None:
    """Make them when their time has come, whichever process asks."""
    if cache.add("ratings-swept", 1, EVERY):
        ratings_make()


def ratings_make() -> None:
    """Make every pool anew, of the results that are there."""
    since = timezone.now() - BACK
    found = Outcome.objects.exclude(number=None).filter(
        tournament__state=Tournament.State.FINISHED,
        tournament__starts_at__gte=since,
        tournament__rehearsal_until=None,
    )
    pools: dict[str, list[Game]] = {}
    for packed in found.values_list("packed", flat=True).iterator():
        played = unpacked(bytes(packed))
        for game in played.games if not played.event.imported else ():
            pools.setdefault(game.pool, []).append(game)
    for pool, games in pools.items():
        newest = sorted(games, key=lambda game: game.order)[-MOST_GAMES:]
        _keep(
            pool, {one.person: (one.shown, one.games) for one in rate(newest)[pool] if one.shown is not None}
        )
    RatingPool.objects.exclude(pk__in=pools).delete()


def _keep(pool: str, shown: Packed) -> None:
    packed = zlib.compress(msgspec.msgpack.encode(shown), 6)
    RatingPool.objects.update_or_create(pool=pool, defaults={"packed": packed, "made_at": timezone.now()})


def ratings_of(user_id: int) -> list[Shown]:
    """The ratings of one person, by game and mode; one query."""
    found = []
    for pool, packed in RatingPool.objects.order_by("pool").values_list("pool", "packed"):
        kept = msgspec.msgpack.decode(zlib.decompress(bytes(packed)), type=Packed)
        if str(user_id) in kept:
            game, _slash, mode = pool.partition("/")
            name = game_of(game).name if game in GAMES else game
            found.append(Shown(name, mode, *kept[str(user_id)]))
    return found
