"""Addresses of the public pages and of the player's screen."""

from django.urls import path

from . import (
    bracket_views,
    concede_views,
    course_views,
    live_views,
    print_views,
    schedule_views,
    views,
    winner_views,
)

urlpatterns = [
    path(
        "t/<slug:slug>/desk/rounds/<int:number>/print/<slug:sheet>/",
        print_views.print_sheet,
        name="print_sheet",
    ),
    path("t/<slug:slug>/desk/print/<slug:sheet>/", print_views.print_list, name="print_list"),
    path("t/<slug:slug>/", views.detail, name="detail"),
    path("t/<slug:slug>/version/", views.version, name="version"),
    path("t/<slug:slug>/tables/", views.pairings, name="pairings"),
    path("t/<slug:slug>/tables/<int:number>/", views.pairings, name="round"),
    path("t/<slug:slug>/tables/part/<slug:language>/", views.pairings_part, name="tables_part"),
    path("t/<slug:slug>/tables/<int:number>/part/<slug:language>/", views.pairings_part, name="round_part"),
    path("t/<slug:slug>/tables/<int:number>/why/<int:entry_number>/", views.why_page, name="why"),
    path("t/<slug:slug>/boards/", live_views.boards, name="live_boards"),
    path("t/<slug:slug>/boards/<int:recording_id>/", live_views.live_board, name="live_board"),
    path("t/<slug:slug>/boards/<int:recording_id>/replay/", live_views.replay, name="replay"),
    path(
        "t/<slug:slug>/boards/<int:recording_id>/replay/<int:first>-<int:last>.json",
        live_views.replay_steps,
        name="replay_steps",
    ),
    path("t/<slug:slug>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/part/<slug:language>/", views.standings_alone, name="standings_part"),
    path("t/<slug:slug>/standings/<int:entry_id>/<slug:key>/", views.standings_cell, name="standings_cell"),
    path("t/<slug:slug>/course/", course_views.course, name="course"),
    path("t/<slug:slug>/winner/", winner_views.winner, name="winner"),
    path("t/<slug:slug>/title.png", winner_views.title_image, name="title_image"),
    path("t/<slug:slug>/poster/", winner_views.poster, name="poster"),
    path("t/<slug:slug>/schedule/", schedule_views.schedule, name="schedule"),
    path("t/<slug:slug>/bracket/", bracket_views.bracket, name="bracket"),
    path("t/<slug:slug>/me/", views.me, name="me"),
    path("t/<slug:slug>/me/concede/", concede_views.concede, name="concede"),
]
