"""Registering a deck: the draft is always kept, a legal list becomes a revision, the deadline locks it.

These are the parts of a command: each runs inside the transaction of the tournament's own service, which has
decided who may and whether it is still time.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from ledger.errors import UserError
from ledger.names import clean_name
from ledger.people import Account
from ledger.sql import Statement, json_text, moment, run

from .check import DeckReport
from .models import DeckRevision, Registration
from .receipts import new_salt, receipt_hash
from .statements import CURRENT, DRAFT, REVISION
from .text import MAX_CHARACTERS

NAME_LENGTH = 60


def registrations_lock(ids: Sequence[int], *, at: datetime) -> int:
    """Lock these registrations (inside the caller's command); returns how many were open."""
    return (
        Registration.objects.filter(pk__in=ids)
        .exclude(state=Registration.State.LOCKED)
        .update(state=Registration.State.LOCKED, locked_at=at)
    )


def registration_for_update(registration_id: int) -> Registration:
    """The registration under its row lock.

    ``current`` is not joined here on purpose: PostgreSQL reads the locked row anew after waiting for it, but not
    the rows joined to it.
    """
    return Registration.objects.select_for_update().get(pk=registration_id)


def require_size(text: str) -> None:
    """Refuse a list too long to be a deck, before anything reads it."""
    if len(text) > MAX_CHARACTERS:
        raise UserError(
            "deck_too_long",
            _("This text is too long for a deck list: it has %(length)s characters, %(limit)s are allowed.")
            % {"length": len(text), "limit": MAX_CHARACTERS},
            field="text",
        )
    if "\0" in text:
        raise UserError(
            "deck_not_text",
            _("This is not a text that can be read as a deck list. Paste the list as plain text."),
            field="text",
        )


def draft_keep(
    registration: Registration, *, text: str, name: str, at: datetime, send: Callable[..., object] = run
) -> None:
    """Keep a draft as it is, legal or not; ``send`` as in :func:`revision_add`."""
    draft_set(registration, text=text, name=name, at=at)
    send(_draft(registration))


def draft_set(registration: Registration, *, text: str, name: str, at: datetime) -> None:
    """Put a draft into the registration without storing it: :func:`revision_add` stores both at once."""
    require_size(text)
    registration.draft_text = text
    registration.draft_name = clean_name(name)[:NAME_LENGTH]
    registration.draft_saved_at = at


def require_legal(text: str, check: Callable[[str], DeckReport]) -> DeckReport:
    """The report of a legal list by ``check``; else every problem at once, each with its rule."""
    require_size(text)
    report = check(text)
    if report.problems:
        raise UserError("deck_illegal", "", problems=report.problems)
    return report


def revision_add(
    registration: Registration,
    report: DeckReport,
    *,
    name: str,
    by: Account,
    at: datetime,
    reason: str = "",
    send: Callable[..., object] = run,
) -> DeckRevision:
    """Store a legal list as the next revision and make it the current one; the revision returned has no id yet.

    ``send`` takes the statements that do it: at once, or to keep them for the end of the caller's command. The list
    that is current already is not stored twice: its revision comes back, with its first receipt.
    """
    name = clean_name(name)[:NAME_LENGTH]
    current = registration.current
    if current is not None and _same(current, report, name) and not reason:
        send(_draft(registration))
        return current
    salt = new_salt()
    revision = DeckRevision(
        registration=registration,
        number=(current.number if current is not None else 0) + 1,
        name=name,
        main=report.main,
        sideboard=report.sideboard,
        salt=salt,
        sha256=receipt_hash(
            salt=salt, pool_sha256=report.pool_sha256, main=report.main, sideboard=report.sideboard
        ),
        pool_sha256=report.pool_sha256,
        at=at,
        by=by,
        reason=reason,
    )
    if registration.state == Registration.State.DRAFT:
        registration.state = Registration.State.SUBMITTED
    send(*_stored(registration, revision))
    return revision


def _stored(registration: Registration, revision: DeckRevision) -> list[Statement]:
    """What writes a new revision and makes it the current one."""
    made = (
        registration.pk,
        revision.number,
        revision.name,
        json_text(revision.main),
        json_text(revision.sideboard),
        revision.salt,
        revision.sha256,
        revision.pool_sha256,
        moment(revision.at),
        revision.by_id,
        revision.reason,
    )
    _sql, draft = _draft(registration)
    return [(REVISION, made), (CURRENT, (registration.state, *draft))]


def _draft(registration: Registration) -> Statement:
    """What keeps the draft as it is."""
    saved = registration.draft_saved_at
    at = moment(saved) if saved is not None else None
    return DRAFT, (registration.draft_text, registration.draft_name, at, registration.pk)


def _same(revision: DeckRevision, report: DeckReport, name: str) -> bool:
    return (revision.main, revision.sideboard, revision.name, revision.pool_sha256) == (
        report.main,
        report.sideboard,
        name,
        report.pool_sha256,
    )
