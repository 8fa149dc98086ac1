"""A judge who plays: no hands, lists or penalties of this tournament until it is over; everything else stays."""

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import approved_tournament, make_user, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.access import HIDDEN_WHILE_PLAYING, Right, actor_with, rights_of
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db]


@kept
def playing() -> Entry:
    """A player who is judge, head judge and organizer as well."""
    tournament = approved_tournament(4)
    entry = Entry.objects.filter(tournament=tournament).select_related("user", "tournament")[0]
    for role in ("judge", "head_judge", "organizer"):
        staff_actor(tournament, role, entry.user)
    return entry


def hidden(entry: Entry) -> set[str]:
    """The rights that are missing, by the menus and by the single question alike."""
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    rights = rights_of(entry.user, tournament)
    single = {right for right in Right if actor_with(entry.user, tournament, right) is not None}
    assert rights == single
    return set(Right) - rights - {"approve"}


def test_secrets_are_hidden_from_a_judge_while_they_take_part_in_any_way(playing: Entry) -> None:
    assert {"logs", "law", "decks", "penalties", "history"} == HIDDEN_WHILE_PLAYING
    for state in set(Entry.State.values) - {"withdrawn"}:
        Entry.objects.filter(pk=playing.pk).update(state=state)
        assert hidden(playing) == HIDDEN_WHILE_PLAYING, state
    Entry.objects.filter(pk=playing.pk).update(state="withdrawn")
    assert hidden(playing) == set()


def test_the_judges_page_of_one_who_plays_has_the_floor_and_says_why_there_is_no_more(playing: Entry) -> None:
    client = Client()
    client.force_login(playing.user)
    address = f"/t/{playing.tournament.slug}/judge/"
    page = client.get(address).content.decode()
    assert "Who needs a judge" in page and "You are playing in this tournament." in page
    assert "Game logs" not in page and "judge/penalties/" not in page
    Entry.objects.filter(pk=playing.pk).update(state="withdrawn")
    page = client.get(address).content.decode()
    assert "Game logs" in page and "judge/penalties/" in page and "You are playing in" not in page


@pytest.mark.parametrize("over", ["finished", "cancelled"])
def test_nothing_is_hidden_from_a_judge_when_the_tournament_is_over(playing: Entry, over: str) -> None:
    Tournament.objects.filter(pk=playing.tournament_id).update(state=over)
    assert hidden(playing) == set()


def test_a_judge_who_plays_elsewhere_keeps_everything_here(playing: Entry) -> None:
    other = approved_tournament(4, name="Other Cup")
    judge = staff_actor(other, "judge", playing.user)
    staff_actor(other, "head_judge", playing.user)
    for right in HIDDEN_WHILE_PLAYING:
        assert actor_with(judge.user, other, right) is not None
        assert actor_with(make_user(), other, right) is None
