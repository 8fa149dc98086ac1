"""Addresses of the privacy room."""

from django.urls import path

from . import views

app_name = "privacy"

urlpatterns = [
    path("privacy/", views.privacy, name="page"),
    path("me/data/", views.my_data, name="my_data"),
    path("me/data/export/", views.export, name="export"),
    path("me/data/export/<int:export_id>/", views.export_file, name="export_file"),
    path("me/data/erase/", views.erase, name="erase"),
    path("me/data/real-name/", views.real_name, name="real_name"),
    path("me/data/page/", views.player_page, name="player_page"),
    path("me/data/guardian/", views.guardian, name="guardian"),
    path("office/erasures/", views.erasures, name="erasures"),
    path("t/<slug:slug>/desk/guardians/", views.guardians, name="guardians"),
]
