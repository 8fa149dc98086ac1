"""Lists of banned and restricted cards for Z/X, whose cards stand in no catalogue."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from decks.cards.legality import limits_on
from decks.cards.legality_services import legality_end, legality_list_create, legality_set
from decks.cards.models import LegalityEntry
from decks.cards.services import keeper_of
from decks.registration.check import deck_report
from ledger.errors import UserError
from tests.decks.catalogue import make_keeper

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_list_of_z_x_limits_cards_of_that_game_by_their_name_from_day_to_day():
    keeper, day = make_keeper(), timezone.localdate()
    legality_list_create(
        actor=keeper_of(keeper), key="1", name="Seals", slug="seals", game="zx", default=True
    )
    put = {"actor": keeper_of(keeper), "of": "seals", "starts_on": day}
    made = legality_set(key="2", number="z02-001", limit=0, **put)  # Basalt Ox under its second number
    legality_set(key="3", number="Z04-023", limit=1, **put)
    legality_end(actor=keeper_of(keeper), key="4", entry=made["entry"], ends_on=day + timedelta(days=2))
    assert [dict(limits_on("zx", day + timedelta(days=days))) for days in (-1, 0, 3)] == [
        {},
        {"Z02-001": 0, "Z04-023": 1},
        {"Z04-023": 1},
    ]
    assert limits_on("x610z", day) == {}
    limits = limits_on("zx", day)
    report = deck_report(
        "4 Basalt Ox\n2 Dawn Cartographer", pool_key="zx-texts", play="", game="zx", limits=limits
    )
    assert {"zx_banned", "zx_copies"} <= {problem.code for problem in report.problems}
    later = limits_on("zx", day + timedelta(days=3))
    report = deck_report(
        "4 Basalt Ox\n1 Dawn Cartographer", pool_key="zx-texts", play="", game="zx", limits=later
    )
    assert not {"zx_banned", "zx_copies"} & {problem.code for problem in report.problems}


@pytest.mark.parametrize(
    ("game", "number"), [("zx", "D1.1/009/100-R"), ("zx", "Z99-001"), ("x610z", "Z04-023")]
)
def test_a_list_takes_cards_of_its_own_game_only(game, number):
    keeper, day = make_keeper(), timezone.localdate()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", game=game)
    with pytest.raises(UserError) as refused:
        legality_set(actor=keeper_of(keeper), key="2", of="main", number=number, limit=0, starts_on=day)
    assert refused.value.code == "unknown_card"


def test_a_list_of_a_game_that_nobody_plays_here_is_refused():
    with pytest.raises(UserError) as refused:
        legality_list_create(actor=keeper_of(make_keeper()), key="1", name="Main", slug="main", game="chess")
    assert refused.value.code == "unknown_game"


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Dawn Cartographer (Z04-023)"), ("nl", "Dageraadtekenaar (Z04-023)")]
)
def test_a_keeper_lists_a_card_of_z_x_on_the_page(client, language, name):
    client.force_login(make_keeper())
    page = reverse("decks:legality")
    day = timezone.localdate().isoformat()
    begin = {"action": "list", "list-name": "Seals", "list-slug": "seals", "list-game": "zx"}
    assert client.post(page, {**begin, "idempotency_key": "a" * 32}).status_code == 302
    entry = {"action": "entry", "entry-of": "seals", "entry-number": "Z04-023", "entry-limit": 1}
    assert (
        client.post(page, {**entry, "entry-starts_on": day, "idempotency_key": "b" * 32}).status_code == 302
    )
    assert (
        name in client.get(page, headers={"accept-language": language}).content.decode().split("<main", 1)[1]
    )
    assert LegalityEntry.objects.get().card is None
