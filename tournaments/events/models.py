"""Tournaments, their stages and staff."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.locks import LockClass
from ledger.telling import Tells, Told
from rules_engine.games import GAMES, game_of
from tournaments.organizations.models import Level

from .fields import PolicyField

TOURNAMENT_LOCK = LockClass("tournament", 61001)
"""Of one tournament: alone for a step of its day, together with others for what must not meet such a step."""


class Tournament(Told):
    """One event. ``policy`` is the resolved policy: later edits of the defaults do not reach it.

    ``series``: the same for all dates of one series, the address of the first of them; empty without one.
    ``organization``: whose it is; without one it is its organizer's own. ``sanctioned``: approved by the level of its
    organization, not by a look of the office. ``kept_as``: the name under which its organization makes others like it.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        ENTRY = "entry", _("entry open")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Approval(models.TextChoices):
        NONE = "none", _("casual")
        REQUESTED = "requested", _("waiting for the office")
        APPROVED = "approved", _("Organized Play")
        REJECTED = "rejected", _("not approved")

    # The rules of play are told field by field (``policies_audit``), so that a field of a newer release is no change.
    tells = Tells(
        fields="game format mode template state approval capacity starts_at deck_deadline rehearsal_until closes_at "
        "pool_key ruleset created_by_id demo series organization_id venue_id scale sanctioned",
        sealed="seed",
        event="slug",
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    game = models.CharField(max_length=20, default="x610z")
    format = models.CharField(_("format"), max_length=20, default="constructed")
    mode = models.CharField(_("mode"), max_length=20, default="1v1")
    template = models.CharField(max_length=40)
    policy = PolicyField()
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    approval = models.CharField(max_length=12, choices=Approval, default=Approval.NONE)
    approval_note = models.CharField(max_length=300, blank=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    capacity = models.PositiveIntegerField(_("places"), default=32)
    location = models.CharField(_("place"), max_length=200, blank=True)
    town = models.CharField(max_length=80, blank=True, default="", db_default="")  # a key of finding.towns
    description = models.TextField(blank=True, default="", db_default="")
    announcement = models.CharField(max_length=300, blank=True, default="", db_default="")
    starts_at = models.DateTimeField(_("start"))
    deck_deadline = models.DateTimeField(_("deck deadline"))
    rehearsal_until = models.DateTimeField(null=True)  # set: invented players, and nothing in it counts
    closes_at = models.DateTimeField(null=True)  # the hall; nothing is refused by it, the desk is warned
    pool_key = models.CharField(max_length=40, default="demo")
    ruleset = models.CharField(max_length=40, default="x610z/2010-03")
    seed = models.CharField(max_length=64)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    demo = models.BooleanField(default=False)
    series = models.CharField(max_length=60, blank=True, default="", db_default="")
    organization = models.ForeignKey(
        "tournaments.Organization", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    venue = models.ForeignKey(
        "tournaments.Venue", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    scale = models.PositiveSmallIntegerField(
        _("size of the event"), choices=Level, default=Level.EVENING, db_default=Level.EVENING
    )
    sanctioned = models.BooleanField(default=False, db_default=False)
    beginners = models.BooleanField(_("for beginners"), default=False, db_default=False)
    kept_as = models.CharField(max_length=60, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-starts_at", "name", "pk"]
        # Lists of tournaments read the first rows in this order, never all of them.
        indexes = [
            models.Index(fields=["-starts_at", "name", "id"], name="tournaments_newest"),
            models.Index(fields=["state", "starts_at", "name", "id"], name="tournaments_by_state"),
            models.Index(
                fields=["organization", "-starts_at", "name", "id"], name="tournaments_by_organization"
            ),
            # Few are rehearsals, and the relay looks for those every few seconds.
            models.Index(
                fields=["rehearsal_until"],
                condition=models.Q(rehearsal_until__isnull=False),
                name="tournaments_rehearsed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def chain_key(self) -> str:
        """Key of this tournament's ledger chain and live channel."""
        return f"t-{self.slug}"

    @property
    def game_name(self) -> str:
        """What players call its game."""
        return game_of(self.game).name if self.game in GAMES else self.game  # of a newer release

    @property
    def decks_close_at(self) -> datetime | None:
        """The announced hour at which deck lists close; None where they are open until the tournament is started."""
        return None if self.deck_deadline == self.starts_at else self.deck_deadline

    @property
    def decks_after_start(self) -> bool:
        """Whether lists are built after the start, from opened cards: the start neither asks for nor locks them."""
        return self.deck_deadline > self.starts_at

    @property
    def hidden(self) -> bool:
        """Whether it is in preparation: only its staff may know that it exists, and no public version rises."""
        return self.state == self.State.DRAFT

    @property
    def rehearsal(self) -> bool:
        """Whether it is a rehearsal with invented players (decision 194)."""
        return self.rehearsal_until is not None

    @property
    def staff_only(self) -> bool:
        """Whether only its staff may know that it exists: in preparation, or a rehearsal in any state."""
        return self.hidden or self.rehearsal

    @property
    def organized_play(self) -> bool:
        """Whether the office approved it (glossary: Organized Play)."""
        return self.approval == self.Approval.APPROVED


class Stage(Told):
    """A part of a tournament that is played in one format (:mod:`tournaments.formats`).

    ``size`` is how many play in it, where that is fixed; ``cut`` how many go on from this stage into one. ``seeds`` are
    the entry keys in their order where the order is fixed beforehand: the numbers of a round robin's table, the seeds
    of a knock-out. ``third_place``: the losers of the semi-finals play once more. ``lists_opened_at``: the one moment
    from which the deck lists of all who play in it may be read.
    """

    tells = Tells(
        fields="number kind rounds size cut seeds third_place lists_opened_at", event="tournament__slug"
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=24)  # of a format in tournaments.formats
    rounds = models.PositiveIntegerField()
    size = models.PositiveIntegerField(default=0)
    cut = models.PositiveIntegerField(default=0)
    seeds = models.JSONField(default=list)
    third_place = models.BooleanField(default=False)
    lists_opened_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")]

    def __str__(self) -> str:
        return f"{self.tournament} stage {self.number}"


class Staff(Told):
    """A role one person holds in one tournament; one person may hold several.

    ``zone_first`` to ``zone_last``: the tables a judge looks after, the same in each judging role of that person.
    """

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("organizer")
        HEAD_JUDGE = "head_judge", _("head judge")
        JUDGE = "judge", _("judge")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        DOOR = "door", _("door helper")

    tells = Tells(fields="user_id role zone_first zone_last", event="tournament__slug")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=16, choices=Role)
    zone_first = models.PositiveIntegerField(null=True)
    zone_last = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="staff_role_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} of {self.tournament_id}"


class Invitation(models.Model):
    """What a tournament asks of an account: to play, to work here, or to take over the entry of a guest.

    Nothing is done in the name of an account before its owner says yes on their own page. ``user`` is None when
    nobody signs in with ``username``: staff see the same either way, so an invitation tells nobody which names exist.
    """

    class Kind(models.TextChoices):
        PLAY = "play", _("to play")
        STAFF = "staff", _("to help here")
        CLAIM = "claim", _("to take over a guest's place")

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("penalty withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    username = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=Kind)
    role = models.CharField(max_length=16, choices=Staff.Role, blank=True)
    entry_number = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="invitations_made"
    )
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "username", "kind", "role", "entry_number"], name="invited_once"
            )
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} {self.kind} of {self.tournament_id}"
