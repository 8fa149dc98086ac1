"""A tournament's address, never that of another or of a page of ours, and its place in lists."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from tests.tournaments.hall import make_tournament
from tournaments.events.models import Tournament
from tournaments.events.services import RESERVED_SLUGS, free_slug


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Every route of the site, from its root."""
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from routes(one.url_patterns, route)


def test_every_fixed_name_directly_below_the_tournaments_is_reserved() -> None:
    below = [route.removeprefix("t/").split("/")[0] for route in routes(get_resolver().url_patterns)
             if route.startswith("t/")]  # fmt: skip
    assert "<slug:slug>" in below
    fixed = {name for name in below if name and "<" not in name}
    assert "new" in fixed
    assert fixed <= RESERVED_SLUGS, "add it, and mind tournaments that have this address already"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["New", "new!", "Néw"])
def test_a_tournament_with_the_name_of_a_page_gets_another_address(name: str) -> None:
    assert free_slug(name) == "new-2"


def test_a_longer_name_may_begin_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tournament.objects, "filter", lambda **_: Tournament.objects.none())
    assert free_slug("New Year Open") == "new-year-open"


@pytest.mark.django_db
def test_tournaments_of_one_name_and_moment_keep_their_order() -> None:
    at = timezone.now() + timedelta(days=1)
    made = [make_tournament("Twin Cup", starts_at=at).pk for _time in range(3)]
    Tournament.objects.filter(pk=made[0]).update(
        location="Elsewhere"
    )  # a database may put a changed row last
    assert [one.pk for one in Tournament.objects.filter(name="Twin Cup")] == made
