"""Addresses of the organizations room; the page that everybody reads stands in the display room."""

from django.urls import path

from . import venue_views, views

urlpatterns = [
    path("o/", views.organizations, name="organizations"),
    path("o/new/", views.organization_new, name="organization_new"),
    path("o/level/<int:number>/", views.level_by_number, name="organization_level"),
    path("o/<slug:slug>/edit/", views.edit, name="organization_edit"),
    path("o/<slug:slug>/people/", views.people, name="organization_people"),
    path("o/<slug:slug>/answer/", views.answer, name="organization_answer"),
    path("o/<slug:slug>/venues/", venue_views.venues, name="organization_venues"),
    path("o/<slug:slug>/venues/<int:number>/", venue_views.venue, name="organization_venue"),
    path("o/<slug:slug>/barred/", views.barred, name="organization_barred"),
    path("office/organizations/", views.office, name="office_organizations"),
]
