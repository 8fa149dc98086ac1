"""Organizations, who belongs to them, their venues, and whom they do not let in."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.telling import Tells, Told, new_salt

NAME_LENGTH = 80


class Level(models.IntegerChoices):
    """How large an event is meant: what an organization may hold without a second look of the office."""

    EVENING = 1, _("evening")
    OPEN = 2, _("open event")
    CHAMPIONSHIP = 3, _("championship")


NO_LEVEL = 0


class Organization(Told):
    """Somebody who holds events: a club, a shop, a school, a federation.

    ``level``: up to which :class:`Level` the office trusts it, 0 for not at all; ``asked_level``: for which it asks.
    One that has ended keeps its row, because its past events point at it; its name is free again.
    """

    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        SHOP = "shop", _("shop")
        SCHOOL = "school", _("school")
        FEDERATION = "federation", _("federation")

    tells = Tells(
        fields="level asked_level sanctioned_by_id created_by_id ended_at",
        event="slug",
        book="o",
        about="organization",
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=NAME_LENGTH * 4)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CLUB)
    about = models.TextField(max_length=2000, blank=True)
    website = models.URLField(max_length=200, blank=True)
    level = models.PositiveSmallIntegerField(default=NO_LEVEL)
    asked_level = models.PositiveSmallIntegerField(default=NO_LEVEL)
    asked_why = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(null=True)
    level_note = models.CharField(max_length=300, blank=True)
    sanctioned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    founded_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["folded", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["folded"], condition=Q(ended_at=None), name="one_organization_of_this_name"
            ),
            models.CheckConstraint(
                condition=Q(level__lte=3, asked_level__lte=3), name="organization_level_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=~Q(asked_level=NO_LEVEL), name="organizations_that_ask"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def chain_key(self) -> str:
        """Key of its ledger chain."""
        return f"o-{self.slug}"

    @property
    def level_label(self) -> str:
        """Its level in words; empty for one that the office has said nothing of."""
        return str(Level(self.level).label) if self.level else ""


class Member(Told):
    """A role one person holds in an organization; one person may hold several."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        JUDGE = "judge", _("judge")
        HELPER = "helper", _("helper")

    tells = Tells(fields="user_id role", event="organization__slug", book="o", about="organization")
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="member_of")
    role = models.CharField(max_length=12, choices=Role)
    since = models.DateTimeField()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "user", "role"], name="member_role_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} of organization {self.organization_id}"


class Asked(models.Model):
    """An organization asks an account to take a role: nothing is done in its name before its owner says yes.

    ``user`` is None when nobody signs in with ``username``: the organization sees the same either way.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="asked")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="asked_by_organizations"
    )
    username = models.CharField(max_length=60)
    role = models.CharField(max_length=12, choices=Member.Role)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "username", "role"], name="asked_once")
        ]

    def __str__(self) -> str:
        return f"asked {self.pk} by organization {self.organization_id}"


class Venue(models.Model):
    """A place where an organization plays; ``closed_at``: no new event is held there.

    ``latitude`` and ``longitude``: its place on the map in degrees, both or neither. ``tables``: how many fit, 0 where
    nobody counted.
    """

    class Country(models.TextChoices):
        NETHERLANDS = "NL", _("Netherlands")
        BELGIUM = "BE", _("Belgium")

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    folded = models.CharField(max_length=320)
    street = models.CharField(max_length=120, blank=True)
    postcode = models.CharField(max_length=10, blank=True)
    town = models.CharField(max_length=80)
    country = models.CharField(max_length=2, choices=Country, default=Country.NETHERLANDS)
    latitude = models.FloatField(null=True, validators=[MinValueValidator(-90), MaxValueValidator(90)])
    longitude = models.FloatField(null=True, validators=[MinValueValidator(-180), MaxValueValidator(180)])
    tables = models.PositiveIntegerField(default=0)
    wheelchair = models.BooleanField(default=False)
    hours = models.TextField(max_length=500, blank=True)
    house_rules = models.TextField(max_length=1000, blank=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["folded", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "folded"], condition=Q(closed_at=None), name="one_venue_of_this_name"
            ),
            models.CheckConstraint(
                condition=Q(latitude=None, longitude=None)
                | Q(latitude__range=(-90, 90), longitude__range=(-180, 180)),
                name="venue_on_the_map",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.town}"

    @property
    def address(self) -> str:
        """Its address on one line."""
        place = " ".join(part for part in (self.postcode, self.town) if part)
        return ", ".join(part for part in (self.street, place) if part)


class Bar(Told):
    """Somebody whom an organization does not let into its events, until a day or until it is lifted.

    ``user`` is None when nobody signs in with ``username``, as with :class:`Asked`.
    """

    tells = Tells(
        fields="user_id until lifted_at",
        words="reason",
        event="organization__slug",
        book="o",
        about="organization",
    )
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="bars")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="barred_by"
    )
    username = models.CharField(max_length=60)
    reason = models.CharField(max_length=300)
    salt = models.CharField(max_length=32, default=new_salt)
    until = models.DateTimeField(null=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "username"], condition=Q(lifted_at=None), name="barred_once"
            )
        ]

    def __str__(self) -> str:
        return f"bar {self.pk} of organization {self.organization_id}"
