"""Deck checks: started on a table or drawn by lot, counted card by card, closed with findings and extra time.

Ledger rows hold ids, minutes and codes, never a card: the ledger is read by staff who may not read decks.
"""

from datetime import datetime
from typing import TypedDict

from django.db.models import Max
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import locked_match

from .judges_chain import judges_book
from .models import CheckedDeck, DeckCheck


class Findings(TypedDict):
    """What a judge writes of one deck; ``presented``: how many cards lay there, None when nobody counted."""

    finding: str
    code: str
    note: str
    presented: int | None


class CheckStarted(TypedDict):
    """The number of a deck check."""

    check: int


class Ticked(TypedDict):
    """How many copies of the cards are counted by now."""

    counted: int


class Found(TypedDict):
    """What a judge found in a deck, and the infraction's code."""

    finding: str
    code: str


class CheckClosed(TypedDict):
    """Minutes that a check took, and minutes the table gets for it."""

    minutes: int
    extension: int


State, Finding = DeckCheck.State, CheckedDeck.Finding
CODES = ("T3", "T4", "T5", "T6", "U3")
"""Infractions a deck check can end with: illegal list, deck differs, limited procedure, marked cards, cheating."""
MINUTE = 60
MOST_CARDS = 999
FIELDS = ("presented", "finding", "code", "note")


@command("check.start")
def deck_check_start(cmd: Command, *, tournament: Tournament, match_id: int | None = None) -> CheckStarted:
    """Start checking the decks of one table; without ``match_id`` a table of the running round drawn by lot.

    A table whose check is open keeps that check: two judges who start at once share it.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    number = (DeckCheck.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0) + 1
    seed = ""
    if match_id is None:
        seed = digest([tournament.seed, "deck-check", number])
        match_id = _drawn(tournament, seed)
    match = locked_match(cmd, tournament, match_id)
    if match.kind == Match.Kind.BYE or match.state == Match.State.FINAL:
        raise UserError("match_over", _("This match is over. Choose a table that is still playing."))
    running = DeckCheck.objects.filter(match=match, state=State.OPEN).first()
    if running is not None:
        return {"check": running.number}
    entries = list(
        Entry.objects.filter(seats__match=match).select_related("registration").order_by("seats__position")
    )
    if any(entry.user_id == cmd.actor.user.pk for entry in entries):
        raise UserError("own_deck", _("You play at this table. Ask another judge to check it."))
    check = DeckCheck.objects.create(
        tournament=tournament,
        match=match,
        number=number,
        seed=seed,
        opened_at=cmd.at,
        opened_by=cmd.actor.user,
    )
    for entry in entries:
        revision_id = entry.registration.current_id if entry.registration is not None else None
        CheckedDeck.objects.create(check_made=check, entry=entry, revision_id=revision_id)
    cmd.record(check=number, match=match.pk, table=match.table, seed=seed)
    return {"check": number}


def _drawn(tournament: Tournament, seed: str) -> int:
    """The match the lot falls on: among the tables that play and were not checked in this round, by the seed."""
    open_tables = (
        Match.objects.filter(tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
        .exclude(kind=Match.Kind.BYE)
        .exclude(state=Match.State.FINAL)
        .exclude(deck_checks__isnull=False)
        .order_by("table", "pk")
    )
    ids = list(open_tables.values_list("pk", flat=True))
    if not ids:
        raise UserError("no_table", _("There is no table left to check in this round."))
    return ids[int(seed[:15], 16) % len(ids)]


@command("check.tick")
def deck_check_tick(
    cmd: Command, *, tournament: Tournament, number: int, entry_number: int, ticks: dict[str, int | None]
) -> Ticked:
    """Store how many copies were counted of single cards, by "main:number"; None takes a count away."""
    deck = _open_deck(tournament, number, entry_number)
    for key, count in ticks.items():
        if count is None:
            deck.ticks.pop(key, None)
        elif 0 <= count <= MOST_CARDS and key in _listed(deck):
            deck.ticks[key] = count
    deck.save(update_fields=["ticks"])
    cmd.record(check=number, deck=deck.pk, counted=len(deck.ticks))
    return {"counted": len(deck.ticks)}


@command("check.find", chain=judges_book)
def deck_check_find(
    cmd: Command, *, tournament: Tournament, number: int, entry_number: int, findings: Findings
) -> Found:
    """Store what was found in one deck: cards presented, the finding, and the infraction a judge sees in it.

    The finding may be completed after the table plays again. Its row stands in the judges' book: what was found in a
    deck is as private as the penalty that may follow.
    """
    deck = _deck(tournament, number, entry_number)
    _set_findings(deck, findings)
    deck.save(update_fields=list(FIELDS))
    cmd.record(check=number, deck=deck.pk, finding=deck.finding, code=deck.code, presented=deck.presented)
    return {"finding": deck.finding, "code": deck.code}


@command("check.close", public=True)
def deck_check_close(cmd: Command, *, tournament: Tournament, number: int) -> CheckClosed:
    """The decks are back at the table: store the minutes and give exactly this table its time back, once.

    The table gets the minutes the check took, rounded up, and the extra ones of the policy; not more than the round
    had left when the check began, and nothing when the round has no limit or the match has ended meanwhile.
    """
    check = DeckCheck.objects.filter(tournament=tournament, number=number).first()
    if check is None:
        raise UserError("no_check", _("This deck check does not exist."))
    match = locked_match(cmd, tournament, check.match_id, open_round=False)
    check = DeckCheck.objects.select_for_update().get(pk=check.pk)
    if check.state == State.CLOSED:
        return {"minutes": check.minutes, "extension": check.extension}
    check.minutes = _minutes(check.opened_at, cmd.at)
    check.extension = _extension(check, match, tournament.policy.check_minutes)
    check.state, check.closed_at, check.closed_by = State.CLOSED, cmd.at, cmd.actor.user
    check.save(update_fields=["minutes", "extension", "state", "closed_at", "closed_by"])
    if check.extension:
        match.extension_minutes += check.extension
        match.version += 1
        match.save(update_fields=["extension_minutes", "version"])
    cmd.record(
        check=number,
        match=match.pk,
        minutes=check.minutes,
        extension=check.extension,
        total=match.extension_minutes,
    )
    return {"minutes": check.minutes, "extension": check.extension}


def _minutes(start: datetime, end: datetime) -> int:
    """Whole minutes from one moment to another, rounded up."""
    return max(0, -int(-(end - start).total_seconds() // MINUTE))


def _extension(check: DeckCheck, match: Match, extra: int) -> int:
    ends = match.round.ends_at
    if ends is None or match.state == Match.State.FINAL or match.round.state != Round.State.PUBLISHED:
        return 0
    left = _minutes(check.opened_at, ends) + match.extension_minutes
    return max(0, min(check.minutes + extra, left))


def _deck(tournament: Tournament, number: int, entry_number: int) -> CheckedDeck:
    deck = (
        CheckedDeck.objects.select_for_update(of=("self",))
        .select_related("check_made", "revision")
        .filter(check_made__tournament=tournament, check_made__number=number, entry__number=entry_number)
        .first()
    )
    if deck is None:
        raise UserError("no_check", _("This deck check does not exist."))
    return deck


def _open_deck(tournament: Tournament, number: int, entry_number: int) -> CheckedDeck:
    deck = _deck(tournament, number, entry_number)
    if deck.check_made.state != State.OPEN:
        raise UserError("check_closed", _("This check is closed. What was counted can no longer change."))
    return deck


def _listed(deck: CheckedDeck) -> set[str]:
    """The keys that can be counted: "main:number" and "sideboard:number" of the list."""
    if deck.revision is None:
        return set()
    sides = (("main", deck.revision.main), ("sideboard", deck.revision.sideboard))
    return {f"{side}:{card}" for side, cards in sides for card in cards}


def _set_findings(deck: CheckedDeck, findings: Findings) -> None:
    finding, code = str(findings.get("finding", "")), str(findings.get("code", ""))
    if finding not in Finding.values:
        raise UserError("finding", _("Choose what was found."), field="finding")
    if code and code not in CODES:
        raise UserError("code", _("Choose one of the infractions, or none."), field="code")
    if code and finding in (Finding.NONE, Finding.FINE):
        raise UserError("finding", _("Say what was found before you link a penalty."), field="finding")
    presented = findings.get("presented")
    if presented is not None and not 0 <= int(presented) <= MOST_CARDS:
        raise UserError("presented", _("Enter how many cards were presented."), field="presented")
    deck.finding, deck.code, deck.presented = finding, code, presented
    deck.note = clean_name(str(findings.get("note", "")))[:300]
