"""Pictures of the cards of a game without a catalogue: the same page and rights, wherever the card is shown."""

from functools import partial
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from community.safety.hiding_services import hide_card_picture
from community.safety.kinds import KINDS
from decks.cards.entered_services import entered_publish
from decks.cards.models import CardPicture
from decks.cards.picture_services import picture_remove
from decks.cards.pictures import shown
from decks.cards.selectors import pictures_by_number
from decks.cards.services import catalogue_command, keeper_of
from decks.lists.editing import found_context
from decks.registration.tiles import Held, tiles_of
from ledger.errors import UserError
from ledger.models import LedgerRow
from rules_engine.zx.cards import load_pool as load_zx_pool
from tests.decks.cards.test_pictures import OWED, add, file_of, sent
from tests.decks.catalogue import ZX_CARD, make_keeper
from tests.halls import kept
from tests.tournaments.hall import make_user
from tournaments.games.zx.faces import looked_at
from tournaments.recordings.seen import ANY_CARD

pytestmark = [pytest.mark.django_db]
ZX, PACKAGED = "zx", "Z04-023"


def zx_picture(keeper, key="1", number=PACKAGED, **changes):
    """Add a picture to a card of Z/X."""
    add(keeper, key=key, game=ZX, card=number, **changes)
    return CardPicture.objects.latest("pk")


@kept
def keeper():
    return make_keeper()


def test_a_keeper_adds_a_picture_to_a_card_of_z_x_on_the_same_page_with_the_same_rights(keeper):
    address = reverse("decks:entered_picture", args=[ZX, PACKAGED])
    client, stranger = Client(), make_user()
    client.force_login(keeper)
    sending = {"key": "k", **OWED}
    for file, status in ((b"<svg/>", 422), (sent("JPEG"), 302)):
        data = {"file": SimpleUploadedFile("card.png", file), **sending}
        answer = client.post(address, data)
        assert answer.status_code == status, answer.content
    assert answer["Location"] == f"/cards/zx/{PACKAGED}/"
    picture = CardPicture.objects.get()
    assert (picture.card, picture.game, picture.number, picture.revision) == (None, ZX, PACKAGED, 0)
    assert LedgerRow.objects.get(action="picture.add").data["game"] == ZX
    page = client.get(address).content.decode()
    assert "shown now" in page and "Z/X cards" in page and "version 0" not in page
    other = Client()
    other.force_login(stranger)
    assert other.post(address, {"remove": picture.pk, "why": "x", "key": "n"}).status_code == 403
    assert client.get(reverse("decks:entered_picture", args=[ZX, "Z99-999"])).status_code == 404
    gone = client.post(address, {"remove": picture.pk, "why": "The painter asked.", "key": "r"})
    assert gone.status_code == 302 and file_of(picture).status_code == 404


def test_a_picture_of_z_x_stands_wherever_the_card_is_shown_large_or_small(keeper):
    picture = zx_picture(keeper)
    for page in (f"/cards/zx/{PACKAGED}/", "/cards/zx/"):
        body = Client().get(page).content.decode()
        assert f"/cards/pictures/{picture.name}-" in body and "Ada Painter" in body and "CC BY 4.0" in body
    assert f"/cards/pictures/{picture.name}-large" in Client().get(f"/cards/zx/{PACKAGED}/").content.decode()
    pool = load_zx_pool("zx-texts")
    card = pool[PACKAGED]
    found = found_context(pool, card.name, "en", ZX)["found"]
    assert [one["picture"].small for one in found if one["key"] == PACKAGED] == [shown(picture).small]
    [tile] = tiles_of([Held(ZX, "zx-texts", "", {PACKAGED: 4}, {})], "en")
    assert [face["picture"] for face in tile["faces"]] == [shown(picture).small]
    page, art = (
        reverse(f"decks:{name}", args=[ZX, ANY_CARD]) for name in ("entered_card", "entered_card_art")
    )
    sight = SimpleNamespace(
        session=SimpleNamespace(pool=pool),
        addresses={"card": page, "art": art},
        pictures=partial(pictures_by_number, ZX),
    )
    [face] = looked_at(sight, {}, f"card:{PACKAGED}")
    assert face["picture"] == shown(picture)


def test_lists_of_two_games_ask_for_pictures_once_for_each(keeper, django_assert_num_queries):
    zx_picture(keeper)
    held = [Held(ZX, "zx-texts", "", {PACKAGED: 4}, {}), Held("x610z", "demo", "", {"D1.1/008/100-U": 4}, {})]
    tiles_of(held, "en")
    with django_assert_num_queries(2):
        tiles_of(held * 3, "en")


def test_the_newest_picture_of_z_x_is_shown_and_an_older_one_does_not_come_back(keeper):
    old, new = zx_picture(keeper), zx_picture(keeper, key="2")
    assert pictures_by_number(ZX) == {PACKAGED: shown(new)}
    how = {"actor": keeper_of(keeper), "why": "The painter asked.", "game": ZX}
    with pytest.raises(UserError, match="already been removed"):
        picture_remove(key="3", card="Z04-014", picture=new.pk, **how)
    picture_remove(key="4", card=PACKAGED, picture=old.pk, **how)
    assert pictures_by_number(ZX) == {PACKAGED: shown(new)}
    add(keeper, key="5", game=ZX, card="Z04-014")
    picture_remove(key="6", card=PACKAGED, picture=new.pk, **how)
    assert set(pictures_by_number(ZX)) == {"Z04-014"}


def test_no_picture_is_of_a_card_that_z_x_does_not_have(keeper):
    for number, printing in (("Z99-999", ""), (PACKAGED, "Z04-014")):
        with pytest.raises(UserError, match="not a printing"):
            add(keeper, game=ZX, card=number, number=printing)
    with pytest.raises(IntegrityError), transaction.atomic():
        CardPicture.objects.create(
            number=PACKAGED, revision=0, width=1, height=1, at=timezone.now(), by=keeper
        )


def test_the_picture_of_a_card_that_a_keeper_entered_says_of_which_version_it_is(keeper):
    number = entered_publish(actor=keeper_of(keeper), key="", game=ZX, row=ZX_CARD)["number"]
    assert zx_picture(keeper, number=number).revision == 1


def test_a_picture_of_z_x_can_be_reported_and_taken_away(keeper):
    picture = zx_picture(keeper)
    kind, key = KINDS["card"], f"{ZX}/{PACKAGED}"
    assert f"/report/card/{key}/" in Client().get(f"/cards/zx/{PACKAGED}/").content.decode()
    thing = kind.find(key, None)
    assert thing is not None and thing.url == f"/cards/zx/{PACKAGED}/" and "Ada Painter" in thing.words
    assert kind.find(f"{ZX}/Z99-999", None) is None

    @catalogue_command("picture.remove")
    def hide(cmd):
        hide_card_picture(cmd, key, "Not theirs.")
        return {"game": ZX, "number": PACKAGED, "picture": picture.pk}

    hide(actor=keeper_of(keeper), key="h")
    assert pictures_by_number(ZX) == {}
