"""My season and the seasons of clans: exact, with few queries, and nothing of anybody who does not show it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import Actor
from ledger.people import Account
from tests.tournaments.display.test_player import opened
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.season import circuit_of, correct, finished, owner
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join, clan_leave, clan_show
from tournaments.entries.models import Entry
from tournaments.entries.questions import PAGE_PARTS
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.programme.circuit_services import circuit_end
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.programme.ladders import KNOWN, ladder_of
from tournaments.programme.models import Circuit
from tournaments.programme.pages import person_key
from tournaments.programme.rating_services import ratings_make, ratings_of
from tournaments.programme.results import games_of
from tournaments.programme.rule_form import rule_fields, typed_rules
from tournaments.programme.rules import checked_rules, stored_rules
from tournaments.season_points import CIRCUITS, clan_ladder, what_one_more_can_give
from tournaments.season_points.ratings import rate
from x610z_site.privacy.choice_services import guardian_give

pytestmark = [pytest.mark.django_db]
HONOURS = [
    {"key": "first", "name": "First of the season", "kind": "rank", "place": 1},
    {"key": "regular", "name": "Three evenings", "kind": "events", "times": 3},
    {"key": "clan", "name": "First of the clans", "kind": "clan_rank", "place": 1},
]


class World:
    """Four people who played three evenings of one organization; the first three of them are a clan."""

    def __init__(self) -> None:
        self.organization = found()
        self.circuit = circuit_of(self.organization, rules={"honours": HONOURS})
        self.people = [make_user(name) for name in ("Anna Canary", "Bo Canary", "Cas Canary", "Dee Canary")]
        lead = Actor(self.people[0], "player")
        self.clan = Clan.objects.get(pk=clan_create(actor=lead, name="Nine Lanterns")["clan"])
        for user in self.people[1:3]:
            clan_join(actor=Actor(user, "player"), code=self.clan.code)
        self.events = [self.evening(number) for number in range(3)]

    def evening(self, number: int) -> Tournament:
        """An evening of these four, some weeks ago."""
        tournament = finished(self.organization, 4, name=f"Evening {number}")
        for entry, user in zip(
            Entry.objects.filter(tournament=tournament).order_by("number"), self.people, strict=True
        ):
            clan = self.clan if user in self.people[:3] else None
            Entry.objects.filter(pk=entry.pk).update(user=user, clan=clan)
        day = timezone.now() - timedelta(days=7 * (9 - number))
        Tournament.objects.filter(pk=tournament.pk).update(starts_at=day)
        return tournament

    def coming(self, name: str = "Next evening") -> Tournament:
        """One that may be entered."""
        about = {"by": self.organization.created_by, "organization_id": self.organization.pk}
        tournament = make_tournament(name, starts_at=timezone.now() + timedelta(days=7), **about)
        tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
        return tournament

    def show(self, *users: Account) -> None:
        """Let everybody know that these are in the clan."""
        for user in users:
            clan_show(actor=Actor(user, "player"), shown=True)

    @property
    def clans(self) -> str:
        """The ladder of clans."""
        return f"/o/{self.organization.slug}/c/{self.circuit.slug}/clans/"


def client_of(user: Account | None = None) -> Client:
    """The browser of somebody, or of a stranger."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def read(address: str, user: Account | None = None, status: int = 200) -> str:
    """The main part of a page as somebody reads it, in one line."""
    answer = client_of(user).get(address)
    assert answer.status_code == status, address
    return " ".join(answer.content.decode().split("<main")[-1].split("<footer")[0].split())


def queries(address: str, user: Account | None = None) -> int:
    """Queries of a page when nothing is known yet."""
    client = client_of(user)
    KNOWN.forget()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_my_season_says_where_i_stand_what_counts_and_what_the_next_can_give() -> None:
    world = World()
    coming, me = world.coming(), world.people[0]
    row = ladder_of(world.circuit).row(str(me.pk))
    assert row is not None
    text = read("/me/season/", me)
    assert (
        f"<strong>{row.rank}</strong>" in text and f"{row.points} points" in text and "1 event left" in text
    )
    assert all(one.name in text for one in world.events) and "First of the season" in text
    assert not [user.display_name for user in world.people[1:] if user.display_name in text]
    part = f"/me/season/{world.circuit.slug}/{coming.slug}/"
    answer = client_of(me).get(f"{part}?players=16", headers={"HX-Request": "true"}).content.decode()
    day = timezone.localtime(coming.starts_at).date()
    chances = what_one_more_can_give(ladder_of(world.circuit).season, "evening", day, 1, str(me.pk))
    assert "<html" not in answer and answer.count("<tr>") == 1 + len(chances)
    assert f"<strong>+{chances[0].change}</strong>" in answer
    assert "<html" in client_of(me).get(part).content.decode()


def test_my_season_is_for_me_alone_and_an_empty_one_says_what_comes() -> None:
    world = World()
    assert client_of().get("/me/season/").status_code == 302
    stranger = make_user()
    assert "No season yet" in read("/me/season/", stranger)
    read("/me/season/nothing/nowhere/", stranger, status=404)
    elsewhere = make_tournament("Elsewhere")
    tournament_open_entry(actor=organizer_of(elsewhere), tournament=elsewhere, casual=True)
    read(f"/me/season/{world.circuit.slug}/{elsewhere.slug}/", stranger, status=404)
    coming = world.coming()
    entry_create(actor=Actor(stranger, "player"), tournament=coming)
    text = read("/me/season/", stranger)
    assert "You have no points here yet." in text and "you play" in text and "Canary" not in text
    Circuit.objects.update(state="draft")
    assert "No season yet" in read("/me/season/", world.people[0])
    read(world.clans, status=404)


@pytest.mark.parametrize("who", ["a stranger", "somebody of 13", "a member of another clan"])
def test_nobody_learns_who_is_in_a_clan_but_of_those_who_show_it(who: str) -> None:
    world = World()
    reader = None if who == "a stranger" else make_user()
    if who == "somebody of 13":
        guardian_give(actor=Actor(reader, "person"), contact="06 1234 5678")
    elif reader is not None:
        clan_create(actor=Actor(reader, "player"), name="Vosjes")
    pages = [world.clans, f"{world.clans}{world.clan.pk}/", f"/clans/{world.clan.pk}/season/"]
    world.show(world.people[0])
    texts = [read(page, reader) for page in pages]
    assert "Nine Lanterns" in texts[0] and "Canary" not in texts[0] and 'aria-current="true"' not in texts[0]
    for text in texts[1:]:
        assert "Anna Canary" in text and not {"Bo", "Cas", "Dee"} & set(
            text.replace("<", " ").replace(">", " ").split()
        )
        assert "A member who is not shown" in text
    own = read(world.clans, world.people[1])
    assert 'aria-current="true"' in own and "no line here names you" in own and "Canary" not in own
    world.show(*world.people[1:3])
    assert "A member who is not shown" not in read(pages[1], reader)
    (row,) = clan_ladder(ladder_of(world.circuit).season)
    assert f"{row.points} points" in read(pages[2], reader) and "First of the clans" in read(pages[2], reader)


def test_honours_stand_with_their_rule_on_the_page_of_those_who_show_them_for_good_at_the_end() -> None:
    world = World()
    user = next(one for one in world.people if str(one.pk) == ladder_of(world.circuit).rows[0].person)
    assert "First of the season" not in read(opened(user, "results", "season"))
    ladders_sweep()  # as the relay does
    text = read(opened(user, "honours"))
    assert "First of the season" in text and "For the first place of the ladder" in text and "so far" in text
    assert "Three evenings" in text and "For playing 3 events" in text and "First of the clans" not in text
    page = opened(user, *PAGE_PARTS)
    read(page)
    assert queries(page) <= 10
    circuit_end(actor=owner(world.circuit), circuit=world.circuit, typed=world.circuit.name)
    late = world.evening(5)
    correct(late)
    assert "for good" in read(opened(user, "honours")) and "so far" not in read(opened(user, "honours"))
    assert "your place stands" in read("/me/season/", user)


def test_what_is_unsaid_at_the_end_stays_so_and_the_clan_keeps_its_place() -> None:
    world = World()
    world.show(world.people[0])
    before = read(world.clans)
    circuit_end(actor=owner(world.circuit), circuit=world.circuit, typed=world.circuit.name)
    world.show(*world.people[1:3])
    after = read(world.clans)
    points = re.findall(r'/">([0-9]+)</a></td>', before)
    assert points and points == re.findall(r'/">([0-9]+)</a></td>', after)


def test_a_clan_that_has_ended_keeps_its_place_without_a_name() -> None:
    world = World()
    world.show(*world.people[:3])
    for user in world.people[:3]:
        clan_leave(actor=Actor(user, "player"))
    text = read(world.clans)
    assert "A clan that has ended" in text and "Nine Lanterns" not in text and "<strong>1</strong>" in text
    read(f"{world.clans}{world.clan.pk}/", status=404)
    read(f"/clans/{world.clan.pk}/season/", status=404)


def test_a_clan_without_results_reads_what_will_stand_there() -> None:
    clan = clan_create(actor=Actor(make_user(), "player"), name="Vosjes")["clan"]
    assert "No season yet" in read(f"/clans/{clan}/season/")
    circuit = circuit_of(found())
    assert "No clan has points yet" in read(f"/o/{circuit.organization.slug}/c/season/clans/")


def test_every_page_needs_ten_queries_at_most_however_many_circuits_and_events_there_are() -> None:
    world = World()
    world.show(*world.people[:3])
    coming = world.coming()
    circuit_of(world.organization, name="Second", by_level={"1": "open"})
    me, ladder = world.people[0], f"/o/{world.organization.slug}/c/{world.circuit.slug}/"
    place = person_key(world.circuit, str(me.pk))
    pages = {
        "/me/": me,
        opened(me, *PAGE_PARTS): None,
        f"/clans/{world.clan.pk}/": me,
        ladder: me,
        **{f"{ladder}{part}": None for part in ("rules/", "moves/", f"{place}/points/", "files/", "paper/")},
        "/me/season/": me,
        f"/me/season/{world.circuit.slug}/{coming.slug}/": me,
        world.clans: None,
        f"{world.clans}{world.clan.pk}/": None,
        f"/clans/{world.clan.pk}/season/": None,
    }
    ladders_sweep()
    for page, user in pages.items():
        assert client_of(user).get(page).status_code == 200  # honours are worked out once
    few = {page: queries(page, user) for page, user in pages.items()}
    assert max(few.values()) <= 10, few
    for number in (3, 4):
        world.evening(number)
    world.coming("One more evening")
    circuit_of(world.organization, name="Third")
    ladders_sweep()
    for page, user in pages.items():
        client_of(user).get(page)
    assert {page: queries(page, user) for page, user in pages.items()} == few


def test_a_rating_is_shown_after_eight_games_by_those_who_show_it_and_is_made_anew_from_results() -> None:
    world = World()
    user = world.people[0]
    ladders_sweep()  # as the relay does
    ratings_make()
    assert ratings_of(user.pk) == []
    games = [game for number in range(3, 9) for game in games_of(world.evening(number))]
    ladders_sweep()
    ratings_make()
    games += [game for one in world.events for game in games_of(one)]
    played = {one.person: one for one in rate(games)["x610z/1v1"]}
    shown = ratings_of(user.pk)
    assert [(one.mode, one.number, one.games) for one in shown] == [("1v1", played[str(user.pk)].shown, 9)]
    assert str(shown[0].number) in read(opened(user, "rating"))
    assert 'id="ratings"' not in read(opened(user, "results"))
    correct(world.events[0])
    ladders_sweep()
    ratings_make()
    assert {ratings_of(one.pk)[0].number for one in world.people} != {one.shown for one in played.values()}


def test_honours_are_written_in_the_form_of_the_rules_and_read_beside_them() -> None:
    before = stored_rules(CIRCUITS["x610z"])
    typed = {
        "honours.0.name": "Regular",
        "honours.0.kind": "events",
        "honours.0.class": "evening",
        "honours.0.times": "4",
        "honours.1.name": "Winner",
        "honours.1.kind": "rank",
        "honours.1.class": "evening",
        "honours.2.name": " ",
    }
    stored = checked_rules({**before, "honours": typed_rules(typed, before)["honours"]})
    circuit = circuit_of(rules={"honours": stored["honours"]})
    text = read(f"/o/{circuit.organization.slug}/c/{circuit.slug}/rules/")
    assert "For playing 4 events of the class Evening" in text and "For the first place of the ladder" in text
    assert typed_rules({}, circuit.rules)["honours"] == circuit.rules["honours"], "a form without them"
    fields: Any = rule_fields(circuit.rules, {})["honours"]
    assert [one.get("name") for one in fields] == ["Regular", "Winner", None, None]
