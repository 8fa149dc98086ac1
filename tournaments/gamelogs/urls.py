"""Addresses of the gamelogs room."""

from django.urls import path, re_path

from . import audit_views, closer_views, views

urlpatterns = [
    path("t/<slug:slug>/matches/<int:match_id>/log/", views.submit, name="log_submit"),
    path("t/<slug:slug>/judge/logs/<int:log_id>/", views.viewer, name="log"),
    path(
        "t/<slug:slug>/judge/logs/<int:log_id>/steps/<int:first>-<int:last>.json",
        views.steps,
        name="log_steps",
    ),
    path("t/<slug:slug>/judge/logs/<int:log_id>/at/<int:step>/", closer_views.closer, name="log_closer"),
    re_path(
        r"^t/(?P<slug>[-\w]+)/judge/logs/(?P<log_id>\d{1,12})/at/(?P<step>\d{1,6})\.(?P<kind>svg|png)$",
        closer_views.position_file,
        name="log_position",
    ),
    path(
        "t/<slug:slug>/judge/logs/<int:log_id>/beside/<int:other_id>/", closer_views.beside, name="log_beside"
    ),
    path("t/<slug:slug>/judge/audits/", audit_views.audits, name="log_audits"),
    path("t/<slug:slug>/judge/audits/<int:run_id>/", audit_views.audit, name="log_audit"),
    path("t/<slug:slug>/judge/logs/<int:log_id>/confirm/", views.confirm, name="log_confirm"),
    path("t/<slug:slug>/judge/logs/<int:log_id>/original/", views.original, name="log_original"),
]
