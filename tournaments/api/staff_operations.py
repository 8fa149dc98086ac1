"""What organizers, the desk and judges do through the API: each calls the service of the page, with its right."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from ledger.commands import Actor
from ledger.errors import UserError
from tournaments.entries import services as entries
from tournaments.events import services as events
from tournaments.events.access import Right, actor_to_rule
from tournaments.events.closing_services import tournament_set_closing
from tournaments.judging import penalty_services as penalties
from tournaments.rounds import pairing_services as rounds
from tournaments.rounds import services as results
from tournaments.rounds.models import Match
from tournaments.rounds.stage_services import stage_cut
from tournaments.submissions import services as decks

from .fields import RESULT_KINDS, MomentOrNone, Score, flag, short_text, whole
from .operations import JUDGE, ORGANIZE, Call, operation

ONE = "tournaments/<slug:slug>/"
ROUND = f"{ONE}rounds/<int:round>/"
TABLE = f"{ROUND}tables/<int:table>/"
ENTRY = f"{ONE}entries/<int:entry>/"


class TournamentBody(serializers.Serializer):
    """A new tournament, made from a template."""

    template = short_text(60)
    name = short_text(100)
    starts_at = serializers.DateTimeField()
    deck_deadline = MomentOrNone(required=False, default=None)
    capacity = whole(2, 4096, required=False, default=32)
    location = short_text(200, required=False)


class CasualBody(serializers.Serializer):
    """Whether it goes on as a casual tournament."""

    casual = flag()


class ReasonBody(serializers.Serializer):
    """Why."""

    reason = short_text(300)


class ClosingBody(serializers.Serializer):
    """When the hall closes; null: it does not matter."""

    closes_at = MomentOrNone()


class PublishBody(serializers.Serializer):
    """Whether the clock starts with it."""

    start_clock = flag()


class SwapBody(serializers.Serializer):
    """Two entries of a draft that change places, and why."""

    first = whole(1, 1_000_000)
    second = whole(1, 1_000_000)
    reason = short_text(300)


class ThirdPlaceBody(serializers.Serializer):
    """Whether the third place is played for."""

    third_place = flag()


class ResultBody(serializers.Serializer):
    """A result. ``version``: the match's when you read it, needed to correct a final one, as ``reason`` is.

    ``despite``: enter it although no game could give it, with a reason.
    """

    said = Score()
    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")
    version = whole(0, 2**31 - 1, required=False)
    reason = short_text(300, required=False)
    despite = flag()


class MinutesBody(serializers.Serializer):
    """So many minutes."""

    minutes = whole(1, 60)


class ExtensionBody(serializers.Serializer):
    """More time for a deck, and why."""

    minutes = whole(1, 600)
    reason = short_text(300)


class PenaltyBody(serializers.Serializer):
    """A penalty, by the codes of the document; ``reason`` where it departs from its table."""

    entry = whole(1, 1_000_000)
    code = short_text(10)
    level = serializers.ChoiceField(
        choices=["caution", "warning", "game_loss", "match_loss", "disqualification"]
    )
    reason = short_text(300, required=False)
    note = short_text(1000, required=False)


@operation("new-tournament/", "tournament.create", scope=ORGANIZE, body=TournamentBody)
def create_tournament(call: Call) -> Any:
    """Make a tournament in preparation; you are its organizer."""
    return events.tournament_create(actor=Actor(call.user, "organizer"), key=call.key, **call.said)


def _events(call: Call, service: Any) -> Any:
    tournament = call.tournament
    return service(actor=call.staff(tournament), key=call.key, tournament=tournament, **call.said)


@operation(f"{ONE}request-approval/", "tournament.request_approval", scope=ORGANIZE, right="edit")
def request_approval(call: Call) -> Any:
    """Ask the office to approve it as Organized Play."""
    return _events(call, events.tournament_request_approval)


@operation(f"{ONE}open-entry/", "tournament.open_entry", scope=ORGANIZE, right="edit", body=CasualBody)
def open_entry(call: Call) -> Any:
    """Let players enter; unapproved only as a casual tournament."""
    return _events(call, events.tournament_open_entry)


@operation(f"{ONE}closing/", "tournament.set_closing", scope=ORGANIZE, right="edit", body=ClosingBody)
def set_closing(call: Call) -> Any:
    """Say when the hall closes; the desk is warned when the last round would end later."""
    return _events(call, tournament_set_closing)


@operation(f"{ONE}open-check-in/", "tournament.open_check_in", scope=ORGANIZE, right="entries")
def open_check_in(call: Call) -> Any:
    """Let players check in."""
    return _events(call, events.tournament_open_check_in)


@operation(f"{ONE}start/", "tournament.start", scope=ORGANIZE, right="pair", body=CasualBody)
def start_tournament(call: Call) -> Any:
    """Close check-in; who is not here did not come, decks are fixed."""
    return _events(call, entries.tournament_start)


@operation(f"{ONE}finish/", "tournament.finish", scope=ORGANIZE, right="pair")
def finish_tournament(call: Call) -> Any:
    """The last round is complete: the standings are final."""
    return _events(call, events.tournament_finish)


@operation(f"{ONE}cancel/", "tournament.cancel", scope=ORGANIZE, right="edit", body=ReasonBody)
def cancel_tournament(call: Call) -> Any:
    """Call it off."""
    return _events(call, events.tournament_cancel)


@operation(f"{ONE}decks/remind/", "deck.remind", scope=ORGANIZE, right="deck_status")
def remind_decks(call: Call) -> Any:
    """Ask everybody whose deck is missing for it."""
    return _events(call, decks.deck_remind)


@operation(f"{ENTRY}deck/extend/", "deck.extend", scope=ORGANIZE, right="deck_deadline", body=ExtensionBody)
def extend_deck(call: Call) -> Any:
    """Give one player more time for the deck."""
    tournament = call.tournament
    actor = call.staff(tournament)
    number = call.entry(tournament).number
    return decks.deck_extend(actor=actor, key=call.key, tournament=tournament, number=number, **call.said)


@operation(f"{ROUND}draft/", "round.draft", scope=ORGANIZE, right="pair")
def draft_round(call: Call) -> Any:
    """Pair the round; nobody sees it yet."""
    tournament = call.tournament
    actor = call.staff(tournament)
    return rounds.round_draft(actor=actor, key=call.key, tournament=tournament, number=call.path["round"])


def _round(call: Call, service: Any) -> Any:
    tournament = call.tournament
    actor = call.staff(tournament)
    round_id = call.round(tournament).pk
    return service(actor=actor, key=call.key, tournament=tournament, round_id=round_id, **call.said)


def _draft(call: Call, service: Any) -> Any:
    """A draft that the operation throws away, by its number: sent again, the request still names the same."""
    tournament = call.tournament
    actor = call.staff(tournament)
    return service(actor=actor, key=call.key, tournament=tournament, number=call.path["round"])


@operation(f"{ROUND}redraft/", "round.redraft", scope=ORGANIZE, right="pair")
def redraft_round(call: Call) -> Any:
    """Pair a draft anew."""
    return _draft(call, rounds.round_redraft)


@operation(f"{ROUND}discard/", "round.discard", scope=ORGANIZE, right="pair")
def discard_round(call: Call) -> Any:
    """Throw a draft away."""
    return _draft(call, rounds.round_discard)


@operation(f"{ROUND}publish/", "round.publish", scope=ORGANIZE, right="pair", body=PublishBody)
def publish_round(call: Call) -> Any:
    """Show a draft to everybody."""
    return _round(call, rounds.round_publish)


@operation(f"{ROUND}start-clock/", "round.start_clock", scope=ORGANIZE, right="pair")
def start_clock(call: Call) -> Any:
    """Start the clock of the room, or let it go on."""
    return _round(call, rounds.round_start_clock)


@operation(f"{ROUND}pause-clock/", "round.pause_clock", scope=ORGANIZE, right="pair")
def pause_clock(call: Call) -> Any:
    """Stop the clock of the room."""
    return _round(call, rounds.round_pause_clock)


@operation(f"{ROUND}complete/", "round.complete", scope=ORGANIZE, right="pair")
def complete_round(call: Call) -> Any:
    """Close the round; every table must have its result."""
    return _round(call, rounds.round_complete)


@operation(f"{ROUND}swap/", "round.swap", scope=ORGANIZE, right="desk", body=SwapBody)
def swap_players(call: Call) -> Any:
    """Let two players of a draft change places."""
    tournament = call.tournament
    actor = call.staff(tournament)
    round_id = call.round(tournament).pk
    first, second = (call.entry(tournament, call.said[name]).pk for name in ("first", "second"))
    asked = {"round_id": round_id, "first": first, "second": second, "reason": call.said["reason"]}
    return rounds.round_swap(actor=actor, key=call.key, tournament=tournament, **asked)


@operation(f"{ONE}cut/", "stage.cut", scope=ORGANIZE, right="pair", body=ThirdPlaceBody)
def cut_to_knock_out(call: Call) -> Any:
    """Let the best go on into the knock-out."""
    return _events(call, stage_cut)


@operation(
    f"{TABLE}result/", "result.enter", "result.correct", scope=ORGANIZE, right="result", body=ResultBody
)
def enter_result(call: Call) -> Any:
    """Enter the result of a table, or with a reason correct a final one; a disputed one is a judge's to settle.

    The body alone says which: the same request sent again must find the same command, whatever has become of the table.
    """
    tournament = call.tournament
    actor, match = call.staff(tournament), call.match(tournament)
    if match.kind == Match.Kind.BYE:
        raise Http404
    said = {name: call.said[name] for name in ("said", "kind", "version", "despite")}
    params = {"key": call.key, "tournament": tournament, "match_id": match.pk, **said}
    if not call.said["reason"] or (said["despite"] and said["version"] is None):
        return results.result_enter(actor=actor, reason=call.said["reason"], **params)
    if call.said["version"] is None:
        raise UserError("version_needed", _("Say which version of the result you correct."), field="version")
    actor = call.staff(tournament, Right.CORRECT)
    return results.result_correct(actor=actor, reason=call.said["reason"], **params)


@operation(f"{TABLE}settle/", "dispute.settle", scope=JUDGE, right="rule", body=ResultBody)
def settle_dispute(call: Call) -> Any:
    """Rule on a disputed table: the result that counts, and why."""
    tournament = call.tournament
    actor = actor_to_rule(call.user, tournament) or call.staff(tournament)
    said = {name: call.said[name] for name in ("said", "kind", "reason", "despite")}
    match = call.match(tournament)
    return results.dispute_settle(actor=actor, key=call.key, tournament=tournament, match_id=match.pk, **said)


@operation(f"{TABLE}extend/", "match.extend", scope=ORGANIZE, right="result", body=MinutesBody)
def extend_table(call: Call) -> Any:
    """Give one table more time."""
    tournament = call.tournament
    actor = call.staff(tournament)
    match = call.match(tournament)
    return results.match_extend(
        actor=actor, key=call.key, tournament=tournament, match_id=match.pk, **call.said
    )


@operation(f"{ONE}penalties/", "penalty.give", scope=JUDGE, right="penalties", body=PenaltyBody)
def give_penalty(call: Call) -> Any:
    """Give a player a penalty."""
    tournament = call.tournament
    actor, said = call.staff(tournament), dict(call.said)
    number = said.pop("entry")
    return penalties.penalty_give(
        actor=actor, key=call.key, tournament=tournament, entry_number=number, **said
    )


@operation(f"{ONE}penalties/<int:penalty>/confirm/", "penalty.confirm", scope=JUDGE, right="penalties")
def confirm_penalty(call: Call) -> Any:
    """Confirm a disqualification as the second person."""
    tournament = call.tournament
    params = {"actor": call.staff(tournament), "number": call.path["penalty"]}
    return penalties.penalty_confirm(key=call.key, tournament=tournament, **params)


@operation(
    f"{ONE}penalties/<int:penalty>/withdraw/",
    "penalty.withdraw",
    scope=JUDGE,
    right="penalties",
    body=ReasonBody,
)
def withdraw_penalty(call: Call) -> Any:
    """Take a penalty back, with a reason."""
    tournament = call.tournament
    params = {"actor": call.staff(tournament), "number": call.path["penalty"], **call.said}
    return penalties.penalty_withdraw(key=call.key, tournament=tournament, **params)
