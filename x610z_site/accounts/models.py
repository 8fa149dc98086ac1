"""People, guests of one tournament, and the personal links that let guests in."""

import uuid
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from ledger.names import sort_name


class User(AbstractUser):
    """A person. ``display_name`` is public; the real name is for staff of a tournament entered, only.

    ``time_zone``: by whose clock appointments are read and shown; empty: that of the site. ``is_office`` marks the
    sanctioning office, which approves organized play. ``guest_of`` marks somebody without an account: the chain key
    of the one tournament this person exists for; the database refuses such a person every other right.
    ``guest_since``: when the link was opened whose session is the guest's present one.
    ``unread_notices`` is kept by whoever writes notices, because the frame of every page shows it and reads this row.
    ``session_epoch`` is part of what every session is checked against: one more, and all earlier ones are over.
    """

    display_name = models.CharField(_("display name"), max_length=60)
    sort_name = models.CharField(max_length=80, db_index=True, editable=False)
    real_name = models.CharField(_("real name"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True, default="", db_default="")
    is_office = models.BooleanField(_("office"), default=False)
    guest_of = models.CharField(max_length=80, blank=True, db_index=True, editable=False)
    guest_since = models.DateTimeField(null=True, editable=False)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    second_step_at = models.DateTimeField(null=True, editable=False)
    unread_notices = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    first_name = None  # type: ignore[assignment]  # one real name field instead of two
    last_name = None  # type: ignore[assignment]  # one real name field instead of two

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                name="a_guest_has_no_password_and_no_right",
                condition=models.Q(guest_of="")
                | models.Q(
                    is_office=False,
                    is_staff=False,
                    is_superuser=False,
                    password__startswith="!",  # noqa: S106 - how Django marks that there is none
                ),
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.username

    @property
    def may_use_power(self) -> bool:
        """Whether the office, a head judge or a keeper may act as such: with a second step, where one is asked for."""
        return self.second_step_at is not None or not settings.SECOND_STEP_REQUIRED

    @property
    def works_as_office(self) -> bool:
        """Whether this is the office, and signed in as strongly as the office must be."""
        return self.is_office and self.may_use_power

    def has_perm(self, perm: str, obj: models.Model | None = None) -> bool:
        """Permissions (a keeper's) are powers too."""
        return self.may_use_power and super().has_perm(perm, obj)

    @property
    def guest_home(self) -> str:
        """The one page a guest comes back to; empty for an account."""
        return f"/t/{self.guest_of.removeprefix('t-')}/me/" if self.guest_of else ""

    def get_short_name(self) -> str:
        """The public name, for the menu."""
        return self.display_name

    def get_full_name(self) -> str:
        """The real name when given, else the public one."""
        return self.real_name or self.display_name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session of this person must carry: another password or another epoch ends it."""
        said = f"{self.session_epoch}:{self.password}"
        return salted_hmac("x610z_site.accounts.session", said, secret=secret, algorithm="sha256").hexdigest()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the stored sort key true to the name."""
        self.display_name = self.display_name or self.username
        self.sort_name = sort_name(self.display_name)[:80]
        super().save(*args, **kwargs)


class PersonalLink(models.Model):
    """A secret that lets one guest in, once; only its hash is stored.

    The tournament is the guest's (``guest_of``). A guest has one link that is not revoked, used or not: opening a
    second time asks for a new one, and a new one ends the session of the one before.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(revoked_at=None), name="one_link_for_each_guest"
            )
        ]

    def __str__(self) -> str:
        return f"link of {self.user_id}"


class Session(AbstractBaseSession):
    """One signed-in browser (or one with a message to show): whose, what device, since when, when last used.

    ``public_id`` names it on its owner's page: the key itself is the secret in the cookie.
    """

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="sessions")
    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    device = models.CharField(max_length=60, blank=True)
    since = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> Any:
        """The store that reads and writes this table."""
        from .sessions import SessionStore

        return SessionStore


class ApiToken(models.Model):
    """A key with which a program acts for its owner through the API, and nowhere else; only its hash is stored.

    ``epoch`` is the owner's when it was made: a new password, or the end of all sessions, ends it too.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    epoch = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"token of {self.user_id}"

    def allows(self, scope: str) -> bool:
        """Whether its owner let it do this."""
        return scope in self.scopes


class Tries(models.Model):
    """How often something was tried in the present window; ``key`` is a hash of what."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} tries since {self.since}"


class SecondStep(models.Model):
    """The authenticator app of an account: its sealed secret, and the last step whose code was used.

    ``User.second_step_at`` says since when a second step is asked for: this app, or a passkey.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_step")
    secret = models.CharField(max_length=200)
    last_step = models.BigIntegerField(default=-1)

    def __str__(self) -> str:
        return f"second step of {self.user_id}"


class RecoveryCode(models.Model):
    """A code for the day the phone is lost; only its keyed hash is stored, and it is deleted when used."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"


class Passkey(models.Model):
    """One passkey (WebAuthn): its public key and what its owner calls it; nothing here lets anybody in.

    ``handle`` is what the device keeps instead of a name: the same random one for all passkeys of a person.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(_("name"), max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    handle = models.CharField(max_length=64)
    sign_count = models.BigIntegerField(default=0)
    added_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"passkey of {self.user_id}"


class SpentChallenge(models.Model):
    """A challenge that a passkey has answered; its hash is kept so that none is answered twice."""

    sha256 = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"challenge answered {self.at}"


class Recovery(models.Model):
    """A new password for somebody who forgot theirs: asked for by one person, agreed to by a second.

    The second person is shown the code once and hands it over; only its hash is stored. Until it is used the owner,
    should they be signed in somewhere, sees it and can stop it. ``tournament``: the one whose desk asked; then the
    person who agrees is the first of the office.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recoveries")
    asked_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recoveries_asked")
    asked_at = models.DateTimeField()
    agreed_by = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="recoveries_agreed")
    code_hash = models.CharField(max_length=64, blank=True, db_index=True)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.SET_NULL, related_name="recoveries"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(ended_at=None), name="one_open_recovery_for_each_account"
            )
        ]

    def __str__(self) -> str:
        return f"recovery of {self.user_id}"


class MailAddress(models.Model):
    """Where an account may be reached by mail, if its owner wants that; nobody else is shown it.

    ``address`` was verified by a link that arrived there; ``wanted`` was only typed and proves nothing. The link
    (its hash) is good for ``wanted`` until ``expires_at``. Several accounts may have one address: a parent's.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="mail_address")
    address = models.CharField(max_length=254, blank=True, db_index=True)
    verified_at = models.DateTimeField(null=True)
    wanted = models.CharField(max_length=254, blank=True)
    token_hash = models.CharField(max_length=64, blank=True, db_index=True)
    expires_at = models.DateTimeField(null=True)
    language = models.CharField(max_length=5, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="an_address_counts_when_it_was_verified",
                condition=models.Q(address="", verified_at=None)
                | (~models.Q(address="") & models.Q(verified_at__isnull=False)),
            )
        ]

    def __str__(self) -> str:
        return f"mail address of {self.user_id}"


class MailReset(models.Model):
    """A link to a new password that was mailed to a verified address; only its hash is stored, and one lives."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_resets")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(ended_at=None), name="one_mailed_link_for_each_account"
            )
        ]

    def __str__(self) -> str:
        return f"mailed link of {self.user_id}"


class Letter(models.Model):
    """A mail on its way, gone once it is sent. It holds no secret: that is made when the mail is.

    ``said``: of a forgotten password what was typed, of a notice the address it goes to.
    """

    class Kind(models.TextChoices):
        """What the mail is about."""

        FORGOTTEN = "forgotten", "somebody forgot a password; whoever that is"
        RESET = "reset", "a link to a new password"
        VERIFY = "verify", "a link to verify an address"
        PASSWORD = "password", "the password changed"
        STEP = "step", "the second step changed"
        ADDRESS = "address", "the address changed"
        ASKED = "asked", "the office was asked for a new password"

    kind = models.CharField(max_length=10, choices=Kind)
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="letters")
    said = models.CharField(max_length=254, blank=True)
    tries = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"letter {self.pk}: {self.kind}"
