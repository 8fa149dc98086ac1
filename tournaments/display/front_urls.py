"""Addresses of the front page and of the big screen."""

from django.urls import path

from . import front_views

urlpatterns = [
    path("", front_views.front, name="front"),
    path("t/<slug:slug>/screen/", front_views.screen, name="screen"),
]
