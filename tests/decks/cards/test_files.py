"""Files of cards: out and in again changes nothing; every problem is named by its row before anything is written."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from decks.cards.catalogue_files import FILE, MAX_NEW, plan_of, rows_of_catalogue
from decks.cards.files import as_csv, as_json, decoded
from decks.cards.models import Card, CardImport, CardRevision
from decks.cards.packaged import packaged_rows
from ledger.models import LedgerRow
from tests.decks.catalogue import EFFECT, SUMMON, load_all, load_some, make_keeper, publish_rows

pytestmark = pytest.mark.django_db


def problems(text, form="csv"):
    return {(place.row, place.problem.code) for place in plan_of(text, form).problems}


def sheet(*rows):
    return as_csv(list(rows), FILE)


@pytest.fixture
def keeper():
    client = Client()
    client.force_login(make_keeper())
    return client


def upload(client, text, name="cards.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(reverse("decks:import"), {"file": SimpleUploadedFile(name, data)})


@pytest.mark.parametrize("form", ["json", "csv"])
def test_export_and_import_again_changes_nothing(form):
    load_all()
    publish_rows(
        [{**EFFECT, "flavor": '=1+1, said "he"; and\tshe', "known": ["name", "Speed 3"], "name_nl": "É"}]
    )
    text = {"json": as_json, "csv": as_csv}[form](rows_of_catalogue(), FILE)
    plan = plan_of(text, form)
    assert plan.problems == []
    assert (plan.added, plan.changed, plan.same) == ([], [], len(packaged_rows()) + 1)


def test_a_sheet_cannot_carry_a_formula():
    publish_rows([{**EFFECT, "flavor": "=HYPERLINK(1)"}])
    assert "'=HYPERLINK(1)" in as_csv(rows_of_catalogue(), FILE)


def test_every_problem_is_named_by_its_row():
    text = sheet(
        SUMMON,
        {**EFFECT, "number": "nonsense"},
        {**EFFECT, "number": "T1.1/003/010-C", "name": "A", "type": "Golem"},
        {**EFFECT, "number": "T1.1/004/010-C", "name": "B", "text": "Drow 2 cards."},
        {**EFFECT, "number": SUMMON["number"], "name": "C"},
        {**EFFECT, "number": "T1.1/005/010-C", "name": "D", "cost": "2M"},
        {**EFFECT, "number": "T1.1/006/010-C", "name": "Kettle dragon"},
    )
    assert problems(text) == {
        (3, "bad_number"),
        (4, "unknown_type"),
        (5, "text_unknown_word"),
        (6, "number_twice"),
        (7, "bad_cost"),
        (8, "name_twice"),
    }


def test_numbers_and_names_of_other_cards_are_taken():
    load_some("Hunter Dragon")
    text = sheet(
        {**EFFECT, "number": "D1.1/008/100-C"},
        {**EFFECT, "number": "T1.1/009/010-C", "name": "HUNTER DRAGON"},
    )
    assert problems(text) == {(2, "number_taken"), (3, "name_taken")}


@pytest.mark.parametrize(
    ("text", "form", "code"),
    [
        ("", "csv", "empty"),
        ("name\nx\n", "csv", "missing_column"),
        ("number,name,type,restriction,colour\n", "csv", "unknown_column"),
        ("{", "json", "no_json"),
        ("[" * 100_000, "json", "no_json"),
        ('{"format": "cards/9", "cards": []}', "json", "format"),
        ('{"cards": 3}', "json", "no_cards"),
        ('{"cards": [3]}', "json", "no_card"),
        ("9" * 5000, "json", "no_json"),
    ],
)
def test_a_file_that_is_no_card_file_is_refused_in_words(text, form, code):
    assert code in {name for _row, name in problems(text, form)}


def test_semicolons_and_a_mark_at_the_beginning_are_read_as_spreadsheets_write_them():
    text = "number;name;type;restriction;cost;text\nT1.1/001/001-C;Tap;Effect Card;∞;;Draw 1 card from your deck.\n"
    plan = plan_of(decoded(b"\xef\xbb\xbf" + text.encode()), "csv")
    assert plan.problems == []
    assert plan.added[0].parts["restriction"] == "infinity"


def test_another_encoding_and_too_much_are_refused_in_words(keeper):
    with pytest.raises(ValueError, match="line 2"):
        decoded("number\nfé".encode("latin-1"))
    assert "UTF-8" in upload(keeper, "é".encode("utf-16")).content.decode()
    assert "larger than 4 MB" in upload(keeper, b"x" * (5 * 1024 * 1024)).content.decode()
    assert upload(keeper, b"a,b\n" * 500_000).status_code == 422
    assert not CardImport.objects.exists()


def test_more_new_texts_than_somebody_can_wait_for_are_refused():
    rows = [
        {**EFFECT, "number": f"T1.1/{n:03}/999-C", "name": f"Card {n}", "text": ""}
        for n in range(1, MAX_NEW + 2)
    ]
    assert problems(sheet(*rows)) == {(MAX_NEW + 2, "too_many_new")}


def test_an_import_is_previewed_confirmed_once_and_safe_to_confirm_twice(keeper):
    publish_rows([SUMMON])
    changed = {**SUMMON, "text": SUMMON["text"].replace("Speed 2", "Speed 3")}
    preview = upload(keeper, sheet(changed, EFFECT))
    assert preview.status_code == 302
    assert not Card.objects.filter(name="Full Kettle").exists()
    assert "Full Kettle" in keeper.get(preview["Location"]).content.decode()
    assert "Say why" in keeper.post(preview["Location"], {}).content.decode()
    for _again in range(2):
        assert keeper.post(preview["Location"], {"reason": "Speed was misprinted."}).status_code == 302
    card = Card.objects.get(number=SUMMON["number"])
    assert (card.speed, card.revisions.count(), card.current.reason) == (3, 2, "Speed was misprinted.")
    assert Card.objects.get(name="Full Kettle").revisions.count() == 1
    assert LedgerRow.objects.filter(action="cards.import").count() == 1
    assert "Imported." in keeper.get(preview["Location"]).content.decode()


def test_a_catalogue_that_changed_since_the_preview_is_looked_at_again(keeper):
    preview = upload(keeper, sheet(EFFECT))["Location"]
    publish_rows([EFFECT])
    page = keeper.post(preview, {"reason": "x"}).content.decode()
    assert "changed since the preview" in page
    assert CardRevision.objects.count() == 1


def test_a_preview_is_its_owners_alone(keeper):
    preview = upload(keeper, sheet(EFFECT))["Location"]
    other = Client()
    other.force_login(make_keeper("other"))
    assert other.get(preview).status_code == 404
    assert other.post(preview, {"reason": "x"}).status_code == 404


def test_files_are_exported_as_downloads(keeper):
    load_some("Hunter Dragon")
    for form in ("json", "csv"):
        response = keeper.get(reverse("decks:export", args=[form]))
        assert f'filename="cards.{form}"' in response["Content-Disposition"]
    assert json.loads(keeper.get(reverse("decks:export", args=["json"])).content)["format"] == "cards/1"
    assert keeper.get("/cards/keep/cards.exe").status_code == 404


def test_a_preview_is_stale_once_a_keeper_changed_the_card_it_would_change():
    publish_rows([EFFECT])
    text = as_json([{**EFFECT, "cost": "B2"}], FILE)
    before = plan_of(text, "json").sha256
    publish_rows([{**EFFECT, "cost": "B3"}])
    assert plan_of(text, "json").sha256 != before
