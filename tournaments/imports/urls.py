"""Addresses of the imports room."""

from django.urls import path

from .views import export, import_event

urlpatterns = [
    path("import/", import_event, name="import"),
    path("t/<slug:slug>/results/<slug:form>/", export, name="export"),
]
