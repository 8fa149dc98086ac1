"""A judge settles a dispute with one tap: one of the two claims is right."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Games
from tournaments.rounds.services import result_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def disputed() -> Match:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament), table=1).get()
    for seat, said in zip(match.seats.order_by("position"), ((2, 1, 0), (0, 2, 0)), strict=True):
        actor = staff_actor(tournament, "player", seat.entry.user)
        result_report(actor=actor, tournament=tournament, match_id=match.pk, said=said)
    return Match.objects.get(pk=match.pk)


def sheet(tournament: Tournament, role: str) -> tuple[Client, Any]:
    client = Client()
    client.force_login(staff_actor(tournament, role).user)
    match = Match.objects.get(tournament=tournament, table=1)
    return client, f"/t/{tournament.slug}/desk/matches/{match.pk}/"


def test_one_tap_on_a_claim_settles_it_and_a_typed_reason_goes_with_it(disputed: Match) -> None:
    client, url = sheet(disputed.tournament, "judge")
    keys = re.findall(r'name="claim" value="([a-z]+-\d+)"', client.get(url).content.decode())
    assert len(keys) == 2
    client.post(url, {"claim": keys[1], "reason": ""})
    disputed.refresh_from_db()
    assert disputed.state == "final" and disputed.outcome == Games((0, 2)) and disputed.source == "judge"
    loser = disputed.seats.get(position=1).entry.name
    assert disputed.disputes.get().reason == f"As {loser} reported: 0–2."
    assert client.post(url, {"claim": keys[0]}).status_code in (302, 403)
    disputed.refresh_from_db()
    assert disputed.outcome == Games((0, 2)), "settled is settled"


def test_only_who_may_rule_taps_and_only_what_was_said_counts(disputed: Match) -> None:
    client, url = sheet(disputed.tournament, "judge")
    keys = re.findall(r'name="claim" value="([a-z]+-\d+)"', client.get(url).content.decode())
    desk, _url = sheet(disputed.tournament, "scorekeeper")
    assert 'name="claim"' not in desk.get(url).content.decode()
    assert desk.post(url, {"claim": keys[0]}).status_code == 403
    for wrong in ("report-0", "x", f"slip-{keys[0].partition('-')[2]}"):
        assert "otherwise in the meantime" in client.post(url, {"claim": wrong}, follow=True).content.decode()
    disputed.refresh_from_db()
    assert disputed.state == "disputed"
