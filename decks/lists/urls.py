"""Addresses of people's own decks; part of the ``decks`` namespace."""

from django.urls import path, re_path

from . import edit_views, views

urlpatterns = [
    path("decks/", views.deck_list, name="deck_list"),
    path("decks/new/", edit_views.deck_new, name="deck_new"),
    path("decks/public/", views.deck_public, name="deck_public"),
    path("decks/<slug:public_id>/", views.deck_view, name="deck_view"),
    path("decks/<slug:public_id>/edit/", edit_views.deck_edit, name="deck_edit"),
    path("decks/<slug:public_id>/check/", edit_views.deck_check, name="deck_check"),
    path("decks/<slug:public_id>/details/", edit_views.deck_details, name="deck_details"),
    path("decks/<slug:public_id>/history/", edit_views.deck_history, name="deck_history"),
    path("decks/<slug:public_id>/restore/", edit_views.deck_restore, name="deck_restore"),
    path("decks/<slug:public_id>/copy/", edit_views.deck_copy, name="deck_copy"),
    path("decks/<slug:public_id>/delete/", edit_views.deck_delete, name="deck_delete"),
    path("decks/<slug:public_id>/hand/", views.deck_hand, name="deck_hand"),
    path("decks/<slug:public_id>/sheet/", views.deck_sheet, name="deck_sheet"),
    re_path(
        r"^decks/(?P<public_id>[A-Za-z0-9_-]+)/deck\.(?P<kind>txt|csv|json)$",
        views.deck_export,
        name="deck_export",
    ),
]
