"""Addresses of the forum room."""

from django.urls import path

from . import views

urlpatterns = [
    path("forum/", views.forum, name="forum"),
    path("forum/connect/", views.connect, name="forum_connect"),
    path("forum/connect/go/", views.go, name="forum_go"),
    path("forum/link/", views.link, name="forum_link"),
    path("forum/linked/", views.linked, name="forum_linked"),
    path("forum/linked/yes/", views.linked_yes, name="forum_linked_yes"),
    path("forum/about/<slug:kind>/<int:number>/", views.about, name="forum_about"),
]
