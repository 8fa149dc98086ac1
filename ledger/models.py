"""Rows that only ``commands`` and the relay write."""

from django.conf import settings
from django.db import models


class Chain(models.Model):
    """Head of one hash chain: a tournament's (``t-<slug>``) or the site's (``site``).

    ``version`` counts the commands that changed something the public can see; it is the cache key,
    the ETag and the live event of every public page of that tournament.
    """

    key = models.CharField(primary_key=True, max_length=80)
    head_hash = models.CharField(max_length=64, default="0" * 64)
    length = models.PositiveBigIntegerField(default=0)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key} ({self.length})"


class LedgerRow(models.Model):
    """One accepted command. ``data`` holds ids and values, never names, so erasure keeps the chain whole.

    What somebody wrote (a reason) is the ``note``: it stands beside the hashed data, which only holds its
    salted hash, so it can be blanked without breaking the chain.
    """

    # The constraint below is an index that begins with the chain; two more would only cost time.
    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="rows", db_index=False)
    number = models.PositiveBigIntegerField()
    action = models.CharField(max_length=80)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=30)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)
    note = models.CharField(max_length=300, blank=True)
    note_salt = models.CharField(max_length=32, blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["chain", "number"], name="ledger_one_row_per_number")]
        # Few rows have a note, and an erasure looks through all of those.
        indexes = [models.Index(fields=["chain"], condition=~models.Q(note=""), name="ledger_notes")]

    def __str__(self) -> str:
        return f"{self.chain_id}#{self.number} {self.action}"


class Volume(models.Model):
    """Rows of a chain, ``first`` to ``last``, packed in one and out of their table: see ``archive``.

    ``actors``: the numbers of those who did something in it, each between blanks.
    """

    # The constraint below is an index that begins with the chain.
    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="+", db_index=False)
    first = models.PositiveBigIntegerField()
    last = models.PositiveBigIntegerField()
    previous = models.CharField(max_length=64)
    body = models.BinaryField()
    actors = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chain", "first"], name="ledger_one_volume_per_row")]

    def __str__(self) -> str:
        return f"{self.chain_id}#{self.first}-{self.last}"


class IdempotencyKey(models.Model):
    """What a command answered, kept so that the same submission sent twice has one effect."""

    actor_key = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    request_hash = models.CharField(max_length=64)
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_key", "key"], name="one_effect_per_key")]
        # Old ones are forgotten every hour, out of some millions of a federation.
        indexes = [models.Index(fields=["created_at"], name="keys_by_age")]

    def __str__(self) -> str:
        return f"{self.actor_key}/{self.key}"


class OutboxMessage(models.Model):
    """Something to tell Celery or the live pages, written in the transaction of its cause."""

    topic = models.CharField(max_length=30)
    payload = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(sent_at=None), name="outbox_unsent"),
            models.Index(fields=["sent_at"], condition=models.Q(sent_at__isnull=False), name="outbox_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.payload}"


class Pulse(models.Model):
    """When a kind of process last wrote this row: that writing works at all, and that somebody does it."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at}"
