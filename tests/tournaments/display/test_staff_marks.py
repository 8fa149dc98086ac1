"""A mark of ours beside the names of those who work here; whoever only has such a name has none."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.entries.marks import staff_marks
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import staff_remove

pytestmark = [pytest.mark.django_db]
MARK = '<span title="{0}"><svg class="icon" role="img" aria-label="{0}">'


def people(tournament: Tournament) -> list[Entry]:
    """A judge, an organizer and somebody of the office who play, and one who is called like them."""
    entries = list(Entry.objects.filter(tournament=tournament).select_related("user").order_by("number"))
    staff_actor(tournament, "judge", entries[0].user)
    staff_actor(tournament, "organizer", entries[1].user)
    type(entries[2].user).objects.filter(pk=entries[2].user_id).update(is_office=True)
    Entry.objects.filter(pk=entries[3].pk).update(name="Head judge", sort_name="head judge")
    return entries


def page(tournament: Tournament, path: str, **headers: Any) -> str:
    return Client(headers=headers).get(f"/t/{tournament.slug}/{path}").content.decode()


def test_those_who_work_here_have_a_mark_in_tables_and_standings_and_nobody_else_has() -> None:
    tournament = running_tournament(8)
    entries = people(tournament)
    assert staff_marks(tournament) == dict(
        zip([one.pk for one in entries], ("judge", "organizer", "office"), strict=False)
    )
    play(tournament, 1)
    publish(tournament, 2)
    for path in ("tables/", "tables/?by=table", "standings/"):
        shown = page(tournament, path)
        for role in ("judge", "organizer", "office"):
            assert shown.count(MARK.format(role)) == 1, (path, role)
        mine = shown.partition(">Head judge")[2][:60] or shown.partition("Head judge")[2][:60]
        assert mine and "<svg" not in mine.partition("</")[0], path
    assert MARK.format("scheidsrechter") in page(tournament, "standings/", **{"Accept-Language": "nl"})


def test_a_mark_goes_with_the_role_at_once() -> None:
    tournament = running_tournament(4)
    entries = people(tournament)
    publish(tournament, 1)
    assert MARK.format("judge") in page(tournament, "tables/")
    staff_remove(actor=organizer_of(tournament), tournament=tournament, user=entries[0].user, role="judge")
    assert MARK.format("judge") not in page(tournament, "tables/")
