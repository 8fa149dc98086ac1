"""Forecasts: settings, how far their simulation is, and its sums."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Forecast(models.Model):
    """One question of one person, and its answer as far as it is known.

    ``settings`` is the simulator's own JSON and ``totals`` its sums over the first ``done`` events, so the answer
    follows from the row alone. ``attempts`` counts how often the job stood still since its last progress;
    ``touched_at`` is that progress, or when the job was sent again. ``spent_ms``: how long it was played.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being played")
        DONE = "done", _("played")
        FAILED = "failed", _("stopped")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="forecasts")
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="forecasts"
    )
    settings = models.JSONField()
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    events = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    totals = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    spent_ms = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()

    class Meta:
        ordering = ["-asked_at", "-pk"]
        indexes = [models.Index(fields=["state", "touched_at"], name="forecasts_waiting")]

    def __str__(self) -> str:
        return f"forecast {self.pk}"

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in (self.State.DONE, self.State.FAILED)
