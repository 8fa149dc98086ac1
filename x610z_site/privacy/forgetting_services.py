"""The long part of an erasure: events, tables, stored answers, sessions; step by step, in small transactions.

The person is signed out and nameless since the request that decided it (``services.person_erase``), and nobody can
enter them any more. A row (``Erasure``) says how far the job came; each slice moves it in the transaction that does the
work, so a worker may die at any moment and two may be at it: the next slice goes on where the last one ended. With the
last slice the row goes, and with it the last place that knew the names.
"""

import json
import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from community.following.services import follows_forget
from community.gallery.services import works_forget
from ledger.commands import SYSTEM, Actor, Command, command
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from ledger.names import sort_name
from ledger.people import Account
from ledger.shapes import Done
from ledger.sql import forget_on_disk
from ledger.telling import SALT, Told, new_salt
from tournaments.agenda.friend_services import agenda_forget
from tournaments.clans.models import Membership
from tournaments.clans.services import clan_leave
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.organizations.member_services import member_forget
from tournaments.organizations.selectors import that_know
from tournaments.recordings.models import RecordingEntry
from x610z_site.accounts.models import Letter, Session
from x610z_site.accounts.sessions import SessionStore

from .inventory import TABLES
from .models import Erasure
from .tables import DELETE

TASK = "x610z_site.privacy.tasks.erase"
LEASE = timedelta(seconds=30)
"""An erasure that nobody moved for so long is sent again; longer than a task may take."""
SESSIONS, ROWS = 500, 20_000
"""How many rows one slice opens; how many it looks through for a text that no index finds."""
EVENTS = "tjm"
"""With what the chains of an event begin: its own, that of its judges, that of its money."""


# --- slice by slice ------------------------------------------------------------------------------------------


def erasure_go_on(user_id: int) -> bool:
    """Do the next slice of an erasure; whether there may be more. Harmless when two are at it, or it is done."""
    with transaction.atomic():
        erasure = Erasure.objects.select_for_update().filter(pk=user_id).first()
        if erasure is None:
            return False
        if erasure.step not in STEPS:  # a word of a newer release: everything once more harms nobody
            erasure.step, erasure.reached = FIRST, ""
        reached = STEPS[erasure.step](erasure)
        erasure.touched_at = timezone.now()
        if reached:
            erasure.reached = reached
        else:
            erasure.step, erasure.reached = _after(erasure.step), ""
        if erasure.step:
            erasure.save(update_fields=["step", "reached", "touched_at"])
        else:
            erasure.delete()
            forget_on_disk()
        return bool(erasure.step)


def _after(step: str) -> str:
    """The step that follows; "" after the last one."""
    names = list(STEPS)
    return next(iter(names[names.index(step) + 1 :]), "")


@command("person.erase_on", own_chain=True)
def erasures_send(cmd: Command, *, user_ids: list[int]) -> Done:
    """Send the job of erasures that have more to do."""
    for number in user_ids:
        if Erasure.objects.filter(pk=number).update(touched_at=cmd.at):
            cmd.send_task(TASK, number)
    return {}


def stuck_erasures_sweep() -> None:
    """What the relay does every few seconds: erasures that stand still (a lost message, a killed worker) go on."""
    stuck = Erasure.objects.filter(touched_at__lt=timezone.now() - LEASE)
    if found := list(stuck.order_by("touched_at").values_list("pk", flat=True)[:100]):
        erasures_send(actor=SYSTEM, user_ids=found)


# --- the steps: each does one slice and answers how far it came, or "" when nothing is left --------------------


def _events(erasure: Erasure) -> str:
    user = erasure.user
    theirs = {*_tournaments(Entry.objects.filter(user=user)), *_tournaments(Staff.objects.filter(user=user))}
    left = sorted(number for number in theirs if number > int(erasure.reached or 0))
    if not left:
        return ""
    tournament = Tournament.objects.get(pk=left[0])
    said = {"user": user, "names": erasure.names, "pseudonym": erasure.pseudonym}
    _entry_erase(actor=SYSTEM, tournament=tournament, **said)
    return str(tournament.pk)


def _tournaments(rows: QuerySet[Entry] | QuerySet[Staff]) -> Iterable[int]:
    return rows.values_list("tournament", flat=True)


def _organizations(erasure: Erasure) -> str:
    for organization in that_know(erasure.user)[:1]:
        member_forget(actor=SYSTEM, organization=organization, user_id=erasure.user.pk)
        return str(organization.pk)
    return ""


def _others(erasure: Erasure) -> str:
    """Clan, friends, works and whom they follow: each with a row of its own in the ledger."""
    user = erasure.user
    if Membership.objects.filter(user=user).exists():
        clan_leave(actor=Actor(user, "member"))
    for forget in (agenda_forget, works_forget, follows_forget):
        forget(actor=Actor(user, "erased"), user=user)
    return ""


def _tables(erasure: Erasure) -> str:
    """Rows of their own that belong to no event, and what was kept of what they sent."""
    for table in TABLES:
        if table.rows == DELETE:
            _manager(table.label).filter(**{table.person: erasure.user.pk}).delete()
        # What an event's ledger tells of was blanked with the event.
        elif table.person not in ("", "pk") and not issubclass(_manager(table.label).model, Told):
            _blank(_manager(table.label).filter(**{table.person: erasure.user.pk}), table.blank.split())
    IdempotencyKey.objects.filter(actor_key=Actor(erasure.user).key).delete()
    for name in erasure.names:
        Letter.objects.filter(said__iexact=name).delete()
    return ""


def _notes(erasure: Erasure) -> str:
    """What was explained in chains of no event."""
    events = Q()
    for letter in EVENTS:
        events |= Q(chain__key__startswith=f"{letter}-")
    _screen(LedgerRow.objects.exclude(note="").exclude(events), "note", erasure.names, "")
    return ""


def _answers(erasure: Erasure) -> str:
    """Stored answers of others that name them."""
    rows, reached = _slice(IdempotencyKey.objects.all(), erasure)
    rows.filter(_says("response", erasure.names)).delete()
    return reached


def _messages(erasure: Erasure) -> str:
    """Errors of messages that name them."""
    rows, reached = _slice(OutboxMessage.objects.all(), erasure)
    rows.exclude(last_error="").filter(_says("last_error", erasure.names)).update(last_error="")
    return reached


def _sessions(erasure: Erasure) -> str:
    """A notice that waits in somebody else's session goes when it names the person."""
    slice_ = list(Session.objects.filter(pk__gt=erasure.reached).order_by("pk")[:SESSIONS])
    pattern = _pattern(erasure.names) if erasure.names else None
    for session in slice_:
        said = session.get_decoded()
        if pattern is not None and pattern.search(json.dumps(said, ensure_ascii=False)):
            kept = {key: value for key, value in said.items() if key.startswith("_auth")}
            session.session_data = SessionStore().encode(kept)
            session.save(update_fields=["session_data"])
    return slice_[-1].pk if len(slice_) == SESSIONS else ""


STEPS: dict[str, Callable[[Erasure], str]] = {
    "events": _events,
    "organizations": _organizations,
    "others": _others,
    "tables": _tables,
    "notes": _notes,
    "answers": _answers,
    "messages": _messages,
    "sessions": _sessions,
}
"""In this order: whom a clan or an organization goes to is settled before their own rows go."""
FIRST = next(iter(STEPS))


def _slice(rows: QuerySet[Any], erasure: Erasure) -> tuple[QuerySet[Any], str]:
    """The next so many rows by their number, and how far they reach: "" when they are the last."""
    after = int(erasure.reached or 0)
    ends = rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[ROWS - 1 : ROWS]
    end = next(iter(ends), None)
    found = rows.filter(pk__gt=after)
    return (found, "") if end is None else (found.filter(pk__lte=end), str(end))


# --- one event ------------------------------------------------------------------------------------------------


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
    beside = [f"{letter}-{tournament.slug}" for letter in EVENTS]
    _screen(LedgerRow.objects.filter(chain_id__in=beside).exclude(note=""), "note", names, "")
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


# --- names in texts ---


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


def _says(field: str, names: list[str]) -> Q:
    """Rows of which this field says one of the names; none where there is no name."""
    some = Q(pk__in=[])
    for name in names:
        for form in _spellings(name):
            some |= Q(**{f"{field}__icontains": form})
    return some


def _screen(rows: QuerySet[Any], field: str, names: list[str], instead: str) -> None:
    """Replace the names in a field of these rows; with ``instead`` empty the whole text goes."""
    if not names:
        return
    pattern = _pattern(names)
    longest = rows.model._meta.get_field(field).max_length
    for pk, text in rows.filter(_says(field, names)).values_list("pk", field):
        said = _screened(text, pattern, instead)
        if said != text:
            salt = {SALT: new_salt()} if issubclass(rows.model, Told) and rows.model.tells.words else {}
            rows.model._default_manager.filter(pk=pk).update(**{field: said[:longest]}, **salt)


def _screened(said: Any, pattern: re.Pattern[str], instead: str) -> Any:
    """A text, or rows that each have one (the facts of a case), without the names."""
    if isinstance(said, list):
        return [row | {"text": pattern.sub(instead, row["text"])} for row in said]
    return pattern.sub(instead, said) if instead else ""
