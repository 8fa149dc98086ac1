"""Pictures of cards: what is taken, what is kept of it, who may, and what stays when it goes."""

import io
import json
import struct
import zlib

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from decks.cards import picture_services
from decks.cards.catalogue_files import FILE, plan_of, rows_of_catalogue
from decks.cards.files import as_csv, as_json
from decks.cards.models import Card, CardPicture
from decks.cards.picture_services import picture_add, picture_remove
from decks.cards.pictures import LARGE, MAX_BYTES, SMALL, picture_bytes, reencoded_picture
from decks.cards.services import keeper_of
from decks.lists.editing import found_context
from ledger.errors import UserError
from ledger.models import LedgerRow
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import EFFECT, SUMMON, load_some, make_keeper, publish_rows, with_picture

OWED = {"credit": "Ada Painter", "licence": "CC BY 4.0", "source": "https://art.example/kettle"}


def sent(form="PNG", size=(120, 160), mode="RGB", **more):
    out = io.BytesIO()
    Image.new(mode, size, "tomato").save(out, form, **more)
    return out.getvalue()


def bomb(width=50_000, height=50_000):
    """A few hundred bytes of PNG that promise 2.5 milliard pixels."""
    heading = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", heading), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    packed = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + packed


def refusal(data):
    with pytest.raises(UserError) as refused:
        reencoded_picture(data)
    return refused.value.code


# --- what is taken, without a database -----------------------------------------------------------------


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_every_picture_becomes_two_webp_files_that_fit(form):
    drawn = reencoded_picture(sent(form, size=(1500, 2400)))
    for content, most in ((drawn.large, LARGE), (drawn.small, SMALL)):
        with Image.open(io.BytesIO(content)) as found:
            assert found.format == "WEBP"
            assert found.size[0] <= most[0] and found.size[1] <= most[1]
    assert (drawn.width, drawn.height) == (750, 1200)


def test_nothing_of_the_sent_file_but_its_pixels_is_kept():
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = "at home, Oak Street 5", 6
    data = sent("JPEG", size=(160, 120), exif=exif, comment=b"secret words") + b"<script>payload</script>"
    drawn = reencoded_picture(data)
    for hidden in (b"Oak Street", b"secret words", b"script", b"EXIF", b"ICCP", b"XMP"):
        assert hidden not in drawn.large + drawn.small
    assert (drawn.width, drawn.height) == (120, 160), "turned as the camera said, then the mark is gone"


def test_a_picture_one_can_see_through_stays_so():
    out = io.BytesIO()
    Image.new("RGBA", (120, 160), (200, 80, 40, 0)).save(out, "PNG")
    drawn = reencoded_picture(out.getvalue())
    with Image.open(io.BytesIO(drawn.large)) as found:
        assert found.mode == "RGBA"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "picture_unreadable"),
        (sent("GIF"), "picture_unreadable"),
        (sent("BMP"), "picture_unreadable"),
        (sent("PNG")[:200], "picture_unreadable"),
        (b"\x89PNG\r\n\x1a\n<html>", "picture_unreadable"),
        (b"x" * (MAX_BYTES + 1), "picture_too_large"),
        (bomb(), "picture_unreadable"),
        (bomb(5_900, 5_900), "picture_too_many_pixels"),
        (sent("PNG", size=(6_100, 100)), "picture_too_many_pixels"),
        (sent("PNG", size=(20, 300)), "picture_too_few_pixels"),
        (
            sent("WEBP", save_all=True, append_images=[Image.new("RGB", (120, 160), "teal")]),
            "picture_moves",
        ),
    ],
)
def test_what_is_no_picture_for_a_card_is_refused_with_the_reason(data, code):
    assert refusal(data) == code


# --- kept, shown, taken away ---------------------------------------------------------------------------


@pytest.fixture
def keeper(db):
    publish_rows([SUMMON, EFFECT])
    return make_keeper()


def add(keeper, key="1", **changes):
    values = {
        "actor": keeper_of(keeper),
        "key": key,
        "card": SUMMON["number"],
        "data": sent(),
        **OWED,
        **changes,
    }
    return picture_add(**values)


def page(client, **data):
    return client.post(reverse("decks:picture", args=["T1.1/001"]), data)


def file_of(picture, size="small"):
    return Client().get(reverse("decks:picture_file", args=[picture.name, size]))


def test_a_keeper_adds_a_picture_and_everybody_sees_it_with_its_credit(keeper):
    client = Client()
    client.force_login(keeper)
    answer = page(client, file=SimpleUploadedFile("../../evil.php", sent("JPEG")), key="k", **OWED)
    assert answer.status_code == 302
    picture = Card.objects.get(number=SUMMON["number"]).picture
    assert "evil" not in picture.name
    for address in ("/cards/T1.1/001/", "/cards/?q=kettle"):
        shown = Client().get(address).content.decode()
        assert f"/cards/pictures/{picture.name}-" in shown
        assert "Ada Painter" in shown and "CC BY 4.0" in shown
        assert 'alt="Picture of the card Kettle Dragon"' in shown
    assert f"/cards/pictures/{picture.name}-" not in Client().get("/cards/T1.1/002/").content.decode()


def test_the_file_may_be_kept_for_ever_and_taken_for_nothing_but_a_picture(keeper):
    add(keeper)
    answer = file_of(CardPicture.objects.get())
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")
    assert "img-src 'self'" in answer["Content-Security-Policy"]
    assert Client().get("/cards/pictures/" + "0" * 32 + "-small.webp").status_code == 404
    assert Client().get("/cards/pictures/..%2F..%2Fx-small.webp", follow=True).status_code == 404


def test_a_picture_without_credit_licence_or_content_is_refused_with_everything_at_once(keeper):
    with pytest.raises(UserError) as refused:
        add(keeper, credit=" ", licence="", source="javascript://x", data=b"no")
    codes = {problem.code for problem in refused.value.problems}
    assert codes == {"credit_missing", "licence_missing", "bad_source", "picture_unreadable"}
    with pytest.raises(UserError, match="not a printing"):
        add(keeper, number=EFFECT["number"])
    assert CardPicture.objects.count() == 0


def test_the_form_says_what_is_wrong_with_a_file(keeper):
    client = Client()
    client.force_login(keeper)
    answer = page(client, file=SimpleUploadedFile("card.png", b"<svg/>", "image/png"), key="k", **OWED)
    assert answer.status_code == 422
    assert "not a picture that can be read" in answer.content.decode()


def test_another_picture_takes_the_place_of_the_first_which_stays_in_the_history(keeper):
    add(keeper)
    add(keeper, key="2", data=sent(size=(200, 200)), credit="Bo")
    first, second = CardPicture.objects.order_by("pk")
    assert Card.objects.get(number=SUMMON["number"]).picture == second
    assert file_of(first).status_code == file_of(second).status_code == 200


def test_the_same_form_sent_twice_keeps_one_picture(keeper):
    assert add(keeper) == add(keeper)
    assert CardPicture.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_taking_a_picture_away_deletes_the_files_and_keeps_who_when_and_why(keeper):
    add(keeper)
    picture = CardPicture.objects.get()
    with pytest.raises(UserError) as refused:
        picture_remove(actor=keeper_of(keeper), key="2", card=SUMMON["number"], picture=picture.pk, why=" ")
    assert refused.value.code == "reason_missing"
    picture_remove(
        actor=keeper_of(keeper), key="3", card=SUMMON["number"], picture=picture.pk, why="The painter asked."
    )
    assert file_of(picture).status_code == 404
    assert picture_bytes(picture.name, small=False) is None
    picture.refresh_from_db()
    assert (picture.removed_by, picture.removed_why) == (keeper, "The painter asked.")
    assert Card.objects.get(number=SUMMON["number"]).picture is None
    change = LedgerRow.objects.get(action="picture.remove")
    assert change.note == "The painter asked."
    with pytest.raises(UserError, match="already been removed"):
        picture_remove(
            actor=keeper_of(keeper), key="4", card=SUMMON["number"], picture=picture.pk, why="Again."
        )


def test_files_of_a_write_that_fails_are_not_left_over(keeper, monkeypatch):
    kept = []
    original = picture_services.picture_keep

    def keep(drawn):
        kept.append(original(drawn))
        return kept[-1]

    monkeypatch.setattr(picture_services, "picture_keep", keep)
    monkeypatch.setattr(CardPicture.objects, "create", lambda **_fields: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        add(keeper)
    assert len(kept) == 1 and picture_bytes(kept[0], small=True) is None
    assert not default_storage.exists(f"card-pictures/{kept[0][:2]}/{kept[0]}.webp")


def test_only_a_keeper_adds_and_takes_away(keeper, django_user_model):
    add(keeper)
    stranger = Client()
    stranger.force_login(django_user_model.objects.create_user("stranger"))
    picture = CardPicture.objects.get()
    assert page(stranger, remove=picture.pk, why="x", key="k").status_code == 403
    assert page(Client(), remove=picture.pk, why="x", key="k").status_code == 302
    picture.refresh_from_db()
    assert picture.removed_at is None


def test_a_file_of_cards_names_whom_the_picture_is_owed_to_and_can_be_read_again(keeper):
    add(keeper)
    data = json.loads(as_json(rows_of_catalogue(), FILE))["cards"]
    assert data[0]["picture_credit"] == "Ada Painter" and "picture_credit" not in data[1]
    for form, text in (
        ("json", as_json(rows_of_catalogue(), FILE)),
        ("csv", as_csv(rows_of_catalogue(), FILE)),
    ):
        plan = plan_of(text, form)
        assert (plan.problems, plan.same) == ([], 2)


def test_the_deck_editor_shows_small_pictures_of_what_it_finds_with_one_query(
    keeper, django_assert_num_queries
):
    load_some("Hunter Dragon")
    picture = with_picture(keeper, "D1.1/008")
    with django_assert_num_queries(1):
        found = found_context(load_pool(), "dragon", "en")["found"]
    shown = {card["name"]: card["picture"] for card in found}
    assert picture.name in shown["Hunter Dragon"].small
    assert shown["Mist Dragon"] is None


def test_the_api_says_the_credit_and_lists_of_pictures_cost_no_query_more(keeper, django_assert_num_queries):
    add(keeper)
    Client().get("/api/v1/cards/", {"q": "full"})  # the words a search knows are read once
    with django_assert_num_queries(3):
        found = Client().get("/api/v1/cards/", {"q": "kettle"}).json()["results"]
    assert [card["picture"] and card["picture"]["credit"] for card in found] == ["Ada Painter", None]
