"""What a clan has done: only what members show on both pages, and a crew only while all of it may be named."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments.display.test_player import opened, player_of, read
from tests.tournaments.display.test_winner import finished
from tests.tournaments.hall import make_user
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join, clan_show
from tournaments.entries.models import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.field import standings_rows

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    """A finished one of four."""
    return finished()


def clan_of(users: list[Any]) -> Clan:
    """A clan of these people, who all show it on its page."""
    clan = Clan.objects.get(pk=clan_create(actor=Actor(users[0], "player"), name="Nine Lanterns")["clan"])
    for user in users[1:]:
        clan_join(actor=Actor(user, "player"), code=clan.code)
    for user in users:
        clan_show(actor=Actor(user, "player"), shown=True)
    return clan


def deeds(clan: Clan) -> str:
    """What the page says beside its members."""
    text = read(f"/clans/{clan.pk}/")
    members = text.split('id="clan-members"')[1].split("</section>")[0]
    return " ".join(text.replace(members, "").split())


def test_the_deeds_of_a_clan_are_of_those_who_show_both_and_played_for_it(tournament: Tournament) -> None:
    users = [player_of(tournament, number) for number in (1, 2, 3)]
    clan, names = clan_of(users), [user.display_name for user in users]
    Entry.objects.filter(tournament=tournament, number__in=(1, 3)).update(clan=clan)

    def shown() -> list[str]:
        text = deeds(clan)
        return [name for name in names if name in text]

    assert shown() == []
    opened(users[0], "season", "clan")
    opened(users[1], "season", "clan")  # played for nobody
    opened(users[2], "season", "results")  # does not show the clan on the page
    assert shown() == names[:1]
    opened(users[2], "season", "clan")
    assert shown() == [names[0], names[2]]
    clan_show(actor=Actor(users[0], "player"), shown=False)
    assert shown() == names[2:]
    Clan.objects.filter(pk=clan.pk).update(ended_at=timezone.now())
    read(f"/clans/{clan.pk}/", status=404)


def test_honours_are_the_first_three_places_the_best_first(tournament: Tournament) -> None:
    users = [player_of(tournament, number) for number in (1, 2, 3, 4)]
    clan = clan_of(users)
    Entry.objects.filter(tournament=tournament).update(clan=clan)
    for user in users:
        opened(user, "season", "clan")
    listed = deeds(clan).split('class="honours"')[1].split("</ul>")[0]
    names = {entry.key: entry.name for entry in Entry.objects.filter(tournament=tournament)}
    best = [names.pop(row.id) for row in standings_rows(tournament) if row.rank is not None and row.rank <= 3]
    assert sorted(best, key=listed.index)[0] == best[0]
    assert listed.count("<li>") == len(best) and not [name for name in names.values() if name in listed]


def test_a_crew_is_named_once_and_only_while_every_member_of_it_may_be(tournament: Tournament) -> None:
    users = [player_of(tournament, number) for number in (1, 2, 3)]
    clan = clan_of(users)
    entries = Entry.objects.filter(tournament=tournament, number__in=(1, 2, 3))
    crew = Team.objects.create(
        tournament=tournament, name="The Lamplighters", captain=entries[0], code="x", clan=clan
    )
    entries.update(clan=clan, team=crew)
    for user in users:
        opened(user, "season", "clan")
    text = deeds(clan)
    assert "Crews" in text and "The Lamplighters" in text.split("Crews")[1].split("</ul>")[0]
    opened(users[2], "season")
    assert "The Lamplighters" not in deeds(clan)


def test_in_two_worlds_that_differ_in_what_a_member_hides_the_page_is_the_same(
    tournament: Tournament,
) -> None:
    users = [player_of(tournament, number) for number in (1, 2)]
    clan = clan_of(users)
    Entry.objects.filter(tournament=tournament, number=1).update(clan=clan)
    opened(users[0], "season", "clan")
    before = read(f"/clans/{clan.pk}/")
    other = make_user("Canary")
    clan_join(actor=Actor(other, "player"), code=clan.code)
    Entry.objects.filter(tournament=tournament, number=4).update(user=other, clan=clan)
    Entry.objects.filter(tournament=tournament, number=2).update(clan=clan)
    opened(users[1], "results", "opponents", "decks")
    cache.clear()
    assert read(f"/clans/{clan.pk}/") == before


def test_the_number_of_queries_depends_on_neither_tournaments_nor_members(tournament: Tournament) -> None:
    users = [player_of(tournament, number) for number in (1, 2)]
    clan = clan_of(users)
    Entry.objects.filter(tournament=tournament).update(clan=clan)
    for user in users:
        opened(user, "season", "clan")
    few = _queries(clan, users[0])
    for year in (0, 800):
        more = finished(8)
        Tournament.objects.filter(pk=more.pk).update(starts_at=timezone.now() - timedelta(days=year))
        for number, user in enumerate(users, 1):
            Entry.objects.filter(tournament=more, number=number).update(user=user, clan=clan)
    read(f"/clans/{clan.pk}/")
    assert _queries(clan, users[0]) == few
    assert few <= 10
    year = (timezone.now() - timedelta(days=800)).year
    assert f"The year {year}" in read(f"/clans/{clan.pk}/?year={year}")


def _queries(clan: Clan, user: Any) -> int:
    """How many the page asks of a member when the places of its tournaments are known."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    client.get(f"/clans/{clan.pk}/")
    with CaptureQueriesContext(connection) as asked:
        text = client.get(f"/clans/{clan.pk}/").content
    assert len(text) < 60_000
    return len(asked)
