"""The deck pages in a browser without JavaScript, and the fragments htmx asks for."""

import html
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from decks.lists.services import deck_create, owner_of
from decks.registration.models import DeckRevision
from ledger.commands import Actor
from tests.decks.lists import POOL, legal_text, sized_text
from tests.halls import kept
from tests.tournaments.hall import make_user
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.entries.services import entry_create
from tournaments.submissions.services import deck_revise_by_judge, deck_submit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HTMX = {"HX-Request": "true"}
FOUR_DISCOUNTS = (
    "1 Life Base\n48 Mystic Energy Crystal\n2 Discount\nSideboard\n2 Discount\n8 Boost Energy Crystal"
)


@kept
def hall() -> Hall:
    return make_hall()


def url(hall, name, *args):
    return reverse(f"tournaments:{name}", args=[hall.tournament.slug, *args])


def body(response) -> str:
    return response.content.decode()


def textarea(page: str) -> str:
    return re.search(r'<textarea id="deck-text".*?>(.*?)</textarea>', page, re.DOTALL).group(1).strip()


def send(hall, page, user=None, /, *args, **data):
    data = {"idempotency_key": uuid4().hex, **data}
    return browser(user or hall.a).post(url(hall, page, *args), data)


def test_the_empty_editor_scolds_nobody(hall):
    page = body(browser(hall.a).get(url(hall, "deck")))
    assert "Nothing in the list yet" in page
    assert "deck-problems" not in page


def test_an_illegal_list_is_saved_as_a_draft_with_its_problems_shown(hall):
    response = send(hall, "deck", do="save", text=FOUR_DISCOUNTS, name="Fire")
    assert response.status_code == 302
    page = body(browser(hall.a).get(url(hall, "deck")))
    assert textarea(page) == FOUR_DISCOUNTS
    assert "Discount: 4 of 3 over deck and sideboard" in page
    assert "102.1a" in page


def test_handing_in_an_illegal_list_names_the_rule_keeps_the_draft_and_hands_in_nothing(hall):
    response = send(hall, "deck_submit", text=FOUR_DISCOUNTS, name="Fire")
    page = body(response)
    assert response.status_code == 422
    assert "Discount: 4 of 3 over deck and sideboard" in page
    assert textarea(page) == FOUR_DISCOUNTS
    registration = hall.entry(hall.a).registration
    assert (registration.draft_text, registration.draft_name) == (FOUR_DISCOUNTS, "Fire")
    assert registration.current is None


def test_the_wording_of_a_broken_rule_opens_on_a_tap(hall):
    page = body(send(hall, "deck_submit", text=FOUR_DISCOUNTS))
    assert "it has exactly 10 cards" in page
    assert "popovertarget" in page


def test_a_refused_page_can_be_sent_again(hall):
    first = send(hall, "deck_submit", text=FOUR_DISCOUNTS, idempotency_key="one")
    key = re.search(r'name="idempotency_key" value="(\w+)"', body(first)).group(1)
    assert key != "one"
    assert send(hall, "deck_submit", text=legal_text(), idempotency_key=key).status_code == 302


def test_handing_in_a_legal_list_leads_to_the_receipt(hall):
    response = send(hall, "deck_submit", text=legal_text(), name="Fire")
    assert response["Location"] == url(hall, "deck_receipt")
    page = body(browser(hall.a).get(url(hall, "deck_receipt")))
    revision = DeckRevision.objects.get()
    assert revision.receipt in page
    assert revision.sha256 in page
    assert timezone.localtime(revision.at).strftime("%H:%M:%S") in page
    assert "Hunter Dragon" in page


def test_the_same_form_sent_twice_makes_one_revision(hall):
    for _time in range(2):
        assert send(hall, "deck_submit", text=legal_text(), idempotency_key="k").status_code == 302
    assert DeckRevision.objects.count() == 1


def test_after_the_deadline_the_page_says_since_when_and_shows_what_is_registered(hall):
    send(hall, "deck_submit", text=legal_text(0))
    hall.close()
    response = send(hall, "deck_submit", text="3 Lava Lynx typed late")
    page = body(response)
    assert response.status_code == 422
    assert timezone.localtime(hall.tournament.deck_deadline).strftime("%H:%M") in page
    assert "Hunter Dragon" in page
    assert "3 Lava Lynx typed late" in page
    assert "<textarea" not in page
    assert DeckRevision.objects.count() == 1


def test_who_missed_the_deadline_is_sent_to_a_judge(hall):
    hall.close()
    page = body(browser(hall.a).get(url(hall, "deck")))
    assert "Go to the desk" in page


@pytest.mark.parametrize("name", ["deck", "deck_submit", "deck_check"])
def test_two_megabytes_of_text_get_a_clear_error_and_leave_the_draft(hall, name):
    send(hall, "deck", do="save", text="1 Life Base")
    response = send(hall, name, do="save", text="x" * 2_000_000)
    page = body(response)
    assert response.status_code == 422
    assert "too long for a deck list" in page
    assert len(page) < 100_000
    assert textarea(page) == "1 Life Base"
    assert hall.entry(hall.a).registration.draft_text == "1 Life Base"


def test_the_check_answers_htmx_with_a_fragment_and_stores_nothing(hall):
    client = browser(hall.a)
    response = client.post(url(hall, "deck_check"), {"text": FOUR_DISCOUNTS}, headers=HTMX)
    page = body(response)
    assert response.status_code == 200
    assert page.strip().startswith('<section id="deck-check"')
    assert "1 problem to fix" in page
    assert hall.entry(hall.a).registration.draft_text == ""


def test_the_check_shows_every_problem_at_once(hall):
    text = "2 Life Base\n4 Discount\n1 Nothing At All\nSideboard\n3 Hunter Dragon"
    page = body(browser(hall.a).post(url(hall, "deck_check"), {"text": text}, headers=HTMX))
    for words in ("no card named", "at least 51", "2 Life Bases", "needs exactly 10", "4 of 3"):
        assert words in page
    assert page.count("<li><svg") == 5


def test_a_text_too_long_is_said_in_the_fragment_too(hall):
    response = browser(hall.a).post(url(hall, "deck_check"), {"text": "x" * 30_000}, headers=HTMX)
    assert response.status_code == 422
    assert "too long for a deck list" in body(response)


def test_the_check_speaks_dutch(hall):
    client = browser(hall.a)
    client.cookies["django_language"] = "nl"
    page = body(client.post(url(hall, "deck_check"), {"text": FOUR_DISCOUNTS}, headers=HTMX))
    assert "Discount: 4 van 3 in deck en sideboard samen" in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_buttons_change_the_text_with_and_without_javascript(hall, headers):
    client, card = browser(hall.a), POOL.named("Discount")
    data = {"text": "1 Life Base\r\n2 Discount", "q": "discount", "step": f"main:+1:{card.number}"}
    page = body(client.post(url(hall, "deck"), data, headers=headers))
    assert textarea(page) == "1 Life Base\n3 Discount"
    data = {"text": textarea(page), "step": f"sideboard:+1:{card.number}"}
    page = body(client.post(url(hall, "deck"), data, headers=headers))
    assert textarea(page) == "1 Life Base\n3 Discount\n\nSideboard\n1 Discount"
    assert page.lstrip().startswith("<form" if headers else "<!DOCTYPE")


@pytest.mark.parametrize(
    "step", ["", "main", "main:+1:nothing", "hand:+1:1.1/001/089-C", "main:+99:1.1/001/089-C"]
)
def test_a_button_nobody_made_changes_nothing(hall, step):
    page = body(send(hall, "deck", text="1 Life Base", step=step))
    assert textarea(page) == "1 Life Base"


def test_a_search_finds_cards_with_a_button_for_each_side(hall):
    page = body(send(hall, "deck", do="search", text="", q="hunter dra"))
    number = POOL.named("Hunter Dragon").number
    assert f'value="main:+1:{number}"' in page
    assert f'value="sideboard:+1:{number}"' in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "\u202etxt.exe 🐉", "{{7*7}}", "%s"])
def test_a_strange_name_is_shown_as_it_is_and_does_no_harm(hall, name):
    send(hall, "deck_submit", text=legal_text(), name=name)
    page = body(browser(hall.a).get(url(hall, "deck_receipt")))
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert "49" not in re.search(r"<h3>(.*?)</h3>", page).group(1)


def test_who_has_not_entered_is_told_how_to_get_a_deck(hall):
    response = browser(hall.outsider).get(url(hall, "deck"))
    assert response.status_code == 404
    assert "Enter the tournament first" in body(response)


def test_a_receipt_before_handing_in_is_not_found(hall):
    assert browser(hall.a).get(url(hall, "deck_receipt")).status_code == 404
    assert browser(hall.a).get(url(hall, "deck_receipt", 7)).status_code == 404


def test_a_judge_changes_a_list_and_the_player_sees_the_reason_and_the_difference(hall):
    send(hall, "deck_submit", text=sized_text(51))
    hall.close()
    number = hall.entry(hall.a).number
    response = send(
        hall, "deck_revise", hall.judge, number, text=sized_text(52), reason="One card was forgotten (T3)"
    )
    assert response["Location"] == url(hall, "deck_sheet", number)
    page = body(browser(hall.a).get(url(hall, "deck_receipt")))
    assert "One card was forgotten (T3)" in page
    assert "What changed since revision 1" in page
    assert re.search(r'<td class="num">50</td><td class="num">51</td>', page)
    assert "Hunter Dragon" not in page
    first = body(browser(hall.a).get(url(hall, "deck_receipt", 1)))
    assert "Replaced by a later revision" in first


def test_a_judge_without_a_reason_gets_the_form_back(hall):
    send(hall, "deck_submit", text=sized_text(51))
    number = hall.entry(hall.a).number
    response = send(hall, "deck_revise", hall.judge, number, text=sized_text(60), reason="")
    assert response.status_code == 422
    assert "Say why the list changes" in body(response)
    assert "59 Mystic Energy Crystal" in body(response)
    assert DeckRevision.objects.count() == 1


def test_the_status_list_says_who_has_handed_in(hall):
    send(hall, "deck_submit", text=legal_text())
    page = body(browser(hall.scorekeeper).get(url(hall, "deck_status")))
    assert re.search(r"Ann</bdi>.*?Submitted.*?Bob</bdi>.*?Not yet", page, re.DOTALL)
    hall.close()
    page = body(browser(hall.scorekeeper).get(url(hall, "deck_status")))
    assert re.search(r"Ann</bdi>.*?Submitted, locked.*?Bob</bdi>.*?Missing", page, re.DOTALL)


def queries(user, address, method="get", **data) -> int:
    client = browser(user)
    with CaptureQueriesContext(connection) as captured:
        assert (
            getattr(client, method)(address, data, headers=HTMX if method == "post" else {}).status_code
            == 200
        )
    return len(captured)


def test_the_number_of_queries_does_not_grow_with_players_or_revisions(hall):
    actor = Actor(hall.a, "player")
    deck_submit(actor=actor, tournament=hall.tournament, text=legal_text(0))
    number = hall.entry(hall.a).number
    pages = [
        (hall.a, url(hall, "deck")),
        (hall.a, url(hall, "deck_receipt")),
        (hall.judge, url(hall, "deck_status")),
        (hall.judge, url(hall, "deck_sheet", number)),
    ]
    queries(*pages[-1])  # the first reading is written down; who reads on in the next minutes writes nothing
    few = [queries(*page) for page in pages]
    for _number in range(12):
        entry_create(actor=Actor(make_user(), "player"), tournament=hall.tournament)
    for index in range(1, 5):
        deck_submit(actor=actor, tournament=hall.tournament, text=legal_text(index))
    judge = Actor(hall.judge, "judge")
    deck_revise_by_judge(
        actor=judge, tournament=hall.tournament, number=number, text=sized_text(51), reason="because"
    )
    assert [queries(*page) for page in pages] == few
    assert max(few) <= 12


def test_the_check_while_typing_asks_the_database_five_things_at_most(hall):
    assert queries(hall.a, url(hall, "deck_check"), "post", text=legal_text()) <= 5


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_newcomer_starts_from_a_ready_made_deck_that_can_be_handed_in(hall, language):
    client = browser(hall.a)
    client.cookies["django_language"] = language
    assert 'name="ready"' in body(client.get(url(hall, "deck")))
    page = body(client.post(url(hall, "deck"), {"text": "", "ready": "1"}))
    text = html.unescape(textarea(page))
    assert ("Jagersdraak" if language == "nl" else "Hunter Dragon") in body(
        client.post(url(hall, "deck"), {"text": "", "ready": "0"})
    )
    assert 'name="ready"' not in page
    assert send(hall, "deck_submit", text=text).status_code == 302


@pytest.mark.parametrize("ready", ["99", "-1", "x", "१"])
def test_a_ready_made_deck_that_is_not_there_changes_nothing(hall, ready):
    assert textarea(body(send(hall, "deck", text="", ready=ready))) == ""


def test_a_ready_made_deck_never_replaces_a_list(hall):
    assert textarea(body(send(hall, "deck", text="1 Life Base", ready="0"))) == "1 Life Base"


def test_a_list_that_differs_from_the_one_handed_in_says_so(hall):
    send(hall, "deck_submit", text=legal_text(0))
    words = "it has not been submitted"
    assert words not in body(browser(hall.a).get(url(hall, "deck")))
    send(hall, "deck", do="save", text=legal_text(1))
    assert words in body(browser(hall.a).get(url(hall, "deck")))


def test_decks_locked_while_the_page_is_open_are_said_to_be_locked_in_the_open_page(hall):
    client = browser(hall.a)
    hall.close()
    time = timezone.localtime(hall.tournament.deck_deadline).strftime("%H:%M")
    check = client.post(url(hall, "deck_check"), {"text": "1 Life Base"}, headers=HTMX)
    pressed = client.post(
        url(hall, "deck"), {"text": "1 Life Base", "step": "main:+1:1.1/001/089-C"}, headers=HTMX
    )
    for response, beginning in ((check, '<section id="deck-check"'), (pressed, '<section id="deck-editor"')):
        assert response.status_code == 422
        assert body(response).strip().startswith(beginning)
        assert "Decks have been locked since" in body(response)
        assert time in body(response)
    assert "2 Life Base" in body(pressed)


def test_more_than_the_site_reads_at_all_is_refused_before_anything_is_stored(hall):
    send(hall, "deck", do="save", text="1 Life Base")
    for size, answers in ((2_600_000, (422,)), (5_100_000, (400, 413))):
        assert send(hall, "deck_submit", text="x" * size).status_code in answers, size
        registration = hall.entry(hall.a).registration
        assert registration.draft_text == "1 Life Base" and registration.current is None, size


def test_a_form_from_another_site_is_refused(hall):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.a)
    for name in ("deck", "deck_check", "deck_submit"):
        assert client.post(url(hall, name), {"text": legal_text(), "do": "save"}).status_code == 403
    assert hall.entry(hall.a).registration.draft_saved_at is None


def test_a_line_nobody_can_read_is_mended_by_pressing_the_card_that_was_meant(hall):
    text = "1 Life Base\n2 Huntr Dragon # fast"
    page = send(hall, "deck", text=text)
    assert 'value="2:0"' in body(page)
    mended = send(hall, "deck", text=text, fix="2:0").context["typed"].text
    assert mended == "1 Life Base\n2 Hunter Dragon # fast"
    assert send(hall, "deck", text=text, fix="2:99").context["typed"].text == text


def test_a_deck_of_my_decks_is_submitted_with_one_tap_and_only_a_fitting_one_of_my_own(hall):
    def keep(user, name, text, play="constructed", pool_key=hall.tournament.pool_key):
        made = deck_create(actor=owner_of(user), name=name, play=play, pool_key=pool_key, text=text)
        return made["public_id"]

    mine, broken = keep(hall.a, "Tide", legal_text()), keep(hall.a, "Fire", FOUR_DISCOUNTS)
    limited, foreign = (
        keep(hall.a, "Draft night", legal_text(), play="limited"),
        keep(hall.b, "Bob's", legal_text()),
    )
    page = body(browser(hall.a).get(url(hall, "deck")))
    offered = set(re.findall(r'name="kept"\s+value="([^"]+)"', page))
    assert offered == {mine, broken}
    answer = send(hall, "deck_submit", kept=mine)
    assert answer.status_code == 302 and answer["Location"] == url(hall, "deck_receipt")
    revision = DeckRevision.objects.get(registration__owner=hall.a)
    assert revision.name == "Tide"
    answer = send(hall, "deck_submit", kept=broken)
    assert answer.status_code == 422 and "Discount" in body(answer)
    for public_id in (limited, foreign, "nothing"):
        assert send(hall, "deck_submit", kept=public_id).status_code == 404
    assert DeckRevision.objects.filter(registration__owner=hall.a).count() == 1
