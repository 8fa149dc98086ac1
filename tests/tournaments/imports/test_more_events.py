"""Pods, half-point byes, missed rounds, disqualifications and FIDE reports become tournaments too."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.imports.reading import read_event
from tournaments.imports.trf_results import looks_like_trf, read_trf_results
from tournaments.rounds.field import entrants_of, played_matches, standings_rows
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Letters
from tournaments.standings import PRESETS, StandingsError, compute

pytestmark = pytest.mark.django_db


def run(*arguments: Any, **options: Any) -> str:
    """What the import prints."""
    out = StringIO()
    call_command("import_results", *arguments, stdout=out, **options)
    return out.getvalue()


def stored(tmp_path: Path, **event: Any) -> Tournament:
    """Import an event."""
    path = tmp_path / "event.json"
    path.write_text(json.dumps({"format": "results/1", "event": "Cup", **event}), encoding="utf-8")
    run(str(path))
    return Tournament.objects.get()


def test_pods_are_stored_with_who_won_and_shown(tmp_path: Path, client: Client) -> None:
    rounds = [
        {"matches": [{"players": ["A", "B", "C", "D"], "winner": "C"}, {"players": ["E"], "kind": "bye"}]},
        {"matches": [{"players": ["A", "B", "E"], "results": ["d", "d", "l"]}]},
    ]
    tournament = stored(
        tmp_path, players=list("ABCDE"), rounds=rounds, policy=PRESETS["x610z_pods"].to_json()
    )
    assert tournament.mode == "multiplayer"
    assert tournament.stages.get().kind == "pods"
    match = Match.objects.get(round__number=1, kind="played")
    assert match.outcome == Letters("llwl")
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert points == {"E1": 1, "E2": 1, "E3": 5, "E4": 0, "E5": 5}
    for page in ("", "tables/1/?by=table", "standings/"):
        assert client.get(f"/t/{tournament.slug}/{page}").status_code in (200, 302)


def test_half_point_byes_and_missed_rounds_count_what_they_are(tmp_path: Path) -> None:
    rounds = [
        {"matches": [{"players": ["A", "B"], "games": [2, 0, 0]}, {"players": ["C"], "kind": "half_bye"}]},
        {"matches": [{"players": ["A", "C"], "games": [2, 1, 0]}, {"players": ["B"], "kind": "missed"}]},
        {"matches": [{"players": ["B", "C"], "games": [2, 1, 0]}, {"players": ["A"], "kind": "bye"}]},
    ]
    tournament = stored(tmp_path, players=list("ABC"), rounds=rounds, policy=PRESETS["mtg"].to_json())
    kinds = [match.kind for match in played_matches(tournament) if match.players[1] is None]
    assert sorted(kinds) == ["bye", "half_bye", "missed"]
    rows = {row.id: row for row in standings_rows(tournament)}
    assert (rows["E1"].points, rows["E2"].points, rows["E3"].points) == (9, 3, 1)
    byes = [match.outcome for match in Match.objects.filter(kind="bye")]
    assert {outcome.letter(0) for outcome in byes if outcome is not None} == {"w", "d", "l"}


def test_a_disqualified_player_is_stored_so_and_has_no_rank(tmp_path: Path) -> None:
    players = [{"id": "A", "disqualified": True}, "B"]
    tournament = stored(
        tmp_path, players=players, rounds=[{"matches": [{"players": ["A", "B"], "games": [2, 0, 0]}]}]
    )
    assert [one.disqualified for one in entrants_of(tournament)] == [True, False]
    assert [(row.id, row.rank) for row in standings_rows(tournament)] == [("E2", 1), ("E1", None)]


def report(*players: str, head: str = "012 Open") -> str:
    """A FIDE report."""
    return "\r\n".join((head, *players)) + "\r\n"


def line(number: int, name: str, points: str, *cells: str) -> str:
    """One 001 line."""
    head = f"001 {number:>4}      {name:<33} {'':>4} {'':3} {'':>11} {'':<10} {points:>4} {number:>4}"
    return head + "".join(f"  {cell}" for cell in cells)


GOOD = report(
    line(1, "Ann", "2.0", "   2 w 1", "0000 - H", "   4 b ="),
    line(2, "Bob", "1.0", "   1 b 0", "   3 w 1", "0000 - Z"),
    line(3, "Cid", "1.0", "   4 w +", "   2 b 0", "0000 - Z"),
    line(4, "Dee", "1.5", "   3 b -", "0000 - U", "   1 w ="),
)


def test_a_report_becomes_an_event_with_byes_forfeits_and_absences(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_bytes(GOOD.encode())
    assert "Would import “Open”: 4 players, 3 rounds" in run(str(path), dry_run=True)
    assert not Tournament.objects.exists()
    assert "policy fide" in run(str(path))
    tournament = Tournament.objects.get()
    names = dict(Entry.objects.filter(tournament=tournament).values_list("number", "name"))
    assert names == {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dee"}
    assert list(
        Entry.objects.filter(tournament=tournament).order_by("number").values_list("dropped_after", flat=True)
    ) == [None, 2, 2, None]
    kinds = {(match.round, match.players): match.kind for match in played_matches(tournament)}
    assert kinds[1, ("E3", "E4")] == "forfeit"
    assert kinds[2, ("E1", None)] == "half_bye"
    assert kinds[2, ("E4", None)] == "bye"
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert points == {"E1": 2, "E2": 1, "E3": 1, "E4": 1.5}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("   2 w 1", "   2 w 0", "line 2: round 1: 0 against 0 is not possible"),
        ("   2 w 1", "   3 w 1", "line 2: round 1: player 3 does not say the same"),
        ("   2 w 1", "   1 w 1", "line 2: round 1: player 1 does not say the same"),
        ("   2 w 1", "   2 w +", "is not possible"),
        (" 1.0    2", " 2.0    2", "line 3: the points say 2, the rounds say 1"),
        ("   4 b =", "   4 b ?", "line 2"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused_with_its_lines(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    assert old in GOOD
    path = tmp_path / "open.trf"
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        run(str(path), dry_run=True)
    assert words in str(refused.value)
    assert not Tournament.objects.exists()


def test_all_problems_of_a_report_are_named_at_once() -> None:
    bad = GOOD.replace("   2 w 1", "   2 w =", 1).replace(" 1.5    4", " 9.5    4")
    with pytest.raises(StandingsError) as refused:
        read_trf_results(bad.encode())
    assert [part.split(":")[0] for part in refused.value.message.split("; ")] == [
        "line 2",
        "line 2",
        "line 3",
        "line 5",
    ]


def test_two_who_both_never_came_both_lose() -> None:
    results = read_trf_results(
        report(line(1, "A", "0.0", "   2 w -"), line(2, "B", "0.0", "   1 b -")).encode("latin-1")
    )
    assert [match.kind for match in results.matches] == ["double_loss"]


def test_a_report_is_known_by_its_name_or_its_lines() -> None:
    assert looks_like_trf(b"", "a.TRF")
    assert looks_like_trf(GOOD.encode())
    assert not looks_like_trf(GOOD.encode(), "a.csv")
    assert not looks_like_trf(b'{"event": "001 "}')
    assert read_event(GOOD.encode(), form="trf").policy.key == "fide"


def test_the_points_of_the_report_are_those_of_the_standings() -> None:
    results = read_trf_results(GOOD.encode())
    rows = compute(results.entrants, results.matches, PRESETS["fide"], results.rounds)
    assert {row.id: float(row.points) for row in rows} == {"1": 2, "2": 1, "3": 1, "4": 1.5}
