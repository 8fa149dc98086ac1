"""Prizes: by place, by a lot that everybody can compute, for everybody; given once, and signed for."""

import hashlib
import re
from typing import Any

import pytest

from ledger.errors import UserError
from tests.tournaments.hall import organizer_of, play, running_tournament
from tests.tournaments.money.tills import browser
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.money.models import Booking, Prize
from tournaments.money.payment_services import payment_reverse
from tournaments.money.prize_services import drawn, prize_announce, prize_draw, prize_drop, prize_give, sealed
from tournaments.money.selectors import prizes_of, sheet_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def announce(tournament: Tournament, by: str, **more: Any) -> int:
    said = {"what": "A booster box"} | more
    return prize_announce(actor=organizer_of(tournament), tournament=tournament, by=by, **said)["prize"]


def give(tournament: Tournament, prize: int, entry: Entry) -> int:
    actor = organizer_of(tournament)
    return prize_give(actor=actor, tournament=tournament, prize=prize, entry_id=entry.pk)["booking"]


def code_of(call: Any) -> str:
    with pytest.raises(UserError) as refused:
        call()
    return refused.value.code


def finished(players: int = 4) -> Tournament:
    tournament = running_tournament(players)
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def test_a_prize_by_place_is_due_at_the_end_and_given_once() -> None:
    tournament = finished()
    prize = announce(tournament, "place", first=1, last=2, cents=2500)
    (listed,) = prizes_of(tournament)
    assert [one.place for one in listed.due] == [1, 2] and listed.worth == "€\u00a025.00"
    first = listed.due[0].entry
    row = give(tournament, prize, first)
    assert code_of(lambda: give(tournament, prize, first)) == "given"
    last = Entry.objects.filter(tournament=tournament).exclude(pk__in=[one.entry.pk for one in listed.due])[0]
    assert code_of(lambda: give(tournament, prize, last)) == "not_due"
    assert sheet_of(tournament).cash == -2500
    assert (
        code_of(lambda: prize_drop(actor=organizer_of(tournament), tournament=tournament, prize=prize))
        == "given"
    )
    payment_reverse(actor=organizer_of(tournament), tournament=tournament, booking=row, reason="wrong one")
    assert sheet_of(tournament).cash == 0 and prizes_of(tournament)[0].due[0].given is None
    give(tournament, prize, first)
    assert Booking.objects.filter(kind="prize").count() == 2


def test_nothing_is_due_by_place_before_the_end_and_packs_are_for_who_played() -> None:
    tournament = running_tournament(4)
    announce(tournament, "place")
    packs = announce(tournament, "all", what="A pack")
    Entry.objects.filter(tournament=tournament, number=4).update(state="no_show")
    places, everybody = prizes_of(tournament)
    assert places.due == [] and [one.entry.number for one in everybody.due] == [1, 2, 3]
    give(tournament, packs, everybody.due[0].entry)
    row = Booking.objects.get()
    assert (row.method, row.cents) == ("goods", 0) and sheet_of(tournament).totals == []


def test_a_lottery_can_be_computed_by_everybody_and_its_seed_is_no_secret_only_afterwards(
    client: Any,
) -> None:
    tournament = running_tournament(6)
    prize = announce(tournament, "lot", last=2)
    row = Prize.objects.get()
    path = f"/t/{tournament.slug}/lottery/{prize}/"
    before = client.get(path).content.decode()
    assert row.seal in before and row.seed not in before and row.seal == sealed(row.seed)
    assert row.seed not in client.get(f"/t/{tournament.slug}/").content.decode()
    said = prize_draw(actor=organizer_of(tournament), tournament=tournament, prize=prize)
    assert prize_draw(actor=organizer_of(tournament), tournament=tournament, prize=prize) == said, (
        "twice is once"
    )
    page = client.get(path).content.decode()
    seed = re.search(r"printf %s ([0-9a-f]{64}) \| sha256sum", page)[1]
    assert hashlib.sha256(seed.encode()).hexdigest() in page, "by hand, from the page alone"
    order = sorted(range(1, 7), key=lambda one: hashlib.sha256(f"{seed}:{one}".encode()).hexdigest())
    assert said["drawn"] == order[:2] == [int(one) for one in re.findall(r"<li>\s*E(\d+)", page)][:2]
    winner, other = (Entry.objects.get(tournament=tournament, number=order[at]) for at in (0, 2))
    assert code_of(lambda: give(tournament, prize, other)) == "not_due"
    give(tournament, prize, winner)


def test_every_number_is_drawn_equally_often() -> None:
    """Of 3,000 seeds each of five comes first about 600 times (a standard deviation is 22)."""
    firsts = [drawn(f"{number:064x}", range(1, 6))[0] for number in range(3000)]
    assert all(500 < firsts.count(number) < 700 for number in range(1, 6))


def test_what_cannot_be_is_refused() -> None:
    tournament = running_tournament(4)
    actor = organizer_of(tournament)
    assert code_of(lambda: announce(tournament, "place", first=3, last=2)) == "places"
    assert code_of(lambda: announce(tournament, "place", cents=-1)) == "negative"
    assert code_of(lambda: announce(tournament, "place", what=" ")) == "what"
    assert code_of(lambda: announce(tournament, "vote")) == "by"
    prize = announce(tournament, "place")
    assert code_of(lambda: prize_draw(actor=actor, tournament=tournament, prize=prize)) == "by"
    assert code_of(lambda: prize_draw(actor=actor, tournament=tournament, prize=9)) == "no_prize"
    prize_drop(actor=actor, tournament=tournament, prize=prize)
    assert not Prize.objects.exists()


def test_the_pages_announce_draw_give_and_print() -> None:
    tournament = running_tournament(4)
    desk, path = browser(organizer_of(tournament)), f"/t/{tournament.slug}/desk/prizes/"
    wrong = desk.post(
        path, {"action": "announce", "what": "Mat", "by": "place", "first": 1, "last": 1, "cents": "-2"}
    )
    assert wrong.status_code == 422 and "An amount is never below zero." in wrong.content.decode()
    desk.post(path, {"action": "announce", "what": "A mat", "by": "lot", "first": 7, "last": 1})
    page = desk.post(path, {"action": "draw", "prize": 1}, follow=True).content.decode()
    number = re.search(r'name="entry" value="(\d+)"', page)[1]
    page = desk.post(path, {"action": "give", "prize": 1, "entry": number}, follow=True).content.decode()
    assert "The prize is given." in page
    name = Entry.objects.get(tournament=tournament, number=number).name
    sheet = desk.get(f"{path}sheet/").content.decode()
    assert name in sheet and "A mat" in sheet and "Signature" in sheet
