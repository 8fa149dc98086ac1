"""Addresses of the judging room."""

from django.urls import path

from . import check_views, views

urlpatterns = [
    path("t/<slug:slug>/judge/", views.judge, name="judge"),
    path("t/<slug:slug>/judge/checks/", check_views.deck_checks, name="deck_checks"),
    path("t/<slug:slug>/judge/checks/<int:number>/", check_views.check, name="check"),
    path("t/<slug:slug>/judge/checks/<int:number>/sheet/", check_views.check_sheet, name="check_sheet"),
]
