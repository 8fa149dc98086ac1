"""A desk asks for a new password for one of its players; only the office can agree, and the owner is told."""

import time
from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.site.test_second_step import NEW, OLD, inside, password_only, person, set_up
from tests.tournaments.hall import approved_tournament, become_guest, make_user, organizer_of, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from x610z_site.accounts import step_services
from x610z_site.accounts.models import Letter, MailAddress, Recovery, SecondStep, User
from x610z_site.accounts.step_services import recovery_ask, recovery_ask_at_desk

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@kept
def cup() -> Tournament:
    return approved_tournament(4)


def player_of(cup: Tournament) -> Entry:
    entry = cup.entries.select_related("user").order_by("pk").first()
    assert entry is not None
    entry.user.set_password(OLD)
    entry.user.save()
    return entry


def desk(cup: Tournament, role: str = "scorekeeper") -> Client:
    client = Client()
    client.force_login(staff_actor(cup, role).user)
    return client


def ask(client: Client, cup: Tournament, entry: Entry) -> Any:
    return client.post(f"/t/{cup.slug}/desk/recovery/", {"entry": entry.pk})


def agree(office: Client) -> str:
    answer = office.post("/office/recovery/", {"recovery": Recovery.objects.get(ended_at=None).pk})
    return str(answer.context["made"]).partition("#")[2]


def office() -> Client:
    return password_only(person("Office", is_office=True))[0]


def test_the_desk_asks_one_of_the_office_agrees_and_the_player_sets_the_password(cup: Tournament) -> None:
    entry, at_the_desk = player_of(cup), desk(cup)
    mine = password_only(entry.user)[0]
    assert ask(at_the_desk, cup, entry).status_code == 302
    assert "stop" in mine.get("/me/").content.decode(), "the owner is told"
    helper = office()
    assert cup.name in helper.get("/office/recovery/").content.decode()
    code = agree(helper)
    assert code and code not in at_the_desk.get(f"/t/{cup.slug}/desk/recovery/").content.decode()
    assert Client().post("/recover/", {"code": code, "password": NEW}).status_code == 302
    assert not inside(mine) and inside(password_only(entry.user, NEW)[0])
    rows = LedgerRow.objects.filter(action__startswith="recovery.").order_by("pk")
    assert [(row.action, row.chain.key.partition("/")[0]) for row in rows] == [
        ("recovery.ask_at_desk", cup.chain_key),
        ("recovery.agree", "site"),
        ("recovery.use", "site"),
    ]
    assert (
        "recovery.ask_at_desk" in desk(cup, "organizer").get(f"/t/{cup.slug}/desk/ledger/").content.decode()
    )


def test_no_two_of_the_desk_are_enough_nor_one_who_is_of_the_office_as_well(cup: Tournament) -> None:
    entry, first, second = player_of(cup), desk(cup), desk(cup, "organizer")
    ask(first, cup, entry)
    waiting = Recovery.objects.get()
    for client in (first, second):
        assert client.post("/office/recovery/", {"recovery": waiting.pk}).status_code == 403
    both = person("Both", is_office=True)
    staff_actor(cup, "scorekeeper", both)
    client, other = password_only(both)[0], cup.entries.order_by("pk").last()
    assert other is not None
    ask(client, cup, other)
    made = Recovery.objects.get(user=other.user)
    assert client.post("/office/recovery/", {"recovery": made.pk}).context["made"] == ""
    assert Recovery.objects.filter(agreed_by=None).count() == 2


def test_the_owner_is_told_by_mail_and_a_no_holds_for_a_day_at_every_desk(
    cup: Tournament, settings: Any, time_machine: Any
) -> None:
    settings.MAIL_ON = True
    entry, at_the_desk = player_of(cup), desk(cup)
    MailAddress.objects.create(user=entry.user, address="me@example.org", verified_at=cup.starts_at)
    ask(at_the_desk, cup, entry)
    assert Letter.objects.filter(user=entry.user, kind="asked").count() == 1
    mine = password_only(entry.user)[0]
    mine.post("/me/recovery/stop/")
    answer = ask(desk(cup, "organizer"), cup, entry)
    assert answer.status_code == 422 and "today" in answer.content.decode()
    assert not Recovery.objects.filter(ended_at=None).exists()
    time_machine.move_to(time.time() + 25 * 3600)
    assert recovery_ask_at_desk(actor=organizer_of(cup), tournament=cup, entry_id=entry.pk)["recovery"]


def test_a_desk_ends_no_request_that_waits_or_was_agreed_to(cup: Tournament) -> None:
    entry = player_of(cup)
    asking = person("Asking", is_office=True)
    recovery_ask(actor=Actor(asking, "office"), username=entry.user.username)
    code = agree(office())
    ask(desk(cup), cup, entry)
    assert Recovery.objects.count() == 1
    assert Client().post("/recover/", {"code": code, "password": NEW}).status_code == 302


def refused(cup: Tournament, entry: Entry, actor: Actor | None = None) -> str:
    with pytest.raises(UserError) as caught:
        recovery_ask_at_desk(actor=actor or organizer_of(cup), tournament=cup, entry_id=entry.pk)
    assert not Recovery.objects.exists()
    return caught.value.code


def test_for_whom_and_where_no_desk_asks(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = player_of(cup)
    elsewhere = approved_tournament(4, name="Elsewhere")
    assert refused(elsewhere, entry) == "entry", "plays elsewhere"
    assert refused(cup, entry, Actor(entry.user, "staff")) == "entry", "for oneself"
    User.objects.filter(pk=entry.user_id).update(is_office=True)
    assert refused(cup, entry) == "entry", "the office"
    User.objects.filter(pk=entry.user_id).update(is_office=False)
    role = staff_actor(elsewhere, "head_judge", entry.user)
    assert refused(cup, entry) == "entry", "a head judge, of whatever event"
    role.user.staff_roles.all().delete()
    for state in ("finished", "cancelled"):
        Tournament.objects.filter(pk=cup.pk).update(state=state)
        assert refused(Tournament.objects.get(pk=cup.pk), entry) == "not_here"
    Tournament.objects.filter(pk=cup.pk).update(state="running", approval="none")
    assert refused(Tournament.objects.get(pk=cup.pk), entry) == "not_here", "a casual event of anybody's"
    Entry.objects.filter(pk=entry.pk).update(state="withdrawn")
    assert refused(cup, entry) == "entry"
    other = cup.entries.order_by("pk").last()
    assert other is not None
    become_guest(other)
    assert refused(cup, other) == "entry", "a guest has no password"
    monkeypatch.setattr(step_services, "MOST_ASKED", 0)
    assert refused(cup, entry) == "quota"


def test_a_keeper_s_account_is_the_office_s_to_help_with_or_without_a_second_step(
    cup: Tournament, settings: Any
) -> None:
    from decks.cards.services import keeper_make
    from ledger.commands import SYSTEM

    settings.SECOND_STEP_REQUIRED = True
    entry = player_of(cup)
    keeper_make(actor=SYSTEM, user=entry.user)
    assert refused(cup, entry) == "entry"


def test_a_second_step_goes_as_it_does_when_the_office_asks(cup: Tournament) -> None:
    """The same code as the office's: anyone who lost both is helped, and has to set the step up anew."""
    entry = player_of(cup)
    set_up(entry.user)
    ask(desk(cup), cup, entry)
    Client().post("/recover/", {"code": agree(office()), "password": NEW})
    assert not SecondStep.objects.exists()


def test_a_form_that_chooses_anything_more_is_read_for_the_player_alone(cup: Tournament) -> None:
    entry = player_of(cup)
    before = (entry.user.password, entry.user.username)
    more = {
        "entry": entry.pk,
        "password": NEW,
        "code": "mine",
        "address": "evil@example.org",
        "agreed_by": "1",
    }
    desk(cup).post(f"/t/{cup.slug}/desk/recovery/", more)
    user = User.objects.get(pk=entry.user_id)
    made = Recovery.objects.get()
    assert (user.password, user.username) == before
    assert (made.agreed_by, made.code_hash) == (None, "") and not MailAddress.objects.exists()


def test_who_is_no_desk_asks_nothing(cup: Tournament) -> None:
    entry = player_of(cup)
    stranger = Client()
    stranger.force_login(make_user())
    for client in (stranger, desk(cup, "judge")):
        assert ask(client, cup, entry).status_code == 403
    assert not Recovery.objects.exists()
