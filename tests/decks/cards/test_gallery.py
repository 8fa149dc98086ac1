"""The faces of the day: one of each element and a crystal, others tomorrow, the same for everybody today."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from decks.cards.gallery import faces_of_the_day
from tests.decks.catalogue import load_some

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = date(2026, 11, 22)


def test_one_face_of_each_element_and_a_crystal_and_others_tomorrow() -> None:
    load_some(
        "Hunter Dragon",
        "Charging Beast",
        "Jelly Fish Vessel",
        "Gale Dragon",
        "Tunnel Beast",
        "Life Base",
        "Discount",
        "Boost Energy Crystal",
    )
    cache.clear()
    today = faces_of_the_day(DAY, "en")
    assert [sum(name in face for face in today) for name in ("Jelly Fish Vessel", "Gale Dragon")] == [1, 1]
    assert "Boost Energy Crystal" in today[-1] and "tone-boost" in today[-1]
    assert not any(name in face for face in today for name in ("Life Base", "Discount"))
    assert len(today) == 5
    tomorrow = faces_of_the_day(DAY + timedelta(days=1), "en")
    assert {"Hunter Dragon" in today[0], "Hunter Dragon" in tomorrow[0]} == {True, False}
    assert "Jagersdraak" in "".join(
        faces_of_the_day(DAY, "nl") + faces_of_the_day(DAY + timedelta(days=1), "nl")
    )
    with CaptureQueriesContext(connection) as queries:
        assert faces_of_the_day(DAY, "en") == today
    assert len(queries) == 2, "the stamp of the catalogue and five cards"


def test_a_face_speaks_the_language_it_is_asked_in_whatever_is_spoken_around_it() -> None:
    load_some("Mist Dragon")
    cache.clear()
    with override("en"):
        face = "".join(faces_of_the_day(DAY, "nl"))
    assert "onze eigen demonstratiekaart" in face and "our own demonstration card" not in face


def test_without_cards_there_are_no_faces_and_the_front_page_says_nothing_of_them() -> None:
    cache.clear()
    assert faces_of_the_day(DAY, "en") == []
    assert "Cards of today" not in Client().get("/").content.decode()
