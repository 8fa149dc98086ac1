"""What organizers, the desk and the office do through the API: the event, its people, its rounds and results."""

from django.contrib.auth import get_user_model
from django.http import Http404
from django.utils.translation import gettext as _

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import Account, Person
from tournaments.entries import services as entries
from tournaments.entries.door_services import entry_check_in_many
from tournaments.entries.models import Entry
from tournaments.entries.rehearsal_services import FEWEST, tournament_rehearse
from tournaments.entries.rehearsal_services import MOST as MOST_INVENTED
from tournaments.events import services as events
from tournaments.events.access import Right
from tournaments.events.closing_services import tournament_set_closing
from tournaments.events.copy_services import tournament_copy, tournament_keep
from tournaments.events.invitation_services import invitation_make, invitation_withdraw
from tournaments.events.models import Invitation, Staff
from tournaments.events.plans import templates
from tournaments.events.zone_services import MOST_TABLES, staff_zone
from tournaments.rounds import pairing_services as rounds
from tournaments.rounds import services as results
from tournaments.rounds.models import Match
from tournaments.rounds.slip_services import result_claim, result_slip
from tournaments.rounds.stage_services import stage_cut
from tournaments.submissions import services as decks

from .fields import NAMED, list_of, one_of, text, whole
from .operations import ENTRY, ONE, ROUND, TABLE, Call, Scope, entry_id, part
from .tokens import ORGANIZE

ROLES = tuple(Staff.Role.values)
NAME = text(100)


def as_organizer(user: Account) -> Actor:
    """Who acts when a tournament is made."""
    return Actor(user, "organizer")


makes = Scope(ORGANIZE, acts=as_organizer)
edits = Scope(ORGANIZE, Right.EDIT)
staffs = Scope(ORGANIZE, Right.STAFF)
zones = Scope(ORGANIZE, Right.ZONES)
approves = Scope(ORGANIZE, Right.APPROVE)
lists = Scope(ORGANIZE, Right.ENTRIES)
door = Scope(ORGANIZE, Right.DOOR)
reminds = Scope(ORGANIZE, Right.DECK_STATUS)
extends = Scope(ORGANIZE, Right.DECK_DEADLINE)
pairs = Scope(ORGANIZE, Right.PAIR)
desk = Scope(ORGANIZE, Right.DESK)
enters = Scope(ORGANIZE, Right.RESULT)

# --- the event -------------------------------------------------------------------------------------------

makes.command(
    "create_tournament",
    "new-tournament/",
    events.tournament_create,
    "Make a tournament in preparation; you are its organizer.",
    body={"template": one_of(templates()), "name": NAME, "capacity": whole(2, 4096)},
    without=("changes", "demo"),
)
edits.command(
    "copy_tournament",
    f"{ONE}copy/",
    tournament_copy,
    "Make a tournament in preparation from this one; `series` makes both dates of one series.",
    body={"name": NAME},
)
edits.command(
    "rehearse_tournament",
    f"{ONE}rehearse/",
    tournament_rehearse,
    "Make a rehearsal of this tournament: a hidden copy with invented players, in which nothing counts.",
    body={"players": whole(FEWEST, MOST_INVENTED)},
)
edits.command(
    "request_approval",
    f"{ONE}request-approval/",
    events.tournament_request_approval,
    "Ask the office to approve it as Organized Play.",
)
approves.command(
    "decide_approval",
    f"{ONE}approval/",
    events.tournament_decide_approval,
    "Approve a tournament as Organized Play, or say why not, as the office.",
)
edits.command(
    "open_entry",
    f"{ONE}open-entry/",
    events.tournament_open_entry,
    "Let players enter; unapproved only as a casual tournament.",
)
edits.command(
    "set_closing",
    f"{ONE}closing/",
    tournament_set_closing,
    "Say when the hall closes; the desk is warned when the last round would end later.",
    about="When the hall closes; null: it does not matter.",
)
lists.command(
    "open_check_in", f"{ONE}open-check-in/", events.tournament_open_check_in, "Let players check in."
)
pairs.command(
    "start_tournament",
    f"{ONE}start/",
    entries.tournament_start,
    "Close check-in; who is not here did not come, decks are fixed.",
)
pairs.command(
    "finish_tournament",
    f"{ONE}finish/",
    events.tournament_finish,
    "The last round is complete: the standings are final.",
)
edits.command("cancel_tournament", f"{ONE}cancel/", events.tournament_cancel, "Call it off.")

# --- who works here --------------------------------------------------------------------------------------


def _person(call: Call, number: int) -> Person:
    """Whom the body names; else 404."""
    user = get_user_model().objects.filter(pk=number).first()
    if user is None:
        raise Http404
    return user


staffs.command(
    "offer_role",
    f"{ONE}staff/",
    invitation_make,
    "Ask somebody to work here; they say yes on their page.",
    body={"role": one_of(ROLES).required()},
    given={"kind": lambda _call: Invitation.Kind.STAFF},
    without=("entry_number",),
)
staffs.command(
    "take_role",
    f"{ONE}staff/remove/",
    events.staff_remove,
    "Take a role away from somebody, by the number that `desk/staff/` says; the last organizer stays.",
    body={"role": one_of(ROLES)},
    finds={"user": _person},
)
staffs.command(
    "take_on",
    f"{ONE}staff/take-on/",
    events.staff_take,
    "Give a role to somebody who belongs to the organization in a role for that.",
    body={"role": one_of(ROLES)},
)
edits.command(
    "keep_template",
    f"{ONE}keep/",
    tournament_keep,
    "Let its organization make others like it under this name; empty: no longer.",
    body={"kept_as": text(60)},
)
zones.command(
    "give_zone",
    f"{ONE}staff/zone/",
    staff_zone,
    "Give a judge the tables to look after, by the number that `desk/staff/` says; 0 and 0 take the zone away.",
    body={"first": whole(0, MOST_TABLES), "last": whole(0, MOST_TABLES)},
    finds={"user": _person},
)
lists.command(
    "invite_player",
    f"{ONE}invitations/",
    invitation_make,
    "Ask somebody with an account to play; they say yes on their page.",
    given={"kind": lambda _call: Invitation.Kind.PLAY},
    without=("role", "entry_number"),
)


@lists.special(f"{ONE}invitations/<int:invitation>/withdraw/", invitation_withdraw)
def withdraw_invitation(call: Call) -> object:
    """Take back an invitation that waits, by the number that making it answered; a role is the organizer's."""
    actor = call.actor
    found = Invitation.objects.filter(tournament=call.tournament, pk=call.path["invitation"]).first()
    if found is None:
        raise Http404
    if found.kind == Invitation.Kind.STAFF:
        actor = call.staff(Right.STAFF)
    return call.carry_out(actor=actor)


# --- who plays -------------------------------------------------------------------------------------------

lists.command(
    "enter_guest",
    f"{ONE}entries/",
    entries.entry_add_at_desk,
    "Enter somebody without an account.",
    about="Whom the desk enters; ``text``: the deck list they bring.",
)
lists.command(
    "check_in_entry",
    f"{ENTRY}check-in/",
    entries.entry_check_in,
    "Say that a player is here; one who was away comes back for the next round.",
)


@door.special(
    f"{ONE}check-in-many/",
    entry_check_in_many,
    body={"entries": list_of(NAMED["entry"], 2000, least=1)},
    without=("entries",),
)
def check_in_many(call: Call) -> object:
    """Check in several players who are entered; who cannot be is named with the reason, by the ids of the answer."""
    actor, numbers = call.actor, call.said["entries"]
    found = Entry.objects.filter(tournament=call.tournament, number__in=numbers).order_by("number")
    chosen = list(found.values_list("pk", flat=True))
    if len(chosen) != len(set(numbers)):
        raise Http404
    return call.carry_out(actor=actor, entries=chosen)


lists.command(
    "withdraw_entry",
    f"{ENTRY}withdraw/",
    entries.entry_withdraw,
    "Take a player out before the start; the first of the waiting list moves up.",
)
lists.command("put_entry_back", f"{ENTRY}put-back/", entries.entry_put_back, "Take a withdrawal back.")
lists.command("drop_entry", f"{ENTRY}drop/", entries.entry_drop, "A player leaves after the present round.")
reminds.command(
    "remind_decks",
    f"{ONE}decks/remind/",
    decks.deck_remind,
    "Ask everybody whose deck is missing for it.",
    without=("number",),
)
extends.command(
    "extend_deck",
    f"{ENTRY}deck/extend/",
    decks.deck_extend,
    "Give one player more time for the deck.",
    body={"minutes": whole(1, 600)},
    given={"number": lambda call: call.entry().number},
)

# --- rounds ----------------------------------------------------------------------------------------------

BY_NUMBER = {"number": part("round")}
"""A draft that is made or thrown away is named by its number: sent again, the request still names the same."""

pairs.command(
    "draft_round",
    f"{ROUND}draft/",
    rounds.round_draft,
    "Pair the round; nobody sees it yet.",
    given=BY_NUMBER,
)
pairs.command(
    "redraft_round",
    f"{ROUND}redraft/",
    rounds.round_redraft,
    "Pair a draft anew.",
    given=BY_NUMBER,
    without=("round_id",),
)
pairs.command(
    "discard_round",
    f"{ROUND}discard/",
    rounds.round_discard,
    "Throw a draft away.",
    given=BY_NUMBER,
    without=("round_id",),
)
desk.command(
    "swap_players",
    f"{ROUND}swap/",
    rounds.round_swap,
    "Let two players of a draft change places.",
    body={"first": NAMED["entry"], "second": NAMED["entry"]},
    finds={"first": entry_id, "second": entry_id},
)
pairs.command(
    "keep_round",
    f"{ROUND}keep/",
    rounds.round_keep,
    "Keep a draft although results or decisions have changed since.",
)
pairs.command("publish_round", f"{ROUND}publish/", rounds.round_publish, "Show a draft to everybody.")
pairs.command(
    "start_clock",
    f"{ROUND}start-clock/",
    rounds.round_start_clock,
    "Start the clock of the room, or let it go on.",
)
pairs.command("pause_clock", f"{ROUND}pause-clock/", rounds.round_pause_clock, "Stop the clock of the room.")
pairs.command(
    "complete_round",
    f"{ROUND}complete/",
    rounds.round_complete,
    "Close the round; every table must have its result.",
)
pairs.command("cut_to_knock_out", f"{ONE}cut/", stage_cut, "Let the best go on into the knock-out.")

# --- results ---------------------------------------------------------------------------------------------


@enters.special(
    f"{TABLE}result/",
    results.result_enter,
    results.result_correct,
    about="A result. ``version``: the match's when you read it, needed to correct a final one, as ``reason`` is.\n\n"
    "``despite``: enter it although no game could give it, with a reason.",
)
def enter_result(call: Call) -> object:
    """Enter the result of a table, or with a reason correct a final one; a disputed one is a judge's to settle.

    The body alone says which: the same request sent again must find the same command, whatever has become of the table.
    """
    actor, said = call.actor, call.said
    if call.match().kind == Match.Kind.BYE:
        raise Http404
    if not said["reason"] or (said["despite"] and said["version"] is None):
        return call.carry_out(actor=actor)
    if said["version"] is None:
        raise UserError("version_needed", _("Say which version of the result you correct."), field="version")
    return call.carry_out(results.result_correct, actor=call.staff(Right.CORRECT))


enters.command(
    "enter_slip",
    f"{TABLE}slip/",
    result_slip,
    "Enter a slip of paper; what it contradicts is said, and nothing is overwritten.",
    about="A slip, and the match's version when you read it; ``over``: the report that you read is wrong.",
)
enters.command(
    "enter_late_slip",
    f"{TABLE}slip/late/",
    result_claim,
    "Enter a slip that came late and contradicts what is known: the table is disputed, a judge decides.",
)
enters.command("extend_table", f"{TABLE}extend/", results.match_extend, "Give one table more time.")
