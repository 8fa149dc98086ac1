"""The demo is a real day: everything in it went through the services, and all of it fits together."""

import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from community.contests.models import Contest
from community.demo import CONTEST, NEWS, STORY, demo_community
from decks.lists.models import Deck
from decks.registration.models import Registration
from ledger.models import Chain, LedgerRow
from ledger.selectors import verify_chain
from tournaments.demo import day, people
from tournaments.demo.clock import MINUTES_IN
from tournaments.demo.club import CIRCUIT, CLUB, EVENINGS, friday
from tournaments.demo.recordings import LIVE_LINES
from tournaments.display.front import living_tournament
from tournaments.entries.models import Entry
from tournaments.events.access import roles_of
from tournaments.events.models import Tournament
from tournaments.formats.games import score_of, score_problems
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.selectors import claims_beside
from tournaments.gamelogs.terms import terms_of
from tournaments.judging.case_models import Case
from tournaments.judging.models import JudgeCall
from tournaments.leagues.models import Appointment
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Circuit
from tournaments.programme.outcome_services import outcomes_sweep
from tournaments.recordings.models import Recording
from tournaments.recordings.results import is_verified
from tournaments.rounds.models import Match, Report, Round, Seat
from x610z_site.accounts.demo import make_person
from x610z_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """The demo, loaded once for all tests of this file and rolled back behind them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield day.load(make_person)
        transaction.set_rollback(True)


def run(command: str, **options: Any) -> str:
    """What a management command prints."""
    out = StringIO()
    call_command(command, stdout=out, **options)
    return out.getvalue()


def match_of(username: str) -> Match:
    """The match of a player in the round being played in the tournament of the demo."""
    demo = day.demo_tournament()
    return Match.objects.get(tournament=demo, round__state="published", seats__entry__user__username=username)


def test_it_is_an_approved_tournament_of_sixteen_in_round_three_of_four(demo: Tournament) -> None:
    assert demo.state == Tournament.State.RUNNING
    assert demo.organized_play
    assert demo.stages.get().rounds == 4
    assert Entry.objects.filter(tournament=demo, state=Entry.State.CHECKED_IN).count() == 16
    states = list(Round.objects.filter(tournament=demo).order_by("number").values_list("state", flat=True))
    assert states == ["completed", "completed", "published"]


def test_the_clock_of_round_three_has_been_running_for_a_while(demo: Tournament) -> None:
    round_ = Round.objects.get(tournament=demo, number=3)
    assert round_.started_at is not None
    gone = timezone.now() - round_.started_at
    assert timedelta(minutes=MINUTES_IN) <= gone < timedelta(minutes=MINUTES_IN + 5)
    assert round_.minutes == 60


def test_no_time_lies_in_the_future_and_rounds_do_not_overlap(demo: Tournament) -> None:
    now = timezone.now()
    rounds = list(Round.objects.filter(tournament=demo).order_by("number"))
    for earlier, later in pairwise(rounds):
        assert earlier.completed_at < later.drafted_at
    for match in Match.objects.filter(tournament=demo, state="final").select_related("round"):
        assert match.round.started_at < match.ended_at < (match.round.completed_at or now)
    entry = Entry.objects.filter(tournament=demo).order_by("-checked_in_at")[0]
    assert entry.checked_in_at < demo.starts_at < rounds[0].started_at


def test_every_deck_was_handed_in_in_time_and_is_locked(demo: Tournament) -> None:
    registrations = Registration.objects.filter(entry__tournament=demo).select_related("current")
    assert len(registrations) == 16
    for registration in registrations:
        assert registration.state == Registration.State.LOCKED
        assert registration.current is not None
        assert sum(registration.current.main.values()) >= 51
        assert registration.current.at < demo.deck_deadline
    assert len({registration.current.name for registration in registrations}) == 6


def test_every_final_score_is_one_the_rules_allow(demo: Tournament) -> None:
    for match in Match.objects.filter(tournament=demo, state="final"):
        assert score_problems(demo.policy, score_of(match), time_called=False) == []


def test_round_three_has_results_single_reports_open_games_and_one_dispute(demo: Tournament) -> None:
    matches = Match.objects.filter(tournament=demo, round__number=3)
    states = sorted(matches.values_list("state", flat=True))
    assert states == ["disputed", *["final"] * 3, *["open"] * 2, *["reported"] * 2]
    for match in matches.filter(state="reported"):
        assert Report.objects.filter(match=match).count() == 1


def test_the_judges_have_a_call_that_waits_one_that_is_answered_and_an_appealed_ruling(
    demo: Tournament,
) -> None:
    calls = JudgeCall.objects.filter(tournament=demo, round__number=3).order_by("state")
    assert [call.state for call in calls] == ["claimed", "waiting"]
    assert all(call.opened_at < timezone.now() - timedelta(minutes=3) for call in calls)
    case = Case.objects.get(tournament=demo)
    assert case.appeals.get().outcome == "upheld"
    assert case.first.at < case.appeals.get().decided_at
    assert [one.number for one in case.revisions.all()] == [1, 2]
    assert case.penalties.get().code == case.first.code == "G1"


def test_the_players_with_log_ins_sit_in_an_open_and_in_the_disputed_match(demo: Tournament) -> None:
    assert match_of(people.OPEN_PLAYER.username).state == Match.State.OPEN
    assert match_of(people.DISPUTED_PLAYER.username).state == Match.State.DISPUTED


def test_seven_games_are_logged_and_checked_and_two_break_a_rule_one_of_them_in_one_of_its_two_logs(
    demo: Tournament,
) -> None:
    logs = GameLog.objects.filter(match__tournament=demo, recorded=False)
    assert (len(logs), len({log.match_id for log in logs})) == (8, 7)
    assert {log.state for log in logs} == {GameLog.State.DONE}
    broken = [log for log in logs if log.verdict == "violation"]
    assert sorted(log.verdict for log in logs) == ["ok"] * 6 + ["violation"] * 2
    assert {log.report["finding"]["rule"] for log in broken} == {"402.9", "204.1b"}
    disputed = match_of(people.DISPUTED_PLAYER.username)
    assert disputed.logs.get(verdict="violation").report["finding"]["rule"] == "204.1b"
    other = claims_beside(disputed.logs.get(verdict="violation"))
    assert [(log.verdict, log.recorded) for log in other] == [("ok", False)]


def test_one_game_is_being_recorded_one_match_is_verified_and_one_dispute_has_a_signed_log(
    demo: Tournament,
) -> None:
    recordings = Recording.objects.filter(match__tournament=demo).select_related("match__round__stage")
    live = recordings.get(match=match_of(people.OPEN_PLAYER.username))
    assert live.state == Recording.State.OPEN and live.head == LIVE_LINES
    disputed = recordings.get(match=match_of(people.DISPUTED_PLAYER.username))
    assert disputed.state == Recording.State.SIGNED and disputed.log is not None
    verified = [one for one in recordings if is_verified(one.match)]
    assert len(verified) == 2 and len({one.match_id for one in verified}) == 1
    for one in (*verified, disputed):
        assert one.log.verdict in ("ok", "unverifiable") and one.log.evidence == "1"


def test_every_log_is_bound_to_the_registered_decks_of_both_players(demo: Tournament) -> None:
    for log in GameLog.objects.filter(match__tournament=demo).select_related("match"):
        terms = terms_of(log)
        assert len(terms.seats) == 2
        assert all(sum((seat.deck or {}).values()) >= 51 for seat in terms.seats)
        assert log.comparison.findings == []


def test_the_winner_of_a_logged_game_won_the_match(demo: Tournament) -> None:
    for log in GameLog.objects.filter(match__tournament=demo, verdict="ok", match__state="final"):
        winners = log.report["result"]["winners"]
        seat = Seat.objects.get(match=log.match, position=winners[0])
        other = Seat.objects.get(match=log.match, position=1 - winners[0])
        assert seat.games_won > other.games_won


def test_every_chain_of_the_ledger_is_whole(demo: Tournament) -> None:
    assert {chain.key.partition("/")[0] for chain in Chain.objects.all()} >= {demo.chain_key, "site"}
    for chain in Chain.objects.all():
        assert verify_chain(chain.key) == []
    actions = set(LedgerRow.objects.filter(chain_id=demo.chain_key).values_list("action", flat=True))
    assert actions >= {
        "tournament.decide_approval",
        "deck.submit",
        "tournament.start",
        "round.publish",
        "result.report",
        "result.enter",
        "log.verdict",
    }


@pytest.mark.parametrize("person", people.ACCOUNTS, ids=lambda person: person.username)
def test_every_log_in_works_and_has_its_role(demo: Tournament, person: people.Person) -> None:
    assert Client().login(username=person.username, password=people.PASSWORD)
    roles = roles_of(User.objects.get(username=person.username), demo)
    assert roles == (frozenset() if person.role == "player" else {person.role})


def test_there_is_one_tournament_to_enter_and_one_that_is_over(demo: Tournament) -> None:
    own = Tournament.objects.filter(demo=True, organization=None)
    entry = own.get(state=Tournament.State.ENTRY)
    assert entry.starts_at > timezone.now()
    assert entry.entries.count() == len(people.EARLY_BIRDS)
    finished = own.get(state=Tournament.State.FINISHED)
    assert finished.starts_at < demo.starts_at
    assert finished.entries.count() == 23


def test_the_club_has_its_evenings_a_league_and_a_circuit_with_everybody_on_its_ladder(
    demo: Tournament,
) -> None:
    held = Tournament.objects.filter(organization__name=CLUB)
    assert sorted(held.values_list("state", flat=True)) == ["entry", "finished", "finished", "running"]
    over = held.filter(state="finished").order_by("starts_at")
    evenings = [friday(-weeks, hour=0).date() for weeks, _name in EVENINGS]
    assert [timezone.localtime(one.starts_at).date() for one in over] == evenings
    recent = timezone.now() - timedelta(weeks=1)
    assert not Match.objects.filter(tournament__in=over, ended_at__gt=recent).exists()
    ladders_sweep()
    rows = ladder_of(Circuit.objects.get(name=CIRCUIT)).rows
    played = Entry.objects.filter(tournament__in=over).values_list("user_id", flat=True)
    assert {int(row.person) for row in rows} == set(played)
    assert len({row.points for row in rows}) > 4
    states = Appointment.objects.filter(match__tournament__in=held).values_list("state", flat=True)
    assert sorted(states) == ["agreed", "open"]


def test_everybody_reads_the_news_a_contest_and_a_story(demo: Tournament) -> None:
    demo_community(User.objects.in_bulk(field_name="username"))
    titles = {"/news/": [title for _person, _language, title, _text in NEWS]}
    titles |= {"/contests/": [CONTEST["title"]], "/gallery/": [STORY["title"]]}
    for address, said in titles.items():
        page = Client().get(address).content.decode()
        assert all(title in page for title in said), address
    contest = Contest.objects.get()
    assert contest.entries.count() == 1 and not Client().get(f"/contests/{contest.pk}/").content.count(
        b"Long Evening"
    )


def test_a_stranger_finds_the_page_of_one_player_in_the_standings_with_everything_on_it(
    demo: Tournament,
) -> None:
    outcomes_sweep()  # as the relay does within seconds
    client = Client()
    imported = Tournament.objects.get(demo=True, organization=None, state=Tournament.State.FINISHED)
    for tournament in (demo, imported):
        listed = client.get(reverse("tournaments:standings", args=(tournament.slug,))).content.decode()
        (address,) = set(re.findall(r"/players/[\w-]+/", listed))
    page = client.get(address).content.decode().partition("<main")[2]
    for shown in (
        people.OPEN_PLAYER.name,
        tournament.name,
        "of 23",
        'id="head-to-heads"',
        'id="decks"',
        "Grey Herons",
    ):
        assert shown in page, shown


def test_loading_it_again_changes_nothing(demo: Tournament) -> None:
    before = LedgerRow.objects.count(), User.objects.count()
    assert run("load_demo").startswith("The demo is loaded already: Ring and Orbit Cup")
    assert (LedgerRow.objects.count(), User.objects.count()) == before


def test_the_table_of_log_ins_names_everybody_and_its_links_sign_in(demo: Tournament) -> None:
    printed = run("demo_logins")
    assert all(f"{person.username} " in printed for person in people.ACCOUNTS)
    assert people.PASSWORD in printed
    tokens = [part.split()[0] for part in printed.split("/link/#")[1:]]
    waiting = {
        line.rsplit("  ", 1)[1] for line in printed.splitlines() if "/link/#" in line and "    " not in line
    }
    recorded = Entry.objects.filter(
        seats__match__in=Recording.objects.filter(match__tournament__demo=True).values("match"),
        user__guest_of__startswith="t",
    )
    assert "Z/X, being recorded" in printed and "Z/X, signed, the result is verified" in printed
    assert len(waiting) == 2
    assert len(set(tokens)) == len(waiting | {entry.name for entry in recorded})
    for token in set(tokens):
        client = Client()
        answer = client.post("/link/", {"code": token})
        events = {f"/t/{entry.tournament.slug}/me/" for entry in recorded} | {f"/t/{demo.slug}/me/"}
        assert answer.status_code == 302 and answer.headers["Location"] in events
        assert client.get(answer.headers["Location"]).status_code == 200


def test_a_link_is_given_to_whoever_still_has_to_report(demo: Tournament) -> None:
    printed = run("demo_logins").partition("Recorded games")[0]
    names = [line.rsplit("  ", 1)[1] for line in printed.splitlines() if "/link/" in line]
    for name in names:
        match = match_of(Entry.objects.get(tournament=demo, name=name).user.username)
        assert match.state in (Match.State.OPEN, Match.State.REPORTED)
        assert not Report.objects.filter(match=match, entry__name=name).exists()


def test_fenna_keeps_a_public_deck_and_one_by_link(demo: Tournament) -> None:
    kept = Deck.objects.filter(owner__username=people.OPEN_PLAYER.username)
    assert sorted(kept.values_list("visibility", flat=True)) == ["link", "public"]
    listed = Client().get(reverse("decks:deck_public")).content.decode()
    assert [deck.name for deck in kept if f"<bdi>{deck.name}</bdi>" in listed] == [
        kept.get(visibility="public").name
    ]


def test_captain_and_judge_see_one_card_too_many_and_a_crew_waits_for_a_member_of_its_clan(
    demo: Tournament,
) -> None:
    """Scenario 4 to look at: the evening of crews stands at check-in."""
    evening = Tournament.objects.get(demo=True, state=Tournament.State.CHECK_IN)

    def page(person: people.Person) -> str:
        client = Client()
        client.force_login(User.objects.get(username=person.username))
        return client.get(f"/t/{evening.slug}/teams/").content.decode()

    count = "Rations: 5 of 4 (Fenna van der Meer2 Óscar Núñez2 Milan Verhoeven1)"
    assert count in page(people.OPEN_PLAYER) and count in page(people.JUDGE)
    assert "No longer in the clan “North Star”: Elif Kaya." in page(people.JUDGE)
    for person in (people.DISPUTED_PLAYER, people.ORGANIZER):
        assert "Rations" not in page(person)


def test_in_the_cup_of_crews_four_crews_play_their_second_round(demo: Tournament) -> None:
    cup = Tournament.objects.get(name="Cup of Crews, Zwolle")
    assert (cup.state, cup.stages.get().kind, cup.stages.get().rounds) == ("running", "crews", 3)
    rows = Client().get(f"/api/v1/tournaments/{cup.slug}/standings/").json()["rows"]
    assert {row["name"] for row in rows} == {"Heron Crew", *(name for name, _members in people.CUP_CREWS)}
    assert sorted(row["record"] for row in rows) == [[0, 1, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0]]
    assert living_tournament() == demo


def test_somebody_has_begun_to_practise_both_games(demo: Tournament) -> None:
    games = Recording.objects.filter(owner__username=people.OPEN_PLAYER.username)
    assert sorted(game.practice["game"] for game in games) == ["x610z", "zx"]


def test_in_the_zx_evening_two_games_are_logged_one_underpaid_and_two_are_recorded_one_signed(
    demo: Tournament,
) -> None:
    evening = Tournament.objects.get(game="zx")
    assert (evening.demo, evening.ruleset, evening.policy.minutes, evening.policy.games) == (
        True,
        "zx/basic-1",
        30,
        1,
    )
    logs = GameLog.objects.filter(match__tournament=evening).order_by("pk").select_related("comparison")
    assert [log.verdict for log in logs] == ["ok", "ok", "violation"]
    assert [log.report["finding"]["rule"] for log in logs if log.verdict == "violation"] == ["B.cost-2"]
    assert all(log.report["binding"] == [] and log.comparison.findings == [] for log in logs)
    recorded = Recording.objects.filter(match__tournament=evening).select_related("match__round__stage")
    assert sorted((one.state, one.match.round.number, is_verified(one.match)) for one in recorded) == [
        ("open", 2, False),
        ("signed", 1, True),
    ]
    for match in Match.objects.filter(tournament=evening, round__number=1):
        winner = match.logs.get().report["result"]["winners"]
        assert score_of(match) == ((1, 0, 0) if winner == [0] else (0, 1, 0))
