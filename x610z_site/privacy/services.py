"""Forgetting a person: the account, names, words and decks go; results stay under a pseudonym, and every chain whole.

Refused while the person is still needed: in an event that is not over, in a case that is open, or while a
disqualification counts. Then nothing is taken away by halves: all of it is one transaction.
"""

import json
import re
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, TypedDict

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from community.following.services import follows_forget
from community.gallery.services import works_forget
from ledger.commands import SITE_CHAIN, Actor, Command, command
from ledger.credentials import Happening, Hung, end
from ledger.errors import UserError
from ledger.models import Chain, IdempotencyKey, LedgerRow, OutboxMessage
from ledger.names import sort_name
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done
from ledger.sql import forget_on_disk
from ledger.telling import SALT, Told, new_salt
from tournaments.agenda.friend_services import agenda_forget
from tournaments.clans.models import Membership
from tournaments.clans.services import clan_leave
from tournaments.entries.models import Entry
from tournaments.events.models import Invitation, Staff, Tournament
from tournaments.events.standing import Power, with_power
from tournaments.gamelogs.models import GameLog
from tournaments.judging.infractions import Level
from tournaments.judging.models import Penalty
from tournaments.organizations.member_services import member_forget
from tournaments.organizations.selectors import that_know
from tournaments.recordings.models import RecordingEntry
from x610z_site.accounts.models import Letter, MailAddress, Session
from x610z_site.accounts.services import AboutAccount
from x610z_site.accounts.sessions import SessionStore

from .inventory import TABLES
from .models import ErasureRequest, Export, Guardian
from .tables import DELETE


class ExportAsked(TypedDict):
    """The export that is being made."""

    export: int


EXPORT_TASK = "x610z_site.privacy.tasks.make_export"
MOST_FILES = 10
"""Files of one's data within a day."""
SANCTION = timedelta(days=365)
"""A disqualification counts for so long."""
NO_BAR_AFTER = timedelta(days=7)
"""An event that nobody vouches for keeps nobody from being erased so long after its day, though it never ends."""
_OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


# --- may it be done ----------------------------------------------------------------------------------------


def reasons_to_wait(user: Account) -> list[str]:
    """Why a person cannot be erased yet, in words for that person; empty when they can.

    A penalty of an event without a standing is none of the reasons: anybody can found one and disqualify people in it.
    """
    found = []
    bars = with_power(Power.BARS, "tournament__")
    needed = (bars | Q(tournament__starts_at__gt=timezone.now() - NO_BAR_AFTER)) & ~Q(
        tournament__state__in=_OVER
    )
    plays = Entry.objects.filter(needed, user=user).exclude(state="withdrawn")
    for name in plays.values_list("tournament__name", flat=True):
        found.append(_("You are entered in %(name)s. Withdraw, or wait until it is over.") % {"name": name})
    works = Staff.objects.filter(needed, user=user)
    for name in works.values_list("tournament__name", flat=True).distinct():
        found.append(
            _("You are on the staff of %(name)s. Hand over your role, or wait until it is over.")
            % {"name": name}
        )
    penalties = Penalty.objects.filter(bars, entry__user=user)
    if penalties.filter(state=Penalty.State.WAITING).exists():
        found.append(_("A judge's decision about you is still open."))
    counting = penalties.filter(
        state=Penalty.State.GIVEN, level=Level.DISQUALIFICATION, at__gt=timezone.now() - SANCTION
    )
    if last := counting.order_by("-at").first():
        found.append(
            _("A disqualification is kept until %(day)s; after that day you can be erased.")
            % {"day": (last.at + SANCTION).date().isoformat()}
        )
    return found


def _refuse_while_needed(user: Account) -> None:
    if reasons := reasons_to_wait(user):
        raise UserError("needed", " ".join(reasons))


# --- erasing ---------------------------------------------------------------------------------------------


def person_erase(*, actor: Actor, user_id: int) -> str:
    """Erase a person and return the pseudonym; raises UserError while they are needed, or are erased already."""
    with transaction.atomic():
        people = get_user_model().objects
        # Anyone who enters this person into anything reads their row under a lock, and waits here.
        user = people.select_for_update().filter(pk=user_id, is_active=True).first()
        if user is None:
            raise UserError("gone", _("This account no longer exists."))
        _refuse_while_needed(user)
        names, pseudonym = names_of(user), _new_pseudonym()
        theirs = Tournament.objects.filter(Q(entries__user=user) | Q(staff__user=user)).distinct()
        for tournament in theirs.order_by("pk"):
            _entry_erase(actor=actor, tournament=tournament, user=user, names=names, pseudonym=pseudonym)
        for organization in that_know(user):
            member_forget(actor=actor, organization=organization, user_id=user.pk)
        # The site's chain after those of tournaments, always: so that two at once never wait for each other.
        if Membership.objects.filter(user=user).exists():
            clan_leave(actor=Actor(user, "member"))
        agenda_forget(actor=actor, user=user)
        works_forget(actor=actor, user=user)
        follows_forget(actor=actor, user=user)
        _account_erase(actor=actor, user=user, names=names, pseudonym=pseudonym)
        forget_on_disk()
        return pseudonym


def names_of(user: Account) -> list[str]:
    """What a person is called anywhere, the longest first; what is too short to be told from a word is left out."""
    found = {user.username, user.display_name, user.real_name, user.email}
    for mail in MailAddress.objects.filter(user=user):
        found |= {mail.address, mail.wanted}
    found |= set(Entry.objects.filter(user=user).values_list("name", flat=True))
    found |= set(Guardian.objects.filter(user=user).values_list("contact", flat=True))
    return sorted({name for name in found if len(name) > 2}, key=lambda name: (-len(name), name))


def _new_pseudonym() -> str:
    for length in (2, 2, 2, 3, 4):
        name = f"Player {secrets.token_hex(length)}"
        if not get_user_model().objects.filter(display_name=name).exists():
            return name
    raise RuntimeError("no pseudonym is free")


@command("person.erase_entry", public=True)
def _entry_erase(
    cmd: Command, *, tournament: Tournament, user: Account, names: list[str], pseudonym: str
) -> Done:
    """One tournament forgets the person: its public pages are made again, its chain says that it happened."""
    tag = pseudonym.rpartition(" ")[2]
    mine = Entry.objects.filter(tournament=tournament, user=user)
    numbers = list(mine.values_list("number", flat=True))
    mine.update(name=pseudonym, sort_name=sort_name(pseudonym)[:80])
    tournament.teams.filter(captain__user=user).update(name=f"Team {tag}")
    _blank_logs(tournament, user, names)
    _forget_said(tournament, user, names)
    # Its public chain and the one of its judges.
    chains = Chain.objects.filter(key__regex=rf"^[a-z]+-{re.escape(tournament.slug)}$").values("pk")
    _screen(LedgerRow.objects.filter(chain__in=chains), "note", names, "")
    for table in TABLES:
        if table.tournament:
            rows = _manager(table.label).filter(**{table.tournament: tournament.pk})
            if table.rows == DELETE:
                rows.filter(**{table.person: user.pk}).delete()
            for field in table.screened.split():
                _screen(rows, field, names, pseudonym)
    cmd.record(entries=numbers, user=user.pk)
    return {}


def _blank_logs(tournament: Tournament, user: Account, names: list[str]) -> None:
    """The person's own logs, and those of their matches that name them: the verdict stays, the words go."""
    logs = GameLog.objects.filter(match__tournament=tournament)
    mine = logs.filter(Q(entry__user=user) | Q(match__seats__entry__user=user)).distinct()
    spelt = [form for name in names for form in _spellings(name)]
    for log in mine.select_related("entry").iterator(chunk_size=20):
        own = log.entry is not None and log.entry.user_id == user.pk
        said = bytes(log.original) + json.dumps(log.report, ensure_ascii=False).encode() + log.error.encode()
        if own or any(form.encode() in said for form in spelt):
            GameLog.objects.filter(pk=log.pk).update(original=b"", report={}, error="")


def _forget_said(tournament: Tournament, user: Account, names: list[str]) -> None:
    """What the person typed while a game was recorded, and what others typed about them: moves of the game stay."""
    said = RecordingEntry.objects.filter(recording__match__tournament=tournament).exclude(body={})
    said = said.filter(Q(kind__in=("call", "deviate")) | Q(body__kind="note"))
    spelt = [form for name in names for form in _spellings(name)]
    for pk, author, body in said.values_list("pk", "author", "body").iterator(chunk_size=200):
        text = json.dumps(body, ensure_ascii=False)
        if author == user.pk or any(form in text for form in spelt):
            RecordingEntry.objects.filter(pk=pk).update(body={})


@command("person.erase")
def _account_erase(cmd: Command, *, user: Account, names: list[str], pseudonym: str) -> Done:
    """The account, and what belongs to no tournament."""
    end(Happening.ERASED, Hung(person=user.pk, at=cmd.at))
    for table in TABLES:
        if table.rows == DELETE:
            _manager(table.label).filter(**{table.person: user.pk}).delete()
        # What an event's ledger tells of was blanked with the event.
        elif table.person not in ("", "pk") and not issubclass(_manager(table.label).model, Told):
            _blank(_manager(table.label).filter(**{table.person: user.pk}), table.blank.split())
    beside = Q(chain_id=SITE_CHAIN) | Q(chain__key__startswith="c-")  # of no tournament: of circuits too
    _screen(LedgerRow.objects.filter(beside), "note", names, "")
    Invitation.objects.filter(username__iexact=user.username).delete()
    _forget_requests(user, names)
    _forget_sessions(user, names)
    tag = pseudonym.rpartition(" ")[2]
    user.username, user.display_name = f"erased-{user.pk}-{tag}", pseudonym
    user.real_name = user.email = user.language = ""
    user.is_active = user.is_office = user.is_staff = user.is_superuser = False
    user.last_login, user.date_joined = None, cmd.at
    user.guest_of, user.guest_since, user.second_step_at, user.unread_notices = "", None, None, 0
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    user.save()
    cmd.record(user=user.pk)
    return {}


def _manager(label: str) -> QuerySet[Any]:
    model: type[Model] = apps.get_model(label)
    return model._default_manager.all()


def _blank(rows: QuerySet[Any], fields: Iterable[str]) -> None:
    empty: dict[str, Any] = {}
    for name in fields:
        kind = rows.model._meta.get_field(name).get_internal_type()
        empty[name] = {"BinaryField": b"", "JSONField": {}}.get(kind, "")
    if empty:
        rows.update(**empty)


def _spellings(name: str) -> set[str]:
    """A name as it stands in text, in JSON that escapes what is not ASCII, and in such JSON inside other JSON."""
    once = json.dumps(name)[1:-1]
    return {name, once, json.dumps(once)[1:-1]}


def _pattern(names: list[str]) -> re.Pattern[str]:
    spelt = sorted({form for name in names for form in _spellings(name)}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, spelt))})(?!\w)", re.IGNORECASE)


def _screen(rows: QuerySet[Any], field: str, names: list[str], instead: str) -> None:
    """Replace the names in a field of these rows; with ``instead`` empty the whole text goes."""
    if not names:
        return
    some = Q()
    for form in (form for name in names for form in _spellings(name)):
        some |= Q(**{f"{field}__icontains": form})
    pattern = _pattern(names)
    longest = rows.model._meta.get_field(field).max_length
    for pk, text in rows.filter(some).values_list("pk", field):
        said = _screened(text, pattern, instead)
        if said != text:
            salt = {SALT: new_salt()} if issubclass(rows.model, Told) and rows.model.tells.words else {}
            rows.model._default_manager.filter(pk=pk).update(**{field: said[:longest]}, **salt)


def _screened(said: Any, pattern: re.Pattern[str], instead: str) -> Any:
    """A text, or rows that each have one (the facts of a case), without the names."""
    if isinstance(said, list):
        return [row | {"text": pattern.sub(instead, row["text"])} for row in said]
    return pattern.sub(instead, said) if instead else ""


def _forget_requests(user: Account, names: list[str]) -> None:
    """What was stored so that a form sent twice has one effect, and messages that are long delivered."""
    some = Q(actor_key=f"user:{user.pk}")
    for name in names:
        for form in _spellings(name):
            some |= Q(response__icontains=form)
    IdempotencyKey.objects.filter(some).delete()
    for name in names:
        Letter.objects.filter(said__iexact=name).delete()
        OutboxMessage.objects.filter(last_error__icontains=name).update(last_error="")


def _forget_sessions(user: Account, names: list[str]) -> None:
    """The person's sessions end; a notice that waits in somebody else's session goes when it names the person."""
    pattern = _pattern(names) if names else None
    for session in Session.objects.iterator(chunk_size=200):
        said = session.get_decoded()
        if str(said.get("_auth_user_id")) == str(user.pk):
            session.delete()
        elif pattern is not None and pattern.search(json.dumps(said, ensure_ascii=False)):
            kept = {key: value for key, value in said.items() if key.startswith("_auth")}
            session.session_data = SessionStore().encode(kept)
            session.save(update_fields=["session_data"])


# --- by the office, two people ----------------------------------------------------------------------------


@command("person.ask_erasure")
def erasure_ask(cmd: Command, *, user_id: int) -> AboutAccount:
    """The office asks for the erasure of somebody who cannot sign in; a second person must confirm it."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise UserError("gone", _("Nobody has this username."), field="username")
    ErasureRequest.objects.update_or_create(
        user=user, defaults={"asked_by": cmd.actor.user, "asked_at": cmd.at}
    )
    cmd.record(user=user.pk)
    return {"user": user.pk}


def erasure_confirm(*, actor: Actor, request_id: int) -> str:
    """The second person of the office confirms; returns the pseudonym."""
    asked = ErasureRequest.objects.filter(pk=request_id).first()
    if asked is None:
        raise UserError("gone", _("This request no longer exists."))
    if actor.user is None or asked.asked_by_id == actor.user.pk:
        raise UserError("second_person", _("Somebody else at the office must confirm this."))
    return person_erase(actor=actor, user_id=asked.user_id)


# --- the file of a person's data ----------------------------------------------------------------------------


@command("person.export")
def export_ask(cmd: Command, *, language: str) -> ExportAsked:
    """Begin the file of everything about the actor; one is made at a time, and a former one goes."""
    user = cmd.actor.user
    # Two taps at once: the second waits here and finds the file of the first.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    waiting = Export.objects.filter(user=user, state__in=(Export.State.QUEUED, Export.State.RUNNING)).first()
    if waiting is None:
        require_quota(cmd, MOST_FILES)
        Export.objects.filter(user=user).delete()
        waiting = Export.objects.create(user=user, language=language, asked_at=cmd.at)
        cmd.send_task(EXPORT_TASK, waiting.pk)
    cmd.record(user=user.pk)
    return {"export": waiting.pk}
