"""Multiplayer pods and crews (scenario 10)."""

import re
from collections import Counter
from itertools import combinations, permutations

import pytest

from ledger.commands import Actor
from tests.tournaments.hall import organizer_of, publish, result_enter, running_tournament
from tests.tournaments.rounds import test_crew_rounds as crews
from tests.tournaments.scenarios.people import organizer, players, staff, tables
from tournaments.events.models import Tournament
from tournaments.formats.letters import claim_for
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.rule_services import rule_add

pytestmark = [pytest.mark.django_db]


def pods(count: int, **changes: object) -> Tournament:
    return running_tournament(count, template="multiplayer-pods", changes={"cut": False, **changes})


def play(tournament: Tournament, number: int) -> Round:
    """A whole round in which the first seat of every table wins."""
    round_ = publish(tournament, number)
    for match in tables(round_):
        said = claim_for(match.seats.count(), winner=0)
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=said)
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    return round_


def seats_of(tournament: Tournament) -> dict[int, list[tuple[str, int]]]:
    """Who sat where, by table, in the order in which the tables were played."""
    found: dict[int, list[tuple[str, int]]] = {}
    for seat in (
        Seat.objects.filter(round__tournament=tournament)
        .select_related("entry")
        .order_by("round__number", "match_id", "position")
    ):
        found.setdefault(seat.match_id, []).append((seat.entry.key, seat.position))
    return found


def pairs_of(tournament: Tournament, number: int) -> set[frozenset[str]]:
    """Who sits with whom in a round."""
    tables_: dict[int, list[str]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number).select_related("entry")
    for seat in seats:
        tables_.setdefault(seat.match_id, []).append(seat.entry.key)
    return {frozenset(pair) for keys in tables_.values() for pair in combinations(keys, 2)}


# --- (a) pods ------------------------------------------------------------------------------------------------------


def test_27_players_make_six_pods_of_four_and_one_of_three_and_nobody_is_in_a_short_pod_twice() -> None:
    tournament = pods(27, rounds=4)
    short: Counter[str] = Counter()
    for number in range(1, 5):
        points = {row.id: row.points for row in standings_rows(tournament)}
        round_ = play(tournament, number)
        sizes = sorted(match.seats.count() for match in tables(round_))
        assert sizes == [3, 4, 4, 4, 4, 4, 4]
        small = next(match for match in tables(round_) if match.seats.count() == 3)
        keys = [seat.entry.key for seat in small.seats.select_related("entry")]
        # the 3 chosen by the event's rule: the small table goes to the bottom, among those who had none
        fresh = sorted(worth for key, worth in points.items() if key not in short)
        assert sorted(points[key] for key in keys) == fresh[:3]
        short.update(keys)
    # nobody in a short pod twice while others had none
    assert max(short.values()) == 1


def test_seats_are_balanced_over_rounds_and_no_pair_meets_twice_while_avoidable() -> None:
    tournament = pods(16, rounds=4)
    desk = organizer(tournament)
    before: set[frozenset[str]] = set()
    names = {entry.key: entry.name for entry in tournament.entries.all()}
    for number in range(1, 5):
        desk.does("desk/round/do/draft/", number=number)
        now = pairs_of(tournament, number)
        page = desk.reads(f"desk/rounds/{number}/")
        # unavoidable ones are listed, each with the names of the two
        again = re.findall(r"(Player \d+) and (Player \d+) have shared a table before", page)
        assert {frozenset(pair) for pair in again} == {
            frozenset(names[key] for key in pair) for pair in now & before
        }
        play(tournament, number)
        before |= now
    sat: Counter[tuple[str, int]] = Counter()
    for seats in seats_of(tournament).values():
        # Who shares the table is given: among all ways to sit down this is one in which seats repeat least.
        places = [place for _, place in seats]
        best = min(
            sum(sat[key, place] ** 2 for (key, _), place in zip(seats, order, strict=True))
            for order in permutations(places)
        )
        assert sum(sat[seat] ** 2 for seat in seats) == best, seats
        sat.update(seats)
    assert sum(sat.values()) == 64


def test_one_player_of_a_published_pod_of_four_leaves_and_it_plays_as_three_not_rebuilt() -> None:
    tournament = pods(8)
    round_ = publish(tournament)
    first, second = tables(round_)
    before = list(second.seats.order_by("position").values_list("entry_id", flat=True))
    gone = first.seats.order_by("position")[2].entry
    boss = organizer(tournament)
    page = boss.client.get(boss.url(f"desk/rounds/1/repair/?gone={gone.pk}"))
    plan = page.context["plans"][1]
    boss.does("desk/rounds/1/repair/", plan=plan["value"], gone=gone.pk, reason="Ill")
    small = Match.objects.get(round=round_, table=first.table)
    assert small.seats.count() == 3
    assert (
        list(Match.objects.get(pk=second.pk).seats.order_by("position").values_list("entry_id", flat=True))
        == before
    )
    # with scoring for 3: the starting dots, the report and the points are those of a table of three
    small.tournament = tournament
    one, two, three = players(small)
    page = one.reads()
    assert [f"starting dot {dot}" in page for dot in range(1, 7)] == [True, False, True, False, True, False]
    for player in (one, two, three):
        player.reports_winner(small, 1)
    small.refresh_from_db()
    assert (small.state, small.outcome.letters) == ("final", "lwl")
    points = {row.id: row.points for row in standings_rows(tournament)}
    winner = small.seats.get(position=1).entry.key
    assert [key for key, worth in points.items() if worth] == [winner] and points[winner] == 5


def test_a_table_total_that_no_game_could_produce_is_refused() -> None:
    tournament = pods(4)
    match = tables(publish(tournament))[0]
    match.tournament = tournament
    keeper = staff(tournament, "scorekeeper")
    one, two = match.seats.order_by("position").values_list("position", flat=True)[:2]
    # A draw before time is called is a result no game could have had: the form says why.
    page = keeper.does(f"desk/matches/{match.pk}/", winner="", still_in=[one, two], version=match.version)
    match.refresh_from_db()
    assert match.state == "open" and "Only time makes a draw" in page, page


# --- (b) crews -----------------------------------------------------------------------------------------------------


def test_seat_order_is_fixed_per_round_and_tables_are_contiguous() -> None:
    tournament = crews.event_of(4)
    round_ = publish(tournament, 1)
    found = crews.seats(round_)
    # tables contiguous
    assert [number for number, _names in found] == [1, 2, 3, 4, 5, 6]
    for start in (0, 3):
        block = found[start : start + 3]
        assert [names[0][0] for _number, names in block] == ["A", "B", "C"]
        assert len({frozenset(name[1:] for name in names) for _number, names in block}) == 1
    # seat order fixed per round: nobody swaps seats in a published round
    boss = organizer(tournament)
    before = crews.seats(round_)
    one, two = (crews.entry(name).pk for name in ("A0", "B0"))
    boss.does("desk/rounds/1/", first=one, second=two, reason="they asked")
    assert crews.seats(round_) == before


def test_the_match_result_is_the_majority_of_seats() -> None:
    tournament = crews.event_of(2)
    crews.play(tournament, 1, "A0 B1 C0 B0 A1 C1")
    assert crews.table(tournament)[0][0] == "Crew 0"


def test_one_member_disqualified_his_seat_counts_as_loss_and_the_crew_continues() -> None:
    tournament = crews.event_of(4)
    crews.play(tournament, 1, " ".join(f"{letter}{number}" for number in range(4) for letter in "ABC"))
    head = staff(tournament, "head_judge")
    head.does("desk/rules/", entry=crews.entry("A0").pk, kind="disqualified")
    if crews.entry("A0").state != "dropped":
        rule_add(
            actor=Actor(head.user, "head_judge"),
            tournament=tournament,
            kind="disqualified",
            entry_id=crews.entry("A0").pk,
        )
    round_ = publish(tournament, 2)
    lost = Match.objects.get(round=round_, seats__entry=crews.entry("A0"))
    assert (lost.kind, lost.state) == ("forfeit", "final")
    assert [
        Match.objects.get(round=round_, seats__entry=crews.entry(name)).state for name in ("B0", "C0")
    ] == ["open", "open"]
