"""Teams: the restriction over the decks of a team, and who may know what of it (glossary, M09, scenario 4)."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks.cards.pools import card_pool
from decks.registration.models import DeckRevision
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from rules_engine.x610z.cards import Pool, load_pool
from tests.decks.lists import play_with
from tests.tournaments.hall import make_user, organizer_of, staff_actor
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.entries.models import Entry, Team, TeamAttempt
from tournaments.entries.services import entry_create, entry_withdraw
from tournaments.entries.team_services import MOST_MEMBERS, team_create, team_join, team_leave
from tournaments.events.models import Tournament
from tournaments.submissions.services import deck_revise_by_judge, deck_submit

pytestmark = [pytest.mark.django_db]

LIMIT = 4
MEMBER = {"en": "Ask your captain", "nl": "Vraag het je captain"}
BROKEN = {"en": "Discount: 5 of 4 (A2 B2 C1)", "nl": "Discount: 5 van 4 (A2 B2 C1)"}


def limited_pool() -> Pool:
    """The demo cards; Discount has team restriction 4."""
    pool = load_pool()
    return Pool(
        pool.name,
        tuple(
            msgspec.structs.replace(card, team_restriction=LIMIT) if card.name == "Discount" else card
            for card in pool.cards
        ),
    )


@pytest.fixture(autouse=True)
def printed(monkeypatch: Any) -> None:
    """Let Discount print a team restriction of 4, as a keeper may write it on a card."""
    pool = limited_pool()
    play_with(monkeypatch, pool)


class Crew:
    """A team of A (captain), B and C in an open tournament, and D who is in no team."""

    def __init__(self, **params: Any) -> None:
        params = {"changes": {"teams": True}} | params
        self.hall: Hall = make_hall(**params)
        self.users = {name: make_user(name) for name in "ABCD"}
        for user in self.users.values():
            entry_create(actor=Actor(user, "player"), tournament=self.hall.tournament)
        self.do(team_create, "A", name="Red Dragons")
        self.team = Team.objects.get()
        for name in "BC":
            self.do(team_join, name, code=self.team.code)

    def do(self, service: Any, who: str, **params: Any) -> Any:
        return service(actor=Actor(self.users[who], "player"), tournament=self.hall.tournament, **params)

    def hand_in(self, name: str, discounts: int, side: int = 0) -> Any:
        return self.do(deck_submit, name, text=deck_text(discounts, side))

    def entry(self, name: str) -> Entry:
        return self.hall.entry(self.users[name])

    def url(self, name: str = "teams") -> str:
        return reverse(f"tournaments:{name}", args=[self.hall.tournament.slug])

    def page(self, user: Any, language: str = "en", name: str = "teams") -> tuple[int, str]:
        client = browser(user)
        client.cookies["django_language"] = language
        response = client.get(self.url(name))
        return response.status_code, response.content.decode()


def deck_text(discounts: int, side: int = 0) -> str:
    lines = ["1 Life Base", "52 Mystic Energy Crystal"]
    lines += [f"{discounts} Discount"] if discounts else []
    if side:
        lines += ["Sideboard", f"{side} Discount", f"{10 - side} Boost Energy Crystal"]
    return "\n".join(lines)


@pytest.fixture
def crew() -> Crew:
    return Crew()


@pytest.fixture
def broken(crew: Crew) -> Crew:
    """A and B have handed in two Discounts each; C wanted one more and was refused."""
    crew.hand_in("A", 2)
    crew.hand_in("B", 2)
    with pytest.raises(UserError):
        crew.hand_in("C", 1)
    return crew


# --- scenario 4 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "nl"])
def test_scenario_4_the_list_that_breaks_the_team_restriction_is_refused_and_captain_and_judge_see_why(
    crew, language
):
    crew.hand_in("A", 2)
    crew.hand_in("B", 2)
    client = browser(crew.users["C"])
    client.cookies["django_language"] = language
    data = {"text": deck_text(1), "idempotency_key": uuid4().hex}
    refused = client.post(crew.url("deck_submit"), data)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert MEMBER[language] in page and "(A2" not in page
    assert [item.code for item in _problems(crew)] == ["team_restriction"]
    registration = crew.entry("C").registration
    assert (registration.current, registration.draft_text) == (None, deck_text(1))
    assert DeckRevision.objects.count() == 2
    for reader in (crew.users["A"], crew.hall.judge, crew.hall.head_judge):
        assert BROKEN[language] in crew.page(reader, language)[1]

    crew.hand_in("C", 0)
    assert DeckRevision.objects.count() == 3
    for reader in (crew.users["A"], crew.hall.judge):
        assert "Discount" not in crew.page(reader, language)[1]


def _problems(crew: Crew) -> tuple[Any, ...]:
    with pytest.raises(UserError) as caught:
        crew.hand_in("C", 1)
    return caught.value.problems


def test_exactly_as_many_as_the_team_may_hold_pass(crew):
    crew.hand_in("A", 2)
    assert crew.hand_in("B", 2)["revision"] == 1


def test_sideboards_count_in_the_team_too(crew):
    crew.hand_in("A", 1, side=2)
    with pytest.raises(UserError) as caught:
        crew.hand_in("B", 1, side=1)
    assert caught.value.code == "team_restriction"


def test_when_another_member_holds_fewer_the_refused_list_passes(broken):
    broken.hand_in("A", 1)
    assert broken.hand_in("C", 1)["revision"] == 1
    assert TeamAttempt.objects.count() == 0


def test_who_is_in_no_team_and_who_has_left_is_held_back_by_nobody(broken):
    assert broken.hand_in("D", 3)["revision"] == 1
    broken.do(team_leave, "C")
    assert broken.hand_in("C", 3)["revision"] == 1
    assert "Discount" not in broken.page(broken.users["A"])[1]


def test_a_judge_who_changes_a_list_is_told_every_count_and_nothing_changes(broken):
    with pytest.raises(UserError) as caught:
        deck_revise_by_judge(
            actor=Actor(broken.hall.judge, "judge"),
            tournament=broken.hall.tournament,
            number=broken.entry("B").number,
            text=deck_text(3),
            reason="one was missing",
        )
    assert [item.message for item in caught.value.problems] == ["Discount: 5 of 4 (A2 B3)"]
    assert broken.entry("B").registration.current.number == 1


def test_in_limited_play_the_team_restriction_is_ignored():
    crew = Crew(template="limited-community", changes={"teams": True})
    from tournaments.entries.teams import members_of, team_conflicts, team_of

    found = team_of(crew.entry("A"))
    deck = card_pool("x610z", "demo").named("Discount")
    assert deck is not None
    from rules_engine.x610z.deckrules import DeckList

    wanted = {crew.entry(name).pk: DeckList({deck.number: 3}) for name in "ABC"}
    assert team_conflicts(crew.hall.tournament, members_of(found), wanted=wanted) == []
    crew.hall.tournament.format = "constructed"
    assert team_conflicts(crew.hall.tournament, members_of(found), wanted=wanted) == [
        "Discount: 9 of 4 (A3 B3 C3)"
    ]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_a_plain_member_learns_that_something_is_too_many_and_nothing_more(broken):
    (problem,) = _problems(broken)
    assert "Discount" not in problem.message and not any(digit in problem.message for digit in "0123456789")
    for name in "BC":
        status, page = broken.page(broken.users[name])
        assert status == 200 and "Discount" not in page and broken.team.code not in page
    assert "Ask your captain" in broken.page(broken.users["C"])[1]
    assert "Ask your captain" not in broken.page(broken.users["B"])[1]


def test_other_teams_spectators_and_staff_without_lists_see_no_counts(broken):
    broken.do(team_create, "D", name="Blue Birds")
    hall = broken.hall
    status, page = broken.page(broken.users["D"])
    assert status == 200 and "Discount" not in page and "Red Dragons" not in page
    for user in (hall.organizer, hall.scorekeeper):
        status, page = broken.page(user)
        assert status == 200 and "Red Dragons" in page
        assert "Discount" not in page and broken.team.code not in page
    for user in (hall.outsider, hall.foreign_judge, hall.office):
        assert broken.page(user)[0] == 404
    assert browser(None).get(broken.url()).status_code == 302


def test_a_judge_who_plays_here_sees_the_counts_of_no_team(broken):
    playing = staff_actor(broken.hall.tournament, "judge", broken.users["D"]).user
    status, page = broken.page(playing)
    assert status == 200 and "Red Dragons" in page and "Discount" not in page


def test_a_draft_that_was_never_handed_in_is_not_counted(crew):
    crew.hand_in("A", 2)
    crew.hand_in("B", 2)
    address = crew.url("deck")
    browser(crew.users["C"]).post(address, {"text": deck_text(3), "do": "save"})
    assert "Discount" not in crew.page(crew.users["A"])[1]


def test_the_ledger_holds_ids_alone(broken):
    rows = str(list(LedgerRow.objects.values_list("data", "note")))
    assert "Discount" not in rows and broken.team.code not in rows and "Red Dragons" not in rows
    row = LedgerRow.objects.filter(action="deck.submit").latest("number")
    assert row.data["refused"] == "G.team-restriction" and row.data["team"] == broken.team.pk
    assert verify_chain(broken.hall.tournament.chain_key) == []


def test_a_refused_form_sent_twice_is_refused_twice_the_same_way(crew):
    crew.hand_in("A", 2)
    crew.hand_in("B", 2)
    for _time in range(2):
        with pytest.raises(UserError) as caught:
            crew.do(deck_submit, "C", text=deck_text(1), key="same")
        assert caught.value.code == "team_restriction"
    assert LedgerRow.objects.filter(action="deck.submit").count() == 3


# --- making, joining, leaving ----------------------------------------------------------------------------------------


def refused(crew: Crew, service: Any, who: str, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        crew.do(service, who, **params)
    return caught.value.code


def test_a_list_that_is_in_already_cannot_join_a_team_it_would_break(crew):
    crew.hand_in("A", 2)
    crew.hand_in("D", 3)
    assert refused(crew, team_join, "D", code=crew.team.code) == "team_restriction"
    assert crew.entry("D").team is None
    crew.hand_in("D", 2)
    crew.do(team_join, "D", code=crew.team.code.lower())
    assert crew.entry("D").team == crew.team


def test_one_team_each_and_only_with_the_right_code(crew):
    assert refused(crew, team_create, "B", name="Again") == "in_team"
    assert refused(crew, team_join, "B", code=crew.team.code) == "in_team"
    assert refused(crew, team_join, "D", code="NONSENSE") == "code"
    assert refused(crew, team_create, "D", name=" ") == "name"
    assert refused(crew, team_leave, "D") == "no_team"


def test_a_team_has_a_largest_size(crew):
    for number in range(MOST_MEMBERS - 3):
        user = make_user(f"More {number}")
        entry_create(actor=Actor(user, "player"), tournament=crew.hall.tournament)
        team_join(actor=Actor(user, "player"), tournament=crew.hall.tournament, code=crew.team.code)
    assert refused(crew, team_join, "D", code=crew.team.code) == "full"


def test_when_the_captain_leaves_the_team_and_what_was_kept_of_it_are_gone(broken):
    broken.do(team_leave, "A")
    assert (Team.objects.count(), TeamAttempt.objects.count()) == (0, 0)
    assert broken.entry("B").team is None
    assert broken.hand_in("C", 3)["revision"] == 1


def test_who_withdraws_leaves_the_team_and_comes_back_without_one(broken):
    entry_withdraw(
        actor=organizer_of(broken.hall.tournament),
        tournament=broken.hall.tournament,
        entry_id=broken.entry("B").pk,
    )
    assert broken.entry("B").team is None
    assert broken.hand_in("C", 1)["revision"] == 1
    broken.do(entry_create, "B")
    assert broken.entry("B").team is None


def test_teams_do_not_change_once_the_tournament_runs(crew):
    type(crew.hall.tournament).objects.update(state="running")
    for service, params in ((team_leave, {}), (team_create, {"name": "Late"})):
        assert refused(crew, service, "B", **params) == "wrong_state"


def test_a_tournament_without_teams_has_no_page_of_them():
    hall = make_hall()
    address = reverse("tournaments:teams", args=[hall.tournament.slug])
    for user in (hall.a, hall.judge, hall.organizer):
        assert browser(user).get(address).status_code == 404
    with pytest.raises(UserError) as caught:
        team_create(actor=Actor(hall.a, "player"), tournament=hall.tournament, name="Red")
    assert caught.value.code == "no_teams"


def test_a_team_is_made_joined_and_left_by_the_buttons_of_the_page():
    hall = make_hall(changes={"teams": True})
    address = reverse("tournaments:teams", args=[hall.tournament.slug])
    a, b = browser(hall.a), browser(hall.b)
    page = a.post(address, {"do": "create", "name": "Zon 🐉"}, follow=True).content.decode()
    code = Team.objects.get().code
    assert "Zon 🐉" in page and code in page
    assert "Zon 🐉" in b.post(address, {"do": "join", "code": code}, follow=True).content.decode()
    assert Entry.objects.filter(team__code=code).count() == 2
    b.post(address, {"do": "leave"})
    assert Entry.objects.filter(team__code=code).count() == 1
    assert browser(hall.judge).post(address, {"do": "create", "name": "Mine"}).status_code == 404


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_needs_as_many_queries_for_four_teams_as_for_one(broken):
    def counts() -> list[int]:
        found = []
        for user in (broken.hall.judge, broken.users["A"], broken.users["B"]):
            client = browser(user)
            with CaptureQueriesContext(connection) as queries:
                client.get(broken.url())
            found.append(len(queries))
        return found

    before = counts()
    for number in range(3):
        captain, member = (
            Actor(make_user(f"{role} of {number}"), "player") for role in ("Captain", "Member")
        )
        for actor in (captain, member):
            entry_create(actor=actor, tournament=broken.hall.tournament)
        team_create(actor=captain, tournament=broken.hall.tournament, name=f"Team {number}")
        code = Team.objects.get(name=f"Team {number}").code
        team_join(actor=member, tournament=broken.hall.tournament, code=code)
        for actor in (captain, member):
            deck_submit(actor=actor, tournament=broken.hall.tournament, text=deck_text(2))
    assert counts() == before


def test_a_captain_sees_no_counts_while_their_own_list_is_closed(broken, monkeypatch):
    monkeypatch.setattr("tournaments.submissions.team_views.own_list_closed", lambda *_args: True)
    status, page = broken.page(broken.users["A"])
    assert status == 200 and "Discount" not in page
    assert BROKEN["en"] in broken.page(broken.hall.judge)[1]


@pytest.mark.parametrize(("teams", "said"), [(True, True), (False, False)])
def test_the_tournament_page_says_that_players_form_teams(teams, said):
    hall = make_hall(changes={"teams": teams})
    page = browser(None).get(reverse("tournaments:detail", args=[hall.tournament.slug])).content.decode()
    assert ("players form teams; a card&#x27;s team restriction counts" in page) is said


def test_the_organizer_switches_teams_on_when_making_the_tournament():
    organizer = make_user("Organizer of teams")
    data = {
        "template": "constructed-community",
        "name": "Team Cup",
        "starts_at": "2030-01-01T10:00",
        "capacity": "16",
        "lists": "closed",
        "teams": "on",
    }
    assert browser(organizer).post(reverse("tournaments:new"), data).status_code == 302
    assert Tournament.objects.get(name="Team Cup").policy.teams is True


def test_two_members_of_one_name_and_a_name_that_ends_in_a_digit_are_told_apart(crew):
    Entry.objects.filter(pk__in=[crew.entry("A").pk, crew.entry("B").pk]).update(name="Ann")
    Entry.objects.filter(pk=crew.entry("C").pk).update(name="Player 2")
    first, second = crew.entry("A").number, crew.entry("B").number
    crew.hand_in("A", 2)
    crew.hand_in("B", 2)
    with pytest.raises(UserError):
        crew.hand_in("C", 3)
    said = f"Discount: 7 of 4 (Ann #{first}×2 Ann #{second}×2 Player 2×3)"
    assert said in crew.page(crew.hall.judge)[1]
