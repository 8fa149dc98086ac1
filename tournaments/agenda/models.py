"""Friendships, blocks and friendly games."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

PLACE_LENGTH = 60
USER = settings.AUTH_USER_MODEL


class Friendship(models.Model):
    """Somebody asked somebody to be friends; both are once that was accepted.

    ``asked`` is nobody where no account has this ``username`` or the asker may not reach it: the asker reads the same
    in every case. A clan mate is asked without a name. ``*_known``: a desk wrote that the guardian of that side, who is
    12 to 15, knows of the other. ``*_shares``: that side lets the other see their agenda. ``hidden``: the asker took
    back what the other had declined; the row stays, so that nobody is asked twice.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    asker = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(USER, null=True, on_delete=models.CASCADE, related_name="+")
    username = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    hidden = models.BooleanField(default=False)
    asker_known = models.BooleanField(default=False)
    asked_known = models.BooleanField(default=False)
    asker_shares = models.BooleanField(default=False)
    asked_shares = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["asker", "asked"], condition=Q(asked__isnull=False), name="one_friendship_asked"
            ),
            models.UniqueConstraint(
                fields=["asker", "username"], condition=~Q(username=""), name="one_friendship_of_a_name"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="nobody_befriends_themselves"),
        ]

    def __str__(self) -> str:
        return f"friendship {self.pk} of {self.asker_id}"

    def other_of(self, user_id: int) -> int | None:
        """The other side; None where nobody is there."""
        return self.asked_id if user_id == self.asker_id else self.asker_id

    def side_of(self, user_id: int) -> str:
        """By which name the fields of this person begin."""
        return "asker" if user_id == self.asker_id else "asked"


class Block(models.Model):
    """Somebody wants nothing to do with somebody, who is not told. ``name``: as they knew them then."""

    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "other"], name="one_block_of_a_person")]

    def __str__(self) -> str:
        return f"block {self.pk} of {self.owner_id}"


class Friendly(models.Model):
    """A friendly game that one person proposes to another. It counts for nothing.

    ``answers``: who must answer now, the one who did not speak last. ``version`` rises with each change, so that an
    answer is to what was read. ``*_told_at``: when both were reminded of a game that was agreed.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("agreed")
        DECLINED = "declined", _("declined")
        CANCELLED = "cancelled", _("called off")

    proposer = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    answers = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    starts_at = models.DateTimeField()
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    game = models.CharField(max_length=20)
    format = models.CharField(max_length=20)
    state = models.CharField(max_length=9, choices=State, default=State.PROPOSED)
    version = models.PositiveIntegerField(default=1)
    agreed = models.BooleanField(default=False)  # it was in both agendas, whatever became of it
    proposed_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    day_told_at = models.DateTimeField(null=True)
    hour_told_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(proposer=F("asked")), name="nobody_plays_themselves")
        ]
        indexes = [
            models.Index(fields=["starts_at"], condition=Q(state="accepted"), name="friendlies_agreed"),
            models.Index(fields=["starts_at"], condition=~Q(state="accepted"), name="friendlies_not_agreed"),
        ]

    def __str__(self) -> str:
        return f"friendly game {self.pk}"

    def other_of(self, user_id: int) -> int:
        """Against whom this person plays."""
        return self.asked_id if user_id == self.proposer_id else self.proposer_id


class FriendlyNote(models.Model):
    """What one of both keeps of a friendly game, for themselves alone: how it went, and their own recording."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")

    friendly = models.ForeignKey(Friendly, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    result = models.CharField(max_length=5, choices=Result, blank=True)
    recording = models.ForeignKey(
        "tournaments.Recording", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["friendly", "user"], name="one_note_of_a_friendly")]

    def __str__(self) -> str:
        return f"note {self.pk} of {self.user_id}"
