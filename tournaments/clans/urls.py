"""Addresses of the clans room."""

from django.urls import path

from . import views

urlpatterns = [
    path("clans/", views.clans, name="clans"),
    path("clans/new/", views.clan_new, name="clan_new"),
    path("clans/join/<str:code>/", views.join, name="clan_join"),
    path("clans/<int:number>/", views.clan_page, name="clan"),
]
