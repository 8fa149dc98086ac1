"""Addresses of the agenda room, all of one's own."""

from django.urls import path

from . import friendly_views, views

urlpatterns = [
    path("me/agenda/", views.agenda, name="agenda"),
    path("me/agenda/of/<int:person>/", views.friend_agenda, name="friend_agenda"),
    path("me/friends/", views.friends, name="friends"),
    path("me/friendlies/", friendly_views.friendlies, name="friendlies"),
    path("me/friendlies/new/", friendly_views.new, name="friendly_new"),
    path("me/friendlies/<int:number>/", friendly_views.friendly, name="friendly"),
]
