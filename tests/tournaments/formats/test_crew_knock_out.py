"""Crews in a knock-out: seat against seat, who wins more seats goes on, of as many the higher seed."""

import pytest
from django.test import Client

from ledger.errors import UserError
from tests.tournaments.hall import organizer_of, publish
from tests.tournaments.rounds import test_crew_rounds as crews
from tests.tournaments.rounds.test_crew_rounds import entry, play, seats, table
from tournaments.clans.models import Clan
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.formats.slots import results_of
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.places import final_places
from tournaments.rounds.services import result_correct, result_enter
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.django_db]
STRONG = " ".join(f"{letter}{number}" for number in range(4) for letter in "ABC")


def cut_made(monkeypatch: pytest.MonkeyPatch, **policy: object) -> tuple[Tournament, Stage]:
    """Four crews after their rounds, all of them seeded as they stand: crew 0 first, crew 3 last."""
    monkeypatch.setattr(crews, "POLICY", {**crews.POLICY, "cut": True, "cut_size": 4, **policy})
    tournament = crews.event_of(4)
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number, STRONG)
    stage_cut(actor=organizer_of(tournament), tournament=tournament)
    stage = Stage.objects.get(tournament=tournament, number=2)
    order = {one.captain.key: one.name for one in Team.objects.select_related("captain")}
    assert [order[key] for key in stage.seeds] == [name for name, _points, _record in table(tournament)]
    return tournament, stage


def enter(tournament: Tournament, match: Match, said: tuple[int, int, int], kind: str = "played") -> None:
    result_enter(
        actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=said, kind=kind
    )


def test_four_crews_play_two_rounds_of_three_seats_to_one_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, stage = cut_made(monkeypatch)
    assert (stage.kind, stage.rounds, stage.size) == ("elimination", 2, 4)
    first = 4
    semis = publish(tournament, first)
    found = seats(semis)
    assert [number for number, _names in found] == [1, 2, 3, 4, 5, 6]
    assert set(Match.objects.filter(round=semis).values_list("slot", flat=True)) == set(
        Match.objects.filter(round=semis, table__in=(1, 4)).values_list("slot", flat=True)
    )
    for _number, names in found:
        assert names[0][0] == names[1][0], "seat one meets seat one"
    client = Client()
    assert "Semi-finals" in client.get(f"/t/{tournament.slug}/bracket/").content.decode()
    round_complete_after(tournament, semis, STRONG)
    final = play(tournament, 5, STRONG)
    assert {name[1] for _number, names in seats(final) for name in names} == {"0", "1"}
    places = final_places(tournament)
    assert [line["name"] for line in places][:2] == ["Crew 0", "Crew 1"] and len(places) == 4
    page = client.get(f"/t/{tournament.slug}/bracket/").content.decode()
    assert "Crew 0 wins the tournament" in page and '<span class="num">3' in page
    assert [row[0] for row in table(tournament)] == [f"Crew {number}" for number in range(4)]
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    winner = client.get(f"/t/{tournament.slug}/winner/").content.decode().split("<main")[1]
    assert "Crew 0" in winner.split("</h1>")[0]
    assert "A0, B0, C0" in winner  # the members, below the name
    assert winner.count("winner-score") == 3 * len(Round.objects.filter(tournament=tournament))
    assert "Crew 1" in winner.split("winner-others")[1].split("</ol>")[0]


def round_complete_after(tournament: Tournament, round_: Round, winners: str) -> None:
    """All seats of a published round are played, anyone who comes first in ``winners`` wins."""
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        names = [seat.entry.name for seat in match.seats.select_related("entry")]
        crews.win(tournament, match, next(name for name in winners.split() if name in names))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_one_seat_each_and_one_lost_by_both_lets_the_higher_seed_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, stage = cut_made(monkeypatch)
    semis = publish(tournament, 4)
    one, two, three, *others = Match.objects.filter(round=semis).order_by("table")
    enter(tournament, one, (2, 0, 0))
    enter(tournament, two, (0, 2, 0))
    assert results_of(stage) == {}
    enter(tournament, three, (0, 0, 0), "double_loss")
    keys = [seat.entry.key for seat in one.seats.select_related("entry").order_by("position")]
    assert results_of(stage) == {one.slot: min(keys, key=stage.seeds.index)}
    for match in others:
        enter(tournament, match, (2, 0, 0))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=semis.pk)
    final = publish(tournament, 5)
    assert Match.objects.filter(round=final).count() == 3


def test_a_corrected_seat_may_not_change_who_plays_a_final_that_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, stage = cut_made(monkeypatch)
    semis = publish(tournament, 4)
    matches = list(Match.objects.filter(round=semis).order_by("table"))
    for place, match in enumerate(matches):
        enter(tournament, match, (0, 2, 0) if place == 2 else (2, 0, 0))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=semis.pk)
    publish(tournament, 5)
    before = results_of(stage)

    def correct(match: Match, said: tuple[int, int, int]) -> None:
        match.refresh_from_db()
        result_correct(
            actor=organizer_of(tournament),
            tournament=tournament,
            match_id=match.pk,
            said=said,
            reason="slip",
            version=match.version,
        )

    correct(matches[2], (2, 0, 0))  # two seats of three become three: the same crew goes on
    assert results_of(stage) == before
    correct(matches[2], (0, 2, 0))
    with pytest.raises(UserError) as refused:
        correct(matches[0], (0, 2, 0))
    assert refused.value.code == "next_round_made"
    assert results_of(stage) == before


def test_the_seat_of_who_left_is_lost_and_a_crew_that_left_loses_without_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, stage = cut_made(monkeypatch)
    semis = publish(tournament, 4)
    round_complete_after(tournament, semis, STRONG)
    for name in ("B0", "A1", "B1", "C1"):
        entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry(name).pk)
    final = publish(tournament, 5)
    assert set(Match.objects.filter(round=final).values_list("state", flat=True)) == {"final"}
    assert format_of(stage).places(stage)[0] == (1, (entry("A0").key,))


def test_double_elimination_of_crews_brings_the_second_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, stage = cut_made(monkeypatch, knock_out="double")
    assert stage.kind == "double"
    number = 4
    while number <= 3 + Stage.objects.get(pk=stage.pk).rounds:
        play(tournament, number, STRONG)
        number += 1
    assert final_places(tournament)[0]["name"] == "Crew 0"
    assert Clan.objects.count() == 4 and Entry.objects.filter(tournament=tournament).count() == 12
