"""Addresses of this floor, one namespace; each room lists its own."""

from community.contests.urls import urlpatterns as contests
from community.following.urls import urlpatterns as following
from community.forum.urls import urlpatterns as forum
from community.gallery.urls import urlpatterns as gallery
from community.news.urls import urlpatterns as news
from community.newsletter.urls import urlpatterns as newsletter
from community.safety.urls import urlpatterns as safety

app_name = "community"

urlpatterns = [*contests, *following, *forum, *gallery, *news, *newsletter, *safety]
