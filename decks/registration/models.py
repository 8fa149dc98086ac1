"""Registrations and their revisions."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told


class Registration(models.Model):
    """The deck one person registers for one tournament.

    The draft is whatever was saved last, legal or not; only a revision was ever submitted. ``extended_until``: a
    later deadline for this person alone. ``reminded_at``: when staff last asked for the missing list.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        SUBMITTED = "submitted", _("submitted")
        LOCKED = "locked", _("locked")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="registrations"
    )
    format = models.CharField(max_length=20, default="constructed")
    pool_key = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    draft_name = models.CharField(max_length=60, blank=True)
    draft_text = models.TextField(blank=True)
    draft_saved_at = models.DateTimeField(null=True)
    # Without an index of its own a new revision changes no index of the registration; nobody asks for one by it.
    current = models.ForeignKey(
        "DeckRevision", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    locked_at = models.DateTimeField(null=True)
    game = models.CharField(max_length=20, default="x610z")
    extended_until = models.DateTimeField(null=True)
    extended_reason = models.CharField(max_length=200, blank=True)
    reminded_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"registration {self.pk} of {self.owner_id}"


class DeckRevision(models.Model):
    """One handed-in list; never changed afterwards. ``main`` and ``sideboard`` map card number to copies.

    ``sha256`` is a commitment: it covers the random ``salt`` too, so anyone who sees only the hash (the ledger is
    read by staff who may not read decks) cannot find the list by trying. See ``receipt_hash``.
    """

    # The constraint below is an index that begins with the registration.
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60, blank=True)
    main = models.JSONField()
    sideboard = models.JSONField(default=dict)
    salt = models.CharField(max_length=32)
    sha256 = models.CharField(max_length=64)
    pool_sha256 = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "number"], name="one_deck_revision_per_number")
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of registration {self.registration_id}"

    @property
    def receipt(self) -> str:
        """The first characters of the hash, short enough to read out at a desk."""
        return self.sha256[:10]


class OpenedPool(Told):
    """The cards one player opened for a limited tournament (101.1b): card number to copies.

    Two different people sign it: who opened the products and who verified the cards. Until both have, no deck can
    be made from it. ``revision`` rises with every change, and a change takes both signatures away.
    """

    tells = Tells(
        fields="registration_id revision recorded_by_id opener_id opener_signed_at verifier_id verifier_signed_at",
        sealed="cards",
        event="registration__entry__tournament__slug",
    )
    registration = models.OneToOneField(Registration, on_delete=models.PROTECT, related_name="opened_pool")
    cards = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opener = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    opener_signed_at = models.DateTimeField(null=True)
    verifier = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    verifier_signed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opener=None)
                | models.Q(verifier=None)
                | ~models.Q(opener=models.F("verifier")),
                name="two_people_sign_a_pool",
            )
        ]

    def __str__(self) -> str:
        return f"opened cards of registration {self.registration_id}"

    @property
    def count(self) -> int:
        """Cards in the pool."""
        return sum(self.cards.values())

    @property
    def signed(self) -> bool:
        """Whether both people have signed it as it stands."""
        return self.opener_signed_at is not None and self.verifier_signed_at is not None
