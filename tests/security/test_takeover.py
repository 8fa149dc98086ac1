"""Nobody comes into the account of somebody else: the stories of people who try, from sign-up to the last page."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from decks.registration.models import DeckRevision
from ledger.commands import Actor
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.hall import (
    enter,
    hand_in_deck,
    let_in,
    make_tournament,
    make_user,
    organizer_of,
    staff_actor,
)
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.invitation_services import MOST_A_DAY, MOST_OPEN
from tournaments.events.models import Invitation, Staff, Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.submissions.access import OWNER, readable_list
from x610z_site.accounts.models import PersonalLink, User

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
FORM = {"template": "constructed-community", "name": "My own Cup", "capacity": "8", "location": "Here"}


def stranger(name: str = "mallory") -> Client:
    """Somebody who has just signed up."""
    client = Client()
    said = {
        "display_name": name.title(),
        "username": name,
        "password": "purple monkey dishwasher",
        "age": "16",
    }
    assert client.post("/sign-up/", said).status_code == 302
    return client


def own_tournament(client: Client) -> str:
    """The address of a casual tournament that somebody made on their own, open for entry."""
    form = client.get("/t/new/").context["form"]
    data = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    answer = client.post(
        "/t/new/", {**data, **FORM, "starts_at": timezone.localtime().strftime("%Y-%m-%dT%H:%M")}
    )
    assert answer.status_code == 302, answer.context["form"].errors
    slug = str(answer["Location"]).split("/")[2]
    assert client.post(f"/t/{slug}/desk/do/open_casual/").status_code == 302
    return slug


def try_every_link(page: str) -> list[Client]:
    """Browsers that have opened each personal link on a page, in every way there is or was."""
    opened = []
    for path in sorted(set(re.findall(r"/link/[^\s\"'<]+", html.unescape(page)))):
        client, code = Client(), path.removeprefix("/link/").strip("#/")
        client.post(path.partition("#")[0], {"code": code})
        client.post("/link/", {"code": code})
        opened.append(client)
    return opened


def test_a_stranger_with_a_tournament_of_their_own_never_becomes_the_office() -> None:
    office = make_user("Organized Play Office", is_office=True)
    judge = make_user("Head Judge")
    attacker = stranger()
    slug = own_tournament(attacker)
    for victim in (office, judge):
        for said in (
            {"action": "add", "name": "Somebody", "username": victim.username},
            {"action": "invite", "username": victim.username, "place": ""},
        ):
            attacker.post(f"/t/{slug}/desk/entries/", said)
        for role in ("organizer", "judge"):
            attacker.post(f"/t/{slug}/desk/staff/", {"username": victim.username, "role": role})
    for client in try_every_link(attacker.post(f"/t/{slug}/desk/links/", {"entry": "all"}).content.decode()):
        inside = get_user_model().objects.filter(pk=client.session.get("_auth_user_id")).first()
        assert inside not in (office, judge)
        assert client.get("/office/").status_code == 302
        assert client.get("/me/").status_code == 302
    for victim in (office, judge):
        assert not Entry.objects.filter(user=victim).exists()
        assert not Staff.objects.filter(user=victim).exists()


def test_a_link_is_for_guests_of_that_tournament_and_for_nobody_else() -> None:
    from ledger.errors import UserError
    from x610z_site.accounts.services import link_create

    tournament, elsewhere = make_tournament(), make_tournament("Elsewhere")
    for place in (tournament, elsewhere):
        tournament_open_entry(actor=organizer_of(place), tournament=place, casual=True)
    account = enter(tournament, 1)[0].user
    foreign = entry_add_at_desk(actor=organizer_of(elsewhere), tournament=elsewhere, name="Gust")["entry"]
    staff = staff_actor(tournament, "judge").user
    for person in (account, staff, tournament.created_by, Entry.objects.get(pk=foreign).user):
        with pytest.raises(UserError, match="guest"):
            link_create(actor=organizer_of(tournament), tournament=tournament, user=person)
    assert not PersonalLink.objects.exists()


@kept
def cup() -> Tournament:
    """A tournament with entry open and one guest."""
    tournament = make_tournament("Guest Cup")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Gust the Guest")
    return tournament


def guest_of(tournament: Tournament) -> Entry:
    return Entry.objects.get(tournament=tournament, user__guest_of=tournament.chain_key)


def desk(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(tournament.created_by)
    return client


def fresh_code(tournament: Tournament) -> str:
    """The secret of a new link, as the desk sees it once."""
    answer = desk(tournament).post(f"/t/{tournament.slug}/desk/links/", {"entry": "all"})
    return str(answer.context["made"][0]["url"]).partition("#")[2]


def test_a_link_opens_once_and_a_new_one_ends_the_session_of_the_old(cup: Tournament) -> None:
    code, me = fresh_code(cup), f"/t/{cup.slug}/me/"
    phone, thief = Client(), Client()
    assert phone.get("/link/").status_code == 200
    answer = phone.post("/link/", {"code": code})
    assert (answer.status_code, answer["Location"]) == (302, me)
    assert phone.get(me).status_code == 200
    assert thief.post("/link/", {"code": code}).status_code == 404
    second = fresh_code(cup)
    assert phone.get(me).status_code == 302, "the desk made a new link: the old session is over"
    assert thief.post("/link/", {"code": code}).status_code == 404
    assert phone.post("/link/", {"code": second}).status_code == 302
    assert phone.get(me).status_code == 200


def test_links_stand_in_the_tournament_s_own_ledger_and_hold_no_secret(cup: Tournament) -> None:
    code = fresh_code(cup)
    Client().post("/link/", {"code": code})
    rows = LedgerRow.objects.filter(chain_id=cup.chain_key, action__startswith="link.")
    assert [row.action for row in rows.order_by("number")] == ["link.create", "link.use"]
    assert code not in str(list(rows.values()))
    assert "link.create" in desk(cup).get(f"/t/{cup.slug}/desk/ledger/").content.decode()


def test_an_old_link_lets_nobody_in(cup: Tournament, time_machine: Any) -> None:
    code, client = fresh_code(cup), Client()
    time_machine.move_to(timezone.now() + timedelta(days=15))
    assert client.post("/link/", {"code": code}).status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("code", ["", "x", "\x00", "é" * 300, "../../office"])
def test_a_code_that_is_none_is_refused_in_the_same_words(client: Client, code: str) -> None:
    answer = client.post("/link/", {"code": code})
    assert answer.status_code == 404 and answer.context["error"].code == "link"


def test_the_page_of_a_link_holds_no_secret_and_no_address_does(client: Client) -> None:
    answer = client.get("/link/")
    assert answer["Cache-Control"].startswith("max-age=0") or "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert client.get("/link/some-token/").status_code == 404


def test_the_database_itself_refuses_a_guest_with_a_password_or_a_right(cup: Tournament) -> None:
    from django.db import IntegrityError, transaction

    people = User.objects.filter(pk=guest_of(cup).user_id)
    for given in (
        {"password": "argon2$..."},
        {"is_office": True},
        {"is_staff": True},
        {"is_superuser": True},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            people.update(**given)


def test_a_guest_s_command_reaches_no_other_chain(cup: Tournament) -> None:
    from django.core.exceptions import PermissionDenied

    from tournaments.clans.services import clan_create
    from tournaments.entries.services import entry_create

    other = make_tournament("Another")
    tournament_open_entry(actor=organizer_of(other), tournament=other, casual=True)
    guest = Actor(guest_of(cup).user, "player")
    with pytest.raises(PermissionDenied):
        entry_create(actor=guest, tournament=other)
    with pytest.raises(PermissionDenied):
        clan_create(actor=guest, name="Gusts")


def test_a_role_row_gives_a_guest_no_right(cup: Tournament) -> None:
    guest = guest_of(cup)
    Staff.objects.create(tournament=cup, user=guest.user, role="organizer")
    client = let_in(cup, guest)
    assert client.get(f"/t/{cup.slug}/me/").status_code == 200
    assert client.get(f"/t/{cup.slug}/desk/").status_code == 403


def test_a_scorekeeper_with_a_link_of_their_own_reads_no_list(cup: Tournament) -> None:
    guest = guest_of(cup)
    hand_in_deck(guest)
    reader = let_in(cup, guest)
    assert reader.get(f"/t/{cup.slug}/deck/receipt/").status_code == 200, "handed in on this link: readable"
    DeckRevision.objects.update(at=timezone.now() - timedelta(minutes=5))
    for page in ("deck/", "deck/receipt/", f"lists/{guest.number}/"):
        assert reader.get(f"/t/{cup.slug}/{page}").status_code in (403, 404), page
    guest = guest_of(cup)
    assert readable_list(guest.user, cup, guest.number) is None, "nor by any other way to a list"
    DeckRevision.objects.update(at=timezone.now())
    assert readable_list(guest.user, cup, guest.number) == (guest, OWNER, None)


# --- asking accounts -------------------------------------------------------------------------------------


def test_inviting_tells_nobody_whether_a_name_signs_in(cup: Tournament) -> None:
    person, staff = make_user("Ann"), desk(cup)
    pages = []
    for name in (person.username, "nobody-at-all"):
        for url, said in (
            (f"/t/{cup.slug}/desk/entries/", {"action": "invite", "username": name, "place": ""}),
            (f"/t/{cup.slug}/desk/staff/", {"username": name, "role": "judge"}),
        ):
            answer = staff.post(url, said, follow=True)
            hidden = re.sub(
                r"csrfmiddlewaretoken\" value=\"\w+|\"X-CSRFToken\": \"\w+|value=\"\w{32}",
                "",
                answer.content.decode(),
            )
            pages.append((answer.status_code, hidden.replace(name, "NAME")))
        Invitation.objects.filter(username=name).update(state="withdrawn")
    strip = [re.sub(r"value=\"\d+\"", "", text) for _status, text in pages]
    assert strip[:2] == strip[2:] and {status for status, _text in pages} == {200}
    rows = LedgerRow.objects.filter(action="invitation.make").values_list("data", flat=True)
    assert {frozenset(data) for data in rows} == {frozenset({"invitation", "kind", "role"})}


def test_yes_enters_and_no_is_not_asked_again(cup: Tournament) -> None:
    person, staff = make_user("Ann"), desk(cup)
    url, client = f"/t/{cup.slug}/desk/entries/", Client()
    client.force_login(person)
    said = {"action": "invite", "username": person.username, "place": ""}
    staff.post(url, said)
    assert not Entry.objects.filter(user=person).exists()
    asked = Invitation.objects.get()
    assert client.get("/me/").context["invitations"] == [asked]
    client.post(f"/me/invitations/{asked.pk}/", {"answer": "no"})
    staff.post(url, said)
    assert client.get("/me/").context["invitations"] == []
    Invitation.objects.update(state="withdrawn")
    staff.post(url, said)
    client.post(f"/me/invitations/{asked.pk}/", {"answer": "yes"})
    entry = Entry.objects.get(user=person)
    assert (entry.name, entry.state) == (person.display_name, "entered")


def test_a_role_is_held_only_after_its_owner_said_yes(cup: Tournament) -> None:
    person, other = make_user("Jo"), Client()
    desk(cup).post(f"/t/{cup.slug}/desk/staff/", {"username": person.username, "role": "judge"})
    asked, client = Invitation.objects.get(), Client()
    client.force_login(person)
    other.force_login(make_user("Somebody else"))
    assert other.post(f"/me/invitations/{asked.pk}/", {"answer": "yes"}).status_code == 404
    assert client.get(f"/t/{cup.slug}/judge/").status_code == 403
    client.post(f"/me/invitations/{asked.pk}/", {"answer": "yes"})
    assert client.get(f"/t/{cup.slug}/judge/").status_code == 200


def test_a_guest_is_claimed_with_the_word_of_the_desk_and_of_the_account(cup: Tournament) -> None:
    guest = guest_of(cup)
    hand_in_deck(guest)
    phone, person = let_in(cup, guest), make_user("Gust at home")
    old, client = guest.user, Client()
    client.force_login(person)
    said = {"action": "invite", "username": person.username, "place": str(guest.number)}
    desk(cup).post(f"/t/{cup.slug}/desk/entries/", said)
    guest.refresh_from_db()
    assert guest.user == old, "the desk alone moves nothing"
    client.post(f"/me/invitations/{Invitation.objects.get().pk}/", {"answer": "yes"})
    guest.refresh_from_db()
    assert (guest.user, guest.name) == (person, "Gust the Guest")
    assert guest.registration is not None and guest.registration.owner == person
    assert phone.get(f"/t/{cup.slug}/me/").status_code == 302
    assert client.get(f"/t/{cup.slug}/deck/receipt/").status_code == 200


def test_nobody_claims_the_place_of_an_account(cup: Tournament) -> None:
    victim, attacker = enter(cup, 1)[0], make_user("Mallory")
    asked = Invitation.objects.create(
        tournament=cup,
        user=attacker,
        username="x",
        kind="claim",
        entry_number=victim.number,
        made_at=timezone.now(),
    )
    client = Client()
    client.force_login(attacker)
    client.post(f"/me/invitations/{asked.pk}/", {"answer": "yes"})
    victim.refresh_from_db()
    assert victim.user != attacker


@pytest.mark.night(
    "hundreds of invitations",
    short="tests/security/test_takeover.py::test_inviting_tells_nobody_whether_a_name_signs_in",
)
def test_invitations_are_limited(cup: Tournament) -> None:
    staff, url = desk(cup), f"/t/{cup.slug}/desk/entries/"
    for number in range(MOST_OPEN + 1):
        staff.post(url, {"action": "invite", "username": f"person{number}", "place": ""})
    assert Invitation.objects.filter(state="open").count() == MOST_OPEN
    Invitation.objects.update(state="withdrawn")
    for number in range(MOST_A_DAY):
        staff.post(url, {"action": "invite", "username": f"other{number}", "place": ""})
        Invitation.objects.update(state="declined")
    assert Invitation.objects.count() == MOST_A_DAY


def test_an_import_attaches_nobody_s_account() -> None:
    from tournaments.demo.day import FINISHED_EVENT
    from tournaments.imports.reading import read_event
    from tournaments.imports.services import results_import

    owner = make_user()
    event = read_event(FINISHED_EVENT.read_bytes(), filename=FINISHED_EVENT.name)
    namesake = make_user(next(iter(event.names.values())))
    answer = results_import(actor=Actor(owner, "organizer"), event=event)
    tournament = Tournament.objects.get(pk=answer["id"])
    people = {entry.user for entry in tournament.entries.select_related("user")}
    assert namesake not in people and owner not in people
    assert {person.guest_of for person in people} == {tournament.chain_key}
    assert not any(person.has_usable_password() or person.is_active for person in people)
