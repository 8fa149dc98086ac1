"""Members of one team who hand in at the same moment: together they never hold too many."""

from typing import Any

import msgspec
import pytest

from decks.registration.models import DeckRevision
from ledger.commands import Actor
from ledger.errors import UserError
from rules_engine.x610z.cards import Pool, load_pool
from tests.decks.lists import play_with
from tests.patience import HANG
from tests.tournaments.hall import make_user
from tests.tournaments.submissions.deck_hall import make_hall
from tests.tournaments.submissions.test_deck_races import at_once
from tournaments.entries import team_services
from tournaments.entries.models import Team
from tournaments.entries.services import entry_create
from tournaments.entries.team_services import team_create, team_join
from tournaments.submissions.services import deck_submit

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

TEXT = "1 Life Base\n52 Mystic Energy Crystal\n2 Discount"


@pytest.fixture
def members(transactional_db: None, monkeypatch: Any) -> list[Any]:
    """Four players of one team, of which two may hold two Discounts."""
    pool = load_pool()
    cards = (
        msgspec.structs.replace(card, team_restriction=4) if card.name == "Discount" else card
        for card in pool.cards
    )
    changed = Pool(pool.name, tuple(cards))
    play_with(monkeypatch, changed)
    tournament = make_hall(changes={"teams": True}).tournament
    actors = [Actor(make_user(name), "player") for name in "ABCD"]
    for actor in actors:
        entry_create(actor=actor, tournament=tournament)
    team_create(actor=actors[0], tournament=tournament, name="Red")
    for actor in actors[1:]:
        team_join(actor=actor, tournament=tournament, code=Team.objects.get().code)
    return [lambda one=actor: deck_submit(actor=one, tournament=tournament, text=TEXT) for actor in actors]


@pytest.mark.parametrize("_time", range(5))
def test_of_four_members_at_once_exactly_two_pass(members, _time):
    answers = at_once(*members)
    passed = [answer for answer in answers if isinstance(answer, dict)]
    stopped = [answer for answer in answers if isinstance(answer, UserError)]
    assert (len(passed), [error.code for error in stopped]) == (2, ["team_restriction"] * 2), answers
    assert DeckRevision.objects.count() == 2


def test_without_the_lock_of_the_team_too_many_would_pass(members, monkeypatch):
    """The control: when nobody waits for the team, everybody counts before anybody has handed in."""
    import threading

    counted = threading.Barrier(4)
    conflicts = team_services.team_conflicts

    def slow(*args: Any, **kwargs: Any) -> list[str]:
        found = conflicts(*args, **kwargs)
        counted.wait(HANG)
        return found

    monkeypatch.setattr(team_services, "team_conflicts", slow)
    monkeypatch.setattr(Team.objects, "select_for_update", lambda: Team.objects.all())
    at_once(*members)
    assert DeckRevision.objects.count() == 4
