"""Deck checks, penalties, and calls for a judge."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told

from .infractions import PLAIN_WORDS, Infraction, Level, infraction_of


class AddedOnly(models.Model):
    """A row that is only ever added: it can be neither saved again nor deleted by itself."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new row; a stored one never changes."""
        if not self._state.adding:
            raise TypeError("what a judge wrote is only added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: it stays."""
        raise TypeError("what a judge wrote is only added to")


class DeckCheck(Told):
    """One check of the decks of one table. Its minutes and the extra ones extend exactly that table.

    ``seed``: recorded when the table was drawn by lot, empty when a judge chose it. ``minutes`` is the time the check
    took, rounded up; ``extension`` what the table got, both 0 until it is closed.
    """

    class State(models.TextChoices):
        OPEN = "open", _("being checked")
        CLOSED = "closed", _("done")

    tells = Tells(
        fields="match_id number state opened_at opened_by_id closed_at closed_by_id minutes extension",
        sealed="seed",
        event="tournament__slug",
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="deck_checks"
    )
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="deck_checks")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    seed = models.CharField(max_length=80, blank=True)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    minutes = models.PositiveIntegerField(default=0)
    extension = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_deck_check_per_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state="open"), name="one_open_deck_check_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"deck check {self.number} of {self.tournament_id}"


class CheckedDeck(Told):
    """One player's deck in a check: the list it was held against, what was counted and what was found.

    ``ticks``: copies counted, by "main:" or "sideboard:" and card number; a card that is not there was not counted
    yet. ``code`` is the infraction a judge sees in it; what a judge gave for it are its ``penalties``.
    """

    class Finding(models.TextChoices):
        NONE = "", _("not decided yet")
        FINE = "fine", _("nothing found")
        MISSING = "missing", _("cards are missing")
        EXTRA = "extra", _("too many cards")
        OTHER = "other", _("something else")

    tells = Tells(
        fields="check_made_id entry_id revision_id presented finding code",
        event="check_made__tournament__slug",
    )
    check_made = models.ForeignKey(DeckCheck, on_delete=models.CASCADE, related_name="decks")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="deck_checks")
    revision = models.ForeignKey("decks.DeckRevision", null=True, on_delete=models.PROTECT, related_name="+")
    ticks = models.JSONField(default=dict)
    presented = models.PositiveIntegerField(null=True)
    finding = models.CharField(max_length=8, choices=Finding, blank=True, default=Finding.NONE)
    code = models.CharField(max_length=4, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["check_made", "entry"], name="one_deck_per_check_and_entry")
        ]

    def __str__(self) -> str:
        return f"deck of {self.entry_id} in check {self.check_made_id}"


class Penalty(Told):
    """What a judge decided about one player. Only judges of the tournament and the player concerned may know of it.

    ``number`` counts within the tournament and is shown to judges alone. ``proposed`` is the step the table named when
    it was given, repeats counted; ``worse`` says that the heavier case held. ``case`` is the ruling and
    ``found_in`` the checked deck it follows from; ``other`` and ``card`` belong to a T5: the player whose opened cards
    the card is of. ``note`` is for judges. A disqualification waits until a second person confirms it; before that it
    does not count.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for a second person")
        GIVEN = "given", _("given")
        WITHDRAWN = "withdrawn", _("penalty withdrawn")

    tells = Tells(
        fields="number entry_id other_id card code worse level proposed state given_by_id at",
        event="tournament__slug",
        book="j",
        before="entry code level state",
        stays=True,
        kept=365,
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="penalties"
    )
    number = models.PositiveIntegerField()
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(
        "tournaments.Round", null=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    # A repaired round makes its matches anew; the penalty outlives them.
    match = models.ForeignKey(
        "tournaments.Match", null=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    case = models.ForeignKey(
        "tournaments.Case", null=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    found_in = models.ForeignKey(CheckedDeck, null=True, on_delete=models.SET_NULL, related_name="penalties")
    other = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.PROTECT, related_name="+")
    card = models.CharField(max_length=40, blank=True)
    code = models.CharField(max_length=4)
    worse = models.BooleanField(default=False)
    level = models.CharField(max_length=16, choices=Level)
    proposed = models.CharField(max_length=16, choices=Level)
    state = models.CharField(max_length=10, choices=State, default=State.GIVEN)
    note = models.CharField(max_length=300, blank=True)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_penalty_per_number")
        ]

    def __str__(self) -> str:
        return f"penalty {self.number} of {self.tournament_id}"

    @property
    def infraction(self) -> Infraction:
        """Its row in the table of infractions."""
        return infraction_of(self.code)

    @property
    def costs_match(self) -> bool:
        """Whether the player loses the match by it, and not one game of it."""
        return self.level == Level.MATCH_LOSS

    @property
    def plain_words(self) -> str:
        """What the step means, for the player."""
        return str(PLAIN_WORDS[Level(self.level)])


class PenaltyEvent(Told):
    """One line of a penalty's history: who gave, confirmed or took it back, when, in which role and why.

    Lines are only added: a stored one can be neither saved again nor deleted by itself.
    """

    class Kind(models.TextChoices):
        GIVEN = "given", _("given")
        CONFIRMED = "confirmed", _("confirmed")
        WITHDRAWN = "withdrawn", _("penalty withdrawn")

    tells = Tells(
        fields="penalty_id kind by_id role at", event="penalty__tournament__slug", book="j", kept=365
    )
    penalty = models.ForeignKey(Penalty, on_delete=models.CASCADE, related_name="history")
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=30)
    at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of penalty {self.penalty_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new line; a stored one never changes."""
        if not self._state.adding:
            raise TypeError("the history of a penalty is only added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: a line of the history stays."""
        raise TypeError("the history of a penalty is only added to")


class JudgeCall(Told):
    """A table that needs a judge: who called, why, who goes there, how long it took and what the table gets back.

    ``clock_seconds`` is how far the table's clock had run when it was opened, None before it starts or without a limit:
    what was lost is counted on that clock. ``entry`` is the player who called, None when a judge saw a raised hand or a
    recorded game was stopped. One that was sent on to the head judge has ``escalated_at`` and nobody until they come.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for a judge")
        CLAIMED = "claimed", _("a judge is coming")
        RESOLVED = "resolved", _("call answered")
        WITHDRAWN = "withdrawn", _("call withdrawn")

    class Reason(models.TextChoices):
        RULES = "rules", _("question about the rules")
        MISTAKE = "mistake", _("something went wrong in the game")
        RESULT = "result", _("we do not agree on the result")
        TIME = "time", _("play is too slow")
        ALONE = "alone", _("I want to talk away from the table")
        RECORDED = "recorded", _("a recorded game was stopped")
        HAND = "hand", _("raised hand")
        APPEAL = "appeal", _("appeal to the head judge")
        ABSENT = "absent", _("the opponent is absent")

    tells = Tells(
        fields="table entry_id reason state opened_at clock_seconds claimed_at claimed_by_id escalated_at closed_at "
        "closed_by_id minutes",
        event="tournament__slug",
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="judge_calls"
    )
    # A repaired round makes its matches anew; what was called there is still known.
    match = models.ForeignKey(
        "tournaments.Match", null=True, on_delete=models.SET_NULL, related_name="judge_calls"
    )
    round = models.ForeignKey("tournaments.Round", null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.PositiveIntegerField(null=True)
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.PROTECT, related_name="judge_calls"
    )
    reason = models.CharField(max_length=10, choices=Reason)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    opened_at = models.DateTimeField()
    clock_seconds = models.PositiveIntegerField(null=True)
    claimed_at = models.DateTimeField(null=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    escalated_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    minutes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["opened_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state__in=["waiting", "claimed"]),
                name="one_open_call_per_match",
            )
        ]

    def __str__(self) -> str:
        return f"call {self.pk} from table {self.table}"

    @property
    def is_open(self) -> bool:
        """Whether somebody still waits."""
        return self.state in OPEN_CALLS


OPEN_CALLS = (JudgeCall.State.WAITING, JudgeCall.State.CLAIMED)
"""The states of a call in which somebody at the table still waits."""
