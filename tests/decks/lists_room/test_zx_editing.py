"""The editor of Z/X lists: cards are found, every button knows the Dynamis, ready-made decks are legal."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from decks.cards.pool_search import search_cards
from decks.cards.pools import card_pool
from decks.lists.editing import (
    check_context,
    found_context,
    judged_cards,
    pressed,
    ready_names,
    split_report,
)
from decks.lists.models import Deck
from decks.lists.selectors import deck_text_for
from decks.registration.check import DeckReport, deck_report
from decks.registration.plots import deck_charts
from rules_engine.games import game_of
from rules_engine.zx.cards import ZxCard, ZxCost, ZxPool
from tests.tournaments.submissions.deck_hall import browser, make_hall

pytestmark = [pytest.mark.django_db]
ZX = "zx"
POOL = card_pool(ZX, "zx-demo")
OX, CROWN = "Z01-009", "Z03-002"


def shown(pool, query, language):
    with translation.override(language):
        return found_context(pool, query, language, ZX)


def press(text, pool, language, **buttons):
    return pressed(text, pool, language, **buttons, game=ZX)


def ready(pool, text, language):
    return ready_names(pool, text, language, ZX)


def found(query):
    return [card["name"] for card in shown(POOL, query, "en")["found"]]


@pytest.mark.parametrize(
    ("query", "first", "count"),
    [
        ("basalt", "Basalt Ox", 2),
        ("ox", "Ox Ascendant", 3),
        ("life recovery", "Dawn Messenger", 2),
        ("ignition cost<=2", "Ember Courier", 4),
        ("type:event", "Sudden Sparks", 2),
        ("type:event -name:long", "Sudden Sparks", 1),
        ("number:z02 or shift", "Basalt Ox", 2),
        ("cost>=7", "Heron Ascendant", 1),
        ('type:"event extra"', "Night of Sparks", 1),
    ],
)
def test_cards_are_found_by_what_is_printed_on_them(query, first, count):
    assert found(query)[0] == first
    assert len(found(query)) == count


WITH_TEXTS = card_pool(ZX, "zx-texts")


def kept(query, language="en"):
    """The cards of the pool with texts that a query finds, by the page's search."""
    with translation.override(language):
        found = search_cards(ZX, WITH_TEXTS.cards, query)
        assert not found.errors, found.errors
        return found.cards


@pytest.mark.parametrize(
    ("query", "is_so"),
    [
        ("mermaid", lambda card: "Mermaid" in (*card.tribes, card.text) or "Mermaid" in card.text),
        ("tribe:mermaid", lambda card: "Mermaid" in card.tribes),
        ("color:green power>=6000", lambda card: "green" in card.colours and (card.power or 0) >= 6000),
        ("colour:colourless", lambda card: not card.colours),
        ("power<=2500", lambda card: card.power is not None and card.power <= 2500),
        ('keyword:"void bringer"', lambda card: "Void Bringer" in card.keywords),
        ("is:ignition cost<=2", lambda card: card.ignition and card.cost.total <= 2),
        ('text:"draw 2 cards"', lambda card: "raw 2 cards" in card.text),
        ("player:sela or player:idris", lambda card: card.player_name in ("Sela", "Idris")),
        ("is:judge", lambda card: card.kind == "zx_overboost"),
    ],
)
def test_the_cards_are_searched_by_what_is_printed_on_them(query, is_so):
    found = {card.number for card in kept(query)}
    assert found == {card.number for card in WITH_TEXTS.cards if is_so(card)}
    assert found or "judge" in query or "colourless" in query


@pytest.mark.django_db
def test_the_search_has_dutch_words_and_its_page_has_it_too(client):
    assert [card.number for card in kept("kleur:groen kracht>=6000", "nl")] == [
        card.number for card in kept("colour:green power>=6000")
    ]
    whole = client.get("/cards/zx/").content.decode()
    some = client.get("/cards/zx/", {"q": "tribe:mermaid"}).content.decode()
    assert 0 < some.count("card-face") < whole.count("card-face") and 'value="tribe:mermaid"' in some
    assert "There is no search word" in client.get("/cards/zx/", {"q": "flavour:x"}).content.decode()


def test_a_deck_says_what_its_builder_counts_and_which_cards_a_judge_decides():
    text = press("", WITH_TEXTS, "en", ready="0")
    report = deck_report(text, game=ZX, pool_key="zx-texts", play="constructed")
    context = check_context(split_report(report, text, "en", ZX), text, "en", game=ZX)
    sizes = dict(context["sizes"])
    assert (sizes["Ignition icons (20)"], sizes["Life Recovery (at most 4)"]) == (20, 4)
    assert any(chart.key == "colours" for chart in context["charts"]) and context["judged"] == []
    with translation.override("nl"):
        assert [name for chart in deck_charts(report.pool, report.main, ZX) for name, _count in chart.rows][
            -1
        ] == "blauw"
    over = ZxCard("Z09-001", "Heron of Heights", "zx_overboost", ("white",), ZxCost(7), 9000)
    unread = ZxCard(
        "Z09-002", "Mute Heron", "zx", ("white",), ZxCost(2), 3000, text="[Special] <Effect> Draw 1 card."
    )
    pool = ZxPool("judged", (*WITH_TEXTS.cards, over, unread))
    judged = DeckReport(pool, {unread.number: 1, OX: 4}, {over.number: 1}, ())
    assert judged_cards(judged, game_of(ZX).decks, "en") == [over.name, unread.name]


@pytest.mark.parametrize(
    ("rulings", "judge_decides"),
    [(None, False), ({"Z25": "judge"}, True), ({}, True), ({"Z25": "abilities"}, False)],
)
def test_a_shift_is_left_to_a_judge_where_the_law_of_the_event_says_so(rulings, judge_decides):
    """Z25, usually and when it is settled back; a list outside of events names no Shift."""
    shift = next(card for card in WITH_TEXTS.cards if card.kind == "shift")
    report = DeckReport(WITH_TEXTS, {OX: 4}, {shift.number: 1}, ())
    assert judged_cards(report, game_of(ZX).decks, "en", rulings) == [shift.name] * judge_decides


def test_words_are_found_in_dutch_as_well_and_what_means_nothing_here_is_named():
    with translation.override("nl"):
        assert len(found("rood")) in (0, 12)  # 12 once the word is translated
    context = shown(POOL, "element:fire ember", "en")
    assert context["found"] == []
    assert "element" in context["found_errors"][0]
    assert shown(POOL, "cost:much", "en")["found_errors"]


def test_a_card_of_the_pool_with_texts_says_what_it_does_in_both_languages_and_player_cards_are_not_offered():
    pool = card_pool(ZX, "zx-texts")
    cards = {language: shown(pool, "tidepool scout", language)["found"] for language in ("en", "nl")}
    assert [len(found) for found in cards.values()] == [1, 1]
    assert "<Effect>" in cards["en"][0]["text"] and "<Effect>" in cards["nl"][0]["text"]
    assert cards["en"][0]["text"] != cards["nl"][0]["text"]
    assert shown(pool, "warden sela", "en")["found"] == []
    for place, _name in enumerate(ready(pool, "", "en")):
        report = deck_report(
            press("", pool, "en", ready=str(place)), game=ZX, pool_key="zx-texts", play="constructed"
        )
        assert report.problems == ()


@given(st.text(max_size=60))
def test_no_query_breaks_the_search(query):
    shown(POOL, query, "nl")


def test_a_card_offers_only_the_part_of_the_deck_it_may_be_in():
    sides = {card["name"]: card["parts"] for card in shown(POOL, "ox", "en")["found"]}
    assert sides == {"Basalt Ox": ("main",), "Ox Ascendant": ("sideboard",)}


@pytest.mark.parametrize(
    ("text", "step", "after"),
    [
        ("", f"main:+1:{OX}", "1 Basalt Ox"),
        ("2 Basalt Ox", f"sideboard:+1:{CROWN}", "2 Basalt Ox\n\nDynamis\n1 Crown of Cinders"),
        (
            "2 Basalt Ox\ndynamis:\n1 Crown of Cinders",
            f"sideboard:+1:{CROWN}",
            "2 Basalt Ox\ndynamis:\n2 Crown of Cinders",
        ),
        (
            "2 Basalt Ox\nDynamis\n1 Crown of Cinders",
            f"main:-1:{OX}",
            "1 Basalt Ox\nDynamis\n1 Crown of Cinders",
        ),
        ("2 Basalt Ox", "main:+9:nonsense", "2 Basalt Ox"),
    ],
)
def test_a_button_changes_one_card_and_the_dynamis_keeps_its_heading(text, step, after):
    assert press(text, POOL, "en", step=step) == after


def test_every_ready_made_deck_is_legal_as_it_stands_in_the_editor():
    names = ready(POOL, "", "nl")
    assert len(names) == 2 and ready(POOL, "1 Basalt Ox", "en") == []
    for place in range(len(names)):
        text = press("", POOL, "en", ready=str(place))
        report = deck_report(text, pool_key="zx-demo", play="constructed", game=ZX)
        assert report.problems == () and report.sideboard
    assert press("", POOL, "en", ready="7") == ""


def test_two_printings_of_one_name_are_told_apart_by_their_number():
    text = press("1 Basalt Ox [Z02-001]", POOL, "en", step=f"main:+1:{OX}")
    report = deck_report(text, pool_key="zx-demo", play="constructed", game=ZX)
    assert report.main == {"Z02-001": 1, OX: 1}
    assert deck_report("2 Basalt Ox", pool_key="zx-demo", play="constructed", game=ZX).main == {OX: 2}


@pytest.mark.django_db
def test_the_page_of_a_zx_tournament_finds_cards_and_begins_with_a_ready_made_deck():
    hall = make_hall(template="zx-community")
    client, url = browser(hall.a), reverse("tournaments:deck", args=[hall.tournament.slug])
    assert "The Tidal Guild" in client.get(url).content.decode()
    page = client.post(url, {"text": "", "q": "crown", "do": "search"}).content.decode()
    assert f'value="sideboard:+1:{CROWN}"' in page and f'value="main:+1:{CROWN}"' not in page
    page = client.post(url, {"text": "", "step": f"sideboard:+1:{CROWN}"}).content.decode()
    assert "Dynamis\n1 Crown of Cinders</textarea>" in page
    page = client.post(url, {"text": "", "ready": "1"}).content.decode()
    assert "Legal: you can submit it" in page


def test_a_zx_deck_is_begun_in_my_decks_compared_shared_and_handed_in(make_deck, owner, as_user):
    hall, pool = make_hall(template="zx-community"), card_pool(ZX, "zx-texts")
    assert 'value="zx-texts"' in as_user(owner).get(reverse("decks:deck_new")).content.decode()
    text = press("", pool, "en", ready="0")
    deck = make_deck(text=text, pool_key="zx-texts", visibility="link", name="Tide")
    changed = text.replace("\n4 ", "\n3 ", 1)
    edit, history = (
        reverse(f"decks:{name}", args=[deck.public_id]) for name in ("deck_edit", "deck_history")
    )
    as_user(owner).post(edit, {"text": changed, "base": "1", "do": "save"})
    changes = as_user(owner).get(history, {"from": "1", "to": "2"}).context["changes"]
    assert [(change.before, change.after) for change in changes] == [(4, 3)]
    copied = reverse("decks:deck_copy", args=[deck.public_id])
    addresses = [reverse(f"decks:{name}", args=[deck.public_id]) for name in ("deck_view", "deck_sheet")]
    addresses += [
        reverse("decks:deck_export", args=[deck.public_id, kind]) for kind in ("txt", "csv", "json")
    ]
    pages = {address: browser(hall.a).get(address) for address in addresses}
    assert {page.status_code for page in pages.values()} == {200}
    assert "\nDynamis\n" in pages[addresses[2]].content.decode().replace("\r", "")
    assert "Tide" in as_user(owner).get(reverse("decks:deck_list")).content.decode()
    browser(hall.a).post(copied, {"idempotency_key": "one"})
    copy = Deck.objects.get(owner=hall.a)
    assert (copy.current.text, copy.pool_key) == (changed, "zx-texts")
    assert deck_text_for(hall.a, deck.public_id) == changed
    as_user(owner).post(edit, {"text": text, "base": "2", "do": "save"})
    url = reverse("tournaments:deck", args=[hall.tournament.slug])
    page = browser(hall.a).get(url, {"deck": deck.public_id}).content.decode()
    assert "Legal: you can submit it" in page


def read_aloud(page):
    """What stands on a page, without what programs read."""
    return re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", page.content.decode(), flags=re.S)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_page_or_file_of_a_zx_deck_has_a_word_of_the_other_game(make_deck, owner, as_user, language):
    text = press("", WITH_TEXTS, "en", ready="0")
    deck, client = make_deck(text=text, pool_key="zx-texts", visibility="public"), as_user(owner)
    client.cookies["django_language"] = language
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    fewer = text.rpartition("\n")[0]
    saved = client.post(edit, {"text": fewer, "base": "1", "do": "save"})
    names = ("deck_view", "deck_edit", "deck_history", "deck_details", "deck_sheet", "deck_hand")
    pages = [saved, *(client.get(reverse(f"decks:{name}", args=[deck.public_id])) for name in names)]
    pages += [client.post(edit, {"text": text, "base": "1", "do": "save"}), client.get(edit, {"q": "scout"})]
    pages += [
        client.get(reverse("decks:deck_export", args=[deck.public_id, kind])) for kind in ("txt", "csv")
    ]
    for page in pages:
        said = re.sub(r"Acts? D\d.*", "", read_aloud(page))
        found = re.findall(r"\b(?:Sideboard|Life Base|Murphy\S*|acts|constructed|casting)\b", said, re.I)
        assert found == [], (page.request["PATH_INFO"], found)
    assert all(
        "dynamis" in read_aloud(page).lower()
        for page in (pages[1], pages[2], pages[3], pages[5], *pages[-2:])
    )


def test_a_zx_deck_goes_through_its_files_and_is_never_played_limited(make_deck, owner, as_user):
    client, new = as_user(owner), reverse("decks:deck_new")
    asked = {"name": "Tide", "play": "limited", "pool_key": "zx-texts", "text": ""}
    refused = client.post(new, asked)
    assert "Z/X is not played limited." in refused.content.decode() and not Deck.objects.exists()
    assert "“Dynamis” (Z/X)" in refused.content.decode()
    deck = make_deck(text=press("", WITH_TEXTS, "en", ready="0"), pool_key="zx-texts")
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    for kind in ("csv", "json", "txt"):
        sent = client.get(reverse("decks:deck_export", args=[deck.public_id, kind])).content
        file = SimpleUploadedFile(f"deck.{kind}", sent)
        page = client.post(edit, {"text": "", "base": "1", "do": "file", "file": file})
        assert "\nDynamis\n" in page.context["typed"].text and "Sideboard" not in page.context["typed"].text
        assert page.context["report"].legal
