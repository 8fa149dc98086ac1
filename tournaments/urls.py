"""Addresses of this floor, one namespace; each room lists its own."""

from tournaments.agenda.urls import urlpatterns as agenda
from tournaments.clans.urls import urlpatterns as clans
from tournaments.desk.urls import urlpatterns as desk
from tournaments.display.front_urls import urlpatterns as front
from tournaments.display.urls import urlpatterns as display
from tournaments.entries.urls import urlpatterns as entries
from tournaments.events.kinds import formats
from tournaments.events.urls import urlpatterns as events
from tournaments.finding.urls import urlpatterns as finding
from tournaments.forecasts.urls import urlpatterns as forecasts
from tournaments.gamelogs.urls import urlpatterns as gamelogs
from tournaments.imports.urls import urlpatterns as imports
from tournaments.judging.urls import urlpatterns as judging
from tournaments.leagues.urls import urlpatterns as leagues
from tournaments.mending.urls import urlpatterns as mending
from tournaments.money.urls import urlpatterns as money
from tournaments.organizations.urls import urlpatterns as organizations
from tournaments.programme.invitation_urls import urlpatterns as invitations
from tournaments.programme.season_urls import urlpatterns as seasons
from tournaments.programme.urls import urlpatterns as programme
from tournaments.puzzles.urls import urlpatterns as puzzles
from tournaments.recordings.urls import urlpatterns as recordings
from tournaments.submissions.urls import urlpatterns as decks

app_name = "tournaments"

of_formats = [pattern for format_ in formats() for pattern in format_.urlpatterns]

# The order matters once: /t/new/ is not a tournament called "new".
urlpatterns = [
    *front,
    *agenda,
    *clans,
    *organizations,
    *invitations,
    *seasons,
    *finding,
    *programme,
    *events,
    *entries,
    *money,
    *decks,
    *desk,
    *mending,
    *leagues,
    *gamelogs,
    *recordings,
    *judging,
    *imports,
    *forecasts,
    *puzzles,
    *of_formats,
    *display,
]
