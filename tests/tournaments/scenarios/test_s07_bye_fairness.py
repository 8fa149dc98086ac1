"""Who gets the bye (scenario 7)."""

from fractions import Fraction

import pytest

from tests.tournaments.hall import draft, organizer_of, result_enter, running_tournament
from tests.tournaments.pairing.builders import meetings
from tests.tournaments.scenarios.people import Person, in_turn, organizer, tables
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing import Player, pair_round
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_publish

pytestmark = [pytest.mark.django_db]


def byes(tournament: Tournament) -> dict[int, set[str]]:
    """Who had a bye, by round."""
    found: dict[int, set[str]] = {}
    for seat in Seat.objects.filter(match__kind="bye", round__tournament=tournament).select_related(
        "entry", "round"
    ):
        found.setdefault(seat.round.number, set()).add(seat.entry.key)
    return found


def met(tournament: Tournament) -> set[frozenset[str]]:
    """Who has met whom."""
    rounds = Round.objects.filter(tournament=tournament).values_list("number", flat=True)
    return {pair for number in rounds for pair in paired(tournament, number)}


def paired(tournament: Tournament, number: int) -> set[frozenset[str]]:
    """Who meets whom in a round."""
    pairs: dict[int, list[str]] = {}
    seats = Seat.objects.filter(match__kind="played", round__tournament=tournament, round__number=number)
    for seat in seats.select_related("entry"):
        pairs.setdefault(seat.match_id, []).append(seat.entry.key)
    return {frozenset(keys) for keys in pairs.values()}


def can_all_meet(keys: list[str], before: set[frozenset[str]]) -> bool:
    """Whether these can be paired completely without a rematch, by trying."""
    if not keys:
        return True
    first, *others = keys
    return any(
        can_all_meet([key for key in others if key != other], before)
        for other in others
        if frozenset((first, other)) not in before
    )


def press(tournament: Tournament, number: int) -> Round:
    """Publish the draft and play the round: the lower seat wins, two of three times 2-1."""
    round_ = Round.objects.get(tournament=tournament, number=number)
    actor = organizer_of(tournament)
    round_publish(actor=actor, tournament=tournament, round_id=round_.pk)
    for match in tables(round_):
        result_enter(
            actor=actor, tournament=tournament, match_id=match.pk, said=(2, 1 if match.pk % 3 else 0, 0)
        )
    round_complete(actor=actor, tournament=tournament, round_id=round_.pk)
    return round_


def seventeen_players_five_rounds_two_with_first_round_awarded_byes() -> None:
    tournament = running_tournament(17, changes={"rounds": 5})
    boss = organizer(tournament)
    keys = [entry.key for entry in Entry.objects.filter(tournament=tournament)]
    awarded = list(Entry.objects.filter(tournament=tournament).order_by("number")[:2])
    for entry in awarded:
        boss.does("desk/rules/", entry=entry.pk, kind="bye", number=1)
    had: set[str] = set()
    for number in range(1, 6):
        points = {row.id: Fraction(row.points) for row in standings_rows(tournament)}
        before = met(tournament)
        boss.does("desk/round/do/draft/", number=number)
        got = byes(tournament)[number]
        if number == 1:
            # awarded byes count as byes
            assert {entry.key for entry in awarded} < got and len(got) == 3
        else:
            # the bye goes to the lowest-standing active player without a bye whose absence leaves a complete
            # rematch-free pairing
            (lucky,) = got
            lowest = min(
                points[key]
                for key in keys
                if key not in had and can_all_meet([one for one in keys if one != key], before)
            )
            assert points[lucky] == lowest
            assert can_all_meet([one for one in keys if one != lucky], before)
        # a player gets a second bye only when all active players have one
        assert not got & had
        had |= got
        assert not paired(tournament, number) & before, "no rematch while it can be avoided"
        press(tournament, number)


def if_the_rule_must_bend_the_draft_states_which_and_asks() -> None:
    tournament = running_tournament(5, changes={"rounds": 7})
    boss = organizer(tournament)
    for number in range(1, 6):
        draft(tournament, number)
        press(tournament, number)
    # All five have had a bye now: the next is a second one.
    assert {key for keys in byes(tournament).values() for key in keys} == {
        entry.key for entry in Entry.objects.filter(tournament=tournament)
    }
    boss.does("desk/round/do/draft/", number=6)
    page = boss.reads("desk/rounds/6/")
    assert "Everybody already had a bye, so a player with the fewest byes gets one." in page
    assert "Publish round 6" in page
    name = Entry.objects.get(seats__round__number=6, seats__match__kind="bye", tournament=tournament).name
    assert name in page
    assert Round.objects.get(tournament=tournament, number=6).state == "draft"


def bye_points_and_tie_break_treatment_are_shown_on_the_bye_page() -> None:
    tournament = running_tournament(5, changes={"bye_games": [2, 0]})
    draft(tournament)
    actor = organizer_of(tournament)
    round_publish(actor=actor, tournament=tournament, round_id=Round.objects.get(tournament=tournament).pk)
    entry = Entry.objects.get(tournament=tournament, seats__match__kind="bye")
    player = Person(tournament, entry.user)
    assert "Why do I have the bye?" in player.reads()
    page = player.reads(f"tables/1/why/{entry.number}/")
    assert "A bye counts as a win: 3 points, and 2–0 in games." in page
    assert "You meet nobody, so no opponent of this round counts in your tie-breaks." in page
    # and follow the event's rule
    row = next(row for row in standings_rows(tournament) if row.id == entry.key)
    assert row.points == 3
    assert Match.objects.get(seats__entry=entry).kind == "bye"


def two_players_with_byes_are_not_always_paired_together() -> None:
    together = 0
    for seed in range(40):
        players = [Player(f"p{i}", 3, (None,), byes=1) for i in range(2)]
        players += [Player(f"p{i}", 3 if i < 9 else 0) for i in range(2, 16)]
        together += frozenset(("p0", "p1")) in meetings(pair_round(players, seed=str(seed), number=2))
    assert together < 20


def test_s07_who_gets_the_bye() -> None:
    in_turn(
        seventeen_players_five_rounds_two_with_first_round_awarded_byes,
        if_the_rule_must_bend_the_draft_states_which_and_asks,
        two_players_with_byes_are_not_always_paired_together,
        bye_points_and_tie_break_treatment_are_shown_on_the_bye_page,
    )
