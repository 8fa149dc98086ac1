"""Friends: asked by name or as a clan mate, never by a stranger at 12 to 15; a block ends all."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import SITE_CHAIN
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.ledger.chains import broken
from tests.tournaments.agenda.people import acts, befriend, child, in_one_clan, proposed
from tests.tournaments.hall import approved_tournament, make_tournament, make_user, organizer_of
from tests.tournaments.submissions.deck_hall import browser
from tournaments.agenda import friend_services as services
from tournaments.agenda.models import Block, Friendly, Friendship
from tournaments.agenda.selectors import friend_ids, partner_ids, requests_to, shared_agenda, waiting_of
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from x610z_site.privacy.choice_services import guardian_confirm, guardian_friend, guardian_give

pytestmark = [pytest.mark.django_db]


def ask(one: Any, other: Any) -> Any:
    return services.friend_ask(actor=acts(one), username=other.username)


def refused(call: Any) -> UserError:
    with pytest.raises(UserError) as caught:
        call()
    return caught.value


def friends(one: Any, other: Any) -> bool:
    assert (other.pk in friend_ids(one)) == (one.pk in friend_ids(other))
    return other.pk in friend_ids(one)


def test_both_are_friends_once_the_other_says_yes_and_no_longer_when_one_ends_it() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    number = ask(ann, bob)["friendship"]
    assert ask(ann, bob)["friendship"] == number and not friends(ann, bob)
    assert refused(lambda: services.friend_accept(actor=acts(ann), friendship_id=number)).code == "gone"
    services.friend_accept(actor=acts(bob), friendship_id=number)
    assert friends(ann, bob) and partner_ids(bob) == {ann.pk}
    services.friend_end(actor=acts(bob), friendship_id=number)
    assert not friends(ann, bob) and not Friendship.objects.exists()
    assert broken(SITE_CHAIN) == []


def test_nobody_reads_of_a_no_and_nobody_is_asked_again_after_it() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    number = ask(ann, bob)["friendship"]
    services.friend_decline(actor=acts(bob), friendship_id=number)
    assert [one.pk for one in waiting_of(ann)] == [number]
    services.friend_end(actor=acts(ann), friendship_id=number)
    assert waiting_of(ann) == []
    assert ask(ann, bob)["friendship"] == number
    assert [one.pk for one in waiting_of(ann)] == [number] and requests_to(bob) == []


def as_read(client: Client, path: str) -> str:
    """A page without what differs each time it is made."""
    page = client.get(path).content.decode()
    page = re.sub(r'"X-CSRFToken": "\w+"|value="[\w:-]{16,}"|nonce="[^"]+"', "", page)
    return re.sub(r'user\d+|value="\d+"', "", page)


@pytest.mark.parametrize("whose", ["nobody", "child", "child_known", "declined", "blocked", "guest"])
def test_a_stranger_reads_the_same_whoever_has_the_name(whose: str) -> None:
    """Two worlds: a name that an adult has who does not answer, and one that a child has, a blocker, or nobody."""
    pages: list[list[str]] = []
    for world in ("adult", whose):
        stranger = make_user("Stranger")
        asked = child("Kim") if world.startswith("child") else make_user("Kim")
        username = asked.username
        if world == "nobody":
            username = "nobody-at-all"
        elif world == "guest":
            type(asked).objects.filter(pk=asked.pk).update(guest_of="t-x")
        elif world == "child_known":
            befriend_child(asked, make_user("Aunt"))
        elif world == "blocked":
            Block.objects.create(owner=asked, other=stranger, at="2026-01-01T00:00Z")
        client = browser(stranger)
        answer = client.post("/me/friends/", {"do": "ask", "username": username}, follow=True)
        if world == "declined":
            mine = Friendship.objects.get(asker=stranger)
            services.friend_decline(actor=acts(asked), friendship_id=mine.pk)
        shown = [re.sub(r"\d+", "", answer.redirect_chain[-1][0])]
        shown += [
            as_read(client, path).replace(username, "") for path in ("/me/friends/", "/me/friendlies/new/")
        ]
        posted = {
            "user_id": asked.pk,
            "starts_at": "2027-01-01T12:00",
            "game": "x610z",
            "format": "constructed",
        }
        refusal = client.post("/me/friendlies/new/", posted)
        shown.append(str(refusal.status_code) + re.sub(r"\d+", "", str(refusal.context["form"].errors)))
        shown.append(str(client.get(f"/me/agenda/of/{asked.pk}/").status_code))
        pages.append(shown)
        assert requests_to(asked) == [] or world == "adult"
    assert pages[0] == pages[1]


def befriend_child(young: Any, adult: Any) -> Friendship:
    """A friendship that the guardian of the young one knows of."""
    in_one_clan(young, adult, name=f"Clan of {young.pk}")
    services.friend_ask_mate(actor=acts(adult), user_id=young.pk)
    made = Friendship.objects.get(asker=adult, asked=young)
    services.friend_accept(actor=acts(young), friendship_id=made.pk)
    Friendship.objects.filter(pk=made.pk).update(asked_known=True)
    return made


def test_a_clan_mate_of_12_to_15_is_a_friend_only_once_a_desk_wrote_that_the_guardian_knows() -> None:
    tournament = approved_tournament(4)
    young = tournament.entries.order_by("pk")[0].user
    guardian_give(actor=acts(young), contact="0612345678")
    adult, desk = make_user("Adult"), organizer_of(tournament)
    in_one_clan(young, adult)
    number = services.friend_ask_mate(actor=acts(adult), user_id=young.pk)["friendship"]
    services.friend_accept(actor=acts(young), friendship_id=number)
    assert not friends(young, adult)
    assert refused(lambda: services.friend_share(actor=acts(young), friendship_id=number, shares=True)).code

    def known() -> None:
        guardian_friend(actor=desk, tournament=tournament, user_id=young.pk, friendship_id=number)

    assert refused(known).code == "not_spoken"
    page, client = f"/t/{tournament.slug}/desk/guardians/", browser(desk.user)
    assert "Adult" not in client.get(page).content.decode()
    guardian_confirm(actor=desk, tournament=tournament, user_id=young.pk)
    assert "Adult" in client.get(page).content.decode()
    client.post(page, {"do": "friend", "user": young.pk, "friendship": number})
    assert "Adult" not in client.get(page).content.decode()
    known()  # twice is once
    assert friends(young, adult)
    services.friend_share(actor=acts(young), friendship_id=number, shares=True)
    guardian_give(actor=acts(young), contact="another guardian")
    assert not friends(young, adult) and not Friendship.objects.get().asked_shares


def test_who_is_12_to_15_asks_nobody_before_the_guardian_knows() -> None:
    young, adult = child("Kim"), make_user("Adult")
    number = ask(young, adult)["friendship"]
    assert requests_to(adult) == [] and [one.pk for one in waiting_of(young)] == [number]
    assert refused(lambda: services.friend_accept(actor=acts(adult), friendship_id=number)).code == "gone"
    assert not OutboxMessage.objects.filter(topic="notice").exists()
    Friendship.objects.filter(pk=number).update(asker_known=True)
    services.friend_accept(actor=acts(adult), friendship_id=number)
    assert friends(young, adult)


def test_a_block_ends_friendship_requests_and_games_and_lets_nothing_new_begin() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    made = proposed(ann, bob)
    services.person_block(actor=acts(bob), user_id=ann.pk)
    made.refresh_from_db()
    assert made.state == Friendly.State.CANCELLED and not friends(ann, bob)
    assert refused(lambda: proposed(ann, bob)).code == refused(lambda: proposed(bob, ann)).code == "user"
    ask(ann, bob)
    assert requests_to(bob) == []
    services.person_unblock(actor=acts(bob), user_id=ann.pk)
    assert requests_to(bob) == []
    assert refused(lambda: services.person_block(actor=acts(ann), user_id=make_user().pk)).code == "gone"


def test_an_agenda_is_shared_with_one_friend_who_was_chosen_and_names_nobody_else() -> None:
    ann, bob, eve = make_user("Ann"), make_user("Bob"), make_user("Evelyn")
    made, _other = befriend(ann, bob), befriend(ann, eve)
    game = proposed(ann, eve)
    Friendly.objects.filter(pk=game.pk).update(state=Friendly.State.ACCEPTED, agreed=True)
    client, page = browser(bob), f"/me/agenda/of/{ann.pk}/"
    assert client.get(page).status_code == 404
    services.friend_share(actor=acts(ann), friendship_id=made.pk, shares=True)
    proposed(ann, eve)  # what is not agreed is nobody else's, nor what staff alone know
    hidden = make_tournament("Hidden Cup")
    tournament_open_entry(actor=organizer_of(hidden), tournament=hidden, casual=True)
    entry_create(actor=acts(ann), tournament=hidden)
    Tournament.objects.filter(pk=hidden.pk).update(rehearsal_until=game.starts_at)
    assert "Hidden Cup" in browser(ann).get("/me/agenda/").content.decode()
    text = client.get(page).content.decode()
    assert "Friendly game" in text and "Evelyn" not in text and "De Ster" not in text
    assert text.count("<time ") == 1 and "Hidden" not in text
    month = client.get(f"{page}?month={timezone.localtime(game.starts_at):%Y-%m}").content.decode()
    assert "Friendly game" in month and "Evelyn" not in month and "De Ster" not in month
    assert browser(eve).get(page).status_code == 404
    assert browser(ann).get(f"/me/agenda/of/{bob.pk}/").status_code == 404
    services.friend_share(actor=acts(ann), friendship_id=made.pk, shares=False)
    assert client.get(page).status_code == 404
    services.friend_share(actor=acts(ann), friendship_id=made.pk, shares=True)
    services.person_block(actor=acts(ann), user_id=bob.pk)
    now = game.starts_at
    assert client.get(page).status_code == 404 and shared_agenda(bob, ann.pk, now, now) is None


def test_there_is_an_end_to_trying_out_names(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = make_user("Ann")
    monkeypatch.setattr(services, "MOST_WAITING", 2)
    for number in range(2):
        services.friend_ask(actor=acts(ann), username=f"nobody-{number}")
    assert refused(lambda: services.friend_ask(actor=acts(ann), username="nobody-9")).code == "too_many"
    monkeypatch.setattr(services, "MOST_A_DAY", 2)
    assert refused(lambda: services.friend_ask(actor=acts(ann), username="nobody-9")).code == "quota"


def test_the_buttons_of_the_page_do_what_they_say_and_the_ledger_names_nobody() -> None:
    ann, bob = make_user("Ann"), make_user("Bobby Unnamed")
    in_one_clan(ann, bob)
    client, other = browser(ann), browser(bob)
    assert "Bobby Unnamed" in client.get("/me/friends/").content.decode()
    client.post("/me/friends/", {"do": "ask-mate", "person": bob.pk})
    number = Friendship.objects.get().pk
    for do, state in (("accept", "accepted"), ("share", "accepted"), ("unshare", "accepted")):
        assert other.post("/me/friends/", {"do": do, "friendship": number}).status_code == 302
        assert Friendship.objects.get().state == state
    assert other.post("/me/friends/", {"do": "block", "person": ann.pk}).status_code == 302
    assert not Friendship.objects.exists() and Block.objects.get().owner == bob
    assert other.post("/me/friends/", {"do": "unblock", "person": ann.pk}).status_code == 302
    assert other.post("/me/friends/", {"do": "nothing", "person": "x"}).status_code == 302
    assert not Block.objects.exists()
    assert client.post("/me/friends/", {"do": "ask", "username": ann.username}).status_code == 422
    said = str(list(LedgerRow.objects.values_list("data", "note")))
    assert "Unnamed" not in said and bob.username not in said
