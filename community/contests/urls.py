"""Addresses of the contests room."""

from django.urls import path

from . import entry_views, host_views, jury_views, result_views, views, vote_views

urlpatterns = [
    path("contests/", views.contest_list, name="contest_list"),
    path("contests/write/", host_views.contest_write, name="contest_write"),
    path("contests/<int:number>/", views.contest, name="contest"),
    path("contests/<int:number>/edit/", host_views.contest_edit, name="contest_edit"),
    path("contests/<int:number>/my-card/", entry_views.my_entry, name="contest_entry"),
    path("contests/<int:number>/my-card/read/", entry_views.reading, name="contest_reading"),
    path("contests/<int:number>/jury/", jury_views.jury, name="contest_jury"),
    path("contests/<int:number>/cards/", vote_views.cards, name="contest_cards"),
    path("contests/<int:number>/cards/<slug:entry>/", vote_views.card, name="contest_card"),
    path("contests/<int:number>/decide/", result_views.decide, name="contest_decide"),
    path("contests/<int:number>/result/", result_views.result, name="contest_result"),
    path("contests/<int:number>/winners.json", result_views.winners_file, name="contest_winners_file"),
    path("contests/<int:number>/cards/<slug:entry>.svg", views.art, name="contest_art"),
    path("o/<slug:slug>/contests/", views.organization_contests, name="organization_contests"),
    path("o/<slug:slug>/contests/write/", host_views.contest_write, name="organization_contest_write"),
]
