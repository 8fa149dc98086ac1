"""The fee of an event, every coin that came in or went out, closed tills, prizes, payments under way online."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.locks import LockClass
from ledger.telling import Tells, Told
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

TILL_LOCK = LockClass("till", 61005)
"""Of one tournament's money: two desks take the same fee once, and nothing is booked while a till is closed."""
BOOK = "m"
"""The book beside the event's ledger that tells of money: what somebody paid, and by which price, is the till's."""


def money_book(tournament: Tournament) -> str:
    """Key of the chain in which a tournament's money is written."""
    return f"{BOOK}-{tournament.slug}"


class Fee(Told):
    """What an event costs. A price in the place of the full one is a reduction; early: entered until that moment."""

    tells = Tells(
        fields="cents currency member_cents young_cents early_cents early_until", event="tournament__slug"
    )
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="+")
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default="EUR")
    member_cents = models.PositiveIntegerField(null=True)
    young_cents = models.PositiveIntegerField(null=True)
    early_cents = models.PositiveIntegerField(null=True)
    early_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.cents} {self.currency} for {self.tournament_id}"


class Prize(Told):
    """Something to win: by place, by lot among all who played, or for everybody.

    ``first`` to ``last``: the places; of a lottery ``last`` is how many are drawn. ``cents``: money, else goods.
    Of a lottery ``seal`` is the hash of ``seed``, published when the prize is announced; ``drawn_from`` are the numbers
    of the entries among whom was drawn.
    """

    class By(models.TextChoices):
        PLACE = "place", _("by place")
        LOT = "lot", _("by lot")
        ALL = "all", _("for everybody")

    tells = Tells(
        fields="number by first last cents what seal drawn_at drawn_from",
        sealed="seed",
        event="tournament__slug",
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    by = models.CharField(max_length=5, choices=By)
    first = models.PositiveIntegerField(default=1)
    last = models.PositiveIntegerField(default=1)
    what = models.CharField(max_length=80)
    cents = models.PositiveIntegerField(default=0)
    seal = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    drawn_at = models.DateTimeField(null=True)
    drawn_from = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_prize_per_number")]

    def __str__(self) -> str:
        return f"{self.what} of {self.tournament_id}"


class OnlinePayment(Told):
    """A fee on its way through a provider: what was asked for, and what the provider answered.

    ``key``: under which the provider is asked, so that asking again asks once. ``reference``: the provider's own name
    of it. ``address``: where the payer goes.
    """

    class State(models.TextChoices):
        BEGUN = "begun", _("being prepared")
        OPEN = "open", _("not paid yet")
        PAID = "paid", _("paid")
        FAILED = "failed", _("not paid")
        REFUNDING = "refunding", _("being paid back")
        REFUNDED = "refunded", _("paid back")

    tells = Tells(
        fields="entry_id provider reference state cents currency reduction",
        event="tournament__slug",
        book=BOOK,
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    provider = models.CharField(max_length=10)
    key = models.CharField(max_length=36, unique=True)
    reference = models.CharField(max_length=120, blank=True)
    address = models.CharField(max_length=1000, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.BEGUN)
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    reduction = models.CharField(max_length=6, blank=True)
    begun_at = models.DateTimeField()
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "reference"], condition=~Q(reference=""), name="one_payment_per_reference"
            )
        ]
        indexes = [models.Index(fields=["asked_at"], condition=Q(state="open"), name="payments_under_way")]

    def __str__(self) -> str:
        return f"{self.provider} {self.reference} {self.state}"


class Booking(Told):
    """One row of the till: ``cents`` above zero came in, below zero went out. Rows are added and never changed.

    ``about``: the row that a refund or a reversal is about. ``till``: the number of the closing that counts it.
    ``reduction``: by which price a fee was paid. ``taken_by`` is nobody where a provider told of it.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("fee")
        REFUND = "refund", _("paid back")
        PRIZE = "prize", _("prize")
        REVERSAL = "reversal", _("reversed")

    class Method(models.TextChoices):
        CASH = "cash", _("cash")
        CARD = "card", _("card terminal")
        TRANSFER = "transfer", _("bank transfer")
        ONLINE = "online", _("online")
        GOODS = "goods", _("goods")

    class Price(models.TextChoices):
        FULL = "", _("full price")
        MEMBER = "member", _("member")
        YOUNG = "young", _("under 16")
        EARLY = "early", _("entered early")

    tells = Tells(
        fields="number entry_id kind method cents currency reduction about_id prize_id payment_id till "
        "taken_by_id",
        event="tournament__slug",
        book=BOOK,
        stays=True,
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    method = models.CharField(max_length=8, choices=Method)
    cents = models.IntegerField()
    currency = models.CharField(max_length=3)
    reduction = models.CharField(max_length=6, choices=Price, blank=True)
    about = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    prize = models.ForeignKey(Prize, null=True, on_delete=models.PROTECT, related_name="+")
    payment = models.ForeignKey(OnlinePayment, null=True, on_delete=models.PROTECT, related_name="+")
    till = models.PositiveIntegerField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_booking_per_number"),
            models.UniqueConstraint(fields=["about"], condition=Q(kind="reversal"), name="reversed_once"),
            models.UniqueConstraint(fields=["payment"], condition=Q(kind="fee"), name="booked_once"),
            models.CheckConstraint(condition=~Q(kind="fee") | Q(cents__gte=0), name="a_fee_comes_in"),
            models.CheckConstraint(
                condition=~Q(kind__in=("refund", "prize")) | Q(cents__lte=0), name="a_refund_goes_out"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.cents} {self.currency} of entry {self.entry_id}"


class TillClosing(Told):
    """A till that was counted: ``begun_cents`` lay in it as change, ``expected_cents`` should, ``counted_cents`` do."""

    tells = Tells(
        fields="number currency begun_cents expected_cents counted_cents closed_by_id",
        event="tournament__slug",
        book=BOOK,
        stays=True,
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    begun_cents = models.PositiveIntegerField()
    expected_cents = models.IntegerField()
    counted_cents = models.PositiveIntegerField()
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_closing_per_till")]

    def __str__(self) -> str:
        return f"till {self.number} of {self.tournament_id}"

    @property
    def difference(self) -> int:
        """What was counted more than expected; below zero where some is missing."""
        return self.counted_cents - self.expected_cents
