"""Submitted logs, what the replay found, and what only judges may know of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told


class GameLog(Told):
    """One submitted log with its replay job. ``original`` is kept byte for byte as it came.

    ``recorded``: made here, of a recording, so that its judge's lines and agreements are what they say; then
    ``evidence`` is its class, which for all others is computed from who handed it in, and ``voices`` says in numbers of
    lines who said them: ``{"lines", "unsigned", "waiting"}``.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting for the check")
        RUNNING = "running", _("being checked")
        DONE = "done", _("checked")
        FAILED = "failed", _("could not be checked")

    tells = Tells(
        fields="match_id entry_id game_number recorded evidence size sha256 verdict semantics",
        sealed="report",
        event="match__tournament__slug",
        kept=90,
    )
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="logs")
    entry = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.PROTECT, related_name="logs")
    game_number = models.PositiveSmallIntegerField(default=1)
    original = models.BinaryField()
    recorded = models.BooleanField(default=False)
    evidence = models.CharField(max_length=1, blank=True)
    voices = models.JSONField(default=dict, db_default={})
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    submitted_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=20, blank=True)
    report = models.JSONField(default=dict)
    semantics = models.PositiveIntegerField(null=True)
    checked_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["match_id", "game_number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "entry", "sha256"], name="same_log_once_per_sender"),
            models.UniqueConstraint(
                fields=["match", "sha256"], condition=Q(entry=None), name="same_log_once_of_staff"
            ),
        ]

    def __str__(self) -> str:
        return f"log {self.pk} of match {self.match_id}"


class DeckComparison(models.Model):
    """What a log shows against the registered lists. Apart from the log, so that no page of a player can read it.

    ``findings`` is empty when everything shown is on the lists. There is one for every checked log, whatever it found,
    and the ledger has no row of it: neither that it exists nor when it was made says anything about a list.
    """

    log = models.OneToOneField(GameLog, on_delete=models.CASCADE, related_name="comparison")
    findings = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"decks of log {self.log_id}"


class ConfirmedLine(Told):
    """A correction inside a log that a judge of the event has confirmed: from then on it counts."""

    tells = Tells(fields="log_id line by_id at", event="log__match__tournament__slug")
    log = models.ForeignKey(GameLog, on_delete=models.CASCADE, related_name="confirmed_lines")
    line = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["log", "line"], name="line_confirmed_once")]

    def __str__(self) -> str:
        return f"line {self.line} of log {self.log_id}"


class AuditRun(models.Model):
    """Logs of a round, a tournament or its season replayed once more: a report beside the verdicts, which stay.

    ``wanted`` are the logs in order, ``done`` how many of them have a row. ``touched_at`` is the last progress.
    ``settled`` are questions answered otherwise in a law diff, by id; then a row compares today's engine by the law of
    the event with the same by the other law. ``season``: of every date of the tournament's series.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("being checked")
        DONE = "done", _("checked")
        FAILED = "failed", _("could not be checked")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="audits")
    round = models.ForeignKey("tournaments.Round", null=True, on_delete=models.CASCADE, related_name="audits")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    semantics = models.PositiveIntegerField()
    settled = models.JSONField(default=dict, db_default={})
    season = models.BooleanField(default=False, db_default=False)
    wanted = models.JSONField(default=list)
    done = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-asked_at", "-pk"]

    def __str__(self) -> str:
        return f"audit {self.pk} of tournament {self.tournament_id}"

    @property
    def total(self) -> int:
        """How many logs there are to replay."""
        return len(self.wanted)


class AuditRow(models.Model):
    """What a replay found of one log, beside what is stored of it or what it finds by another law.

    Results name the winners as the log does, "=" for a draw, nothing for a game without an end. ``parts`` is the line
    from which the games are no longer the same.
    """

    run = models.ForeignKey(AuditRun, on_delete=models.CASCADE, related_name="rows")
    log = models.ForeignKey(GameLog, on_delete=models.CASCADE, related_name="+")
    old_verdict = models.CharField(max_length=20, blank=True)
    old_line = models.PositiveIntegerField(null=True)
    old_rule = models.CharField(max_length=40, blank=True)
    old_semantics = models.PositiveIntegerField(null=True)
    verdict = models.CharField(max_length=20)
    line = models.PositiveIntegerField(null=True)
    rule = models.CharField(max_length=40, blank=True)
    old_result = models.CharField(max_length=200, blank=True, db_default="")
    result = models.CharField(max_length=200, blank=True, db_default="")
    parts = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["run", "log"], name="one_row_for_each_log_of_a_run")]

    def __str__(self) -> str:
        return f"log {self.log_id} in audit {self.run_id}"

    @property
    def differs(self) -> bool:
        """Whether the replay says another thing than what is stored."""
        before = (self.old_verdict, self.old_line, self.old_rule, self.old_result)
        return before != (self.verdict, self.line, self.rule, self.result)

    @property
    def ends_otherwise(self) -> bool:
        """Whether the game would end otherwise, or not at all."""
        return self.old_result != self.result

    @property
    def breaks_off(self) -> bool:
        """Whether a game that had a result has none any more: what would have come instead, nobody knows."""
        return bool(self.old_result and not self.result)
