"""Clans and who is in them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

MOST_MEMBERS = 9  # glossary G.clan
NAME_LENGTH = 40


class Clan(models.Model):
    """A registered group of at most nine players (glossary G.clan).

    ``code`` is the secret part of the link that invites. A clan that everybody has left keeps its row, because
    entries of past tournaments point at it, but is shown to nobody any more; its name is free again.
    """

    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=NAME_LENGTH * 4)
    leader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=24, unique=True)
    founded_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["folded", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["folded"], condition=Q(ended_at=None), name="one_clan_of_this_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody's place in their one clan. Nine places, each once: the database keeps a tenth member out as well."""

    clan = models.ForeignKey(Clan, on_delete=models.CASCADE, related_name="memberships")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clan_membership"
    )
    place = models.PositiveSmallIntegerField()
    joined_at = models.DateTimeField()
    # Whether everybody may read it; else the clan, the office and, where the clan counts, staff alone.
    shown = models.BooleanField(default=False)

    class Meta:
        ordering = ["joined_at", "place"]
        constraints = [
            models.UniqueConstraint(fields=["clan", "place"], name="one_member_per_place"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=MOST_MEMBERS), name="clan_of_nine_at_most"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in clan {self.clan_id}"
