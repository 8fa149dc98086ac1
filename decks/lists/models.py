"""Decks and their saved lists."""

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from decks.cards.pools import game_of_pool, games_of_pools
from rules_engine.games import game_of
from rules_engine.kernel.decks import Opening


def new_public_id() -> str:
    """The name of a deck in addresses: 96 random bits, so that nobody finds a deck by trying."""
    return secrets.token_urlsafe(12)


class Deck(models.Model):
    """A deck of one person.

    What it holds is ``current``, its newest revision; legal or not, every save is kept. ``name_key`` (folded),
    ``energies`` (the letters of the colours of its game) and ``in_order`` (no deck rule is broken, lists
    that change with the day aside) are noted at each save, to search public decks by.
    """

    class Play(models.TextChoices):
        CONSTRUCTED = "constructed", _("constructed")
        LIMITED = "limited", _("limited")

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("only me")
        LINK = "link", _("anyone with the link")
        PUBLIC = "public", _("everybody")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    play = models.CharField(max_length=12, choices=Play, default=Play.CONSTRUCTED)
    pool_key = models.CharField(max_length=40)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    notes = models.TextField(blank=True)
    current = models.ForeignKey("DeckListRevision", null=True, on_delete=models.SET_NULL, related_name="+")
    saved_at = models.DateTimeField()
    name_key = models.CharField(max_length=180, default="", db_default="", editable=False)
    energies = models.CharField(max_length=12, default="", db_default="", editable=False)
    in_order = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering = ["-saved_at", "-pk"]
        indexes = [
            models.Index(fields=["owner", "-saved_at"], name="decks_of_a_person"),
            models.Index(
                fields=["-saved_at"], condition=models.Q(visibility="public"), name="decks_for_everybody"
            ),
        ]

    def __str__(self) -> str:
        return f"deck {self.pk}"

    @cached_property
    def game(self) -> str:
        """The game of its cards."""
        return game_of_pool(self.pool_key)

    @property
    def played_as(self) -> str:
        """Its game in words and, where decks of it are played in more than one way, how."""
        name = game_of(self.game).name
        return f"{name} · {self.get_play_display()}" if self.play_is_chosen else name

    @property
    def play_is_chosen(self) -> bool:
        """Whether its game is played in more than one way; also where this deck says what its game does not know."""
        return self.play == self.Play.LIMITED or game_of(self.game).decks.limited

    @property
    def opening(self) -> Opening | None:
        """What sample hands of it are dealt by; None where the site deals none."""
        return game_of(self.game).decks.opening


def with_games(decks: Sequence[Deck]) -> Sequence[Deck]:
    """These decks, each knowing its game: one query at most."""
    known = games_of_pools({deck.pool_key for deck in decks})
    for deck in decks:
        deck.game = known[deck.pool_key]
    return decks


class DeckListRevision(models.Model):
    """One saved list, never changed afterwards. ``text`` is what was typed; the counts are what was understood."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    main = models.JSONField(default=dict)
    sideboard = models.JSONField(default=dict)
    pool_sha256 = models.CharField(max_length=64)
    note = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "number"], name="one_list_revision_per_number"),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of deck {self.deck_id}"
