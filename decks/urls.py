"""Addresses of the card catalogue."""

from django.urls import path

from .cards import views

app_name = "decks"

urlpatterns = [
    path("cards/", views.cards, name="cards"),
    path("cards/<path:number>/", views.card, name="card"),
]
