"""Tables of three to six: seats and dots, reports of everybody, how a table can end, standings."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import draft, make_user, organizer_of, publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Tournament
from tournaments.events.plans import resolve, stage_plan
from tournaments.events.policy_words import describe
from tournaments.events.services import tournament_finish
from tournaments.formats.letters import claim_for, claim_problems
from tournaments.rounds.field import played_matches, standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import Letters
from tournaments.rounds.pairing_services import round_complete, round_publish, round_swap
from tournaments.rounds.selectors import dot_of
from tournaments.rounds.services import dispute_settle, result_correct, result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def pods(players: int = 8, **changes: Any) -> Tournament:
    return running_tournament(players, template="multiplayer-pods", changes=changes)


def tables(round_: Round) -> list[Match]:
    return list(Match.objects.filter(round=round_, kind="played").order_by("table"))


def seated(match: Match) -> list[Actor]:
    return [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]


def say(actor: Actor, match: Match, claim: str) -> str:
    return str(
        result_report(actor=actor, tournament=match.tournament, match_id=match.pk, said=claim)["state"]
    )


def enter(match: Match, claim: str, **params: Any) -> None:
    actor = organizer_of(match.tournament)
    result_enter(actor=actor, tournament=match.tournament, match_id=match.pk, said=claim, **params)


def play_pods(tournament: Tournament, number: int) -> Round:
    """A whole round in which the first seat of every table wins."""
    round_ = publish(tournament, number)
    for match in tables(round_):
        enter(match, claim_for(match.seats.count(), winner=0))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    return round_


# --- how a table can end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", ["wlll", "lllw", "lwl"])
def test_one_winner_ends_a_table_at_any_time(claim: str) -> None:
    assert claim_problems(claim, len(claim), time_called=False) == []


@pytest.mark.parametrize(("claim", "rule"), [("wwll", "106.1b"), ("wdll", "106.1b"), ("ddll", "106.1a")])
def test_two_winners_a_winner_with_a_draw_and_an_early_draw_are_refused(claim: str, rule: str) -> None:
    assert [problem.rule for problem in claim_problems(claim, 4, time_called=False)] == [rule]


def test_after_time_the_players_who_are_still_in_draw_and_the_others_have_lost() -> None:
    assert claim_problems("ddll", 4, time_called=True) == []
    assert claim_problems("dddd", 4, time_called=True) == []
    assert [problem.code for problem in claim_problems("dlll", 4, time_called=True)] == ["last_one_wins"]
    assert [problem.code for problem in claim_problems("llll", 4, time_called=True)] == ["last_one_wins"]


@pytest.mark.parametrize("claim", ["wll", "wlllll", "xlll", ""])
def test_a_result_that_does_not_name_every_seat_is_refused(claim: str) -> None:
    assert [problem.code for problem in claim_problems(claim, 4, time_called=True)] == ["impossible"]


@pytest.mark.parametrize(
    ("size", "dots"),
    [(3, [1, 3, 5]), (4, [1, 2, 4, 5]), (5, [1, 2, 3, 4, 5]), (6, [1, 2, 3, 4, 5, 6])],
)
def test_the_starting_dots_follow_the_chart(size: int, dots: list[int]) -> None:
    assert [dot_of(position, size) for position in range(size)] == dots


def test_a_bye_has_no_starting_dot() -> None:
    assert dot_of(0, 1) is None


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (8, 2), (9, 3), (17, 4), (64, 5)])
def test_the_rounds_of_pods_follow_the_number_of_players(players: int, rounds: int) -> None:
    assert stage_plan(resolve("multiplayer-pods"), players).rounds == rounds


# --- a day in pods -----------------------------------------------------------------------------------------


def test_a_day_in_pods_runs_to_its_end_and_the_standings_count_five_for_a_win() -> None:
    tournament = pods(11)
    assert (tournament.mode, tournament.stages.get().kind, tournament.stages.get().rounds) == (
        "multiplayer",
        "pods",
        3,
    )
    for number in (1, 2, 3):
        round_ = play_pods(tournament, number)
        assert sorted(match.seats.count() for match in tables(round_)) == [3, 4, 4]
        assert Seat.objects.filter(round=round_).count() == 11
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    rows = standings_rows(tournament)
    assert sum(row.points for row in rows) == 3 * 3 * 5
    assert {match.results.count("w") for match in played_matches(tournament) if match.results} == {1}
    assert verify_chain(tournament.chain_key) == []


def test_seats_are_spread_over_the_rounds_and_nobody_sits_in_two_small_tables() -> None:
    tournament = pods(11)
    for number in (1, 2, 3):
        play_pods(tournament, number)
    small: list[int] = []
    for match in Match.objects.filter(tournament=tournament):
        if match.seats.count() == 3:
            small += match.seats.values_list("entry_id", flat=True)
    assert len(small) == len(set(small)) == 9
    for entry in Entry.objects.filter(tournament=tournament):
        positions = list(entry.seats.values_list("position", flat=True))
        assert len(set(positions)) >= 2, positions


def test_a_draft_of_pods_made_before_a_drop_cannot_be_published_and_a_swap_can() -> None:
    tournament = pods(8)
    actor = organizer_of(tournament)
    round_ = draft(tournament)
    one, two = Seat.objects.filter(round=round_, position=0).values_list("entry_id", flat=True)
    round_swap(
        actor=actor, tournament=tournament, round_id=round_.pk, first=one, second=two, reason="fixed seat"
    )
    Entry.objects.filter(pk=one).update(state="dropped", dropped_after=0)
    with pytest.raises(UserError, match="Pair the round again"):
        round_publish(actor=actor, tournament=tournament, round_id=round_.pk)
    Entry.objects.filter(pk=one).update(state="checked_in", dropped_after=None)
    assert round_publish(actor=actor, tournament=tournament, round_id=round_.pk)["state"] == "published"


# --- reports -----------------------------------------------------------------------------------------------


def test_the_equal_words_of_all_make_a_table_final() -> None:
    match = tables(publish(pods()))[0]
    states = [say(actor, match, "lwll") for actor in seated(match)]
    assert states == ["reported", "reported", "reported", "final"]
    match.refresh_from_db()
    assert match.source == "both"
    assert [seat.result for seat in match.seats.all()] == ["l", "w", "l", "l"]
    assert say(seated(match)[0], match, "lwll") == "final"
    with pytest.raises(UserError, match="final"):
        say(seated(match)[0], match, "wlll")


@kept
def tournament() -> Tournament:
    return pods()


def test_two_different_winners_open_a_dispute_that_a_judge_settles(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    match = tables(publish(tournament))[0]
    people = seated(match)
    assert say(people[0], match, "wlll") == "reported"
    assert say(people[1], match, "lwll") == "disputed"
    with pytest.raises(UserError, match="judge"):
        say(people[2], match, "lwll")
    with pytest.raises(UserError, match="must be settled first"):
        enter(match, "wlll")
    call: dict[str, Any] = {"actor": judge, "tournament": tournament, "match_id": match.pk, "said": "lwll"}
    with pytest.raises(UserError, match="why"):
        dispute_settle(reason=" ", **call)
    dispute_settle(reason="Everybody agrees now", **call)
    match.refresh_from_db()
    assert (match.state, match.source, match.disputes.get().settled_by) == ("final", "judge", judge.user)


def test_a_changed_report_counts_instead_of_the_earlier_one_while_nobody_else_has_spoken() -> None:
    match = tables(publish(pods()))[0]
    people = seated(match)
    say(people[0], match, "wlll")
    say(people[0], match, "lwll")
    assert [say(one, match, "lwll") for one in people[1:]][-1] == "final"
    assert match.reports.count() == 4


def test_who_has_left_the_tournament_need_not_report() -> None:
    match = tables(publish(pods()))[0]
    people = seated(match)
    Entry.objects.filter(user=people[3].user).update(state="dropped", dropped_after=1)
    assert [say(one, match, "lwll") for one in people[:3]][-1] == "final"


def test_a_stranger_cannot_report_and_a_player_cannot_leave_an_unfinished_table(
    tournament: Tournament,
) -> None:
    match = tables(publish(tournament))[0]
    with pytest.raises(UserError, match="not your match"):
        say(Actor(make_user(), "player"), match, "wlll")
    entry = match.seats.all()[0].entry
    with pytest.raises(UserError, match="not finished"):
        entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)


def test_a_draw_is_refused_before_time_and_gives_a_point_to_those_still_in_after_it(
    tournament: Tournament,
    time_machine: Any,
) -> None:
    round_ = publish(tournament)
    match = tables(round_)[0]
    with pytest.raises(UserError) as refused:
        enter(match, "ddll")
    assert refused.value.problems[0].rule == "106.1a"
    assert round_.ends_at is not None
    time_machine.move_to(round_.ends_at.timestamp() + 1)
    enter(match, "ddll")
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert [points[seat.entry.key] for seat in match.seats.select_related("entry")] == [1, 1, 0, 0]


def test_a_score_of_games_is_refused_at_a_table_and_a_winner_in_a_match_of_two() -> None:
    match = tables(publish(pods()))[0]
    with pytest.raises(UserError, match="who won"):
        result_enter(
            actor=organizer_of(match.tournament),
            tournament=match.tournament,
            match_id=match.pk,
            said=(2, 0, 0),
        )
    duel = Match.objects.filter(round=publish(running_tournament(4))).first()
    assert duel is not None
    with pytest.raises(UserError, match="not a table"):
        enter(duel, "wl")


def test_a_table_is_corrected_with_a_reason_and_a_stale_page_is_told_so() -> None:
    match = tables(publish(pods()))[0]
    with pytest.raises(StaleError):
        enter(match, "wlll", version=99)
    enter(match, "wlll")
    match.refresh_from_db()
    call: dict[str, Any] = {
        "actor": staff_actor(match.tournament, "head_judge"),
        "tournament": match.tournament,
        "match_id": match.pk,
        "said": "llwl",
    }
    with pytest.raises(UserError, match="why"):
        result_correct(reason="", version=match.version, **call)
    with pytest.raises(StaleError):
        result_correct(reason="wrong slip", version=99, **call)
    result_correct(reason="wrong slip", version=match.version, **call)
    match.refresh_from_db()
    assert match.outcome == Letters("llwl")


# --- pages -------------------------------------------------------------------------------------------------


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_player_sees_table_and_dot_and_reports_by_one_touch(tournament: Tournament) -> None:
    match = tables(publish(tournament))[0]
    people = seated(match)
    client = client_of(people[2].user)
    url = f"/t/{tournament.slug}/me/"
    page = client.get(url).content.decode()
    assert "starting dot 4" in page and "Who won the table?" in page
    assert client.post(url, {"winner": "2", "match": match.pk}).status_code == 302
    assert match.reports.get().outcome == Letters("llwl")
    assert "You have reported" in client.get(url).content.decode()
    early = client_of(people[1].user).post(url, {"still_in": ["0", "1"], "match": match.pk})
    assert early.status_code == 422 and "106.1a" in early.content.decode()
    neither = client_of(people[1].user).post(url, {"winner": "", "match": match.pk})
    assert neither.status_code in (200, 422) and match.reports.count() == 1


def test_every_public_page_shows_tables_of_four_and_their_results(tournament: Tournament) -> None:
    for number in (1, 2):
        play_pods(tournament, number)
    visitor = Client()
    slug = tournament.slug
    by_name = visitor.get(f"/t/{slug}/tables/").content.decode()
    assert by_name.count("starting dot") == 8
    match = tables(Round.objects.get(tournament=tournament, number=2))[0]
    winner = match.seats.get(position=0).entry
    assert f"{winner.name} won" in visitor.get(f"/t/{slug}/tables/?by=table").content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(approval=Tournament.Approval.APPROVED)
    assert f"{winner.name} won" in visitor.get("/").content.decode()
    assert visitor.get(f"/t/{slug}/standings/").status_code == 200
    for key in ("match_points", "opponents_average", "wins"):
        assert visitor.get(f"/t/{slug}/standings/{winner.pk}/{key}/").status_code == 200, key
    assert "share a table" in visitor.get(f"/t/{slug}/tables/2/why/{winner.number}/").content.decode()
    assert visitor.get(f"/api/v1/tournaments/{slug}/rounds/1/").status_code == 200
    mine = client_of(winner.user).get(f"/t/{slug}/me/").content.decode()
    assert f"{winner.name} won" in mine


def test_the_desk_enters_rules_and_corrects_a_table(tournament: Tournament) -> None:
    match = tables(publish(tournament))[0]
    people = seated(match)
    say(people[0], match, "wlll")
    say(people[1], match, "lwll")
    judge = client_of(staff_actor(tournament, "judge").user)
    assert "won</strong>" in judge.get(f"/t/{tournament.slug}/judge/").content.decode()
    url = f"/t/{tournament.slug}/desk/matches/{match.pk}/"
    assert "What the players reported" in judge.get(url).content.decode()
    match.refresh_from_db()
    data = {"winner": "1", "reason": "Asked everybody", "version": str(match.version)}
    assert judge.post(url, data).status_code == 302
    match.refresh_from_db()
    assert (match.state, match.source) == ("final", "judge")
    organizer = client_of(tournament.created_by)
    other = tables(match.round)[1]
    url = f"/t/{tournament.slug}/desk/matches/{other.pk}/"
    assert organizer.post(url, {"winner": "0", "still_in": ["1"]}).status_code == 422
    assert organizer.post(url, {"winner": "0", "version": str(other.version)}).status_code == 302
    page = organizer.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode()
    assert "Repair this round" in page and " won" in page


def test_the_draft_of_pods_says_what_it_is_worth() -> None:
    tournament = pods(4)
    play_pods(tournament, 1)
    draft(tournament, 2)
    page = client_of(tournament.created_by).get(f"/t/{tournament.slug}/desk/rounds/2/").content.decode()
    assert "have shared a table" in page


def test_the_policy_of_pods_is_said_in_plain_words() -> None:
    words = {line.label: line.value for line in describe(resolve("multiplayer-pods"))}
    assert words["Pairing"].startswith("tables of about 4 players")
    assert words["A match"] == "one game"
    assert "5 for a win" in words["Points"]
