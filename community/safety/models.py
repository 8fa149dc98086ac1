"""What was reported, by whom, what was decided, and who objects to that."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.commands import SITE_CHAIN
from tournaments.organizations.models import Organization

from .kinds import LONGEST_KEY

KEY, TITLE, EXCERPT, WORDS = LONGEST_KEY, 120, 1_000, 500
"""So many characters each."""
USER = settings.AUTH_USER_MODEL


class Reason(models.TextChoices):
    """Why something may not be shown: what a report says, and the rule that a decision names."""

    HURTS = "hurts", _("It insults or threatens somebody")
    HATE = "hate", _("It is against people for what they are")
    PRIVATE = "private", _("It tells something private about somebody")
    CHILD = "child", _("It is about a child and should not be there")
    SEXUAL = "sexual", _("It is sexual or violent")
    PRETENDS = "pretends", _("It pretends to be somebody else")
    STOLEN = "stolen", _("It belongs to somebody else")
    ADVERT = "advert", _("It advertises or misleads")
    LAW = "law", _("It is against the law")


class Matter(models.Model):
    """One thing that was reported, however often, as it stood then; and what became of that.

    ``kind`` and ``key`` find it in the registry. ``excerpt`` is what it said, kept until some time after the decision;
    ``sha256`` of all it said stays, so that the same words are not judged twice. ``organization``: whose people look
    first, unless it is ``with_office``. ``rule`` and ``answer``: what was decided, for those it concerns.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for a decision")
        FINE = "fine", _("nothing wrong with it")
        HIDDEN = "hidden", _("no longer shown")

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=KEY)
    organization = models.ForeignKey(Organization, null=True, on_delete=models.SET_NULL, related_name="+")
    with_office = models.BooleanField(default=True)
    concerned = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(max_length=TITLE, blank=True)
    excerpt = models.TextField(max_length=EXCERPT, blank=True)
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    rule = models.CharField(max_length=8, choices=Reason, blank=True)
    answer = models.TextField(max_length=WORDS, blank=True)
    opened_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["opened_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], condition=Q(state="open"), name="one_open_matter_of_a_thing"
            ),
            models.CheckConstraint(
                condition=Q(state="open") | Q(decided_at__isnull=False), name="matter_decided_some_day"
            ),
        ]
        indexes = [
            models.Index(fields=["kind", "key", "-id"], name="matters_of_a_thing"),
            models.Index(fields=["decided_at"], name="matters_decided"),
        ]

    def __str__(self) -> str:
        return f"matter {self.pk}"

    @property
    def chain_key(self) -> str:
        """The chain that tells of it: the organization's whose people look first, or the site's."""
        return self.organization.chain_key if self.organization is not None else SITE_CHAIN


class Report(models.Model):
    """Somebody says that a thing should not be there. ``by`` is nobody for a stranger, who may leave a ``mail``.

    ``tries``: how often its letters were tried; a letter that nobody takes is given up.
    """

    matter = models.ForeignKey(Matter, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(USER, null=True, on_delete=models.CASCADE, related_name="+")
    mail = models.EmailField(max_length=254, blank=True)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    reason = models.CharField(max_length=8, choices=Reason)
    words = models.TextField(max_length=WORDS, blank=True)
    at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["matter", "by"], condition=Q(by__isnull=False), name="one_report_of_a_person"
            )
        ]
        indexes = [models.Index(fields=["at"], condition=Q(by=None), name="reports_of_strangers")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Objection(models.Model):
    """Somebody whom a decision concerns says, once, that it is wrong; the office decides again."""

    class Outcome(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        KEPT = "kept", _("the decision stays")
        CHANGED = "changed", _("the decision was wrong")

    matter = models.ForeignKey(Matter, on_delete=models.CASCADE, related_name="objections")
    by = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    words = models.TextField(max_length=WORDS, blank=True)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.OPEN)
    answer = models.TextField(max_length=WORDS, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["matter", "by"], name="one_objection_of_a_person")]

    def __str__(self) -> str:
        return f"objection {self.pk}"
