"""A tournament as a file: what comes out reads back as the same event, and tells no secret."""

import json

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import draft, organizer_of, play, running_tournament
from tournaments.desk.rule_services import rule_add
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Tournament
from tournaments.imports.exports import as_csv, as_json, as_trf, results_of
from tournaments.imports.trf_results import read_trf_results
from tournaments.pairing.trf import read_trf
from tournaments.rounds.field import standings_rows
from tournaments.standings import compute
from tournaments.standings.formats import read_csv, read_json

pytestmark = pytest.mark.django_db


def played(players: int = 7, rounds: int = 3) -> Tournament:
    """A tournament after some rounds, one player gone after the first."""
    tournament = running_tournament(players)
    for number in range(1, rounds + 1):
        play(tournament, number)
        if number == 1:
            entry = Entry.objects.filter(tournament=tournament).order_by("number")[4]
            entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)
    return tournament


@kept
def tournament() -> Tournament:
    return played()


def test_json_reads_back_as_the_same_event_with_the_same_standings(tournament: Tournament) -> None:
    results = results_of(tournament, staff=True)
    back = read_json(as_json(results))
    assert (back.entrants, back.matches, back.policy) == (results.entrants, results.matches, results.policy)
    assert back.policy is not None
    rows = compute(back.entrants, back.matches, back.policy, back.rounds)
    assert [(row.rank, row.id, row.values) for row in rows] == [
        (row.rank, row.id, row.values) for row in standings_rows(tournament)
    ]


def test_csv_holds_every_match_drop_and_name_and_no_formula(tournament: Tournament) -> None:
    entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    Entry.objects.filter(pk=entry.pk).update(name="=1+1")
    twin = Entry.objects.filter(tournament=tournament).order_by("number")[1]
    Entry.objects.filter(tournament=tournament, number=3).update(name=twin.name)
    text = as_csv(results_of(tournament, staff=False))
    assert ",=1" not in text
    assert ",'=1+1" in text
    back = read_csv(text)
    assert len(back.entrants) == 7
    assert len(back.matches) == len(results_of(tournament, staff=False).matches)
    assert sorted(one.dropped_after or 0 for one in back.entrants) == [0] * 6 + [1]


def test_a_fide_report_reads_back_with_the_same_meetings_and_points(tournament: Tournament) -> None:
    text = as_trf(results_of(tournament, staff=False))
    report = read_trf(text)
    rows = {row.id: row for row in standings_rows(tournament)}
    assert [player.half_points for player in report.players] == [
        2 * int(rows[f"E{player.number}"].points) for player in report.players
    ]
    assert "BBW  3.0" in report.other
    back = read_trf_results(text.encode())
    mine = results_of(tournament, staff=False)

    def meetings(matches: object) -> set[tuple[int, frozenset[str]]]:
        assert isinstance(matches, tuple)
        return {
            (match.round, frozenset(one.removeprefix("E") for one in match.players if one))
            for match in matches
            if match.kind != "missed"
        }

    assert meetings(back.matches) == meetings(mine.matches)
    assert [one.dropped_after for one in back.entrants] == [one.dropped_after for one in mine.entrants]


def test_a_draft_and_a_disqualification_are_in_no_public_file() -> None:
    tournament = played(8, 1)
    entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    rule_add(actor=organizer_of(tournament), tournament=tournament, kind="disqualified", entry_id=entry.pk)
    draft(tournament, 2)
    url = f"/t/{tournament.slug}/results/json/"
    public = json.loads(Client().get(url).content)
    assert len(public["rounds"]) == 1
    assert "disqualified" not in json.dumps(public["players"])
    client = Client()
    client.force_login(tournament.created_by)
    assert "disqualified" in client.get(url).content.decode()


def test_every_form_is_a_download_and_no_other_form_exists(tournament: Tournament) -> None:
    for form in ("json", "csv", "trf"):
        answer = Client().get(f"/t/{tournament.slug}/results/{form}/")
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.{form}"'
    assert Client().get(f"/t/{tournament.slug}/results/xml/").status_code == 404
    assert Client().get("/t/nowhere/results/json/").status_code == 404


def test_tables_of_three_to_six_have_no_fide_report() -> None:
    text = '{"format": "results/1", "event": "x", "players": ["A", "B", "C"], '
    text += '"rounds": [{"matches": [{"players": ["A", "B", "C"], "winner": "A"}]}]}'
    with pytest.raises(ValueError, match="three to six"):
        as_trf(read_json(text))
