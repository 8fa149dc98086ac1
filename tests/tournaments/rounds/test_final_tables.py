"""After pods: the final tables from the cut to the champion, and what happens when somebody leaves on the way."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.tournaments.hall import draft, organizer_of, publish, running_tournament
from tests.tournaments.rounds.test_pods import enter, play_pods, tables
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.formats.letters import claim_for
from tournaments.formats.slots import results_of
from tournaments.rounds.field import last_completed, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete, round_discard, round_publish, round_swap
from tournaments.rounds.places import final_places
from tournaments.rounds.services import result_correct, result_enter, result_report
from tournaments.rounds.stage_services import stage_cut
from tournaments.rounds.stages import cut_due, round_title
from tournaments.submissions.access import open_lists

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def ready(players: int, cut_size: int, **changes: Any) -> Tournament:
    """Pods with one round, complete: the cut is due."""
    changes = {"rounds": 1, "cut_size": cut_size, **changes}
    tournament = running_tournament(players, template="multiplayer-pods", changes=changes)
    play_pods(tournament, 1)
    return tournament


def cut(tournament: Tournament) -> Stage:
    answer = stage_cut(actor=organizer_of(tournament), tournament=tournament)
    return Stage.objects.get(pk=answer["stage"])


def keys(match: Match) -> list[str]:
    return [seat.entry.key for seat in match.seats.select_related("entry")]


def drop(tournament: Tournament, key: str) -> None:
    entry = Entry.objects.get(tournament=tournament, number=int(key[1:]))
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)


def complete(tournament: Tournament, round_: Round) -> None:
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_seventeen_players_play_four_rounds_and_the_best_four_a_final_table() -> None:
    tournament = running_tournament(17, template="multiplayer-pods")
    stage = tournament.stages.get()
    assert (stage.kind, stage.rounds, stage.cut) == ("pods", 4, 4)
    for number in (1, 2, 3, 4):
        play_pods(tournament, number)
    actor = organizer_of(tournament)
    assert cut_due(tournament)
    with pytest.raises(UserError, match="Make the cut"):
        tournament_finish(actor=actor, tournament=tournament)
    frozen = [row.id for row in standings_rows(tournament)]
    final_stage = cut(tournament)
    assert (final_stage.kind, final_stage.rounds, final_stage.seeds) == ("pod_final", 1, frozen[:4])
    assert cut(tournament).pk == final_stage.pk
    final = publish(tournament, 5)
    (table,) = tables(final)
    assert (round_title(final), table.table, table.slot, keys(table)) == ("Final", 1, "final", frozen[:4])
    assert final.minutes == 0
    enter(table, "llwl")
    complete(tournament, final)
    tournament_finish(actor=actor, tournament=tournament)
    assert [row.id for row in standings_rows(tournament)] == frozen
    places = [(line["place"], line["key"]) for line in final_places(tournament)]
    assert places[0] == (1, frozen[2])
    assert [place for place, _key in places] == [1, 2, 2, 2, *range(5, 18)]
    assert [key for _place, key in places[4:]] == frozen[4:]
    assert verify_chain(tournament.chain_key) == []


def test_of_ten_eight_play_two_semi_finals_and_their_winners_meet_the_best_two() -> None:
    tournament = ready(11, 10)
    frozen = [row.id for row in standings_rows(tournament)]
    stage = cut(tournament)
    assert (stage.seeds, stage.rounds, stage.size) == (frozen[:10], 2, 10)
    semis = publish(tournament, 2)
    first, second = tables(semis)
    assert keys(first) == [frozen[place - 1] for place in (3, 6, 7, 10)]
    assert keys(second) == [frozen[place - 1] for place in (4, 5, 8, 9)]
    assert round_title(semis) == "Semi-finals"
    enter(first, "lllw")
    enter(second, "wlll")
    complete(tournament, semis)
    assert last_completed(tournament) == 1
    final = publish(tournament, 3)
    (table,) = tables(final)
    assert keys(table) == [frozen[0], frozen[1], frozen[3], frozen[9]]
    enter(table, "lwll")
    complete(tournament, final)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    places = [(line["place"], line["key"]) for line in final_places(tournament)]
    assert places == [
        (1, frozen[1]),
        *((2, frozen[place]) for place in (0, 3, 9)),
        *((5, frozen[place]) for place in (2, 4, 5, 6, 7, 8)),
        (11, frozen[10]),
    ]


def test_who_leaves_before_the_semi_finals_is_replaced_and_with_too_few_the_final_shrinks() -> None:
    tournament = ready(11, 10)
    frozen = [row.id for row in standings_rows(tournament)]
    stage = cut(tournament)
    drop(tournament, frozen[0])
    made = draft(tournament, 2)
    stage.refresh_from_db()
    assert stage.seeds == frozen[1:]
    round_discard(actor=organizer_of(tournament), tournament=tournament, round_id=made.pk)
    drop(tournament, frozen[1])
    draft(tournament, 2)
    stage.refresh_from_db()
    assert (stage.seeds, stage.rounds, stage.size) == (frozen[2:6], 1, 4)


def test_three_who_are_left_play_a_final_of_three() -> None:
    tournament = ready(5, 4)
    frozen = [row.id for row in standings_rows(tournament)]
    for key in frozen[3:]:
        drop(tournament, key)
    stage = cut(tournament)
    assert (stage.seeds, stage.rounds) == (frozen[:3], 1)
    final = publish(tournament, 2)
    enter(tables(final)[0], "lwl")
    complete(tournament, final)
    places = [(line["place"], line["key"]) for line in final_places(tournament)]
    assert places == [(1, frozen[1]), (2, frozen[0]), (2, frozen[2]), (4, frozen[3]), (5, frozen[4])]


def test_who_leaves_before_the_final_is_not_waited_for_and_the_last_one_wins_without_playing() -> None:
    tournament = ready(10, 10)
    stage = cut(tournament)
    semis = publish(tournament, 2)
    for match in tables(semis):
        enter(match, "wlll")
    complete(tournament, semis)
    drop(tournament, stage.seeds[0])
    made = draft(tournament, 3)
    assert keys(Match.objects.get(round=made)) == stage.seeds[1:4]
    drop_in_draft = Entry.objects.filter(tournament=tournament, number=int(stage.seeds[1][1:]))
    drop_in_draft.update(state="dropped", dropped_after=2)
    with pytest.raises(UserError, match="Pair the round again"):
        round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=made.pk)
    round_discard(actor=organizer_of(tournament), tournament=tournament, round_id=made.pk)
    drop(tournament, stage.seeds[3])
    final = publish(tournament, 3)
    match = Match.objects.get(round=final)
    assert (match.state, match.kind, keys(match)) == ("final", "forfeit", [stage.seeds[2]])
    complete(tournament, final)
    assert final_places(tournament)[0]["key"] == stage.seeds[2]


def test_when_time_ends_a_final_table_the_highest_seed_still_in_goes_on(time_machine: Any) -> None:
    tournament = ready(10, 10, cut_minutes=75)
    stage = cut(tournament)
    semis = publish(tournament, 2)
    first, second = tables(semis)
    with pytest.raises(UserError) as refused:
        enter(first, "lddl")
    assert refused.value.problems[0].rule == "106.1a"
    assert semis.ends_at is not None
    time_machine.move_to(semis.ends_at.timestamp() + 1)
    enter(first, "lldd")
    enter(second, "wlll")
    assert results_of(stage) == {"s1": stage.seeds[6], "s2": stage.seeds[3]}
    complete(tournament, semis)
    assert keys(tables(publish(tournament, 3))[0])[3] == stage.seeds[6]
    (part,) = format_of(stage).parts(tournament, stage)
    assert part["rounds"][0]["matches"][0]["words"].startswith("time ran out; still playing:")


def test_the_winner_of_a_semi_final_cannot_change_once_the_final_is_made_with_it() -> None:
    tournament = ready(10, 10)
    cut(tournament)
    semis = publish(tournament, 2)
    for match in tables(semis):
        enter(match, "wlll")
    complete(tournament, semis)
    final = draft(tournament, 3)
    match = tables(semis)[0]
    call: dict[str, Any] = {
        "actor": organizer_of(tournament),
        "tournament": tournament,
        "match_id": match.pk,
        "reason": "The slip was read the wrong way round",
        "version": match.version,
    }
    with pytest.raises(UserError, match="next round"):
        result_correct(said="lwll", **call)
    round_discard(actor=organizer_of(tournament), tournament=tournament, round_id=final.pk)
    result_correct(said="lwll", **call)
    assert keys(tables(publish(tournament, 3))[0])[2:] == [keys(tables(semis)[1])[0], keys(match)[1]]


def test_a_final_table_takes_no_score_of_games_and_its_seats_cannot_be_changed_by_hand() -> None:
    tournament = ready(10, 10)
    cut(tournament)
    made = draft(tournament, 2)
    first, second = tables(made)
    with pytest.raises(UserError, match="fixed"):
        round_swap(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=made.pk,
            first=first.seats.all()[0].entry_id,
            second=second.seats.all()[0].entry_id,
            reason="because",
        )
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=made.pk)
    with pytest.raises(UserError, match="who won"):
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=first.pk, said=(2, 0, 0))
    with pytest.raises(UserError, match="entry is closed"):
        entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lies")


def test_players_report_a_final_table_and_every_page_shows_it() -> None:
    tournament = ready(10, 10)
    stage = cut(tournament)
    slug, visitor = tournament.slug, Client()
    page = visitor.get(f"/t/{slug}/bracket/").content.decode()
    assert page.index("Semi-finals") < page.index("Semi-final A") < page.index("Winner of semi-final B")
    semis = publish(tournament, 2)
    match = tables(semis)[0]
    for seat in match.seats.select_related("entry__user"):
        answer = result_report(
            actor=Actor(seat.entry.user, "player"), tournament=tournament, match_id=match.pk, said="lwll"
        )
    assert answer["state"] == "final"
    assert "Semi-finals" in visitor.get(f"/t/{slug}/tables/").content.decode()
    assert "Semi-finals: find your table" in visitor.get(f"/t/{slug}/screen/").content.decode()
    player = Client()
    user = match.seats.get(position=1).entry.user
    assert user is not None
    player.force_login(user)
    assert "Semi-finals" in player.get(f"/t/{slug}/me/").content.decode()
    number = match.seats.get(position=1).entry.number
    why = visitor.get(f"/t/{slug}/tables/2/why/{number}/").content.decode()
    assert "final tables" in why
    enter(tables(semis)[1], claim_for(4, winner=0))
    complete(tournament, semis)
    final = publish(tournament, 3)
    enter(tables(final)[0], "wlll")
    complete(tournament, final)
    page = visitor.get(f"/t/{slug}/bracket/").content.decode()
    champion = Entry.objects.get(tournament=tournament, number=int(stage.seeds[0][1:]))
    assert f"{champion.name} wins the tournament." in page and "Winner of" not in page
    desk = Client()
    desk.force_login(tournament.created_by)
    sheet = desk.get(f"/t/{slug}/desk/rounds/3/print/names/").content.decode()
    assert "<h1>Final</h1>" in sheet
    assert visitor.get(f"/api/v1/tournaments/{slug}/rounds/3/").status_code == 200
    assert visitor.get(f"/t/{slug}/results/json/").status_code == 200


def me(tournament: Tournament, key: str) -> str:
    """A player's own screen."""
    user = Entry.objects.get(tournament=tournament, number=int(key[1:])).user
    assert user is not None
    client = Client()
    client.force_login(user)
    return client.get(f"/t/{tournament.slug}/me/").content.decode()


def test_everybody_reads_on_the_phone_whether_the_knock_out_goes_on_for_them() -> None:
    tournament = ready(11, 10)
    eleventh = [row.id for row in standings_rows(tournament)][10]
    stage = cut(tournament)
    semis = publish(tournament, 2)
    enter(tables(semis)[0], "wlll")
    assert "You are in it. Your table appears here" in me(tournament, stage.seeds[0])
    assert "play for first place" in me(tournament, eleventh)
    assert "You will see your next table here" in me(tournament, stage.seeds[2])
    assert "You are out of the knock-out" in me(tournament, stage.seeds[5])
    enter(tables(semis)[1], "wlll")
    complete(tournament, semis)
    final = publish(tournament, 3)
    enter(tables(final)[0], "lwll")
    assert "You have won the tournament" in me(tournament, stage.seeds[1])
    assert "You are out of the knock-out" in me(tournament, stage.seeds[0])


def test_the_pages_of_a_knock_out_need_a_fixed_number_of_queries() -> None:
    counts = []
    for players, size in ((5, 4), (16, 16)):
        tournament = ready(players, size)
        cut(tournament)
        publish(tournament, 2)
        key = standings_rows(tournament)[0].id
        count = []
        for page in ("bracket/", "tables/", "screen/"):
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(f"/t/{tournament.slug}/{page}").status_code == 200
            count.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            assert me(tournament, key)
        counts.append([*count, len(queries)])
    assert counts[0] == counts[1]
    assert counts[0][0] <= 11


def test_with_the_cut_only_the_lists_of_those_at_the_final_tables_open() -> None:
    tournament = ready(5, 4, lists="cut")
    assert open_lists(tournament) == []
    stage = cut(tournament)
    assert {entry.key for entry in open_lists(tournament)} == set(stage.seeds)
