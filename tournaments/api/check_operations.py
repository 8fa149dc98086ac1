"""What judges do with decks and logs through the API: deck checks, replaced lists, opened cards, checking again.

Whoever reads a list by writing to it stands in the ledger as its reader, as on the page.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from rest_framework import serializers

from ledger.commands import Actor
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import LIST, POOL, note_reading
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED
from tournaments.gamelogs.audit_services import audit_start
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_confirm_line
from tournaments.judging import selectors
from tournaments.judging import services as checks
from tournaments.judging.models import CheckedDeck
from tournaments.submissions import pool_services as pools
from tournaments.submissions.access import own_list_closed
from tournaments.submissions.selectors import own_deck_entry, registration_of, sheet_entry
from tournaments.submissions.services import CODES, deck_revise_by_judge

from .fields import short_text, whole
from .operations import JUDGE, PLAY, Call, operation

ONE = "tournaments/<slug:slug>/"
CHECK = f"{ONE}checks/<int:number>/"
ENTRY = f"{ONE}entries/<int:entry>/"


class CountBody(serializers.Serializer):
    """How many copies of one card were counted; ``card`` is "main:number" or "sideboard:number" of the list."""

    entry = whole(1, 1_000_000)
    card = short_text(80)
    count = whole(0, checks.MOST_CARDS)


class FindingBody(serializers.Serializer):
    """What was found in one deck."""

    entry = whole(1, 1_000_000)
    finding = serializers.ChoiceField(choices=list(CheckedDeck.Finding.values))
    code = serializers.ChoiceField(choices=["", *checks.CODES], required=False, default="")
    note = short_text(300, required=False)
    presented = whole(0, checks.MOST_CARDS, required=False)


class RevisionBody(serializers.Serializer):
    """The list that takes the place of another, and why the player's deck changes."""

    text = short_text(20_000)
    reason = short_text(300)
    code = serializers.ChoiceField(choices=["", *CODES], required=False, default="")


class CardsBody(serializers.Serializer):
    """Cards as text, a line for each."""

    text = short_text(20_000)


class SignatureBody(serializers.Serializer):
    """Who signs which state of the opened cards, and as what."""

    role = serializers.ChoiceField(choices=list(pools.ROLES))
    revision = whole(1, 1_000_000)


class AuditBody(serializers.Serializer):
    """The round whose logs are checked again; left out: all rounds."""

    round = whole(1, 1_000, required=False)


class LineBody(serializers.Serializer):
    """A line of a log."""

    line = whole(1, 10_000_000)


def _reading(call: Call, tournament: Tournament, what: str, *entries: Entry) -> Actor:
    """The judge, who now stands in the ledger as a reader of these lists."""
    actor = call.staff(tournament)
    note_reading(actor, tournament, what, list(entries))
    return actor


def _check(call: Call, service: Any, **params: Any) -> Any:
    """One step of the check of the address; the judge who does it has its lists before them."""
    tournament = call.tournament
    call.staff(tournament)
    found = selectors.check_numbered(tournament, call.path["number"])
    if found is None:
        raise Http404
    actor = _reading(call, tournament, LIST, *(deck.entry for deck in selectors.decks_of(found)))
    return service(actor=actor, key=call.key, tournament=tournament, number=found.number, **params)


@operation(f"{ONE}rounds/<int:round>/tables/<int:table>/check/", "check.start", scope=JUDGE, right="decks")
def start_check(call: Call) -> Any:
    """Start checking the decks of a table; a check that is open there is shared."""
    tournament = call.tournament
    actor, match = call.staff(tournament), call.match(tournament)
    return checks.deck_check_start(actor=actor, key=call.key, tournament=tournament, match_id=match.pk)


@operation(f"{ONE}checks/", "check.start", scope=JUDGE, right="decks")
def start_check_by_lot(call: Call) -> Any:
    """Start checking the decks of a table that the lot draws."""
    tournament = call.tournament
    return checks.deck_check_start(actor=call.staff(tournament), key=call.key, tournament=tournament)


@operation(f"{CHECK}count/", "check.tick", scope=JUDGE, right="decks", body=CountBody)
def count_card(call: Call) -> Any:
    """Say how many copies of one card of a list lay there; 0 takes nothing away, it is a count."""
    ticks = {call.said["card"]: call.said["count"]}
    return _check(call, checks.deck_check_tick, entry_number=call.said["entry"], ticks=ticks)


@operation(f"{CHECK}finding/", "check.find", scope=JUDGE, right="decks", body=FindingBody)
def write_finding(call: Call) -> Any:
    """Say what was found in one deck."""
    said = dict(call.said)
    number = said.pop("entry")
    return _check(call, checks.deck_check_find, entry_number=number, findings=said)


@operation(f"{CHECK}close/", "check.close", scope=JUDGE, right="decks")
def close_check(call: Call) -> Any:
    """The decks are back: the table gets its time, once."""
    return _check(call, checks.deck_check_close)


@operation(f"{ENTRY}deck/revise/", "deck.revise", scope=JUDGE, right="decks", body=RevisionBody)
def revise_deck(call: Call) -> Any:
    """Replace a player's list with a legal one, even after the deadline; the player reads why."""
    tournament = call.tournament
    call.staff(tournament)
    entry = call.entry(tournament)
    actor, number = _reading(call, tournament, LIST, entry), entry.number
    return deck_revise_by_judge(actor=actor, key=call.key, tournament=tournament, number=number, **call.said)


def _own_pool(call: Call, tournament: Tournament) -> tuple[Actor, Entry]:
    """The person and their entry while its list is open to them and its cards are opened here; else 404."""
    entry = own_deck_entry(call.user, tournament)
    if entry is None or registration_of(entry).format != LIMITED or own_list_closed(tournament, entry):
        raise Http404
    return call.player, entry


def _pool(call: Call, tournament: Tournament) -> tuple[Actor, Entry]:
    """The judge and the entry of the address whose cards are opened here; else 404."""
    call.staff(tournament)
    entry = sheet_entry(tournament, call.path["entry"])
    if entry is None or registration_of(entry).format != LIMITED:
        raise Http404
    return _reading(call, tournament, POOL, entry), entry


def _pooled(
    call: Call, whose: Callable[[Call, Tournament], tuple[Actor, Entry]], service: Callable[..., Any]
) -> Any:
    tournament = call.tournament
    actor, entry = whose(call, tournament)
    return service(actor=actor, key=call.key, tournament=tournament, number=entry.number, **call.said)


@operation(f"{ONE}pool/", "pool.record", scope=PLAY, body=CardsBody)
def record_own_pool(call: Call) -> Any:
    """Write down the cards that you opened."""
    return _pooled(call, _own_pool, pools.opened_pool_record)


@operation(f"{ONE}pool/sign/", "pool.sign", scope=PLAY, body=SignatureBody)
def sign_own_pool(call: Call) -> Any:
    """Sign the cards that you opened."""
    return _pooled(call, _own_pool, pools.opened_pool_sign)


@operation(f"{ENTRY}pool/", "pool.record", scope=JUDGE, right="decks", body=CardsBody)
def record_pool(call: Call) -> Any:
    """Write down the cards that a player opened."""
    return _pooled(call, _pool, pools.opened_pool_record)


@operation(f"{ENTRY}pool/sign/", "pool.sign", scope=JUDGE, right="decks", body=SignatureBody)
def sign_pool(call: Call) -> Any:
    """Sign the cards that a player opened, as a judge."""
    return _pooled(call, _pool, pools.opened_pool_sign)


@operation(f"{ONE}audits/", "audit.start", scope=JUDGE, right="logs", body=AuditBody)
def start_audit(call: Call) -> Any:
    """Have the logs of a round, or of all rounds, checked again; no verdict changes by this."""
    tournament, wanted = call.tournament, call.said["round"]
    actor = call.staff(tournament)
    round_id = None
    if wanted is not None:
        round_id = tournament.rounds.filter(number=wanted).values_list("pk", flat=True).first()
        if round_id is None:
            raise Http404
    return audit_start(actor=actor, key=call.key, tournament=tournament, round_id=round_id)


@operation(f"{ONE}logs/<int:log>/confirm/", "log.confirm", scope=JUDGE, right="logs", body=LineBody)
def confirm_line(call: Call) -> Any:
    """Say that a correction in a log is a judge's; the log is checked again."""
    tournament = call.tournament
    actor, number = call.staff(tournament), call.path["log"]
    if not GameLog.objects.filter(match__tournament=tournament, pk=number).exists():
        raise Http404
    return log_confirm_line(actor=actor, key=call.key, tournament=tournament, log_id=number, **call.said)
