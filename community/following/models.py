"""One table: who follows what."""

from django.conf import settings
from django.db import models
from django.db.models import Q

USER = settings.AUTH_USER_MODEL
THINGS = ("event", "organization", "clan", "player")


class Follow(models.Model):
    """Somebody follows one thing. Nobody but them reads the row.

    ``seen`` and ``also``: what its public page had when it was looked at last, as numbers that only rise (see
    ``selectors.marks_of``). ``new_at``: when something was new there. ``next_at``: when it is looked at again.
    ``silent``: the player blocked the follower, who is told nothing of it, and nothing of the player any more.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey("tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="+")
    organization = models.ForeignKey(
        "tournaments.Organization", null=True, on_delete=models.CASCADE, related_name="+"
    )
    clan = models.ForeignKey("tournaments.Clan", null=True, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(USER, null=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    seen = models.BigIntegerField(default=0)
    also = models.BigIntegerField(default=0)
    new_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField()
    silent = models.BooleanField(default=False)

    class Meta:
        constraints = [
            *(
                models.UniqueConstraint(
                    fields=["user", thing],
                    condition=Q(**{f"{thing}__isnull": False}),
                    name=f"one_follow_of_a_{thing}",
                )
                for thing in THINGS
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=False, organization=None, clan=None, player=None)
                | Q(event=None, organization__isnull=False, clan=None, player=None)
                | Q(event=None, organization=None, clan__isnull=False, player=None)
                | Q(event=None, organization=None, clan=None, player__isnull=False),
                name="a_follow_is_of_one_thing",
            ),
        ]
        indexes = [models.Index(fields=["next_at", "user"], name="follows_due")]

    def __str__(self) -> str:
        return f"follow {self.pk}"

    @property
    def thing(self) -> str:
        """What kind of thing is followed."""
        return next(thing for thing in THINGS if getattr(self, f"{thing}_id") is not None)
