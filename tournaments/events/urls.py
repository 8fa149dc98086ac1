"""Addresses of the events room."""

from django.urls import path

from . import copy_views, edit_views, organization_views, views, zone_views

urlpatterns = [
    path("t/new/", views.tournament_new, name="new"),
    path("office/", views.office, name="office"),
    path("o/<slug:slug>/", organization_views.organization, name="organization"),
    path("t/<slug:slug>/desk/keep/", copy_views.keep, name="keep"),
    path("t/<slug:slug>/desk/do/<slug:action>/", views.desk_action, name="desk_action"),
    path("t/<slug:slug>/desk/edit/", edit_views.edit, name="edit"),
    path("t/<slug:slug>/desk/copy/", copy_views.copy, name="copy"),
    path("t/<slug:slug>/desk/staff/", views.staff, name="staff"),
    path("t/<slug:slug>/desk/staff/zone/", zone_views.zone, name="zone"),
    path("t/<slug:slug>/desk/ledger/", views.audit, name="audit"),
]
