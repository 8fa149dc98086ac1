"""Addresses of the imports room."""

from django.urls import path

from .views import export

urlpatterns = [path("t/<slug:slug>/results/<slug:form>/", export, name="export")]
