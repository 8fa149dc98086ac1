"""Addresses of the gamelogs room."""

from django.urls import path

from . import views

urlpatterns = [
    path("t/<slug:slug>/matches/<int:match_id>/log/", views.submit, name="log_submit"),
    path("t/<slug:slug>/judge/logs/<int:log_id>/", views.viewer, name="log"),
    path(
        "t/<slug:slug>/judge/logs/<int:log_id>/steps/<int:first>-<int:last>.json",
        views.steps,
        name="log_steps",
    ),
    path("t/<slug:slug>/judge/logs/<int:log_id>/confirm/", views.confirm, name="log_confirm"),
    path("t/<slug:slug>/judge/logs/<int:log_id>/original/", views.original, name="log_original"),
]
