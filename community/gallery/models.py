"""One table: pictures and stories, from the queue of the reviewers to the page of a card."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TITLE, TEXT, ALT, REASON, APPEAL = 80, 12_000, 300, 300, 1_000
"""So many characters each."""
USER = settings.AUTH_USER_MODEL


class Work(models.Model):
    """A picture or a story of an artist. What the artist takes back is deleted, with its files.

    ``tag``: what stands for the artist's name, the same for all of theirs; ``named``: their name for the hall does.
    ``picture``: the random name of its files. ``why`` and ``reason``: why it is not shown, as a word of a list
    and in words of the reviewer ``decided_by``. ``appeal``: what the artist says against that, once; ``answer``: what
    the second reviewer ``answered_by`` says. ``proposal``: whether it is to be the picture of its card, and what the
    keeper said; ``card_picture``: what it became there.
    """

    class Kind(models.TextChoices):
        PICTURE = "picture", _("picture")
        STORY = "story", _("story")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits to be looked at")
        SHOWN = "shown", _("in the gallery")
        REFUSED = "refused", _("not shown")
        REMOVED = "removed", _("taken out of the gallery")

    class Why(models.TextChoices):
        RIGHTS = "rights", _("It is not, or not only, the work of who sent it")
        PEOPLE = "people", _("It shows or names a real person")
        AGES = "ages", _("It is not for all ages")
        ADVERTISING = "advertising", _("It advertises something")
        WORDS = "words", _("Its words do not say what it shows")
        OTHER = "other", _("Another reason")
        REPORT = "report", _("It was reported, and somebody decided about the report")

    class Proposal(models.TextChoices):
        OPEN = "open", _("proposed as the picture of its card")
        ACCEPTED = "accepted", _("the picture of its card")
        REFUSED = "refused", _("not the picture of its card")

    artist = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    tag = models.CharField(max_length=6)
    named = models.BooleanField(default=False)
    kind = models.CharField(max_length=7, choices=Kind)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    title = models.CharField(max_length=TITLE)
    text = models.TextField(max_length=TEXT, blank=True)
    picture = models.CharField(max_length=32, blank=True)
    alt = models.CharField(max_length=ALT, blank=True)
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    card = models.ForeignKey("decks.Card", null=True, on_delete=models.SET_NULL, related_name="+")
    licence = models.CharField(max_length=10)
    licence_version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    sent_at = models.DateTimeField()
    why = models.CharField(max_length=11, choices=Why, blank=True)
    reason = models.CharField(max_length=REASON, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    appeal = models.CharField(max_length=APPEAL, blank=True)
    answer = models.CharField(max_length=REASON, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    proposal = models.CharField(max_length=8, choices=Proposal, blank=True)
    proposal_reason = models.CharField(max_length=REASON, blank=True)
    card_picture = models.ForeignKey(
        "decks.CardPicture", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-sent_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(kind="picture") & ~Q(picture="") & ~Q(alt=""))
                | (Q(kind="story", picture="") & ~Q(text="")),
                name="gallery_picture_has_words_and_a_story_is_some",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "shown")) | ~Q(why=""), name="gallery_no_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(proposal="") | Q(kind="picture"), name="gallery_only_a_picture_is_proposed"
            ),
        ]
        indexes = [
            models.Index(fields=["-decided_at", "-id"], condition=Q(state="shown"), name="gallery_shown"),
            models.Index(
                fields=["card", "-decided_at"], condition=Q(state="shown"), name="gallery_shown_at_card"
            ),
            models.Index(fields=["sent_at"], condition=Q(state="waiting"), name="gallery_waiting"),
            models.Index(
                fields=["decided_at"],
                condition=Q(state__in=("refused", "removed")),
                name="gallery_not_shown",
            ),
            models.Index(fields=["sent_at"], condition=Q(proposal="open"), name="gallery_proposed"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def appeals(self) -> bool:
        """Whether an appeal waits for its answer."""
        return bool(self.appeal) and self.answered_at is None
