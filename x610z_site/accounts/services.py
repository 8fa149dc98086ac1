"""Writing people: sign-up, names, personal links."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, UserError
from ledger.names import clean_name, fold

from .models import PersonalLink, User

LINK_DAYS = 14


def token_hash(token: str) -> str:
    """What is stored of a personal link: not enough to sign in with."""
    return hashlib.sha256(token.encode()).hexdigest()


@command("account.create")
def account_create(
    cmd: Command, *, username: str, password: str, display_name: str, language: str = ""
) -> dict[str, Any]:
    """Make an account; the display name is what other players see."""
    display_name, username = clean_name(display_name)[:60], fold(username)[:60]
    problems = []
    if len(username) < 3 or not username.replace("-", "").replace("_", "").replace(".", "").isalnum():
        problems.append(Problem("username", _("Use at least three letters or digits."), "username"))
    elif User.objects.filter(username=username).exists():
        problems.append(Problem("username_taken", _("This name is taken. Choose another."), "username"))
    if len(display_name) < 2:
        problems.append(Problem("display_name", _("Write the name other players may see."), "display_name"))
    try:
        validate_password(password)
    except ValidationError as error:
        problems.extend(Problem("password", text, "password") for text in error.messages)
    if problems:
        raise UserError("invalid", "", problems=problems)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                username, password=password, display_name=display_name, language=language
            )
    except IntegrityError as error:
        raise UserError(
            "username_taken", _("This name is taken. Choose another."), field="username"
        ) from error
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("account.make_office")
def account_make_office(cmd: Command, *, user: Any) -> dict[str, Any]:
    """Mark a person as the sanctioning office, which approves organized play."""
    user.is_office = True
    user.save(update_fields=["is_office"])
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("link.create")
def link_create(cmd: Command, *, user: Any, scope: str) -> dict[str, Any]:
    """A new personal link; the earlier ones of the same scope stop working. Returns its token once."""
    PersonalLink.objects.filter(user=user, scope=scope, revoked_at=None).update(revoked_at=cmd.at)
    token = secrets.token_urlsafe(18)
    PersonalLink.objects.create(
        user=user, token_hash=token_hash(token), scope=scope, expires_at=cmd.at + timedelta(days=LINK_DAYS)
    )
    cmd.record(user=user.pk, scope=scope)
    return {"token": token}


@command("link.use")
def link_use(cmd: Command, *, token_sha256: str) -> dict[str, Any]:
    """Whom a personal link signs in; an unknown, old or withdrawn one is refused in the same words."""
    link = (
        PersonalLink.objects.select_related("user").filter(token_hash=token_sha256, revoked_at=None).first()
    )
    if link is None or link.expires_at < cmd.at or not link.user.is_active:
        raise UserError("link", _("This link does not work any more. Ask the desk for a new one."))
    link.used_at = cmd.at
    link.save(update_fields=["used_at"])
    cmd.record(user=link.user_id, scope=link.scope)
    return {"user": link.user_id, "scope": link.scope}
