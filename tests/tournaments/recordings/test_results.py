"""What signed games do for the result, and what a judge does in a recorded game."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ledger.anew import differences, made_anew
from ledger.commands import Actor
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Phone, Table, client_of
from tests.tournaments.rounds import test_crew_rounds as crews
from tournaments.recordings.judge_services import (
    recording_correct,
    recording_resume,
    recording_rewind,
    recording_sign_for,
    recording_void,
)
from tournaments.recordings.models import Recording
from tournaments.recordings.results import is_verified, proposal_of
from tournaments.rounds.models import Match, Round
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


def reported(table: Table, seat: int, said: Any) -> None:
    """A player reports by themselves."""
    actor = Actor(table.players[seat].user, "player")
    result_report(actor=actor, tournament=table.tournament, match_id=table.match.pk, said=said)


def page(table: Table, seat: int) -> str:
    return client_of(table.players[seat].user).get(f"/t/{table.tournament.slug}/me/").content.decode()


def test_two_signatures_make_the_result_final_and_verified_with_a_row_of_the_ledger_for_each(
    table: Table,
) -> None:
    names = [entry.name for entry in table.players]
    will = {"result": f"{names[0]} 1–0 {names[1]}", "final": False, "otherwise": ""}
    assert table.phones[0].state()["match"] == will
    sheet = table.clients[0].get(f"{table.url}sign/").content.decode()
    assert f"When you all sign, this is the result of your match: {will['result']}" in sheet
    table.sign(0)
    assert match_of(table).state == Match.State.OPEN and "Report the recorded result" not in page(table, 0)
    table.sign(1)
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    assert table.phones[1].state()["match"] == will | {"final": True}
    for seat in (0, 1):
        assert "Report the recorded result" not in page(table, seat)
        sheet = table.clients[seat].get(f"{table.url}sign/").content.decode()
        assert f"The result of your match is final: {will['result']}" in sheet
    rows = LedgerRow.objects.filter(chain_id=table.tournament.chain_key, action="result.report")
    told = [row.data for row in rows.order_by("number")]
    assert [row["entry"] for row in told] == [one.pk for one in table.players]
    assert {(row["match"], row["recording"]) for row in told} == {(table.match.pk, table.recording.pk)}
    assert [row.get("source") for row in told] == [None, "both"], "a program is told of it once"
    assert verify_chain(table.tournament.chain_key) == []
    slug = table.tournament.slug
    assert [one for one in differences(slug, made_anew(slug)) if one.startswith(("report", "match "))] == []
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
    for seat in (0, 1):
        reported(table, seat, (0, 1, 0))
    table.sign()
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
    for seat in range(4):
        assert match_of(table).state == Match.State.OPEN, f"before seat {seat} has signed"
        table.sign(seat)
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided, found.signed) == (letters, True, True)
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    exported = json.loads(Client().get(f"/t/{table.tournament.slug}/results/json/").content)
    assert exported["rounds"][0]["matches"][0]["results"] == list(letters)
    assert exported["rounds"][0]["matches"][0]["verified"] is True


@pytest.mark.parametrize(
    "mode, size, said", [("2v2", 4, (1, 0, 0)), ("3v3", 6, (1, 0, 0)), ("2v2v2", 6, "wll")]
)
def test_a_game_of_teams_is_signed_by_every_member_and_that_is_what_the_captains_report(
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
    assert set(match_of(table).reports.values_list("entry", flat=True)) == {one.pk for one in captains}
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
        for seat in (0, 1):
            reported(table, seat, (1, 0, 0))
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
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    assert table.phones[0].state()["match"]["result"].endswith("(a draw)")


def test_a_signature_overwrites_no_report_and_what_differs_is_the_dispute_with_the_log_beside_both_claims(
    table: Table,
) -> None:
    reported(table, 1, (0, 1, 0))
    told = [phone.state()["match"]["otherwise"] for phone in table.phones]
    assert told == ["", f"{table.players[0].name} 0–1 {table.players[1].name}"], "to who said so alone"
    assert "If that is wrong, change it first" in table.clients[1].get(f"{table.url}sign/").content.decode()
    table.sign()
    assert match_of(table).state == Match.State.DISPUTED
    said = match_of(table).reports.order_by("entry__number").values_list("entry", "outcome")
    assert {entry: outcome.won for entry, outcome in said} == {
        table.players[0].pk: (1, 0),
        table.players[1].pk: (0, 1),
    }
    log = table.fresh().log
    assert log is not None
    judge = client_of(staff_actor(table.tournament, "judge").user)
    for where in ("judge/", f"desk/matches/{table.match.pk}/"):
        assert f"/judge/logs/{log.pk}/" in judge.get(f"/t/{table.tournament.slug}/{where}").content.decode()
    keeper = client_of(staff_actor(table.tournament, "scorekeeper").user)
    shown = keeper.get(f"/t/{table.tournament.slug}/desk/matches/{table.match.pk}/")
    assert shown.status_code == 200 and "/judge/logs/" not in shown.content.decode()
    assert table.url in page(table, 0)


@pytest.mark.parametrize("state", ["closed", "disputed", "final"])
def test_a_signature_that_comes_late_is_kept_and_changes_nothing_of_the_match(
    table: Table, state: str
) -> None:
    if state == "closed":
        Round.objects.filter(pk=table.match.round_id).update(state=Round.State.COMPLETED)
    else:
        for seat, said in enumerate(((0, 1, 0), (0, 1, 0) if state == "final" else (1, 0, 0))):
            reported(table, seat, said)
    before = match_of(table)
    assert state == "final" or table.phones[0].state()["match"] is None, "and no page promises anything"
    table.sign()
    assert table.fresh().state == Recording.State.SIGNED
    after = match_of(table)
    assert (after.state, after.version, after.outcome) == (before.state, before.version, before.outcome)


def played(table: Table, number: int, loser: int) -> list[Phone]:
    """A further game of the match, which this seat gives up; nobody has signed it."""
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    opened = table.clients[0].post(address, {"game_number": number, "mode": "two_phones"})
    phones = [Phone(client_of(entry.user), str(opened["Location"])) for entry in table.players]
    chooses = next(iter(phones[0].state()["last_losers"]), 1)
    phones[chooses].write({"kind": "chance", "of": "first", "by": "loser", "seat": chooses, "value": 0})
    phones[0].write({"kind": "act", "do": "begin", "seat": 0})
    phones[loser].write({"kind": "act", "do": "concede", "seat": loser})
    assert phones[0].write({"kind": "end"})[0]["status"] == "ok"
    return phones


def signed_by(phones: list[Phone], *seats: int) -> None:
    for seat in seats:
        sha = phones[seat].state()["screen"]["log_sha256"]
        assert phones[seat].write({"log_sha256": sha}, kind="sign")[0]["status"] == "ok"


def test_of_three_games_the_last_signature_of_all_reports_the_match_whichever_game_it_is_of() -> None:
    table = Table()
    first = played_first(table)
    signed_by(first, 0, 1)
    assert match_of(table).state == Match.State.OPEN, "one game of three decides nothing"
    assert first[0].state()["match"] is None
    second = played(table, 2, loser=0)
    signed_by(second, 0)
    third = played(table, 3, loser=1)
    signed_by(third, 0, 1)
    assert match_of(table).state == Match.State.OPEN, "somebody has not signed the second game"
    assert third[0].state()["match"]["result"] == f"{table.players[0].name} 2–1 {table.players[1].name}"
    signed_by(second, 1)
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))
    assert match_of(table).outcome.won == (2, 1)


def played_first(table: Table) -> list[Phone]:
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    return table.phones


def test_games_decide_nothing_while_one_before_them_is_on_paper_or_one_is_played_on_after_time(
    time_machine: Any,
) -> None:
    table = Table()
    recording_void(
        actor=staff_actor(table.tournament, "judge"),
        tournament=table.tournament,
        recording_id=table.recording.pk,
        reason="on paper",
    )
    for number in (2, 3):
        signed_by(played(table, number, loser=1), 0, 1)
    found = proposal_of(match_of(table))
    assert found is not None and (found.said, found.decided) == ((2, 0, 0), False)
    assert match_of(table).state == Match.State.OPEN and "Report the recorded result" not in page(table, 0)
    other = Table()
    first = played_first(other)
    address = f"/t/{other.tournament.slug}/matches/{other.match.pk}/recordings/"
    other.clients[0].post(address, {"game_number": 2, "mode": "two_phones"})
    time_machine.move_to(other.match.round.ends_at + timedelta(minutes=1), tick=False)
    signed_by(first, 0, 1)
    assert match_of(other).state == Match.State.OPEN


def test_after_time_the_one_game_that_was_played_is_the_result_by_its_signatures(time_machine: Any) -> None:
    table = Table()
    first = played_first(table)
    time_machine.move_to(table.match.round.ends_at + timedelta(minutes=1), tick=False)
    signed_by(first, 0, 1)
    assert match_of(table).outcome.won == (1, 0) and match_of(table).state == Match.State.FINAL


def test_in_a_scribes_recording_each_signs_for_themselves_and_that_reports_for_both() -> None:
    table = Table(mode="scribe", template="constructed-quick")
    scribe = Phone(table.clients[0], table.url, table=True)
    first: Any = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
    begin, concede = ({"kind": "act", "do": do, "seat": seat} for do, seat in (("begin", 0), ("concede", 1)))
    scribe.write(first, begin, concede, {"kind": "end"})
    for client in table.clients:
        assert match_of(table).state == Match.State.OPEN
        sha = scribe.state()["screen"]["log_sha256"]
        assert client.post(f"{table.url}sign/", {"log_sha256": sha}).status_code == 302
    assert match_of(table).state == Match.State.FINAL and is_verified(match_of(table))


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
    assert match_of(table).state == Match.State.REPORTED, "who signed has reported, and nobody for the other"
    assert "Report the recorded result" in page(table, 1)
    assert "Report the recorded result" not in page(table, 0)
    fields = {"first": 0, "second": 1, "drawn": 0, "match": table.match.pk}
    assert table.clients[1].post(f"/t/{table.tournament.slug}/me/", fields).status_code == 302
    assert match_of(table).state == Match.State.FINAL
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


def test_a_judge_writes_further_changes_in_the_words_of_the_choices() -> None:
    table = Table()
    table.begin()
    judge = client_of(staff_actor(table.tournament, "judge").user)
    page = judge.get(f"{table.url}judge/")
    form = page.context["forms"]["correct"]
    _code, base = form.fields["piece"].choices[1]
    assert f"Damage; {base}; 2" in str(form.fields["change"].help_text)
    asked = {"do": "preview", "reason": "counted again"}
    lines = f"Damage; {base}; 2\nPlayer draws; {table.players[1].name}; 2\nRound of the game; 12\nState; {base}; 1"
    bad = judge.post(f"{table.url}judge/", asked | {"change": lines})
    assert (
        bad.status_code == 422 and "Write it as it stands in the choices above: State" in bad.content.decode()
    )
    page = judge.post(f"{table.url}judge/", asked | {"change": lines.rpartition("\n")[0]})
    changes = {(one.what, one.then) for one in page.context["preview"].changes}
    assert changes >= {("Damage", "2"), ("Cards in hand", "9"), ("Round", "12")}
    ids = re.findall(r'id="((?:rec|then)-[^"]*)"', page.content.decode())
    assert {one.rpartition("-title")[0] for one in ids if one.endswith("-title")} == {
        "rec-w", "rec-p", "then-w", "then-p",
    }, "a phone has the boards whose players stand below them"  # fmt: skip
    assert len(ids) == len(set(ids))


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
