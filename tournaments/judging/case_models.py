"""Cases: what a judge was asked and ruled, revision by revision; appeals; and precedents, which name nobody."""

from typing import TypedDict

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told, new_salt

from .infractions import TABLE, Infraction
from .models import AddedOnly, JudgeCall


class Case(Told):
    """One ruling, as a fact: which table, when, by whom, under which rules. What was ruled stands in its revisions.

    ``parties`` are the players of the table as they sat there. ``call`` is how the judge came, and the minutes that the
    table got; ``log`` the game it is about. Penalties point here: there is no second copy of one.
    """

    tells = Tells(fields="number table ruleset ruled_at ruled_by_id", event="tournament__slug", book="j")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveIntegerField()
    call = models.ForeignKey(JudgeCall, null=True, on_delete=models.SET_NULL, related_name="cases")
    # A repaired round makes its matches anew; the ruling outlives them.
    match = models.ForeignKey("tournaments.Match", null=True, on_delete=models.SET_NULL, related_name="cases")
    round = models.ForeignKey("tournaments.Round", null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.PositiveIntegerField(null=True)
    log = models.ForeignKey("tournaments.GameLog", null=True, on_delete=models.SET_NULL, related_name="cases")
    parties = models.ManyToManyField("tournaments.Entry", related_name="cases")
    ruleset = models.CharField(max_length=40)
    ruled_at = models.DateTimeField()
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_case_per_number")]

    def __str__(self) -> str:
        return f"case {self.number} of {self.tournament_id}"

    @property
    def newest(self) -> "CaseRevision":
        """What counts now; every case has at least the revision it was ruled with."""
        return list(self.revisions.all())[-1]

    @property
    def first(self) -> "CaseRevision":
        """The ruling as it was given at the table."""
        return next(iter(self.revisions.all()))


class Fact(TypedDict):
    """One fact of a case: what it says, how sure it is, and the class of evidence it rests on."""

    text: str
    status: str
    evidence: int


class CaseRevision(AddedOnly, Told):
    """What a judge wrote of a case at one moment: the ruling itself, or what was completed or decided after it.

    ``facts``: a list of :class:`Fact` (:class:`Status`, :class:`Evidence`). ``rules`` are numbers of the rule book, of
    the case's ruleset. ``words``, the rules and the kind of remedy are what the players
    read; everything else is for judges.
    """

    class Evidence(models.IntegerChoices):
        ENGINE = 1, _("log that the rules engine has checked")
        BOTH = 2, _("record that both players confirmed")
        ONE = 3, _("record of one player")
        PAPER = 4, _("notes on paper or photos")
        SAID = 5, _("what somebody said")

    class Status(models.TextChoices):
        AGREED = "agreed", _("all agree")
        FOUND = "found", _("found by the judge")
        UNPROVEN = "unproven", _("contested, not proven")
        ASSUMED = "assumed", _("assumed")

    class Remedy(models.TextChoices):
        NONE = "none", _("nothing to fix")
        FIX = "fix", _("fix the position")
        UNDO = "undo", _("undo the last action")
        REWIND = "rewind", _("go back to an earlier moment")
        LEAVE = "leave", _("leave the position as it is")
        FORFEIT = "forfeit", _("the game or the match is lost")

    tells = Tells(
        fields="case_id number by_id role at rules code remedy",
        words="question facts instruction words reason",
        event="case__tournament__slug",
        book="j",
        kept=365,
    )
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=30)
    at = models.DateTimeField()
    question = models.CharField(max_length=300, blank=True)
    facts = models.JSONField(default=list)
    rules = models.JSONField(default=list)
    code = models.CharField(max_length=4, blank=True)
    remedy = models.CharField(max_length=10, choices=Remedy, default=Remedy.NONE)
    instruction = models.CharField(max_length=300, blank=True)
    words = models.CharField(max_length=500, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    salt = models.CharField(max_length=32, default=new_salt, db_default="")

    class Meta:
        ordering = ["case_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["case", "number"], name="one_case_revision_per_number")
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of case {self.case_id}"

    @property
    def infraction(self) -> Infraction | None:
        """The row of the table that was found to hold; None for a question without an infraction."""
        return TABLE.get(self.code)


CASE_TEXTS = ("question", "facts", "instruction", "words", "reason")
"""The fields of a revision that hold what somebody wrote."""


class Appeal(Told):
    """A player asks the head judge to look at a ruling again: once, and before the next round is published.

    ``revision`` is what the head judge ruled instead, None where the first ruling stands; both stay readable.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("not decided yet")
        UPHELD = "upheld", _("the ruling stands")
        VARIED = "varied", _("the ruling is changed in part")
        OVERTURNED = "overturned", _("the ruling is overturned")

    tells = Tells(
        fields="case_id entry_id at outcome decided_at decided_by_id revision_id",
        words="grounds reasons",
        event="case__tournament__slug",
        book="j",
        kept=365,
    )
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="appeals")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="appeals")
    grounds = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    call = models.ForeignKey(JudgeCall, null=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    reasons = models.CharField(max_length=500, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    revision = models.ForeignKey(CaseRevision, null=True, on_delete=models.SET_NULL, related_name="+")
    salt = models.CharField(max_length=32, default=new_salt, db_default="")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["case", "entry"], name="one_appeal_per_case_and_player")
        ]

    def __str__(self) -> str:
        return f"appeal of {self.entry_id} in case {self.case_id}"


class Precedent(models.Model):
    """A ruling that other judges may find, in words that name nobody: written and answered for by a head judge.

    ``cards`` are names of cards as a judge would look for them; ``case`` goes when the tournament does, the words stay.
    """

    case = models.OneToOneField(Case, null=True, on_delete=models.SET_NULL, related_name="precedent")
    question = models.CharField(max_length=300)
    answer = models.CharField(max_length=500)
    rules = models.JSONField(default=list)
    cards = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=4, blank=True)
    remedy = models.CharField(max_length=10, choices=CaseRevision.Remedy, default=CaseRevision.Remedy.NONE)
    ruleset = models.CharField(max_length=40)
    # What is searched: question, answer, cards and rules, folded; kept with the row so that a search is one query.
    folded = models.TextField(editable=False)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-published_at", "-pk"]

    def __str__(self) -> str:
        return f"precedent {self.pk}"

    @property
    def infraction(self) -> Infraction | None:
        """The row of the table of infractions, or None."""
        return TABLE.get(self.code)
