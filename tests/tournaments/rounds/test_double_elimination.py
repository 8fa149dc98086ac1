"""Double elimination after the cut: both brackets, the deciding match, places, and the shape for every size."""

from typing import Any

import pytest
from django.test import Client

from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.tournaments.hall import organizer_of, play, publish, running_tournament
from tests.tournaments.rounds.test_final_tables import me
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.formats.brackets import schedule, without_byes
from tournaments.formats.double_elimination.format import DoubleElimination
from tournaments.formats.single_elimination.format import SingleElimination
from tournaments.pairing.elimination import bracket_standings, double_elimination, single_elimination
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.places import final_places
from tournaments.rounds.services import result_correct, result_enter
from tournaments.rounds.stage_services import stage_cut
from tournaments.rounds.stages import round_title, rounds_planned
from tournaments.submissions.access import open_lists


def ready(players: int = 5, **changes: Any) -> tuple[Tournament, Stage]:
    """A cut of four by double elimination after one round; asked for third place, it has none."""
    tournament = running_tournament(
        players,
        template="constructed-championship",
        changes={"rounds": 1, "cut_size": 4, "knock_out": "double", **changes},
    )
    play(tournament, 1)
    answer = stage_cut(actor=organizer_of(tournament), tournament=tournament, third_place=True)
    return tournament, Stage.objects.get(pk=answer["stage"])


def won_by(tournament: Tournament, number: int, *winners: str) -> Round:
    """A whole round in which these win their matches."""
    round_ = publish(tournament, number)
    for match in Match.objects.filter(round=round_, state="open"):
        keys = [seat.entry.key for seat in match.seats.select_related("entry")]
        score = (2, 0, 0) if keys[0] in winners else (0, 2, 0)
        assert set(keys) & set(winners), (match.slot, keys)
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=score)
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    return round_


def slots(round_: Round) -> list[str]:
    return sorted(Match.objects.filter(round=round_).values_list("slot", flat=True))


# --- shape -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 18))
def test_every_round_of_a_double_elimination_has_a_match_and_every_match_comes_after_those_it_waits_for(
    count: int,
) -> None:
    bracket = double_elimination([f"E{place}" for place in range(1, count + 1)])
    when, played = schedule(bracket), without_byes(bracket)
    rounds = DoubleElimination().rounds_for(count)
    assert {when[key] for key in played} == set(range(1, rounds + 2))
    assert (when["F"], when["R"]) == (rounds, rounds + 1)
    for key, pair in played.items():
        for slot in pair:
            assert slot.kind == "seed" or (slot.name in played and when[slot.name] < when[key])
    # A knock-out of n in which two losses put out: n - 1 players lose twice, the champion never or once.
    assert len(played) == 2 * (count - 1) + 1


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 8, 11, 16])
def test_players_in_one_round_of_a_double_elimination_are_there_once(count: int) -> None:
    seeds = [f"E{place}" for place in range(1, count + 1)]
    bracket = double_elimination(seeds)
    when = schedule(bracket)
    winners: dict[str, str] = {}
    for place in range(1, DoubleElimination().rounds_for(count) + 1):
        now = [one for one in bracket_standings(bracket, winners).values() if one.playable]
        now = [one for one in now if when[one.match.key] == place]
        people = [key for one in now for key in (one.a, one.b)]
        assert now and len(people) == len(set(people))
        winners |= {one.match.key: max(str(one.a), str(one.b)) for one in now}


@pytest.mark.parametrize("count", range(2, 18))
def test_a_single_elimination_keeps_its_rounds_and_leaves_byes_out(count: int) -> None:
    bracket = single_elimination([f"E{place}" for place in range(1, count + 1)], third_place=True)
    when, played = schedule(bracket), without_byes(bracket)
    assert all(when[match.key] == match.round for match in bracket.matches)
    assert len(played) == count - 1 + ("T" in played)
    assert max(when.values()) == SingleElimination().rounds_for(count)


# --- a whole event ------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.sqlite
def test_who_never_loses_wins_in_four_rounds_without_a_deciding_match() -> None:
    tournament, stage = ready()
    one, two, three, four = stage.seeds
    assert (stage.kind, stage.rounds, stage.third_place) == ("double", 4, False)
    first = won_by(tournament, 2, one, two)
    second = won_by(tournament, 3, one, three)
    third = won_by(tournament, 4, two)
    assert [slots(round_) for round_ in (first, second, third)] == [
        ["W1.1", "W1.2"],
        ["L1.1", "W2.1"],
        ["L2.1"],
    ]
    final = won_by(tournament, 5, one)
    titles = [round_title(round_) for round_ in (first, second, third, final)]
    assert titles == [*(f"Knock-out round {number}" for number in (1, 2, 3)), "Final"]
    assert rounds_planned(tournament) == 5
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    fifth = [row.id for row in standings_rows(tournament)][4]
    places = [(line["place"], line["key"]) for line in final_places(tournament)]
    assert places == [(1, one), (2, two), (3, three), (4, four), (5, fifth)]
    assert verify_chain(tournament.chain_key) == []


@pytest.mark.django_db
@pytest.mark.sqlite
def test_when_the_unbeaten_player_loses_the_final_the_two_play_once_more() -> None:
    tournament, stage = ready()
    one, two, three, _four = stage.seeds
    won_by(tournament, 2, one, two)
    won_by(tournament, 3, one, three)
    won_by(tournament, 4, two)
    won_by(tournament, 5, two)
    with pytest.raises(UserError, match="5 of 6"):
        tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    end = won_by(tournament, 6, one)
    assert (round_title(end), slots(end)) == ("Deciding match", ["R"])
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert [line["key"] for line in final_places(tournament)][:2] == [one, two]


@pytest.mark.django_db
@pytest.mark.sqlite
def test_a_corrected_final_brings_the_deciding_match_or_takes_it_away_but_not_after_the_end() -> None:
    tournament, stage = ready()
    one, two, three, _four = stage.seeds
    won_by(tournament, 2, one, two)
    won_by(tournament, 3, one, three)
    won_by(tournament, 4, two)
    final = Match.objects.get(round=won_by(tournament, 5, one))

    def correct(*score: int) -> None:
        final.refresh_from_db()
        result_correct(
            actor=organizer_of(tournament),
            tournament=tournament,
            match_id=final.pk,
            said=(score[0], score[1], 0),
            reason="The slip was read the wrong way round",
            version=final.version,
        )

    correct(0, 2)
    assert rounds_planned(tournament) == 6
    correct(2, 1)
    assert rounds_planned(tournament) == 5
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    with pytest.raises(UserError, match="once more"):
        correct(0, 2)
    final.refresh_from_db()
    assert [seat.games_won for seat in final.seats.all()] == [2, 1]


@pytest.mark.django_db
@pytest.mark.sqlite
def test_who_leaves_a_double_elimination_loses_every_match_to_come() -> None:
    tournament, stage = ready()
    one, two, three, four = stage.seeds
    won_by(tournament, 2, one, two)
    entry = Entry.objects.get(tournament=tournament, number=int(four[1:]))
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)
    second = won_by(tournament, 3, two)
    forfeit = Match.objects.get(round=second, slot="L1.1")
    assert (forfeit.kind, forfeit.state) == ("forfeit", "final")
    won_by(tournament, 4, three)
    won_by(tournament, 5, two)
    assert [line["key"] for line in final_places(tournament)][:4] == [two, three, one, four]


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_page_shows_both_brackets_the_end_and_a_deciding_match_only_when_it_is_needed() -> None:
    tournament, stage = ready()
    one, two, three, _four = stage.seeds
    page = Client().get(f"/t/{tournament.slug}/bracket/").content.decode()
    titles = ("Without a loss", "With one loss", "The finals")
    assert [page.index(title) for title in titles] == sorted(page.index(title) for title in titles)
    assert "Loser of match A" in page and "Deciding match" not in page
    won_by(tournament, 2, one, two)
    won_by(tournament, 3, one, three)
    won_by(tournament, 4, two)
    won_by(tournament, 5, two)
    parts = format_of(stage).parts(tournament, stage)
    assert [round_["name"] for round_ in parts[2]["rounds"]] == ["Final", "Deciding match"]
    won_by(tournament, 6, two)
    name = Entry.objects.get(tournament=tournament, number=int(two[1:])).name
    page = Client().get(f"/t/{tournament.slug}/bracket/").content.decode()
    assert f"{name} wins the tournament." in page
    number = int(one[1:])
    why = Client().get(f"/t/{tournament.slug}/tables/6/why/{number}/").content.decode()
    assert "after two you are out" in why
    desk = Client()
    desk.force_login(tournament.created_by)
    assert "Knock-out round 1" in desk.get(f"/t/{tournament.slug}/desk/rounds/2/").content.decode()


@pytest.mark.django_db
@pytest.mark.sqlite
def test_one_loss_is_no_end_and_the_second_one_is() -> None:
    tournament, stage = ready()
    one, two, three, four = stage.seeds
    won_by(tournament, 2, one, two)
    assert [format_of(stage).standing(stage, key) for key in stage.seeds] == ["on"] * 4
    assert "You will see your next table here" in me(tournament, four)
    won_by(tournament, 3, one, three)
    assert [format_of(stage).standing(stage, key) for key in stage.seeds] == [
        "on",
        "on",
        "on",
        "out",
    ]
    assert "You are out of the knock-out" in me(tournament, four)
    won_by(tournament, 4, two)
    assert "You are in it. Your table appears here" in me(tournament, one)
    won_by(tournament, 5, two)
    assert [format_of(stage).standing(stage, key) for key in (one, two, three)] == [
        "on",
        "on",
        "out",
    ]
    won_by(tournament, 6, two)
    assert [format_of(stage).standing(stage, key) for key in (one, two)] == ["out", "won"]
    assert "You have won the tournament" in me(tournament, two)


@pytest.mark.django_db
@pytest.mark.sqlite
def test_with_the_cut_only_the_lists_of_those_in_it_open_and_nobody_can_enter_any_more() -> None:
    tournament, stage = ready(lists="cut", late_until_round=9)
    assert {entry.key for entry in open_lists(tournament)} == set(stage.seeds)
    with pytest.raises(UserError, match="The cut is made"):
        entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lies")
