"""Addresses of the entries room."""

from django.urls import path

from . import door_views, views

urlpatterns = [
    path("t/<slug:slug>/enter/", views.enter, name="enter"),
    path("t/<slug:slug>/leave/", views.leave, name="leave"),
    path("t/<slug:slug>/check-in/", views.check_in, name="check_in"),
    path("t/<slug:slug>/desk/door/", door_views.door, name="door"),
    path("t/<slug:slug>/desk/entries/", views.desk_entries, name="entries"),
]
