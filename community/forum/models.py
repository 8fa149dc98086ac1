"""Whom the forum knows by us, which nonces were used, and the topics about things of this site."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ForumAccount(models.Model):
    """A person at the forum. ``external_id``: by it the forum knows them, a random one that says nothing.

    ``connected_at``: since then they sign in there by us. ``linked_*``: the account that they had there before, as the
    forum said. ``mail_hash``: of the address it was told, because two people with one address would be one there.
    ``told``: a digest of what it was told last, ``groups`` those it may have put them in; ``forum_id``: its own number
    for them. ``owes``: what is still to be said, not before ``next_at``. Without a ``user``: somebody who was erased
    here, and is to be forgotten there.
    """

    class Owes(models.TextChoices):
        NOTHING = "", "nothing"
        TELL = "tell", "what changed"
        OUT = "out", "that they are signed out"
        FORGET = "forget", "that they were erased"

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    external_id = models.CharField(max_length=32, unique=True)
    mail_hash = models.CharField(max_length=64, blank=True)
    shows_roles = models.BooleanField(default=False)
    connected_at = models.DateTimeField(null=True)
    linked_id = models.PositiveBigIntegerField(null=True, unique=True)
    linked_name = models.CharField(max_length=60, blank=True)
    linked_mail = models.EmailField(blank=True)
    linked_at = models.DateTimeField(null=True)
    forum_id = models.PositiveBigIntegerField(null=True)
    groups = models.JSONField(default=list)
    told = models.CharField(max_length=64, blank=True)
    looked_at = models.DateTimeField()
    owes = models.CharField(max_length=6, choices=Owes, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mail_hash"], condition=~Q(mail_hash=""), name="forum_one_person_of_an_address"
            )
        ]
        indexes = [
            models.Index(fields=["next_at"], condition=~Q(owes=""), name="forum_owed"),
            models.Index(
                fields=["looked_at"], condition=Q(connected_at__isnull=False), name="forum_looked_at"
            ),
        ]

    def __str__(self) -> str:
        return f"forum account {self.pk}"


class SpentNonce(models.Model):
    """A nonce that was used, as a hash, kept for a day: nothing is good twice."""

    sha256 = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"nonce used {self.at}"


class ForumTopic(models.Model):
    """The topic about a thing of this site (``kind`` and ``number``); ``topic_id`` once the forum has opened it."""

    kind = models.CharField(max_length=12)
    number = models.PositiveBigIntegerField()
    topic_id = models.PositiveBigIntegerField(null=True)
    asked_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "number"], name="forum_one_topic_about_a_thing")
        ]
        indexes = [
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="forum_topic_waits")
        ]

    def __str__(self) -> str:
        return self.external_id

    @property
    def external_id(self) -> str:
        """By this the forum finds it: asked twice, it opens one."""
        return f"{self.kind}-{self.number}"
