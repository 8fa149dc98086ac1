"""Addresses of the judging room."""

from django.urls import path

from . import views

urlpatterns = [path("t/<slug:slug>/judge/", views.judge, name="judge")]
