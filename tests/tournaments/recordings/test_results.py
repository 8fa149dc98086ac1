"""What signed games do for the result, and what a judge does in a recorded game."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from tests.halls import kept
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table, client_of
from tests.tournaments.rounds import test_crew_rounds as crews
from tournaments.recordings.judge_services import (
    recording_correct,
    recording_resume,
    recording_rewind,
    recording_sign_for,
    recording_void,
)
from tournaments.recordings.models import Recording
from tournaments.recordings.results import is_verified, own_report, proposal_of
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db]


@kept
def table() -> Table:
    """A match of one game, over because the second player gave up."""
    table = Table(template="constructed-quick")
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    return table


def match_of(table: Table) -> Match:
    return Match.objects.select_related("round__stage", "tournament").get(pk=table.match.pk)


def page(table: Table, seat: int) -> str:
    return client_of(table.players[seat].user).get(f"/t/{table.tournament.slug}/me/").content.decode()


def test_a_signed_game_fills_in_the_report_and_equal_reports_are_verified(table: Table) -> None:
    assert "Report the recorded result" not in page(table, 0)
    table.sign()
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided, found.signed) == ((1, 0, 0), True, True)
    for seat, fields in ((0, {"first": 1, "second": 0}), (1, {"first": 0, "second": 1})):
        assert "Report the recorded result" in page(table, seat)
        client = client_of(table.players[seat].user)
        answer = client.post(
            f"/t/{table.tournament.slug}/me/", fields | {"drawn": 0, "match": table.match.pk}
        )
        assert answer.status_code == 302
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    assert "Checked by the rules engine" in page(table, 0)
    desk = client_of(staff_actor(table.tournament, "scorekeeper").user)
    others = Match.objects.filter(tournament=table.tournament, kind="played").order_by("table")
    pages = [
        desk.get(f"/t/{table.tournament.slug}/desk/matches/{one.pk}/").content.decode() for one in others
    ]
    assert ["Checked by the rules engine" in page for page in pages] == [True, False]
    data = (
        client_of(table.players[0].user).get(f"/api/v1/tournaments/{table.tournament.slug}/rounds/1/").json()
    )
    assert [one["verified"] for one in data["matches"]].count(True) == 1
    exported = json.loads(Client().get(f"/t/{table.tournament.slug}/results/json/").content)
    rows = exported["rounds"][0]["matches"]
    proved = [row["players"] for row in rows if row.get("verified")]
    assert proved == [[entry.key for entry in table.players]]
    lines = Client().get(f"/t/{table.tournament.slug}/results/csv/").content.decode().splitlines()
    assert [line for line in lines if line.endswith(",yes")] == [
        line for line in lines if table.players[0].name in line
    ]


def test_a_result_that_the_log_does_not_prove_counts_and_is_not_verified(table: Table) -> None:
    table.sign()
    for entry in table.players:
        actor = Actor(entry.user, "player")
        result_report(actor=actor, tournament=table.tournament, match_id=table.match.pk, said=(0, 1, 0))
    assert match_of(table).state == Match.State.FINAL and not is_verified(match_of(table))
    for form in ("json", "csv"):
        assert b"yes" not in (file := Client().get(f"/t/{table.tournament.slug}/results/{form}/").content)
        assert b'verified": true' not in file


@pytest.mark.parametrize("gone, time, letters", [((1, 3, 0), False, "llwl"), ((2,), True, "ddld")])
def test_a_table_of_four_gets_its_places_from_the_log(
    gone: tuple[int, ...], time: bool, letters: str, time_machine: Any
) -> None:
    table = Table(template="multiplayer-pods")
    table.begin()
    for seat in gone:
        acks = table.phones[seat].write({"kind": "act", "do": "concede", "seat": seat})
        assert acks[0]["status"] == "ok", acks
    if time:
        time_machine.move_to(table.match.round.ends_at + timedelta(minutes=1), tick=False)
        assert table.phones[0].write({"kind": "act", "do": "time"})[0]["status"] == "ok"
    table.end()
    table.sign(*range(4))
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided, found.signed) == (letters, True, True)
    for seat, entry in enumerate(table.players):
        assert is_verified(match_of(table)) is False, f"before seat {seat} has reported"
        fields = own_report(found, match_of(table), seat)
        answer = client_of(entry.user).post(
            f"/t/{table.tournament.slug}/me/", fields | {"match": table.match.pk}
        )
        assert answer.status_code == 302, answer.content.decode()[:2000]
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    exported = json.loads(Client().get(f"/t/{table.tournament.slug}/results/json/").content)
    assert exported["rounds"][0]["matches"][0]["results"] == list(letters)
    assert exported["rounds"][0]["matches"][0]["verified"] is True


@pytest.mark.parametrize(
    "mode, size, said", [("2v2", 4, (1, 0, 0)), ("3v3", 6, (1, 0, 0)), ("2v2v2", 6, "wll")]
)
def test_a_game_of_teams_is_signed_by_every_member_and_verified_by_what_captains_report(
    mode: str, size: int, said: Any
) -> None:
    count = len(set(said)) + 1 if isinstance(said, str) else 2
    table = Table(running=teams.started(mode, count), decks=False)
    captains = [seat.entry for seat in table.match.seats.select_related("entry__user").order_by("position")]
    assert len(table.players) == size and {one.pk for one in captains} < {one.pk for one in table.players}
    assert [one.team_id for one in table.players[: len(captains)]] == [one.team_id for one in captains]
    table.begin()
    for seat in range(size - len(captains) + 1, size):  # anyone who gives up loses with all teammates (106.3)
        acks = table.phones[seat].write({"kind": "act", "do": "concede", "seat": seat})
        assert acks[0]["status"] == "ok", acks
    table.end()
    assert table.fresh().result["winners"] == [
        seat for seat, entry in enumerate(table.players) if entry.team_id == captains[0].team_id
    ]
    table.sign(*range(size - 1))
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided, found.signed) == (said, True, False)
    assert table.fresh().state == Recording.State.ENDED, "one member of a team has not signed"
    table.sign(size - 1)
    for entry in captains:
        assert not is_verified(match_of(table))
        actor = Actor(entry.user, "player")
        result_report(actor=actor, tournament=table.tournament, match_id=table.match.pk, said=said)
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    for seat in (0, size - 1):  # a captain, and a member of another team
        assert "Checked by the rules engine" in page(table, seat).partition("<main")[2], seat
    exported = json.loads(Client().get(f"/t/{table.tournament.slug}/results/json/").content)
    assert exported["rounds"][0]["matches"][0]["verified"] is True


def test_a_crew_match_is_never_verified_by_the_game_of_one_seat_which_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The captains sit against each other, and by their keys the files name the two crews."""
    monkeypatch.setattr(crews, "POLICY", {**crews.POLICY, "games": 1})
    table = Table(running=crews.event_of(2), decks=False)
    tournament = table.tournament
    assert {entry.name for entry in table.players} == {"A0", "A1"}
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    table.sign()
    for entry, said in zip(table.players, ((1, 0, 0), (1, 0, 0)), strict=True):
        actor = Actor(entry.user, "player")
        result_report(actor=actor, tournament=tournament, match_id=table.match.pk, said=said)
    assert is_verified(match_of(table)), "the seat is"
    organizer = staff_actor(tournament, "scorekeeper")
    for match in Match.objects.filter(tournament=tournament).exclude(pk=table.match.pk):
        result_enter(actor=organizer, tournament=tournament, match_id=match.pk, said=(1, 0, 0))
    exported = json.loads(Client().get(f"/t/{tournament.slug}/results/json/").content)
    (crew_match,) = exported["rounds"][0]["matches"]
    assert set(crew_match["players"]) == {entry.key for entry in table.players}
    assert "verified" not in crew_match
    lines = Client().get(f"/t/{tournament.slug}/results/csv/").content.decode().splitlines()
    assert not [line for line in lines if line.endswith(",yes")]


def test_a_recording_that_is_open_stopped_or_unsigned_blocks_no_result() -> None:
    for stopped in (False, True):
        table = Table(template="constructed-quick", decks=False)
        table.begin()
        if stopped:
            table.phones[0].write({"text": "Is that legal?"}, kind="call")
        for entry, said in zip(table.players, ((1, 0, 0), (1, 0, 0)), strict=True):
            actor = Actor(entry.user, "player")
            result_report(actor=actor, tournament=table.tournament, match_id=table.match.pk, said=said)
        assert match_of(table).state == Match.State.FINAL and not is_verified(match_of(table))
        assert table.fresh().state == ("frozen" if stopped else "open")


def test_time_in_a_game_makes_the_draw_that_is_reported(time_machine: Any) -> None:
    table = Table(template="constructed-quick")
    table.begin()
    time_machine.move_to(table.match.round.ends_at + timedelta(minutes=1), tick=False)
    table.phones[0].write({"kind": "act", "do": "time"})
    table.end()
    table.sign()
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided) == ((0, 0, 1), True)
    assert table.fresh().result["rule"] == "106.1a"


def test_unequal_reports_open_the_dispute_with_the_log_beside_both_claims(table: Table) -> None:
    table.sign()
    for entry, said in zip(table.players, ((1, 0, 0), (0, 1, 0)), strict=True):
        actor = Actor(entry.user, "player")
        result_report(actor=actor, tournament=table.tournament, match_id=table.match.pk, said=said)
    assert match_of(table).state == Match.State.DISPUTED
    log = table.fresh().log
    assert log is not None
    judge = client_of(staff_actor(table.tournament, "judge").user)
    for where in ("judge/", f"desk/matches/{table.match.pk}/"):
        assert f"/judge/logs/{log.pk}/" in judge.get(f"/t/{table.tournament.slug}/{where}").content.decode()
    keeper = client_of(staff_actor(table.tournament, "scorekeeper").user)
    shown = keeper.get(f"/t/{table.tournament.slug}/desk/matches/{table.match.pk}/")
    assert shown.status_code == 200 and "/judge/logs/" not in shown.content.decode()
    assert table.url in page(table, 0)


def test_a_judge_lets_a_stopped_game_go_on_corrects_it_and_it_is_in_the_log() -> None:
    other = Table()
    other.begin()
    other.phones[0].write({"text": "damage"}, kind="call")
    judge = staff_actor(other.tournament, "judge")
    here = {"tournament": other.tournament, "recording_id": other.recording.pk}
    recording_correct(actor=judge, change=[["damage", "#0", 1]], reason="counted again", **here)
    assert other.fresh().state == Recording.State.FROZEN
    recording_resume(actor=judge, minutes=4, **here)
    state = other.phones[0].state()
    assert state["state"] == "open" and state["screen"]["view"]["pawns"][0]["damage"] == 1
    assert b'"judge"' in other.phones[0].client.get(f"{other.url}log.jsonl").content
    assert other.phones[0].write({"kind": "act", "do": "end", "seat": 0})[0]["status"] == "ok"


def test_behind_a_draw_only_the_head_judge_undoes() -> None:
    other = Table()
    other.begin()
    end, proceed = {"kind": "act", "do": "end", "seat": 0}, {"kind": "act", "do": "proceed"}
    other.phones[0].write(end, proceed, proceed)
    here = {"tournament": other.tournament, "recording_id": other.recording.pk}
    asked = {"line": 3, "remedy": "G3", "reason": "a sharp turn", **here}
    with pytest.raises(Exception, match="head judge"):
        recording_rewind(actor=staff_actor(other.tournament, "judge"), **asked)
    recording_rewind(actor=staff_actor(other.tournament, "head_judge"), **asked)
    assert other.phones[0].state()["screen"]["asked"] == {"kind": "turn", "seat": 0}


def test_a_judge_signs_for_a_player_and_the_evidence_says_so(table: Table) -> None:
    table.sign(0)
    judge = staff_actor(table.tournament, "judge")
    here = {"tournament": table.tournament, "recording_id": table.recording.pk}
    sha = table.phones[0].state()["screen"]["log_sha256"]
    recording_sign_for(actor=judge, seat=1, log_sha256=sha, reason="his phone broke", **here)
    assert table.fresh().state == Recording.State.SIGNED
    assert table.fresh().log is not None and table.fresh().log.evidence == "3"
    assert table.phones[0].state()["signed"][1]["reason"] == "his phone broke"


def test_a_void_recording_stays_to_be_read_and_the_game_can_be_recorded_anew(table: Table) -> None:
    judge = staff_actor(table.tournament, "judge")
    recording_void(
        actor=judge, tournament=table.tournament, recording_id=table.recording.pk, reason="wrong game"
    )
    note = table.phones[0].write({"kind": "note", "text": "x"})[0]
    assert note["error"] == "void"
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    again = table.clients[0].post(address, {"game_number": 1, "mode": "two_phones"})
    assert again.status_code == 302 and again["Location"] != table.url


def test_a_judge_sees_what_a_correction_would_change_before_anything_is_written() -> None:
    other = Table()
    other.begin()
    judge = client_of(staff_actor(other.tournament, "judge").user)
    head = other.fresh().head
    asked = {"do": "preview", "kind": "damage", "piece": "#0", "value": "2", "reason": "counted again"}
    page = judge.post(f"{other.url}judge/", asked | {"change": '["pool", 1, "mystic", 3]\n["draw", 1, 1]'})
    changes = {(one.what, one.now, one.then) for one in page.context["preview"].changes}
    assert changes == {
        ("Damage", "0", "2"),
        ("Mystic Energy", "0", "3"),
        ("Cards in hand", "7", "8"),
        ("Cards in the deck", "43", "42"),
    }
    assert b'id="then-' in page.content and b"counted again" in page.content
    assert other.fresh().head == head
    bad = judge.post(f"{other.url}judge/", asked | {"kind": "dot", "value": "9,9"})
    assert bad.status_code == 422 and "preview" in bad.context and not bad.context["preview"].changes
    assert other.fresh().head == head
    for client in other.clients:
        assert client.post(f"{other.url}judge/", asked).status_code == 404


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ({"kind": "draw", "piece": "seat:1", "value": "2"}, {("Cards in hand", "7", "9")}),
        ({"kind": "round", "value": "12"}, {("Round", "1", "12")}),
        ({"kind": "turn", "piece": "seat:1", "value": "2"}, {("Turn", "1: {0}", "2: {1}")}),
    ],
)
def test_a_judge_sets_cards_drawn_the_round_and_the_turn(
    said: dict[str, str], changes: set[tuple[str, str, str]]
) -> None:
    other = Table()
    other.begin()
    judge = client_of(staff_actor(other.tournament, "judge").user)
    names = [other.phones[0].state()["names"][entry.key] for entry in other.players]
    asked = {"do": "preview", "reason": "counted again", **said}
    found = {
        (one.what, one.now, one.then)
        for one in judge.post(f"{other.url}judge/", asked).context["preview"].changes
    }
    assert found >= {(what, now.format(*names), then.format(*names)) for what, now, then in changes}
    written = judge.post(f"{other.url}judge/", asked | {"do": "correct"})
    assert written.status_code == 302
    assert judge.post(f"{other.url}judge/", asked).context["preview"].changes != found


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"kind": "draw", "piece": "#0", "value": "2"}, "piece"),
        ({"kind": "turn", "piece": "", "value": "2"}, "value"),
        ({"kind": "damage", "piece": "seat:0", "value": "2"}, "piece"),
        ({"kind": "draw", "piece": "seat:7", "value": "2"}, "piece"),
        ({"kind": "round", "value": "twelve"}, "value"),
    ],
)
def test_a_correction_that_fits_nothing_says_which_field_to_mend(said: dict[str, str], field: str) -> None:
    other = Table()
    other.begin()
    judge, head = client_of(staff_actor(other.tournament, "judge").user), other.fresh().head
    answer = judge.post(f"{other.url}judge/", {"do": "correct", "reason": "so", **said})
    assert answer.status_code == 422 and field in answer.context["forms"]["correct"].errors
    assert other.fresh().head == head
