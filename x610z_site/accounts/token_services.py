"""Tokens for programs: made after the password, shown once, used, ended."""

import secrets
from datetime import timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name

from .models import ApiToken
from .services import AboutAccount, own_account, token_hash

SCOPES = {
    "read": gettext_lazy("Read what I may read"),
    "play": gettext_lazy("Play: enter, check in, decks, results"),
    "organize": gettext_lazy("Organize: tournaments, entries, rounds, results"),
    "judge": gettext_lazy("Judge: disputes and penalties"),
}
"""What a token may be allowed. The rights of its owner are asked as well, every time."""
PREFIX = "x610z_"
MOST_DAYS = 365
MOST_TOKENS = 20
NOTED_EVERY = timedelta(minutes=1)


class TokenMade(TypedDict):
    """The token, which is stored nowhere."""

    token: str


def living(user_id: int) -> list[ApiToken]:
    """The tokens of a person that may still work, newest first."""
    rows = ApiToken.objects.filter(user_id=user_id, ended_at=None, expires_at__gt=timezone.now())
    return list(rows.order_by("-made_at", "-pk"))


@command("token.create")
def token_create(cmd: Command, *, name: str, scopes: list[str], days: int, current: str) -> TokenMade:
    """A token, after the password was said again. Called without a key: the answer is a secret and is not stored."""
    user = own_account(cmd, current)
    wanted = [scope for scope in SCOPES if scope in scopes]
    if not wanted:
        raise UserError("scopes", _("Choose at least one thing it may do."), field="scopes")
    if not 1 <= days <= MOST_DAYS:
        raise UserError("days", _("Choose between 1 and 365 days."), field="days")
    name = clean_name(name)[:60]
    if not name:
        raise UserError("name", _("Enter a name by which you know it again."), field="name")
    if len(living(user.pk)) >= MOST_TOKENS:
        raise UserError("too_many", _("You have 20 tokens already. End one first."))
    token = f"{PREFIX}{secrets.token_urlsafe(32)}"
    made = ApiToken.objects.create(
        user=user,
        name=name,
        token_hash=token_hash(token),
        scopes=wanted,
        epoch=user.session_epoch,
        made_at=cmd.at,
        expires_at=cmd.at + timedelta(days=days),
    )
    cmd.record(user=user.pk, token=made.pk, scopes=wanted, days=days)
    return {"token": token}


@command("token.end")
def token_end(cmd: Command, *, number: int) -> AboutAccount:
    """End one of the actor's tokens; one that was ended stays ended."""
    ended = ApiToken.objects.filter(user=cmd.actor.user, pk=number, ended_at=None).update(ended_at=cmd.at)
    cmd.record(user=cmd.actor.user.pk, token=number if ended else None)
    return {"user": cmd.actor.user.pk}


def token_of(said: str) -> ApiToken | None:
    """The living token with this text, its owner with it; None for any other."""
    if not said.startswith(PREFIX) or len(said) > 100 or not said.isascii():
        return None
    found = ApiToken.objects.select_related("user").filter(token_hash=token_hash(said)).first()
    if found is None or found.ended_at is not None or found.expires_at <= timezone.now():
        return None
    owner = found.user
    return found if owner.is_active and not owner.guest_of and found.epoch == owner.session_epoch else None


def token_used(token: ApiToken) -> None:
    """Note that a token was used, at most once a minute; nobody's act, so no ledger says it."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
