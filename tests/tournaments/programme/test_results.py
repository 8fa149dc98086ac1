"""What a tournament of each kind is to a season: places, members, clans, who is paid nothing, games."""

from collections.abc import Callable

import pytest

from tests.tournaments.formats.test_teams import started as teams_started
from tests.tournaments.hall import (
    become_guest,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
)
from tests.tournaments.imports.test_import import imported
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.season import agreed, circuit_of, correct, counts, finish, finished, points
from tests.tournaments.rounds.test_crew_rounds import event_of as crews
from tests.tournaments.rounds.test_crew_rounds import play as play_crews
from tests.tournaments.rounds.test_disqualified import disqualify
from tests.tournaments.rounds.test_pods import play_pods, pods
from tests.tournaments.rounds.test_stages import cut, cut_ready
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.programme.ladders import KNOWN, counted, ladder_of, live_ladder, season_of
from tournaments.programme.models import Circuit, Outcome
from tournaments.programme.outcome_services import packed, played_of, unpacked
from tournaments.programme.results import Played, event_of, games_of
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter
from tournaments.season_points import Finish
from tournaments.season_points.check import check_event

pytestmark = [pytest.mark.django_db]


def places(tournament: Tournament) -> dict[str, int]:
    """By the name that was entered the place, of everybody in a finish; the event is one that season points take."""
    event = event_of(tournament)
    check_event(event, tournament.slug)
    names = {str(user): name for user, name in Entry.objects.values_list("user_id", "name")}
    return {names[one.person]: finish_.place for finish_ in event.finishes for one in finish_.members}


def test_every_player_has_the_final_place_and_every_match_at_a_table_is_a_game() -> None:
    tournament = running_tournament(5, changes={"rounds": 2})
    gone = Entry.objects.filter(tournament=tournament).order_by("number")[4]
    play(tournament, 1)
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=gone.pk)
    play(tournament, 2)
    event = event_of(finish(tournament))
    assert sorted(places(tournament).values()) == [1, 2, 3, 4, 5] and event.field == 5
    assert (event.kind, event.of, event.key) == ("single", "", tournament.slug)
    assert [one.members[0].person for one in event.finishes if one.dropped] == [str(gone.user_id)]
    games = games_of(tournament)
    assert len(games) == 4 and {game.ranks for game in games} == {(0, 2)}, "a bye is no game"
    assert {game.pool for game in games} == {"x610z/1v1"}
    kept = next(played for _one, played in played_of([tournament]))
    assert kept == Played(event, games) and unpacked(packed(kept)) == kept


def test_nobody_moves_up_by_who_was_disqualified_and_a_guest_keeps_a_place() -> None:
    tournament = running_tournament(4, changes={"rounds": 1})
    play(tournament, 1)
    before = places(tournament)
    first = min(before, key=lambda name: before[name])
    out, guest = Entry.objects.get(name=first), Entry.objects.exclude(name=first)[0]
    disqualify(tournament, out)
    become_guest(guest)
    event = event_of(finish(tournament))
    assert places(tournament) == {name: place for name, place in before.items() if name != first}
    assert event.field == 4 and str(out.user_id) not in str(event), "nothing can tell who it was"
    told = {one.members[0].person: one.state_of(one.members[0]) for one in event.finishes}
    assert told.pop(str(guest.user_id)) == "unclaimed" and set(told.values()) == {""}


def test_a_crew_pays_its_members_and_plays_for_its_clan() -> None:
    tournament = a_crew_event()
    disqualify(tournament, Entry.objects.get(name="B0"))
    event = event_of(finish(tournament))
    assert event.kind == "crew" and event.field == 2
    assert places(tournament) == {
        f"{letter}{crew}": crew + 1 for crew in (0, 1) for letter in "ABCD" if (letter, crew) != ("B", 0)
    }
    assert len(event.finishes[0].members) == 3 and len(event.finishes[1].members) == 4
    clan = Entry.objects.get(name="A0").clan_id
    assert event.finishes[0].clan == str(clan) and {one.clan for one in event.finishes[0].members} == {None}
    assert len(games_of(tournament)) == 3, "each seat is a game"


def test_a_team_pays_its_members_and_shares_a_side() -> None:
    tournament = finish(a_team_event())
    event = event_of(tournament)
    assert (event.kind, event.field, len(event.finishes[0].members)) == ("team", 2, 2)
    game = games_of(tournament)[0]
    assert [len(side) for side in game.sides] == [2, 2] and game.ranks == (2, 0)


def test_a_pod_is_a_game_of_all_at_the_table() -> None:
    tournament = finish(a_pod_event())
    assert sorted(places(tournament).values())[0] == 1
    assert [len(game.sides) for game in games_of(tournament)] == [4]


def test_a_knock_out_gives_the_first_places() -> None:
    tournament = finish(a_knock_out())
    assert sorted(places(tournament).values()) == [1, 2, 3, 3, 5, 6, 7, 8, 9]


def a_crew_event() -> Tournament:
    tournament = crews(2, "ABCD")
    Stage.objects.filter(tournament=tournament).update(rounds=1)
    play_crews(tournament, 1, "A0 B0 C1")
    return tournament


def a_team_event() -> Tournament:
    tournament = teams_started("2v2", 2)
    Stage.objects.filter(tournament=tournament).update(rounds=1)
    actor, round_ = organizer_of(tournament), publish(tournament, 1)
    match = Match.objects.get(round=round_)
    result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=(0, 1, 0))
    round_complete(actor=actor, tournament=tournament, round_id=round_.pk)
    return tournament


def a_pod_event() -> Tournament:
    tournament = pods(4, rounds=1)
    play_pods(tournament, 1)
    return tournament


def a_knock_out() -> Tournament:
    tournament = cut_ready(9)
    cut(tournament)
    for number in (4, 5):
        play(tournament, number)
    return tournament


def a_single_event() -> Tournament:
    tournament = running_tournament(5, changes={"rounds": 2})
    play(tournament, 1)
    gone = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=gone.pk)
    play(tournament, 2)
    return tournament


@pytest.mark.parametrize("kind", [a_single_event, a_knock_out, a_pod_event, a_team_event, a_crew_event])
@pytest.mark.parametrize("which", ["first", "last"])
def test_whoever_is_put_out_of_an_event_of_any_kind_gets_nothing_and_everybody_else_what_they_had(
    kind: Callable[[], Tournament], which: str
) -> None:
    tournament, circuit = finish(kind()), circuit_of(by_level={})
    counts(circuit, tournament, "open")
    before = points(circuit)
    assert set(before) == set(Entry.objects.filter(tournament=tournament).values_list("name", flat=True))
    own = {name: event_.place for name, event_ in placed(circuit).items()}
    entries = Entry.objects.filter(tournament=tournament)
    out = sorted(entries, key=lambda one: (own[one.name], one.number))[0 if which == "first" else -1]
    disqualify(tournament, out)
    after = {name: paid for name, (_rank, paid) in points(circuit).items()}
    assert after == {name: paid for name, (_rank, paid) in before.items() if name != out.name}
    assert {name: one.place for name, one in placed(circuit).items()} == {
        name: place for name, place in own.items() if name != out.name
    }


def placed(circuit: Circuit) -> dict[str, Finish]:
    """By name the finish of everybody on a ladder of one event."""
    names = {str(user): name for user, name in Entry.objects.values_list("user_id", "name")}
    return {names[person]: one.finish for person, (one,) in ladder_of(circuit).results.items()}


def test_an_imported_event_counts_where_it_is_chosen_by_hand_and_pays_who_has_claimed_their_place() -> None:
    club, event = found(), imported()
    Tournament.objects.update(organization=club, scale=1)
    circuit, entry = circuit_of(club), Entry.objects.order_by("number")[0]
    assert points(circuit) == {} and not any(
        one.state == "kept" for own in ladder_of(circuit).results.values() for one in own
    )
    event.refresh_from_db()
    counts(circuit, event, "open")
    assert points(circuit) == {}, "nobody has claimed a place yet"
    place = places(event)[entry.name]
    Entry.objects.filter(pk=entry.pk).update(user=make_user())
    Outcome.objects.all().delete()
    KNOWN.forget()
    ((name, (rank, paid)),) = points(circuit).items()
    (kept,) = ladder_of(circuit).results[ladder_of(circuit).rows[0].person]
    assert (name, rank, kept.finish.place, kept.state) == (entry.name, 1, place, "kept") and paid != "0"


def test_a_tournament_of_which_no_round_was_played_has_no_places() -> None:
    tournament = running_tournament(4)
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    assert event_of(Tournament.objects.get()).finishes == ()


def test_own_row_goes_before_the_series_and_the_series_before_the_size() -> None:
    club = found()
    circuit = circuit_of(club)
    friday, other = finished(club), finished(None, name="Elsewhere")
    assert [(one.tournament, one.of, one.chosen) for one in counted(circuit)] == [(friday, "evening", False)]
    agreed(lambda **more: counts(circuit, friday, "", **more))
    counts(circuit, other, "open")
    assert [(one.tournament, one.of, one.chosen) for one in counted(circuit)] == [(other, "open", True)]
    assert season_of(circuit).circuit.also == {other.slug}


def test_a_ladder_is_made_once_per_change_and_follows_a_correction() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    before, table = live_ladder(circuit)
    assert sorted(points(circuit).values()) == [(1, "16"), (2, "13"), (3, "1"), (3, "1")]
    assert ladder_of(circuit) is table and Outcome.objects.count() == 1
    correct(tournament)
    after, corrected = live_ladder(circuit)
    assert after != before and [one.person for one in corrected.rows] != [one.person for one in table.rows]
