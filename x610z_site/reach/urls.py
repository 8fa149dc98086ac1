"""Addresses of the room that reaches people and programs."""

from django.urls import path

from . import calendar_views, circuit_feeds, contest_feeds, feed_views, hook_views, news_feeds, views

app_name = "reach"
_CIRCUIT = "o/<slug:organization>/c/<slug:circuit>/"

urlpatterns = [
    path("me/notices/", views.notices, name="notices"),
    path("me/notices/push/", views.push_switch, name="push"),
    path("me/calendar/", calendar_views.own_calendar, name="calendar"),
    path("find/tournaments.ics", feed_views.found_calendar, name="found_calendar"),
    path("find/tournaments.atom", feed_views.found_feed, name="found_feed"),
    path("contests/contests.atom", contest_feeds.feed, name="contest_feed"),
    path("news/news.atom", news_feeds.site_feed, name="news_feed"),
    path("gallery/gallery.atom", news_feeds.gallery_feed, name="gallery_feed"),
    path("o/<slug:slug>/news.atom", news_feeds.organization_feed, name="organization_news_feed"),
    path("calendar/<str:token>.ics", calendar_views.secret_calendar, name="secret_calendar"),
    path("t/<slug:slug>/calendar.ics", calendar_views.event_calendar, name="event_calendar"),
    path("t/<slug:slug>/desk/webhooks/", hook_views.hooks, name="hooks"),
    path(f"{_CIRCUIT}webhooks/", hook_views.circuit_hooks, name="circuit_hooks"),
    path(f"{_CIRCUIT}events.ics", circuit_feeds.circuit_calendar, name="circuit_calendar"),
    path(f"{_CIRCUIT}moves.atom", circuit_feeds.circuit_feed, name="circuit_feed"),
]
