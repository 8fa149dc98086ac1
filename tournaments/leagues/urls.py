"""Addresses of the leagues room: for everybody, for a player, for staff."""

from django.urls import path

from . import desk_views, views

urlpatterns = [
    path("t/<slug:slug>/league/", views.league, name="league"),
    path("t/<slug:slug>/league/mine/", views.mine, name="league_mine"),
    path("t/<slug:slug>/desk/league/", desk_views.desk, name="league_desk"),
]
