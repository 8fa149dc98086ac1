"""What an organizer chose about pairing is what is paired, and the reason players read; other choices do otherwise."""

from collections import Counter
from typing import Any

import pytest

from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament
from tests.tournaments.rounds.test_final_tables import cut, drop
from tournaments.desk.rule_services import rule_add
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events import registry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_redraft
from tournaments.rounds.places import final_places
from tournaments.rounds.services import result_enter
from tournaments.rounds.stage_services import stage_cut
from tournaments.rounds.stages import round_title

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def places_meeting(tournament: Tournament, round_: Round) -> set[frozenset[int]]:
    """The pairs of a round by the places the players had before it."""
    rows = standings_rows(tournament, through=round_.number - 1)
    place = {row.id: number for number, row in enumerate(rows, start=1)}
    pairs: dict[int, set[int]] = {}
    for seat in Seat.objects.filter(round=round_).select_related("entry"):
        pairs.setdefault(seat.match_id, set()).add(place[seat.entry.key])
    return {frozenset(pair) for pair in pairs.values()}


def pairs(*texts: str) -> set[frozenset[int]]:
    return {frozenset(map(int, text.split("-"))) for text in texts}


def after_a_round(**changes: Any) -> Tournament:
    tournament = running_tournament(8, changes=changes)
    play(tournament, 1)
    return tournament


def reasons(tournament: Tournament, round_: Round, place: int) -> str:
    """Why the player of this place before the round got the opponent."""
    row = standings_rows(tournament, through=round_.number - 1)[place - 1]
    entry = Entry.objects.get(tournament=tournament, number=int(row.id[1:]))
    return " ".join(format_of(round_.stage).why(tournament, round_, entry).reasons)


# --- Swiss ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected", "reason"),
    [
        ({"method": "fold"}, pairs("1-4", "2-3", "5-8", "6-7"), "first against last"),
        ({"method": "slide"}, pairs("1-3", "2-4", "5-7", "6-8"), "in order"),
        ({"leaders": 4}, pairs("1-2", "3-4"), "The best 4 are paired first"),
        ({"leaders": 2, "method": "slide"}, pairs("1-2", "3-4", "5-7", "6-8"), "The best 2 are paired first"),
        (
            {"power_pairing_last_round": True, "rounds": 2},
            pairs("1-2", "3-4", "5-6", "7-8"),
            "first against second",
        ),
    ],
)
def test_the_chosen_way_of_pairing_is_played_and_told(
    changes: dict[str, Any], expected: set[frozenset[int]], reason: str
) -> None:
    tournament = after_a_round(**changes)
    round_ = publish(tournament, 2)
    assert places_meeting(tournament, round_) >= expected
    assert reason in reasons(tournament, round_, 1)


def test_an_ordinary_event_draws_by_lot_and_says_so() -> None:
    tournament = after_a_round(rounds=3)
    round_ = draft(tournament, 2)
    seen = {frozenset(places_meeting(tournament, round_))}
    for _attempt in range(4):
        answer = round_redraft(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
        round_ = Round.objects.get(pk=answer["round"])
        seen.add(frozenset(places_meeting(tournament, round_)))
    assert len(seen) > 1
    assert "equally good rounds seed" in reasons(tournament, round_, 1)


def test_by_place_in_the_last_round_does_not_touch_the_rounds_before() -> None:
    tournament = after_a_round(power_pairing_last_round=True, rounds=3, method="fold")
    round_ = publish(tournament, 2)
    assert places_meeting(tournament, round_) == pairs("1-4", "2-3", "5-8", "6-7")


@pytest.mark.parametrize(("clan_rounds", "meet"), [(0, True), (1, True), (2, False)])
def test_clan_mates_with_equal_points_meet_only_after_the_rounds_without(
    clan_rounds: int, meet: bool
) -> None:
    tournament = running_tournament(4, changes={"rounds": 2, "clan_rounds": clan_rounds})
    actor = organizer_of(tournament)
    mates = list(Entry.objects.filter(tournament=tournament).order_by("number")[:2])
    for entry in mates:
        rule_add(actor=actor, tournament=tournament, kind="clan", entry_id=entry.pk, group="Red Comets")
    first = publish(tournament, 1)
    for match in Match.objects.filter(round=first):
        won = match.seats.get(entry__in=mates).position
        score = (2, 0, 0) if won == 0 else (0, 2, 0)
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=score)
    round_complete(actor=actor, tournament=tournament, round_id=first.pk)
    second = publish(tournament, 2)
    match = Match.objects.get(round=second, seats__entry=mates[0])
    assert match.seats.filter(entry=mates[1]).exists() is meet
    told = " ".join(format_of(second.stage).why(tournament, second, mates[0]).reasons)
    assert ("players of one clan do not meet" in told) is not meet
    assert ("From round 2 on, players of one clan meet where" in told) is (clan_rounds == 1)


# --- everybody against everybody, twice ------------------------------------------------------------------------


def test_a_double_round_robin_is_played_to_its_end_and_every_pair_meets_twice() -> None:
    tournament = running_tournament(4, template="constructed-round-robin", changes={"legs": 2})
    assert tournament.stages.get().rounds == 6
    for number in range(1, 7):
        play(tournament, number)
    met: Counter[frozenset[str]] = Counter()
    first_named: Counter[str] = Counter()
    for match in Match.objects.filter(tournament=tournament):
        keys = [seat.entry.key for seat in match.seats.select_related("entry")]
        met[frozenset(keys)] += 1
        first_named[keys[0]] += 1
    assert sorted(met.values()) == [2] * 6 and sorted(first_named.values()) == [3] * 4
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert final_places(tournament)[0]["place"] == 1
    round_ = Round.objects.get(tournament=tournament, number=6)
    assert "everybody twice" in reasons(tournament, round_, 1)
    assert format_of(round_.stage).proof(round_) == (
        "verified",
        "Round robin: everybody plays everybody twice",
    )
    assert verify_chain(tournament.chain_key) == []


class HomeAndAway(RoundRobin):
    """A round robin of a kind of its own, as a folder of a stranger may bring it."""

    kind = "home_away"


@pytest.fixture
def _home_and_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    registry.register(HomeAndAway())


@pytest.mark.usefixtures("_home_and_away")
def test_another_kind_of_round_robin_keeps_its_legs_and_its_kind_when_somebody_comes_late() -> None:
    chosen = {"pairing": "home_away", "legs": 2}
    tournament = running_tournament(4, template="constructed-round-robin", changes=chosen, capacity=8)
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds) == ("home_away", 6)
    entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lies")
    round_ = publish(tournament, 1)
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds, len(stage.seeds)) == ("home_away", 10, 5)
    assert format_of(stage).proof(round_) == ("verified", "Round robin: everybody plays everybody twice")
    assert "everybody twice" in reasons(tournament, round_, 1)


def test_four_in_a_swiss_event_are_told_that_they_meet_once() -> None:
    tournament = running_tournament(4)
    round_ = publish(tournament)
    proof = format_of(round_.stage).proof(round_)
    assert proof == ("verified", "Round robin: everybody plays everybody once")


# --- the cut by points or by number ----------------------------------------------------------------------------


def championship(players: int = 8, **changes: Any) -> Tournament:
    tournament = running_tournament(
        players, template="constructed-championship", changes={"rounds": 3, **changes}
    )
    for number in (1, 2, 3):
        play(tournament, number)
    return tournament


def test_everybody_with_enough_points_plays_the_knock_out_to_a_champion() -> None:
    tournament = championship(cut_points=6)
    rows = standings_rows(tournament)
    enough = [row.id for row in rows if row.points >= 6]
    stage = cut(tournament)
    assert len(enough) == 4 and (stage.seeds, stage.rounds) == (enough, 2)
    drop(tournament, enough[1])
    draft(tournament, 4)
    stage.refresh_from_db()
    assert stage.seeds == [enough[0], *enough[2:]], "nobody with fewer points takes the place"
    Round.objects.filter(tournament=tournament, number=4).delete()
    play(tournament, 4)
    play(tournament, 5)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert final_places(tournament)[0]["key"] in enough


def test_where_fewer_than_two_have_the_points_the_best_two_play_the_final() -> None:
    tournament = championship(cut_points=30)
    stage = cut(tournament)
    assert stage.seeds == [row.id for row in standings_rows(tournament)][:2]
    assert round_title(play(tournament, 4)) == "Final"


def test_a_chosen_number_goes_on_with_byes_for_the_best_and_a_match_for_third_place() -> None:
    tournament = championship(cut_size=6, third_place=True)
    stage = cut(tournament)
    assert (len(stage.seeds), stage.rounds, stage.third_place) == (6, 3, True)
    first = play(tournament, 4)
    assert (round_title(first), Match.objects.filter(round=first).count()) == ("Quarter-finals", 2)
    assert not Seat.objects.filter(round=first, entry__number=int(stage.seeds[0][1:])).exists()
    play(tournament, 5)
    assert sorted(Match.objects.filter(round=play(tournament, 6)).values_list("slot", flat=True)) == [
        "M3.1",
        "T",
    ]
    assert [line["place"] for line in final_places(tournament)] == [1, 2, 3, 4, 5, 5, 7, 8]


def test_an_event_without_a_cut_ends_with_its_rounds() -> None:
    tournament = championship(cut=False)
    with pytest.raises(UserError, match="no cut"):
        cut(tournament)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)


def test_with_one_player_left_there_is_no_knock_out_and_the_tournament_can_end() -> None:
    tournament = championship(5, cut_size=4)
    rows = standings_rows(tournament)
    for row in rows[1:]:
        drop(tournament, row.id)
    answer = stage_cut(actor=organizer_of(tournament), tournament=tournament)
    assert answer == {"stage": None, "seeds": []}
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert final_places(tournament)[0]["key"] == rows[0].id


def test_when_all_but_one_leave_after_the_cut_the_last_one_wins_without_playing() -> None:
    tournament = championship(5, cut_size=4)
    stage = cut(tournament)
    for row in standings_rows(tournament):
        if row.id != stage.seeds[2]:
            drop(tournament, row.id)
    for number in (4, 5):
        round_ = publish(tournament, number)
        assert not Match.objects.filter(round=round_).exclude(kind="forfeit").exists()
        round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert final_places(tournament)[0]["key"] == stage.seeds[2]
