"""The hall of one tournament needs no row of another: so the tables could be spread over databases by tournament.

PostgreSQL itself is made to hide every other tournament (row-level security on each table of the hall), and then a day
goes on: results, a round closed and the next one paired, every page of the hall. docs/growth.md says how it is spread.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.db.models import Model
from django.test import Client

from tests.tournaments import hall
from tournaments.display.chain_heads import published_head
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round, Seat
from x610z_site.services.environment import ROOT

PAGE = (ROOT / "docs" / "growth.md").read_text(encoding="utf-8")
MODELS = list(apps.get_app_config("tournaments").get_models())


def way(model: type[Model]) -> list[str] | None:
    """The shortest chain of columns from a table to its tournament; None when it belongs to none."""
    queue = deque([(model, list[str]())])
    seen = {model}
    while queue:
        one, names = queue.popleft()
        if one is Tournament:
            return names
        for field in one._meta.concrete_fields:
            upper = field.related_model
            if isinstance(upper, type) and upper not in seen and upper._meta.app_label == "tournaments":
                seen.add(upper)
                queue.append((upper, [*names, field.name]))
    return None


def condition(model: type[Model], names: list[str]) -> str:
    """SQL: this row belongs to the tournament of the session."""
    if not names:
        return "id = current_setting('hall.tournament')::bigint"
    field = model._meta.get_field(names[0])
    inner = condition(field.related_model, names[1:])
    upper = field.related_model._meta.db_table
    return f"{field.column} IN (SELECT id FROM {upper} WHERE {inner})"  # noqa: S608 - names of our own tables


@contextmanager
def alone(tournament: Tournament) -> Iterator[None]:
    """For the length of the block the database shows this tournament only, to a role that owns nothing."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SET CONSTRAINTS ALL IMMEDIATE"
        )  # what is still to be checked would keep tables as they are
        cursor.execute("CREATE ROLE hall_alone")
        cursor.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO hall_alone")
        cursor.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO hall_alone")
        for model in MODELS:
            if (names := way(model)) is not None:
                table = model._meta.db_table
                cursor.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
                cursor.execute(f"CREATE POLICY one ON {table} USING ({condition(model, names)})")
        cursor.execute("SELECT set_config('hall.tournament', %s, true)", [str(tournament.pk)])
        cursor.execute("SET LOCAL ROLE hall_alone")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def browser(user: object) -> Client:
    """Somebody who is signed in."""
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


PAGES = ("", "standings/", "tables/", "me/")


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_day_goes_on_where_every_other_tournament_is_hidden() -> None:
    other, own = (hall.approved_tournament(6) for _number in range(2))
    for tournament in (other, own):
        hall.play(tournament, 1)
        hall.publish(tournament, 2)
    before = Match.objects.filter(tournament=other).values_list("pk", "state", "version")
    frozen = list(before)
    organizer, player = browser(own.created_by), browser(Entry.objects.filter(tournament=own)[0].user)
    cache.clear()
    with alone(own):
        assert Tournament.objects.count() == 1
        assert not Seat.objects.filter(match__tournament=other).exists()
        for match in Match.objects.filter(round__number=2, kind="played"):
            for seat, score in zip(match.seats.order_by("position"), (("2", "0"), ("0", "2")), strict=True):
                answer = browser(seat.entry.user).post(
                    f"/t/{own.slug}/me/", {"first": score[0], "second": score[1], "match": match.pk}
                )
                assert answer.status_code == 302
            match.refresh_from_db()
            assert match.state == Match.State.FINAL
        round_ = Round.objects.get(number=2)
        hall.round_complete(actor=hall.organizer_of(own), tournament=own, round_id=round_.pk)
        hall.publish(own, 3)
        for client in (Client(), player, organizer):
            for page in PAGES[: 3 if client is not player else 4]:
                assert client.get(f"/t/{own.slug}/{page}").status_code == 200, page
        assert organizer.get(f"/t/{own.slug}/desk/").status_code == 200
        assert published_head(own) is not None
        # What belongs to another is not there at all.
        assert Client().get(f"/t/{other.slug}/").status_code == 404
    assert list(before.all()) == frozen
    assert Tournament.objects.count() == 2


def test_every_table_of_the_hall_knows_its_tournament_and_the_page_says_how() -> None:
    own = {model._meta.db_table for model in MODELS if way(model) in ([], ["tournament"])}
    through = {model._meta.db_table for model in MODELS if len(way(model) or []) > 1}
    shared = {model._meta.db_table for model in MODELS if way(model) is None}
    table = {found[1]: found[2] for found in re.finditer(r"^\| `(tournaments_\w+)` \| (.+?) \|", PAGE, re.M)}
    assert {name for name, how in table.items() if how == "its own column"} == own
    assert {name for name, how in table.items() if how.startswith("through")} == through
    assert {name for name, how in table.items() if how == "everywhere"} == shared
