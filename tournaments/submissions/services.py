"""Decks in a tournament: drafts until the deadline, submitting, and revisions by a judge.

Ledger rows of these commands hold ids and the salted hash of a receipt, never a card: the ledger is read by
staff who may not read decks. None of them changes a public page.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict, final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from decks.registration.models import DeckRevision, Registration
from decks.registration.services import (
    draft_keep,
    draft_set,
    registration_for_update,
    require_legal,
    revision_add,
)
from ledger.commands import Actor, Command, command
from ledger.errors import Problem, UserError
from ledger.names import reason_of
from ledger.shapes import Json
from ledger.sql import Rows, Statement, loaded, locking
from tournaments.entries.models import Entry
from tournaments.entries.team_services import attempt_forget, attempt_keep, is_captain, team_conflicts_with
from tournaments.entries.teams import RULE
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.events.notices import announce
from tournaments.events.services import require_state

from .rules import deck_rules
from .statements import ENTRY, OWN, OWN_LOCKED, REGISTRATION, TOURNAMENT


class DraftSaved(TypedDict):
    """When the draft was kept, as ISO text."""

    saved_at: str


@final
class Receipt(TypedDict):
    """A submitted list: its revision, its receipt, and when it came, as ISO text."""

    revision: int
    receipt: str
    at: str


@final
class Refused(TypedDict):
    """The rule by which a team may not hold the list, and whether the player may see which cards."""

    refused: str
    captain: bool


class Extended(TypedDict):
    """Until when an entry may submit its deck, as ISO text."""

    until: str


class Reminded(TypedDict):
    """How many were reminded."""

    reminded: int


TAKES_PART = (Entry.State.ENTERED, Entry.State.WAITING, Entry.State.CHECKED_IN)
REASON_LENGTH = 200
MOST_MINUTES = 24 * 60
CODES = ("T3", "T4")
"""Infractions that a change of a list can go with: an illegal list, a deck that differs from it."""


@dataclass(frozen=True)
class OwnDeck:
    """A player's place in a tournament, its registration locked, and the stamp of the card catalogue."""

    tournament: Tournament
    entry: Entry
    registration: Registration
    stamp: str


def deck_closed_since(tournament: Tournament, registration: Registration, at: datetime) -> datetime | None:
    """Since when a player may not change the deck any more, by the server's clock; None while they may.

    An announced deadline closes by itself; the start locks whatever is still open, unless the deadline comes after it
    (decision 348). Who was given more time by staff may change the deck until then, whatever else has closed.
    """
    own, hour = registration.extended_until, tournament.decks_close_at
    if own is not None and at < own:
        return None
    moments = [hour] if hour is not None and at >= hour else []
    if not tournament.decks_after_start:
        if registration.state == Registration.State.LOCKED and registration.locked_at is not None:
            moments.append(registration.locked_at)
        elif tournament.state in (Tournament.State.RUNNING, Tournament.State.FINISHED):
            moments.append(min(at, tournament.deck_deadline))  # who came after the start
    if not moments:
        return None
    return min(moments) if own is None else max(own, min(moments))


def deck_open_until(tournament: Tournament, registration: Registration) -> datetime | None:
    """Until when a deck that may still change may do so; None: until the tournament is started."""
    own, hour = registration.extended_until, tournament.decks_close_at
    if own is None or hour is None:
        return hour or (own if tournament.state == Tournament.State.RUNNING else None)
    return max(own, hour)


def decks_closed(tournament: Tournament, at: datetime) -> bool:
    """Whether lists are closed for everybody who was not given more time."""
    return deck_closed_since(tournament, Registration(), at) is not None


def _opening(cmd: Command, _params: Json) -> list[Statement]:
    """The tournament's lock, together with other players (the start takes it alone); then the actor's own deck.

    The lock is a statement of its own: PostgreSQL reads only the locked registration anew after waiting for it, not
    what is joined to it, so entry and tournament must stand still when the deck is read.
    """
    if cmd.tournament is None:
        raise RuntimeError(f"{cmd.action} has no tournament")
    tournament = cmd.tournament.pk
    lock = cmd.locks.ask(TOURNAMENT_LOCK, tournament, shared=True)
    return [*lock, (locking(OWN, OWN_LOCKED), (tournament, cmd.actor.user.pk))]


@command("deck.save_draft", opening=_opening)
def deck_draft_save(cmd: Command, *, tournament: Tournament, text: str, name: str = "") -> DraftSaved:
    """Keep the actor's draft, legal or not; refused after the deadline."""
    own = _own(cmd)
    tournament, entry, registration = own.tournament, own.entry, own.registration
    _require_open(tournament, registration, cmd.at)
    draft_keep(registration, text=text, name=name, at=cmd.at, send=cmd.write)
    cmd.record(entry=entry.pk, registration=registration.pk)
    return {"saved_at": cmd.at.isoformat()}


def deck_submit(
    *, actor: Actor, tournament: Tournament, text: str, name: str = "", key: str | None = None
) -> Receipt:
    """Submit the actor's deck; a list that the team restriction refuses is an error too.

    The error names no card: anyone who is not captain of the team learns only that something is too many.
    """
    answer = _submit(actor=actor, key=key, tournament=tournament, text=text, name=name)
    if "receipt" not in answer:
        words = (
            _("Together, your team's decks break a team restriction. Your team's page shows which cards.")
            if answer["captain"]
            else _(
                "Together, your team's decks break a team restriction. Ask your captain, who can see which cards."
            )
        )
        raise UserError("team_restriction", words, field="text", rule=RULE)
    return answer


@command("deck.submit", opening=_opening)
def _submit(cmd: Command, *, tournament: Tournament, text: str, name: str = "") -> Receipt | Refused:
    """Submit the actor's deck; an illegal one is refused with every problem at once (101.1, 102.1).

    A legal list with which the team would hold too many of a card is not submitted either. It stays the draft, and
    what the captain may see of it is kept, so this is an answer (``refused``) and no error that undoes it.
    """
    own = _own(cmd)
    tournament, entry, registration = own.tournament, own.entry, own.registration
    _require_open(tournament, registration, cmd.at)
    report = require_legal(text, deck_rules(tournament, registration, stamp=own.stamp).report)
    if team_conflicts_with(tournament, entry, report):
        draft_keep(registration, text=text, name=name, at=cmd.at)
        attempt_keep(entry, report, cmd.at)
        cmd.record(entry=entry.pk, registration=registration.pk, team=entry.team_id, refused=RULE)
        cmd.asked_anew = True
        return {"refused": RULE, "captain": is_captain(entry)}
    draft_set(registration, text=text, name=name, at=cmd.at)
    revision = revision_add(registration, report, name=name, by=cmd.actor.user, at=cmd.at, send=cmd.write)
    attempt_forget(entry)
    return _handed_in(cmd, entry, revision)


@command("deck.revise")
def deck_revise_by_judge(
    cmd: Command, *, tournament: Tournament, number: int, text: str, reason: str, code: str = ""
) -> Receipt:
    """A judge replaces the deck of entry ``number`` with a legal one, even after the deadline, and says why.

    ``code``: the infraction it goes with, one of :data:`CODES` or none; the player reads it before the reason.
    """
    tournament = _shared(cmd, tournament)
    states = Tournament.State
    require_state(tournament, states.ENTRY, states.CHECK_IN, states.RUNNING)
    entry, registration_id = _entry_with_deck(tournament, number)
    if entry.user_id == cmd.actor.user.pk:
        raise UserError("own_deck", _("This is your own deck. Ask another judge to change it."))
    reason = reason_of(
        reason,
        needed=_("Say why the list changes. The player will see the reason."),
        fewest=3,
        most=REASON_LENGTH,
    )
    if code in CODES:
        reason = f"{code} · {reason}"[:REASON_LENGTH]
    registration = registration_for_update(registration_id)
    report = require_legal(text, deck_rules(tournament, registration).report)
    broken = team_conflicts_with(tournament, entry, report)
    if broken:
        problems = [Problem("team_restriction", line, "text", RULE) for line in broken]
        raise UserError("team_restriction", "", problems=problems)
    name = registration.current.name if registration.current is not None else registration.draft_name
    revision = revision_add(registration, report, name=name, by=cmd.actor.user, at=cmd.at, reason=reason)
    attempt_forget(entry)
    return _handed_in(cmd, entry, revision)


@command("deck.extend")
def deck_extend(cmd: Command, *, tournament: Tournament, number: int, minutes: int, reason: str) -> Extended:
    """Give one player time until ``minutes`` from now to submit a deck, and say why; the player reads it."""
    tournament = _shared(cmd, tournament)
    states = Tournament.State
    require_state(tournament, states.ENTRY, states.CHECK_IN, states.RUNNING)
    entry, registration_id = _entry_with_deck(tournament, number)
    reason = reason_of(
        reason,
        needed=_("Say why this player gets more time. They will see the reason."),
        fewest=3,
        most=REASON_LENGTH,
    )
    if not 1 <= minutes <= MOST_MINUTES:
        raise UserError(
            "minutes",
            _("Enter between 1 and %(most)s minutes.") % {"most": MOST_MINUTES},
            field="minutes",
        )
    until = cmd.at + timedelta(minutes=minutes)
    closes = tournament.decks_close_at
    if closes is not None and until <= closes:
        raise UserError(
            "before_deadline",
            _("That is earlier than the deadline for everybody. Give more minutes."),
            field="minutes",
        )
    registration = registration_for_update(registration_id)
    registration.extended_until, registration.extended_reason = until, reason
    registration.save(update_fields=["extended_until", "extended_reason"])
    cmd.record(entry=entry.pk, registration=registration.pk, minutes=minutes, until=until)
    cmd.explain(reason)
    return {"until": until.isoformat()}


@command("deck.remind")
def deck_remind(cmd: Command, *, tournament: Tournament, number: int | None = None) -> Reminded:
    """Ask one player, or with None everybody whose deck is missing, for it: their page says so in large letters."""
    tournament = _shared(cmd, tournament)
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN, Tournament.State.RUNNING)
    missing = Entry.objects.filter(
        tournament=tournament, state__in=TAKES_PART, registration__current=None, registration__isnull=False
    )
    if number is not None:
        missing = missing.filter(number=number)
    ids = list(missing.order_by("pk").values_list("registration_id", flat=True))
    reminded = Registration.objects.filter(pk__in=ids, current=None).update(reminded_at=cmd.at)
    announce(cmd, "deck.missing", missing.values_list("user_id", flat=True))
    cmd.record(registrations=ids)
    return {"reminded": reminded}


def _entry_with_deck(tournament: Tournament, number: int) -> tuple[Entry, int]:
    """The entry with this number, and the id of its registration."""
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None or entry.registration_id is None:
        raise UserError("no_entry", _("This player is not in this tournament."))
    return entry, entry.registration_id


def _shared(cmd: Command, tournament: Tournament) -> Tournament:
    """Take the tournament's lock together with other players (the start takes it alone) and read it anew."""
    cmd.lock(TOURNAMENT_LOCK, tournament.pk, shared=True)
    fresh = Tournament.objects.get(pk=tournament.pk)
    cmd.tournament = fresh
    return fresh


def _own(cmd: Command) -> OwnDeck:
    """The actor's own entry and registration, as the opening of the command found them."""
    own = own_deck(cmd.opened[-1])
    if own is None:
        raise UserError(
            "not_entered", _("You have not entered this tournament. Enter first, then submit a deck.")
        )
    cmd.tournament = own.tournament
    if own.entry.state not in TAKES_PART:
        raise UserError(
            "not_taking_part", _("You are no longer in this tournament, so there is no deck to submit.")
        )
    return own


def own_deck(rows: Rows) -> OwnDeck | None:
    """A person's tournament, entry and registration out of a row of ``OWN``.

    At the deadline everybody comes here at once, so only the columns that submitting needs were read; the others are
    there when asked for.
    """
    if not rows:
        return None
    row, middle, end = rows[0], len(ENTRY), len(ENTRY) + len(TOURNAMENT)
    entry = loaded(Entry, ENTRY, row[:middle])
    tournament = loaded(Tournament, TOURNAMENT, row[middle:end])
    registration = loaded(Registration, REGISTRATION, row[end:-1])
    return OwnDeck(tournament, entry, registration, row[-1] or "")


def _require_open(tournament: Tournament, registration: Registration, at: datetime) -> None:
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN, Tournament.State.RUNNING)
    closed = deck_closed_since(tournament, registration, at)
    if closed is not None:
        raise UserError("deck_closed", closed_message(closed))


def closed_message(closed: datetime) -> str:
    """What a player reads who comes too late."""
    return _("Decks have been locked since %(time)s. Ask at the desk if your list must change.") % {
        "time": date_format(localtime(closed), "j F Y, H:i")
    }


def _handed_in(cmd: Command, entry: Entry, revision: DeckRevision) -> Receipt:
    cmd.record(
        entry=entry.pk,
        registration=revision.registration_id,
        revision=revision.number,
        sha256=revision.sha256,
    )
    return {"revision": revision.number, "receipt": revision.receipt, "at": revision.at.isoformat()}
