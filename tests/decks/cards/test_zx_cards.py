"""Keepers enter cards of Z/X by form and by file, change them with a reason, freeze a pool, and the engine plays it."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from decks.cards.entered import sheet_of, shown_of
from decks.cards.entered_files import entered_plan, entered_rows
from decks.cards.entered_services import entered_publish
from decks.cards.files import CardFile, as_csv, as_json
from decks.cards.models import CardImport, EnteredRevision, PoolSnapshot
from decks.cards.pool_services import entered_pool_freeze
from decks.cards.pools import card_pool
from decks.cards.reading import Reading, read_entry
from decks.cards.services import CATALOGUE, keeper_of
from decks.registration.check import deck_report
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, ZxPool, load_pool, ready_decks
from rules_engine.zx.random_games import record_zx_game
from tests.decks.catalogue import ZX_CARD, make_keeper

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ZX = "zx"
FILE = CardFile(sheet_of(ZX))


def read_zx_row(row: Any) -> Reading:
    return read_entry(sheet_of(ZX), row)


def parts_of_packaged(number: str) -> dict[str, Any]:
    return shown_of(ZX).parts_of(load_pool(TEXTS_POOL)[number])


def main_of(answer: Any) -> str:
    return answer.content.decode().split("<main", 1)[1]


def typed(**other: Any) -> dict[str, Any]:
    """A card as the form sends it."""
    lists = {name: [word.strip() for word in ZX_CARD[name].split(";")] for name in ("colours", "keywords")}
    return {**ZX_CARD, **lists, "type": "zx", **other}


@pytest.fixture
def keeper(client: Client) -> Client:
    client.force_login(make_keeper())
    return client


def publish(**other: Any) -> Any:
    """Enter a card as a keeper; ``card`` and ``base`` change one."""
    how = {name: other.pop(name) for name in ("card", "base", "reason") if name in other}
    user = get_user_model().objects.filter(user_permissions__codename="change_card").first()
    return entered_publish(
        game=ZX, actor=keeper_of(user or make_keeper()), key="", row={**ZX_CARD, **other}, **how
    )


def wrong(**other: Any) -> set[tuple[str | None, str]]:
    return {(problem.field, problem.code) for problem in read_zx_row({**ZX_CARD, **other}).problems}


def test_every_card_that_comes_with_the_site_could_have_been_entered():
    read = {number: read_zx_row(parts_of_packaged(number)) for number in load_pool(TEXTS_POOL)}
    assert {number: one.problems for number, one in read.items() if one.problems} == {}
    assert {number: one.card for number, one in read.items()} == dict(load_pool(TEXTS_POOL))


@pytest.mark.parametrize(
    ("other", "field", "code"),
    [
        ({"number": "D1.1/008/100-C"}, "number", "bad_number"),
        ({"name": " \u202e"}, "name", "name_missing"),
        ({"name": "x" * 81}, "name", "too_long"),
        ({"type": "Summon Card"}, "type", "unknown_type"),
        ({"colours": "red; mauve"}, "colours", "unknown_colour"),
        ({"colours": "red; red"}, "colours", "twice"),
        ({"colours": "red"}, "multicolor", "one_colour"),
        ({"colours": {"red": 1}}, "colours", "not_text"),
        ({"tribes": "<b>"}, "tribes", "bad_tribe"),
        ({"tribes": "a,b,c,d,e,f,g"}, "tribes", "too_many"),
        ({"cost": "-1"}, "cost", "bad_cost"),
        ({"cost": "100"}, "cost", "bad_cost"),
        ({"cost": True}, "cost", "bad_cost"),
        ({"cost": ""}, "cost", "cost_missing"),
        ({"power": "100000"}, "power", "bad_power"),
        ({"power": "٣"}, "power", "bad_power"),
        ({"power": ""}, "power", "power_missing"),
        ({"type": "event"}, "power", "power_not_printed"),
        ({"type": "zx_extra", "ignition": "yes"}, "ignition", "icon_not_printed"),
        ({"type": "player", "power": "", "text": ""}, "cost", "cost_not_printed"),
        ({"type": "player", "power": "", "cost": ""}, "player_name", "player_name"),
        (
            {"type": "event", "power": "", "keywords": "", "player_name": "Idris"},
            "player_name",
            "player_name",
        ),
        ({"keywords": "Range 1"}, "keywords", "unknown_keyword"),
        ({"keywords": "Range 2; Range 3"}, "keywords", "two_ranges"),
        ({"type": "event", "power": ""}, "keywords", "keyword_not_printed"),
        ({"ignition": "perhaps"}, "ignition", "not_yes_or_no"),
        ({"text": "Draw 1 card."}, "text", "text_unread"),
        ({"text": "[Event] <Effect> Draw 1 card."}, "text", "text_misplaced"),
        ({"text": "x" * 1_001}, "text", "too_long"),
        ({"text": ["[Event]"]}, "text", "not_text"),
        ({"manual": "yes"}, "manual", "not_manual"),
    ],
)
def test_what_a_card_of_z_x_cannot_be_is_refused_by_its_field(other, field, code):
    assert (field, code) in wrong(**other)


def test_the_sentence_that_is_not_understood_is_named_and_the_others_are_not():
    good, bad = ZX_CARD["text"], "[Auto] <Trigger> this Z/X appears <Effect> Draw 1 card. Sing a song."
    read = read_zx_row({**ZX_CARD, "text": f"{good}\n{bad}"})
    assert read.unread == ("sing a song",) and [problem.field for problem in read.problems] == ["text"]
    assert read_zx_row({**ZX_CARD, "text": bad, "manual": "yes"}).problems == ()


def test_a_keeper_enters_a_card_by_the_form_and_everybody_reads_it(keeper):
    page = reverse("decks:entered_card_new", args=[ZX])
    assert keeper.post(page, typed(power="many")).status_code == 200
    assert not EnteredRevision.objects.exists()
    made = keeper.post(page, typed(idempotency_key="a" * 32))
    again = keeper.post(page, typed(idempotency_key="a" * 32))
    assert made["Location"] == again["Location"] == "/cards/zx/K01-001/"
    assert EnteredRevision.objects.count() == 1
    assert LedgerRow.objects.filter(chain__key=CATALOGUE, action="entered.publish").count() == 1
    shown = main_of(Client().get("/cards/zx/K01-001/"))
    assert "Brass Comet" in shown and "red, green" in shown and "6000" in shown
    dutch = main_of(Client().get("/cards/zx/K01-001/", headers={"accept-language": "nl"}))
    assert "Koperen komeet" in dutch and "Draw 1 card" not in dutch.split("card-facts")[0]
    listed = main_of(Client().get(reverse("decks:entered_cards", args=[ZX])))
    entered, packaged = listed.split("Our own demonstration cards")
    assert (
        entered.count('class="card-face') == 1
        and "Draw 1 card" in entered
        and "/cards/zx/K01-001/" in entered
    )
    assert packaged.count('class="card-face') == len(load_pool(TEXTS_POOL).cards)
    abroad = main_of(
        Client().get(reverse("decks:entered_cards", args=[ZX]), headers={"accept-language": "nl"})
    )
    assert "Koperen komeet" in abroad and "Draw 1 card" not in abroad.split("K01-001")[0]


def test_the_box_beside_the_form_draws_the_card_and_names_what_is_missing(keeper):
    box = reverse("decks:entered_card_reading", args=[ZX])
    answer = keeper.post(box, typed()).content.decode()
    assert "card-face" in answer and "the text is understood" in answer
    hostile = "[Auto] <Effect> <script>alert(1)</script>."
    answer = keeper.post(box, typed(text=hostile)).content.decode()
    assert "<script>" not in answer and "&lt;script&gt;" in answer


def test_a_change_needs_a_reason_and_the_form_that_is_printed_now():
    publish()
    with pytest.raises(UserError) as refused:
        publish(card="K01-001", base=1, power="6500")
    assert [problem.code for problem in refused.value.problems] == ["reason_missing"]
    assert publish(card="K01-001", base=1, power="6500", reason="Misprint")["revision"] == 2
    with pytest.raises(StaleError):
        publish(card="K01-001", base=1, power="7000", reason="Mine")
    assert publish(card="K01-001", base=1, power="6500", reason="The same")["changed"] is False
    with pytest.raises(UserError) as refused:
        publish(card="K01-001", base=2, number="K01-002", reason="Renumber")
    assert "number_changed" in {problem.code for problem in refused.value.problems}


def test_the_page_of_a_change_answers_a_form_that_is_too_old(keeper):
    publish()
    page = reverse("decks:entered_card_edit", args=[ZX, "K01-001"])
    assert 'name="base" value="1"' in keeper.get(page).content.decode()
    assert keeper.post(page, typed(power="6500", base=1, reason="Misprint")).status_code == 302
    assert keeper.post(page, typed(power="7000", base=1, reason="Mine")).status_code == 409
    assert "Misprint" in main_of(keeper.get("/cards/zx/K01-001/"))
    assert keeper.get(reverse("decks:entered_card_edit", args=[ZX, "Z04-001"])).status_code == 404


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"number": "K01-001"}, "number_taken"),
        ({"number": "Z04-001"}, "number_packaged"),
        ({"number": "K01-002", "power": "1000"}, "name_taken"),
        ({"number": "K01-002", "name": "Signal Buoy"}, "name_taken"),
    ],
)
def test_what_another_card_has_is_refused(other, code):
    publish()
    with pytest.raises(UserError) as refused:
        publish(**other)
    assert code in {problem.code for problem in refused.value.problems}


def test_the_same_card_under_a_second_number_is_a_reprint():
    publish()
    assert publish(number="K02-001")["revision"] == 1


def test_a_printed_form_is_never_changed():
    publish()
    with pytest.raises(DatabaseError), transaction.atomic():
        EnteredRevision.objects.update(reason="rewritten")


@pytest.mark.parametrize("name", ["card_new", "import", "pools", "card_reading"])
def test_only_a_keeper_writes(client, name):
    client.force_login(get_user_model().objects.create_user("rival"))
    assert client.post(reverse(f"decks:entered_{name}", args=[ZX]), typed()).status_code == 403
    assert not EnteredRevision.objects.exists() and not PoolSnapshot.objects.exists()


# --- files ---------------------------------------------------------------------------------------------


def upload(client: Client, text: str, name: str) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return client.post(
        reverse("decks:entered_import", args=[ZX]), {"file": SimpleUploadedFile(name, text.encode())}
    )


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_file_is_previewed_with_drawn_cards_and_then_imported_once(keeper, form):
    rows = [read_zx_row({**ZX_CARD, "number": f"K01-00{n}", "name": f"Comet {n}"}).parts for n in (1, 2)]
    text = as_json(rows, FILE) if form == "json" else as_csv(rows, FILE)
    preview = upload(keeper, text, f"cards.{form}")["Location"]
    shown = keeper.get(preview).content.decode()
    assert shown.count("card-face") >= 2 and not EnteredRevision.objects.exists()
    for _time in range(2):
        assert keeper.post(preview, {}).status_code == 302
    assert EnteredRevision.objects.count() == 2
    assert LedgerRow.objects.filter(action="entered.import").count() == 1
    export = keeper.get(reverse("decks:entered_export", args=[ZX, form])).content.decode()
    assert export == text and entered_plan(ZX, export, form).same == 2
    assert list(entered_rows(ZX)) == rows


def test_a_file_names_every_problem_by_its_row_and_writes_nothing(keeper):
    rows = [ZX_CARD, {**ZX_CARD, "cost": "x"}, {**ZX_CARD, "number": "K01-003", "wings": 2}, 7]
    answer = upload(keeper, json.dumps({"cards": rows}), "cards.json")
    shown = main_of(answer)
    assert answer.status_code == 422 and "wings" in shown and not CardImport.objects.exists()
    plan = entered_plan(ZX, json.dumps(rows), "json")
    assert {(place.row, place.problem.code) for place in plan.problems} >= {
        (2, "number_twice"), (2, "bad_cost"), (3, "unknown_column"), (4, "no_card"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"cards": 3}', '{"format": "cards/1", "cards": []}', "a,b\n1"]
)
def test_what_is_no_file_of_cards_is_refused(text):
    form = "csv" if text.startswith("a") else "json"
    assert entered_plan(ZX, text, form).problems


def test_a_file_of_one_game_is_not_confirmed_as_one_of_the_other(keeper):
    preview = upload(keeper, as_json([read_zx_row(ZX_CARD).parts], FILE), "cards.json")["Location"]
    token = preview.rstrip("/").rsplit("/", 1)[1]
    assert keeper.post(reverse("decks:import_preview", args=[token]), {}).status_code == 404
    assert not EnteredRevision.objects.exists()


def test_a_changed_card_in_a_file_needs_a_reason_and_an_unchanged_catalogue(keeper):
    publish()
    preview = upload(keeper, json.dumps([{**ZX_CARD, "power": 6500}]), "x.json")["Location"]
    assert keeper.post(preview, {}).status_code == 200 and EnteredRevision.objects.count() == 1
    publish(card="K01-001", base=1, power="7000", reason="Meanwhile")
    assert keeper.post(preview, {"reason": "Misprint"}).status_code == 200
    assert EnteredRevision.objects.count() == 2, "shown anew, not written"
    assert keeper.post(preview, {"reason": "Misprint"}).status_code == 302
    assert EnteredRevision.objects.count() == 3


# --- in a deck and in a game ---------------------------------------------------------------------------


def freeze(**other: Any) -> ZxPool:
    user = get_user_model().objects.filter(user_permissions__codename="change_card").first()
    entered_pool_freeze(game=ZX, actor=keeper_of(user), key="", **{"slug": "ours", "label": "Ours", **other})
    return card_pool(ZX, other.get("slug", "ours"))


BLACK = {"colours": "black", "multicolor": "", "cost": "2"}
"""What lets the deck of :func:`deck_with` pay for the card."""


def deck_with(pool: ZxPool, number: str) -> tuple[dict[str, int], dict[str, int]]:
    """A ready-made deck in which four plain cards gave way to those of a keeper."""
    ready = ready_decks(load_pool(TEXTS_POOL))[2]
    main = dict(ready.main)
    plain = next(one for one in main if not pool[one].ignition and not pool[one].keywords and main[one] == 4)
    del main[plain]
    return {**main, number: 4}, dict(ready.dynamis)


def game_of(pool: ZxPool, main: dict[str, int]) -> bytes:
    deck = [number for number, count in main.items() for _copy in range(count)]
    ends = [number for number in deck if number == ZX_CARD["number"]]
    rest = [number for number in deck if number not in ends]
    order = [*ends[:2], *(number for place in range(7) for number in rest[place::7]), *ends[2:]]
    return record_zx_game("kept", pool=pool, decks=[order, order], laid_out=[{}, {}]).finish()


def test_an_entered_card_is_put_in_a_deck_and_played_by_the_engine():
    publish(**BLACK)
    pool = freeze()
    assert card_pool("zx", "ours", pool.sha256) is not None and len(pool) == len(load_pool(TEXTS_POOL)) + 1
    main, dynamis = deck_with(pool, "K01-001")
    text = "\n".join(f"{count} {pool[number].name}" for number, count in main.items())
    text += "\nDynamis\n" + "\n".join(f"{count} {pool[number].name}" for number, count in dynamis.items())
    assert deck_report(text, pool_key="ours", play="", game="zx").problems == ()
    assert "zx_copies" in {
        problem.code
        for problem in deck_report(
            text.replace("4 Brass", "5 Brass"), pool_key="ours", play="", game="zx"
        ).problems
    }
    log = game_of(pool, main)
    assert b'"do":"play","seat":0,"card":"K01-001"' in log
    assert audit(log, pool=pool).verdict == "ok"


def test_a_text_that_is_not_understood_stops_the_engine_and_accuses_nobody():
    publish(**BLACK, text="[Auto] <Trigger> this Z/X appears <Effect> Sing a song.", manual="yes")
    pool = freeze()
    known = ZxPool("ours", (*load_pool(TEXTS_POOL).cards, read_zx_row({**ZX_CARD, **BLACK}).card))
    main, _dynamis = deck_with(pool, "K01-001")
    log = game_of(known, main).replace(known.sha256.encode(), pool.sha256.encode())
    rows = [row for row in log.splitlines(keepends=True) if b'"kind":"end"' not in row]
    report = audit(b"".join(rows), pool=pool)
    assert report.verdict == "engine_gap"
    assert report.finding.code == "manual_card" and report.finding.params["card"] == "K01-001"


def test_a_pool_keeps_the_cards_of_its_day():
    publish()
    first = freeze()
    publish(card="K01-001", base=1, power="7000", reason="Misprint")
    second = freeze()
    assert (first["K01-001"].power, second["K01-001"].power) == (6000, 7000)
    assert card_pool(ZX, "ours", first.sha256)["K01-001"].power == 6000
    with pytest.raises(KeyError):
        card_pool(ZX, "ours", "0" * 64)
    assert len(freeze(slug="alone", demonstration=False)) == 1


@pytest.mark.parametrize("slug", ["zx-texts", "demo"])
def test_a_pool_cannot_take_the_name_of_one_that_comes_with_the_site(slug):
    publish()
    with pytest.raises(UserError) as refused:
        freeze(slug=slug)
    assert refused.value.code == "slug_taken"


def test_a_pool_without_an_entered_card_is_refused():
    with pytest.raises(UserError) as refused:
        entered_pool_freeze(game=ZX, actor=keeper_of(make_keeper()), key="", slug="ours", label="Ours")
    assert refused.value.code == "empty"


def test_flags_of_a_file_are_yes_or_no():
    assert {
        name: read_zx_row({**ZX_CARD, "multicolor": "ja"}).parts[name]
        for name in ("ignition", "evol_seed", "multicolor", "manual")
    }["multicolor"] is True


def test_every_card_shows_a_picture_drawn_from_it_and_says_in_words_what_it_shows(client: Client) -> None:
    page = client.get("/cards/zx/").content.decode()
    number = load_pool(TEXTS_POOL).cards[0].number
    address = f"/cards/zx/{number}/art.svg"
    assert f'src="{address}"' in page and page.count('class="card-art"') == page.count("<article")
    drawn = client.get(address)
    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/svg+xml")
    assert drawn["X-Content-Type-Options"] == "nosniff" and "max-age" in drawn["Cache-Control"]
    assert client.get("/cards/zx/Z99-999/art.svg").status_code == 404
    assert f'src="{address}"' in client.get(f"/cards/zx/{number}/").content.decode()
