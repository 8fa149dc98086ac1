"""The pages of money: who sees what, how few queries they need, and what stands on door, desk and draft."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.commands import SYSTEM, Actor
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import draft, organizer_of, running_tournament
from tests.tournaments.money.tills import browser, door_of, event, take
from tournaments.entries.models import Entry
from tournaments.money.fee_services import fee_set
from tournaments.money.models import Booking, TillClosing
from tournaments.money.prize_services import prize_announce

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().replace("\xa0", " ").split())


def test_a_door_helper_takes_the_fee_and_sees_no_books() -> None:
    tournament, (entry, *_rest) = event(member_cents=500)
    door, path = browser(door_of(tournament)), f"/t/{tournament.slug}/desk/fees/"
    page = text(door.get(path, {"entry": entry.number}))
    assert "0 of 4 have paid" in page and 'value="member:500"' in page and "Till" not in page
    answer = door.post(path, {"entry": entry.number, "price": "member:500", "method": "cash"}, follow=True)
    assert f"{entry.name} has paid." in text(answer) and "1 of 4 have paid" in text(answer)
    assert door.get(f"/t/{tournament.slug}/desk/till/").status_code == 403
    assert (
        door.post(f"/t/{tournament.slug}/desk/till/1/", {"do": "refund", "method": "cash"}).status_code == 403
    )
    again = door.post(path, {"entry": entry.number, "price": ":750", "method": "card"})
    assert again.status_code == 422 and "has paid already: € 5.00" in text(again)
    assert Booking.objects.count() == 1


def test_a_page_that_is_older_than_the_fee_takes_nothing() -> None:
    tournament, (entry, *_rest) = event()
    door, path = browser(door_of(tournament)), f"/t/{tournament.slug}/desk/fees/"
    fee_set(actor=organizer_of(tournament), tournament=tournament, cents=900)
    answer = door.post(path, {"entry": entry.number, "price": ":750", "method": "cash"})
    assert answer.status_code == 422 and "The fee has changed meanwhile" in text(answer)
    assert "€ 9.00" in text(answer) and not Booking.objects.exists()


def test_the_treasurer_pays_back_undoes_counts_and_closes() -> None:
    tournament, (one, two, three, _four) = event()
    organizer = organizer_of(tournament)
    desk, fees, till = (
        browser(organizer),
        *(f"/t/{tournament.slug}/desk/{page}/" for page in ("fees", "till")),
    )
    for entry in (one, two, three):
        take(tournament, entry)
    assert "Pay it back" in text(desk.get(fees, {"entry": one.number}))
    desk.post(f"{till}1/", {"do": "refund", "method": "cash", "cents": "2,50"})
    wrong = desk.post(f"{till}2/", {"do": "refund", "method": "cash", "cents": "-2"}, follow=True)
    assert "An amount is never below zero." in text(wrong)
    desk.post(f"{till}3/", {"do": "undo", "reason": "the wrong player"})
    page = text(desk.get(till))
    assert "Cash that came in less what went out: € 12.50" in page and "undone" in page
    stale = desk.post(till, {"till": 1, "rows": 4, "counted_cents": "12.50"})
    assert stale.status_code == 422 and "Something was booked while you counted" in text(stale)
    closed = desk.post(till, {"till": 1, "rows": 5, "counted_cents": "12", "begun_cents": ""}, follow=True)
    assert "The till is closed." in text(closed) and "−€ 0.50" in text(closed)
    assert TillClosing.objects.get().closed_by == organizer.user
    assert "Nothing was booked yet" in text(desk.get(till)) and "The till before" in text(desk.get(till))


def test_who_has_not_paid_stands_at_the_door_at_the_desk_and_beside_the_draft() -> None:
    tournament, (entry, *_rest) = event()
    desk = browser(organizer_of(tournament))
    for page in ("door", "entries"):
        shown = text(desk.get(f"/t/{tournament.slug}/desk/{page}/"))
        assert shown.count("not paid: € 7.50") == 4, page
    take(tournament, entry)
    assert text(desk.get(f"/t/{tournament.slug}/desk/door/")).count("not paid: € 7.50") == 3
    running = running_tournament(4, name="Running")
    fee_set(actor=organizer_of(running), tournament=running, cents=300)
    draft(running)
    desk = browser(organizer_of(running))
    page = text(desk.get(f"/t/{running.slug}/desk/rounds/1/"))
    assert "Here, and the fee is not paid yet. They play all the same:" in page
    assert "Publish" in page, "it never blocks"


def test_a_player_reads_their_own_books_alone() -> None:
    tournament, (one, two, *_rest) = event()
    take(tournament, one)
    own = text(browser(Actor(one.user, "player")).get(f"/t/{tournament.slug}/pay/"))
    other = text(browser(Actor(two.user, "player")).get(f"/t/{tournament.slug}/pay/"))
    assert "paid" in own and "What was booked" in own and "To pay" not in own
    assert "To pay: € 7.50" in other and "What was booked" not in other and one.name not in other


def test_of_somebody_who_is_forgotten_the_sum_stays_without_the_name() -> None:
    tournament, (entry, *_rest) = event()
    take(tournament, entry)
    name = entry.name
    type(tournament).objects.filter(pk=tournament.pk).update(state="finished")
    person_erase(actor=SYSTEM, user_id=entry.user_id)
    sheet = text(browser(organizer_of(tournament)).get(f"/t/{tournament.slug}/desk/till/"))
    assert "€ 7.50" in sheet and name not in sheet.partition("<main")[2]
    assert Booking.objects.get().cents == 750


PAGES = {"fees/": 9, "till/": 11, "prizes/": 12, "entries/": 14, "door/": 10, "fee/": 7}


@pytest.mark.parametrize("players", [4, 24])
def test_pages_ask_as_much_for_four_as_for_many(players: int) -> None:
    tournament, entries = event(players)
    organizer = organizer_of(tournament)
    Entry.objects.filter(tournament=tournament).update(state="checked_in")
    for by in ("all", "lot", "place"):
        prize_announce(actor=organizer, tournament=tournament, by=by, what="A prize")
    for entry in entries[: players // 2]:
        take(tournament, entry)
    desk, found = browser(organizer), {}
    for page in PAGES:
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(f"/t/{tournament.slug}/desk/{page}").status_code == 200
        found[page] = len(asked)
    assert found == PAGES


def test_long_lists_come_page_by_page_and_whole_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.money.leaves.ON_A_PAGE", 2)
    monkeypatch.setattr("tournaments.money.selectors.MOST_SHOWN", 2)
    tournament, entries = event()
    organizer = organizer_of(tournament)
    for entry in entries:
        take(tournament, entry)
    desk, at = browser(organizer), f"/t/{tournament.slug}/desk/"
    for page, whole in (("fees/", 'class="door-row"'), ("till/", '<a class="plain"')):
        first, second, third = (text(desk.get(f"{at}{page}?page={number}")) for number in (1, 2, 9))
        assert first.count(whole) == second.count(whole) == third.count(whole) == 2 and first != second
        assert 'rel="next"' in first and 'rel="prev"' in second and 'rel="next"' not in second
    till = text(desk.get(f"{at}till/?all=1"))
    assert till.count('<a class="plain"') == 4 and 'rel="next"' not in till
    assert "4 of 4 have paid" in text(desk.get(f"{at}fees/?q={entries[3].name}"))
    Entry.objects.filter(tournament=tournament).update(state=Entry.State.CHECKED_IN)
    prize = prize_announce(actor=organizer, tournament=tournament, by="all", what="A pin")["prize"]
    page = text(desk.get(f"{at}prizes/"))
    assert page.count('value="give"') == 2 and "And 2 more. Search for a player." in page
    desk.post(f"{at}prizes/", {"action": "give", "prize": prize, "entry": entries[3].number})
    found = text(desk.get(f"{at}prizes/?q={entries[3].name}"))
    assert found.count('value="give"') == 0 and "given" in found
    assert "Nobody fits." in text(desk.get(f"{at}prizes/?q=zzz"))
