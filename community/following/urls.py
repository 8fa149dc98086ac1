"""Addresses of what people follow."""

from django.urls import path, re_path

from . import views

urlpatterns = [
    path("follow/", views.following, name="following"),
    re_path(
        r"^follow/(?P<thing>event|organization|clan|player)/(?P<key>[\w-]{1,120})/$",
        views.follow,
        name="follow",
    ),
]
