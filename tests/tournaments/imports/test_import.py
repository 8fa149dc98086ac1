"""A finished event from a file: the whole way through the database, once, and never by halves."""

import json
import os
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.commands import SYSTEM
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import make_user
from tests.tournaments.standings.reference import Reference
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.imports.reading import read_event
from tournaments.imports.services import game_of_order, results_import
from tournaments.rounds.field import entrants_of, played_matches
from tournaments.rounds.models import Match, Round, Seat
from tournaments.standings import PRESETS
from tournaments.standings import Match as Played

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
EVENT = ROOT / "tournaments" / "demo" / "data" / "spring-orbit-open.json"
GOLDEN = Path(__file__).parent / "golden" / "spring-orbit-open.standings.json"


def run(command: str, *arguments: Any, **options: Any) -> str:
    """What a management command prints."""
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


def standings_of(tournament: Tournament, **options: Any) -> dict[str, Any]:
    """The printed JSON standings."""
    return dict(json.loads(run("standings", str(tournament.pk), format="json", **options)))


def imported() -> Tournament:
    """The demo's finished event, imported by the command."""
    run("import_results", str(EVENT))
    return Tournament.objects.get()


@pytest.mark.sqlite
@pytest.mark.both
def test_the_printed_standings_are_the_golden_ones_of_the_slow_reference() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    rows = standings_of(imported())["rows"]
    assert [[row["rank"], row["name"]] for row in rows] == [row[:2] for row in golden["rows"]]
    for row, (_rank, name, *values) in zip(rows, golden["rows"], strict=True):
        for key, value in zip(golden["metrics"], values, strict=True):
            assert Fraction(row["values"][key]["exact"]) == Fraction(value), (name, key)
            assert abs(Fraction(row["values"][key]["decimal"]) - Fraction(value)) <= Fraction(1, 2000)


@kept
def tournament() -> Tournament:
    return imported()


def test_the_stored_rows_give_the_reference_the_same_numbers(tournament: Tournament) -> None:
    entrants, matches = entrants_of(tournament), played_matches(tournament)
    missed = [Played.bye(n, e.id, "missed") for e in entrants for n in range(1, e.joined_round)]
    slow = Reference(entrants, [*matches, *missed], PRESETS["x610z"])
    for row in standings_of(tournament)["rows"]:
        for key in ("match_points", "omw", "gw", "ogw", "oomw"):
            assert Fraction(row["values"][key]["exact"]) == slow.value(key, row["player"])


def test_everything_of_the_file_stands_in_the_tables(tournament: Tournament) -> None:
    told = json.loads(EVENT.read_text(encoding="utf-8"))
    assert tournament.name == told["event"]
    assert tournament.state == Tournament.State.FINISHED
    assert Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).count() == 5
    entries = {entry.name: entry for entry in Entry.objects.filter(tournament=tournament)}
    names = {player["id"]: player["name"] for player in told["players"]}
    for player in told["players"]:
        entry = entries[player["name"]]
        assert entry.dropped_after == player.get("dropped_after")
        assert (entry.state == Entry.State.DROPPED) == ("dropped_after" in player)
        assert entry.joined_round == player.get("joined_round", 1)
        assert entry.random == player["lot"]
    for number, round_ in enumerate(told["rounds"], start=1):
        for row in round_["matches"]:
            seats = list(Seat.objects.filter(round__number=number, entry__name=names[row["players"][0]]))
            match = seats[0].match
            stored = list(match.seats.order_by("position"))
            assert [seat.entry.name for seat in stored] == [names[key] for key in row["players"]]
            if len(stored) == 2:
                score = [stored[0].games_won, stored[1].games_won, match.drawn_games]
                assert score == row["games"]
                assert match.kind == row.get("kind", "played")
                assert match.table is not None
            else:
                assert (match.kind, match.table) == ("bye", None)


def test_imported_people_cannot_sign_in(tournament: Tournament) -> None:
    people = get_user_model().objects.filter(entries__tournament=tournament)
    assert people.count() == 23
    assert not any(person.is_active or person.has_usable_password() for person in people)
    sort_names = dict(people.values_list("display_name", "sort_name"))
    assert sort_names["Émile Laurent"] == "emile laurent"


def test_an_import_is_one_row_of_the_ledger_and_its_chain_is_whole(tournament: Tournament) -> None:
    row = LedgerRow.objects.get(chain_id=tournament.chain_key)
    assert row.action == "results.import"
    assert row.data["players"] == 23
    assert "Saskia" not in json.dumps(row.data, ensure_ascii=False)
    assert verify_chain(tournament.chain_key) == []


@pytest.mark.sqlite
@pytest.mark.both
def test_the_same_file_twice_is_one_tournament_and_the_answer_says_so() -> None:
    first = run("import_results", str(EVENT))
    before = (
        Tournament.objects.count(),
        Entry.objects.count(),
        Match.objects.count(),
        LedgerRow.objects.count(),
    )
    second = run("import_results", str(EVENT), policy="mtg")
    after = (
        Tournament.objects.count(),
        Entry.objects.count(),
        Match.objects.count(),
        LedgerRow.objects.count(),
    )
    assert first.startswith("Imported tournament")
    assert second.startswith("Already imported: this file is tournament")
    assert "--policy mtg" in second
    assert before == after


def test_the_service_itself_answers_a_repeated_file_with_its_tournament() -> None:
    event = read_event(EVENT.read_bytes())
    first = results_import(actor=SYSTEM, event=event)
    second = results_import(actor=SYSTEM, event=event)
    assert (first["new"], second["new"]) == (True, False)
    assert first["id"] == second["id"]
    assert Tournament.objects.count() == 1


def test_a_chosen_policy_organizer_and_name_count_for_the_new_tournament() -> None:
    organizer = make_user("Desk")
    run("import_results", str(EVENT), policy="mtg", organizer=organizer.username, name="Retold")
    tournament = Tournament.objects.get()
    assert tournament.name == "Retold"
    assert tournament.created_by == organizer
    assert tournament.staff.get().user == organizer
    policy = standings_of(tournament)["policy"]
    assert (policy["key"], policy["match_floor"]) == ("mtg", "33/100")
    assert standings_of(tournament, policy="x610z")["policy"]["key"] == "x610z"


def test_csv_and_json_of_one_event_give_the_same_standings(tmp_path: Path) -> None:
    table = tmp_path / "day.csv"
    table.write_text(
        "# event: Table Day\n# preset: mtg\nround,player1,player2,wins1,wins2,draws,kind\n"
        "1,Ann,Bob,2,1,0,\n1,Cid,,,,,bye\n2,Cid,Ann,0,2,0,\n2,Bob,,,,,bye\n2,Cid,,,,,drop\n3,Ann,Bob,1,1,1,\n",
        encoding="utf-8",
    )
    rounds = [
        [["Ann", "Bob", 2, 1, 0], ["Cid", None, 2, 0, 0]],
        [["Cid", "Ann", 0, 2, 0], ["Bob", None, 2, 0, 0]],
        [["Ann", "Bob", 1, 1, 1]],
    ]
    data = tmp_path / "day.json"
    data.write_text(json.dumps({"event": "Table Day", "rounds": rounds, "dropped_after_round": {"Cid": 2}}))
    run("import_results", str(table))
    run("import_results", str(data), policy="mtg")
    one, other = Tournament.objects.order_by("pk")
    assert standings_of(one)["rows"] == standings_of(other)["rows"]
    assert standings_of(one)["rows"][0]["name"] == "Ann"
    assert standings_of(one)["rows"][0]["values"]["match_points"]["exact"] == "7"


def test_results_told_only_by_the_winner_are_stored_when_nothing_counts_games() -> None:
    rounds = [[["A", "B", 1], ["C", None, 5]], [["C", "A", 3], ["B", None, 5]]]
    event = read_event(json.dumps({"event": "Pod", "rounds": rounds}).encode(), policy=PRESETS["pokemon"])
    answer = results_import(actor=SYSTEM, event=event)
    rows = standings_of(Tournament.objects.get(pk=answer["id"]))["rows"]
    assert {row["name"]: row["values"]["match_points"]["exact"] for row in rows} == {
        "A": "4",
        "B": "3",
        "C": "4",
    }


def test_standings_of_an_earlier_round_and_as_csv_and_text(tournament: Tournament) -> None:
    early = standings_of(tournament, round=1)["rows"]
    assert {row["values"]["match_points"]["exact"] for row in early} <= {"0", "1", "3"}
    lines = run("standings", tournament.slug, format="csv").splitlines()
    assert lines[0].startswith("rank,player,name,wins,losses,draws,played,byes,dropped,match_points,")
    assert len(lines) == 24
    assert "OMW" in run("standings", tournament.slug)
    with pytest.raises(CommandError, match="complete rounds: 5"):
        run("standings", tournament.slug, round=6)
    with pytest.raises(CommandError, match="no tournament 'nowhere'"):
        run("standings", "nowhere")


def compact(*rounds: list[Any], **more: Any) -> dict[str, Any]:
    """A compact event."""
    return {"event": "Bad day", "rounds": list(rounds), **more}


BAD = {
    "not JSON": (b"{oops", r"line 1, column 2"),
    "noise": (b"\xff\xfe\x00\x81" * 1000, "not UTF-8"),
    "a list": (b'{"event": "x", "rounds": 4}', "rounds"),
    "nobody": (b'{"event": "x", "rounds": []}', "no rounds with players"),
    "player twice": (
        compact([["Ann", "Bob", 2, 0, 0], ["Ann", "Cid", 2, 0, 0]]),
        "round 1, match 2, Ann – Cid .*'Ann'",
    ),
    "word for games": (
        compact([["Ann", "Bob", 2, 0, 0]], [["Ann", "Bob", "two", 0, 0]]),
        "round 2, match 1, Ann – Bob ",
    ),
    "score without games": (compact([["Ann", "Bob", 1]]), "round 1, match 1 .Ann – Bob.*no game score"),
    "long name": (compact([["A" * 61, "Bob", 2, 0, 0]]), "player 1, “A{60}”"),
    "empty name": (compact([["\u200b", "Bob", 2, 0, 0]]), "player 1"),
    "pods and pairs": (
        {
            "format": "results/1",
            "event": "x",
            "players": ["A", "B", "C", "D", "E"],
            "rounds": [
                {
                    "matches": [
                        {"players": ["A", "B", "C"], "winner": "A"},
                        {"players": ["D", "E"], "games": [1, 0, 0]},
                    ]
                }
            ],
        },
        "round 1, match 2 .D – E.*cannot be mixed",
    ),
    "games against result": (
        {
            "format": "results/1",
            "event": "x",
            "players": ["A", "B"],
            "rounds": [{"matches": [{"players": ["A", "B"], "games": [2, 0, 0], "results": ["l", "w"]}]}],
        },
        "round 1, match 1 .A – B.*contradict the result",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_refused_with_its_place_and_leaves_nothing(case: str, tmp_path: Path) -> None:
    content, words = BAD[case]
    path = tmp_path / "bad.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    with pytest.raises(CommandError, match=words):
        run("import_results", str(path))
    assert not Tournament.objects.exists()
    assert not get_user_model().objects.exists()
    assert not LedgerRow.objects.exists()


def test_a_bad_line_of_a_table_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("round,player1,player2,wins1,wins2\n1,Ann,Bob,2,0\n1,Cid,Dee,2,\n")
    with pytest.raises(CommandError, match="line 3"):
        run("import_results", str(path))
    assert not Tournament.objects.exists()


def test_five_megabytes_of_noise_are_refused_quickly(tmp_path: Path) -> None:
    path = tmp_path / "noise.json"
    path.write_bytes(os.urandom(5_000_000))
    with pytest.raises(CommandError):
        run("import_results", str(path))


def test_a_failure_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_rows: Any, **_options: Any) -> Any:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Seat.objects, "bulk_create", broken)
    with pytest.raises(RuntimeError, match="disk"):
        results_import(actor=SYSTEM, event=read_event(EVENT.read_bytes()))
    assert not Tournament.objects.exists()
    assert not Entry.objects.exists()
    assert not LedgerRow.objects.exists()


def test_stored_standings_that_differ_from_the_files_are_never_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.imports.services.standings_rows", lambda *_a, **_k: [])
    with pytest.raises(RuntimeError, match="differ"):
        results_import(actor=SYSTEM, event=read_event(EVENT.read_bytes()))
    assert not Tournament.objects.exists()


def test_unknown_policies_files_and_people_are_named() -> None:
    with pytest.raises(CommandError, match="no preset 'nope'"):
        run("import_results", str(EVENT), policy="nope")
    with pytest.raises(CommandError, match="No such file"):
        run("import_results", str(EVENT) + ".missing")
    with pytest.raises(CommandError, match="nobody has the username 'ghost'"):
        run("import_results", str(EVENT), organizer="ghost")


def test_a_bye_worth_other_games_than_the_policys_is_refused_where_games_count() -> None:
    data = json.dumps(compact([["Ann", None, 1, 0, 0]])).encode()
    with pytest.raises(UserError, match="a bye counts as 2 games won"):
        read_event(data, policy=PRESETS["mtg"])


def test_three_hundred_players_take_a_few_dozen_queries() -> None:
    names = [f"N{number}" for number in range(300)]
    rounds = [[[a, b, 2, 0, 0] for a, b in zip(names[::2], names[1::2], strict=True)] for _ in range(9)]
    event = read_event(json.dumps(compact(*rounds, date="2024-02-03")).encode(), policy=PRESETS["mtg"])
    with CaptureQueriesContext(connection) as captured:
        results_import(actor=SYSTEM, event=event)
    assert len(captured) < 80  # 4,950 rows; SQLite takes them in batches
    assert Tournament.objects.get().starts_at.date().isoformat() == "2024-02-03"


@pytest.mark.parametrize(
    ("preset", "game"),
    [("x610z", "x610z"), ("x610z_pods", "x610z"), ("mtg", "mtg"), ("flesh_and_blood", "flesh_and_blood")],
)
def test_an_order_of_standings_names_the_game_of_an_imported_event(preset: str, game: str) -> None:
    assert game_of_order(PRESETS[preset]) == game
