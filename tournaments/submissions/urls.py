"""Addresses of decks and teams in a tournament."""

from django.urls import path

from . import pool_views as pools
from . import public_views as public
from . import reader_views, team_views, views
from . import staff_views as staff

urlpatterns = [
    path("t/<slug:slug>/teams/", team_views.teams, name="teams"),
    path("t/<slug:slug>/deck/", views.deck, name="deck"),
    path("t/<slug:slug>/deck/readers/", reader_views.readers, name="deck_readers"),
    path("t/<slug:slug>/deck/check/", views.deck_check, name="deck_check"),
    path("t/<slug:slug>/deck/submit/", views.deck_submit, name="deck_submit"),
    path("t/<slug:slug>/deck/receipt/", views.deck_receipt, name="deck_receipt"),
    path("t/<slug:slug>/deck/receipt/<int:revision>/", views.deck_receipt, name="deck_receipt"),
    path("t/<slug:slug>/deck/opened/", pools.own_pool, name="pool"),
    path("t/<slug:slug>/deck/opened/sign/<str:token>/", pools.sign_pool, name="sign_pool"),
    path("t/<slug:slug>/desk/decks/<int:number>/opened/", pools.desk_pool, name="desk_pool"),
    path("t/<slug:slug>/lists/", public.lists, name="lists"),
    path("t/<slug:slug>/lists/<int:number>/", public.list_page, name="list_page"),
    path("t/<slug:slug>/desk/decks/", staff.deck_status, name="deck_status"),
    path("t/<slug:slug>/desk/decks/remind/", staff.deck_remind, name="deck_remind"),
    path("t/<slug:slug>/desk/decks/<int:number>/extend/", staff.deck_extend, name="deck_extend"),
    path("t/<slug:slug>/desk/decks/<int:number>/", staff.deck_sheet, name="deck_sheet"),
    path("t/<slug:slug>/desk/decks/<int:number>/revise/", staff.deck_revise, name="deck_revise"),
]
