"""Notices and how they leave, push addresses, calendar addresses, webhooks and what became of their messages."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Tournament
from tournaments.programme.models import Circuit


class Notice(models.Model):
    """One fact that one person is told: numbers only, words are made when it is read."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    fact = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="+"
    )
    about = models.JSONField(default=dict)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "fact"], name="a_person_is_told_a_fact_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Choices(models.Model):
    """What a person wants sent: kinds by mail, kinds by push. Without a row: none by mail, all by push."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    mail = models.JSONField(default=list)
    push = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"choices of {self.user_id}"


class PushAddress(models.Model):
    """Where a browser of a person takes messages, and the keys they are sealed with (RFC 8291).

    ``session``: of the session in which it was switched on; it is forgotten with that.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    endpoint = models.TextField()
    endpoint_sha256 = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    session = models.CharField(max_length=36, blank=True, default="", db_default="")
    device = models.CharField(max_length=60, blank=True)
    language = models.CharField(max_length=5, blank=True)
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"push address of {self.user_id}"


class Sending(models.Model):
    """A notice on one way out. ``claimed_at``: a worker has it; ``ended_at``: sent, or given up (``sent`` says)."""

    class Way(models.TextChoices):
        """How it leaves."""

        MAIL = "mail", "by mail"
        PUSH = "push", "by push"

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="sendings")
    way = models.CharField(max_length=4, choices=Way)
    push = models.ForeignKey(PushAddress, null=True, on_delete=models.CASCADE, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    sent = models.BooleanField(default=False)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way"], condition=models.Q(push=None), name="one_mail_for_a_notice"
            ),
            models.UniqueConstraint(fields=["notice", "push"], name="one_push_for_a_notice_and_browser"),
        ]
        indexes = [
            models.Index(fields=["claimed_at"], condition=models.Q(ended_at=None), name="sending_begun")
        ]

    def __str__(self) -> str:
        return f"{self.way} of notice {self.notice_id}"


class CalendarAddress(models.Model):
    """The secret address of a person's calendar; only its hash is stored."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar address of {self.user_id}"


class Webhook(models.Model):
    """A program that is told what changes in one tournament, or of one circuit.

    ``secret`` and ``former`` are sealed with the site's key; the former signs, too, until ``former_until``.
    ``cursor``: the row of the tournament's ledger, or the version of the circuit's pages, up to which it has been told.
    ``failures`` counts messages in a row
    that never arrived; ``off_at``: it is told nothing any more, by whom staff say or because of them (``failed``).
    ``next_at``: not before then is it tried again, whatever waits for it. Of a channel of Discord the ``secret`` is the
    end of its address, which lets anybody write there; ``language`` is that of its words.
    """

    class Kind(models.TextChoices):
        """Who listens."""

        PROGRAM = "program", _("a program of yours")
        DISCORD = "discord", _("a channel on Discord")

    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PROGRAM, db_default="program")
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="en", db_default="en")
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="+"
    )
    circuit = models.ForeignKey("tournaments.Circuit", null=True, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=300)
    former = models.CharField(max_length=300, blank=True)
    former_until = models.DateTimeField(null=True)
    cursor = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    failed = models.BooleanField(default=False)
    off_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament=None) ^ models.Q(circuit=None),
                name="a_program_is_told_of_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"

    @property
    def watched(self) -> Tournament | Circuit:
        """What it is told of."""
        found = self.tournament or self.circuit
        if found is None:
            raise LookupError(f"webhook {self.pk} is of nothing, which the database refuses")
        return found


class HookMessage(models.Model):
    """One message to one program, and what became of it: the log its owner reads."""

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    row = models.PositiveBigIntegerField()
    event = models.CharField(max_length=40)
    at = models.DateTimeField()
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    arrived = models.BooleanField(default=False)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    said = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["hook", "row"], name="a_program_is_told_a_row_once")]
        indexes = [
            models.Index(fields=["claimed_at"], condition=models.Q(ended_at=None), name="hook_message_begun")
        ]

    def __str__(self) -> str:
        return f"{self.event} to webhook {self.hook_id}"
