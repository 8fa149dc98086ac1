"""Teams at one board: two against two, three against three, three teams of two; from the form to the standings."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import OutboxMessage
from tests.tournaments.hall import draft, make_tournament, make_user, organizer_of, publish
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import (
    entry_add_at_desk,
    entry_check_in,
    entry_create,
    entry_drop,
    tournament_start,
)
from tournaments.entries.team_services import team_create, team_join
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish, tournament_open_check_in, tournament_open_entry
from tournaments.formats.teams.format import resting
from tournaments.mending.move_services import match_move, move_of
from tournaments.pairing.pod_model import PodPlayer
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games, Letters
from tournaments.rounds.pairing_services import round_complete, round_publish
from tournaments.rounds.selectors import without_match
from tournaments.rounds.services import result_enter, result_report
from x610z_site.reach.selectors import tables_of

pytestmark = [pytest.mark.django_db]
SIZE = {"2v2": 2, "3v3": 3, "2v2v2": 2}


def entered(mode: str, teams: int, *, present: bool = True) -> Tournament:
    """A tournament of so many teams with all members checked in, not started."""
    tournament = make_tournament(f"Cup {mode}", template=f"teams-{mode}", changes={"deck_required": False})
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    for number in range(teams):
        actors = [Actor(make_user(f"{letter}{number}"), "player") for letter in "ABC"[: SIZE[mode]]]
        for one in actors:
            entry_create(actor=one, tournament=tournament)
        made = team_create(actor=actors[0], tournament=tournament, name=f"Team {number}")
        for one in actors[1:]:
            team_join(actor=one, tournament=tournament, code=Team.objects.get(pk=made["team"]).code)
    tournament_open_check_in(actor=actor, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament) if present else ():
        entry_check_in(actor=actor, tournament=tournament, entry_id=entry.pk)
    return tournament


def started(mode: str, teams: int) -> Tournament:
    tournament = entered(mode, teams)
    tournament_start(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def entry(name: str) -> Entry:
    return Entry.objects.get(name=name)


def player(name: str) -> Actor:
    return Actor(entry(name).user, "player")


def boards(round_: Round) -> list[tuple[str, ...]]:
    """The captains at every board."""
    matches = Match.objects.filter(round=round_).order_by("pk")
    return [tuple(seat.entry.name for seat in match.seats.select_related("entry")) for match in matches]


def finish(tournament: Tournament, round_: Round, winners: Sequence[str], said: dict[int, Any]) -> None:
    """Every board is won by the person who comes first in ``winners``; ``said`` is the report when that seat wins."""
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        names = [seat.entry.name for seat in match.seats.select_related("entry")]
        best = min(range(len(names)), key=lambda place: winners.index(names[place]))
        actor = organizer_of(tournament)
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=said[best])
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


GAMES = {0: (1, 0, 0), 1: (0, 1, 0)}
LETTERS = {0: "wll", 1: "lwl", 2: "llw"}


@pytest.mark.parametrize("mode", ["2v2", "3v3"])
def test_four_teams_play_a_whole_event_at_shared_boards_without_a_rematch(mode: str) -> None:
    tournament = started(mode, 4)
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds, tournament.mode) == ("teams", 3, mode)
    met = set()
    for number in (1, 2, 3):
        round_ = publish(tournament, number)
        assert sorted(name for board in boards(round_) for name in board) == ["A0", "A1", "A2", "A3"]
        assert without_match(round_) == [], "a member of a team that plays misses no table"
        met |= {frozenset(board) for board in boards(round_)}
        finish(tournament, round_, ["A0", "A1", "A2", "A3"], GAMES)
    assert len(met) == 6
    rows = [(row.id, int(row.points), row.record) for row in standings_rows(tournament)]
    assert rows[0] == (entry("A0").key, 9, (3, 0, 0)) and rows[-1][1] == 0 and len(rows) == 4
    page = Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    main = page.partition("<main")[2]  # what stands before holds a token of random letters
    assert "Team 0" in main and main.index("Team 0") < main.index("Team 1") and "A0" not in main
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    winner = Client().get(f"/t/{tournament.slug}/winner/").content.decode().partition("<main")[2]
    assert "Team 0" in winner.split("</h1>")[0] and "A0, B0" in winner
    way = winner.split("winner-way")[1].split("</ol>")[0]
    assert way.count("winner-score") == 3
    assert all(f"Team {number}" in way for number in (1, 2, 3))


def test_three_teams_of_two_share_a_board_and_one_of_seven_rests_each_time_another() -> None:
    tournament = started("2v2v2", 7)
    assert tournament.stages.get().kind == "team_tables"
    rested = []
    for number in (1, 2):
        round_ = publish(tournament, number)
        found = boards(round_)
        assert sorted(map(len, found)) == [1, 3, 3]
        rested += [board[0] for board in found if len(board) == 1]
        finish(tournament, round_, [f"A{number}" for number in range(7)], LETTERS)
    assert len(set(rested)) == 2
    assert {int(row.points) for row in standings_rows(tournament)} <= {0, 5, 10}
    assert set(Match.objects.exclude(kind="bye").values_list("outcome", flat=True)) <= set(
        map(Letters, LETTERS.values())
    )


def test_who_rests_had_the_fewest_byes_and_stands_lowest() -> None:
    line = [
        PodPlayer("a", 5),
        PodPlayer("b", 0, byes=1),
        PodPlayer("c", 0, rank=4),
        PodPlayer("d", 0, rank=3),
    ]
    assert resting(line) == ["c"]
    assert resting([*line, PodPlayer("e", 0, rank=5)]) == ["e", "c"]
    assert resting([*line, PodPlayer("e"), PodPlayer("f")]) == []


def test_the_captain_reports_for_the_team_and_a_member_reads_who_sits_there() -> None:
    tournament = started("2v2", 2)
    round_ = publish(tournament)
    match = Match.objects.get(round=round_)
    with pytest.raises(UserError) as refused:
        result_report(actor=player("B0"), tournament=tournament, match_id=match.pk, said=(1, 0, 0))
    assert refused.value.code == "not_your_match"
    url = f"/t/{tournament.slug}/me/"
    member, captain = Client(), Client()
    member.force_login(entry("B0").user)
    captain.force_login(entry("A0").user)
    page = member.get(url).content.decode()
    assert "Team 0 (A0, B0)" in page and "Team 1 (A1, B1)" in page and "Your captain reports" in page
    assert 'name="score"' not in page
    said = {"score": "1-0-0", "match": match.pk, "version": match.version}
    assert member.post(url, said, follow=True).status_code == 200
    assert not match.reports.exists()
    assert 'name="score"' in captain.get(url).content.decode()
    assert captain.post(url, said).status_code == 302
    mine = match.seats.get(entry=entry("A0")).position
    won = (1, 0, 0) if mine == 0 else (0, 1, 0)
    result_report(actor=player("A1"), tournament=tournament, match_id=match.pk, said=won)
    match.refresh_from_db()
    assert match.state == "final" and match.outcome == Games(won[:2])
    by_name = Client().get(f"/t/{tournament.slug}/tables/1/").content.decode()
    assert all(f"{letter}{number}" in by_name for letter in "AB" for number in (0, 1))


def test_every_member_is_told_of_the_teams_table_and_that_it_was_moved() -> None:
    tournament = started("2v2", 2)
    round_ = publish(tournament)
    match = Match.objects.get(round=round_)
    everybody = [entry(name).user_id for name in ("A0", "B0", "A1", "B1")]
    move = {"match_id": match.pk, "table": 7, "reason": "A broken chair"}
    agreed = move_of(tournament, match, 7).token
    match_move(actor=organizer_of(tournament), tournament=tournament, agreed=agreed, **move)
    told = {
        row.payload["name"]: row.payload["people"]
        for row in OutboxMessage.objects.filter(topic="notice").order_by("pk")
    }
    assert sorted(told["round.published"]) == sorted(told["round.table_changed"]) == sorted(everybody)
    assert tables_of(tournament, 1, everybody) == dict.fromkeys(everybody, 7)


def test_nobody_starts_alone_short_or_absent() -> None:
    tournament = entered("2v2", 3, present=False)
    lone = Actor(make_user("Lone"), "player")
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    tournament.refresh_from_db()
    entry_create(actor=lone, tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state="check_in")
    tournament.refresh_from_db()
    for name in ("Lone", "A0", "B0", "A1", "B1", "A2"):
        entry_check_in(actor=organizer_of(tournament), tournament=tournament, entry_id=entry(name).pk)
    Entry.objects.filter(name="B1").update(team=None)
    with pytest.raises(UserError) as refused:
        tournament_start(actor=organizer_of(tournament), tournament=tournament)
    codes = [problem.code for problem in refused.value.problems]
    assert codes == ["no_team", "team_size", "team_absent"]
    assert "B2" in refused.value.problems[2].message and "Lone" in refused.value.problems[0].message


def test_a_third_member_does_not_fit_into_a_team_of_two() -> None:
    tournament = entered("2v2", 1, present=False)
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    tournament.refresh_from_db()
    third = Actor(make_user("Third"), "player")
    entry_create(actor=third, tournament=tournament)
    with pytest.raises(UserError) as refused:
        team_join(actor=third, tournament=tournament, code=Team.objects.get().code)
    assert refused.value.code == "full"


def test_a_team_leaves_with_the_first_of_its_members_and_a_draft_from_before_is_refused() -> None:
    tournament = started("2v2", 4)
    finish(tournament, publish(tournament), ["A0", "A1", "A2", "A3"], GAMES)
    round_ = draft(tournament, 2)
    Entry.objects.filter(name="B3").update(state="dropped", dropped_after=1)
    with pytest.raises(UserError) as refused:
        round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    assert refused.value.code == "draft_outdated"
    round_.delete()
    second = publish(tournament, 2)
    assert sorted(name for board in boards(second) for name in board) == ["A0", "A1", "A2"]
    assert Match.objects.filter(round=second, kind="bye").count() == 1
    left = next(row for row in standings_rows(tournament) if row.id == entry("A3").key)
    assert left.dropped
    with pytest.raises(UserError):
        entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry("A0").pk)


@pytest.mark.parametrize(("mode", "teams", "said"), [("2v2", 4, GAMES), ("2v2v2", 6, LETTERS)])
def test_a_team_that_comes_back_is_drawn_into_the_draft(mode: str, teams: int, said: Any) -> None:
    tournament = started(mode, teams)
    boss, captains = organizer_of(tournament), [f"A{number}" for number in range(teams)]
    finish(tournament, publish(tournament), captains, said)
    for name in ("A1", "B1"):
        entry_drop(actor=boss, tournament=tournament, entry_id=entry(name).pk)
    round_ = draft(tournament, 2)
    assert sorted(name for board in boards(round_) for name in board) == sorted({*captains} - {"A1"})
    for name in ("A1", "B1"):
        entry_check_in(actor=boss, tournament=tournament, entry_id=entry(name).pk)
    round_ = Round.objects.get(tournament=tournament, number=2)
    assert sorted(name for board in boards(round_) for name in board) == captains
    round_publish(actor=boss, tournament=tournament, round_id=round_.pk)


def test_an_organizer_chooses_a_mode_in_the_form_and_reads_it_back() -> None:
    client = Client()
    client.force_login(make_user("Olga"))
    page = client.get("/t/new/").content.decode()
    assert "teams of two at one board" in page and "three teams of two" in page
    start = timezone.now() + timedelta(hours=2)
    data = {"name": "Duo", "template": "teams-2v2", "capacity": "16", "starts_at": f"{start:%Y-%m-%dT%H:%M}"}
    assert client.post("/t/new/", data).status_code == 302
    tournament = Tournament.objects.get(name="Duo")
    assert tournament.mode == "2v2" and tournament.policy.teams
    assert "their captains report" in client.get(f"/t/{tournament.slug}/").content.decode()
    refused = client.post("/t/new/", data | {"crews": "on", "name": "Both"})
    assert refused.status_code == 422


def test_the_desk_prints_and_explains_the_boards_of_teams() -> None:
    tournament = started("2v2v2", 3)
    round_ = publish(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    for sheet in ("names", "tables", "slips"):
        page = client.get(f"/t/{tournament.slug}/desk/rounds/1/print/{sheet}/").content.decode()
        assert "Team 0 (A0, B0)" in page or (sheet == "names" and "B0" in page)
    told = format_of(round_.stage).why(tournament, round_, entry("B0"))
    assert "Team 1" in told.opponent and "Team 2" in told.opponent and "Team 0" not in told.opponent
    desk = client.get(f"/t/{tournament.slug}/desk/matches/{Match.objects.get().pk}/").content.decode()
    assert "Team 2 (A2, B2)" in desk or "A2" in desk


def test_teams_take_nobody_after_the_start_and_the_page_says_so() -> None:
    tournament = started("2v2", 2)
    assert "not possible after the start" in Client().get(f"/t/{tournament.slug}/").content.decode()
    with pytest.raises(UserError) as refused:
        entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late")
    assert (refused.value.code, "teams can no longer change" in refused.value.message) == ("too_late", True)
