"""Addresses of money."""

from django.urls import path

from . import online_views, prize_views, views

urlpatterns = [
    path("payments/told/<slug:name>/", online_views.PaymentTold.as_view(), name="payment_told"),
    path("t/<slug:slug>/pay/", online_views.pay, name="pay"),
    path("t/<slug:slug>/lottery/<int:number>/", prize_views.lottery, name="lottery"),
    path("t/<slug:slug>/desk/fee/", views.fee, name="fee"),
    path("t/<slug:slug>/desk/fees/", views.fees, name="fees"),
    path("t/<slug:slug>/desk/till/", views.till, name="till"),
    path("t/<slug:slug>/desk/till/<int:number>/", views.row_action, name="till_row"),
    path("t/<slug:slug>/desk/prizes/", prize_views.prizes, name="prizes"),
    path("t/<slug:slug>/desk/prizes/sheet/", prize_views.prize_sheet, name="prize_sheet"),
]
