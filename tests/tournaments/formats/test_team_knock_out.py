"""Two teams at one board in a knock-out: a seat for each team, in the name of its captain."""

import re
from typing import Any

import pytest
from django.test import Client

from ledger.errors import UserError
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.formats.test_teams import GAMES, boards, entry, finish, player
from tests.tournaments.hall import make_tournament, organizer_of, publish
from tournaments.entries.services import entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.rounds.models import Match, Round
from tournaments.rounds.places import final_places
from tournaments.rounds.selectors import without_match
from tournaments.rounds.services import result_report
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.django_db]
STRONG = [f"A{number}" for number in range(5)]


def semi_finals(monkeypatch: pytest.MonkeyPatch, mode: str) -> tuple[Tournament, Round]:
    """Five teams after three rounds, of which the best four play on."""

    def with_cut(name: str, *, template: str, changes: dict[str, Any]) -> Tournament:
        cut = {"cut": True, "cut_size": 4, "rounds": 3}
        return make_tournament(name, template=template, changes={**changes, **cut})

    monkeypatch.setattr(teams, "make_tournament", with_cut)
    tournament = teams.started(mode, 5)
    for number in (1, 2, 3):
        finish(tournament, publish(tournament, number), STRONG, GAMES)
    stage_cut(actor=organizer_of(tournament), tournament=tournament, third_place=True)
    return tournament, publish(tournament, 4)


def said(tournament: Tournament, path: str, name: str = "") -> str:
    """The words of a page, as a member of a team reads it or a stranger."""
    client = Client()
    if name:
        client.force_login(entry(name).user)
    page = client.get(f"/t/{tournament.slug}/{path}").content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize("mode", ["2v2", "3v3"])
def test_the_best_four_teams_play_a_bracket_to_its_winner(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    tournament, semis = semi_finals(monkeypatch, mode)
    stage = Stage.objects.get(tournament=tournament, number=2)
    assert (stage.kind, stage.rounds, len(stage.seeds)) == ("elimination", 2, 4)
    assert stage.seeds[0] == entry("A0").key and without_match(semis) == []
    first = next(names for names in boards(semis) if "A0" in names)
    other = next(name for name in first if name != "A0")
    assert f"Team {other[1]}" in said(tournament, "me/", "B0") and "Semi-finals" in said(
        tournament, "bracket/"
    )
    match = Match.objects.get(round=semis, seats__entry=entry("A0"))
    with pytest.raises(UserError):
        result_report(actor=player("B0"), tournament=tournament, match_id=match.pk, said=(1, 0, 0))
    for name in first:  # both captains
        result_report(
            actor=player(name), tournament=tournament, match_id=match.pk, said=GAMES[first.index("A0")]
        )
    finish(tournament, semis, STRONG, GAMES)
    final = publish(tournament, 5)
    assert {name for names in boards(final) for name in names} == {
        name for names in boards(semis) for name in names
    }
    assert without_match(final) == []
    finish(tournament, final, STRONG, GAMES)
    assert [line["name"] for line in final_places(tournament)][:2] == ["Team 0", "Team 1"]
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert "Team 0 wins the tournament" in said(tournament, "bracket/")
    assert "A0, B0" in said(tournament, "winner/") and "Team 0 won" in said(tournament, "screen/")
    assert "You came in at place 2 of 5" in said(tournament, "me/", "B1")


def test_a_team_that_leaves_with_one_of_its_members_loses_without_playing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, semis = semi_finals(monkeypatch, "2v2")
    finish(tournament, semis, STRONG, GAMES)
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=entry("B0").pk)
    final = publish(tournament, 5)
    match = Match.objects.get(round=final, seats__entry=entry("A0"))
    assert (match.kind, match.state) == ("forfeit", "final")
    finish(tournament, final, STRONG, GAMES)
    assert final_places(tournament)[0]["name"] == "Team 1"


def test_three_teams_at_a_board_play_no_knock_out() -> None:
    with pytest.raises(UserError) as refused:
        make_tournament(template="teams-2v2v2", changes={"cut": True})
    assert [one.code for one in refused.value.problems] == ["teams_only"]
