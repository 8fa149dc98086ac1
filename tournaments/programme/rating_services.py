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
from .outcome_services import heads_of, played_of, unpacked
from .rating_models import RatingPool

EVERY, SOON = 3600, 60
"""Seconds until ratings are made again, and until those are that wait for results nobody has read yet."""
BACK = timedelta(days=730)
"""So far back games count."""
MOST_GAMES = 20_000
"""Games of one pool, the newest ones."""
AT_ONCE = 20
"""Results that are read from their tournaments at once."""
Packed = dict[str, tuple[int, int]]


class Shown(NamedTuple):
    """A rating as it is shown: of which game and mode, the number, and from how many games."""

    game: str
    mode: str
    number: int
    games: int


def ratings_sweep() -> None:
    """Make them when their time has come, whichever process asks."""
    if cache.add("ratings-swept", 1, EVERY) and not ratings_make():
        cache.set("ratings-swept", 1, SOON)


def ratings_make() -> bool:
    """Make every pool anew; whether all results of the time that counts were in it."""
    since = timezone.now() - BACK
    found = Tournament.objects.filter(
        state=Tournament.State.FINISHED, starts_at__gte=since, rehearsal_until=None
    )
    tournaments = list(found.defer("description", "announcement").order_by("starts_at", "pk"))
    heads = heads_of(tournaments)
    known = dict(Outcome.objects.filter(tournament__in=tournaments).values_list("tournament", "number"))
    changed = [one for one in tournaments if known.get(one.pk) != heads.get(one.pk, 0)]
    for _tournament, _played in played_of(changed[:AT_ONCE]):
        pass  # kept by having been read
    pools: dict[str, list[Game]] = {}
    for packed in (
        Outcome.objects.filter(tournament__in=tournaments).values_list("packed", flat=True).iterator()
    ):
        played = unpacked(bytes(packed))
        for game in played.games if not played.event.imported else ():
            pools.setdefault(game.pool, []).append(game)
    for pool, games in pools.items():
        newest = sorted(games, key=lambda game: game.order)[-MOST_GAMES:]
        _keep(
            pool, {one.person: (one.shown, one.games) for one in rate(newest)[pool] if one.shown is not None}
        )
    RatingPool.objects.exclude(pk__in=pools).delete()
    return len(changed) <= AT_ONCE


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
