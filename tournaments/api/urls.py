"""Addresses of the public API."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tournaments.submissions import api as deck_api

from . import views

app_name = "api"

urlpatterns = [
    path(
        "schema/", SpectacularAPIView.as_view(permission_classes=[], authentication_classes=[]), name="schema"
    ),
    path("tournaments/", views.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", views.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<slug:slug>/rounds/<int:number>/", views.RoundDetail.as_view(), name="round"),
    path("tournaments/<slug:slug>/standings/", views.StandingsDetail.as_view(), name="standings"),
    path("tournaments/<slug:slug>/decks/", deck_api.DeckLists.as_view(), name="decks"),
    path("tournaments/<slug:slug>/decks/<int:number>/", deck_api.DeckListDetail.as_view(), name="deck"),
]
