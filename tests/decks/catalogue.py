"""A catalogue for tests: the packaged cards, or only those a test needs."""

import io
from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone
from PIL import Image

from decks.cards.models import Card, CardPicture
from decks.cards.packaged import cards_load_packaged, packaged_rows
from decks.cards.picture_services import picture_add
from decks.cards.reading import FIELDS, read_row
from decks.cards.services import catalogue_command, keeper_make, keeper_of
from decks.cards.writing import publish
from ledger.commands import SYSTEM, Command

SUMMON = {
    "number": "T1.1/001/010-C",
    "name": "Kettle Dragon",
    "name_nl": "Keteldraak",
    "type": "Summon Card",
    "class": "Dragon",
    "element": "Ember",
    "cost": "M1 C1",
    "restriction": "3",
    "permanent": "yes",
    "text": "[Movement Energy: C1] Attack Power 2, Defense 3, Speed 2, Range 1.",
}
ZX_CARD = {
    "number": "K01-001",
    "name": "Brass Comet",
    "name_nl": "Koperen komeet",
    "type": "Z/X",
    "colours": "red; green",
    "tribes": "Meister, Gauge",
    "cost": "4",
    "power": "6000",
    "multicolor": "yes",
    "keywords": "Range 2",
    "text": "[Auto] <Trigger> this Z/X appears <Effect> Draw 1 card.",
}
EFFECT = {
    "number": "T1.1/002/010-R",
    "name": "Full Kettle",
    "type": "Effect Card",
    "cost": "B1",
    "restriction": "2",
    "text": "Draw 2 cards from your deck.",
}


def load_all() -> None:
    """Everything that is packaged, as ``manage.py load_cards`` does it."""
    cards_load_packaged()


def load_some(*names: str) -> None:
    """Only these packaged cards: quick, for tests of other things."""
    rows = [row for row in packaged_rows() if row["name"] in names]
    publish_rows([{"ours": True, **{name: row[name] for name in FIELDS if name in row}} for row in rows])


def publish_rows(rows: Iterable[dict[str, Any]]) -> None:
    """Cards straight into the tables."""
    readings = [read_row(row) for row in rows]
    assert [reading.problems for reading in readings if reading.problems] == []

    @catalogue_command("cards.load")
    def load(cmd: Command) -> dict[str, Any]:
        day = timezone.localdate()
        publish(readings, by=None, at=cmd.at, reason="", effective_on=day, origin="packaged")
        return {}

    load(actor=SYSTEM)


def with_picture(keeper: Any, short: str) -> CardPicture:
    """A picture for the card of that short number."""
    out = io.BytesIO()
    Image.new("RGB", (120, 160), "tomato").save(out, "PNG")
    made = picture_add(
        actor=keeper_of(keeper),
        key="",
        card=Card.objects.get(short=short).number,
        data=out.getvalue(),
        credit="Ada Painter",
        licence="CC BY 4.0",
        source="https://art.example/kettle",
    )
    return CardPicture.objects.get(pk=made["picture"])


def make_keeper(name: str = "keeper") -> Any:
    """Somebody who may change the catalogue."""
    user = get_user_model().objects.create_user(name, display_name=name.title())
    keeper_make(actor=SYSTEM, user=user)
    return user
