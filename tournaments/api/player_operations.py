"""What people do for themselves through the API: their events, tables, decks, teams, clan, puzzles, invitations."""

from django.http import Http404

from decks.lists import services as decks
from decks.lists.models import Deck
from tournaments.agenda import friend_services as friends
from tournaments.agenda import services as friendlies
from tournaments.agenda.models import PLACE_LENGTH, FriendlyNote
from tournaments.clans import services as clans
from tournaments.entries import services as entries
from tournaments.entries import team_services as teams
from tournaments.entries.invitation_services import entry_accept
from tournaments.events.invitation_services import invitation_decline
from tournaments.events.models import Tournament
from tournaments.judging import call_services as calls
from tournaments.judging import case_services as cases
from tournaments.puzzles.services import puzzle_answer
from tournaments.rounds.concede_services import result_concede
from tournaments.rounds.services import result_report, result_take_back
from tournaments.submissions import pool_services as pools
from tournaments.submissions.access import own_list_closed
from tournaments.submissions.selectors import own_deck_entry
from tournaments.submissions.services import deck_draft_save, deck_submit

from .fields import FLAG, MOST_ID, one_of, text, whole
from .judge_operations import CASE, SIGNED, newest_call, opens_cards
from .operations import ONE, TABLE, Call, Scope, part
from .tokens import PLAY

play = Scope(PLAY)
deck = Scope(PLAY, acts=decks.owner_of)

FRIEND = "friends/<int:friendship>/"
GAME = "friendlies/<int:friendly>/"
DECK = "my-decks/<int:deck>/"
INVITATION = f"{ONE}invitations/<int:invitation>/"
OWN = {"entry_id": lambda call: call.own_entry().pk}
PLAYS = {"play": one_of(Deck.Play.values)}

# --- taking part -----------------------------------------------------------------------------------------

play.command(
    "enter",
    f"{ONE}enter/",
    entries.entry_create,
    "Enter the tournament; when it is full, the waiting list. Twice is once.",
)


@play.special(f"{ONE}leave/", entries.entry_withdraw, entries.entry_drop, given=OWN, own=True)
def leave(call: Call) -> object:
    """Withdraw before the start, or drop from the running tournament."""
    running = call.tournament.state == Tournament.State.RUNNING
    return call.carry_out(entries.entry_drop if running else entries.entry_withdraw)


@play.special(f"{ONE}check-in/", entries.entry_check_in, given=OWN, own=True)
def check_in(call: Call) -> object:
    """Say that you are here, while check-in is open."""
    if call.tournament.state != Tournament.State.CHECK_IN:
        raise Http404
    return call.carry_out()


play.command(
    "accept_invitation",
    f"{INVITATION}accept/",
    entry_accept,
    "Say yes to an invitation to play. A role, or a guest's place, is taken on the page alone.",
)
play.command(
    "decline_invitation",
    f"{INVITATION}decline/",
    invitation_decline,
    "Say no to any invitation of yours; the same is not asked again.",
)
play.command(
    "submit_deck",
    f"{ONE}deck/",
    deck_submit,
    "Submit your deck; an illegal one is refused with every problem at once.",
    about="A list as text, as on the page: a line for each card.",
    actions=("deck.submit",),
    own=True,
)
play.command(
    "save_deck_draft",
    f"{ONE}deck/draft/",
    deck_draft_save,
    "Keep an unfinished list, legal or not.",
    about="A list as text, as on the page: a line for each card.",
    own=True,
)


def _own_pool(call: Call) -> int:
    """The number of the person's entry while its list is open to them and its cards are opened here; else 404."""
    entry = own_deck_entry(call.user, call.tournament)
    if entry is None or not opens_cards(entry) or own_list_closed(call.tournament, entry):
        raise Http404
    return entry.number


play.command(
    "record_own_pool",
    f"{ONE}pool/",
    pools.opened_pool_record,
    "Write down the cards that you opened.",
    about="Cards as text, a line for each.",
    given={"number": _own_pool},
)
play.command(
    "sign_own_pool",
    f"{ONE}pool/sign/",
    pools.opened_pool_sign,
    "Sign the cards that you opened.",
    body=SIGNED,
    given={"number": _own_pool},
)

# --- at the table ----------------------------------------------------------------------------------------

play.command(
    "report_result",
    f"{TABLE}report/",
    result_report,
    "Say how your table ended, in the order of its seats. Equal reports of all make it final; others call a judge.",
    without=("version",),
)
play.command(
    "take_report_back",
    f"{TABLE}report/take-back/",
    result_take_back,
    "Take your report back, as long as nobody else at the table has reported.",
)
play.command(
    "concede",
    f"{TABLE}concede/",
    result_concede,
    "Give up your match: the games that were finished, yours first; `leave` says that you leave the tournament too.",
    body={"version": whole(1, MOST_ID), "won": whole(0, 9), "lost": whole(0, 9), "rounds": whole(0, 999)},
)
play.command(
    "call_judge",
    f"{TABLE}call/",
    calls.call_open,
    "Call a judge to your table.",
    body={"reason": one_of(calls.TAPS)},
    own=True,
)
play.command(
    "withdraw_call",
    f"{TABLE}call/withdraw/",
    calls.call_withdraw,
    "Your table needs no judge any more.",
    given={"call_id": newest_call},
    own=True,
)
play.command(
    "appeal_case",
    f"{CASE}appeal/",
    cases.case_appeal,
    "Appeal a ruling at your own table to the head judge, once, before the next round is published.",
    body={"grounds": text(300)},
    own=True,
)

# --- teams and clans -------------------------------------------------------------------------------------

play.command("create_team", f"{ONE}team/create/", teams.team_create, "Make a team; you are its captain.")
play.command("join_team", f"{ONE}team/join/", teams.team_join, "Join a team with its code.")
play.command("leave_team", f"{ONE}team/leave/", teams.team_leave, "Leave your team; a captain ends it.")
play.command("rename_team", f"{ONE}team/rename/", teams.team_rename, "Give the team you lead another name.")
play.command(
    "remove_from_team", f"{ONE}team/remove/", teams.team_remove, "Take a member out of the team you lead."
)
play.command(
    "seat_in_team",
    f"{ONE}team/seat/",
    teams.team_seat,
    "Let a member of the team you lead take the next seat.",
)
play.command("create_clan", "clan/create/", clans.clan_create, "Create a clan and lead it.")
play.command("join_clan", "clan/join/", clans.clan_join, "Join the clan that a link invites into.")
play.command("leave_clan", "clan/leave/", clans.clan_leave, "Leave your clan.")
play.command("remove_from_clan", "clan/remove/", clans.clan_remove, "Take a member out of the clan you lead.")
play.command("hand_over_clan", "clan/hand-over/", clans.clan_hand_over, "Let another member lead the clan.")
play.command(
    "show_clan",
    "clan/show/",
    clans.clan_show,
    "Let everybody see which clan you are in, or the clan and staff alone.",
    body={"shown": FLAG.optional(False)},
)
play.command(
    "renew_clan_link",
    "clan/renew-link/",
    clans.clan_renew_link,
    "Make a new link into the clan you lead; the one before stops working, the new one stands on its page.",
)

# --- friends and friendly games --------------------------------------------------------------------------

play.command(
    "ask_friend", "friends/ask/", friends.friend_ask, "Ask somebody to be friends, by their username."
)
play.command("ask_clan_mate", "friends/ask-mate/", friends.friend_ask_mate, "Ask a clan mate to be friends.")
play.command("accept_friend", f"{FRIEND}accept/", friends.friend_accept, "Say yes to who asks.")
play.command("decline_friend", f"{FRIEND}decline/", friends.friend_decline, "Say no to who asks.")
play.command("end_friendship", f"{FRIEND}end/", friends.friend_end, "End it, or take a request back.")
play.command(
    "share_agenda", f"{FRIEND}share/", friends.friend_share, "Let one friend see your agenda, or no longer."
)
play.command(
    "block_person",
    "friends/block/",
    friends.person_block,
    "Have nothing to do with somebody.",
    without=("page",),
)
play.command("unblock_person", "friends/unblock/", friends.person_unblock, "Take a block back.")
play.command(
    "propose_friendly",
    "friendlies/propose/",
    friendlies.friendly_propose,
    "Propose a friendly game to a friend or a clan mate.",
    body={"place": text(PLACE_LENGTH).optional(""), "game": text(20), "format": one_of(friendlies.FORMATS)},
)
play.command("accept_friendly", f"{GAME}accept/", friendlies.friendly_accept, "Agree to it.")
play.command("decline_friendly", f"{GAME}decline/", friendlies.friendly_decline, "Say no to it.")
play.command(
    "move_friendly",
    f"{GAME}move/",
    friendlies.friendly_move,
    "Propose another moment or place.",
    body={"place": text(PLACE_LENGTH)},
)
play.command("cancel_friendly", f"{GAME}cancel/", friendlies.friendly_cancel, "Call it off.")
play.command(
    "note_friendly",
    f"{GAME}note/",
    friendlies.friendly_note,
    "Write down for yourself how it went; it counts nowhere.",
    body={"result": one_of(("", *FriendlyNote.Result.values))},
)

# --- decks of one's own, puzzles -------------------------------------------------------------------------

deck.command(
    "create_deck",
    "my-decks/",
    decks.deck_create,
    "Make a deck of your own, private, with its first list.",
    about="A deck of one's own: `play` and `pool_key` as a deck that is read says them.",
    body=PLAYS,
)
deck.command(
    "save_deck",
    f"{DECK}save/",
    decks.deck_save,
    "Save the list of your deck as its next revision.",
    about="A list, and the number of the revision it was made from (0: there was none).",
    body={"note": text(120)},
)
deck.command(
    "restore_deck",
    f"{DECK}restore/",
    decks.deck_restore,
    "Make an earlier list of your deck the newest again.",
    about="The revision that is the newest again, and the one that is it now.",
    body={"number": whole(1, MOST_ID)},
)
deck.command(
    "describe_deck",
    f"{DECK}describe/",
    decks.deck_describe,
    "Change everything about your deck but its list.",
    about="Everything about a deck but its list; `mark` as it was read, so that nothing newer is overwritten.",
    body=PLAYS
    | {"mark": text(16), "visibility": one_of(Deck.Visibility.values), "notes": text(4_000).optional("")},
)
deck.command(
    "delete_deck",
    f"{DECK}delete/",
    decks.deck_delete,
    "Delete your deck with its history; what was handed in somewhere stays there.",
)
play.command(
    "answer_puzzle",
    "puzzles/<int:puzzle>/answer/",
    puzzle_answer,
    "Say which step of a puzzle breaks a rule; the first answer stays.",
    body={"section": text(12)},
    given={"number": part("puzzle")},
)
