"""Addresses of the API, all below /api/v1/; what was at /api/ before there were versions leads there."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.submissions import api as deck_api

from . import (
    call_operations,
    case_operations,
    check_operations,
    copy_operations,
    day_operations,
    entry_operations,
    own_operations,
    own_views,
    plan_views,
    player_operations,
    role_operations,
    root,
    staff_operations,
    views,
)
from .operations import OPERATIONS, view_of

app_name = "api"

PREFIX = "v1/"
ONE = f"{PREFIX}tournaments/<slug:slug>/"
ROUND = f"{ONE}rounds/<int:round>/"
WRITERS = (
    player_operations,
    call_operations,
    copy_operations,
    staff_operations,
    entry_operations,
    case_operations,
    check_operations,
    day_operations,
    own_operations,
    role_operations,
)
"""The modules whose operations are registered by being read."""

urlpatterns = [
    path("", root.root, name="root"),
    path("help/", root.page, name="page"),
    re_path(r"^(?P<rest>(?:tournaments|schema)/.*)$", root.moved, name="moved"),
    path(
        f"{PREFIX}schema/",
        SpectacularAPIView.as_view(permission_classes=[], authentication_classes=[]),
        name="schema",
    ),
    path(f"{PREFIX}me/", own_views.Me.as_view(), name="me"),
    path(f"{PREFIX}tournaments/", views.TournamentList.as_view(), name="tournaments"),
    path(f"{PREFIX}tournaments/<slug:slug>/", views.TournamentDetail.as_view(), name="tournament"),
    path(f"{PREFIX}tournaments/<slug:slug>/me/", own_views.MyTournament.as_view(), name="my_tournament"),
    path(
        f"{PREFIX}tournaments/<slug:slug>/desk/entries/", own_views.DeskEntries.as_view(), name="desk_entries"
    ),
    path(
        f"{PREFIX}tournaments/<slug:slug>/desk/rounds/<int:number>/",
        own_views.DeskRound.as_view(),
        name="desk_round",
    ),
    path(f"{PREFIX}tournaments/<slug:slug>/desk/staff/", own_views.DeskStaff.as_view(), name="desk_staff"),
    path(f"{PREFIX}my-decks/all/", own_views.OwnDecks.as_view(), name="own_decks"),
    path(f"{ROUND}repair/plans/", plan_views.RepairPlans.as_view(), name="plans_of_repair"),
    path(f"{ROUND}exchange/plan/", plan_views.ExchangePlan.as_view(), name="plan_of_exchange"),
    path(f"{ROUND}move/plan/", plan_views.MoveTablePlan.as_view(), name="plan_of_move"),
    path(f"{ONE}snapshots/", plan_views.Snapshots.as_view(), name="snapshots"),
    path(f"{ONE}snapshots/<int:snapshot>/", plan_views.SnapshotPlan.as_view(), name="plan_of_restore"),
    path(f"{ONE}edit/plan/", plan_views.EditsPlan.as_view(), name="plan_of_edit"),
    path(f"{PREFIX}tournaments/<slug:slug>/rounds/<int:number>/", views.RoundDetail.as_view(), name="round"),
    path(f"{PREFIX}tournaments/<slug:slug>/standings/", views.StandingsDetail.as_view(), name="standings"),
    path(f"{PREFIX}tournaments/<slug:slug>/knock-out/", views.KnockOutDetail.as_view(), name="knock_out"),
    path(f"{PREFIX}tournaments/<slug:slug>/decks/", deck_api.DeckLists.as_view(), name="decks"),
    path(
        f"{PREFIX}tournaments/<slug:slug>/decks/<int:number>/", deck_api.DeckListDetail.as_view(), name="deck"
    ),
    *(path(f"{PREFIX}{one.path}", view_of(one).as_view(), name=one.name) for one in OPERATIONS.values()),
]
