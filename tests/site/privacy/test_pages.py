"""The pages of the privacy room: the file of one's data, erasing with the password, guardians, plain words."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import OutboxMessage
from tests.community import hung
from tests.community.wanted import decided, reported
from tests.site.privacy import traces
from tests.site.privacy.erasing import job
from tests.tournaments import hall
from tests.tournaments.agenda import people
from tests.tournaments.leagues import league as leagues
from tests.tournaments.recordings import table as recording
from tournaments.clans.services import clan_create
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import secret_read
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.judging.models import CheckedDeck, DeckCheck, JudgeCall
from tournaments.recordings.models import OpenedHand, PairingCode, Recording, RecordingEntry
from tournaments.recordings.practice_services import practice_open
from tournaments.recordings.results import proposal_of
from tournaments.rounds.models import Dispute, Match
from x610z_site.accounts.models import (
    Letter,
    MailAddress,
    MailReset,
    PersonalLink,
    Recovery,
    Session,
    SpentChallenge,
    Tries,
)
from x610z_site.privacy import inventory, retention
from x610z_site.privacy.choice_services import guardian_give
from x610z_site.privacy.export import person_zip
from x610z_site.privacy.models import ErasureRequest, Export, Guardian
from x610z_site.privacy.tasks import make_export

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


def signed_in(user: Any) -> Client:
    """A browser of this person."""
    client = Client()
    client.force_login(user)
    return client


def test_the_file_holds_everything_about_the_person_and_only_the_person_gets_it() -> None:
    user, tournament = traces.leave_traces()
    mine, other = signed_in(user), signed_in(hall.make_user())
    assert mine.post("/me/data/export/").status_code == 302
    assert mine.post("/me/data/export/").status_code == 302  # a second tap makes no second file
    export = Export.objects.get()
    assert "being prepared" in mine.get("/me/data/").content.decode()
    task = OutboxMessage.objects.filter(topic="task", payload__task__endswith="make_export").get()
    make_export(*task.payload["args"])
    export.refresh_from_db()
    assert (export.state, export.done) == ("done", export.parts)
    url = f"/me/data/export/{export.pk}/"
    assert url in mine.get("/me/data/").content.decode()
    assert other.get(url).status_code == 404
    answer = mine.get(url)
    assert "no-store" in answer["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        data = json.loads(file.read("person.json"))
        page = file.read("index.html").decode()
        logs = [name for name in file.namelist() if name.startswith("logs/")]
    whole = json.dumps(data, ensure_ascii=False)
    for word in (
        traces.NAME,
        traces.REAL,
        traces.SIGN_IN,
        "kanarie@example.org",
        "zwaluwstaart",
        "Nine Lanterns",
    ):
        assert word in whole, word
    assert tournament.name in page
    assert len(logs) == 1
    assert data["tournaments.Entry"][0]["tournament.name"] == "Trace Cup"
    assert "came late" not in whole  # what a judge noted for judges is the judges'
    assert "password" not in data["accounts.User"][0]
    assert "Other people" not in whole
    others = set(
        Entry.objects.filter(tournament=tournament).exclude(user=user).values_list("name", flat=True)
    )
    assert not [name for name in others if name in whole]


def file_of(user: Any) -> dict[str, str]:
    """The parts of the file of one's data as it is made now, by their names."""
    said = person_zip(user, language="en", tell=lambda *_parts: None)
    with zipfile.ZipFile(io.BytesIO(said)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_the_file_holds_what_a_person_recorded_noted_called_and_practised_and_who_read_of_them() -> None:
    table = recording.Table(template="constructed-quick")
    table.begin()
    own, other = table.players
    for player, phone in ((own, table.phones[0]), (other, table.phones[1])):
        phone.write({"kind": "note", "text": f"canary-line-{player.pk}"})
    table.phones[0].write({"text": f"canary-call-{own.pk}"}, kind="call")
    OpenedHand.objects.create(
        recording=table.recording, entry=own, notes=[{"text": "canary-hand"}], opened_at=timezone.now()
    )
    game = practice_open(actor=Actor(own.user, "player"), against="both")["recording"]
    client = signed_in(own.user)
    recording.Phone(client, f"/practice/{game}/").write({"kind": "note", "text": "canary-practice"})
    judge = hall.staff_actor(table.tournament, "judge")
    judge.user.display_name = "Reading Judge"
    judge.user.save()
    secret_read(actor=judge, tournament=table.tournament, kind="list", entries=[own.pk])
    called = {
        "tournament": table.tournament,
        "reason": "time",
        "opened_at": timezone.now(),
    }
    JudgeCall.objects.create(**called, entry=own)
    while_it_runs = "".join(file_of(own.user).values())
    assert "Reading Judge" not in while_it_runs, "a player who knows is told what the judges look for"
    Tournament.objects.filter(pk=table.tournament.pk).update(state="finished")
    parts = file_of(own.user)
    whole = "".join(parts.values())
    assert {f"recordings/{table.recording.pk}.jsonl", f"recordings/{game}.jsonl"} <= set(parts)
    wanted = (
        "canary-hand",
        "canary-practice",
        f"canary-line-{own.pk}",
        f"canary-call-{own.pk}",
        "Reading Judge",
    )
    assert [word for word in wanted if word not in whole] == []
    assert f"canary-line-{other.pk}" not in whole
    assert [row["reason"] for row in json.loads(parts["person.json"])["tournaments.JudgeCall"]] == ["time"]
    assert [row["pk"] for row in json.loads(parts["person.json"])["tournaments.Recording"]] == [game]


NOT_IN_THE_FILE = {
    "accounts.SecondStep": "a secret, which leaves the site for nobody",
    "accounts.RecoveryCode": "hashes of secrets",
    "reach.CalendarAddress": "the hash of a secret address, and when it was made",
    "privacy.Export": "the file itself",
    "privacy.Erasure": "whoever is being erased has no file any more",
    "privacy.ErasureRequest": "two people of the office, who decide on it",
    "tournaments.RecordingDevice": "hashes of secrets; what was written with it is in the file",
    "tournaments.PairingCode": "hashes of codes that live some minutes",
    "tournaments.RecordingEntry": "in files of their own, recordings/*.jsonl",
    "tournaments.PenaltyEvent": "the history of a penalty, which is in the file as it stands",
    "tournaments.CheckedDeck": "what judges noted of a list, for judges",
    "tournaments.Team": "of all its members; their entries name it",
    "tournaments.TillClosing": "a till that the person counted; its row of the ledger is in the file",
    "tournaments.AuditRun": "a judge's work; its row of the ledger is in the file",
}


def test_every_table_of_a_person_is_in_the_file_or_has_a_reason() -> None:
    missing = {table.label for table in inventory.TABLES if table.person and not table.export}
    assert missing == set(NOT_IN_THE_FILE)


def test_a_hostile_name_in_the_file_stays_text() -> None:
    user = hall.make_user("<img src=x onerror=alert(1)>")
    client = signed_in(user)
    client.post("/me/data/export/")
    make_export(Export.objects.get().pk)
    answer = client.get(f"/me/data/export/{Export.objects.get().pk}/")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert b"<img src=x" not in file.read("index.html")


def test_erasing_needs_the_password_and_signs_out() -> None:
    user, _tournament = traces.leave_traces()
    client = signed_in(user)
    refused = client.post("/me/data/erase/", {"password": "wrong"})
    assert refused.status_code == 422
    assert "This is not your password" in refused.content.decode()
    assert traces.hits()["accounts_user"]
    done = client.post("/me/data/erase/", {"password": traces.PASSWORD})
    assert done.status_code == 200
    assert "You are being erased" in done.content.decode()
    assert client.get("/me/").status_code == 302
    assert "accounts_user" not in traces.hits()
    job(user.pk)
    assert traces.hits() == {}


def test_the_page_says_why_erasing_has_to_wait() -> None:
    user, tournament = traces.leave_traces()
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    client = signed_in(user)
    page = client.get("/me/data/").content.decode()
    assert "You are entered in Trace Cup" in page
    assert "Erase me permanently" not in page
    assert client.post("/me/data/erase/", {"password": traces.PASSWORD}).status_code == 422
    assert traces.hits()["accounts_user"]


def test_two_people_of_the_office_erase_somebody_by_the_page() -> None:
    user, _tournament = traces.leave_traces()
    one, two = (signed_in(hall.make_user(f"Office {number}", is_office=True)) for number in (1, 2))
    assert one.post("/office/erasures/", {"username": "nobody-here"}).status_code == 422
    assert one.post("/office/erasures/", {"username": traces.SIGN_IN}).status_code == 302
    page = one.get("/office/erasures/").content.decode()
    assert "Erase permanently" not in page
    number = two.get("/office/erasures/").content.decode().split('name="confirm" value="')[1].split('"')[0]
    one.post("/office/erasures/", {"confirm": number})
    assert traces.hits()["accounts_user"]
    assert "Being erased" not in two.get("/office/erasures/").content.decode()
    two.post("/office/erasures/", {"confirm": number})
    assert "Being erased" in one.get("/office/erasures/").content.decode()
    assert "accounts_user" not in traces.hits()
    job(user.pk)
    assert "Being erased" not in one.get("/office/erasures/").content.decode()
    assert set(traces.hits()) <= {"sessions, opened"}


def test_a_guardian_is_confirmed_by_the_desk_of_the_event_and_seen_by_nobody_else() -> None:
    tournament = hall.approved_tournament(4)
    user = Entry.objects.filter(tournament=tournament)[0].user
    client = signed_in(user)
    assert client.post("/me/data/guardian/", {"contact": "x"}).status_code == 422
    client.post("/me/data/guardian/", {"contact": "06 1234 5678 (mother)"})
    url = f"/t/{tournament.slug}/desk/guardians/"
    assert signed_in(hall.staff_actor(tournament, "judge").user).get(url).status_code == 403
    desk = signed_in(hall.organizer_of(tournament).user)
    assert "06 1234 5678 (mother)" in desk.get(url).content.decode()
    elsewhere = hall.make_tournament("Elsewhere")
    stranger = signed_in(hall.organizer_of(elsewhere).user)
    stranger.post(f"/t/{elsewhere.slug}/desk/guardians/", {"user": user.pk})
    assert Guardian.objects.get().confirmed_at is None  # not a player there
    desk.post(url, {"user": user.pk})
    assert Guardian.objects.get().confirmed_by == hall.organizer_of(tournament).user
    assert "has spoken with" in client.get("/me/data/").content.decode()
    client.post("/me/data/guardian/", {"action": "withdraw"})
    assert Guardian.objects.exists()  # not by the child
    desk.post(url, {"user": user.pk, "do": "withdraw"})
    assert not Guardian.objects.exists()


@pytest.mark.parametrize(("language", "words"), [("en", "In plain words"), ("nl", "In gewone woorden")])
def test_the_privacy_page_is_linked_from_every_foot_and_shows_the_times(language: str, words: str) -> None:
    client = Client(headers={"Accept-Language": language})
    assert 'href="/privacy/"' in client.get("/t/").content.decode()
    page = client.get("/privacy/").content.decode()
    assert words in page
    for one in retention.RETENTION:
        assert one.days == 0 or f"{one.days} " in page


# --- retention ---------------------------------------------------------------------------------------------


def days_later(key: str, days: float) -> int:
    """How many rows of one kind are forgotten so many days from now."""
    one = next(one for one in retention.RETENTION if one.key == key)
    return one.forget(timezone.now() + timedelta(days=days))


def test_each_kind_is_kept_for_its_time_and_not_a_day_longer() -> None:
    user, tournament = traces.leave_traces()
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())
    Export.objects.create(user=user, language="en", asked_at=timezone.now(), state="done")
    Guardian.objects.update(given_at=timezone.now())
    Tries.objects.create(key="x", count=1, since=timezone.now())
    from ledger.models import IdempotencyKey

    IdempotencyKey.objects.create(actor_key="system", key="k", request_hash="h")
    OutboxMessage.objects.update(sent_at=timezone.now())
    penalty = tournament.penalties.get()
    expected = {
        "answer": 7,
        "message": 7,
        "export": 7,
        "attempt": 1,
        "draft": 30,
        "snapshot": 30,
        "guardian": 30,
        "log": 90,
        "warning": 365,
    }
    assert expected == {one.key: one.days for one in retention.RETENTION if one.key in expected}
    for key, days in expected.items():
        assert days_later(key, days - 0.5) == 0, key
        assert days_later(key, days + 0.5) >= 1, key
        assert days_later(key, days + 0.5) == 0, key
    assert not type(penalty).objects.filter(pk=penalty.pk).exists()
    assert bytes(GameLog.objects.get().original) == b""
    assert traces.broken_chains() == []


def one_row(key: str, user: Any) -> QuerySet[Any]:
    """One row whose time begins now, of the kinds that no tournament leaves by itself."""
    now = timezone.now()
    made: dict[str, Callable[[], Any]] = {
        "link": lambda: PersonalLink.objects.create(user=user, token_hash="0", expires_at=now),
        "session": lambda: Session.objects.create(session_key="s", user=user, expire_date=now),
        "erasure": lambda: ErasureRequest.objects.create(user=user, asked_by=user, asked_at=now),
        "challenge": lambda: SpentChallenge.objects.create(sha256="0", at=now),
        "recovery": lambda: Recovery.objects.create(user=user, asked_by=user, asked_at=now, expires_at=now),
        "reset": lambda: MailReset.objects.create(user=user, token_hash="0", made_at=now, expires_at=now),
        "claim": lambda: MailAddress.objects.create(user=user, wanted="a@b.example", expires_at=now),
        "letter": lambda: Letter.objects.create(kind="step", user=user, made_at=now),
    }
    row = made[key]()
    return type(row)._default_manager.filter(pk=row.pk)


@pytest.mark.parametrize(
    ("key", "days"),
    [
        ("link", 30),
        ("session", 0),
        ("erasure", 30),
        ("challenge", 1),
        ("recovery", 30),
        ("reset", 30),
        ("claim", 1),
        ("letter", 1),
    ],
)
def test_what_no_tournament_leaves_has_its_time_too(key: str, days: int) -> None:
    user, _tournament = traces.leave_traces()
    Session.objects.update(expire_date=timezone.now() + timedelta(days=400))
    for model in (PersonalLink, Recovery, MailReset, MailAddress, Letter):
        model._default_manager.all().delete()
    rows = one_row(key, user)
    assert next(one.days for one in retention.RETENTION if one.key == key) == days
    assert days_later(key, days - 0.1) == 0 and rows.count() == 1
    assert days_later(key, days + 0.1) == 1 and rows.count() == 0


def test_notes_of_checks_and_disputes_are_blanked_a_year_after_the_event_and_the_rows_stay() -> None:
    _user, tournament = traces.leave_traces()
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())
    judge, match = hall.staff_actor(tournament, "judge"), tournament.matches.filter(kind="played")[0]
    check = DeckCheck.objects.create(
        tournament=tournament, number=9, match=match, opened_at=timezone.now(), opened_by=judge.user
    )
    deck = CheckedDeck.objects.create(check_made=check, entry=match.seats.all()[0].entry, note="sleeves")
    dispute = Dispute.objects.create(match=match, reason="who won", opened_at=timezone.now())
    assert days_later("note", 364.5) == 0
    assert days_later("note", 365.5) >= 2
    deck.refresh_from_db()
    dispute.refresh_from_db()
    assert (deck.note, dispute.reason) == ("", "")


def test_a_recorded_game_is_forgotten_in_its_time_and_its_signed_result_stays() -> None:
    table = recording.Table(template="constructed-quick")
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1}, {"kind": "note", "text": "tired"})
    table.end()
    table.sign()
    OpenedHand.objects.create(
        recording=table.recording, entry=table.players[0], notes=[{"draw": 1}], opened_at=timezone.now()
    )
    assert table.clients[0].post(f"{table.url}pair/").status_code == 200
    assert PairingCode.objects.exists()
    Tournament.objects.filter(pk=table.tournament.pk).update(starts_at=timezone.now(), state="finished")
    said = ("journal", "phone")
    assert {one.key: one.days for one in retention.RETENTION if one.key in said} == {
        "journal": 90,
        "phone": 30,
    }
    for key, days in (("phone", 30), ("journal", 90)):
        assert days_later(key, days - 0.5) == 0, key
        assert days_later(key, days + 0.5) >= 2, key
        assert days_later(key, days + 0.5) == 0, key
    assert not OpenedHand.objects.exists() and not PairingCode.objects.exists()
    rows = RecordingEntry.objects.filter(recording=table.recording)
    assert rows.count() == 7 and not rows.exclude(body={}).exists()
    found = proposal_of(Match.objects.get(pk=table.match.pk))
    assert found is not None and (found.said, found.signed) == ((1, 0, 0), True)
    answer = table.phones[0].post(table.phones[0].entry({"kind": "note", "text": "more"}, base=7))
    assert answer.status_code == 403, "the phone has no key any more"
    for name in ("", "state.json", "offline.json", "sign/", "log.jsonl"):
        assert table.clients[0].get(f"{table.url}{name}").status_code == 200, name
    judge = signed_in(hall.staff_actor(table.tournament, "judge").user)
    assert "tired" not in judge.get(f"{table.url}judge/").content.decode()
    new = recording.Phone(table.clients[0], table.url)
    assert new.write({"kind": "note", "text": "later"})[0]["error"] == "forgotten"


def test_a_practice_game_is_gone_after_its_time() -> None:
    user = hall.make_user()
    practice_open(actor=Actor(user, "player"), against="random")
    practice_open(actor=Actor(hall.make_user(), "player"), against="both")
    assert {one.days for one in retention.RETENTION if one.key == "practice"} == {90}
    assert days_later("practice", 89.9) == 0
    assert days_later("practice", 90.1) >= 2
    assert not Recording.objects.exists() and not RecordingEntry.objects.exists()


def test_a_friendly_game_that_was_not_agreed_is_gone_after_its_time() -> None:
    one, other = hall.make_user(), hall.make_user()
    people.befriend(one, other)
    people.agreed(one, other)
    people.proposed(one, other)
    assert days_later("friendly", 31.9) == 0  # thirty days after the day, which is in two
    assert days_later("friendly", 32.1) == 3  # with what each kept of it


def test_an_appointment_of_a_league_is_gone_after_its_time_with_what_was_offered() -> None:
    cup = leagues.league(2)
    leagues.agreed(*leagues.table(cup))
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now(), state="finished")
    assert days_later("appointment", 29.5) == 0
    assert days_later("appointment", 30.5) == 2 and days_later("appointment", 30.5) == 0


def test_a_picture_that_is_not_shown_is_gone_after_its_time() -> None:
    hung.refuse(hung.send_picture(hall.make_user()))
    hung.hang(hung.send_picture(hall.make_user()))
    assert days_later("gallery", 89.5) == 0
    assert days_later("gallery", 90.5) == 1


def test_words_of_reports_go_half_a_year_after_the_decision_and_the_decision_after_two() -> None:
    clan = clan_create(actor=Actor(hall.make_user("Leader"), "player"), name="Loud Clan")["clan"]
    matter = reported(hall.make_user("Ann"), "clan", clan)
    assert days_later("report", 4000) == 0, "nothing is forgotten while it waits"
    decided(hall.make_user("Office", is_office=True), matter, hide=False)
    for key, days in (("report", 180), ("decision", 730)):
        assert days_later(key, days - 0.5) == 0, key
        assert days_later(key, days + 0.5) >= 1, key


def test_every_kind_of_the_table_has_a_test_of_its_time() -> None:
    """By name: a kind that is added without one fails here."""
    said = Path(__file__).read_text(encoding="utf-8").partition("# --- retention")[2]
    assert [one.key for one in retention.RETENTION if f'"{one.key}"' not in said] == []


@pytest.mark.parametrize(
    ("level", "key", "days"), [("game_loss", "loss", 730), ("disqualification", "disqualification", 365)]
)
def test_losses_and_disqualifications_have_times_of_their_own(level: str, key: str, days: int) -> None:
    _user, tournament = traces.leave_traces()
    tournament.penalties.update(level=level)
    assert days_later(key, days - 0.5) == 0
    assert days_later(key, days + 0.5) >= 1


def test_who_turned_16_the_year_before_is_no_child_any_more() -> None:
    """More of it: tests/site/privacy/test_children.py."""
    year = timezone.now().year
    for born in (year - 17, year - 16):
        now = timezone.now()
        Guardian.objects.create(user=hall.make_user(), given_at=now, confirmed_at=now, birth_year=born)
    assert days_later("grown", 0) == 1 and Guardian.objects.get().birth_year == year - 16


def test_nothing_of_an_event_that_is_not_over_is_forgotten() -> None:
    _user, tournament = traces.leave_traces()
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    gone = retention.forget_all(timezone.now() + timedelta(days=4000))
    assert (gone["log"], gone["draft"], gone["note"], gone["guardian"]) == (0, 0, 0, 0)


def test_the_relay_sweeps_at_most_once_an_hour() -> None:
    from ledger.sweeps import _sweeps

    assert _sweeps["retention"] is retention.retention_sweep
    user, _tournament = traces.leave_traces()
    Export.objects.create(user=user, language="en", asked_at=timezone.now() - timedelta(days=8), state="done")
    retention.retention_sweep()
    assert not Export.objects.exists()
    Export.objects.create(user=user, language="en", asked_at=timezone.now() - timedelta(days=8), state="done")
    retention.retention_sweep()
    assert Export.objects.exists()


def test_a_file_of_somebody_erased_meanwhile_is_not_kept() -> None:
    user = hall.make_user()
    signed_in(user).post("/me/data/export/")
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    make_export(Export.objects.get().pk)
    assert bytes(Export.objects.get().data) == b""
    assert guardian_give
