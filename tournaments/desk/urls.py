"""Addresses of the desk's pages."""

from django.urls import path

from . import find_views, match_views, rehearsal_views, rule_views, slip_views, views

urlpatterns = [
    path("t/<slug:slug>/desk/", views.desk, name="desk"),
    path("t/<slug:slug>/desk/round/do/<slug:action>/", views.round_action, name="round_action"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", views.round_desk, name="round_desk"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/", slip_views.result_grid, name="result_grid"),
    path("t/<slug:slug>/desk/rehearse/", rehearsal_views.rehearse, name="rehearse"),
    path("t/<slug:slug>/desk/find/", find_views.find, name="find"),
    path("t/<slug:slug>/desk/rules/", rule_views.pairing_rules, name="pairing_rules"),
    path("t/<slug:slug>/desk/matches/<int:match_id>/", match_views.match_desk, name="match_desk"),
]
