"""People and personal links."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.names import sort_name


class User(AbstractUser):
    """A person. ``display_name`` is public; the real name is for staff of a tournament entered, only.

    ``is_office`` marks the sanctioning office, which approves organized play.
    """

    display_name = models.CharField(_("display name"), max_length=60)
    sort_name = models.CharField(max_length=80, db_index=True, editable=False)
    real_name = models.CharField(_("real name"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True)
    is_office = models.BooleanField(_("office"), default=False)
    first_name = None  # type: ignore[assignment]  # one real name field instead of two
    last_name = None  # type: ignore[assignment]  # one real name field instead of two

    def __str__(self) -> str:
        return self.display_name or self.username

    def get_short_name(self) -> str:
        """The public name, for the menu."""
        return self.display_name

    def get_full_name(self) -> str:
        """The real name when given, else the public one."""
        return self.real_name or self.display_name

    def save(self, *args: object, **kwargs: object) -> None:
        """Keep the stored sort key true to the name."""
        self.display_name = self.display_name or self.username
        self.sort_name = sort_name(self.display_name)[:80]
        super().save(*args, **kwargs)  # type: ignore[arg-type]  # Django's own signature


class PersonalLink(models.Model):
    """A secret address that signs one person in without a password; only its hash is stored.

    ``scope`` is the chain key of the tournament it was made for, so that staff can withdraw it.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link of {self.user_id}"
