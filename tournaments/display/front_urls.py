"""Addresses of the front page and of the big screen."""

from django.urls import path

from . import front_views, player_views, series_views

urlpatterns = [
    path("", front_views.front, name="front"),
    path("players/<slug:code>/", player_views.player, name="player"),
    path("t/<slug:slug>/desk/series/", series_views.series, name="series"),
    path("t/<slug:slug>/screen/", front_views.screen, name="screen"),
]
