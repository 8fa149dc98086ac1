"""The sentences about multiplayer pods and crews (scenario 10), for test_s10_pods_and_crews.py."""

import re
from collections import Counter
from datetime import timedelta
from itertools import combinations, permutations

import pytest
import time_machine

from ledger.commands import Actor
from ledger.errors import UserError
from tests.tournaments.hall import organizer_of, publish, result_enter, running_tournament
from tests.tournaments.rounds import test_crew_rounds as crews
from tests.tournaments.scenarios.people import Person, organizer, players, staff, tables
from tournaments.desk.rule_services import rule_add
from tournaments.entries.team_services import team_seat
from tournaments.events.models import Tournament
from tournaments.formats.letters import claim_for
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete


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


def of_27_players_make_six_pods_of_four_and_one_of_three_and_nobody_is_in_a_short_pod_twice() -> None:
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


def seats_are_balanced_over_rounds_and_no_pair_meets_twice_while_avoidable() -> None:
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


def one_player_of_a_published_pod_of_four_leaves_and_it_plays_as_three_not_rebuilt() -> None:
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


def pod_of_three_that_loses_one() -> tuple[Tournament, Round, list[Match], Match, int]:
    """11 players at 4, 4 and 3, nobody has begun, and the last of the three does not come (his entry's id)."""
    tournament = pods(11)
    round_ = publish(tournament)
    found = tables(round_)
    (small,) = [match for match in found if match.seats.count() == 3]
    return tournament, round_, [match for match in found if match != small], small, gone_of(small)


def gone_of(match: Match) -> int:
    return match.seats.get(position=2).entry_id


def at(match: Match) -> list[int]:
    """Who sits at a table, by position."""
    return list(match.seats.order_by("position").values_list("entry_id", flat=True))


def if_a_pod_of_three_loses_one_staff_get_both_plans_with_their_consequences() -> None:
    tournament, _round, _others, small, gone = pod_of_three_that_loses_one()
    page = organizer(tournament).reads(f"desk/rounds/1/repair/?gone={gone}")
    names = [seat.entry.name for seat in small.seats.select_related("entry")][:2]
    # "merge into neighbours", with consequences: what breaks, the sizes, who meets again, who comes where
    before, _, merged = page.partition("Put the two who are left at other tables")
    merged, _, two = merged.partition("Let the two who are left play on")
    assert "Tables broken up 3 Sizes of the tables 5, 5" in merged
    assert all(merged.count(name) == 2 for name in names), (
        "once at the table that goes, once where each comes"
    )
    # "two play + compensation", with consequences
    assert "Tables broken up 0 Sizes of the tables 4, 4, 2" in two
    assert "In return no small table while others had none" in two
    # and beside them what changes least otherwise: one player of a four comes to the two
    assert "Sizes of the tables 4, 4, 3" in before and "Sizes of the tables 4, 3, 3" in before


def two_play_and_who_loses_is_compensated() -> None:
    tournament, round_, others, small, gone = pod_of_three_that_loses_one()
    before = [at(match) for match in others]
    boss = organizer(tournament)
    page = boss.client.get(boss.url(f"desk/rounds/1/repair/?gone={gone}"))
    value = next(one["value"] for one in page.context["plans"] if one["plan"].kind == "two")
    boss.does("desk/rounds/1/repair/", plan=value, gone=gone, reason="He went home")
    assert [at(match) for match in others] == before, "nobody else moves"
    match = Match.objects.get(round=round_, table=small.table)
    match.tournament = tournament
    one, two = players(match)
    # They sit as two do, report as everybody does, and the round is whole.
    page = one.reads()
    assert "starting dot 4" in page, page
    for player in (one, two):
        player.reports_winner(match, 0)
    for other in others:
        said = claim_for(4, winner=0)
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=other.pk, said=said)
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    match.refresh_from_db()
    assert (match.state, match.outcome.letters) == ("final", "wl")
    points = {row.id: row.points for row in standings_rows(tournament)}
    won, lost = [seat.entry.key for seat in match.seats.select_related("entry").order_by("position")]
    assert (points[won], points[lost]) == (5, 0)
    # Every page and file tells it like the others.
    name = match.seats.get(position=0).entry.name
    for path in (
        "tables/1/?by=table",
        f"desk/matches/{match.pk}/",
        "desk/rounds/1/",
        "desk/rounds/1/results/",
    ):
        assert f"{name} won" in boss.reads(path), path
    for path in (
        "",
        "tables/",
        "standings/",
        "course/",
        "results/csv/",
        f"/api/v1/tournaments/{tournament.slug}/",
    ):
        assert boss.asks(path) == 200, path
    # The compensation: it counts as their small table, so that the next ones are for others.
    small = next(match for match in tables(publish(tournament, 2)) if match.seats.count() != 4)
    assert not {won, lost} & {seat.entry.key for seat in small.seats.select_related("entry")}


def merged_into_neighbours_the_two_sit_at_other_tables_and_a_plan_that_was_not_shown_is_refused() -> None:
    tournament, round_, others, small, gone = pod_of_three_that_loses_one()
    left = at(small)[:2]
    before = [set(at(match)) for match in others]
    boss = organizer(tournament)
    page = boss.client.get(boss.url(f"desk/rounds/1/repair/?gone={gone}"))
    value = next(one["value"] for one in page.context["plans"] if one["plan"].kind == "join")
    said = boss.does("desk/rounds/1/repair/", plan="join:0000", gone=gone, reason="He went home")
    assert "Something changed in the meantime" in said and Match.objects.filter(pk=small.pk).exists()
    boss.does("desk/rounds/1/repair/", plan=value, gone=gone, reason="He went home")
    now = [set(at(match)) for match in tables(round_)]
    assert len(now) == 2 and sorted(len(pod) for pod in now) == [5, 5]
    assert all(any(old < pod and len(pod & set(left)) == 1 for pod in now) for old in before)
    # Everybody at a table that changed is told; the reason stands where they can read it.
    round_.refresh_from_db()
    assert round_.certificate["changed_by_hand"] == "He went home"


def shared_elimination_splits_points_by_the_events_rule() -> None:
    """Our rule (106.1b): one wins, all others lose; only time shares, and who is still in has the points of a draw."""
    tournament = pods(4)
    round_ = publish(tournament)
    match = tables(round_)[0]
    assert round_.ends_at is not None
    keeper = staff(tournament, "scorekeeper")
    with time_machine.travel(round_.ends_at + timedelta(seconds=1)):
        keeper.does(f"desk/matches/{match.pk}/", winner="", still_in=[0, 2], version=match.version)
    match.refresh_from_db()
    assert match.outcome.letters == "dldl"
    keys = [seat.entry.key for seat in match.seats.select_related("entry").order_by("position")]
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert [points[key] for key in keys] == [1, 0, 1, 0]


def a_table_total_that_no_game_could_produce_is_refused() -> None:
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


def seat_order_is_fixed_per_round_and_tables_are_contiguous() -> None:
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


def the_match_result_is_the_majority_of_seats() -> None:
    tournament = crews.event_of(2)
    crews.play(tournament, 1, "A0 B1 C0 B0 A1 C1")
    assert crews.table(tournament)[0][0] == "Crew 0"


def one_member_disqualified_his_seat_counts_as_loss_and_the_crew_continues() -> None:
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


def with_substitutes(crews_: int) -> Tournament:
    """A running tournament of crews of four: A and B and C play, D is the substitute and stands fourth."""
    return crews.event_of(crews_, "ABCD")


def names_at(round_: Round) -> list[list[str]]:
    """Who sits at every table, in the order of the crews."""
    return [sorted(names) for _number, names in crews.seats(round_)]


def one_member_disqualified_the_named_substitute_takes_his_seat() -> None:
    tournament = with_substitutes(4)
    # Four play for every three seats: the rounds are those for four crews.
    assert tournament.stages.get().rounds == 3
    strong = " ".join(f"{letter}{number}" for number in range(4) for letter in "ABCD")
    first = crews.play(tournament, 1, strong)
    assert not {name for names in names_at(first) for name in names if name[0] == "D"}, "he only stands by"
    assert Person(tournament, crews.entry("D0").user).asks("me/") == 200
    head = staff(tournament, "head_judge")
    rule_add(
        actor=Actor(head.user, "head_judge"),
        tournament=tournament,
        kind="disqualified",
        entry_id=crews.entry("B0").pk,
    )
    round_ = publish(tournament, 2)
    other = next(name[1] for names in names_at(round_) for name in names if "A0" in names and name != "A0")
    # the named substitute has the seat of who is out, against the same seat of the other crew, and it is played
    assert [names for names in names_at(round_) if any(name[1] == "0" for name in names)] == [
        sorted(["A0", f"A{other}"]),
        sorted(["D0", f"B{other}"]),
        sorted(["C0", f"C{other}"]),
    ]
    match = Match.objects.get(round=round_, seats__entry=crews.entry("D0"))
    assert (match.kind, match.state) == ("played", "open")
    # and his report counts for the crew
    crews.win(tournament, match, "D0")
    for name in ("A0", "C0"):
        crews.win(tournament, Match.objects.get(round=round_, seats__entry=crews.entry(name)), name)
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        crews.win(tournament, match, match.seats.select_related("entry")[0].entry.name)
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    assert ("Crew 0", 6, (2, 0, 0)) in crews.table(tournament)
    # A second one out: there is one substitute, so this seat is lost.
    crews.rule_add(
        actor=Actor(head.user, "head_judge"),
        tournament=tournament,
        kind="disqualified",
        entry_id=crews.entry("C0").pk,
    )
    third = publish(tournament, 3)
    lost = Match.objects.get(round=third, seats__entry=crews.entry("C0"))
    assert (lost.kind, lost.state) == ("forfeit", "final")
    assert Match.objects.get(round=third, seats__entry=crews.entry("D0")).state == "open"


def nobody_becomes_a_substitute_after_the_deadline_and_there_is_one() -> None:
    tournament = with_substitutes(2)
    captain = Person(tournament, crews.entry("A0").user)
    page = captain.reads("teams/")
    assert "Seat 3: C0" in page and "Substitute: D0" in page and "Move up" not in page
    said = captain.does("teams/", do="seat", entry=crews.entry("D0").pk)
    assert "Substitute: D0" in said, "the order holds once the tournament has started"
    with pytest.raises(UserError) as refused:
        team_seat(actor=Actor(captain.user, "player"), tournament=tournament, entry_id=crews.entry("D0").pk)
    assert refused.value.code == "wrong_state"
