"""Circuits, what counts for them, and what is kept of their ladders: all but the frozen tables can be made again."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told
from tournaments.events.models import Tournament
from tournaments.organizations.models import Organization

NAME_LENGTH = 80


class Circuit(Told):
    """A season of an organization: which events count, what they pay, from when to when.

    ``rules``: a circuit of :mod:`tournaments.season_points` as its files have it; name and days are the columns here,
    and ``only`` and ``also`` are what :class:`Counts` says. ``by_level``: by the size of an event ("1" to "3") the
    class it counts as when it is this organization's own; empty: only what is chosen counts. ``heads``: at the end, by
    chain the newest row of all that the ladder was made of.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        OPEN = "open", _("running")
        CLOSED = "closed", _("ended")

    tells = Tells(
        fields="organization_id game state starts ends by_level closed_at",
        sealed="rules heads",
        event="slug",
        book="c",
        about="circuit",
    )
    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="circuits")
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=NAME_LENGTH * 4)
    about = models.TextField(max_length=2000, blank=True)
    game = models.CharField(max_length=20, default="x610z")
    rules = models.JSONField()
    by_level = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    starts = models.DateField(null=True)
    ends = models.DateField(null=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    heads = models.JSONField(default=dict)

    class Meta:
        ordering = ["state", "-starts", "folded", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "folded"], name="one_circuit_of_this_name"),
            models.CheckConstraint(
                condition=Q(starts=None) | Q(ends=None) | Q(starts__lte=models.F("ends")),
                name="circuit_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | (~Q(state="closed") & Q(closed_at=None)),
                name="closed_circuit_says_when",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def chain_key(self) -> str:
        """Key of its ledger chain, and of the version of its pages."""
        return f"c-{self.slug}"

    @property
    def hidden(self) -> bool:
        """Whether only its organization may know that it exists."""
        return self.state == self.State.DRAFT


class Counts(Told):
    """That an event, or every event of a series, counts for a circuit as one of a class.

    ``of``: which class; empty: it never counts. An event of somebody else counts once both sides have said yes;
    until then its state is ``asked``.
    """

    class State(models.TextChoices):
        COUNTS = "counts", _("counts")
        ASKED = "asked", _("waiting for an answer")
        REFUSED = "refused", _("refused")

    tells = Tells(fields="tournament_id series of state", event="circuit__slug", book="c", about="circuit")
    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="counting")
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="+")
    series = models.CharField(max_length=60, blank=True, default="")
    of = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.COUNTS)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "tournament"], name="an_event_counts_once"),
            models.UniqueConstraint(
                fields=["circuit", "series"], condition=~Q(series=""), name="a_series_counts_once"
            ),
            models.CheckConstraint(
                condition=Q(tournament=None) & ~Q(series="") | Q(tournament__isnull=False) & Q(series=""),
                name="an_event_or_a_series_counts",
            ),
        ]
        indexes = [models.Index(fields=["series"], condition=~Q(series=""), name="counts_by_series")]

    def __str__(self) -> str:
        return f"{self.series or self.tournament_id} counts for {self.circuit_id}"


class Outcome(models.Model):
    """What a finished tournament was, as season points read it; made again whenever its chain has grown.

    ``number``: the newest row of its ledger that is in it; None while it waits to be made. ``packed``: its Event and
    Games (:mod:`.results`), with the ids of accounts and clans and no name. ``places``: as its standings show them, by
    the key of a line.
    """

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="outcome"
    )
    number = models.PositiveBigIntegerField(null=True)
    packed = models.BinaryField(default=b"")
    places = models.BinaryField(default=b"")
    made_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["tournament"], condition=Q(number=None), name="outcomes_that_wait"),
        ]

    def __str__(self) -> str:
        return f"outcome of {self.tournament_id}"


class Table(models.Model):
    """The season that a circuit's ladder was last made of: what the next one is compared with.

    ``signature``: of rules, events and their ledgers.
    """

    circuit = models.OneToOneField(Circuit, primary_key=True, on_delete=models.CASCADE, related_name="table")
    signature = models.CharField(max_length=64)
    packed = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ladder of {self.circuit_id}"


class Change(models.Model):
    """What moved on a ladder, and by what: a row of a tournament's ledger, or new rules or events of the circuit.

    ``packed``: the moves with their reasons, ids for people. ``moved``: how many people moved.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.SET_NULL, related_name="+")
    number = models.PositiveBigIntegerField(null=True)
    cause = models.CharField(max_length=80, blank=True)
    moved = models.PositiveIntegerField()
    packed = models.BinaryField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["circuit", "-at", "-id"], name="changes_of_a_circuit")]

    def __str__(self) -> str:
        return f"change {self.pk} of circuit {self.circuit_id}"


class Frozen(models.Model):
    """The ladder as it stood when a circuit ended; only ever added, so that whoever keeps its hash can hold us to it.

    ``heads``: by chain, number and hash of the newest row. ``packed``: the season it was made of.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.PROTECT, related_name="frozen")
    at = models.DateTimeField()
    heads = models.JSONField()
    packed = models.BinaryField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"frozen ladder {self.pk} of circuit {self.circuit_id}"
