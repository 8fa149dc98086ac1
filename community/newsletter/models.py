"""Subscriptions, pieces of news that go out by mail, and the copies that somebody is still to get or got."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from community.news.models import News
from tournaments.organizations.models import Organization


class Subscription(models.Model):
    """A mail address that wants the news of an organization, or of the site; ``user`` where somebody signed in asked.

    Nothing is sent before its owner confirmed it by the mailed link, of which only the hash is kept. Whoever wants no
    more of it is deleted, and so is an address that mail servers refuse. ``wants``: the language of the news, or every.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("not confirmed yet")
        ACTIVE = "active", _("gets it")

    organization = models.ForeignKey(Organization, null=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    address = models.EmailField(max_length=254)
    folded = models.CharField(max_length=254)
    wants = models.CharField(max_length=3, default="any")
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    state = models.CharField(max_length=6, choices=State, default=State.ASKED)
    token_hash = models.CharField(max_length=64, blank=True)
    asked_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True)
    bounced = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "folded"],
                condition=Q(organization__isnull=False),
                name="newsletter_once_of_organization",
            ),
            models.UniqueConstraint(
                fields=["folded"], condition=Q(organization=None), name="newsletter_once_of_site"
            ),
        ]
        indexes = [
            models.Index(fields=["token_hash"], condition=~Q(token_hash=""), name="newsletter_token"),
            models.Index(fields=["asked_at"], condition=Q(state="asked"), name="newsletter_unconfirmed"),
        ]

    def __str__(self) -> str:
        return f"subscription {self.pk}"


class Issue(models.Model):
    """A piece of news on its way by mail, once in its life; ``lease_until``: until then one worker has it, or nobody.

    ``filled_at``: everybody who gets a copy stands in the table; ``done_at``: nobody waits any more.
    """

    news = models.OneToOneField(News, on_delete=models.CASCADE, related_name="+")
    begun_at = models.DateTimeField()
    filled_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["begun_at"], condition=Q(done_at=None), name="newsletter_unfinished")]

    def __str__(self) -> str:
        return f"newsletter of {self.news_id}"


class Copy(models.Model):
    """One copy for one address; ``sent_at`` is written as soon as the mail server has taken it.

    ``next_at``: its mail server said "not now", and is not asked again before then.
    """

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="copies")
    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="copies")
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    given_up = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issue", "subscription"], name="newsletter_one_copy_each")
        ]
        indexes = [
            models.Index(
                fields=["issue", "id"], condition=Q(sent_at=None, given_up=False), name="newsletter_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"copy {self.pk}"
