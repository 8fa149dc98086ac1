"""A tournament of crews, from the start to the standings: pairing, seats, results, who leaves, who is out."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import draft, make_tournament, make_user, organizer_of, publish, staff_actor
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.desk.rule_services import rule_add
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import entry_check_in, entry_create, entry_drop, tournament_start
from tournaments.entries.team_services import team_create, team_join
from tournaments.events.models import Tournament
from tournaments.events.plans import stage_plan
from tournaments.events.services import tournament_finish, tournament_open_check_in, tournament_open_entry
from tournaments.imports.exports import results_of
from tournaments.rounds.field import players_of, standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_publish, round_redraft, round_swap
from tournaments.rounds.services import result_correct, result_enter, result_report

pytestmark = [pytest.mark.django_db]
POLICY = {"teams": True, "crews": True, "deck_required": False, "min_competitors": 2}


def event_of(crews: int, letters: str = "ABC") -> Tournament:
    """A running tournament of so many crews; crew 0 has the members A0 (captain), B0 and C0."""
    tournament = make_tournament("Crew Cup", changes=POLICY)
    organizer = organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    for number in range(crews):
        actors = [Actor(make_user(f"{letter}{number}"), "player") for letter in letters]
        clan = Clan.objects.get(pk=clan_create(actor=actors[0], name=f"Clan {number}")["clan"])
        for actor in actors[1:]:
            clan_join(actor=actor, code=clan.code)
        for actor in actors:
            entry_create(actor=actor, tournament=tournament)
        made = team_create(actor=actors[0], tournament=tournament, name=f"Crew {number}")
        for actor in actors[1:]:
            team_join(actor=actor, tournament=tournament, code=Team.objects.get(pk=made["team"]).code)
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament):
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def seats(round_: Round) -> list[tuple[int | None, list[str]]]:
    return [
        (match.table, [seat.entry.name for seat in match.seats.select_related("entry")])
        for match in Match.objects.filter(round=round_)
    ]


def win(tournament: Tournament, match: Match, name: str) -> None:
    """The player of this name wins the match 2-0."""
    first = match.seats.select_related("entry")[0].entry.name == name
    score = (2, 0, 0) if first else (0, 2, 0)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=score)


def play(tournament: Tournament, number: int, winners: str) -> Round:
    """A whole round in which the player whose name comes first in ``winners`` ("A0 B1 C0 …") wins his match."""
    round_ = publish(tournament, number)
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        names = [seat.entry.name for seat in match.seats.select_related("entry")]
        win(tournament, match, next(name for name in winners.split() if name in names))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    return round_


def table(tournament: Tournament, **params: Any) -> list[tuple[str, int, tuple[int, ...]]]:
    names = {f"E{one.captain.number}": one.name for one in Team.objects.select_related("captain")}
    rows = standings_rows(tournament, **params)
    return [(names[row.id], int(row.points), tuple(row.record)) for row in rows]


def entry(name: str) -> Entry:
    return Entry.objects.get(name=name)


@kept
def two_crews() -> Tournament:
    return event_of(2)


def test_crews_meet_seat_against_seat_at_neighbouring_tables_and_the_majority_of_seats_wins(
    two_crews: Tournament,
) -> None:
    tournament = two_crews
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds, stage.cut) == ("crews", 1, 0)
    round_ = publish(tournament, 1)
    assert round_.certificate["certified"] is True
    assert [(number, sorted(names)) for number, names in seats(round_)] == [
        (1, ["A0", "A1"]),
        (2, ["B0", "B1"]),
        (3, ["C0", "C1"]),
    ]
    assert (
        len({seat.position for seat in Seat.objects.filter(round=round_, entry__team=entry("A0").team)}) == 1
    )
    one, two, three = Match.objects.filter(round=round_)
    win(tournament, one, "A0")
    for name in ("B0", "B1"):
        said = (2, 0, 0) if two.seats.select_related("entry")[0].entry.name == "B1" else (0, 2, 0)
        result_report(
            actor=Actor(entry(name).user, "player"), tournament=tournament, match_id=two.pk, said=said
        )
    assert sorted(table(tournament)) == [("Crew 0", 0, (0, 0, 0)), ("Crew 1", 0, (0, 0, 0))]
    win(tournament, three, "C0")
    assert table(tournament) == [("Crew 0", 3, (1, 0, 0)), ("Crew 1", 0, (0, 1, 0))]
    three.refresh_from_db()
    score = (0, 2, 0) if three.seats.select_related("entry")[0].entry.name == "C0" else (2, 0, 0)
    result_correct(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=three.pk,
        said=score,
        reason="the slip says so",
        version=three.version,
    )
    assert table(tournament) == [("Crew 1", 3, (1, 0, 0)), ("Crew 0", 0, (0, 1, 0))]
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)


def test_a_whole_event_of_four_crews_has_no_rematch_and_every_page_shows_crews() -> None:
    tournament = event_of(4)
    strong = " ".join(f"{letter}{number}" for number in range(4) for letter in "ABC")
    met: set[frozenset[str]] = set()
    for number in (1, 2, 3):
        round_ = play(tournament, number, strong)
        pairs = {frozenset(name[1] for name in names) for _table, names in seats(round_)}
        assert [table for table, _names in seats(round_)] == [1, 2, 3, 4, 5, 6]
        assert len(pairs) == 2 and not pairs & met
        met |= pairs
    assert table(tournament) == [
        ("Crew 0", 9, (3, 0, 0)),
        ("Crew 1", 6, (2, 1, 0)),
        ("Crew 2", 3, (1, 2, 0)),
        ("Crew 3", 0, (0, 3, 0)),
    ]
    client = Client()
    # What stands before "<main" holds a token of random letters.
    standings = client.get(f"/t/{tournament.slug}/standings/").content.decode().partition("<main")[2]
    assert standings.index("Crew 0") < standings.index("Crew 3") and "A0" not in standings
    assert '<th scope="col">Crew</th>' in standings and '<th scope="col">Player</th>' not in standings
    assert 'A0 <small class="muted">Crew 0</small>' in client.get(f"/t/{tournament.slug}/").content.decode()
    rows = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
    assert [row["name"] for row in rows] == ["Crew 0", "Crew 1", "Crew 2", "Crew 3"]
    assert set(results_of(tournament, staff=False).names.values()) == {row["name"] for row in rows}
    cell = client.get(f"/t/{tournament.slug}/standings/{entry('A0').pk}/omw/")
    shown = cell.content.decode().partition("<main")[2]
    assert cell.status_code == 200 and "Crew 0 ·" in shown and "A0" not in shown
    assert client.get(f"/t/{tournament.slug}/standings/{entry('B0').pk}/omw/").status_code == 404
    tables = client.get(f"/t/{tournament.slug}/tables/?by=table").content.decode()
    assert "Crew 0" in tables and "3–0" in tables
    rows = [row for row in tables.split("<tr ")[1:] if "<bdi>Crew 0</bdi>" in row]
    marks = rows[0].split('data-e="')[1].split('"')[0].split()
    assert {entry(name).key for name in ("A0", "B0", "C0")} <= set(marks) and len(marks) == 6
    client.force_login(entry("B0").user)
    mine = client.get(f"/t/{tournament.slug}/me/").content.decode()
    assert "B0" in mine and "Crew 0" in mine
    why = client.get(f"/t/{tournament.slug}/tables/3/why/{entry('B0').number}/")
    assert why.status_code == 200
    client.force_login(organizer_of(tournament).user)
    for page in ("desk/", "desk/rounds/3/", "desk/rounds/3/print/names/", "desk/rounds/3/print/slips/"):
        assert client.get(f"/t/{tournament.slug}/{page}").status_code == 200, page


def test_three_crews_take_turns_with_the_bye_which_counts_as_a_win() -> None:
    tournament = event_of(3)
    strong = " ".join(f"{letter}{number}" for number in range(3) for letter in "ABC")
    for number in (1, 2, 3):
        round_ = play(tournament, number, strong)
        byes = Match.objects.filter(round=round_, kind="bye")
        assert byes.count() == 3
    assert [(name, points) for name, points, _record in table(tournament)] == [
        ("Crew 0", 9),
        ("Crew 1", 6),
        ("Crew 2", 3),
    ]
    assert {player.byes for player in players_of(tournament)} == {1}


def test_the_seats_of_who_left_and_of_who_was_disqualified_are_lost_and_the_crew_goes_on() -> None:
    tournament = event_of(4)
    strong = " ".join(f"{letter}{number}" for number in range(4) for letter in "ABC")
    play(tournament, 1, strong)
    organizer = organizer_of(tournament)
    rule_add(
        actor=staff_actor(tournament, "head_judge"),
        tournament=tournament,
        kind="disqualified",
        entry_id=entry("A0").pk,
    )
    entry_drop(actor=organizer, tournament=tournament, entry_id=entry("C0").pk)
    round_ = publish(tournament, 2)
    for name in ("A0", "C0"):
        lost = Match.objects.get(round=round_, seats__entry=entry(name))
        assert (lost.kind, lost.state) == ("forfeit", "final")
        assert lost.seats.get(entry=entry(name)).games_won == 0
    assert Match.objects.get(round=round_, seats__entry=entry("B0")).state == "open"
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        names = [seat.entry.name for seat in match.seats.select_related("entry")]
        win(tournament, match, min(names, key=lambda name: name[1]))
    round_complete(actor=organizer, tournament=tournament, round_id=round_.pk)
    assert ("Crew 0", 3, (1, 1, 0)) in table(tournament)
    entry_drop(actor=organizer, tournament=tournament, entry_id=entry("B0").pk)
    round_ = publish(tournament, 3)
    assert not Seat.objects.filter(round=round_, entry__team=entry("A0").team).exists()


def test_a_draft_from_before_somebody_left_is_not_published(two_crews: Tournament) -> None:
    tournament = two_crews
    organizer = organizer_of(tournament)
    made = draft(tournament, 1)
    Entry.objects.filter(name="C1").update(state="dropped", dropped_after=0)
    with pytest.raises(UserError) as caught:
        round_publish(actor=organizer, tournament=tournament, round_id=made.pk)
    assert caught.value.code == "draft_outdated"
    answer = round_redraft(actor=organizer, tournament=tournament, round_id=made.pk)
    round_publish(actor=organizer, tournament=tournament, round_id=answer["round"])
    assert Match.objects.get(seats__entry=entry("C1")).kind == "forfeit"


def test_who_comes_back_while_a_round_is_a_draft_has_their_own_seat_in_it() -> None:
    tournament = event_of(3)
    boss = organizer_of(tournament)
    play(tournament, 1, "A0 B0 C0 A1 B1 C1 A2 B2 C2")
    for name in ("B0", "B1", "B2"):
        entry_drop(actor=boss, tournament=tournament, entry_id=entry(name).pk)
    round_ = draft(tournament, 2)
    assert not Seat.objects.filter(round=round_, entry__name="B1", match__state="open").exists()
    for name in ("B0", "B1", "B2"):
        entry_check_in(actor=boss, tournament=tournament, entry_id=entry(name).pk)
    round_ = Round.objects.get(tournament=tournament, number=2)
    assert sorted(name for _table, names in seats(round_) for name in names) == sorted(
        f"{letter}{number}" for number in range(3) for letter in "ABC"
    )
    assert not Match.objects.filter(round=round_, kind="forfeit").exists()
    round_publish(actor=boss, tournament=tournament, round_id=round_.pk)


def test_a_captain_reports_for_the_members_of_their_own_crew_and_for_nobody_else(
    two_crews: Tournament,
) -> None:
    tournament = two_crews
    round_ = publish(tournament, 1)
    two = Match.objects.filter(round=round_)[1]
    address = f"/t/{tournament.slug}/crew/{two.pk}/"
    clients = {}
    for name in ("A0", "A1", "B0", "C0"):
        clients[name] = Client()
        clients[name].force_login(entry(name).user)
    assert [clients[name].get(address).status_code for name in ("A0", "A1", "B0", "C0")] == [
        200,
        200,
        404,
        404,
    ]
    mine = clients["A0"].get(f"/t/{tournament.slug}/me/").content.decode()
    own = Match.objects.get(round=round_, seats__entry=entry("A0"))
    assert address in mine and f"/crew/{own.pk}/" not in mine
    assert address not in clients["C0"].get(f"/t/{tournament.slug}/me/").content.decode()
    first = two.seats.select_related("entry")[0].entry.name
    score = {"first": "2", "second": "1"} if first == "B0" else {"first": "1", "second": "2"}
    assert clients["C0"].post(address, score).status_code == 404
    with pytest.raises(UserError) as caught:
        result_report(
            actor=Actor(entry("C0").user, "player"), tournament=tournament, match_id=two.pk, said=(2, 1, 0)
        )
    assert caught.value.code == "not_your_match"
    clients["A0"].post(address, score)
    two.refresh_from_db()
    assert (two.state, two.reports.get().entry) == ("reported", entry("B0"))
    clients["A1"].post(address, score)
    two.refresh_from_db()
    assert (two.state, two.source) == ("final", "both")
    assert clients["A0"].get(address).status_code == 404
    assert two.seats.get(entry=entry("B0")).games_won == 2


def test_the_pages_of_a_round_need_as_many_queries_for_four_crews_as_for_two() -> None:
    counts = []
    for crews in (2, 4):
        tournament = event_of(crews)
        publish(tournament, 1)
        client = Client()
        found = []
        for page, user in (("tables/?by=table", None), ("me/", "A0"), ("desk/rounds/1/", "organizer")):
            if user is not None:
                person = tournament.created_by if user == "organizer" else _captain(tournament)
                client.force_login(person)
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/t/{tournament.slug}/{page}").status_code == 200
            found.append(len(queries))
        counts.append(found)
        Clan.objects.update(folded=F("pk"))  # the names are free for the next event
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 23, counts


def _captain(tournament: Tournament) -> Any:
    return Entry.objects.get(tournament=tournament, name="A0").user


def test_members_are_not_swapped_by_hand(two_crews: Tournament) -> None:
    tournament = two_crews
    made = draft(tournament, 1)
    with pytest.raises(UserError) as caught:
        round_swap(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=made.pk,
            first=entry("A0").pk,
            second=entry("B1").pk,
            reason="no",
        )
    assert caught.value.code == "by_table"


def test_a_drawn_seat_and_one_win_each_is_a_drawn_match_and_a_double_loss_counts_for_nobody(
    two_crews: Tournament,
) -> None:
    tournament = two_crews
    round_ = publish(tournament, 1)
    one, two, three = Match.objects.filter(round=round_)
    organizer = organizer_of(tournament)
    win(tournament, one, "A0")
    win(tournament, two, "B1")
    result_enter(
        actor=organizer, tournament=tournament, match_id=three.pk, said=(0, 0, 0), kind="double_loss"
    )
    assert sorted(table(tournament)) == [("Crew 0", 1, (0, 0, 1)), ("Crew 1", 1, (0, 0, 1))]


def test_crews_of_one_clan_meet_as_late_as_possible() -> None:
    tournament = event_of(4)
    clan = Clan.objects.get(name="Clan 0")
    Team.objects.filter(name__in=["Crew 0", "Crew 1"]).update(clan=clan)
    for attempt in range(2):
        round_ = draft(tournament, 1) if attempt == 0 else Round.objects.get()
        assert {"A0", "A1"} not in [set(names) for _table, names in seats(round_)]
        round_redraft(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


@pytest.mark.parametrize(("crews", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 3), (9, 4)])
def test_so_many_crews_play_so_many_rounds(crews: int, rounds: int) -> None:
    policy = make_tournament(changes=POLICY).policy
    plan = stage_plan(policy, 3 * crews)
    assert (plan.kind, plan.rounds, plan.cut) == ("crews", rounds, 0)
    assert stage_plan(replace(policy, rounds=6), 3 * crews).rounds == 6


@pytest.mark.parametrize("changes", [{"pairing": "round_robin"}, {"pairing": "pods"}])
def test_crews_play_no_other_kind_of_tournament(changes: dict[str, Any]) -> None:
    with pytest.raises(UserError) as caught:
        make_tournament(changes={**POLICY, **changes})
    assert "crews_swiss" in [problem.code for problem in caught.value.problems]
