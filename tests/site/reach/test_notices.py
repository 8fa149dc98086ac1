"""People are told each fact once, in the places they chose, and a locked screen says nothing private."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from ledger.commands import SYSTEM, Actor, Command, command
from ledger.models import OutboxMessage
from ledger.relay import relay_once
from tests.tournaments.hall import (
    enter,
    make_tournament,
    make_user,
    organizer_of,
    publish,
    running_tournament,
)
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report
from tournaments.submissions.services import deck_remind
from x610z_site.accounts.models import MailAddress
from x610z_site.reach import notice_services, sending_services, tasks
from x610z_site.reach.facts import KINDS, NAMES, SAYINGS, words
from x610z_site.reach.models import Choices, Notice, PushAddress, Sending
from x610z_site.services.environment import APPS

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ROOT = Path(__file__).resolve().parents[3]


@command("test.tell_people")
def tell_people(
    cmd: Command, *, tournament: Any, name: str, people: list[int], round_number: int = 0
) -> None:
    """A command of this test that only tells something."""
    cmd.notify(name, people, **({"round": round_number} if round_number else {}))


@pytest.fixture
def inline(settings: Any) -> None:
    """Tasks run where the relay runs."""
    settings.TASKS_INLINE = True
    settings.REDIS_URL = ""


def relay() -> None:
    """Send everything that is due, and what comes of that."""
    while relay_once():
        pass


def reached_by_mail(user: Any, *kinds: str) -> None:
    """Give somebody a verified address, and what they want sent there."""
    MailAddress.objects.create(user=user, address=f"{user.username}@example.org", verified_at=timezone.now())
    Choices.objects.create(user=user, mail=list(kinds), push=[])


def sent_by(path: Path) -> set[str]:
    """The literal names of the facts that a file sends, by ``cmd.notify`` or ``announce``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {"notify": 0, "announce": 1}.get(name)
            if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                found.add(str(node.args[place].value))
    return found


def test_every_fact_that_rooms_send_is_known_here() -> None:
    """Each literal name of a ``cmd.notify`` or ``announce`` has a kind, and each kind has a fact."""
    sent = {name for floor in APPS for path in (ROOT / floor).rglob("*.py") for name in sent_by(path)}
    assert {"round.published", "result.reported", "result.changed", "deck.missing"} <= sent
    assert sent <= set(NAMES)
    assert set(NAMES.values()) == set(KINDS)


@pytest.mark.usefixtures("inline")
def test_a_published_round_tells_every_player_their_own_table_once() -> None:
    tournament = running_tournament(5)
    publish(tournament, 1)
    relay()
    told = Notice.objects.filter(kind="your_table")
    assert told.count() == 5
    for notice in told:
        seat = (
            notice.tournament.rounds.get(number=1).seats.get(entry__user=notice.user)
            if notice.tournament
            else None
        )
        assert seat is not None
        bye = {} if seat.match.table else {"bye": 1}
        assert notice.about == {"round": 1, "table": seat.match.table or 0} | bye
        assert ("you have a bye" in words("your_table", notice.about)) == bool(bye)
    assert words("your_table", {"round": 1, "table": 2}) == "Round 1: table 2."
    assert "no table" in words("your_table", {"round": 1, "table": 0})


@pytest.mark.usefixtures("inline")
def test_a_fact_that_is_relayed_again_tells_nobody_again() -> None:
    tournament = make_tournament()
    user = make_user()
    reached_by_mail(user, "moved_up")
    tell_people(actor=SYSTEM, tournament=tournament, name="entry.moved_up", people=[user.pk, user.pk])
    relay()
    assert Notice.objects.filter(user=user).count() == 1 and len(mail.outbox) == 1
    for _again in range(3):  # the relay died after sending, before noting it
        OutboxMessage.objects.filter(topic__in=("notice", "task")).update(sent_at=None, due_at=timezone.now())
        relay()
    assert Notice.objects.filter(user=user).count() == 1 and len(mail.outbox) == 1
    # Also when the key was forgotten meanwhile.
    from ledger.models import IdempotencyKey

    IdempotencyKey.objects.all().delete()
    OutboxMessage.objects.filter(topic="notice").update(sent_at=None)
    relay()
    assert Notice.objects.filter(user=user).count() == 1 and len(mail.outbox) == 1


def test_of_two_workers_one_sends() -> None:
    tournament, user = make_tournament(), make_user()
    fact = {
        "fact": "f" * 32,
        "name": "entry.moved_up",
        "tournament": tournament.pk,
        "people": [user.pk],
        "about": {},
    }
    reached_by_mail(user, "moved_up")
    notice_services.fact_tell(fact)
    sending = Sending.objects.get()
    assert sending_services.sending_claim(sending.pk) is not None
    assert sending_services.sending_claim(sending.pk) is None
    tasks.deliver(sending.pk)
    assert mail.outbox == []
    # The first worker died: after its lease another begins again, once.
    Sending.objects.update(claimed_at=timezone.now() - 2 * sending_services.LEASE)
    before = OutboxMessage.objects.filter(topic="task").count()
    sending_services.sendings_sweep()
    sending_services.sendings_sweep()
    assert OutboxMessage.objects.filter(topic="task").count() == before + 1
    tasks.deliver(sending.pk)
    tasks.deliver(sending.pk)
    assert len(mail.outbox) == 1
    assert mail.outbox[0].extra_headers["Message-ID"] == f"<notice-{sending.notice_id}@localhost>"


def test_a_mail_server_that_is_away_is_asked_again_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, user = make_tournament(), make_user()
    fact = {
        "fact": "e" * 32,
        "name": "entry.moved_up",
        "tournament": tournament.pk,
        "people": [user.pk],
        "about": {},
    }
    reached_by_mail(user, "moved_up")
    notice_services.fact_tell(fact)
    sending = Sending.objects.get()

    def away(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", away)
    waits = []
    for _try in range(sending_services.MOST_TRIES + 2):
        OutboxMessage.objects.all().delete()
        tasks.deliver(sending.pk)
        waits += [
            round((one.due_at - one.created_at).total_seconds())
            for one in OutboxMessage.objects.filter(topic="task")
        ]
    assert waits == [10, 20, 40, 80, 160]
    sending.refresh_from_db()
    assert sending.ended_at is not None and not sending.sent


@pytest.mark.usefixtures("inline")
def test_each_kind_is_switched_alone_and_nothing_is_mailed_unasked() -> None:
    tournament = make_tournament()
    asked, silent = make_user(), make_user()
    reached_by_mail(asked)
    MailAddress.objects.create(user=silent, address="silent@example.org", verified_at=timezone.now())
    for name in NAMES:
        tell_people(actor=SYSTEM, tournament=tournament, name=name, people=[asked.pk, silent.pk])
    relay()
    assert mail.outbox == [] and Notice.objects.filter(user=silent).count() == len(NAMES)
    for kind in KINDS:
        mail.outbox.clear()
        Choices.objects.filter(user=asked).update(mail=[kind])
        for name in NAMES:
            tell_people(actor=SYSTEM, tournament=tournament, name=name, people=[asked.pk])
        relay()
        assert len(mail.outbox) == sum(1 for one in NAMES.values() if one == kind), kind


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_subject_and_a_push_say_what_everybody_may_know(language: str) -> None:
    """Numbers of round and table are on the wall; nothing else that a notice knows is in them."""
    about = {"round": 3, "table": 12, "case": 777001, "penalty": 777002, "entry": 777003}
    private = (
        "777",
        "appeal",
        "beroep",
        "penalty",
        "straf",
        "deck",
        "opponent",
        "tegenstander",
        "result",
        "uitslag",
    )
    with translation.override(language):
        for kind in KINDS:
            said = words(kind, about, locked=True)
            assert said and not any(word in said.lower() for word in private), said
            assert ("12" in said) == (kind == "your_table")


@pytest.mark.usefixtures("inline")
def test_the_mail_names_no_player_and_links_to_the_page() -> None:
    tournament = running_tournament(2)
    publish(tournament, 1)
    match = Match.objects.get(tournament=tournament)
    first, second = (seat.entry for seat in match.seats.all())
    reached_by_mail(second.user, "confirm_result")
    result_report(actor=Actor(first.user, "player"), tournament=tournament, match_id=match.pk, said=(2, 1, 0))
    relay()
    assert [message.to for message in mail.outbox] == [[f"{second.user.username}@example.org"]]
    said = mail.outbox[0].subject + mail.outbox[0].body
    assert first.name not in said and second.name not in said and "2" not in mail.outbox[0].subject
    assert f"https://play.example/t/{tournament.slug}/me/" in mail.outbox[0].body
    assert not Notice.objects.filter(user=first.user, kind="confirm_result").exists()


@pytest.mark.usefixtures("inline")
def test_whose_deck_is_missing_is_told() -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    entry = enter(tournament, 2)[0]
    from decks.registration.models import Registration

    Registration.objects.filter(pk=entry.registration_id).update(current=None)
    deck_remind(actor=organizer_of(tournament), tournament=tournament)
    relay()
    assert list(Notice.objects.filter(kind="deck_missing").values_list("user", flat=True)) == [entry.user_id]


@pytest.mark.usefixtures("inline")
def test_the_inbox_shows_ones_own_and_marks_them_read() -> None:
    tournament, one, two = make_tournament("Seen Cup"), make_user(), make_user()
    tell_people(actor=SYSTEM, tournament=tournament, name="entry.moved_up", people=[one.pk])
    relay()
    client, other = Client(), Client()
    client.force_login(one)
    other.force_login(two)
    page = client.get("/me/notices/").content.decode().partition("<main")[2]
    assert "you have a place" in page and "Seen Cup" in page
    other.post("/me/notices/", {"do": "read"})
    assert Notice.objects.filter(read_at=None).count() == 1
    client.post("/me/notices/", {"do": "read"})
    assert Notice.objects.filter(read_at=None).count() == 0
    assert "Seen Cup" not in other.get("/me/notices/").content.decode()


def test_what_a_person_chose_is_kept_and_unknown_kinds_are_dropped() -> None:
    user, client = make_user(), Client()
    client.force_login(user)
    client.post("/me/notices/", {"do": "choose", "mail": ["moved_up", "nonsense"], "push": ["your_table"]})
    kept = Choices.objects.get(user=user)
    assert (kept.mail, kept.push) == (["moved_up"], ["your_table"])
    page = client.get("/me/notices/").content.decode()
    assert page.count("checked") == 2


def test_a_browser_belongs_to_who_switched_it_on_last_and_only_its_owner_removes_it() -> None:
    one, two, client = make_user(), make_user(), Client()
    said = {"endpoint": "https://push.example.net/abc", "keys": {"p256dh": "BPk", "auth": "YQ"}}
    for user in (one, two):
        client.force_login(user)
        assert client.post("/me/notices/push/", said, "application/json").status_code == 200
    address = PushAddress.objects.get()
    assert address.user == two
    client.force_login(one)
    client.post("/me/notices/", {"do": "forget", "browser": address.pk})
    assert PushAddress.objects.count() == 1
    client.force_login(two)
    client.post("/me/notices/", {"do": "forget", "browser": address.pk})
    assert PushAddress.objects.count() == 0


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"endpoint": 1}', '{"endpoint": "x", "keys": []}'])
def test_what_is_no_subscription_is_refused(body: str) -> None:
    client = Client()
    client.force_login(make_user())
    assert client.post("/me/notices/push/", body, "application/json").status_code == 400


def test_a_push_address_inside_is_refused() -> None:
    client = Client()
    client.force_login(make_user())
    said = {"endpoint": "https://127.0.0.1/abc", "keys": {"p256dh": "BPk", "auth": "YQ"}}
    assert client.post("/me/notices/push/", said, "application/json").status_code == 422
    assert not PushAddress.objects.exists()


def test_a_fact_with_words_of_its_own_says_them_on_the_page_and_less_on_a_locked_screen(inline: None) -> None:
    tournament, user = make_tournament(), make_user()
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    tournament.refresh_from_db()
    for name in sorted(SAYINGS, reverse=True):
        tell_people(actor=SYSTEM, tournament=tournament, name=name, people=[user.pk], round_number=2)
    relay()
    told = Notice.objects.filter(user=user).order_by("pk")
    others = (
        "contest",
        "friendly",
        "appointment",
        "league",
        "final",
        "gallery",
        "reports",
        "level",
    )  # told by other rooms, in words of other tests
    said = [words(one.kind, one.about) for one in told if not one.kind.startswith(others)]
    assert said == [
        "This tournament was called off. Its page says why.",
        "Round 2 was withdrawn. Wait for its new tables.",
        "Your opponent conceded your match in round 2: you have won it.",
    ]
    with translation.override("nl"):
        locked = [words(one.kind, one.about, locked=True) for one in Notice.objects.order_by("pk")]
    assert locked[0] == "Een toernooi waarvoor je bent ingeschreven is afgelast."
    assert {NAMES[name] for name in SAYINGS} <= set(KINDS)
