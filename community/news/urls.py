"""Addresses of the news room."""

from django.urls import path

from . import views

urlpatterns = [
    path("news/", views.news_list, name="news_list"),
    path("news/write/", views.news_write, name="news_write"),
    path("news/<int:number>/", views.news, name="news"),
    path("news/<int:number>/edit/", views.news_edit, name="news_edit"),
    path("news/<int:number>/<slug:name>-<str:size>.webp", views.news_picture, name="news_picture_file"),
    path("o/<slug:slug>/news/", views.organization_news, name="organization_news"),
    path("o/<slug:slug>/news/write/", views.news_write, name="organization_news_write"),
]
