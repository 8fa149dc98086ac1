"""Addresses of the gallery."""

from django.urls import path, re_path

from . import views

urlpatterns = [
    path("gallery/", views.gallery, name="gallery"),
    path("gallery/mine/", views.mine, name="gallery_mine"),
    re_path(r"^gallery/send/(?P<kind>picture|story)/$", views.send, name="gallery_send"),
    path("gallery/review/", views.review, name="gallery_review"),
    path("gallery/proposals/", views.proposals_page, name="gallery_proposals"),
    path("gallery/<int:number>/", views.work, name="gallery_work"),
    path("gallery/<int:number>/edit/", views.edit, name="gallery_edit"),
    path("gallery/<int:number>/do/", views.do, name="gallery_do"),
    re_path(
        r"^gallery/(?P<number>\d{1,9})/(?P<name>[0-9a-f]{32})-(?P<size>large|small)\.webp$",
        views.picture,
        name="gallery_file",
    ),
]
