"""A judge is warned before ruling at a table of their own clan; nobody else reads of it."""

import pytest
from django.test import Client

from ledger.commands import Actor
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.entries.models import Entry
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]
WARNING = "Let another judge rule here, if there is one."


def read(user: object, path: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode().partition("<main")[2]


def test_a_judge_is_warned_at_the_tables_of_their_own_clan_and_nowhere_else() -> None:
    tournament = running_tournament(6)
    own, other = Match.objects.filter(round=publish(tournament)).order_by("table")[:2]
    judge, colleague = (staff_actor(tournament, role) for role in ("judge", "head_judge"))
    mate = Entry.objects.filter(seats__match=own).select_related("user").order_by("pk")[0]
    clan = Clan.objects.get(pk=clan_create(actor=judge, name="Red Stars")["clan"])
    clan_join(actor=Actor(mate.user, "player"), code=clan.code)
    Entry.objects.filter(pk=mate.pk).update(clan=clan)  # as check-in stores it
    base = f"/t/{tournament.slug}"
    for match in (own, other):
        for path in (f"{base}/desk/matches/{match.pk}/", f"{base}/judge/cases/new/{match.pk}/"):
            assert (f"{mate.name}. {WARNING}" in read(judge.user, path)) is (match == own), path
            assert WARNING not in read(colleague.user, path)
    organizer = tournament.created_by
    assert WARNING not in read(organizer, f"{base}/desk/matches/{own.pk}/")


def test_a_judge_is_warned_of_a_clan_mate_whose_captain_has_the_seat_of_their_team() -> None:
    tournament = teams.started("2v2", 2)
    match = Match.objects.get(round=publish(tournament))
    judge = staff_actor(tournament, "judge")
    clan = Clan.objects.get(pk=clan_create(actor=judge, name="Red Stars")["clan"])
    mate = teams.entry("B0")
    assert not match.seats.filter(entry=mate).exists(), "the captain has the seat of both"
    Entry.objects.filter(pk=mate.pk).update(clan=clan)
    assert f"B0. {WARNING}" in read(judge.user, f"/t/{tournament.slug}/desk/matches/{match.pk}/")
