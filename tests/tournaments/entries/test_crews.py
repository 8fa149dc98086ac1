"""Crews: three players of one registered clan, checked at joining, check-in and start (G.crew, M04, scenario 4)."""

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from ledger.commands import Actor
from ledger.errors import UserError
from rules_engine.x610z.cards import Pool, load_pool
from tests.decks.lists import play_with
from tests.halls import kept
from tests.tournaments.api.programs import Program
from tests.tournaments.entries.test_teams import BROKEN, deck_text, limited_pool
from tests.tournaments.hall import make_user, organizer_of
from tests.tournaments.submissions.deck_hall import browser, make_hall
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join, clan_leave
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import (
    entry_add_at_desk,
    entry_check_in,
    entry_create,
    entry_withdraw,
    tournament_start,
)
from tournaments.entries.team_services import (
    team_create,
    team_join,
    team_leave,
    team_remove,
    team_rename,
    team_seat,
)
from tournaments.events.forms import TournamentForm
from tournaments.events.policy_words import describe
from tournaments.events.services import tournament_open_check_in
from tournaments.formats.crews.field import crews_of
from tournaments.submissions.services import deck_submit

pytestmark = [pytest.mark.django_db]


def found_clan(name: str, leader: Any, *members: Any) -> Clan:
    clan = Clan.objects.get(pk=clan_create(actor=Actor(leader, "player"), name=name)["clan"])
    for member in members:
        clan_join(actor=Actor(member, "player"), code=clan.code)
    return clan


class Event:
    """A tournament of crews. A (captain), B, C, D are in the clan Blue Wave, E, G, H in another one, F in none."""

    def __init__(self, **changes: Any) -> None:
        policy = {"teams": True, "crews": True, "deck_required": False, "min_competitors": 2} | changes
        self.hall = make_hall(changes=policy)
        self.users = {name: make_user(name) for name in "ABCDEFGH"}
        self.clan = found_clan("Blue Wave", *[self.users[name] for name in "ABCD"])
        self.other = found_clan("Red Sun", *[self.users[name] for name in "EGH"])
        for user in self.users.values():
            entry_create(actor=Actor(user, "player"), tournament=self.hall.tournament)
        self.do(team_create, "A", name="First Crew")
        self.team = Team.objects.get()
        self.join("B", "C")

    def do(self, service: Any, who: str, **params: Any) -> Any:
        return service(actor=Actor(self.users[who], "player"), tournament=self.hall.tournament, **params)

    def join(self, *names: str) -> None:
        self.team.refresh_from_db()
        for name in names:
            self.do(team_join, name, code=self.team.code)

    def refused(self, service: Any, who: str, **params: Any) -> UserError:
        with pytest.raises(UserError) as caught:
            self.do(service, who, **params)
        return caught.value

    def leave_clan(self, who: str) -> None:
        clan_leave(actor=Actor(self.users[who], "player"))

    def entry(self, name: str) -> Entry:
        return self.hall.entry(self.users[name])

    def desk(self, service: Any, **params: Any) -> Any:
        tournament = self.hall.tournament
        tournament.refresh_from_db()
        return service(actor=organizer_of(tournament), tournament=tournament, **params)

    def check_in(self, *names: str) -> None:
        for name in names:
            self.desk(entry_check_in, entry_id=self.entry(name).pk)

    def page(self, user: Any, language: str = "en") -> str:
        client: Client = browser(user)
        client.cookies["django_language"] = language
        return client.get(reverse("tournaments:teams", args=[self.hall.tournament.slug])).content.decode()


@kept
def event() -> Event:
    return Event()


def codes(error: UserError) -> list[str]:
    return [problem.code for problem in error.problems]


# --- making and joining ----------------------------------------------------------------------------------------------


def test_a_player_of_another_clan_or_of_none_cannot_join_a_crew(event: Event) -> None:
    event.do(team_leave, "C")
    for name in "EF":
        error = event.refused(team_join, name, code=event.team.code)
        assert (error.code, error.problems[0].rule) == ("other_clan", "G.crew")
        assert event.entry(name).team is None
    event.join("D")
    assert event.entry("D").team == event.team


def test_a_crew_has_three_members_and_a_substitute(event: Event) -> None:
    event.join("D")
    event.users["I"] = make_user("I")
    clan_join(actor=Actor(event.users["I"], "player"), code=event.clan.code)
    entry_create(actor=Actor(event.users["I"], "player"), tournament=event.hall.tournament)
    assert event.refused(team_join, "I", code=event.team.code).code == "full"


def test_whoever_does_not_come_must_be_the_substitute_and_holds_nobody_up_then(event: Event) -> None:
    event.join("D")
    ready(event, "ACDEGH")
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert codes(caught.value) == ["crew_absent"] and ": B." in caught.value.message
    for name in "CD":  # now A, C and D have the seats, and B stands by
        event.do(team_seat, "A", entry_id=event.entry(name).pk)
    event.desk(tournament_start)
    crew = next(one for one in crews_of(event.hall.tournament) if one.name == "First Crew")
    assert crew.members == tuple(event.entry(name).key for name in "ACDB")
    assert event.entry("B").state == Entry.State.NO_SHOW


def test_only_somebody_of_a_clan_makes_a_crew_and_it_is_of_that_clan(event: Event) -> None:
    error = event.refused(team_create, "F", name="Alone")
    assert (error.code, error.problems[0].rule) == ("no_clan", "G.crew")
    event.do(team_create, "E", name="Sun Crew")
    assert Team.objects.get(name="Sun Crew").clan == event.other
    assert event.team.clan == event.clan


def test_teams_that_are_no_crews_need_no_clan() -> None:
    event = Event(crews=False)
    assert event.team.clan is None
    event.join("D", "E", "F")
    event.leave_clan("B")
    event.desk(tournament_open_check_in)
    event.check_in("B", "F")


def test_the_form_of_a_new_tournament_offers_crews() -> None:
    data = {
        "template": "constructed-community",
        "name": "Crew Cup",
        "starts_at": "2030-05-01T12:00",
        "capacity": "12",
    }
    form = TournamentForm({**data, "crews": "on"})
    assert form.is_valid(), form.errors
    assert (form.changes()["teams"], form.changes()["crews"]) == (True, True)
    form = TournamentForm({**data, "teams": "on"})
    assert form.is_valid() and (form.changes()["teams"], form.changes()["crews"]) == (True, False)
    form = TournamentForm(data)
    assert form.is_valid() and "teams" not in form.changes()


def test_the_policy_says_in_words_that_crews_play(event: Event) -> None:
    lines = {line.label: (line.value, line.rule) for line in describe(event.hall.tournament.policy)}
    assert lines["Crews"][0].startswith("three players of one registered clan form a crew")
    assert lines["Crews"][1] == "G.crew"
    assert "Crews" not in {
        line.label for line in describe(replace(event.hall.tournament.policy, crews=False))
    }


# --- check-in --------------------------------------------------------------------------------------------------------


def test_scenario_4_when_a_member_left_the_clan_the_check_in_of_the_crew_is_blocked_with_the_reason(
    event: Event,
) -> None:
    event.desk(tournament_open_check_in)
    event.check_in("A")
    event.leave_clan("C")
    for name in "BC":
        with pytest.raises(UserError) as caught:
            event.check_in(name)
        assert (caught.value.code, caught.value.problems[0].rule) == ("left_clan", "G.crew")
        assert "No longer in the clan “Blue Wave”: C." in caught.value.message
        assert event.entry(name).state == Entry.State.ENTERED
    for user in (event.users["A"], event.users["B"], event.hall.organizer):
        assert "No longer in the clan “Blue Wave”: C." in event.page(user)
    event.do(team_remove, "A", entry_id=event.entry("C").pk)
    event.join("D")
    event.check_in("B", "D")
    assert "No longer in the clan" not in event.page(event.users["A"])


def test_joining_another_clan_is_leaving_too(event: Event) -> None:
    event.desk(tournament_open_check_in)
    event.leave_clan("B")
    clan_join(actor=Actor(event.users["B"], "player"), code=event.other.code)
    with pytest.raises(UserError) as caught:
        event.check_in("A")
    assert caught.value.code == "left_clan"


def test_a_crew_of_two_and_a_player_without_a_crew_cannot_check_in(event: Event) -> None:
    event.desk(tournament_open_check_in)
    event.do(team_leave, "C")
    for name, code in (("A", "crew_size"), ("C", "no_crew"), ("F", "no_crew")):
        with pytest.raises(UserError) as caught:
            event.check_in(name)
        assert caught.value.code == code


def test_an_entry_represents_the_clan_of_the_day() -> None:
    event = Event(crews=False)
    assert [event.entry(name).clan for name in "AEF"] == [event.clan, event.other, None]
    clan_join(actor=Actor(event.users["F"], "player"), code=event.other.code)
    event.leave_clan("D")
    event.desk(tournament_open_check_in)
    event.check_in("D", "F")
    assert [event.entry(name).clan for name in "DF"] == [None, event.other]


# --- start -----------------------------------------------------------------------------------------------------------


def ready(event: Event, names: str = "ABCEGH") -> None:
    """Both crews are checked in, A, B, C and E, G, H; everybody else stays away."""
    event.do(team_create, "E", name="Sun Crew")
    for name in "GH":
        event.do(team_join, name, code=Team.objects.get(name="Sun Crew").code)
    event.desk(tournament_open_check_in)
    event.check_in(*names)


def test_whole_crews_start_and_nobody_comes_in_afterwards(event: Event) -> None:
    ready(event)
    address = f"/t/{event.hall.tournament.slug}/"
    assert (
        "First Crew" not in Client().get(address).content.decode()
    )  # who plays with whom is theirs until now
    event.desk(tournament_start)
    assert "First Crew" in Client().get(address).content.decode()
    assert event.entry("D").state == Entry.State.NO_SHOW
    with pytest.raises(UserError) as caught:
        event.check_in("D")
    assert caught.value.code == "crews_fixed"
    with pytest.raises(UserError) as caught:
        event.desk(entry_add_at_desk, name="Late")
    assert caught.value.code == "crews_fixed"
    assert event.refused(team_rename, "A", name="Too late").code == "wrong_state"


def test_a_member_who_left_the_clan_after_check_in_stops_the_start(event: Event) -> None:
    ready(event)
    event.leave_clan("B")
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert codes(caught.value) == ["left_clan"]
    event.desk(entry_withdraw, entry_id=event.entry("B").pk)
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert codes(caught.value) == ["crew_size"]


def test_a_crew_that_is_not_all_here_and_a_player_whose_crew_ended_stop_the_start(event: Event) -> None:
    event.desk(tournament_open_check_in)
    event.check_in("A", "B")
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert codes(caught.value) == ["crew_absent", "too_few_crews"] and "C" in caught.value.message
    event.do(team_leave, "A")
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert codes(caught.value) == ["no_crew", "too_few_crews"]


def test_a_restriction_written_on_a_card_after_the_lists_are_in_stops_the_start(
    event: Event, monkeypatch: Any
) -> None:
    plain, printed = load_pool(), limited_pool()
    shown: list[Pool] = [plain]
    play_with(monkeypatch, lambda: shown[0])
    for name, copies in (("A", 2), ("B", 2), ("C", 1)):
        event.do(deck_submit, name, text=deck_text(copies))
    ready(event)
    shown[0] = printed
    with pytest.raises(UserError) as caught:
        event.desk(tournament_start)
    assert (caught.value.code, caught.value.problems[0].rule) == ("team_restriction", "G.team-restriction")
    assert "First Crew" in caught.value.message and "Discount" not in caught.value.message
    assert BROKEN["en"] in event.page(event.users["A"])
    card = next(one for one in printed.cards if one.name == "Discount")
    more = msgspec.structs.replace(card, team_restriction=5)
    shown[0] = Pool(printed.name, tuple(more if one is card else one for one in printed.cards))
    event.desk(tournament_start)


# --- the captain -----------------------------------------------------------------------------------------------------


def test_the_captain_renames_the_team_and_nobody_else_does(event: Event) -> None:
    event.do(team_rename, "A", name="  Golden\u202e Crew ")
    event.team.refresh_from_db()
    assert event.team.name == "Golden Crew"
    assert event.refused(team_rename, "B", name="Mine").code == "not_captain"
    assert event.refused(team_rename, "F", name="Mine").code == "no_team"
    assert event.refused(team_rename, "A", name=" ").code == "name"


def test_the_captain_takes_a_member_out_and_the_code_that_member_knows_is_void(event: Event) -> None:
    before = event.team.code
    assert event.refused(team_remove, "B", entry_id=event.entry("C").pk).code == "not_captain"
    assert event.refused(team_remove, "A", entry_id=event.entry("A").pk).code == "captain"
    event.do(team_create, "E", name="Sun Crew")
    assert event.refused(team_remove, "A", entry_id=event.entry("E").pk).code == "no_member"
    event.do(team_remove, "A", entry_id=event.entry("C").pk)
    assert event.entry("C").team is None
    assert event.refused(team_join, "C", code=before).code == "code"
    event.join("C")


def test_the_captain_orders_the_seats_until_the_start(event: Event) -> None:
    def seats() -> tuple[str, ...]:
        return crews_of(event.hall.tournament)[0].members

    def keys(names: str) -> tuple[str, ...]:
        return tuple(event.entry(name).key for name in names)

    assert seats() == keys("ABC")
    event.do(team_seat, "A", entry_id=event.entry("C").pk)
    assert seats() == keys("ACB")
    event.do(team_seat, "A", entry_id=event.entry("C").pk)
    event.do(team_seat, "A", entry_id=event.entry("C").pk)
    assert seats() == keys("CAB")
    page = event.page(event.users["A"])
    assert page.index("<bdi>C</bdi>") < page.index("<bdi>A</bdi>") < page.index("<bdi>B</bdi>")
    assert event.refused(team_seat, "B", entry_id=event.entry("B").pk).code == "not_captain"
    assert event.refused(team_seat, "A", entry_id=event.entry("D").pk).code == "no_member"
    event.do(team_remove, "A", entry_id=event.entry("C").pk)
    event.join("D")
    assert seats() == keys("ABD")
    ready(event, "ABDEGH")
    event.desk(tournament_start)
    assert event.refused(team_seat, "A", entry_id=event.entry("D").pk).code == "wrong_state"


def test_the_buttons_of_the_page_rename_and_take_out(event: Event) -> None:
    address = reverse("tournaments:teams", args=[event.hall.tournament.slug])
    captain, member = browser(event.users["A"]), browser(event.users["B"])
    assert 'value="rename"' not in member.get(address).content.decode()
    page = captain.post(address, {"do": "rename", "name": "Green Crew"}, follow=True).content.decode()
    assert "Green Crew" in page and "Crew of the clan Blue Wave" in page
    member.post(address, {"do": "remove", "entry": event.entry("C").pk})
    assert event.entry("C").team is not None
    captain.post(address, {"do": "seat", "entry": event.entry("B").pk})
    event.team.refresh_from_db()
    assert event.team.seats[0] == event.entry("B").pk
    captain.post(address, {"do": "remove", "entry": event.entry("C").pk})
    assert event.entry("C").team is None
    assert "You are not in a clan yet." in event.page(event.users["F"])


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_no_page_and_no_api_tells_a_member_or_a_stranger_which_card_is_too_many(
    event: Event, monkeypatch: Any
) -> None:
    pool = limited_pool()
    play_with(monkeypatch, pool)
    for name in "AB":
        event.do(deck_submit, name, text=deck_text(2))
    assert event.refused(deck_submit, "C", text=deck_text(1)).code == "team_restriction"
    slug = event.hall.tournament.slug
    # A program that sends it again under its key is refused again, and reads no more than before.
    program, path = Program(event.users["C"]), f"tournaments/{slug}/deck/"
    first, again = (program.post(path, {"text": deck_text(1)}, key="one-too-many") for _time in range(2))
    assert first.status_code == again.status_code == 409 and first.json() == again.json()
    assert [one["code"] for one in again.json()["problems"]] == ["team_restriction"]
    numbers = [event.entry(name).number for name in "AB"]
    addresses = [
        f"/t/{slug}/{path}"
        for path in ("", "teams/", "me/", "deck/", "lists/", "desk/decks/", "desk/ledger/")
    ]
    addresses += [
        f"/api/v1/tournaments/{slug}/{path}" for path in ("", "decks/", *[f"decks/{one}/" for one in numbers])
    ]
    readers = {"B": {numbers[1]}, "C": set(), "E": set(), "F": set()}
    for name, own in readers.items():
        for address in addresses:
            if own and address in (
                f"/t/{slug}/deck/",
                *[f"/api/v1/tournaments/{slug}/decks/{one}/" for one in own],
            ):
                continue
            text = browser(event.users[name]).get(address).content.decode()
            assert "of 4" not in text and "(A2" not in text, (name, address)
            if address != f"/t/{slug}/deck/":  # one's own list names one's own cards
                assert "Discount" not in text, (name, address)
    for user in (event.hall.organizer, event.hall.scorekeeper):
        assert "Discount" not in event.page(user)
    for language in BROKEN:
        assert BROKEN[language] in event.page(event.users["A"], language)
        assert BROKEN[language] in event.page(event.hall.judge, language)
