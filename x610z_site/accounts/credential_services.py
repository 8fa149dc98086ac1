"""The credentials of accounts: sessions, tokens, and what a new password or a lost phone is made good by."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.credentials import Happening, Hung, Kind, Shown, end
from ledger.people import Account
from ledger.web import whole_number

from .models import (
    ApiToken,
    MailAddress,
    MailReset,
    Passkey,
    PersonalLink,
    Recovery,
    RecoveryCode,
    SecondStep,
    Session,
)
from .sessions import sessions_of

SIGN_OUT, NEW_PASSWORD, END_ALL = Happening.SIGN_OUT, Happening.NEW_PASSWORD, Happening.END_ALL
ROLE_GONE, LEFT, ERASED = Happening.ROLE_GONE, Happening.LEFT, Happening.ERASED
ASKED_EACH_TIME = "rights are asked at every request, and are gone with the role or the entry"
OTHER_PROGRAM = "it is another program's, which was never in that browser"


def _sessions(hung: Hung) -> int:
    found = Session.objects.filter(hung.whose("user"))
    if hung.session:
        found = found.filter(public_id=hung.session)
    if hung.keep:
        found = found.exclude(public_id=hung.keep)
    return found.delete()[0]


def _shown_sessions(user: Account, here: str) -> list[Shown]:
    return [
        Shown(str(one.public_id), one.device, one.since, one.seen_at, str(one.public_id) == here)
        for one in sessions_of(user)
    ]


def _end_session(user: Account, number: str, at: datetime) -> int:
    """One session, and with it what hangs on it."""
    try:
        named = str(UUID(number))
    except ValueError:
        return 0
    return end(SIGN_OUT, Hung(person=user.pk, at=at, session=named))


def _tokens(hung: Hung) -> int:
    return ApiToken.objects.filter(hung.whose("user"), ended_at=None).update(ended_at=hung.at)


def _shown_tokens(user: Account, _here: str) -> list[Shown]:
    living = ApiToken.objects.filter(user_id=user.pk, ended_at=None, expires_at__gt=timezone.now())
    return [
        Shown(str(one.pk), one.name, one.made_at, one.used_at) for one in living.order_by("-made_at", "-pk")
    ]


def _end_token(user: Account, number: str, at: datetime) -> int:
    return ApiToken.objects.filter(user=user, pk=whole_number(number), ended_at=None).update(ended_at=at)


def _links(hung: Hung) -> int:
    return PersonalLink.objects.filter(hung.whose("user"), revoked_at=None).update(revoked_at=hung.at)


def _links_of_entry(hung: Hung) -> int:
    """A guest who left gets in no more by a link that lies about; the session, which reads, stays."""
    mine = PersonalLink.objects.filter(user=hung.person, revoked_at=None, used_at=None)
    return mine.update(revoked_at=hung.at)


def _resets(hung: Hung) -> int:
    return MailReset.objects.filter(hung.whose("user"), ended_at=None).update(ended_at=hung.at)


def _recoveries(hung: Hung) -> int:
    return Recovery.objects.filter(user=hung.person, ended_at=None).update(ended_at=hung.at)


def _gone(model: type[Model]) -> Callable[[Hung], int]:
    return lambda hung: model._default_manager.filter(user=hung.person).delete()[0]


def _confirmations(hung: Hung) -> int:
    """What was typed and not confirmed is typed again: perhaps somebody else typed it."""
    typed = MailAddress.objects.filter(hung.whose("user")).exclude(wanted="")
    return typed.update(wanted="", token_hash="", expires_at=None)


OF_THE_OWNER = {
    SIGN_OUT: "it is what its owner signs in with next time",
    NEW_PASSWORD: "it stands beside the password and is changed by itself, after the password was said",
    END_ALL: "without it its owner gets in no more; it is taken away on its own page",
    ROLE_GONE: "it gives no role",
    LEFT: "it belongs to no entry",
}

KINDS = (
    Kind(
        "session",
        "accounts.Session",
        {SIGN_OUT: _sessions, NEW_PASSWORD: _sessions, END_ALL: _sessions, ERASED: _sessions},
        {ROLE_GONE: ASKED_EACH_TIME, LEFT: ASKED_EACH_TIME},
        _("Signed in"),
        _shown_sessions,
        _end_session,
    ),
    Kind(
        "token",
        "accounts.ApiToken",
        {NEW_PASSWORD: _tokens, END_ALL: _tokens, ERASED: _tokens},
        {SIGN_OUT: OTHER_PROGRAM, ROLE_GONE: ASKED_EACH_TIME, LEFT: ASKED_EACH_TIME},
        _("Programs that act for you"),
        _shown_tokens,
        _end_token,
    ),
    Kind(
        "personal link",
        "accounts.PersonalLink",
        {END_ALL: _links, LEFT: _links_of_entry, ERASED: _links},
        {
            SIGN_OUT: "it opens once, and was used for that session; an unused one is for another phone",
            NEW_PASSWORD: "a guest has no password",
            ROLE_GONE: "a guest has no role",
        },
    ),
    Kind(
        "mailed link",
        "accounts.MailReset",
        {NEW_PASSWORD: _resets, END_ALL: _resets, ERASED: _resets},
        {
            SIGN_OUT: "it was asked for without signing in, and its mail box is the owner's",
            ROLE_GONE: "it gives no role",
            LEFT: "it belongs to no entry",
        },
    ),
    Kind(
        "recovery",
        "accounts.Recovery",
        {NEW_PASSWORD: _recoveries, ERASED: _recoveries},
        {
            SIGN_OUT: "its owner cannot sign in: that is why there is one",
            END_ALL: "two people agreed to it face to face; its owner stops it on the page of the account",
            ROLE_GONE: "it gives no role",
            LEFT: "it belongs to no entry",
        },
    ),
    Kind("passkey", "accounts.Passkey", {ERASED: _gone(Passkey)}, OF_THE_OWNER),
    Kind("second step", "accounts.SecondStep", {ERASED: _gone(SecondStep)}, OF_THE_OWNER),
    Kind("recovery code", "accounts.RecoveryCode", {ERASED: _gone(RecoveryCode)}, OF_THE_OWNER),
    Kind(
        "confirmation",
        "accounts.MailAddress",
        {NEW_PASSWORD: _confirmations, END_ALL: _confirmations, ERASED: _confirmations},
        {
            SIGN_OUT: "it is in the mail box of the address, and confirms no more than that",
            ROLE_GONE: "it gives no role",
            LEFT: "it belongs to no entry",
        },
    ),
)
