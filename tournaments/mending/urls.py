"""Addresses of the pages that change what stands."""

from django.urls import path

from . import move_views, repair_views, restore_views

urlpatterns = [
    path("t/<slug:slug>/desk/rounds/<int:number>/repair/", repair_views.repair, name="repair"),
    path("t/<slug:slug>/desk/matches/<int:match_id>/move/", move_views.match_move_page, name="match_move"),
    path("t/<slug:slug>/desk/snapshots/", restore_views.snapshots, name="snapshots"),
    path("t/<slug:slug>/desk/snapshots/<int:snapshot_id>/", restore_views.snapshot, name="snapshot"),
]
