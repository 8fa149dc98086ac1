"""Addresses of the engine for browsers and of the two workers."""

from django.urls import path

from . import views

app_name = "offline"
urlpatterns = [
    path("offline/engine.json", views.manifest, name="manifest"),
    path("offline/engine-worker.js", views.engine_worker, name="engine_worker"),
    path("offline/<slug:version>/<str:name>", views.part, name="part"),
    path("service-worker.js", views.service_worker, name="service_worker"),
]
