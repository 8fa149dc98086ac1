"""Rounds, matches, seats, reports and disputes."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ledger.locks import LockClass
from ledger.telling import Tells, Told
from tournaments.events.law import Law, pinned

from .outcomes import Games, OutcomeField

if TYPE_CHECKING:
    from tournaments.entries.models import Entry

ROUND_LOCK = LockClass("round", 61002)
"""Of one round: shared to write a result, alone to pair, close or undo it."""


class Round(Told):
    """One round. A draft is for staff alone; publishing shows it to everyone."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("being played")
        COMPLETED = "completed", _("complete")

    tells = Tells(
        fields="stage_id number state seed minutes published_at completed_at started_at paused_at paused_seconds",
        sealed="law certificate",
        event="tournament__slug",
        before="seed",
        action="round.",
    )
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.PROTECT, related_name="round_set")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    seed = models.CharField(max_length=80)
    certificate = models.JSONField(default=dict)
    law = models.JSONField(default=dict)  # events.law.Law as it was when the round was published
    drafted_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    minutes = models.PositiveIntegerField(default=60)  # 0: no time limit
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["tournament"], condition=~Q(state="completed"), name="one_open_round_per_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} round {self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """When the room clock runs out (a running pause not counted); None before it starts or without a limit."""
        if self.started_at is None or not self.minutes:
            return None
        return self.started_at + timedelta(minutes=self.minutes, seconds=self.paused_seconds)

    @property
    def pinned_law(self) -> Law:
        """The law by which its games are judged: what was pinned when it was published."""
        return pinned(self.law, self.tournament)


class Match(models.Model):
    """One table of a round. ``version`` rises with every change, so that a stale page is recognised.

    ``slot`` is the match's key in an elimination bracket, empty elsewhere; ``outcome`` how it ended, once it is final.
    """

    class State(models.TextChoices):
        OPEN = "open", _("being played")
        REPORTED = "reported", _("waiting for the other player")
        DISPUTED = "disputed", _("a judge has been called")
        FINAL = "final", _("result final")

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_LOSS = "double_loss", _("both lose")
        VOID = "void", _("does not count")

    class Source(models.TextChoices):
        NONE = "", ""
        BOTH = "both", _("confirmed by both players")
        STAFF = "staff", _("entered by staff")
        JUDGE = "judge", _("ruled by a judge")
        BYE = "bye", _("bye")
        AWARDED = "awarded", _("awarded bye")
        IMPORT = "import", _("imported")
        CONCEDED = "conceded", _("conceded")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True)  # a bye has no table
    slot = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PLAYED)
    source = models.CharField(max_length=8, choices=Source, default=Source.NONE, blank=True)
    outcome = OutcomeField(null=True)
    extension_minutes = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    ended_at = models.DateTimeField(null=True)
    corrected_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(
        null=True
    )  # when staff last changed who sits here, or where, for all to see

    class Meta:
        ordering = [F("table").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_table"),
            models.CheckConstraint(
                condition=~Q(state="final") | Q(outcome__isnull=False), name="final_match_has_outcome"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table}" if self.table else "bye"

    @property
    def drawn_games(self) -> int | None:
        """Games drawn, where games are counted and the match has ended."""
        return self.outcome.drawn if isinstance(self.outcome, Games) else None


class Seat(models.Model):
    """An entry at a table; unique per round, so that nobody is paired twice. How it ended for them says the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    label: str = (
        ""  # who sits here, where it is not the entry alone; filled in by the selectors, like the others
    )
    members: "tuple[Entry, ...]" = ()
    dot: int | None = None  # the starting dot at a table of three to six; filled in by the selectors

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="player_once_per_round"),
            models.UniqueConstraint(fields=["match", "position"], name="one_player_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.match_id}"

    @property
    def name(self) -> str:
        """Who sits here: the entry, or the team in whose name it sits."""
        return self.label or self.entry.name

    @property
    def games_won(self) -> int | None:
        """Games won at this seat, where games are counted and the match has ended."""
        return None if self.match.outcome is None else self.match.outcome.games(self.position)

    @property
    def result(self) -> str:
        """ "w", "d" or "l" once the match has ended; empty before."""
        return "" if self.match.outcome is None else self.match.outcome.letter(self.position)


class Report(Told):
    """What one player says of a table."""

    # A player's report is written by a statement of its own; its row tells it as rows of before did.
    tells = Tells(
        fields="outcome",
        event="match__tournament__slug",
        key="match_id entry_id",
        before="outcome",
        action="result.report",
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="reports")
    outcome = OutcomeField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "entry"], name="one_report_per_player")]

    def __str__(self) -> str:
        return f"{self.entry_id} of {self.match_id}"


class Dispute(Told):
    """Two reports that differ; blocks this table until a judge settles it."""

    tells = Tells(
        fields="match_id opened_at settled_at settled_by_id claim claim_by_id",
        event="match__tournament__slug",
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    opened_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=300, blank=True)
    claim = OutcomeField(
        null=True
    )  # what a slip says that the desk sent later; none where two players differ
    claim_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(settled_at=None), name="one_open_dispute_per_match"
            )
        ]

    def __str__(self) -> str:
        return f"dispute of match {self.match_id}"


class ResultChange(Told):
    """A final result that was corrected: what it was and became, by whom in which role, when and why.

    Those who sat at the table read all of it; everybody reads that and when it changed.
    """

    tells = Tells(
        fields="match_id at by_id role before before_kind after after_kind", event="match__tournament__slug"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=16)
    before = OutcomeField()
    before_kind = models.CharField(max_length=12, choices=Match.Kind)
    after = OutcomeField()
    after_kind = models.CharField(max_length=12, choices=Match.Kind)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"change of {self.match_id}"


class EntryRule(Told):
    """What staff decided about an entry before pairing; the pairing keeps it and the ledger says who decided.

    ``table``: always sits at table ``number``. ``clan``: belongs to ``group``; clan mates meet as late as points
    allow. ``apart``: does not meet ``other`` while a complete round without it exists. ``pair`` and ``bye``: in
    round ``number`` meets ``other``, or has a bye. ``disqualified``: plays no more and is listed without a rank;
    ``number`` is the round after which they left by it.
    """

    class Kind(models.TextChoices):
        TABLE = "table", _("always at this table")
        CLAN = "clan", _("of this clan")
        APART = "apart", _("kept apart from")
        PAIR = "pair", _("plays in this round against")
        BYE = "bye", _("has a bye, in this round")
        DISQUALIFIED = "disqualified", _("disqualified")

    tells = Tells(fields="kind entry_id other_id number", sealed="group", event="tournament__slug")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entry_rules"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="rules")
    other = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(null=True)
    group = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["kind", "entry__sort_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(kind__in=["table", "clan", "disqualified"]),
                name="one_rule_of_its_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"


class Snapshot(models.Model):
    """How all rounds of a tournament stood just before a step of its day, so that it can be brought back.

    ``step`` is the code of the command that came next, ``number`` the round it was about. ``data`` holds ids, states
    and results (:mod:`tournaments.rounds.snapshots`), never a name and nothing that somebody wrote.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="snapshots"
    )
    at = models.DateTimeField()
    step = models.CharField(max_length=40)
    number = models.PositiveIntegerField(null=True)
    data = models.BinaryField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id} before {self.step}"
