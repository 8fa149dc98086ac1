"""When and where the tables of a league meet: times that were offered, what was agreed, and what went wrong with it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

PLACE_LENGTH = 120


class Appointment(models.Model):
    """How far the two of one table are with meeting each other.

    ``waits_for``: who must answer, the one who did not speak last; nobody before the first offer. ``absent_said_by``:
    who says that the other did not come, until a judge has decided. ``over_told_at``: when staff were told that the
    table's time ran out without a result; ``*_told_at``: when both were reminded. ``version`` rises with each change.
    """

    class State(models.TextChoices):
        OPEN = "open", _("no time agreed")
        AGREED = "agreed", _("agreed")

    match = models.OneToOneField("tournaments.Match", on_delete=models.CASCADE, related_name="appointment")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    waits_for = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+")
    starts_at = models.DateTimeField(null=True)
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    agreed_at = models.DateTimeField(null=True)
    absent_said_by = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    absent_said_at = models.DateTimeField(null=True)
    over_told_at = models.DateTimeField(null=True)
    day_told_at = models.DateTimeField(null=True)
    hour_told_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open") | Q(starts_at__isnull=False),
                name="an_agreed_appointment_has_a_time",
            )
        ]
        indexes = [
            models.Index(fields=["starts_at"], condition=Q(state="agreed"), name="appointments_agreed"),
        ]

    def __str__(self) -> str:
        return f"appointment of match {self.match_id}"


class Offer(models.Model):
    """One time at which somebody of a table can play; who answers takes one of them, or offers others."""

    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, related_name="offers")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    starts_at = models.DateTimeField()
    place = models.CharField(max_length=PLACE_LENGTH)

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["appointment", "entry", "starts_at"], name="one_offer_of_a_time")
        ]

    def __str__(self) -> str:
        return f"offer {self.pk} of {self.entry_id}"


class Postponement(models.Model):
    """That somebody put an agreed appointment off: once for each of a table."""

    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, related_name="postponements")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["appointment", "entry"], name="one_postponement_each")]

    def __str__(self) -> str:
        return f"postponement of {self.appointment_id} by {self.entry_id}"
