"""Addresses of the recordings room."""

from django.urls import path

from . import api_views, hand_views, judge_views, practice_views, views

HERE = "t/<slug:slug>/recordings/<int:recording_id>/"
GAME = "practice/<int:recording_id>/"

urlpatterns = [
    path("t/<slug:slug>/matches/<int:match_id>/recordings/", views.match, name="match_recordings"),
    path(HERE, views.screen, name="recording"),
    path(f"{HERE}state.json", api_views.state, name="recording_state"),
    path(f"{HERE}entries.json", api_views.entries, name="recording_entries"),
    path(f"{HERE}ask.json", api_views.ask, name="recording_ask"),
    path(f"{HERE}device.json", api_views.device, name="recording_device"),
    path(f"{HERE}heard.json", api_views.heard, name="recording_heard"),
    path(f"{HERE}offline.json", api_views.offline, name="recording_offline"),
    path(f"{HERE}pair/", views.pair, name="recording_pair"),
    path(f"{HERE}join/", views.join, name="recording_join"),
    path(f"{HERE}sign/", views.sign, name="recording_sign"),
    path(f"{HERE}hand/", hand_views.hand, name="recording_hand"),
    path(f"{HERE}log.jsonl", views.log, name="recording_log"),
    path(f"{HERE}judge/", judge_views.judge, name="recording_judge"),
    path("recorder/pools/<str:sha256>.json", api_views.pool, name="recorder_pool"),
    path("practice/", practice_views.games, name="practice"),
    path(GAME, practice_views.screen, name="practice_game"),
    path(f"{GAME}state.json", api_views.state, name="practice_state"),
    path(f"{GAME}entries.json", practice_views.entries, name="practice_entries"),
    path(f"{GAME}ask.json", practice_views.ask, name="practice_ask"),
    path(f"{GAME}device.json", api_views.device, name="practice_device"),
]
