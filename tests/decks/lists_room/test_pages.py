"""The pages of a deck: who may open which, the editor without JavaScript, sharing, history, files."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from decks.lists.models import Deck, DeckListRevision
from decks.lists.selectors import deck_text_for
from tests.decks.lists import legal_text, sized_text

pytestmark = pytest.mark.django_db

READ = ("deck_view", "deck_hand", "deck_sheet")
OWN = ("deck_edit", "deck_details", "deck_history")


def urls(deck, names):
    made = [reverse(f"decks:{name}", args=[deck.public_id]) for name in names]
    return made + [
        reverse("decks:deck_export", args=[deck.public_id, kind]) for kind in ("txt", "csv", "json")
    ]


@pytest.mark.parametrize(("visibility", "others"), [("private", 404), ("link", 200), ("public", 200)])
def test_a_deck_is_read_by_its_owner_and_by_whom_it_is_shared_with(
    make_deck, owner, stranger, as_user, visibility, others
):
    deck = make_deck(visibility=visibility)
    for url in urls(deck, READ):
        assert as_user(owner).get(url).status_code == 200, url
        assert as_user(stranger).get(url).status_code == others, url
        assert Client().get(url).status_code == others, url


@pytest.mark.parametrize("visibility", ["private", "link", "public"])
def test_only_the_owner_edits_describes_and_looks_back(make_deck, owner, stranger, as_user, visibility):
    deck = make_deck(visibility=visibility)
    for name in OWN:
        url = reverse(f"decks:{name}", args=[deck.public_id])
        assert as_user(owner).get(url).status_code == 200, name
        assert as_user(stranger).get(url).status_code == 404, name
        assert Client().get(url).status_code == 302, name
    for name in ("deck_edit", "deck_check", "deck_details", "deck_restore", "deck_delete"):
        url = reverse(f"decks:{name}", args=[deck.public_id])
        sent = {"text": "1 Life Base", "do": "save", "number": "1", "base": "1", "name": "Mine"}
        assert as_user(stranger).post(url, sent).status_code == 404, name
    deck.refresh_from_db()
    assert (deck.name, deck.current.number) == ("Draken", 1)


def test_a_private_deck_answers_others_like_one_that_does_not_exist(make_deck, stranger, as_user):
    def answer(public_id, client):
        page = client.get(reverse("decks:deck_view", args=[public_id]))
        body = re.sub(r"csrf[^>]+>|X-CSRFToken[^}]+", "", page.content.decode().replace(public_id, "ID"))
        headers = {name: value for name, value in page.headers.items() if name != "Content-Length"}
        return page.status_code, body, set(headers), headers.get("ETag")

    deck = make_deck()
    for client in (Client(), as_user(stranger)):
        client.get("/")
        assert answer(deck.public_id, client) == answer("AAAAAAAAAAAAAAAA", client)


def test_two_worlds_that_differ_in_a_private_deck_look_the_same_to_others(make_deck, stranger, as_user):
    shown = make_deck(visibility="public", name="Shown")

    def world():
        client, pages = as_user(stranger), []
        for url in (
            reverse("decks:deck_public"),
            reverse("decks:deck_public") + "?page=2",
            reverse("decks:deck_list"),
            reverse("decks:deck_view", args=[shown.public_id]),
            reverse("decks:cards") + "?q=secret",
        ):
            page = client.get(url)
            pages.append(
                (
                    page.status_code,
                    page.headers.get("ETag"),
                    re.sub(r'value="\w{32,64}"|X-CSRFToken[^}]+', "", page.content.decode()),
                )
            )
        return pages

    before = world()
    make_deck(name="Secret plan", notes="secret")
    make_deck(name="Secret link", visibility="link")
    assert world() == before


def test_a_deck_by_link_is_not_listed_and_kept_out_of_search_engines(make_deck):
    by_link, public = (
        make_deck(name="By link", visibility="link"),
        make_deck(name="Open", visibility="public"),
    )
    listed = Client().get(reverse("decks:deck_public")).content.decode()
    assert "Open" in listed
    assert "By link" not in listed
    page = Client().get(reverse("decks:deck_view", args=[by_link.public_id]))
    assert "noindex" in page["X-Robots-Tag"]
    assert 'name="robots"' in page.content.decode()
    assert "X-Robots-Tag" not in Client().get(reverse("decks:deck_view", args=[public.public_id]))


def test_a_deck_goes_from_pasted_text_to_a_saved_list_without_javascript(owner, as_user):
    client = as_user(owner)
    page = client.post(
        reverse("decks:deck_new"),
        {
            "name": "Neu",
            "play": "constructed",
            "pool_key": "demo",
            "text": "1 Life Base",
            "idempotency_key": "k",
        },
    )
    deck = Deck.objects.get(owner=owner)
    assert page["Location"] == reverse("decks:deck_edit", args=[deck.public_id])
    edit = page["Location"]
    found = client.post(
        edit, {"text": "1 Life Base", "base": "1", "q": "discount", "do": "search"}
    ).content.decode()
    step = re.search(r'id="add-main-[^"]+" name="step" value="([^"]+)"', found)
    assert step
    after = client.post(edit, {"text": "1 Life Base", "base": "1", "step": step[1]})
    assert after.context["typed"].text == "1 Life Base\n1 Discount"
    client.post(
        edit, {"text": after.context["typed"].text, "base": "1", "do": "save", "idempotency_key": "s"}
    )
    deck.refresh_from_db()
    assert (deck.current.number, deck.current.text) == (2, "1 Life Base\n1 Discount")


def test_a_press_on_a_suggestion_mends_the_line_and_nothing_else(make_deck, owner, as_user):
    deck = make_deck()
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    text = "1 Life Base\nSB: 2 Huntr Dragon # fast\n3 Discount"
    page = as_user(owner).post(edit, {"text": text, "base": "1"})
    assert "Line 2" in page.content.decode()
    fixed = as_user(owner).post(edit, {"text": text, "base": "1", "fix": "2:0"}).context["typed"].text
    assert fixed == "1 Life Base\nSB: 2 Hunter Dragon # fast\n3 Discount"
    for forged in ("2:9", "9:0", "-1:0", "2:x", "::", "2:" + "9" * 5000):
        page = as_user(owner).post(edit, {"text": text, "base": "1", "fix": forged})
        assert page.context["typed"].text == text


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (sized_text(50, 9, 0), {"101.1a", "102.1a"}),
        (sized_text(60, 0, 2), {"101.1a"}),
        (sized_text(140, 11), {"102.1a"}),
    ],
)
def test_every_broken_rule_is_named_at_once_and_the_list_is_still_saved(
    make_deck, owner, as_user, text, broken
):
    deck = make_deck(text="")
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    page = as_user(owner).post(
        reverse("decks:deck_check", args=[deck.public_id]), {"text": text}, headers={"HX-Request": "true"}
    )
    assert {problem.rule for problem in page.context["broken"]} == broken
    as_user(owner).post(edit, {"text": text, "base": "1", "do": "save"})
    assert DeckListRevision.objects.get(deck=deck, number=2).text == text


@pytest.mark.parametrize("text", ["x" * 2_000_000, "1 Life\0Base"])
def test_a_text_that_is_no_list_is_refused_and_the_saved_list_stays(make_deck, owner, as_user, text):
    deck = make_deck()
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    for url in (edit, reverse("decks:deck_check", args=[deck.public_id])):
        page = as_user(owner).post(
            url, {"text": text, "base": "1", "do": "save"}, headers={"HX-Request": "true"}
        )
        assert page.status_code == 422
        assert len(page.content) < 100_000
    assert DeckListRevision.objects.filter(deck=deck).count() == 1
    page = as_user(owner).post(
        reverse("decks:deck_new"), {"name": "x", "play": "constructed", "pool_key": "demo", "text": text}
    )
    assert page.status_code == 422


def test_a_save_from_an_older_page_shows_both_lists_and_loses_none(make_deck, owner, as_user):
    deck = make_deck()
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    first, second = sized_text(52), sized_text(53)
    as_user(owner).post(edit, {"text": first, "base": "1", "do": "save", "idempotency_key": "tab 1"})
    page = as_user(owner).post(edit, {"text": second, "base": "1", "do": "save", "idempotency_key": "tab 2"})
    assert page.status_code == 409
    assert page.context["typed"].text == second
    assert [change.after - change.before for change in page.context["changes"]] == [1]
    assert "revision 2" in page.content.decode()
    base = str(page.context["typed"].base)
    as_user(owner).post(edit, {"text": second, "base": base, "do": "save", "idempotency_key": "tab 2b"})
    saved = DeckListRevision.objects.filter(deck=deck).order_by("number").values_list("text", flat=True)
    assert list(saved)[1:] == [first, second]


def test_details_saved_from_an_older_page_are_refused_and_stay_in_the_form(make_deck, owner, as_user):
    deck = make_deck()
    url = reverse("decks:deck_details", args=[deck.public_id])
    mark = as_user(owner).get(url).context["mark"]
    fields = {
        "name": "Draken",
        "play": "constructed",
        "pool_key": "demo",
        "visibility": "private",
        "mark": mark,
    }
    assert as_user(owner).post(url, fields | {"notes": "one"}).status_code == 302
    page = as_user(owner).post(url, fields | {"notes": "two"})
    assert (page.status_code, page.context["typed"]["notes"]) == (409, "two")
    assert as_user(owner).post(url, fields | {"notes": "one"}).status_code == 302, "the same form sent twice"
    assert as_user(owner).post(url, fields | {"visibility": "everyone"}).status_code == 422
    assert as_user(owner).post(url, fields | {"pool_key": "no\0pool"}).status_code == 422


def test_two_revisions_are_compared_and_an_old_one_taken_again(make_deck, owner, as_user):
    deck = make_deck(text=sized_text(51))
    client = as_user(owner)
    edit = reverse("decks:deck_edit", args=[deck.public_id])
    client.post(edit, {"text": sized_text(55), "base": "1", "do": "save", "note": "more <b>crystals</b>"})
    history = reverse("decks:deck_history", args=[deck.public_id])
    page = client.get(history, {"from": "1", "to": "2"})
    assert [(change.before, change.after) for change in page.context["changes"]] == [(50, 54)]
    assert "<b>crystals" not in page.content.decode()
    assert client.get(history, {"from": "1", "to": "77"}).status_code == 404
    client.post(
        reverse("decks:deck_restore", args=[deck.public_id]),
        {"number": "1", "base": "2", "idempotency_key": "r"},
    )
    deck.refresh_from_db()
    assert (deck.current.number, deck.current.text) == (3, sized_text(51))


def test_a_copy_is_private_and_takes_the_notes_of_an_own_deck_only(make_deck, owner, stranger, as_user):
    deck = make_deck(visibility="public", notes="my plan")
    for user, notes in ((owner, "my plan"), (stranger, "")):
        url = reverse("decks:deck_copy", args=[deck.public_id])
        for _twice in range(2):
            as_user(user).post(url, {"idempotency_key": "one"})
        copy = Deck.objects.exclude(pk=deck.pk).get(owner=user)
        assert (copy.visibility, copy.notes, copy.current.text) == ("private", notes, deck.current.text)
    private = make_deck(name="Hidden")
    assert as_user(stranger).post(reverse("decks:deck_copy", args=[private.public_id])).status_code == 404


@pytest.mark.parametrize("kind", ["txt", "csv", "json"])
@pytest.mark.parametrize("index", [0, 1])
def test_every_export_can_be_imported_again(make_deck, owner, as_user, kind, index):
    deck = make_deck(text=legal_text(index) + "\nSideboard\n10 Boost Energy Crystal", notes="line 1\nline 2")
    client = as_user(owner)
    body = client.get(reverse("decks:deck_export", args=[deck.public_id, kind])).content
    client.post(
        reverse("decks:deck_new"),
        {
            "name": "",
            "play": "constructed",
            "pool_key": "demo",
            "file": SimpleUploadedFile(f"d.{kind}", body),
        },
    )
    made = Deck.objects.exclude(pk=deck.pk).select_related("current").get(owner=owner)
    assert (made.current.main, made.current.sideboard) == (deck.current.main, deck.current.sideboard)
    if kind == "json":
        assert (made.name, made.notes) == (deck.name, deck.notes)


def test_the_text_export_speaks_both_languages(make_deck):
    deck = make_deck(text="3 Hunter Dragon", visibility="link")
    url = reverse("decks:deck_export", args=[deck.public_id, "txt"])
    english, dutch = (Client().get(url, {"language": code}).content.decode() for code in ("en", "nl"))
    assert english == "3 Hunter Dragon\n"
    assert dutch.startswith("3 ")
    assert dutch != english


def test_the_json_is_as_documented(make_deck):
    deck = make_deck(text="3 Hunter Dragon", visibility="link")
    body = json.loads(Client().get(reverse("decks:deck_export", args=[deck.public_id, "json"])).content)
    assert set(body) == {"format", "name", "play", "pool", "pool_sha256", "main", "sideboard", "notes"}
    assert body["main"] == [{"count": 3, "name": "Hunter Dragon", "number": next(iter(deck.current.main))}]


def test_the_sheet_carries_a_code_that_opens_the_deck(make_deck, owner, as_user):
    deck = make_deck()
    page = as_user(owner).get(reverse("decks:deck_sheet", args=[deck.public_id])).content.decode()
    assert f"/decks/{deck.public_id}/" in page
    assert "data:image/svg+xml" in page


def test_a_name_of_hostile_letters_is_printed_as_text(make_deck, owner, as_user):
    deck = make_deck(
        name="🐉\u202e<script>alert(1)</script>مرحبا", notes="<img src=x onerror=alert(1)>\n\u202eabc"
    )
    client = as_user(owner)
    for name in (*READ, *OWN):
        page = client.get(reverse(f"decks:{name}", args=[deck.public_id])).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page
        assert "🐉" in page


def test_a_saved_deck_fills_a_registration_only_for_whom_it_is_shared_with(make_deck, owner, stranger):
    private, by_link = make_deck(), make_deck(visibility="link")
    assert deck_text_for(owner, private.public_id) == private.current.text
    assert deck_text_for(stranger, private.public_id) is None
    assert deck_text_for(stranger, by_link.public_id) == by_link.current.text
    for hostile in ("", "\0", "x" * 5000, "' or 1=1", "١٢٣٤٥٦٧٨"):
        assert deck_text_for(owner, hostile) is None


def test_a_deleted_deck_is_gone(make_deck, owner, as_user):
    deck = make_deck(visibility="public")
    as_user(owner).post(reverse("decks:deck_delete", args=[deck.public_id]))
    assert as_user(owner).get(reverse("decks:deck_view", args=[deck.public_id])).status_code == 404
    assert DeckListRevision.objects.count() == 0


def test_a_limited_deck_is_checked_as_if_its_cards_were_opened(make_deck, owner, as_user):
    deck = make_deck(text="1 Life Base\n35 Mystic Energy Crystal\nSideboard\n9 Discount", play="limited")
    page = as_user(owner).get(reverse("decks:deck_view", args=[deck.public_id]))
    assert page.context["report"].legal
    small = make_deck(text="1 Life Base\n34 Mystic Energy Crystal", play="limited")
    page = as_user(owner).get(reverse("decks:deck_view", args=[small.public_id]))
    assert [problem.rule for problem in page.context["broken"]] == ["101.1b"]


@pytest.mark.parametrize(("page", "shown", "most"), [("deck_list", 12, 7), ("deck_public", 30, 4)])
def test_a_list_of_decks_needs_the_same_queries_for_one_and_for_forty(
    make_deck, owner, as_user, django_assert_max_num_queries, page, shown, most
):
    for number in range(40):
        make_deck(text="", name=f"D{number}", visibility="public")
    client = as_user(owner)
    client.get("/")
    with django_assert_max_num_queries(most):
        assert client.get(reverse(f"decks:{page}")).content.count(b"<bdi>D") == shown


def test_a_reader_sees_which_lines_say_nothing(make_deck):
    deck = make_deck(text="1 Life Base\n2 Nobody's <i>Card</i>", visibility="public")
    page = Client().get(reverse("decks:deck_view", args=[deck.public_id])).content.decode()
    assert "Line 2" in page
    assert "<i>Card" not in page


def send_file(client, deck, body, name="deck.txt", **form):
    file = SimpleUploadedFile(name, body)
    return client.post(
        reverse("decks:deck_edit", args=[deck.public_id]), {"do": "file", "base": "1", "file": file, **form}
    )


def test_a_file_opened_in_the_editor_saves_nothing_and_keeps_what_was_typed(make_deck, owner, as_user):
    deck, client = make_deck(), as_user(owner)
    page = send_file(client, deck, b"2 Discount\n1 Nonsense", text="1 Life Base")
    assert page.status_code == 200
    assert page.context["typed"].text == "2 Discount\n1 Nonsense"
    assert "<pre>1 Life Base</pre>" in page.content.decode()
    assert "Line 2" in page.content.decode()
    saved = send_file(client, deck, b"2 Discount", text=deck.current.text)
    assert "<pre>" not in saved.content.decode(), "the saved list stays in the history"
    assert DeckListRevision.objects.filter(deck=deck).count() == 1


@pytest.mark.parametrize(
    ("name", "body"),
    [("a.txt", b""), ("a.txt", b"\0\1\2"), ("a.json", b'{"format": 3}'), ("a.txt", b"x" * 200_000)],
)
def test_a_file_that_is_no_list_is_refused_and_the_typed_list_stays(make_deck, owner, as_user, name, body):
    page = send_file(as_user(owner), make_deck(), body, name, text="1 Life Base")
    assert page.status_code == 422
    assert page.context["errors"]
    assert page.context["typed"].text == "1 Life Base"


def test_nobody_opens_a_file_in_the_deck_of_another(make_deck, stranger, as_user):
    deck = make_deck(visibility="public")
    assert send_file(as_user(stranger), deck, b"2 Discount").status_code == 404
