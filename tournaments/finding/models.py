"""What is found by: one narrow row beside each tournament, and the filters that people keep."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.events.models import Tournament

MOST_KEPT = 5
"""Filters that one person keeps."""
LONGEST_ADDRESS = 400
"""Letters of a filter as it is kept: no filter that our page makes is as long."""


class Listing(models.Model):
    """A tournament that everybody may know of, as the search reads it; made again whenever its facts change.

    It holds nothing of its own: ``listing_services`` makes it of the tournament, its place and its entries. ``square``:
    of the grid of :mod:`tournaments.towns.places`, None without a place on the map. ``taken`` of ``places`` are given.
    ``fee``: in cents of its currency, 0 where nothing is asked. ``words``: what a text may find, folded, each
    word after a blank. ``listed_at``: since when.
    """

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="listing"
    )
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=12)
    game = models.CharField(max_length=20)
    format = models.CharField(max_length=20)
    scale = models.PositiveSmallIntegerField()
    beginners = models.BooleanField(default=False)
    wheelchair = models.BooleanField(default=False)
    latitude = models.FloatField(null=True)
    longitude = models.FloatField(null=True)
    square = models.IntegerField(null=True)
    town = models.CharField(max_length=80, blank=True)
    fee = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, blank=True, default="")
    places = models.PositiveIntegerField()
    taken = models.PositiveIntegerField(default=0)
    words = models.TextField()
    listed_at = models.DateTimeField()

    class Meta:
        # Each list reads rows in the order of their start, or of one square in that order; texts have an index of
        # three letters on PostgreSQL (the migration that made this table).
        indexes = [
            models.Index(fields=["starts_at", "tournament"], name="listing_by_start"),
            models.Index(fields=["square", "starts_at"], name="listing_by_square"),
            models.Index(fields=["listed_at"], name="listing_by_age"),
        ]

    def __str__(self) -> str:
        return f"listing of {self.tournament_id}"


OPEN = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
"""In which states people can enter."""


class KeptFilter(models.Model):
    """A filter about which a person wants to hear. ``query``: as it stands in the address, without the page.

    ``told_at``: up to when its owner knows what is new. ``next_at``: not before then is it looked at; the same for all
    filters of a person, who gets one notice for them together.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    query = models.CharField(max_length=LONGEST_ADDRESS)
    place = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()
    told_at = models.DateTimeField()
    next_at = models.DateTimeField()

    class Meta:
        ordering = ["made_at", "pk"]
        # Five places, each once: the database keeps a sixth out as well.
        constraints = [
            models.UniqueConstraint(fields=["user", "query"], name="a_filter_is_kept_once"),
            models.UniqueConstraint(fields=["user", "place"], name="one_filter_per_place"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=MOST_KEPT), name="kept_filters_are_few"
            ),
        ]
        indexes = [models.Index(fields=["next_at"], name="kept_filter_due")]

    def __str__(self) -> str:
        return f"filter {self.pk} of {self.user_id}"
