"""Addresses of the forecasts room."""

from django.urls import path

from . import views

urlpatterns = [
    path("forecasts/", views.forecasts, name="forecasts"),
    path("forecasts/fill/", views.fill, name="forecast_fill"),
    path("forecasts/<int:forecast_id>/", views.forecast, name="forecast"),
]
