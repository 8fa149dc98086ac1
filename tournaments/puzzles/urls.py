"""Addresses of the puzzles room."""

from django.urls import path

from . import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<int:number>/", views.puzzle, name="puzzle"),
]
