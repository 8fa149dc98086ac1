"""Entries."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told

from .keys import entry_key


class Entry(Told):
    """One player in one tournament. ``random`` is the stored last tie-breaker, drawn at entry.

    ``byes``: in how many first rounds an awarded bye is theirs; ``seed``: their place in the order that pairs the
    first round, before any result does. Both were won elsewhere, or given by the organizer (:mod:`.award_services`).
    """

    class State(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        DROPPED = "dropped", _("dropped")
        WITHDRAWN = "withdrawn", _("withdrawn")
        NO_SHOW = "no_show", _("did not come")

    tells = Tells(
        fields="number user_id state joined_round dropped_after registration_id team_id clan_id entered_at"
        " byes seed",
        sealed="random",
        event="tournament__slug",
        before="user",
        stays=True,
    )
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    sort_name = models.CharField(max_length=80)
    state = models.CharField(max_length=12, choices=State, default=State.ENTERED)
    random = models.BigIntegerField()
    joined_round = models.PositiveIntegerField(default=1)
    dropped_after = models.PositiveIntegerField(null=True)
    registration = models.OneToOneField(
        "decks.Registration", null=True, on_delete=models.PROTECT, related_name="entry"
    )
    team = models.ForeignKey(
        "tournaments.Team", null=True, blank=True, on_delete=models.SET_NULL, related_name="members"
    )
    # The clan the player represents here: as it was at entry, and once more at check-in.
    clan = models.ForeignKey(
        "tournaments.Clan", null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True)
    moved_up_at = models.DateTimeField(null=True)  # from the waiting list
    byes = models.PositiveSmallIntegerField(default=0, db_default=0)
    seed = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["sort_name", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_person"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """The id that pairing and standings know it by."""
        return entry_key(self.number)

    @property
    def active(self) -> bool:
        """Whether it is paired in the next round."""
        return self.state == self.State.CHECKED_IN

    @property
    def may_check_in(self) -> bool:
        """Whether the desk can check it in, or bring it back."""
        return self.state not in (self.State.CHECKED_IN, self.State.WITHDRAWN)


class Team(Told):
    """Players of one tournament whose decks share the team restriction (glossary Team Restriction).

    ``code`` is what the captain gives to those who shall join; nobody is put into a team by somebody else. A crew
    is a team of three out of one registered ``clan`` (glossary G.crew); another team has no clan. ``seats`` are the
    ids of its members in the order in which they sit, as far as the captain has said it.
    """

    tells = Tells(fields="captain_id clan_id seats", event="tournament__slug")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    captain = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="captain_of")
    code = models.CharField(max_length=12)
    clan = models.ForeignKey(
        "tournaments.Clan", null=True, blank=True, on_delete=models.PROTECT, related_name="crews"
    )
    seats = models.JSONField(default=list)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "code"], name="one_team_per_code")]

    def __str__(self) -> str:
        return self.name


class TeamAttempt(models.Model):
    """The list a member wanted to submit and the team restriction refused: the captain sees its offending counts.

    The next list of that member that is submitted, and leaving the team, take it away.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="team_attempt")
    main = models.JSONField()
    sideboard = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"refused list of entry {self.entry_id}"


class Reading(models.Model):
    """That somebody read what is closed of an entry: beside its row of the ledger, to be asked for quickly."""

    class Kind(models.TextChoices):
        LIST = "list", _("the deck list")
        LOG = "log", _("the game log")
        POOL = "pool", _("the opened cards")
        PAST = "past", _("penalties in earlier tournaments")
        NOTE = "note", _("the note of a penalty")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="readings"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="readings")
    kind = models.CharField(max_length=4, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        indexes = [models.Index(fields=["tournament", "user"], name="reading_by_person")]

    def __str__(self) -> str:
        return f"{self.user_id} read {self.kind} of {self.entry_id}"
