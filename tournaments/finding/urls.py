"""Addresses of the finding room. None but the list stands below /t/, where each tournament has its own."""

from django.urls import path

from . import views

urlpatterns = [
    path("t/", views.tournament_list, name="list"),
    path("find/towns/", views.towns, name="towns"),
    path("find/kept/", views.kept, name="kept_filters"),
]
