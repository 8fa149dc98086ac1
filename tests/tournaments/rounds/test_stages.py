"""Round robins and the cut: the table, the frozen seeds, the knock-out and the final places."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import draft, make_user, organizer_of, play, publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for, resolve, stage_plan
from tournaments.events.services import tournament_finish
from tournaments.mending.repair_services import round_repair
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import (
    round_complete,
    round_discard,
    round_publish,
    round_redraft,
    round_swap,
)
from tournaments.rounds.places import final_places
from tournaments.rounds.selectors import without_match
from tournaments.rounds.services import result_correct, result_enter, result_report
from tournaments.rounds.stage_services import stage_cut
from tournaments.rounds.stages import cut_due, match_names, round_name
from tournaments.rounds.units import winner_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


def pairs_of_all(tournament: Tournament) -> list[frozenset[str]]:
    """Who met whom, in all rounds."""
    met: dict[int, set[str]] = {}
    seats = Seat.objects.filter(match__tournament=tournament).select_related("entry")
    for seat in seats.order_by("match_id", "position"):
        met.setdefault(seat.match_id, set()).add(seat.entry.key)
    return [frozenset(keys) for keys in met.values() if len(keys) == 2]


def drop(tournament: Tournament, key: str) -> None:
    entry = Entry.objects.get(tournament=tournament, number=int(key[1:]))
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)


def cut_ready(players: int = 9, **changes: Any) -> Tournament:
    """A championship with all rounds complete: the cut to four is due."""
    tournament = running_tournament(
        players, template="constructed-championship", changes={"rounds": 3, **changes}
    )
    for number in (1, 2, 3):
        play(tournament, number)
    return tournament


def cut(tournament: Tournament, **params: Any) -> Stage:
    answer = stage_cut(actor=organizer_of(tournament), tournament=tournament, **params)
    return Stage.objects.get(pk=answer["stage"])


def enter(tournament: Tournament, match: Match, score: tuple[int, int, int], **params: Any) -> None:
    result_enter(
        actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=score, **params
    )


# --- round robin -----------------------------------------------------------------------------------------


@kept
def four() -> Tournament:
    return running_tournament(4)


def test_four_players_play_everybody_against_everybody_in_three_rounds(four: Tournament) -> None:
    tournament = four
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds, len(stage.seeds)) == ("round_robin", 3, 4)
    for number in (1, 2, 3):
        play(tournament, number)
    assert len(set(pairs_of_all(tournament))) == len(pairs_of_all(tournament)) == 6
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)


def test_five_players_play_swiss_unless_the_event_chose_a_round_robin() -> None:
    assert stage_plan(resolve("constructed-community"), 5).kind == "swiss"
    assert stage_plan(resolve("constructed-community", rounds=2), 4).kind == "swiss"
    plan = stage_plan(resolve("constructed-round-robin"), 5)
    assert (plan.kind, plan.rounds) == ("round_robin", 5)


def test_a_chosen_round_robin_of_five_gives_everybody_one_bye_and_every_opponent_once() -> None:
    tournament = running_tournament(5, template="constructed-round-robin")
    for number in range(1, 6):
        play(tournament, number)
    assert len(set(pairs_of_all(tournament))) == 10
    byes = Seat.objects.filter(match__tournament=tournament, match__kind="bye")
    assert sorted(byes.values_list("entry__number", flat=True)) == [1, 2, 3, 4, 5]
    assert {row.byes for row in standings_rows(tournament)} == {1}


def test_whose_opponent_left_a_round_robin_has_a_bye(four: Tournament) -> None:
    tournament = four
    play(tournament, 1)
    drop(tournament, "E1")
    round_ = draft(tournament, 2)
    assert Match.objects.filter(round=round_, kind="bye").count() == 1
    assert not Seat.objects.filter(round=round_, entry__number=1).exists()
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_a_round_robin_draft_made_before_a_drop_cannot_be_published(four: Tournament) -> None:
    tournament = four
    round_ = draft(tournament)
    Entry.objects.filter(tournament=tournament, number=1).update(state="dropped", dropped_after=0)
    with pytest.raises(UserError, match="Pair the round again"):
        round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_the_table_of_a_round_robin_cannot_be_changed_by_hand(four: Tournament) -> None:
    tournament = four
    round_ = draft(tournament)
    one, two = Seat.objects.filter(round=round_, position=0).values_list("entry_id", flat=True)
    with pytest.raises(UserError, match="fixed"):
        round_swap(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=round_.pk,
            first=one,
            second=two,
            reason="because",
        )
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    with pytest.raises(UserError, match="fixed"):
        round_repair(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=round_.pk,
            kind="full",
            agreed="",
            reason="because",
        )


def test_pairing_a_round_robin_again_gives_the_same_tables(four: Tournament) -> None:
    tournament = four
    round_ = draft(tournament)
    before = set(pairs_of_all(tournament))
    round_redraft(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    assert set(pairs_of_all(tournament)) == before


def test_a_late_fifth_player_turns_a_round_robin_of_four_into_swiss_rounds() -> None:
    tournament = running_tournament(4, capacity=8)
    play(tournament, 1)
    entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lies")
    round_ = publish(tournament, 2)
    assert tournament.stages.get().kind == "swiss"
    assert Seat.objects.filter(round=round_).count() == 5
    assert len(set(pairs_of_all(tournament))) == 4


def test_why_in_a_round_robin_is_said_without_points(four: Tournament) -> None:
    tournament = four
    publish(tournament)
    page = Client().get(f"/t/{tournament.slug}/tables/1/why/1/").content.decode()
    assert "Everybody plays everybody once." in page


# --- the cut ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(4, 0), (8, 0), (9, 4), (16, 4), (17, 8), (400, 8)])
def test_the_size_of_the_cut_follows_the_number_of_players(players: int, size: int) -> None:
    assert cut_for(resolve("constructed-championship"), players) == size
    assert cut_for(resolve("constructed-community"), players) == 0


@kept
def due() -> Tournament:
    return cut_ready()


def test_a_championship_of_nine_runs_through_its_knock_out_to_the_final_places(due: Tournament) -> None:
    tournament = due
    actor = organizer_of(tournament)
    assert cut_due(tournament)
    with pytest.raises(UserError, match="Make the cut"):
        tournament_finish(actor=actor, tournament=tournament)
    frozen = [row.id for row in standings_rows(tournament)]
    stage = cut(tournament, third_place=True)
    assert stage.seeds == frozen[:4] and stage.rounds == 2
    assert stage_cut(actor=actor, tournament=tournament)["stage"] == stage.pk
    semis = play(tournament, 4)
    assert without_match(semis) == [], "who was knocked out misses no table"
    assert set(pairs_of_all(tournament)[-2:]) == {
        frozenset((frozen[0], frozen[3])),
        frozenset((frozen[1], frozen[2])),
    }
    final = play(tournament, 5)
    assert without_match(final) == []
    last = "Final and third place"
    assert [round_name(stage, one.number) for one in (semis, final)] == ["Semi-finals", last]
    names = match_names(tournament)
    assert {match.slot: names(match) for match in Match.objects.filter(round=final)} == {
        "M2.1": "Final",
        "T": "Third place",
    }
    assert sorted(Match.objects.filter(round=final).values_list("slot", flat=True)) == ["M2.1", "T"]
    assert f"{last}: find your table" in Client().get(f"/t/{tournament.slug}/screen/").content.decode()
    tournament_finish(actor=actor, tournament=tournament)
    wall = Client().get(f"/t/{tournament.slug}/screen/")
    champion = final_places(tournament)[0]["name"]
    assert f"<h1>{champion} won</h1>" in wall.content.decode()
    assert [(row["name"], row["table"]) for row in wall.context["names"]] == [
        (line["name"], line["place"]) for line in final_places(tournament)
    ]
    assert [row.id for row in standings_rows(tournament)] == frozen
    places = [(line["place"], line["key"]) for line in final_places(tournament)]
    winners = {match.slot: winner_of(match) for match in Match.objects.filter(round__stage=stage)}
    assert places[0] == (1, winners["M2.1"])
    assert places[2] == (3, winners["T"])
    assert [place for place, _key in places] == list(range(1, 10))
    assert [key for _place, key in places[4:]] == frozen[4:]
    for line in final_places(tournament):
        phone = Client()
        phone.force_login(Entry.objects.get(tournament=tournament, name=line["name"]).user)
        page = phone.get(f"/t/{tournament.slug}/me/").content.decode()
        assert f"You came in at place {line['place']} of 9" in " ".join(page.split())
    desk = Client()
    desk.force_login(actor.user)
    bracket = f'href="/t/{tournament.slug}/bracket/"'
    assert bracket in desk.get(f"/t/{tournament.slug}/desk/").content.decode().partition("next-step")[2]
    for state in ("draft", "published"):
        Round.objects.filter(pk=final.pk).update(state=state)
        page = desk.get(f"/t/{tournament.slug}/desk/rounds/5/").content.decode().partition("<main")[2]
        assert final.minutes == 0 and " the clock" not in page, "a final without a limit has no clock"


def test_the_cut_cannot_be_made_before_the_rounds_are_complete_nor_without_a_cut() -> None:
    tournament = running_tournament(9, template="constructed-championship", changes={"rounds": 2})
    play(tournament, 1)
    with pytest.raises(UserError, match="1 of 2"):
        cut(tournament)
    publish(tournament, 2)
    with pytest.raises(UserError, match="1 of 2"):
        cut(tournament)
    without = running_tournament(5)
    for number in (1, 2, 3):
        play(without, number)
    with pytest.raises(UserError, match="no cut"):
        cut(without)


def test_who_leaves_before_the_cut_is_replaced_by_the_next_and_moves_nobody(due: Tournament) -> None:
    tournament = due
    frozen = [row.id for row in standings_rows(tournament)]
    drop(tournament, frozen[1])
    assert cut(tournament).seeds == [frozen[0], *frozen[2:5]]
    assert [row.id for row in standings_rows(tournament)] == frozen


def test_who_leaves_after_the_cut_and_before_its_first_round_is_replaced_too(due: Tournament) -> None:
    tournament = due
    stage = cut(tournament)
    fifth = [row.id for row in standings_rows(tournament)][4]
    gone = stage.seeds[0]
    drop(tournament, gone)
    draft(tournament, 4)
    stage.refresh_from_db()
    assert stage.seeds[-1] == fifth and gone not in stage.seeds


def test_who_leaves_during_the_knock_out_loses_without_playing(due: Tournament) -> None:
    tournament = due
    stage = cut(tournament)
    semis = play(tournament, 4)
    winners = [winner_of(match) for match in Match.objects.filter(round=semis).order_by("table")]
    assert winners[0] is not None
    drop(tournament, winners[0])
    final = draft(tournament, 5)
    match = Match.objects.get(round=final)
    assert (match.kind, match.state, winner_of(match)) == ("forfeit", "final", winners[1])
    actor = organizer_of(tournament)
    round_publish(actor=actor, tournament=tournament, round_id=final.pk)
    round_complete(actor=actor, tournament=tournament, round_id=final.pk)
    tournament_finish(actor=actor, tournament=tournament)
    assert final_places(tournament)[0]["key"] == winners[1]
    assert stage.seeds[0] in {line["key"] for line in final_places(tournament)[:4]}


def test_a_knock_out_match_has_no_time_limit_unless_the_event_gives_one(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    round_ = publish(tournament, 4)
    assert (round_.minutes, round_.ends_at) == (0, None)
    match = Match.objects.filter(round=round_).first()
    assert match is not None
    with pytest.raises(UserError) as refused:
        enter(tournament, match, (1, 1, 0))
    assert refused.value.problems[0].rule == "106.1a"


def test_when_time_ends_a_knock_out_match_level_the_higher_seed_goes_on(time_machine: Any) -> None:
    tournament = cut_ready(cut_minutes=75)
    stage = cut(tournament)
    round_ = publish(tournament, 4)
    assert round_.ends_at is not None
    time_machine.move_to(round_.ends_at.timestamp() + 1)
    for match in Match.objects.filter(round=round_):
        enter(tournament, match, (1, 1, 1))
        match.refresh_from_db()
        seats = list(match.seats.select_related("entry"))
        assert winner_of(match) == min((seat.entry.key for seat in seats), key=stage.seeds.index)
        assert [seat.games_won for seat in seats] == [1, 1]


def test_nobody_can_lose_together_in_a_knock_out(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    match = Match.objects.filter(round=publish(tournament, 4)).first()
    assert match is not None
    with pytest.raises(UserError, match="needs a winner"):
        enter(tournament, match, (0, 0, 0), kind="double_loss")


def test_the_winner_of_a_knock_out_match_cannot_change_once_the_next_round_is_made(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    semis = play(tournament, 4)
    made = draft(tournament, 5)
    match = Match.objects.filter(round=semis).first()
    assert match is not None
    call: dict[str, Any] = {
        "actor": organizer_of(tournament),
        "tournament": tournament,
        "match_id": match.pk,
        "reason": "The slip was read the wrong way round",
        "version": match.version,
    }
    with pytest.raises(UserError, match="next round"):
        result_correct(said=(0, 2, 0), **call)
    round_discard(actor=organizer_of(tournament), tournament=tournament, round_id=made.pk)
    result_correct(said=(0, 2, 0), **call)
    assert winner_of(Match.objects.get(pk=match.pk)) == match.seats.get(position=1).entry.key


def test_nobody_enters_after_the_cut(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    with pytest.raises(UserError):
        entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lies")


def test_players_report_in_the_knock_out_as_in_every_round(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    match = Match.objects.filter(round=publish(tournament, 4)).first()
    assert match is not None
    for seat in match.seats.select_related("entry__user"):
        answer = result_report(
            actor=Actor(seat.entry.user, "player"), tournament=tournament, match_id=match.pk, said=(2, 1, 0)
        )
    assert answer["state"] == "final"


def test_the_bracket_page_shows_the_knock_out_to_everybody_and_is_missing_before_the_cut(
    due: Tournament,
) -> None:
    tournament = due
    client = Client()
    url = f"/t/{tournament.slug}/bracket/"
    assert client.get(url).status_code == 404
    cut(tournament)
    page = client.get(url).content.decode()
    assert "Semi-finals" in page and "Final" in page and "Winner of" in page
    for number in (4, 5):
        play(tournament, number)
    page = client.get(url).content.decode()
    assert "Winner of" not in page
    assert page.index("Final places") > 0
    assert url in client.get(f"/t/{tournament.slug}/standings/").content.decode()


def test_a_drafted_round_of_the_knock_out_is_not_on_the_bracket_page(due: Tournament) -> None:
    tournament = due
    cut(tournament)
    draft(tournament, 4)
    page = Client().get(f"/t/{tournament.slug}/bracket/").content.decode()
    assert "/tables/4/" not in page


def test_the_desk_offers_the_cut_and_makes_it(due: Tournament) -> None:
    tournament = due
    client = Client()
    client.force_login(tournament.created_by)
    assert "Make the cut" in client.get(f"/t/{tournament.slug}/desk/").content.decode()
    answer = client.post(f"/t/{tournament.slug}/desk/round/do/cut/", {"third_place": "yes"}, follow=True)
    assert "Pair semi-finals" in answer.content.decode()
    draft(tournament, 4)
    assert "Publish semi-finals" in client.get(f"/t/{tournament.slug}/desk/rounds/4/").content.decode()
    stage = tournament.stages.get(number=2)
    assert (stage.kind, stage.third_place, stage.size) == ("elimination", True, 4)
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.post(f"/t/{tournament.slug}/desk/round/do/cut/").status_code == 403


def test_the_repair_page_is_for_swiss_rounds_only(four: Tournament) -> None:
    tournament = four
    round_ = publish(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    assert client.get(f"/t/{tournament.slug}/desk/rounds/1/repair/").status_code == 404
    assert client.get(f"/t/{tournament.slug}/desk/rounds/{round_.number}/").status_code == 200
    assert Round.objects.filter(tournament=tournament).count() == 1
