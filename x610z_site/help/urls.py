"""Addresses of the guides."""

from django.urls import path

from . import views

app_name = "help"
urlpatterns = [
    path("help/", views.guide_list, name="list"),
    path("help/pictures/<path:name>", views.picture, name="picture"),
    path("help/<slug:name>/", views.guide_page, name="guide"),
]
