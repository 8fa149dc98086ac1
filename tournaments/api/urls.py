"""Addresses of the API, all below /api/v1/; what was at /api/ before there were versions leads there."""

from django.urls import path, re_path

from tournaments.submissions import api as deck_api

from . import (
    circuit_operations,
    circuit_views,
    day_operations,
    judge_operations,
    league_operations,
    money_operations,
    organization_operations,
    organization_views,
    own_views,
    plan_views,
    player_operations,
    root,
    season_views,
    staff_operations,
    views,
)
from .operations import ONE, OPERATIONS, ROUND, view_of
from .schema import schema

app_name = "api"

PREFIX = "v1/"
WRITERS = (
    player_operations,
    judge_operations,
    staff_operations,
    day_operations,
    money_operations,
    organization_operations,
    league_operations,
    circuit_operations,
)
"""The modules whose operations are registered by being read."""

READERS = {
    "me": ("me/", own_views.Me),
    "tournaments": ("tournaments/", views.TournamentList),
    "tournament": (ONE, views.TournamentDetail),
    "organizations": ("organizations/", organization_views.OrganizationList),
    "organization": ("organizations/<slug:slug>/", organization_views.OrganizationDetail),
    "circuits": ("organizations/<slug:slug>/circuits/", circuit_views.CircuitList),
    "circuit": ("circuits/<slug:slug>/", circuit_views.CircuitDetail),
    "ladder": ("circuits/<slug:slug>/ladder/", circuit_views.LadderDetail),
    "clan_ladder": ("circuits/<slug:slug>/clans/", circuit_views.ClanLadder),
    "ladder_results": ("circuits/<slug:slug>/ladder/rows/<slug:person>/", circuit_views.LadderResults),
    "ladder_moves": ("circuits/<slug:slug>/moves/", circuit_views.LadderMoves),
    "circuit_desk": ("organizations/<slug:slug>/circuits/<slug:circuit>/desk/", season_views.CircuitDesk),
    "event_circuits": (f"{ONE}circuits/", season_views.EventCircuits),
    "clan_season": ("clans/<int:number>/season/", season_views.ClanSeasons),
    "my_places": ("me/places/", season_views.OwnPlaces),
    "my_season": ("me/season/", season_views.OwnSeason),
    "one_more": ("me/season/<slug:slug>/<slug:event>/", season_views.OneMore),
    "my_tournament": (f"{ONE}me/", own_views.MyTournament),
    "league": (f"{ONE}league/", league_operations.League),
    "my_league": (f"{ONE}league/me/", league_operations.OwnLeague),
    "desk_entries": (f"{ONE}desk/entries/", own_views.DeskEntries),
    "desk_round": (f"{ONE}desk/rounds/<int:number>/", own_views.DeskRound),
    "desk_staff": (f"{ONE}desk/staff/", own_views.DeskStaff),
    "own_decks": ("my-decks/all/", own_views.OwnDecks),
    "plans_of_repair": (f"{ROUND}repair/plans/", plan_views.RepairPlans),
    "plan_of_exchange": (f"{ROUND}exchange/plan/", plan_views.ExchangePlan),
    "plan_of_move": (f"{ROUND}move/plan/", plan_views.MoveTablePlan),
    "snapshots": (f"{ONE}snapshots/", plan_views.Snapshots),
    "plan_of_restore": (f"{ONE}snapshots/<int:snapshot>/", plan_views.SnapshotPlan),
    "plan_of_edit": (f"{ONE}edit/plan/", plan_views.EditsPlan),
    "round": (f"{ONE}rounds/<int:number>/", views.RoundDetail),
    "standings": (f"{ONE}standings/", views.StandingsDetail),
    "knock_out": (f"{ONE}knock-out/", views.KnockOutDetail),
    "decks": (f"{ONE}decks/", deck_api.DeckLists),
    "deck": (f"{ONE}decks/<int:number>/", deck_api.DeckListDetail),
}
"""What can be read, by the name of its address."""

urlpatterns = [
    path("", root.root, name="root"),
    path("help/", root.page, name="page"),
    re_path(r"^(?P<rest>(?:tournaments|schema)/.*)$", root.moved, name="moved"),
    path(f"{PREFIX}schema/", schema, name="schema"),
    *(path(f"{PREFIX}{where}", view.as_view(), name=name) for name, (where, view) in READERS.items()),
    *(path(f"{PREFIX}{one.path}", view_of(one).as_view(), name=one.name) for one in OPERATIONS.values()),
]
