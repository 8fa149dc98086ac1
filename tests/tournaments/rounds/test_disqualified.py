"""Who is disqualified leaves the tournament too, and comes back when the decision is taken back."""

import pytest
from django.test import Client

from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament
from tournaments.desk.rule_services import rule_add, rule_remove
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db]


def disqualify(tournament: Tournament, entry: Entry) -> int:
    """Decide it, and return the number of the decision."""
    actor = organizer_of(tournament)
    return int(rule_add(actor=actor, tournament=tournament, kind="disqualified", entry_id=entry.pk)["rule"])


def state(entry: Entry) -> tuple[str, int | None]:
    """Whether somebody is in, and after which round they left."""
    entry.refresh_from_db()
    return entry.state, entry.dropped_after


def test_who_is_disqualified_leaves_and_comes_back_when_it_is_taken_back() -> None:
    tournament = running_tournament(6)
    actor = organizer_of(tournament)
    play(tournament, 1)
    publish(tournament, 2)  # the match of round 2 is open
    out, gone = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    client = Client()
    before = client.get(f"/t/{tournament.slug}/standings/").content
    rule = disqualify(tournament, out)
    assert disqualify(tournament, out) == rule
    assert state(out) == ("dropped", 2)
    assert client.get(f"/t/{tournament.slug}/standings/").content != before
    play(tournament, 2)
    entry_drop(actor=actor, tournament=tournament, entry_id=gone.pk)
    own = disqualify(tournament, gone)
    for taken_back in (rule, own):
        rule_remove(actor=actor, tournament=tournament, rule_id=taken_back)
    assert state(out) == ("checked_in", None)
    assert state(gone) == ("dropped", 2)
    back = play(tournament, 3)
    assert back.matches.filter(seats__entry=out).exists()


def test_who_sits_in_a_draft_stays_in_the_tournament_until_it_is_made_anew() -> None:
    tournament = running_tournament(4)
    draft(tournament)
    out = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    rule = disqualify(tournament, out)
    assert state(out) == ("checked_in", None)
    rule_remove(actor=organizer_of(tournament), tournament=tournament, rule_id=rule)
    assert state(out) == ("checked_in", None)
