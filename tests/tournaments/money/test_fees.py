"""What an event costs: reductions, bad input, one currency, and the next date of a series."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from ledger.errors import UserError
from tests.tournaments.hall import organizer_of
from tests.tournaments.money.tills import browser, event, take
from tournaments.entries.models import Entry
from tournaments.events.copy_services import tournament_copy
from tournaments.events.models import Tournament
from tournaments.money.amounts import cents_of, money
from tournaments.money.fee_services import fee_set
from tournaments.money.models import Fee
from tournaments.money.prices import due, prices_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def codes(error: UserError) -> set[tuple[str, str | None]]:
    return {(one.code, one.field) for one in error.problems}


@pytest.mark.parametrize(
    ("text", "cents"), [("7.50", 750), ("7,5", 750), ("€ 12", 1200), ("0", 0), ("0.05", 5), ("-0", 0)]
)
def test_an_amount_is_read_as_people_type_it(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["-5", "-0.01", "7.505", "$5", "five", "", "99999999", "10001", "1e3", "٧"])
def test_what_is_no_amount_or_below_zero_is_refused(text: str) -> None:
    with pytest.raises(UserError) as refused:
        cents_of(text)
    assert refused.value.code == ("negative" if text.startswith("-") else "amount")


def test_an_amount_is_written_as_its_reader_writes_it() -> None:
    assert money(750, "EUR") == "€\u00a07.50" and money(-5, "SEK") == "−SEK\u00a00.05"
    with translation.override("nl"):
        assert money(123456, "EUR").endswith("34,56")


def test_reductions_are_below_the_price_and_what_is_wrong_is_said_all_at_once() -> None:
    tournament, _entries = event()
    actor = organizer_of(tournament)
    wrong = {"cents": 500, "member_cents": -1, "young_cents": 500, "early_cents": 400}
    with pytest.raises(UserError) as refused:
        fee_set(actor=actor, tournament=tournament, **wrong)
    assert codes(refused.value) == {
        ("negative", "member_cents"),
        ("reduction", "young_cents"),
        ("early", "early_until"),
    }
    for cents, code in ((-750, "negative"), (10**9, "amount")):
        with pytest.raises(UserError) as refused:
            fee_set(actor=actor, tournament=tournament, cents=cents)
        assert refused.value.code == code
    assert Fee.objects.get(tournament=tournament).cents == 750


def test_amounts_are_never_mixed() -> None:
    tournament, (entry, other, *_rest) = event()
    actor = organizer_of(tournament)
    fee_set(actor=actor, tournament=tournament, cents=800, currency="GBP")  # nothing is in the books yet
    take(tournament, entry)
    with pytest.raises(UserError) as refused:
        fee_set(actor=actor, tournament=tournament, cents=750, currency="EUR")
    assert refused.value.code == "mixed" and "GBP" in refused.value.message
    fee_set(actor=actor, tournament=tournament, cents=None)  # nor by taking the fee away between
    with pytest.raises(UserError, match="GBP"):
        fee_set(actor=actor, tournament=tournament, cents=750, currency="EUR")
    fee_set(actor=actor, tournament=tournament, cents=900, currency="GBP")
    with pytest.raises(UserError) as refused:
        take(tournament, other, currency="EUR")
    assert refused.value.code == "mixed"
    with pytest.raises(UserError) as refused:
        fee_set(actor=actor, tournament=tournament, cents=900, currency="XXX")
    assert refused.value.code == "currency"


def test_early_counts_by_itself_and_the_rest_whoever_takes_the_money_says() -> None:
    until = timezone.now() + timedelta(hours=1)
    tournament, (entry, late, *_rest) = event(
        cents=1000, member_cents=800, young_cents=0, early_cents=700, early_until=until
    )
    Entry.objects.filter(pk=late.pk).update(entered_at=until + timedelta(seconds=1))
    late.refresh_from_db()
    fee = Fee.objects.get(tournament=tournament)
    assert [(one.cents, one.reduction) for one in prices_of(fee, entry)] == [(700, "early"), (0, "young")]
    assert [one.cents for one in prices_of(fee, late)] == [1000, 800, 0] and due(fee, late).cents == 1000


def test_everybody_reads_the_fee_on_the_page_and_a_program_in_cents(client) -> None:
    tournament, _entries = event(member_cents=500)
    page = client.get(f"/t/{tournament.slug}/").content.decode()
    assert "€ 7.50" in page and "€ 5.00 for members" in page
    told = client.get(f"/api/v1/tournaments/{tournament.slug}/").json()["fee"]
    assert told["cents"] == 750 and told["member_cents"] == 500 and told["young_cents"] is None
    assert client.get("/api/v1/tournaments/").json()[0]["fee"]["currency"] == "EUR"


def test_the_organizer_sets_it_on_a_page_that_says_what_is_wrong() -> None:
    tournament, _entries = event()
    client, path = browser(organizer_of(tournament)), f"/t/{tournament.slug}/desk/fee/"
    answer = client.post(path, {"cents": "-3", "currency": "EUR", "member_cents": "$2"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "An amount is never below zero." in page
    assert "Type an amount like 7.50, without the currency." in page
    assert client.post(path, {"cents": "9,50", "currency": "EUR"}).status_code == 302
    assert Fee.objects.get(tournament=tournament).cents == 950
    assert 'value="9.50"' in client.get(path).content.decode()
    client.post(path, {"cents": "", "currency": "EUR"})
    assert not Fee.objects.filter(tournament=tournament).exists()


def test_the_next_date_of_a_series_costs_the_same_and_the_early_price_ends_as_long_before() -> None:
    until = timezone.now() + timedelta(minutes=10)
    tournament, _entries = event(early_cents=500, early_until=until)
    later = tournament.starts_at + timedelta(days=7)
    made = tournament_copy(
        actor=organizer_of(tournament), tournament=tournament, name="Next", starts_at=later, series=True
    )
    fee = Fee.objects.get(tournament=Tournament.objects.get(pk=made["id"]))
    assert (fee.cents, fee.early_cents) == (750, 500) and fee.early_until == until + timedelta(days=7)
