"""Addresses of the judging room."""

from django.urls import path, re_path

from . import (
    call_views,
    case_views,
    check_views,
    packet_views,
    penalty_views,
    pool_views,
    precedent_views,
    views,
)

urlpatterns = [
    path("t/<slug:slug>/call/", call_views.call, name="call"),
    path("t/<slug:slug>/judge/", views.judge, name="judge"),
    path("t/<slug:slug>/judge/calls/", call_views.judge_calls, name="judge_calls"),
    path("t/<slug:slug>/judge/checks/", check_views.deck_checks, name="deck_checks"),
    path("t/<slug:slug>/judge/checks/<int:number>/", check_views.check, name="check"),
    path("t/<slug:slug>/judge/checks/<int:number>/sheet/", check_views.check_sheet, name="check_sheet"),
    path("t/<slug:slug>/judge/cases/", case_views.cases, name="cases"),
    path("t/<slug:slug>/judge/cases/new/<int:match_id>/", case_views.case_new, name="case_new"),
    path("t/<slug:slug>/judge/cases/<int:number>/", case_views.case, name="case"),
    path("t/<slug:slug>/judge/history/<int:entry_number>/", precedent_views.history, name="history"),
    path("t/<slug:slug>/rulings/<int:number>/appeal/", case_views.appeal, name="appeal"),
    path("precedents/", precedent_views.precedents, name="precedents"),
    path("office/disqualifications/", penalty_views.office_penalties, name="office_penalties"),
    path("t/<slug:slug>/judge/penalties/", penalty_views.penalties, name="penalties"),
    path("t/<slug:slug>/judge/penalties/new/", penalty_views.penalty_new, name="penalty_new"),
    path("t/<slug:slug>/judge/penalties/<int:number>/", penalty_views.penalty, name="penalty"),
    re_path(
        r"^t/(?P<slug>[-\w]+)/judge/logs/(?P<log_id>\d{1,12})/packet\.(?P<kind>json|pdf)$",
        packet_views.packet,
        name="log_packet",
    ),
    path("t/<slug:slug>/judge/pools/", pool_views.pools, name="pools"),
]
