"""Contests, what was said about them later, their entries, the jury with its marks, and the votes."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from decks.cards.models import PlayTest
from ledger.commands import SITE_CHAIN
from tournaments.organizations.models import Organization

TITLE, BRIEF, RULES, LICENCE, REASON, NOTICE = 120, 4_000, 4_000, 4_000, 300, 600
"""So many characters each."""
MOST_MARK = 10
"""The highest mark of a criterion; the lowest is 1."""
HIDDEN_CHAIN = "contests"
"""The chain of what people do whose names nobody may connect with an entry; no page shows it."""


def new_code() -> str:
    """What an entry is called in addresses: nothing of its maker or its moment is in it."""
    return secrets.token_hex(8)


class Contest(models.Model):
    """A contest of an organization, or of the site's office where it has no ``organization``.

    ``criteria``: a list of ``{"name", "weight"}``. ``jury_share``: per cent of the result that is the jury's; the rest
    is the public's. ``wanted``: how many places win. Until it is decided ``network_key`` keys the hashes of networks
    that votes came from; then it is gone. ``why_other``: why the winners are not those of the count.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CANCELLED = "cancelled", _("cancelled")
        DECIDED = "decided", _("decided")

    organization = models.ForeignKey(
        Organization, null=True, on_delete=models.CASCADE, related_name="contests"
    )
    game = models.CharField(max_length=20)
    pool_key = models.CharField(max_length=40)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    title = models.CharField(max_length=TITLE)
    brief = models.TextField(max_length=BRIEF)
    rules = models.TextField(max_length=RULES, blank=True)
    licence = models.TextField(max_length=LICENCE)
    criteria = models.JSONField(default=list)
    jury_share = models.PositiveSmallIntegerField(default=50)
    wanted = models.PositiveSmallIntegerField(default=3)
    entries_open_at = models.DateTimeField()
    entries_close_at = models.DateTimeField()
    voting_open_at = models.DateTimeField()
    voting_close_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    published_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()
    why_cancelled = models.CharField(max_length=REASON, blank=True)
    why_other = models.CharField(max_length=REASON, blank=True)
    by_office = models.BooleanField(default=False)
    network_key = models.CharField(max_length=64, blank=True)
    printed_pool = models.CharField(max_length=40, blank=True)
    printed_at = models.DateTimeField(null=True)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-entries_open_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entries_open_at__lt=F("entries_close_at"))
                & Q(entries_close_at__lte=F("voting_open_at"))
                & Q(voting_open_at__lt=F("voting_close_at")),
                name="contest_dates_in_order",
            ),
            models.CheckConstraint(condition=Q(jury_share__lte=100), name="contest_share_of_a_hundred"),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(published_at__isnull=False) | Q(state="cancelled"),
                name="contest_published_some_day",
            ),
        ]
        indexes = [
            models.Index(
                fields=["organization", "-entries_open_at", "-id"],
                condition=~Q(state="draft"),
                name="contests_shown",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def chain_key(self) -> str:
        """The chain that tells what its hosts do: the organization's, or the site's."""
        return self.organization.chain_key if self.organization is not None else SITE_CHAIN


class ContestNotice(models.Model):
    """What the hosts told everybody after the contest was published: why its dates are others now."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="notices")
    text = models.CharField(max_length=NOTICE)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"notice {self.pk} of contest {self.contest_id}"


class ContestEntry(models.Model):
    """A card somebody made for a contest. Until that is decided nobody but its maker is told whose it is.

    ``parts``: the card as the sheet of its game has it; emptied when it is withdrawn, while ``sha256`` stays.
    ``licence_sha256``: the text its maker agreed to. ``guardian_yes``: its maker is 12 to 15 and a parent or guardian
    agrees. ``credited``: it is shown with the public name once the contest is decided. ``excluded_why``: the hosts took
    it out of the contest. ``play_test``: how the engine played it, asked when the entries closed; ``play_refused``: the
    code of why it could not. ``place``: in the result, 1 for the best; ``winner``: the hosts confirmed that.
    """

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entries")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="contest_entries"
    )
    code = models.CharField(max_length=16, unique=True, default=new_code)
    parts = models.JSONField()
    sha256 = models.CharField(max_length=64)
    licence_sha256 = models.CharField(max_length=64)
    guardian_yes = models.BooleanField(default=False)
    credited = models.BooleanField(default=False)
    entered_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    excluded_at = models.DateTimeField(null=True)
    excluded_why = models.CharField(max_length=REASON, blank=True)
    play_test = models.ForeignKey(PlayTest, null=True, on_delete=models.SET_NULL, related_name="+")
    play_refused = models.CharField(max_length=30, blank=True)
    place = models.PositiveSmallIntegerField(null=True)
    winner = models.BooleanField(default=False)
    number = models.CharField(max_length=40, blank=True)

    class Meta:
        # The code is random: an order by it says nothing of who was first.
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["contest", "author"], name="one_entry_of_a_person")]

    def __str__(self) -> str:
        return f"entry {self.code}"


class Juror(models.Model):
    """Somebody whom the hosts asked to judge; ``user`` is None when nobody signs in with ``username``.

    Who accepted neither enters nor votes. ``handed_in_at``: the marks are final, and the others' can be read.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("on the jury")
        DECLINED = "declined", _("declined")

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="jury")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="judges_contests"
    )
    username = models.CharField(max_length=150)
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    handed_in_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["contest", "username"], name="one_juror_of_a_name")]

    def __str__(self) -> str:
        return f"juror {self.pk} of contest {self.contest_id}"


class Marks(models.Model):
    """What one juror says of one entry: a mark for each criterion in their order, and why."""

    juror = models.ForeignKey(Juror, on_delete=models.CASCADE, related_name="marks")
    card = models.ForeignKey(ContestEntry, on_delete=models.CASCADE, related_name="marks")
    marks = models.JSONField(default=list)
    reason = models.CharField(max_length=REASON)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["juror", "card"], name="one_sheet_of_a_juror")]

    def __str__(self) -> str:
        return f"marks {self.pk}"


class Vote(models.Model):
    """The one vote of an account in a contest.

    ``network``: a keyed hash of the network it came from, until the contest is decided. ``set_aside_why``: it does not
    count, by a command of the hosts.
    """

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="votes")
    voter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="contest_votes"
    )
    card = models.ForeignKey(ContestEntry, on_delete=models.CASCADE, related_name="votes")
    at = models.DateTimeField()
    network = models.CharField(max_length=16, blank=True)
    set_aside_at = models.DateTimeField(null=True)
    set_aside_why = models.CharField(max_length=REASON, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contest", "voter"], name="one_vote_of_an_account")]
        indexes = [models.Index(fields=["contest", "network"], name="votes_by_network")]

    def __str__(self) -> str:
        return f"vote {self.pk}"
