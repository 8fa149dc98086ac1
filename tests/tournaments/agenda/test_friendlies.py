"""Friendly games: proposed to friends and clan mates, answered as they were read, counted nowhere."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SITE_CHAIN, SYSTEM
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.ledger.chains import broken
from tests.tournaments.agenda.people import acts, agreed, at, befriend, child, game, in_one_clan, proposed
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tests.tournaments.submissions.deck_hall import browser
from tournaments.agenda import services
from tournaments.agenda.models import Friendly, FriendlyNote
from tournaments.agenda.services import friendlies_sweep, friendly_remind
from tournaments.clans.services import clan_leave
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.organizations.models import Organization, Venue
from tournaments.recordings.models import Recording
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]
State = Friendly.State


def refused(service: Any, user: Any, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        service(actor=acts(user), **params)
    return caught.value.code


@pytest.fixture
def two() -> tuple[Any, Any]:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    return ann, bob


def told(name: str) -> list[list[int]]:
    rows = OutboxMessage.objects.filter(topic="notice", payload__name=name).order_by("pk")
    return [row.payload["people"] for row in rows]


def test_one_proposes_and_the_other_agrees_to_what_they_read(two: tuple[Any, Any]) -> None:
    ann, bob = two
    made = proposed(ann, bob)
    assert told("friendly.proposed") == [[bob.pk]]
    one = {"friendly_id": made.pk, "version": 1}
    assert refused(services.friendly_accept, ann, **one) == "stale"
    assert refused(services.friendly_accept, make_user(), **one) == "gone"
    assert refused(services.friendly_accept, bob, friendly_id=made.pk, version=2) == "stale"
    services.friendly_accept(actor=acts(bob), **one)
    assert services.friendly_accept(actor=acts(bob), **one)["state"] == "accepted"  # twice is once
    assert told("friendly.accepted") == [[ann.pk]]
    assert refused(services.friendly_decline, bob, **one) == "stale"
    assert broken(SITE_CHAIN) == []


def test_either_moves_it_and_then_the_other_must_answer(two: tuple[Any, Any]) -> None:
    ann, bob = two
    made = agreed(ann, bob)
    later = timezone.now() + timedelta(days=3)
    services.friendly_move(actor=acts(ann), friendly_id=made.pk, version=2, starts_at=later, place="")
    made.refresh_from_db()
    assert (made.state, made.answers, made.starts_at) == (State.PROPOSED, bob, later)
    services.friendly_move(actor=acts(bob), friendly_id=made.pk, version=3, starts_at=later, place="Here")
    made.refresh_from_db()
    assert (made.answers, made.place) == (ann, "Here")
    services.friendly_decline(actor=acts(ann), friendly_id=made.pk, version=4)
    services.friendly_decline(actor=acts(ann), friendly_id=made.pk, version=4)
    assert told("friendly.declined") == [[bob.pk]]
    move = {"friendly_id": made.pk, "version": 5, "starts_at": later, "place": ""}
    assert refused(services.friendly_move, bob, **move) == "stale"


def test_either_calls_it_off_whatever_version_they_read(two: tuple[Any, Any]) -> None:
    made = agreed(*two)
    for _time in range(2):
        services.friendly_cancel(actor=acts(two[0]), friendly_id=made.pk)
    made.refresh_from_db()
    assert made.state == State.CANCELLED and told("friendly.called_off") == [[two[1].pk]]
    assert refused(services.friendly_note, two[0], friendly_id=made.pk, result="won") == "stale"


def test_only_friends_and_clan_mates_are_asked_a_child_by_nobody_else() -> None:
    ann, mate, young, stranger = make_user("Ann"), make_user("Mate"), child("Kim"), make_user()
    in_one_clan(ann, mate, young)
    assert proposed(ann, mate).asked == mate and proposed(ann, young).asked == young
    for other in (young.pk, mate.pk, ann.pk, stranger.pk, 10**8):
        assert refused(services.friendly_propose, stranger, user_id=other, **game()) == "user"


def test_nobody_agrees_to_play_with_whom_they_share_no_clan_any_more() -> None:
    ann, young = make_user("Ann"), child("Kim")
    in_one_clan(ann, young)
    made = proposed(ann, young)
    clan_leave(actor=acts(young))
    one = {"friendly_id": made.pk, "version": 1}
    assert refused(services.friendly_accept, young, **one) == "user"
    assert refused(services.friendly_move, ann, **one, starts_at=made.starts_at, place="") == "user"
    services.friendly_decline(actor=acts(young), **one)


@pytest.mark.parametrize(
    "place",
    [
        "bel 06-12345678",
        "me@example.org",
        "https://x.example",
        "www.chat.example",
        "disc.gg",
        "0031 6 1234 5678",
    ],
)
def test_a_place_is_no_way_to_reach_somebody(two: tuple[Any, Any], place: str) -> None:
    assert refused(services.friendly_propose, two[0], user_id=two[1].pk, **game(place=place)) == "place"


def test_a_place_is_short_and_fit_to_print(two: tuple[Any, Any]) -> None:
    made = proposed(*two, place="  Dorpsstraat 12,\u202e 1234 AB \n" + "x" * 99)
    assert made.place.startswith("Dorpsstraat 12, 1234 AB x") and len(made.place) == 60


def test_a_moment_is_to_come_and_within_a_year(two: tuple[Any, Any]) -> None:
    now = timezone.now()
    for moment in (now - timedelta(minutes=1), now + timedelta(days=400)):
        said = game(starts_at=moment)
        assert refused(services.friendly_propose, two[0], user_id=two[1].pk, **said) == "starts_at"
    made = proposed(*two)
    Friendly.objects.filter(pk=made.pk).update(starts_at=now)
    assert refused(services.friendly_accept, two[1], friendly_id=made.pk, version=1) == "over"


def test_there_is_an_end_to_proposing(two: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_WAITING", 1)
    proposed(*two)
    assert refused(services.friendly_propose, two[0], user_id=two[1].pk, **game()) == "too_many"
    monkeypatch.setattr(services, "MOST_A_DAY", 1)
    assert refused(services.friendly_propose, two[0], user_id=two[1].pk, **game()) == "quota"


# --- what each keeps ---------------------------------------------------------------------------------------------


def test_how_it_went_is_in_ones_own_history_alone_and_counts_nowhere(two: tuple[Any, Any]) -> None:
    ann, bob = two
    made = agreed(ann, bob)
    services.friendly_note(actor=acts(ann), friendly_id=made.pk, result="won")
    assert refused(services.friendly_note, bob, friendly_id=made.pk, result="best") == "result"
    Friendly.objects.filter(pk=made.pk).update(starts_at=timezone.now() - timedelta(days=1))
    assert "· won" in browser(ann).get("/me/friendlies/").content.decode()
    theirs = browser(bob)
    for page in ("/me/friendlies/", f"/me/friendlies/{made.pk}/"):
        text = theirs.get(page).content.decode()
        assert "· won" not in text and "How it went" not in text
    assert not Match.objects.exists()
    row = LedgerRow.objects.filter(action="friendly.note").get()
    assert "won" not in str(row.data)


def test_each_records_for_themselves_and_nobody_else_opens_it(two: tuple[Any, Any]) -> None:
    ann, bob = two
    made = agreed(ann, bob)
    client = browser(ann)
    first = client.post(f"/me/friendlies/{made.pk}/", {"do": "record", "idempotency_key": "k" * 20})
    again = client.post(f"/me/friendlies/{made.pk}/", {"do": "record", "idempotency_key": "k" * 20})
    assert first["Location"] == again["Location"] and Recording.objects.get().owner == ann
    assert client.get(first["Location"]).status_code == 200
    assert browser(bob).get(first["Location"]).status_code == 404
    recording = Recording.objects.get().pk
    assert refused(services.friendly_record, bob, friendly_id=made.pk, recording_id=recording) == "gone"
    Recording.objects.update(result={"winners": [0], "losers": [1], "draw": False})
    assert "<b>won</b>" in client.get(f"/me/friendlies/{made.pk}/").content.decode()
    Recording.objects.update(result={"winners": [1], "losers": [0], "draw": False})
    assert "<b>lost</b>" in client.get(f"/me/friendlies/{made.pk}/").content.decode()
    assert FriendlyNote.objects.get(user=bob).recording is None


def test_no_recording_begins_of_a_game_that_is_not_agreed(two: tuple[Any, Any]) -> None:
    made = proposed(*two)
    answer = browser(two[0]).post(f"/me/friendlies/{made.pk}/", {"do": "record"})
    assert answer["Location"] == f"/me/friendlies/{made.pk}/" and not Recording.objects.exists()


# --- reminders -----------------------------------------------------------------------------------------------------


def test_both_are_reminded_a_day_and_an_hour_before_once_each(two: tuple[Any, Any]) -> None:
    made, both = agreed(*two), sorted(one.pk for one in two)
    friendlies_sweep()
    assert told("friendly.day") == told("friendly.hour") == []
    now, before = timezone.now(), timezone.now() - timedelta(days=5)
    Friendly.objects.filter(pk=made.pk).update(starts_at=now + timedelta(hours=20), changed_at=before)
    for _time in range(2):
        friendlies_sweep()
    assert told("friendly.day") == [both] and told("friendly.hour") == []
    Friendly.objects.filter(pk=made.pk).update(starts_at=now + timedelta(minutes=50))
    for _time in range(2):
        friendlies_sweep()
    assert told("friendly.hour") == [both]
    friendly_remind(actor=SYSTEM, friendly_id=made.pk)
    assert told("friendly.hour") == [both]


def test_nobody_is_reminded_of_what_they_agreed_just_now_or_called_off(two: tuple[Any, Any]) -> None:
    made = agreed(*two, starts_at=timezone.now() + timedelta(minutes=30))
    friendlies_sweep()
    assert told("friendly.hour") == []
    other = agreed(*two)
    services.friendly_cancel(actor=acts(two[0]), friendly_id=other.pk)
    Friendly.objects.filter(pk=other.pk).update(starts_at=timezone.now() + timedelta(hours=5))
    friendlies_sweep()
    assert told("friendly.day") == [] and made.state == State.ACCEPTED


# --- the form and the clock ---------------------------------------------------------------------------------------


def test_the_form_speaks_the_time_of_the_site_and_refuses_hours_that_a_clock_skips_or_has_twice(
    two: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser(two[0])
    monkeypatch.setattr(services, "FURTHEST", timedelta(days=900))
    said = {"user_id": two[1].pk, "game": "x610z", "format": "constructed", "place": ""}
    for moment in ("2027-03-28T02:30", "2027-10-31T02:30"):
        assert client.post("/me/friendlies/new/", said | {"starts_at": moment}).status_code == 422
    assert client.post("/me/friendlies/new/", said | {"starts_at": "2027-03-28T03:30"}).status_code == 302
    assert Friendly.objects.get().starts_at == at("2027-03-28T03:30")
    assert Friendly.objects.get().starts_at.isoformat().startswith("2027-03-28T01:30:00+00:00")


def test_the_page_answers_moves_and_calls_off(two: tuple[Any, Any]) -> None:
    ann, bob = two
    made = proposed(ann, bob)
    page = f"/me/friendlies/{made.pk}/"
    client, other = browser(bob), browser(ann)
    assert browser(make_user()).get(page).status_code == 404
    assert "Agree" in client.get(page).content.decode() and "Agree<" not in other.get(page).content.decode()
    client.post(page, {"do": "accept", "version": 1})
    late = timezone.localtime(timezone.now() + timedelta(days=4)).strftime("%Y-%m-%dT%H:%M")
    assert other.post(page, {"do": "move", "version": 1, "starts_at": late}).status_code == 422
    assert other.post(page, {"do": "move", "version": 2, "starts_at": late}).status_code == 302
    client.post(page, {"do": "decline", "version": 3})
    client.post(page, {"do": "cancel"})
    client.post(page, {"do": "note", "result": "won"})
    client.post(page, {"do": "no such button"})
    made.refresh_from_db()
    assert made.state == State.DECLINED


def test_the_form_offers_the_venues_where_one_plays_that_are_open(two: tuple[Any, Any]) -> None:
    cup = make_tournament("Venue Cup")
    tournament_open_entry(actor=organizer_of(cup), tournament=cup, casual=True)
    club = Organization.objects.create(
        slug="club", name="Club", folded="club", created_by=cup.created_by, founded_at=timezone.now()
    )
    hall = Venue.objects.create(organization=club, name="De Ster", folded="de ster", town="Haarlem")
    Tournament.objects.filter(pk=cup.pk).update(organization=club, venue=hall)
    entry_create(actor=acts(two[0]), tournament=cup)
    offered = '<option value="De Ster, Haarlem">'
    assert offered in browser(two[0]).get("/me/friendlies/new/").content.decode()
    assert offered not in browser(two[1]).get("/me/friendlies/new/").content.decode()
    Venue.objects.update(closed_at=timezone.now())
    assert offered not in browser(two[0]).get("/me/friendlies/new/").content.decode()
