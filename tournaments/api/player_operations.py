"""What players do through the API: each calls the service of the page, as the player."""

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.clans import services as clans
from tournaments.entries import services as entries
from tournaments.entries import team_services as teams
from tournaments.events.models import Tournament
from tournaments.rounds.concede_services import result_concede
from tournaments.rounds.services import result_report, result_take_back
from tournaments.submissions.services import deck_draft_save, deck_submit

from .fields import Score, flag, short_text, whole
from .operations import PLAY, Call, operation


class DeckBody(serializers.Serializer):
    """A list as text, as on the page: a line for each card."""

    text = short_text(20_000)
    name = short_text(60, required=False)


class ScoreBody(serializers.Serializer):
    """How a table ended."""

    said = Score()


class ConcedeBody(serializers.Serializer):
    """A match that is given up: the games that were finished, own ones first."""

    version = whole(1, 2**31 - 1)
    won = whole(0, 9, required=False)
    lost = whole(0, 9, required=False)
    rounds = whole(0, 999, required=False)
    leave = flag()


class NameBody(serializers.Serializer):
    """A name."""

    name = short_text(60)


class CodeBody(serializers.Serializer):
    """The code that somebody gave you."""

    code = short_text(60)


class EntryBody(serializers.Serializer):
    """An entry, by its number in the tournament."""

    entry = whole(1, 1_000_000)


class PersonBody(serializers.Serializer):
    """A member of the clan, by number."""

    person = whole(1, 2**31 - 1)


class ShownBody(serializers.Serializer):
    """Whether everybody may see it."""

    shown = flag()


@operation("tournaments/<slug:slug>/enter/", "entry.create", scope=PLAY)
def enter(call: Call) -> Any:
    """Enter the tournament; when it is full, the waiting list. Twice is once."""
    return entries.entry_create(actor=call.player, key=call.key, tournament=call.tournament)


@operation("tournaments/<slug:slug>/leave/", "entry.withdraw", "entry.drop", scope=PLAY)
def leave(call: Call) -> Any:
    """Withdraw before the start, or drop from the running tournament."""
    tournament = call.tournament
    running = tournament.state == Tournament.State.RUNNING
    service = entries.entry_drop if running else entries.entry_withdraw
    entry = call.own_entry(tournament)
    return service(actor=call.player, key=call.key, tournament=tournament, entry_id=entry.pk)


@operation("tournaments/<slug:slug>/check-in/", "entry.check_in", scope=PLAY)
def check_in(call: Call) -> Any:
    """Say that you are here, while check-in is open."""
    tournament = call.tournament
    entry = call.own_entry(tournament)
    if tournament.state != Tournament.State.CHECK_IN:
        raise Http404
    return entries.entry_check_in(actor=call.player, key=call.key, tournament=tournament, entry_id=entry.pk)


@operation("tournaments/<slug:slug>/deck/", "deck.submit", scope=PLAY, body=DeckBody)
def submit_deck(call: Call) -> Any:
    """Submit your deck; an illegal one is refused with every problem at once."""
    tournament = call.tournament
    call.own_entry(tournament)
    return deck_submit(actor=call.player, key=call.key, tournament=tournament, **call.said)


@operation("tournaments/<slug:slug>/deck/draft/", "deck.save_draft", scope=PLAY, body=DeckBody)
def save_deck_draft(call: Call) -> Any:
    """Keep an unfinished list, legal or not."""
    tournament = call.tournament
    call.own_entry(tournament)
    return deck_draft_save(actor=call.player, key=call.key, tournament=tournament, **call.said)


@operation(
    "tournaments/<slug:slug>/rounds/<int:round>/tables/<int:table>/report/",
    "result.report",
    scope=PLAY,
    body=ScoreBody,
)
def report_result(call: Call) -> Any:
    """Say how your table ended, in the order of its seats. Equal reports of all make it final; others call a judge."""
    tournament = call.tournament
    match = call.match(tournament)
    params = {"match_id": match.pk, "said": call.said["said"]}
    return result_report(actor=call.player, key=call.key, tournament=tournament, **params)


@operation(
    "tournaments/<slug:slug>/rounds/<int:round>/tables/<int:table>/report/take-back/",
    "result.take_back",
    scope=PLAY,
)
def take_report_back(call: Call) -> Any:
    """Take your report back, as long as nobody else at the table has reported."""
    tournament = call.tournament
    match = call.match(tournament)
    return result_take_back(actor=call.player, key=call.key, tournament=tournament, match_id=match.pk)


@operation(
    "tournaments/<slug:slug>/rounds/<int:round>/tables/<int:table>/concede/",
    "result.concede",
    scope=PLAY,
    body=ConcedeBody,
)
def concede(call: Call) -> Any:
    """Give up your match: the games that were finished, yours first; `leave` says that you leave the tournament too."""
    tournament = call.tournament
    match = call.match(tournament)
    params = {"match_id": match.pk, **call.said}
    return result_concede(actor=call.player, key=call.key, tournament=tournament, **params)


@operation("tournaments/<slug:slug>/team/create/", "team.create", scope=PLAY, body=NameBody)
def create_team(call: Call) -> Any:
    """Make a team; you are its captain."""
    return teams.team_create(actor=call.player, key=call.key, tournament=call.tournament, **call.said)


@operation("tournaments/<slug:slug>/team/join/", "team.join", scope=PLAY, body=CodeBody)
def join_team(call: Call) -> Any:
    """Join a team with its code."""
    return teams.team_join(actor=call.player, key=call.key, tournament=call.tournament, **call.said)


@operation("tournaments/<slug:slug>/team/leave/", "team.leave", scope=PLAY)
def leave_team(call: Call) -> Any:
    """Leave your team; a captain ends it."""
    return teams.team_leave(actor=call.player, key=call.key, tournament=call.tournament)


@operation("tournaments/<slug:slug>/team/rename/", "team.rename", scope=PLAY, body=NameBody)
def rename_team(call: Call) -> Any:
    """Give the team you lead another name."""
    return teams.team_rename(actor=call.player, key=call.key, tournament=call.tournament, **call.said)


@operation("tournaments/<slug:slug>/team/remove/", "team.remove", scope=PLAY, body=EntryBody)
def remove_from_team(call: Call) -> Any:
    """Take a member out of the team you lead."""
    tournament = call.tournament
    entry = call.entry(tournament, call.said["entry"])
    return teams.team_remove(actor=call.player, key=call.key, tournament=tournament, entry_id=entry.pk)


@operation("tournaments/<slug:slug>/team/seat/", "team.seat", scope=PLAY, body=EntryBody)
def seat_in_team(call: Call) -> Any:
    """Let a member of the team you lead take the next seat."""
    tournament = call.tournament
    entry = call.entry(tournament, call.said["entry"])
    return teams.team_seat(actor=call.player, key=call.key, tournament=tournament, entry_id=entry.pk)


@operation("clan/create/", "clan.create", scope=PLAY, body=NameBody)
def create_clan(call: Call) -> Any:
    """Create a clan and lead it."""
    return clans.clan_create(actor=call.player, key=call.key, **call.said)


@operation("clan/join/", "clan.join", scope=PLAY, body=CodeBody)
def join_clan(call: Call) -> Any:
    """Join the clan that a link invites into."""
    return clans.clan_join(actor=call.player, key=call.key, **call.said)


@operation("clan/leave/", "clan.leave", scope=PLAY)
def leave_clan(call: Call) -> Any:
    """Leave your clan."""
    return clans.clan_leave(actor=call.player, key=call.key)


@operation("clan/remove/", "clan.remove", scope=PLAY, body=PersonBody)
def remove_from_clan(call: Call) -> Any:
    """Take a member out of the clan you lead."""
    return clans.clan_remove(actor=call.player, key=call.key, user_id=call.said["person"])


@operation("clan/hand-over/", "clan.hand_over", scope=PLAY, body=PersonBody)
def hand_over_clan(call: Call) -> Any:
    """Let another member lead the clan."""
    return clans.clan_hand_over(actor=call.player, key=call.key, user_id=call.said["person"])


@operation("clan/show/", "clan.show", scope=PLAY, body=ShownBody)
def show_clan(call: Call) -> Any:
    """Let everybody see which clan you are in, or the clan and staff alone."""
    return clans.clan_show(actor=call.player, key=call.key, **call.said)
