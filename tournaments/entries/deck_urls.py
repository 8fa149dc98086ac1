"""Addresses of decks in a tournament."""

from django.urls import path

from . import deck_public_views as public
from . import deck_staff_views as staff
from . import deck_views as views
from . import pool_views as pools

urlpatterns = [
    path("t/<slug:slug>/deck/", views.deck, name="deck"),
    path("t/<slug:slug>/deck/check/", views.deck_check, name="deck_check"),
    path("t/<slug:slug>/deck/hand-in/", views.deck_submit, name="deck_submit"),
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
