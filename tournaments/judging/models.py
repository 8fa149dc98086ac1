"""Deck checks."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DeckCheck(models.Model):
    """One check of the decks of one table. Its minutes and the extra ones extend exactly that table.

    ``seed``: recorded when the table was drawn by lot, empty when a judge chose it. ``minutes`` is the time the check
    took, rounded up; ``extension`` what the table got, both 0 until it is closed.
    """

    class State(models.TextChoices):
        OPEN = "open", _("being checked")
        CLOSED = "closed", _("done")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="deck_checks"
    )
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="deck_checks")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    seed = models.CharField(max_length=80, blank=True)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    minutes = models.PositiveIntegerField(default=0)
    extension = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_deck_check_per_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state="open"), name="one_open_deck_check_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"deck check {self.number} of {self.tournament_id}"


class CheckedDeck(models.Model):
    """One player's deck in a check: the list it was held against, what was counted and what was found.

    ``ticks``: copies counted, by "main:" or "sideboard:" and card number; a card that is not there was not counted
    yet. ``case`` is the number of a penalty or case as the judges keep it, ``code`` the infraction's code.
    """

    class Finding(models.TextChoices):
        NONE = "", _("not decided yet")
        FINE = "fine", _("nothing found")
        MISSING = "missing", _("cards are missing")
        EXTRA = "extra", _("cards too many")
        OTHER = "other", _("something else")

    check_made = models.ForeignKey(DeckCheck, on_delete=models.CASCADE, related_name="decks")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="deck_checks")
    revision = models.ForeignKey("decks.DeckRevision", null=True, on_delete=models.PROTECT, related_name="+")
    ticks = models.JSONField(default=dict)
    presented = models.PositiveIntegerField(null=True)
    finding = models.CharField(max_length=8, choices=Finding, blank=True, default=Finding.NONE)
    code = models.CharField(max_length=4, blank=True)
    case = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["check_made", "entry"], name="one_deck_per_check_and_entry")
        ]

    def __str__(self) -> str:
        return f"deck of {self.entry_id} in check {self.check_made_id}"
