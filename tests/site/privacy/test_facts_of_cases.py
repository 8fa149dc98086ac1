"""The facts of a ruling are rows: names are taken out of their texts, and after their time the rows go."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.judging.case_models import CaseRevision
from tournaments.judging.case_services import case_rule
from tournaments.rounds.models import Match
from x610z_site.privacy.forgetting_services import _screen
from x610z_site.privacy.retention import RETENTION

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def ruled() -> Tournament:
    tournament = running_tournament(4)
    publish(tournament)
    facts = [
        {"text": "Zoë said she counted to 7", "status": "agreed", "evidence": 5},
        {"text": "the life is 12", "status": "found", "evidence": 4},
    ]
    match = Match.objects.filter(tournament=tournament)[0].pk
    case_rule(
        actor=staff_actor(tournament, "judge"), tournament=tournament, match_id=match, said={"facts": facts}
    )
    return tournament


def test_a_name_goes_out_of_the_facts_and_how_sure_they_are_stays() -> None:
    ruled()
    _screen(CaseRevision.objects.all(), "facts", ["Zoë"], "Player ab12")
    assert CaseRevision.objects.get().facts == [
        {"text": "Player ab12 said she counted to 7", "status": "agreed", "evidence": 5},
        {"text": "the life is 12", "status": "found", "evidence": 4},
    ]


def test_the_facts_go_with_the_other_words_of_a_ruling_when_their_time_is_over() -> None:
    tournament = ruled()
    [notes] = [one for one in RETENTION if one.key == "note"]
    notes.forget(timezone.now())
    assert CaseRevision.objects.get().facts
    Tournament.objects.filter(pk=tournament.pk).update(
        state="finished", starts_at=timezone.now() - timedelta(days=900)
    )
    notes.forget(timezone.now())
    assert CaseRevision.objects.get().facts == []
