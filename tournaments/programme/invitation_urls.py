"""Addresses of what the end of a circuit gives."""

from django.urls import path

from . import chance_views
from . import invitation_views as views

urlpatterns = [
    path("o/<slug:slug>/c/<slug:circuit>/finals/", views.circuit_finals, name="circuit_finals"),
    path("o/<slug:slug>/c/<slug:circuit>/finals/<slug:final>/", views.finalists, name="finalists"),
    path("me/chance/<slug:circuit>/", chance_views.my_outlook, name="my_outlook"),
    path("me/finals/<int:number>/", views.my_place, name="my_place"),
]
