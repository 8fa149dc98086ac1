"""Addresses of the card API, below /api/v1/cards/."""

from django.urls import path

from . import api

app_name = "cards_api"

urlpatterns = [
    path("", api.CardList.as_view(), name="list"),
    path("dump/", api.CardDump.as_view(), name="dump"),
    path("<path:number>/", api.CardDetail.as_view(), name="detail"),
]
