"""Addresses of the rounds room for staff."""

from django.urls import path

from . import (
    concede_views,
    desk_views,
    find_views,
    match_views,
    move_views,
    rehearsal_views,
    repair_views,
    restore_views,
    rule_views,
    slip_views,
)

urlpatterns = [
    path("t/<slug:slug>/me/concede/", concede_views.concede, name="concede"),
    path("t/<slug:slug>/desk/", desk_views.desk, name="desk"),
    path("t/<slug:slug>/desk/round/do/<slug:action>/", desk_views.round_action, name="round_action"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", desk_views.round_desk, name="round_desk"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/", slip_views.result_grid, name="result_grid"),
    path("t/<slug:slug>/desk/rounds/<int:number>/repair/", repair_views.repair, name="repair"),
    path("t/<slug:slug>/desk/matches/<int:match_id>/move/", move_views.match_move_page, name="match_move"),
    path("t/<slug:slug>/desk/snapshots/", restore_views.snapshots, name="snapshots"),
    path("t/<slug:slug>/desk/snapshots/<int:snapshot_id>/", restore_views.snapshot, name="snapshot"),
    path("t/<slug:slug>/desk/rehearse/", rehearsal_views.rehearse, name="rehearse"),
    path("t/<slug:slug>/desk/find/", find_views.find, name="find"),
    path("t/<slug:slug>/desk/rules/", rule_views.pairing_rules, name="pairing_rules"),
    path("t/<slug:slug>/desk/matches/<int:match_id>/", match_views.match_desk, name="match_desk"),
]
