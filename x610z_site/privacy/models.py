"""Rows of the privacy room: files being made of a person's data, erasures the office asked for, guardians' words."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Export(models.Model):
    """A file of everything the site keeps about one person: made in the background, kept for a week."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting in line")
        RUNNING = "running", _("being created")
        DONE = "done", _("ready")
        FAILED = "failed", _("could not be prepared")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    language = models.CharField(max_length=5)
    done = models.PositiveSmallIntegerField(default=0)
    parts = models.PositiveSmallIntegerField(default=0)
    data = models.BinaryField(default=bytes)
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(state__in=("queued", "running")),
                name="one_export_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"export {self.pk} for {self.user_id}"


class ErasureRequest(models.Model):
    """An erasure that the office asks for somebody who cannot sign in; a second person of the office confirms it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"erasure of {self.user_id}"


class Erasure(models.Model):
    """Somebody who is being erased, from the decision until a job has been everywhere; then this row goes, too.

    ``names``: what the person was called, longest first, for as long as it is looked for. ``step`` and ``reached``:
    where the job goes on (``forgetting_services``).
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    pseudonym = models.CharField(max_length=60)
    names = models.JSONField(default=list)
    step = models.CharField(max_length=20)
    reached = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    touched_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"being erased: {self.user_id}"


class Choice(models.Model):
    """What a person chose to be public beyond the name for the hall; who has no row chose nothing.

    Read it through ``tournaments.entries.selectors.public_entries`` and the questions of that room: a choice of
    somebody of 12 to 15 counts only once the guardian was confirmed. ``page_code`` is the secret part of the address
    of a player's page; there is no page without one, and every opening makes a new one. ``followed``: others may
    follow the page.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="privacy_choice"
    )
    shows_real_name = models.BooleanField(default=False)
    page_code = models.CharField(max_length=22, blank=True, default="", db_default="", editable=False)
    shows_results = models.BooleanField(default=False, db_default=False)
    shows_season = models.BooleanField(default=False, db_default=False)
    shows_opponents = models.BooleanField(default=False, db_default=False)
    shows_decks = models.BooleanField(default=False, db_default=False)
    shows_clan = models.BooleanField(default=False, db_default=False)
    shows_honours = models.BooleanField(default=False, db_default=False)
    shows_rating = models.BooleanField(default=False, db_default=False)
    followed = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["page_code"], condition=~models.Q(page_code=""), name="one_page_with_this_code"
            )
        ]

    def __str__(self) -> str:
        return f"choice of {self.user_id}"


YOUNGEST = 12
"""What somebody counts as who says "12 to 15" and no year."""


class Guardian(models.Model):
    """That a guardian knows of a player of 12 to 15, whatever that player says later (decision 311).

    No date of birth is kept, only its year, and that as the player said it; without it the player counts as 12 when the
    row was made. The contact goes after a while. ``confirmed_at``: when a desk first spoke with this guardian.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="guardian")
    contact = models.CharField(_("how to reach your parent or guardian"), max_length=120, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    given_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"guardian of {self.user_id}"

    @property
    def counted_year(self) -> int:
        """The year of birth as said; without one that of somebody who was 12 when the row was made."""
        return self.birth_year or self.given_at.year - YOUNGEST


class GuardianTalk(models.Model):
    """That the desk of one event spoke with a guardian: it counts for that event, and no other sees it as done."""

    guardian = models.ForeignKey(Guardian, on_delete=models.CASCADE, related_name="talks")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guardian", "tournament"], name="one_talk_of_an_event")
        ]

    def __str__(self) -> str:
        return f"talk {self.pk} of {self.tournament_id}"
