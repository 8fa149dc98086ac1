"""Reprints: one card under several collector's numbers, found by each and counted once."""

import json
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from decks.cards.catalogue_files import FILE, plan_of, rows_of_catalogue
from decks.cards.files import as_csv, as_json
from decks.cards.legality import limits_on
from decks.cards.legality_services import legality_list_create, legality_set
from decks.cards.models import Card, Printing
from decks.cards.pool_services import pool_freeze
from decks.cards.pools import pool_for
from decks.cards.printing_services import card_reprint
from decks.cards.search import search
from decks.cards.services import card_publish, import_apply, import_keep, keeper_of
from decks.registration.check import deck_report
from decks.registration.text import text_step
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.decks.catalogue import EFFECT, SUMMON, load_some, make_keeper, publish_rows

pytestmark = pytest.mark.django_db

AGAIN = "T2.1/007/050-UR"


@pytest.fixture
def keeper():
    load_some("Life Base")
    publish_rows([SUMMON, EFFECT])
    return make_keeper()


def reprint(keeper, number=AGAIN, card=SUMMON["number"], **texts):
    return card_reprint(actor=keeper_of(keeper), key="", card=card, number=number, **texts)


def found(query):
    return [card.name for card in search(query).cards]


@pytest.mark.sqlite
def test_a_reprint_is_the_same_card_found_by_either_number_and_set(keeper):
    reprint(keeper, illustrator="Bo", flavor="Hotter than ever.")
    for query in ("number:T2.1/007", "set:T2.1", "act:T2", "rarity:UR", "t2.1/007", "set:T1.1 class:dragon"):
        assert found(query) == ["Kettle Dragon"], query
    assert found("set:T2.1 type:effect") == []
    assert search("").facets["set"] == {"1.1": 1, "T1.1": 2, "T2.1": 1}
    page = Client().get("/cards/T2.1/007/", follow=True)
    assert page.redirect_chain[0][0] == "/cards/T1.1/001/"
    text = page.content.decode()
    assert AGAIN in text and "Hotter than ever." in text and "counted together" in text
    sets = Client().get(reverse("decks:sets")).content.decode()
    assert "T2.1" in sets
    assert Client().get("/api/v1/cards/T2.1/007/").json()["printings"] == [AGAIN]


def test_a_correction_is_for_all_printings_and_keeps_them_found(keeper):
    reprint(keeper)
    row = {**SUMMON, "cost": "M2"}
    card_publish(actor=keeper_of(keeper), key="", row=row, card=SUMMON["number"], reason="Misprint.")
    assert found("t2.1/007 cost:2") == ["Kettle Dragon"]


@pytest.mark.parametrize(
    ("number", "code"),
    [("T2.1", "bad_number"), (SUMMON["number"], "number_taken"), ("T1.1/002/010-C", "number_taken")],
)
def test_a_number_that_is_none_or_taken_is_refused(keeper, number, code):
    with pytest.raises(UserError) as refused:
        reprint(keeper, number=number)
    assert refused.value.problems[0].code == code
    assert refused.value.problems[0].rule == "307.2"
    assert Printing.objects.count() == 0
    assert not LedgerRow.objects.filter(action="card.reprint").exists()


def test_no_other_card_takes_the_number_of_a_reprint(keeper):
    reprint(keeper)
    other = {**EFFECT, "number": "T2.1/007/050-C", "name": "Another"}
    with pytest.raises(UserError) as refused:
        card_publish(actor=keeper_of(keeper), key="", row=other)
    assert refused.value.problems[0].code == "number_taken"
    assert {place.problem.code for place in plan_of(as_json([other], FILE), "json").problems} == {
        "number_taken"
    }
    with pytest.raises(UserError):
        reprint(keeper, card=EFFECT["number"])


def test_the_name_of_a_card_points_to_its_page_for_reprints(keeper):
    with pytest.raises(UserError) as refused:
        card_publish(actor=keeper_of(keeper), key="", row={**SUMMON, "number": AGAIN})
    assert "A reprint is added on the page" in refused.value.problems[0].message


# --- decks ---------------------------------------------------------------------------------------------


def report(text, **more):
    return deck_report(text, pool_key="second", play="constructed", **more)


def codes(text, **more):
    return {problem.code for problem in report(text, **more).problems}


@pytest.fixture
def second(keeper):
    """A pool of the second set, which holds nothing but the reprint."""
    reprint(keeper)
    pool_freeze(actor=keeper_of(keeper), key="", slug="second", label="Second", sets=["T2.1"])


def test_copies_of_a_card_are_counted_together_whatever_number_they_show(second):
    """304.3a: the restriction speaks of the card. Three are allowed."""
    both = "2 Kettle Dragon [T1.1/001]\n{} Kettle Dragon [T2.1/007]"
    assert report(both.format(1)).main == {SUMMON["number"]: 3}
    assert "restriction_deck" not in codes(both.format(1))
    assert "restriction_deck" in codes(both.format(2))


@pytest.mark.parametrize("number", [SUMMON["number"], "T1.1/001", AGAIN, "T2.1/007", "t2.1/007/050-ur"])
def test_a_limit_put_on_any_number_of_a_card_counts_its_copies_under_all_of_them(keeper, second, number):
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", default=True)
    day = date(2026, 1, 1)
    put = {"actor": keeper_of(keeper), "of": "main", "limit": 2, "starts_on": day}
    assert legality_set(key="2", number=number, **put)["number"] == SUMMON["number"]
    limits = limits_on("x610z", day)
    assert limits == {SUMMON["number"]: 2}
    both = "{} Kettle Dragon [T1.1/001]\n1 Kettle Dragon [T2.1/007]"
    assert "restriction_deck" not in codes(both.format(1), limits=limits)
    assert "restriction_deck" in codes(both.format(2), limits=limits)
    with pytest.raises(UserError) as refused:
        legality_set(key="3", number="T2.1/008", **put)
    assert refused.value.code == "unknown_card"


def test_a_reprint_brings_the_card_into_its_pool_and_act(second):
    pool = pool_for("second")
    assert {card.name for card in pool.cards} == {"Kettle Dragon", "Life Base"}
    assert pool["T1.1/001/010-C"].acts == {"T1", "T2"}
    assert "wrong_act" not in codes("1 Kettle Dragon", acts=["T2"])
    assert "wrong_act" in codes("1 Kettle Dragon", acts=["T3"])


def test_the_buttons_of_the_editor_know_a_line_that_has_only_the_number_of_a_reprint(second):
    pool = pool_for("second")
    text = text_step("1 [T2.1/007]", pool, pool[SUMMON["number"]], side="main", step=1)
    assert text == "2 Kettle Dragon"


def test_pools_without_reprints_keep_their_hash():
    assert pool_for("demo").sha256.startswith("a84513ef")


# --- files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_file_brings_reprints_along_and_says_so_first(keeper, form):
    reprint(keeper)
    text = {"json": as_json, "csv": as_csv}[form](rows_of_catalogue(), FILE)
    assert plan_of(text, form).reprints == []
    Printing.objects.all().delete()
    plan = plan_of(text, form)
    assert (plan.reprints, plan.problems, plan.changed) == ([(SUMMON["number"], AGAIN)], [], [])
    kept = import_keep(by=keeper, filename="x", text=text, form=form, plan=plan.sha256)
    outcome = import_apply(
        actor=keeper_of(keeper), token=kept.token, reason="", effective_on=date(2026, 1, 1)
    )
    assert outcome["reprints"] == [AGAIN]
    assert Card.objects.get(printings__number=AGAIN).name == "Kettle Dragon"


def test_a_file_with_numbers_that_are_taken_or_none_names_them_by_row(keeper):
    rows = [{**SUMMON, "printings": [EFFECT["number"], "nonsense"]}, {**EFFECT, "printings": [AGAIN, AGAIN]}]
    plan = plan_of(json.dumps({"cards": rows}), "json")
    assert [(place.row, place.problem.code, place.problem.field) for place in plan.problems] == [
        (1, "number_taken", "printings"),
        (1, "bad_number", "printings"),
    ]
    assert plan.reprints == [(EFFECT["number"], AGAIN)]
