"""A whole event by programs alone; each write once under its key; the rights of the page, no others."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.api.programs import Program, site_of
from tests.tournaments.hall import (
    hand_in_deck,
    make_tournament,
    make_user,
    organizer_of,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.api.serializers import StandingsSerializer
from tournaments.api.urls import OPERATIONS
from tournaments.api.views import standings_data
from tournaments.client import Refused
from tournaments.entries.models import Entry
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db


def done(answer: Any) -> Any:
    """The result of a write that went well."""
    assert answer.status_code == 200, answer.content
    return answer.json()["result"]


def test_a_whole_event_is_played_by_programs_alone() -> None:
    everybody, organizer = site_of(), site_of(make_user("Organizer"))
    starts = timezone.now() + timezone.timedelta(hours=1)
    slug = organizer.create_tournament(
        template="constructed-community", name="Program Cup", starts_at=starts
    ).slug
    with pytest.raises(Refused, match="Not found") as hidden:
        everybody.tournament(slug)
    assert hidden.value.status == 404
    organizer.open_entry(slug, casual=True)
    players = {}
    for _one in range(4):
        program = site_of(make_user())
        entry = program.enter(slug)
        players[entry.number] = program
        hand_in_deck(Entry.objects.get(pk=entry.entry))
    organizer.open_check_in(slug)
    for number, program in players.items():
        if number == 2:
            organizer.check_in_entry(slug, number)
        else:
            program.check_in(slug)
    rounds = organizer.start_tournament(slug).rounds
    assert isinstance(rounds, int)
    for number in range(1, rounds + 1):
        organizer.draft_round(slug, number)
        with pytest.raises(Refused):
            everybody.tournament_round(slug, number)
        organizer.publish_round(slug, number, start_clock=True)
        for one in organizer.tournament_desk_round(slug, number).matches:
            first, second = one.entries
            assert one.table is not None
            if one.table == 1:
                organizer.enter_result(slug, number, one.table, said=[2, 1, 0], version=one.version)
            else:
                said = [
                    players[seat].report_result(slug, number, one.table, said=[2, 0])
                    for seat in (first, second)
                ]
                assert [match.state for match in said] == ["reported", "final"]
        organizer.complete_round(slug, number)
    organizer.finish_tournament(slug)
    standings = everybody.tournament_standings(slug)
    assert standings.through_round == rounds and len(standings.rows) == 4
    built = standings_data(Tournament.objects.get(slug=slug), rounds)
    assert built["ledger_head"] is not None and built == StandingsSerializer(built).data
    mine = players[1].tournament_me(slug)
    assert mine.entry == 1 and len(mine.tables) == rounds and mine.rights == []
    assert verify_chain(Tournament.objects.get(slug=slug).chain_key) == []


@kept
def tournament() -> Tournament:
    return running_tournament(4)


def test_the_same_key_and_body_are_answered_alike_and_happen_once(tournament: Tournament) -> None:
    publish(tournament, 1)
    program = Program(organizer_of(tournament).user)
    path = f"tournaments/{tournament.slug}/rounds/1/tables/1/extend/"
    first = program.post(path, {"minutes": 5}, key="extend-table-1")
    rows = LedgerRow.objects.count()
    second = program.post(path, {"minutes": 5}, key="extend-table-1")
    assert first.status_code == second.status_code == 200 and first.json() == second.json()
    assert LedgerRow.objects.count() == rows
    assert Match.objects.get(tournament=tournament, table=1).extension_minutes == 5
    other = program.post(path, {"minutes": 6}, key="extend-table-1")
    assert other.status_code == 409 and other.json()["problems"][0]["code"] == "key_reused"
    assert Match.objects.get(tournament=tournament, table=1).extension_minutes == 5
    # Somebody else may use the same key: keys belong to people.
    judge = Program(staff_actor(tournament, "judge").user)
    assert judge.post(path, {"minutes": 6}, key="extend-table-1").status_code == 200


def test_a_result_sent_again_is_the_same_entry_and_no_correction_of_itself(tournament: Tournament) -> None:
    """Its table is final the second time; what the request is must not follow from that."""
    publish(tournament, 1)
    program, match = (
        Program(organizer_of(tournament).user),
        Match.objects.get(tournament=tournament, table=1),
    )
    path = f"tournaments/{tournament.slug}/rounds/1/tables/1/result/"
    body: dict[str, Any] = {"said": [2, 0], "version": match.version}
    first = program.post(path, body, key="result-of-table-1")
    rows = LedgerRow.objects.count()
    again = program.post(path, body, key="result-of-table-1")
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert LedgerRow.objects.count() == rows
    # A correction says why, and of which version.
    unread = program.post(path, {"said": [0, 2], "reason": "misread"})
    assert unread.status_code == 409
    assert [(one["code"], one["field"]) for one in unread.json()["problems"]] == [
        ("version_needed", "version")
    ]
    match.refresh_from_db()
    mended = program.post(path, {"said": [0, 2], "reason": "misread", "version": match.version})
    assert done(mended)["state"] == "final"
    match.refresh_from_db()
    assert match.outcome is not None and match.corrected_at is not None


def test_without_a_judge_the_organizers_program_settles_as_the_page_lets_them(tournament: Tournament) -> None:
    publish(tournament, 1)
    match = Match.objects.get(tournament=tournament, table=1)
    at = f"tournaments/{tournament.slug}/rounds/1/tables/1/"
    for seat, said in zip(match.seats.order_by("position"), ([2, 0], [0, 2]), strict=True):
        done(Program(seat.entry.user).post(f"{at}report/", {"said": said}))
    organizer, ruling = Program(organizer_of(tournament).user), {"said": [2, 0], "reason": "Both agree"}
    judge = Program(staff_actor(tournament, "judge").user)
    assert organizer.post(f"{at}settle/", ruling).status_code == 403, "a judge is here"
    tournament.staff.filter(role="judge").delete()
    assert judge.post(f"{at}settle/", ruling).status_code == 403
    assert done(organizer.post(f"{at}settle/", ruling))["state"] == "final"


@pytest.mark.parametrize("key", ["", "short", "x" * 73, "with space", "mit-ümlaut", "semi;colon"])
def test_a_write_without_a_key_of_its_own_is_refused(key: str) -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    program = Program(make_user())
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": key}
    url = f"/api/v1/tournaments/{tournament.slug}/enter/"
    assert Client().post(url, {}, "application/json", headers=headers).status_code == 400
    assert not Entry.objects.exists()


WRONG = [
    [],
    1,
    "x",
    {"minutes": "5"},
    {"minutes": True},
    {"minutes": 2.5},
    {"minutes": 0},
    {"minutes": 61},
    {},
]


@pytest.mark.parametrize("body", WRONG)
def test_a_body_of_another_shape_is_refused_by_field(body: Any) -> None:
    tournament = running_tournament(2)
    publish(tournament, 1)
    program = Program(organizer_of(tournament).user)
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": "some-key-1"}
    url = f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/1/extend/"
    assert Client().post(url, body, "application/json", headers=headers).status_code == 400
    assert Match.objects.get(tournament=tournament).extension_minutes == 0


def test_what_is_refused_says_why_in_the_language_asked_for() -> None:
    tournament = running_tournament(2)
    publish(tournament, 1)
    match = Match.objects.get(tournament=tournament)
    program = Program(match.seats.all()[0].entry.user)
    headers = {
        "Authorization": f"Bearer {program.token}",
        "Idempotency-Key": "report-one",
        "Accept-Language": "nl",
    }
    url = f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/1/report/"
    answer = Client().post(url, {"said": [9, 9, 9]}, "application/json", headers=headers)
    assert answer.status_code == 409
    assert "hoogstens" in answer.json()["problems"][0]["message"]


def test_nobody_reports_for_others_and_a_draft_is_not_there(tournament: Tournament) -> None:
    publish(tournament, 1)
    match = Match.objects.filter(tournament=tournament).order_by("table")[0]
    stranger = Program(make_user())
    at = f"tournaments/{tournament.slug}/rounds/"
    answer = stranger.post(f"{at}1/tables/{match.table}/report/", {"said": [2, 0]})
    assert answer.status_code == 409 and answer.json()["problems"][0]["code"] == "not_your_match"
    assert stranger.post(f"{at}2/tables/1/report/", {"said": [2, 0]}).status_code == 404
    assert stranger.get(f"{at.replace('rounds', 'desk/rounds')}1/").status_code == 403
    assert stranger.get(f"tournaments/{tournament.slug}/desk/entries/").status_code == 403


BODIES: dict[str, dict[str, Any]] = {
    "cancel_tournament": {"reason": "x"},
    "set_closing": {"closes_at": None},
    "copy_tournament": {"name": "Copy", "starts_at": "2027-01-02T10:00:00Z"},
    "rehearse_tournament": {"players": 4},
    "offer_role": {"username": "nobody", "role": "judge"},
    "invite_player": {"username": "nobody"},
    "enter_guest": {"name": "Guest"},
    "check_in_many": {"entries": [1]},
    "extend_deck": {"minutes": 5, "reason": "x"},
    "swap_players": {"first": 1, "second": 2, "reason": "x"},
    "enter_result": {"said": [2, 0]},
    "settle_dispute": {"said": [2, 0], "reason": "x"},
    "extend_table": {"minutes": 5},
    "give_penalty": {"entry": 1, "code": "T6", "level": "caution"},
    "withdraw_penalty": {"reason": "x"},
    "resolve_call": {"minutes": 0},
    "rule_case": {},
    "decide_appeal": {"outcome": "upheld", "reasons": "x"},
    "publish_precedent": {"question": "x", "answer": "y"},
    "count_card": {"entry": 1, "card": "main:1", "count": 1},
    "write_finding": {"entry": 1, "finding": "fine"},
    "revise_deck": {"text": "1 Waste", "reason": "x"},
    "record_pool": {"text": "1 Waste"},
    "sign_pool": {"role": "opener", "revision": 1},
    "confirm_line": {"line": 1},
    "repair_round": {"kind": "leave", "agreed": "x", "reason": "x"},
    "exchange_players": {"first": 1, "second": 2, "agreed": "x", "reason": "x"},
    "move_table": {"entry": 1, "to": 2, "agreed": "x", "reason": "x"},
    "keep_round": {"reason": "x"},
    "withdraw_round": {"reason": "x"},
    "reopen_round": {"reason": "x"},
    "restore_snapshot": {"agreed": "x", "reason": "x", "lost": 0},
    "add_rule": {"kind": "clan", "entry": 1, "group": "x"},
    "enter_slip": {"said": [2, 0], "version": 0},
    "enter_late_slip": {"said": [2, 0]},
    "edit_tournament": {"agreed": "x"},
    "take_role": {"person": 1, "role": "judge"},
    "give_zone": {"person": 1, "first": 1, "last": 2},
    "decide_approval": {"approve": True},
    "take_on": {"person": 1, "role": "judge"},
    "keep_template": {"kept_as": "x"},
    "set_fee": {"cents": 500},
    "take_fee": {"method": "cash"},
    "refund_fee": {"method": "cash"},
    "undo_row": {"reason": "x"},
    "close_till": {"till": 1, "counted_cents": 0},
    "extend_window": {"days": 1},
    "extend_league_table": {"days": 1},
    "seat_substitute": {"entry": 1, "other": 2},
    "rule_absence": {"absent": "both", "reason": "x"},
    "announce_prize": {"by": "place", "what": "x"},
    "give_prize": {"entry": 1},
    "answer_circuit": {"accept": True},
}


def test_each_staff_operation_asks_the_right_of_its_page_in_every_role(tournament: Tournament) -> None:
    """All roles times all operations: 403 for exactly those whose role does not give the right."""
    publish(tournament, 1)
    roles = ("organizer", "head_judge", "judge", "scorekeeper", "door")
    programs = {role: Program(staff_actor(tournament, role).user) for role in roles}
    programs["office"] = Program(make_user("Office", is_office=True))
    programs["nobody"] = Program(make_user())
    programs["player"] = Program(tournament.entries.order_by("number")[0].user)  # type: ignore[attr-defined]  # reverse relation
    values = {"slug": tournament.slug, "round": "1", "table": "1", "entry": "1", "penalty": "1"}
    values |= dict.fromkeys(("number", "log", "snapshot", "rule", "booking", "prize", "counts"), "1")
    # To play: what asks somebody to work here is taken back by the organizer alone, whatever its number is.
    asked = {"username": make_user().username, "kind": "play"}
    made = invitation_make(actor=organizer_of(tournament), tournament=tournament, **asked)
    values["invitation"] = str(made["invitation"])
    wrong, tried = [], 0
    staff = [one for one in OPERATIONS.values() if one.right and one.name not in ("cancel_tournament",)]
    for one in [*staff, OPERATIONS["cancel_tournament"]]:
        path = one.path
        for name, value in values.items():
            path = path.replace(f"<slug:{name}>", value).replace(f"<int:{name}>", value)
        for role, program in programs.items():
            answer = program.post(path, BODIES.get(one.name))
            tried += 1
            assert answer.status_code in (200, 403, 404, 409), (one.name, role, answer.content)
            if (answer.status_code == 403) != (one.right is not None and role not in one.right.roles):
                wrong.append((one.name, role, answer.status_code))
    assert wrong == [] and tried > 150


def test_the_root_names_what_there_is_and_old_addresses_lead_to_the_first_version() -> None:
    root = Client().get("/api/").json()
    assert root["versions"] == ["1"]
    for name, link in root["links"].items():
        if "{" not in link and name != "me":
            assert Client().get(link).status_code == 200, name
    answer = Client().get("/api/tournaments/?x=1")
    assert answer.status_code == 301 and answer["Location"] == "/api/v1/tournaments/?x=1"


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000,
        '{"name":' * 5_000 + "1" + "}" * 5_000,
        '{"name": ' + "[" * 900 + "]" * 900 + "}",
        '{"name": "\\ud800"}',
        '{"\\udfff": 1}',
        '{"name": NaN}',
        "",
        "{",
    ],
    ids=["open", "deep", "deep but readable", "half a letter", "half a key", "no number", "empty", "half"],
)
def test_a_body_that_cannot_be_read_is_the_sender_s_error(body: str) -> None:
    program = Program(make_user())
    program.client.raise_request_exception = False
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": "deep-body-1"}
    for path in ("new-tournament/", f"tournaments/{running_tournament(2).slug}/enter/"):
        answer = program.client.post(f"/api/v1/{path}", body, "application/json", headers=headers)
        assert answer.status_code in (400, 409) if path.endswith("enter/") else answer.status_code == 400, (
            path
        )
