"""Every address of the site; each room owns its own file."""

from django.urls import include, path
from django.views.i18n import set_language

from x610z_site.accounts import views as accounts
from x610z_site.watch import views as watch

handler404 = "x610z_site.trouble.missing"
handler500 = "x610z_site.trouble.failed"

urlpatterns = [
    path("i18n/setlang/", set_language, name="set_language"),
    path("theme/", accounts.set_theme, name="theme"),
    path("healthz/", watch.health, name="health"),
    path("livez/", watch.alive, name="alive"),
    path("metrics/", watch.metrics, name="metrics"),
    path("office/site/", watch.operator, name="operator"),
    path("", include("x610z_site.accounts.urls")),
    path("", include("x610z_site.privacy.urls")),
    path("", include("x610z_site.reach.urls")),
    path("", include("x610z_site.offline.urls")),
    path("", include("x610z_site.style_guide.urls")),
    path("", include("x610z_site.help.urls")),
    path("api/v1/cards/", include("decks.cards.api_urls")),
    path("api/", include("tournaments.api.urls")),
    path("", include("decks.urls")),
    path("", include("community.urls")),
    path("", include("tournaments.urls")),
]
