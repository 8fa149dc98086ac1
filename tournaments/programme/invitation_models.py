"""What the end of a circuit gives, and the places in finals that people are invited to."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told
from tournaments.events.models import Tournament

from .models import Circuit

LAST_RANK, MOST_DAYS, TITLE_LENGTH = 10_000, 60, 80


class Gift(Told):
    """A rule of a circuit: what those in line from ``first`` to ``last`` get when it ends.

    ``place``: an invitation to ``final``, with ``value`` days to answer. ``byes``: in it a bye in the first ``value``
    rounds. ``seed``: in it their place in line as their seed. ``title``: the words of ``title``.
    """

    class Kind(models.TextChoices):
        PLACE = "place", _("a place in the final")
        BYES = "byes", _("awarded byes in the final")
        SEED = "seed", _("a seed in the final")
        TITLE = "title", _("a title")

    tells = Tells(
        fields="kind first last final_id value",
        sealed="title",
        event="circuit__slug",
        book="c",
        about="circuit",
    )
    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="gifts")
    kind = models.CharField(max_length=8, choices=Kind)
    first = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(LAST_RANK)])
    last = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(LAST_RANK)])
    final = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="gifts")
    value = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MOST_DAYS)])
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["first", "last", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first__gte=1, last__gte=F("first")), name="gift_to_ranks"),
            models.CheckConstraint(
                condition=Q(kind="title", final=None) | ~Q(kind="title") & Q(final__isnull=False),
                name="gift_has_its_final",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.first} to {self.last} of circuit {self.circuit_id}"


class Place(Told):
    """A place in a final that one person is invited to, and what came of it.

    ``line``: where they stand in line, by which the gifts are theirs; ``rank``: on the ladder, where people may share
    one. ``byes`` and ``seed``: what they bring when they say yes. ``reminded``: how often they were reminded, and
    ``remind_at`` when they are next.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        MISSED = "missed", _("not answered in time")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tells = Tells(
        fields="final_id user_id line rank byes seed state made_at deadline answered_at reminded",
        event="circuit__slug",
        book="c",
        about="circuit",
    )
    circuit = models.ForeignKey(Circuit, on_delete=models.PROTECT, related_name="+")
    final = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    line = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    byes = models.PositiveSmallIntegerField(default=0)
    seed = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField()
    deadline = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    reminded = models.PositiveSmallIntegerField(default=0)
    remind_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["line", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "final", "user"], name="one_place_per_person"),
            models.UniqueConstraint(fields=["circuit", "final", "line"], name="one_place_in_line"),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(state="open"), name="places_that_wait"),
            models.Index(fields=["user", "state"], name="places_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"place {self.line} in {self.final_id}"

    @property
    def waits(self) -> bool:
        """Whether an answer is still possible, as far as the row says."""
        return self.state == self.State.OPEN


class Outlook(models.Model):
    """How likely one person is to be invited, as far as it has been played: for that person alone.

    ``signature``: of all that it was made of; ``done`` of ``wanted`` seasons; ``hits``: places won, parts included;
    ``ranks``: how often each rank.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    signature = models.CharField(max_length=64)
    places = models.PositiveIntegerField()
    wanted = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    hits = models.FloatField(default=0)
    ranks = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["circuit", "user"], name="one_outlook_per_person")]
        indexes = [
            models.Index(fields=["touched_at"], condition=Q(done__lt=F("wanted")), name="outlooks_waiting")
        ]

    def __str__(self) -> str:
        return f"outlook {self.pk}"

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.done >= self.wanted
