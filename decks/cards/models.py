"""The catalogue: sets, cards, their revisions, rulings, lists of what is legal, and frozen pools.

A :class:`CardRevision` is never changed: triggers of the database refuse it (migration 0002). What is printed today
stands again on :class:`Card` in columns to search by; ``writing.publish`` is the only place that fills them.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CatalogueState(models.Model):
    """One row: ``stamp`` changes with every write, for caches and ETags; ``packaged`` says which act files are loaded.

    Anyone who writes locks this row first, so writes to the catalogue come one after the other.
    """

    stamp = models.CharField(max_length=32)
    packaged = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"catalogue {self.stamp}"


class CardSet(models.Model):
    """One print run of an act; ``code`` is how collector's numbers begin: "D1.1" (307.2)."""

    code = models.CharField(max_length=12, unique=True)
    game = models.CharField(max_length=20, default="x610z")
    act = models.CharField(max_length=8)
    print_run = models.CharField(max_length=4)
    name = models.CharField(max_length=80, blank=True)
    name_nl = models.CharField(max_length=80, blank=True)
    released_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return self.code


class Card(models.Model):
    """One card by its collector's number (307.2), with today's printed parts as columns to search by.

    ``number`` is the whole number, ``short`` the one without size and rarity that addresses use. ``restriction`` None
    means infinity (304.3b). The ``_key`` columns are folded: both languages, without accents or letter case.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="cards")
    number = models.CharField(max_length=40, unique=True)
    short = models.CharField(max_length=30, unique=True)
    current = models.ForeignKey("CardRevision", null=True, on_delete=models.PROTECT, related_name="+")
    picture = models.ForeignKey("CardPicture", null=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=80, unique=True)
    name_nl = models.CharField(max_length=80, blank=True)
    kind = models.CharField(max_length=20)
    card_class = models.CharField(max_length=30, blank=True)
    element = models.CharField(max_length=30, blank=True)
    crew = models.CharField(max_length=30, blank=True)
    rarity = models.CharField(max_length=4)
    cost = models.PositiveSmallIntegerField(default=0)
    mystic = models.PositiveSmallIntegerField(default=0)
    boost = models.PositiveSmallIntegerField(default=0)
    robiumm = models.PositiveSmallIntegerField(default=0)
    colorless = models.PositiveSmallIntegerField(default=0)
    movement = models.PositiveSmallIntegerField(null=True)
    attack = models.PositiveSmallIntegerField(null=True)
    defense = models.PositiveSmallIntegerField(null=True)
    speed = models.PositiveSmallIntegerField(null=True)
    range = models.PositiveSmallIntegerField(null=True)
    restriction = models.PositiveSmallIntegerField(null=True)
    permanent = models.BooleanField(default=False)
    ours = models.BooleanField(default=False)
    manual = models.BooleanField(default=False)
    tested = models.BooleanField(default=False)
    name_key = models.CharField(max_length=180)
    text_key = models.TextField(blank=True)
    words_key = models.TextField()

    class Meta:
        ordering = ["short"]

    def __str__(self) -> str:
        return f"{self.short} {self.name}"


class CardRevision(models.Model):
    """One printed form of a card, never changed afterwards.

    ``parts`` are the printed parts of rules 300 to 308 as in an import file, ``face`` the same as the engine reads
    them, ``tree`` what the text means (None when a judge decides). ``sha256`` covers ``parts``. ``origin`` says where
    the form came from: the packaged act files, the page of a keeper, or an imported file.
    """

    class Origin(models.TextChoices):
        PACKAGED = "packaged", _("comes with the site")
        KEEPER = "keeper", _("typed in")
        IMPORT = "import", _("imported")

    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="revisions")
    revision = models.PositiveIntegerField()
    parts = models.JSONField()
    face = models.JSONField()
    tree = models.JSONField(null=True)
    grammar = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    effective_on = models.DateField()
    reason = models.CharField(max_length=300, blank=True)
    origin = models.CharField(max_length=10, choices=Origin)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["revision"]
        constraints = [
            models.UniqueConstraint(fields=["card", "revision"], name="one_card_revision_per_number")
        ]

    def __str__(self) -> str:
        return f"revision {self.revision} of card {self.card_id}"


class Printing(models.Model):
    """A card printed again under another collector's number (307.2): the same card, so copies are counted together.

    What a player reads and plays with stays on the card; a printing has only what a reprint may change. ``number``
    and ``short`` are unique over cards and printings together: the services see to that. Never changed afterwards.
    """

    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="printings")
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="printings")
    number = models.CharField(max_length=40, unique=True)
    short = models.CharField(max_length=30, unique=True)
    rarity = models.CharField(max_length=4)
    illustrator = models.CharField(max_length=300, blank=True)
    flavor = models.CharField(max_length=300, blank=True)
    legal = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["short"]

    def __str__(self) -> str:
        return f"{self.short} of card {self.card_id}"


class CardPicture(models.Model):
    """A picture of a printed card with the credit it is shown under; never changed, only replaced or taken away.

    The cards of a game without a catalogue stand in no table of cards: such a picture has no ``card`` but a ``game``,
    and the newest one of a ``number`` is shown, unless it was taken away.

    ``name`` is what addresses and storage know it by: random, so no removed picture is found by trying. ``number``
    and ``revision`` say which printing and which form of the card it shows. ``sha256`` covers the large file;
    ``width`` and ``height`` are its pixels. The row stays when the picture is taken away, the files go.
    """

    card = models.ForeignKey(Card, null=True, blank=True, on_delete=models.PROTECT, related_name="pictures")
    game = models.CharField(max_length=20, blank=True, default="", db_default="")
    number = models.CharField(max_length=40)
    revision = models.PositiveIntegerField()
    name = models.CharField(max_length=32, unique=True)
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    credit = models.CharField(max_length=120)
    licence = models.CharField(max_length=120)
    source = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    removed_at = models.DateTimeField(null=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    removed_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(card=None) ^ models.Q(game=""), name="a_picture_is_of_one_card"
            )
        ]

    def __str__(self) -> str:
        return f"picture {self.pk} of card {self.card_id or self.number}"


class Ruling(models.Model):
    """What was decided about a card, in both languages, with the rules it rests on (identifiers of the rule book).

    A ruling is not edited: it is withdrawn on a day and a better one given.
    """

    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="rulings")
    given_on = models.DateField()
    text = models.CharField(max_length=600)
    text_nl = models.CharField(max_length=600, blank=True)
    rules = models.JSONField(default=list)
    withdrawn_on = models.DateField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["given_on", "pk"]

    def __str__(self) -> str:
        return f"ruling of {self.given_on} on card {self.card_id}"


class LegalityList(models.Model):
    """A list of what is banned or restricted; ``default`` marks the one a game uses when none is named."""

    key = models.SlugField(max_length=40, unique=True)
    game = models.CharField(max_length=20, default="x610z")
    name = models.CharField(max_length=80)
    name_nl = models.CharField(max_length=80, blank=True)
    default = models.BooleanField(default=False)

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(default=True), name="one_default_legality_list"
            )
        ]

    def __str__(self) -> str:
        return self.key


class LegalityEntry(models.Model):
    """A card on a list: at most ``limit`` copies (0 = banned) from the first day to the last, both included.

    The cards of a game without a catalogue stand in no table of cards: such an entry has no ``card`` but a ``number``.
    """

    of = models.ForeignKey(LegalityList, on_delete=models.PROTECT, related_name="entries")
    card = models.ForeignKey(Card, null=True, blank=True, on_delete=models.PROTECT, related_name="legality")
    number = models.CharField(max_length=40, blank=True, default="", db_default="")
    limit = models.PositiveSmallIntegerField()
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    reason_nl = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-starts_on", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(card=None) ^ models.Q(number=""), name="an_entry_is_about_one_card"
            )
        ]

    def __str__(self) -> str:
        return f"{self.of_id}: card {self.card_id or self.number} at most {self.limit}"


class PoolSnapshot(models.Model):
    """A pool of a game as it was compiled on a day, found by the hash of its content; never changed.

    ``cards`` is the JSON of the game's cards in order. The newest snapshot of a ``key`` is what the key means when the
    game does not package a pool of that name; two games never share a key.
    """

    game = models.CharField(max_length=20, default="x610z", db_default="x610z")
    key = models.CharField(max_length=40)
    sha256 = models.CharField(max_length=64)
    label = models.CharField(max_length=80, blank=True)
    label_nl = models.CharField(max_length=80, blank=True)
    size = models.PositiveIntegerField()
    cards = models.TextField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["key", "sha256"], name="one_snapshot_per_content")]

    def __str__(self) -> str:
        return f"{self.key} {self.sha256[:10]}"


class EnteredRevision(models.Model):
    """One printed form of a card that a keeper entered, of a game whose cards stand in no catalogue; never changed.

    The newest one is printed. ``parts`` are the printed parts as in an import file; the game's card is read from them.
    The cards that come with a game have no row here.
    """

    game = models.CharField(max_length=20)
    number = models.CharField(max_length=40)
    revision = models.PositiveIntegerField()
    parts = models.JSONField()
    sha256 = models.CharField(max_length=64)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["game", "number", "revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "revision"], name="one_entered_revision_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"revision {self.revision} of {self.number}"


class CardImport(models.Model):
    """A file somebody wants to import: kept from the preview to the one confirmation, and safe to confirm twice.

    ``plan`` is the hash of what the preview promised; ``applied_at`` and ``outcome`` are set by the confirmation.
    """

    token = models.CharField(max_length=40, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    game = models.CharField(max_length=20, default="x610z", db_default="x610z")
    filename = models.CharField(max_length=120)
    form = models.CharField(max_length=4)
    text = models.TextField()
    plan = models.CharField(max_length=64)
    applied_at = models.DateTimeField(null=True)
    outcome = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"import {self.token[:6]}"


class PlayTest(models.Model):
    """How a card plays in a pool, as far as it has been played; who asks the same again finds the same row.

    ``key`` hashes everything that decides the answer: game, content of the pool, content of the card, version of the
    engine, how many deals and the seed. ``card`` is the JSON of the game's card in a list of one, so the job needs no
    table of cards, and ``card_sha256`` hashes what matters to a game. ``tally`` are the sums over the first ``done``
    deals (:class:`rules_engine.kernel.playtest.Tally`). ``attempts`` counts how often the job stood still since its
    last progress; ``touched_at`` is that progress, or when the job was sent again. ``asked_by``: nobody, where the site
    itself asked.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being played")
        DONE = "done", _("played")
        FAILED = "failed", _("stopped")

    key = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=20)
    pool = models.CharField(max_length=40)
    pool_sha256 = models.CharField(max_length=64)
    card = models.TextField()
    card_sha256 = models.CharField(max_length=64)
    semantics = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    seed = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    tally = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="play_tests"
    )
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()

    class Meta:
        ordering = ["-asked_at", "-pk"]
        indexes = [
            models.Index(fields=["state", "touched_at"], name="play_tests_waiting"),
            models.Index(fields=["pool_sha256", "card_sha256"], name="play_tests_of_pool"),
        ]

    def __str__(self) -> str:
        return f"play test {self.pk}"

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in (self.State.DONE, self.State.FAILED)
