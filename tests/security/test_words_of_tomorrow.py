"""After a roll-back the tables may hold words of a newer release: no page falls over a kind that it does not know."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import models, transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from tests.security.test_access_matrix import ACTORS, READ, Hall, hall
from tests.speeds import few_by_day
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from x610z_site.reach.models import Notice

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
NEW = "of_tomorrow"
WORDS = {"kind", "action", "role", "code", "reason", "game", "format", "origin"}
FREE = {"decks.CardSet.code", "tournaments.Clan.code", "tournaments.Team.code"}
"""Called a code, and typed by people."""
WHOLE = {
    "tournaments.Stage.kind",
    "tournaments.Match.kind",
    "tournaments.Tournament.game",
    "decks.Registration.game",
    "community.Contest.game",
}
"""Events, lists and contests of a kind that this release cannot read: their own pages say so, all others stand."""


def stored_words() -> Iterator[tuple[type[models.Model], str]]:
    for model in apps.get_models():
        for field in model._meta.fields:
            word = isinstance(field, models.CharField)
            if (
                word
                and (field.choices or field.name in WORDS)
                and f"{model._meta.label}.{field.name}" not in FREE
            ):
                yield model, field.name


def of_tomorrow(model: Any, name: str) -> bool:
    """Make every row one of tomorrow; False where the table or an append-only row refuses that."""
    most = model._meta.get_field(name).max_length
    try:
        with transaction.atomic():
            return bool(model.objects.update(**{name: NEW[:most]}))
    except IntegrityError:
        return False


def pages() -> dict[str, str]:
    """Every page with one of those who may read it."""
    found = {name: next((one for one in ACTORS if one in rule.allowed), "") for name, rule in READ.items()}
    return {name: actor for name, actor in found.items() if actor}


def fallen(hall: Hall, excused: int) -> set[str]:
    """The pages that end in an error, but for ``excused``."""
    found = set()
    for name, actor in pages().items():
        client = hall.clients[actor]
        client.raise_request_exception = False
        with transaction.atomic():
            status = client.get(hall.url(name, READ[name])).status_code
        if status >= 500 and status != excused:
            found.add(name)
    return found


ROWS = few_by_day(list(stored_words()), 3, "every stored word, each read by every page")


@pytest.mark.parametrize(("model", "name"), ROWS, ids=lambda one: getattr(one, "__name__", str(one)))
def test_no_page_falls_over_a_stored_word_of_a_newer_release(hall: Hall, model: Any, name: str) -> None:
    if of_tomorrow(model, name):
        cache.clear()
        assert fallen(hall, 503 if f"{model._meta.label}.{name}" in WHOLE else 0) == set()


@pytest.mark.parametrize("word", ["game", "stages"])
def test_an_event_of_a_newer_kind_says_so_and_leaves_the_others_standing(hall: Hall, word: str) -> None:
    """What its own pages cannot show is a sentence; the lists that name it are whole."""
    event: Any = hall.tournament
    if word == "game":
        Tournament.objects.filter(pk=event.pk).update(game=NEW)
    else:
        event.stages.update(kind=NEW)
    cache.clear()
    client = hall.clients["organizer"]
    client.raise_request_exception = False
    answer = client.get(hall.url("tournaments:desk", READ["tournaments:desk"]))
    assert answer.status_code == 503 and "newer version" in answer.content.decode()
    for path in ("/", "/me/", "/api/v1/tournaments/"):
        assert client.get(path, follow=True).status_code == 200, path


def test_a_notice_of_a_newer_kind_says_that_something_changed(hall: Hall) -> None:
    player = Entry.objects.get(pk=hall.values["entry"]).user
    Notice.objects.create(
        user=player, tournament=hall.tournament, kind=NEW, about={"round": 1}, at=timezone.now()
    )
    answer = hall.clients["player_in_match"].get(hall.url("reach:notices", READ["reach:notices"]))
    assert answer.status_code == 200 and "changed" in answer.content.decode()
