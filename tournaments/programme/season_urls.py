"""Addresses of the pages of a season: clans and one's own."""

from django.urls import path

from . import season_views as views

urlpatterns = [
    path("o/<slug:slug>/c/<slug:circuit>/clans/", views.circuit_clans, name="circuit_clans"),
    path("o/<slug:slug>/c/<slug:circuit>/clans/<int:number>/", views.circuit_clan, name="circuit_clan"),
    path("clans/<int:number>/season/", views.clan_season, name="clan_season"),
    path("me/season/", views.my_season, name="my_season"),
    path("me/season/<slug:circuit>/<slug:slug>/", views.my_chance, name="my_chance"),
]
