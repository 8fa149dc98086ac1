"""One table: pieces of news."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.commands import SITE_CHAIN
from tournaments.organizations.models import Organization

TITLE, TEXT, ALT, REASON = 120, 8_000, 200, 200
"""So many characters each."""


class News(models.Model):
    """A piece of news, in the one language it is written in; of the site where it has no ``organization``.

    ``appears_at``: when it was, or is to be, published. ``picture``: the random name of its files, with the pixels of
    the large one and the words for who does not see it. ``by_mail``: it goes out as a newsletter when it appears.
    ``by_office``: the office took it back, and only the office lets it appear again.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PLANNED = "planned", _("planned")
        PUBLISHED = "published", _("published")
        WITHDRAWN = "withdrawn", _("no longer shown")

    organization = models.ForeignKey(Organization, null=True, on_delete=models.CASCADE, related_name="news")
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    title = models.CharField(max_length=TITLE)
    text = models.TextField(max_length=TEXT)
    picture = models.CharField(max_length=32, blank=True)
    alt = models.CharField(max_length=ALT, blank=True)
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    by_mail = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    appears_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()
    by_office = models.BooleanField(default=False)
    why_withdrawn = models.CharField(max_length=REASON, blank=True)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-appears_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="draft") | Q(appears_at__isnull=False), name="news_appears_some_day"
            ),
            models.CheckConstraint(condition=Q(picture="") | ~Q(alt=""), name="news_picture_has_words"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "-appears_at", "-id"],
                condition=Q(state="published"),
                name="news_shown",
            ),
            models.Index(
                fields=["-appears_at", "-id"], condition=Q(state="published"), name="news_shown_of_all"
            ),
            models.Index(fields=["appears_at"], condition=Q(state="planned"), name="news_planned"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def chain_key(self) -> str:
        """The chain that tells of it: the organization's, or the site's."""
        return self.organization.chain_key if self.organization is not None else SITE_CHAIN
