"""Writing to the catalogue: who may, what is kept, what can never be changed."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.cards.legality import acts_of, limits_on
from decks.cards.legality_services import legality_end, legality_list_create, legality_set
from decks.cards.models import (
    Card,
    CardRevision,
    CardSet,
    CatalogueState,
    PoolSnapshot,
    Ruling,
)
from decks.cards.packaged import cards_load_packaged, packaged_rows
from decks.cards.pool_services import pool_freeze
from decks.cards.pools import pool_choices, pool_for
from decks.cards.services import (
    card_publish,
    keeper_of,
    ruling_give,
    ruling_withdraw,
)
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from rules_engine.games import game_of
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import EFFECT, SUMMON, load_all, load_some, make_keeper, publish_rows

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def errata(keeper, key="2", **changes):
    params = {"reason": "Misprint."} | {
        name: changes.pop(name) for name in ("reason", "effective_on", "base") if name in changes
    }
    return card_publish(
        actor=keeper_of(keeper), key=key, row={**EFFECT, **changes}, card=EFFECT["number"], **params
    )


# --- revisions -----------------------------------------------------------------------------------------


def test_a_printed_form_cannot_be_changed_even_past_the_models():
    publish_rows([EFFECT])
    for change in (
        lambda: CardRevision.objects.update(reason="x"),
        lambda: CardRevision.objects.first().save(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert CardRevision.objects.get().reason == ""


def test_a_frozen_pool_cannot_be_changed():
    load_all()
    with pytest.raises(DatabaseError), transaction.atomic():
        PoolSnapshot.objects.update(cards="[]")


def test_a_correction_is_a_new_form_with_a_reason_and_the_old_one_stays():
    keeper = make_keeper()
    card_publish(actor=keeper_of(keeper), key="1", row=EFFECT)
    errata(keeper, text="Draw 3 cards from your deck.")
    card = Card.objects.get(number=EFFECT["number"])
    assert [form.parts["text"][:6] for form in card.revisions.all()] == ["Draw 2", "Draw 3"]
    assert card.current.reason == "Misprint."
    assert "draw 3" in card.text_key


def test_the_same_form_sent_twice_is_printed_once():
    keeper = make_keeper()
    first = card_publish(actor=keeper_of(keeper), key="1", row=EFFECT)
    assert card_publish(actor=keeper_of(keeper), key="1", row=EFFECT) == first
    errata(keeper, cost="B2")
    errata(keeper, cost="B2")
    errata(keeper, key="3", cost="B2")
    assert CardRevision.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"cost": "B2", "reason": " "}, "reason_missing"),
        ({"number": "T1.1/009/010-R"}, "number_changed"),
        ({"cost": "B2", "effective_on": timezone.localdate() + timedelta(days=1)}, "future"),
        ({"text": "Drow."}, "text_unknown_word"),
        ({"name": "Kettle Dragon"}, "name_taken"),
    ],
)
def test_a_correction_that_cannot_be_printed_says_why_and_leaves_everything(changes, code):
    publish_rows([SUMMON, EFFECT])
    before = CatalogueState.objects.get().stamp
    with pytest.raises(UserError) as refused:
        errata(make_keeper(), **changes)
    assert code in {problem.code for problem in refused.value.problems}
    assert CardRevision.objects.count() == 2
    assert LedgerRow.objects.filter(action="card.publish").count() == 0
    assert before != ""


def test_a_change_made_from_an_older_form_is_refused_and_says_who_was_faster():
    ann, bob = make_keeper("ann"), make_keeper("bob")
    card_publish(actor=keeper_of(ann), key="1", row=EFFECT)
    errata(ann, cost="B2", base=1)
    with pytest.raises(StaleError, match="Ann added version 2"):
        errata(bob, key="3", cost="B3", base=1)
    errata(bob, key="4", cost="B3", base=2)
    assert [form.parts["cost"] for form in CardRevision.objects.all()] == ["B1", "B2", "B3"]


def test_the_page_of_an_older_form_keeps_what_was_typed_and_prints_it_when_sent_again():
    keeper = make_keeper()
    card_publish(actor=keeper_of(keeper), key="1", row=EFFECT)
    client = Client()
    client.force_login(keeper)
    url = reverse("decks:card_edit", args=["T1.1/002"])
    typed = {**EFFECT, "cost": "B3", "reason": "Mine.", "base": "1"}
    errata(keeper, cost="B2")
    answer = client.post(url, {**typed, "key": "a"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="B3"' in page and 'name="base" value="2"' in page and "/history/" in page
    assert client.post(url, {**typed, "key": "b", "base": "2"}).status_code == 302
    assert Card.objects.get().current.parts["cost"] == "B3"


def test_of_two_who_describe_a_set_at_once_the_second_is_told_and_keeps_what_was_typed():
    publish_rows([EFFECT])
    client = Client()
    client.force_login(make_keeper())
    url = reverse("decks:set_edit", args=["T1.1"])
    mark = client.get(url).context["form"].initial["mark"]
    assert client.post(url, {"name": "Kettles", "mark": mark, "key": "1"}).status_code == 302
    page = client.post(url, {"name": "Pans", "mark": mark, "key": "2"})
    assert "changed this set in the meantime" in page.content.decode()
    assert 'value="Pans"' in page.content.decode()
    assert CardSet.objects.get(code="T1.1").name == "Kettles"
    newer = page.context["form"].data["mark"]
    assert client.post(url, {"name": "Pans", "mark": newer, "key": "3"}).status_code == 302
    assert CardSet.objects.get(code="T1.1").name == "Pans"


def test_every_write_leaves_who_when_and_what():
    keeper = make_keeper()
    card_publish(actor=keeper_of(keeper), key="1", row=EFFECT)
    row = LedgerRow.objects.get(action="card.publish")
    assert (row.actor, row.data["number"]) == (keeper, EFFECT["number"])
    assert row.at <= timezone.now()


# --- what is packaged ----------------------------------------------------------------------------------


def test_loading_twice_does_nothing_the_second_time():
    assert len(cards_load_packaged().added) == len(packaged_rows())
    assert cards_load_packaged() is None
    assert CardRevision.objects.count() == len(packaged_rows())


def test_a_card_that_a_keeper_changed_is_kept_and_one_that_is_packaged_anew_gets_a_new_form(monkeypatch):
    load_all()
    keeper = make_keeper()
    discount = Card.objects.get(name="Discount")
    card_publish(
        actor=keeper_of(keeper),
        key="1",
        row={**discount.current.parts, "flavor": "Ours."},
        card=discount.number,
        reason="x",
    )
    from decks.cards import packaged

    rows = [
        {**row, "flavor": "New."} if row["name"] in ("Discount", "Hunter Dragon") else row
        for row in packaged.packaged_rows()
    ]
    monkeypatch.setattr(packaged, "packaged_rows", lambda: rows)
    loaded = packaged.cards_load_packaged()
    assert (loaded.changed, loaded.kept) == (["D1.1/008/100-U"], [discount.number])
    assert Card.objects.get(name="Hunter Dragon").current.revision == 2
    assert Card.objects.get(name="Discount").current.parts["flavor"] == "Ours."


# --- pools ---------------------------------------------------------------------------------------------


def test_a_pool_is_found_by_key_and_by_exactly_its_content():
    pool = load_pool("demo")
    assert pool_for("demo") is pool
    assert pool_for("demo", pool.sha256) is pool
    for key, sha256 in (("demo", "0" * 64), ("nowhere", ""), ("demo-2", pool.sha256)):
        with pytest.raises(KeyError):
            pool_for(key, sha256)


def test_a_pool_of_before_is_still_read_after_the_packaged_one_changed(monkeypatch):
    load_all()
    old = load_pool("demo").sha256
    game = game_of("x610z")
    monkeypatch.setitem(vars(game), "pools", replace(game.pools, load=lambda _key: load_pool("demo-2")))
    again = pool_for("demo", old)
    assert again.sha256 == old
    assert again.cards == load_pool("demo").cards


def test_cards_of_today_are_frozen_as_a_pool_to_play_with():
    load_some("Life Base")
    publish_rows([SUMMON, EFFECT])
    keeper = make_keeper()
    params = {"slug": "kettles", "label": "Kettles", "sets": ["T1.1"]}
    first = pool_freeze(actor=keeper_of(keeper), key="1", **params)
    assert ("kettles", "Kettles") in pool_choices()
    pool = pool_for("kettles")
    assert {card.name for card in pool.cards} == {"Life Base", "Kettle Dragon", "Full Kettle"}
    assert pool.named("Full Kettle").tree is not None
    errata(keeper, cost="B3")
    second = pool_freeze(actor=keeper_of(keeper), key="3", **params)
    assert first["sha256"] != second["sha256"] == pool_for("kettles").sha256
    assert pool_for("kettles", first["sha256"]).named("Full Kettle").cost.boost == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"slug": "demo"}, "slug_taken"), ({"sets": ["X9.9"]}, "empty"), ({"label": ""}, "label_missing")],
)
def test_a_pool_nobody_could_play_with_is_refused(changes, code):
    load_some("Life Base")
    publish_rows([EFFECT])
    with pytest.raises(UserError) as refused:
        pool_freeze(
            actor=keeper_of(make_keeper()),
            key="1",
            **({"slug": "k", "label": "K", "sets": ["T1.1"]} | changes),
        )
    assert refused.value.code == code


# --- legality and rulings ------------------------------------------------------------------------------


def test_limits_hold_from_the_first_day_to_the_last_and_the_stricter_one_counts():
    publish_rows([SUMMON, EFFECT])
    keeper, day = make_keeper(), timezone.localdate()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", default=True)
    put = {"actor": keeper_of(keeper), "of": "main", "number": EFFECT["number"]}
    made = legality_set(key="2", limit=0, starts_on=day, **put)
    legality_set(key="3", limit=1, starts_on=day - timedelta(days=5), **put)
    legality_end(actor=keeper_of(keeper), key="4", entry=made["entry"], ends_on=day + timedelta(days=2))
    limits = [dict(limits_on("x610z", day + timedelta(days=days))) for days in (-6, -1, 0, 2, 3)]
    number = EFFECT["number"]
    assert limits == [{}, {number: 1}, {number: 0}, {number: 0}, {number: 1}]
    assert limits_on("x610z", day, "main") == {number: 0}
    assert limits_on("x610z", day, "other") == limits_on("zx", day) == {}


def test_an_entry_of_a_list_that_does_not_exist_is_refused_like_an_unknown_card():
    publish_rows([EFFECT])
    keeper, day = make_keeper(), timezone.localdate()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main")
    put = {"actor": keeper_of(keeper), "limit": 0, "starts_on": day}
    for of, number, code, field in (
        ("nowhere", EFFECT["number"], "unknown_list", "of"),
        ("main", "X9/999", "unknown_card", "number"),
    ):
        with pytest.raises(UserError) as refused:
            legality_set(key=code, of=of, number=number, **put)
        assert (refused.value.code, refused.value.problems[0].field) == (code, field)


def test_the_life_base_belongs_to_every_act():
    pool = load_pool("demo-3")
    assert acts_of(pool.life_base) == frozenset()
    assert acts_of(pool.named("Hunter Dragon")) == {"D1"}


def test_a_ruling_needs_rules_that_exist_and_is_withdrawn_not_edited():
    publish_rows([EFFECT])
    keeper = make_keeper()
    for rules, code in (("", "rules_missing"), ("999.9", "unknown_rule")):
        with pytest.raises(UserError) as refused:
            ruling_give(actor=keeper_of(keeper), key=code, number=EFFECT["number"], text="Yes.", rules=rules)
        assert {problem.code for problem in refused.value.problems} == {code}
    made = ruling_give(
        actor=keeper_of(keeper),
        key="1",
        number=EFFECT["number"],
        text="Yes.",
        text_nl="Ja.",
        rules="202.8, 402.9",
    )
    page = Client().get("/cards/T1.1/002/", headers={"accept-language": "nl"}).content.decode()
    assert "Ja." in page and "402.9" in page
    ruling_withdraw(actor=keeper_of(keeper), key="2", number=EFFECT["number"], ruling=made["ruling"])
    assert Ruling.objects.get().withdrawn_on == timezone.localdate()
    assert "<del>" in Client().get("/cards/T1.1/002/").content.decode()


# --- the keeper's pages --------------------------------------------------------------------------------


@pytest.fixture
def keeper_client():
    client = Client()
    client.force_login(make_keeper())
    return client


def test_a_card_is_typed_in_read_live_and_printed(keeper_client):
    live = keeper_client.post(
        reverse("decks:card_reading"), {**EFFECT, "text": "Drow 2 cards."}
    ).content.decode()
    assert ">Drow</mark>" in live
    live = keeper_client.post(reverse("decks:card_reading"), EFFECT).content.decode()
    assert "Draw 2 cards from your deck." in live
    assert "<code>draw</code>" in live and "test_full_kettle_does_what_it_says" in live
    wrong = keeper_client.post(reverse("decks:card_new"), {**EFFECT, "cost": "2M"})
    assert wrong.status_code == 200 and not Card.objects.exists()
    assert keeper_client.post(reverse("decks:card_new"), EFFECT)["Location"] == "/cards/T1.1/002/"
    page = keeper_client.get("/cards/T1.1/002/").content.decode()
    assert "understood, not yet tested" in page


def test_a_card_is_read_before_its_form_is_filled_in(keeper_client):
    """htmx sends no form that the browser finds incomplete, unless the form says that only the server judges it."""
    page = keeper_client.get(reverse("decks:card_new")).content.decode()
    form = page[page.rindex("<form", 0, page.index("hx-post")) :]
    assert " novalidate" in re.sub(r"\s+", " ", form[: form.index(">")])


def test_a_card_is_corrected_on_its_page_and_the_history_shows_the_words_that_changed(keeper_client):
    publish_rows([{**EFFECT, "known": ["name"]}])
    form = {**EFFECT, "text": "Draw 3 cards from your deck.", "reason": "Misprint.", "base": "1"}
    assert keeper_client.post("/cards/T1.1/002/edit/", form).status_code == 302
    page = Client().get("/cards/T1.1/002/history/").content.decode()
    assert "<del>2</del>" in page and "<ins>3</ins>" in page and "Misprint." in page
    assert Card.objects.get().current.parts["known"] == ["name"]


def test_whoever_is_no_keeper_changes_nothing(client):
    publish_rows([EFFECT])
    for path in ("edit/", "ruling/"):
        assert (
            client.post(f"/cards/T1.1/002/{path}", {**EFFECT, "cost": "B3", "reason": "x"}).status_code == 302
        )
    assert CardRevision.objects.count() == 1
    assert "Change this card" not in client.get("/cards/T1.1/002/").content.decode()


def test_hostile_texts_in_a_keepers_forms_break_nothing(keeper_client):
    publish_rows([EFFECT])
    for text in ("a\x00b", "\u202eevil", "<script>", "x" * 10_000, "😀", "9" * 400):
        for url, data in (
            ("/cards/keep/new/", dict.fromkeys([*EFFECT, "class", "crew"], text)),
            ("/cards/keep/reading/", dict.fromkeys(EFFECT, text)),
            ("/cards/T1.1/002/ruling/", {"text": text, "rules": text, "withdraw": ""}),
            ("/cards/T1.1/002/ruling/", {"withdraw": text}),
            ("/cards/keep/legality/", {"action": "end", "entry": text, "ends_on": text}),
            (
                "/cards/keep/legality/",
                {"action": "list", "list-name": text, "list-slug": "s", "list-name_nl": text},
            ),
            ("/cards/keep/pools/", {"label": text, "slug": text, "sets": text}),
            ("/cards/sets/T1.1/edit/", {"name": text}),
        ):
            response = keeper_client.post(url, data)
            assert response.status_code in (200, 302), (url, text[:10])
            assert "<script>" not in response.content.decode().replace('<script type="module"', "")
    assert CardRevision.objects.count() == 1
