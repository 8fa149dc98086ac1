"""Addresses of the safety room."""

from django.urls import path

from . import views

urlpatterns = [
    path("safe/", views.safe, name="safe"),
    path("report/<slug:kind>/<path:thing>/", views.report, name="report"),
    path("reports/", views.reports, name="reports"),
    path("reports/<int:number>/", views.decision, name="decision"),
    path("reports/office/", views.queue, name="report_queue"),
    path("reports/office/<int:number>/", views.matter, name="matter"),
    path("o/<slug:slug>/reports/", views.queue, name="organization_reports"),
]
