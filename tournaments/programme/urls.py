"""Addresses of circuits: below those of their organization."""

from django.urls import path

from . import edit_views, open_views, views

_OF = "o/<slug:organization>/c/<slug:circuit>/"

urlpatterns = [
    path("c/<int:number>/", views.circuit_by_number, name="circuit_by_number"),
    path("o/<slug:organization>/c/new/", edit_views.circuit_new, name="circuit_new"),
    path(_OF, views.ladder, name="circuit"),
    path(f"{_OF}rules/", views.rules, name="circuit_rules"),
    path(f"{_OF}moves/", views.circuit_moves, name="circuit_moves"),
    path(f"{_OF}edit/", edit_views.circuit_edit, name="circuit_edit"),
    path(f"{_OF}events/", edit_views.circuit_events, name="circuit_events"),
    path(f"{_OF}embed/", open_views.embed, name="circuit_embed"),
    path(f"{_OF}paper/", open_views.paper, name="circuit_paper"),
    path(f"{_OF}files/", open_views.files, name="circuit_files"),
    path(f"{_OF}files/<str:name>", open_views.file, name="circuit_file"),
    path(f"{_OF}<slug:who>/<slug:column>/", views.opened, name="circuit_opened"),
    path("t/<slug:slug>/circuits/", edit_views.event_circuits, name="event_circuits"),
]
