"""Addresses of the newsletter room."""

from django.urls import path

from . import views

urlpatterns = [
    path("newsletter/", views.subscribe, name="newsletter"),
    path("newsletter/confirm/<str:token>/", views.confirm, name="newsletter_confirm"),
    path("newsletter/out/<str:token>/", views.out, name="newsletter_out"),
    path("newsletter/out/<str:token>/at-once/", views.OutAtOnce.as_view(), name="newsletter_out_at_once"),
    path("o/<slug:slug>/newsletter/", views.subscribe, name="organization_newsletter"),
]
