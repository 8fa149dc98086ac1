"""Addresses of the card catalogue and of people's own decks."""

from django.urls import include, path, re_path, register_converter

from .cards import (
    entered_views,
    keeper_views,
    picture_views,
    playtest_views,
    rule_views,
    views,
    workbench_views,
)

register_converter(entered_views.OtherGame, "other_game")
app_name = "decks"

urlpatterns = [
    path("", include("decks.lists.urls")),
    path("rules/", rule_views.rule_book, name="rules"),
    path("cards/", views.cards, name="cards"),
    path("cards/help/", views.search_help, name="search_help"),
    path("cards/sets/", views.sets, name="sets"),
    path("cards/sets/<str:code>/edit/", keeper_views.set_edit, name="set_edit"),
    path("cards/keep/", keeper_views.keeper, name="keeper"),
    path("cards/keep/new/", keeper_views.card_new, name="card_new"),
    path("cards/keep/reading/", keeper_views.reading, name="card_reading"),
    path("cards/keep/workbench/", workbench_views.workbench, name="workbench"),
    path("cards/keep/plays/", playtest_views.pools, name="plays"),
    path("cards/keep/plays/<str:game>/<slug:pool>/", playtest_views.cards, name="plays_of_pool"),
    path("cards/keep/plays/<str:game>/<slug:pool>/<path:number>/", playtest_views.card, name="plays_of_card"),
    path("cards/keep/legality/", keeper_views.legality, name="legality"),
    path("cards/keep/pools/", keeper_views.pools, name="pools"),
    path("cards/keep/import/", keeper_views.import_file, name="import"),
    path("cards/keep/import/<str:token>/", keeper_views.import_preview, name="import_preview"),
    path("cards/keep/cards.<str:form>", keeper_views.export, name="export"),
    path("cards/keep/<other_game:game>/new/", keeper_views.card_new, name="entered_card_new"),
    path("cards/keep/<other_game:game>/reading/", keeper_views.reading, name="entered_card_reading"),
    path("cards/keep/<other_game:game>/pools/", keeper_views.pools, name="entered_pools"),
    path("cards/keep/<other_game:game>/import/", keeper_views.import_file, name="entered_import"),
    path(
        "cards/keep/<other_game:game>/import/<str:token>/",
        keeper_views.import_preview,
        name="entered_import_preview",
    ),
    path("cards/keep/<other_game:game>/cards.<str:form>", keeper_views.export, name="entered_export"),
    path("cards/<other_game:game>/", entered_views.cards, name="entered_cards"),
    path("cards/<other_game:game>/<str:number>/", entered_views.card, name="entered_card"),
    path("cards/<other_game:game>/<str:number>/art.svg", entered_views.art, name="entered_card_art"),
    path("cards/<other_game:game>/<str:number>/edit/", keeper_views.card_edit, name="entered_card_edit"),
    path("cards/<other_game:game>/<str:number>/picture/", picture_views.picture, name="entered_picture"),
    re_path(
        r"^cards/pictures/(?P<name>[0-9a-f]{32})-(?P<size>large|small)\.webp$",
        picture_views.picture_file,
        name="picture_file",
    ),
    path("cards/<path:number>/reprint/", keeper_views.reprint, name="reprint"),
    path("cards/<path:number>/picture/", picture_views.picture, name="picture"),
    path("cards/<path:number>/art.svg", picture_views.art, name="card_art"),
    path("cards/<path:number>/peek/", picture_views.peek, name="card_peek"),
    path("cards/<path:number>/history/", views.history, name="card_history"),
    path("cards/<path:number>/edit/", keeper_views.card_edit, name="card_edit"),
    path("cards/<path:number>/ruling/", keeper_views.ruling, name="ruling"),
    path("cards/<path:number>/", views.card, name="card"),
]
