"""What is played after the cut stands in every file and in the API: bracket, results and final places."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import organizer_of, publish
from tests.tournaments.rounds.test_double_elimination import ready, won_by
from tests.tournaments.rounds.test_final_tables import cut as cut_to_tables
from tests.tournaments.rounds.test_final_tables import ready as tables_ready
from tests.tournaments.rounds.test_stages import cut, cut_ready
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.imports.exports import as_csv, as_json, as_trf, results_of
from tournaments.imports.preview import preview
from tournaments.imports.reading import read_event
from tournaments.imports.trf_results import read_trf_results
from tournaments.pairing.trf import read_trf
from tournaments.rounds.models import Match, Round
from tournaments.rounds.places import final_places
from tournaments.standings.formats import FormatError, read_csv, read_json

pytestmark = pytest.mark.django_db


@kept
def champion() -> tuple[Tournament, Stage]:
    """A championship whose second seed beats the first in the final, finished."""
    tournament = cut_ready()
    stage = cut(tournament)
    one, two, *_rest = stage.seeds
    won_by(tournament, 4, one, two)
    won_by(tournament, 5, two)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    return tournament, stage


def seen(tournament: Tournament) -> dict[str, Any]:
    """The knock-out as the API tells everybody."""
    answer = Client().get(f"/api/v1/tournaments/{tournament.slug}/knock-out/")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_json_and_csv_carry_the_bracket_and_the_places_and_read_back_the_same(
    champion: tuple[Tournament, Stage],
) -> None:
    tournament, stage = champion
    results = results_of(tournament, staff=False)
    last = results.knock_out
    assert last is not None and last.seeds == tuple(stage.seeds)
    one, two, three, four = stage.seeds
    assert [(match.round, match.winner) for match in last.matches] == [(4, one), (4, two), (5, two)]
    assert last.places[:3] == ((1, (two,)), (2, (one,)), (3, (three, four)))
    told = [(line["place"], line["key"]) for line in final_places(tournament) if line["place"] is not None]
    assert [(place, key) for place, keys in last.places for key in keys] == told
    assert len(told) == 9
    back = read_json(as_json(results))
    assert (back.knock_out, back.matches, back.rounds) == (last, results.matches, 3)
    names = {f"E{entry.number}": entry.name for entry in Entry.objects.filter(tournament=tournament)}
    sheet = read_csv(as_csv(results))
    assert sheet.knock_out is not None and len(sheet.matches) == len(results.matches)
    assert [match.winner for match in sheet.knock_out.matches] == [names[one], names[two], names[two]]
    assert [match.games for match in sheet.knock_out.matches] == [match.games for match in last.matches]
    assert sheet.knock_out.places[0] == (1, (names[two],))
    assert sheet.knock_out.kind == last.kind == stage.kind
    assert sheet.knock_out.seeds == tuple(names[key] for key in stage.seeds)


def test_a_fide_report_gives_the_final_places_and_keeps_the_bracket_beside_the_rounds(
    champion: tuple[Tournament, Stage],
) -> None:
    tournament, stage = champion
    text = as_trf(results_of(tournament, staff=False))
    report = read_trf(text)
    places = {f"E{player.number}": player.place for player in report.players}
    assert places == {line["key"]: line["place"] for line in final_places(tournament)}
    assert places[stage.seeds[1]] == 1
    remarks = [line for line in report.other if line.startswith("###")]
    numbers = [key[1:] for key in stage.seeds]
    assert remarks[0] == f"### knock-out {stage.kind} seeds {' '.join(numbers)}"
    assert remarks[-1].startswith("### knock-out round 5") and remarks[-1].endswith(f"winner {numbers[1]}")
    assert len(remarks) == 4
    assert read_trf_results(text.encode()).rounds == 3


def test_the_api_tells_the_bracket_while_it_is_played_and_the_places_once_it_is_over() -> None:
    tournament, stage = ready()
    before = seen(tournament)
    assert before["kind"] == "double" and before["places"] == []
    assert before["seeds"] == [int(key[1:]) for key in stage.seeds]
    assert [match["round"] for match in before["matches"]] == sorted(
        match["round"] for match in before["matches"]
    )
    assert {match["winner"] for match in before["matches"]} == {None}
    assert [match["players"].count(None) for match in before["matches"]] == [0, 0, 2, 2, 2, 2]
    one, two, three, _four = stage.seeds
    publish(tournament, 2)
    assert [match["table"] for match in seen(tournament)["matches"][:2]] == [1, 2]
    for number, winners in ((2, (one, two)), (3, (one, three)), (4, (two,)), (5, (one,))):
        won_by(tournament, number, *winners)
    after = seen(tournament)
    assert after["places"][0]["entry"] == int(one[1:])
    assert after["matches"][-1]["winner"] == int(one[1:])
    assert sorted(after["matches"][-1]["games"]) == [0, 2]


def test_a_final_table_of_four_is_told_without_games() -> None:
    tournament = tables_ready(8, 4)
    stage = cut_to_tables(tournament)
    (match,) = seen(tournament)["matches"]
    assert (match["slot"], match["games"], match["winner"]) == ("final", None, None)
    assert match["players"] == [int(key[1:]) for key in stage.seeds]
    results = results_of(tournament, staff=False)
    assert read_json(as_json(results)).knock_out == results.knock_out
    assert results.knock_out is not None and results.knock_out.places == ()


def test_without_a_cut_the_places_are_those_of_the_rounds_once_it_is_finished() -> None:
    tournament = cut_ready(cut=False)
    assert seen(tournament) == {"kind": None, "seeds": [], "matches": [], "places": []}
    assert "knock_out" not in json.loads(as_json(results_of(tournament, staff=True)))
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert [line["place"] for line in seen(tournament)["places"]] == list(range(1, 10))


def test_an_import_says_that_the_knock_out_is_not_made_again(champion: tuple[Tournament, Stage]) -> None:
    text = as_json(results_of(champion[0], staff=False))
    assert preview(read_event(text.encode(), filename="x.json"))["knock_out"] is True
    bare = {key: value for key, value in json.loads(text).items() if key != "knock_out"}
    assert preview(read_event(json.dumps(bare).encode(), filename="x.json"))["knock_out"] is False


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seeds": ["E1", "E1"]}, "knock_out.seeds"),
        ({"seeds": ["E77"]}, "knock_out.seeds"),
        ({"extra": 1}, "knock_out.extra"),
        ({"kind": ""}, "knock_out.kind"),
        ({"places": [{"place": 0, "players": []}]}, "knock_out.places[0].place"),
        ({"places": [{"place": 1, "players": ["E1"]}, {"place": 2, "players": ["E1"]}]}, "knock_out.places"),
        ({"matches": [{"slot": "a", "round": 2, "players": ["E1", "E3"]}]}, "knock_out.matches[0].players"),
        ({"matches": [{"slot": "a", "round": 1, "players": ["E1", "E2"]}]}, "knock_out.matches[0].round"),
        (
            {"matches": [{"slot": "a", "round": 2, "players": ["E1", "E2"], "winner": "E3"}]},
            "knock_out.matches[0].winner",
        ),
        (
            {"matches": [{"slot": "a", "round": 2, "players": ["E1", "E2"], "games": [2]}]},
            "knock_out.matches[0].games",
        ),
    ],
)
def test_a_knock_out_that_contradicts_itself_is_refused_with_its_place(
    change: dict[str, Any], where: str
) -> None:
    good = {"kind": "single", "seeds": ["E1", "E2"], "matches": []}
    event = {
        "format": "results/1",
        "event": "x",
        "players": ["E1", "E2", "E3"],
        "rounds": [{"round": 1, "matches": [{"players": ["E1", "E2"], "games": [2, 0, 0]}]}],
    }
    assert read_json(json.dumps(event | {"knock_out": good})).knock_out is not None
    with pytest.raises(FormatError) as refused:
        read_json(json.dumps(event | {"knock_out": good | change}))
    assert refused.value.where == where


def test_the_front_page_leads_to_the_final_places_after_a_cut(champion: tuple[Tournament, Stage]) -> None:
    tournament, _stage = champion
    Tournament.objects.filter(pk=tournament.pk).update(approval="approved")
    other = cut_ready(cut=False)
    Tournament.objects.filter(pk=other.pk).update(approval="approved")
    page = Client().get("/").content.decode().partition("<main")[2]
    assert f'href="/t/{tournament.slug}/bracket/"' in page


def test_no_page_shows_a_clock_where_a_round_has_no_limit_and_every_page_does_where_it_has_one() -> None:
    tournament = cut_ready()
    cut(tournament)
    final = publish(tournament, 4)
    assert final.minutes == 0
    seat = Match.objects.filter(round=final).order_by("table")[0].seats.select_related("entry__user")[0]
    phone, desk = Client(), Client()
    phone.force_login(seat.entry.user)
    desk.force_login(tournament.created_by)
    pages = [(phone, "me/"), (Client(), "tables/"), (Client(), "screen/"), (desk, "desk/rounds/4/")]
    pages += [(desk, "desk/rounds/4/results/"), (desk, f"desk/matches/{seat.match_id}/")]
    found = {url: client.get(f"/t/{tournament.slug}/{url}").content.decode() for client, url in pages}
    assert [url for url, page in found.items() if "data-clock" in page.partition("<main")[2]] == []
    assert "No time limit" in found["me/"]
    Round.objects.filter(pk=final.pk).update(minutes=30)
    page = phone.get(f"/t/{tournament.slug}/me/").content.decode()
    assert "data-clock" in page and "No time limit" not in page
