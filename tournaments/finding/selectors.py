"""Query plans of the search: one query of rows, and the list, the month and the map that are made of it.

Every list reads rows in the order of their start, and stops; every map and month reads days that have an end. So no
table that grows is read whole, however many events there have been (docs/decisions/finding.md).
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from math import cos, radians, sin
from typing import NamedTuple

from django.contrib.postgres.lookups import TrigramWordSimilar
from django.db import connection, transaction
from django.db.models import (
    Avg,
    Count,
    ExpressionWrapper,
    F,
    FloatField,
    Max,
    Min,
    Q,
    QuerySet,
    TextField,
    Value,
    Window,
)
from django.db.models.functions import Cos, Floor, Radians, RowNumber, Sin, TruncDate
from django.utils import timezone

from ledger.people import Person
from tournaments.events.access import worked_at
from tournaments.events.models import Tournament
from tournaments.organizations.models import Level
from tournaments.towns.places import EARTH_KM, Place, distance_km, squares_around

from .filters import Filters
from .models import OPEN, Listing
from .words import WHOLE, alike, asked, needle

ON_A_PAGE, MOST_PAGES = 15, 100
STILL_ON = timedelta(days=3)
"""So long after its start a running event stands among those to come."""
AHEAD = timedelta(days=92)
"""How far ahead a map looks that was asked for no last day."""
A_DAY_SHOWS = 3
LIKE = 0.4
"""How alike a word must be to one that was typed wrong, as pg_trgm counts it; :mod:`.words` chooses among those."""
LOOKED_AT, LOOKED_AT_ALL, MOST_MENDED = 200, 2_000, 3
MOST_CLUSTERS, MOST_PREPARED = 300, 10
WIDER = 1.6
"""A degree to the east is so much shorter here than one to the north (51.5 degrees north)."""

TextField.register_lookup(TrigramWordSimilar)


class Card(NamedTuple):
    """What a card says of one tournament: columns, for drawing rows takes longer than reading them."""

    starts_at: datetime
    state: str
    game: str
    scale: int
    beginners: bool
    wheelchair: bool
    town: str
    latitude: float | None
    longitude: float | None
    fee: int
    currency: str
    places: int
    taken: int
    slug: str
    name: str
    location: str
    approval: str
    organization: str | None


ON_A_CARD = (
    *Card._fields[:13],
    *(f"tournament__{name}" for name in (*Card._fields[13:17], "organization__name")),
)


def midnight(day: date) -> datetime:
    """The beginning of a day here."""
    return timezone.make_aware(datetime.combine(day, time.min))


def found(filters: Filters, now: datetime | None = None) -> QuerySet[Listing]:
    """Every row that fits, the next one first; with ``past`` the newest first. ``now``: None for no day at all."""
    rows = Listing.objects.filter(_plain(filters), *_days(filters, now))
    if filters.middle is not None:
        rows = _around(rows, filters.middle, filters.km)
    for word in asked(filters.q):
        rows = rows.filter(words__contains=needle(word))
    order = ("-starts_at", "-tournament_id") if filters.past else ("starts_at", "tournament_id")
    return rows.order_by(*order)


def _plain(filters: Filters) -> Q:
    """What is compared value by value."""
    wanted = Q(game=filters.game) if filters.game else Q()
    if filters.level:
        wanted &= Q(scale=Level[filters.level.upper()])
    if filters.play:
        wanted &= Q(format=filters.play)
    if filters.beginners:
        wanted &= Q(beginners=True)
    if filters.free:
        wanted &= Q(fee=0)
    elif filters.fee:
        wanted &= Q(fee=0) | Q(fee__lte=filters.fee * 100, currency="EUR")
    if filters.wheelchair:
        wanted &= Q(wheelchair=True)
    if filters.open:
        wanted &= Q(state__in=OPEN, taken__lt=F("places"))
    return wanted


def _days(filters: Filters, now: datetime | None) -> Iterable[Q]:
    """From when until when; without a first day from today on, and what still runs."""
    if filters.begin is not None:
        yield Q(starts_at__gte=midnight(filters.begin))
    if filters.end is not None:
        yield Q(starts_at__lt=midnight(filters.end + timedelta(days=1)))
    if now is None:
        return
    today = midnight(timezone.localdate(now))
    if filters.past:
        yield Q(starts_at__lt=today) & ~Q(state=Tournament.State.RUNNING)
    elif filters.begin is None:
        yield Q(starts_at__gte=today - STILL_ON)
        yield Q(starts_at__gte=today) | Q(state=Tournament.State.RUNNING)


def _around(rows: QuerySet[Listing], middle: Place, km: int) -> QuerySet[Listing]:
    """Those in a circle: by the squares that it touches, then exactly (haversine)."""
    north, east = _half_sine("latitude", middle.latitude), _half_sine("longitude", middle.longitude)
    flat = Cos(Radians("latitude")) * Value(cos(radians(middle.latitude)), FloatField())
    way = ExpressionWrapper(north * north + flat * east * east, FloatField())
    near = rows.filter(square__in=squares_around(middle, km)).alias(way=way)
    return near.filter(way__lte=sin(km / EARTH_KM / 2) ** 2)


def _half_sine(name: str, at: float) -> Sin:
    half = (F(name) - Value(at, FloatField())) * Value(0.5, FloatField())
    return Sin(Radians(ExpressionWrapper(half, FloatField())))


def distance_of(listing: Listing | Card, middle: Place | None) -> int | None:
    """Whole kilometres from the middle of a search, at least one; None without a middle or a place."""
    if middle is None or listing.latitude is None or listing.longitude is None:
        return None
    return max(1, round(distance_km(middle, Place(listing.latitude, listing.longitude))))


def mended(text: str) -> str:
    """The text with words that nothing is called by in place of which the likest one stands; empty if none is wrong.

    A text that finds anything at all is right. At most five queries, each by an index or of a few thousand rows.
    """
    words = asked(text)
    fits = Listing.objects.order_by("-starts_at")  # so that one of many is read by an index, too
    for word in words:
        fits = fits.filter(words__contains=needle(word))
    if not words or len(words) > MOST_MENDED or fits.values_list("pk")[:1]:
        return ""
    with transaction.atomic():
        better = [_mended(word) for word in words]
    return " ".join(better) if better != words else ""


def _mended(word: str) -> str:
    if len(word) < WHOLE:
        return word
    rows = Listing.objects.order_by("-starts_at")
    if connection.vendor == "postgresql":
        # The likest are asked for by the index of three letters; how alike they must be holds for this transaction.
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(LIKE)])
        near = list(rows.filter(words__trigram_word_similar=word).values_list("words", flat=True)[:LOOKED_AT])
    else:
        near = list(rows.values_list("words", flat=True)[:LOOKED_AT_ALL])
    known = {one for words in near for one in words.split()}
    return word if any(word in one for one in known) else alike(word, known) or word


class Leaf(NamedTuple):
    """One page of what was found, and the numbers of the pages beside it, 0 where there is none."""

    rows: list[Card]
    back: int
    on: int


def leaf_of(rows: QuerySet[Listing], page: int) -> Leaf:
    """Page ``page``, from 1. Nothing is counted: whether there is another page, one row more tells."""
    page = min(max(page, 1), MOST_PAGES)
    asked_for = rows.values_list(*ON_A_CARD)[(page - 1) * ON_A_PAGE : page * ON_A_PAGE + 1]
    shown = [Card(*row) for row in asked_for]
    on = page + 1 if len(shown) > ON_A_PAGE and page < MOST_PAGES else 0
    return Leaf(shown[:ON_A_PAGE], page - 1, on)


def with_tournaments(rows: QuerySet[Listing]) -> QuerySet[Listing]:
    """The rows with what a feed says of their tournaments."""
    unread = ("policy", "description", "announcement", "seed", "approval_note")
    return rows.select_related("tournament__organization").defer(
        *(f"tournament__{name}" for name in unread), "words"
    )


class DayRow(NamedTuple):
    """An event of a day in a month, and how many that day has."""

    day: date
    many: int
    starts_at: datetime
    name: str
    slug: str
    state: str


def days_of(filters: Filters, first: date, last: date) -> dict[date, list[DayRow]]:
    """The first few events of every day from ``first`` to ``last``, and of how many."""
    of_day = replace(filters, begin=first, end=last, past=False)
    rows = found(of_day).order_by().annotate(day=TruncDate("starts_at"))
    place = Window(RowNumber(), partition_by="day", order_by=("starts_at", "tournament_id"))
    rows = rows.annotate(place=place, many=Window(Count("*"), partition_by="day"))
    few = rows.filter(place__lte=A_DAY_SHOWS).order_by("starts_at", "tournament_id")
    shown = list(few.values_list("day", "many", "starts_at", "tournament_id", "state"))
    # Their names in a query of their own: joined, PostgreSQL may read every tournament there ever was beside them.
    held = Tournament.objects.filter(pk__in=[row[3] for row in shown]).values_list("pk", "name", "slug")
    names = {number: (name, slug) for number, name, slug in held}
    days: dict[date, list[DayRow]] = {}
    for day, many, starts_at, number, state in shown:
        if number in names:
            days.setdefault(day, []).append(DayRow(day, many, starts_at, *names[number], state))
    return days


class Cluster(NamedTuple):
    """Events that lie together on the map: how many, where, in which town, and the only one of them, if it is one."""

    many: int
    place: Place
    town: str
    towns: int
    first: datetime
    tournament: int


def clusters_of(filters: Filters, step: float, now: datetime) -> list[Cluster]:
    """What is found, by squares of ``step`` degrees, the most northern first; without a last day of three months."""
    if filters.past and filters.begin is None:
        filters = replace(filters, begin=timezone.localdate(now - AHEAD))
    elif filters.end is None:
        filters = replace(filters, end=max(filters.begin or date.min, timezone.localdate(now)) + AHEAD)
    rows = found(filters, now).order_by().filter(square__isnull=False)
    places = rows.values(row=Floor(F("latitude") / step), column=Floor(F("longitude") / (step * WIDER)))
    counted = places.annotate(
        many=Count("pk"),
        north=Avg("latitude"),
        east=Avg("longitude"),
        name=Max("town"),
        names=Count("town", distinct=True),
        first=Min("starts_at"),
        one=Max("pk"),
    ).order_by("-row", "column")
    names = ("many", "north", "east", "name", "names", "first", "one")
    return [
        Cluster(many, Place(north, east), name, towns, first, one if many == 1 else 0)
        for many, north, east, name, towns, first, one in counted.values_list(*names)[:MOST_CLUSTERS]
    ]


def own_in_preparation(user: Person) -> list[Tournament]:
    """What a person prepares and nobody else can find yet, the next one first."""
    if not user.is_authenticated:
        return []
    mine = Tournament.objects.filter(worked_at(user), state=Tournament.State.DRAFT)
    return list(mine.defer("policy").order_by("starts_at", "pk")[:MOST_PREPARED])
